/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * operation_procedure.c - the call of a function in user space, without any system call.
 *
 * A compiler that sees the function could put its body in the place of the call, or see that the
 * sum of n calls is n. Neither can happen: it may not be inlined, and what the empty assembly does
 * to the value is unknown to the compiler.
 */
#include "engine/operation/operation_procedure.h"

#include <errno.h>

__attribute__((noinline)) uint64_t procedure_called(uint64_t value)
{
	__asm__ volatile("" : "+r"(value));
	return value + 1;
}

static int run(struct context *context, uint64_t n)
{
	uint64_t value = context->result;

	for (uint64_t i = 0; i < n; i++)
		value = procedure_called(value);
	context->result = value;
	return 0;
}

static int verify(struct context *context, struct error *error)
{
	const uint64_t n = 1001;
	const uint64_t before = context->result;

	run(context, n);
	if (context->result - before != n)
		return error_set(error, -EPROTO, "the function was not called %llu times",
				 (unsigned long long)n);
	return 0;
}

const struct operation operation_procedure_call = {
	.name = "procedure-call",
	.group = "processor",
	.summary = "call a function that adds one, in user space, no system call",
	.parameter = &parameter_none,
	.fixture = FIXTURE_NONE,
	.period = 1,
	.run = run,
	.verify = verify,
};
