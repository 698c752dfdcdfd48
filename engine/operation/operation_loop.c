/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * operation_loop.c - a counted loop: a linear congruential generator, whose value after any number
 * of rounds is also known by a shortcut, so that verify can tell that every round was done.
 */
#include "engine/operation/operation_loop.h"

#include <errno.h>

#define ROUNDS 100u

/* Knuth's MMIX generator: x -> multiplier * x + increment, modulo 2^64. */
static const uint64_t multiplier = 6364136223846793005u;
static const uint64_t increment = 1442695040888963407u;

static int run(struct context *context, uint64_t n)
{
	uint64_t value = context->result;

	for (uint64_t i = 0; i < n; i++) {
		for (unsigned int round = 0; round < ROUNDS; round++)
			value = value * multiplier + increment;
	}
	context->result = value;
	return 0;
}

/* The generator jumped ahead by squaring: F. Brown, Random number generation with arbitrary
 * strides. */
static uint64_t jump(uint64_t value, uint64_t steps)
{
	uint64_t step_multiplier = multiplier;
	uint64_t step_increment = increment;

	for (; steps > 0; steps >>= 1) {
		if (steps & 1)
			value = value * step_multiplier + step_increment;
		step_increment = (step_multiplier + 1) * step_increment;
		step_multiplier = step_multiplier * step_multiplier;
	}
	return value;
}

static int verify(struct context *context, struct error *error)
{
	const uint64_t n = 1001;
	const uint64_t before = context->result;

	run(context, n);
	if (context->result != jump(before, n * ROUNDS))
		return error_set(error, -EPROTO,
				 "loop: the compiler removed rounds: build with -O2");
	return 0;
}

const struct operation operation_loop = {
	.name = "loop",
	.group = "control",
	.summary = "100 rounds of a multiply-add in user space, no system call",
	.parameter = &parameter_none,
	.fixture = FIXTURE_NONE,
	.period = 1,
	.run = run,
	.verify = verify,
};
