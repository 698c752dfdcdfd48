/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * operation_protection.c - a write to memory that is only to be read, and the signal that says so.
 *
 * A handler that returns has the write tried again, so one write faults n times: until the handler
 * has counted n and lets it pass. Only the handler can do so, and what it needs for it can only be
 * found in memory of the program's own, so this is static.
 */
#include "engine/operation/operation_protection.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static struct {
	volatile uint64_t caught;
	volatile uint64_t wanted; /* the fault that ends a batch; 0: none is expected */
	void *page;
	size_t size;
	/* What verify's handler was told. */
	void *volatile address;
	volatile int code;
} fault;

static void count(int number)
{
	fault.caught++;
	if (fault.caught < fault.wanted)
		return;
	/* A fault that is none of ours is not to be hidden, nor to be tried for ever. */
	if (fault.caught > fault.wanted ||
	    mprotect(fault.page, fault.size, PROT_READ | PROT_WRITE) < 0)
		signal(number, SIG_DFL);
}

static void note(int number, siginfo_t *information, void *machine)
{
	(void)machine;
	fault.address = information->si_addr;
	fault.code = information->si_code;
	count(number);
}

static int before(struct context *context, uint64_t n)
{
	(void)context;
	fault.caught = 0;
	fault.wanted = n;
	return mprotect(fault.page, fault.size, PROT_READ) < 0 ? errno : 0;
}

static int run(struct context *context, uint64_t n)
{
	*(volatile char *)context->memory = 1;
	return fault.caught == n ? 0 : EPROTO;
}

static int after(struct context *context, uint64_t n)
{
	(void)context;
	(void)n;
	fault.wanted = 0;
	fault.caught = 0;
	return 0;
}

static int setup(struct context *context, struct error *error)
{
	struct sigaction action = {.sa_handler = count};
	struct sigaction *former = calloc(1, sizeof(*former));

	if (!former)
		return error_set(error, -ENOMEM, "out of memory");
	fault.size = (size_t)sysconf(_SC_PAGESIZE);
	fault.page = mmap(NULL, fault.size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	sigemptyset(&action.sa_mask);
	if (fault.page == MAP_FAILED || sigaction(SIGSEGV, &action, former) < 0) {
		free(former);
		return error_set(error, -errno, "a page without write access: %s",
				 error_words(errno));
	}
	context->memory = fault.page;
	context->state = former;
	return 0;
}

static void teardown(struct context *context)
{
	if (context->state) {
		sigaction(SIGSEGV, context->state, NULL);
		munmap(fault.page, fault.size);
		free(context->state);
	}
	context->state = NULL;
	context->memory = NULL;
}

/* One batch with a handler that looks at what it is told: a slower one. */
static int verify(struct context *context, struct error *error)
{
	struct sigaction action = {.sa_sigaction = note, .sa_flags = SA_SIGINFO};
	struct sigaction counting;
	int failure;

	sigemptyset(&action.sa_mask);
	if (sigaction(SIGSEGV, &action, &counting) < 0)
		return error_set(error, -errno, "sigaction: %s", error_words(errno));
	failure = before(context, 3);
	if (!failure)
		failure = run(context, 3);
	after(context, 3);
	sigaction(SIGSEGV, &counting, NULL);
	if (failure)
		return error_set(error, -failure, "a write to a page without write access: %s",
				 error_words(failure));
	if (fault.address != context->memory || fault.code != SEGV_ACCERR)
		return error_set(error, -EPROTO,
				 "a write to a page without write access ends otherwise than with "
				 "a protection fault there");
	return 0;
}

const struct operation operation_protection_fault = {
	.name = "protection-fault",
	.group = "file-memory",
	.summary = "write to a page without write access, catch SIGSEGV",
	.parameter = &parameter_none,
	.fixture = FIXTURE_NONE,
	.calls = {{"rt_sigreturn", 1}},
	.batch_calls = {{"mprotect", 1}},
	.calls_note = "one mprotect more ends a batch",
	.period = 1,
	.less = "signal-catch",
	.setup = setup,
	.run = run,
	.before = before,
	.after = after,
	.verify = verify,
	.teardown = teardown,
};
