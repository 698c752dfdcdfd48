/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * guest_pass.c - the child that measures: made ready as a worker is, sized, warmed, timed.
 *
 * Nothing here is said on the serial line: its driver would run in the batches.
 */
#include "engine/guest/guest_pass.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include "engine/guest/guest_batch.h"
#include "engine/guest/guest_child.h"
#include "engine/guest/guest_size.h"
#include "engine/worker/batch.h"
#include "engine/worker/prepared.h"

/* Batches that are thrown away before those that are kept. */
#define WARM_BATCHES 2u

struct timed {
	struct prepared prepared;
	uint64_t reading;
};

struct guest_pass *guest_pass_make(uint32_t runs)
{
	const size_t size = sizeof(struct guest_pass) + runs * sizeof(struct sample);
	struct guest_pass *pass =
		mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (pass == MAP_FAILED)
		return NULL;
	/* Every page is there before a batch writes to it. */
	memset(pass, 0, size);
	pass->runs = runs;
	return pass;
}

static int time_batch(void *argument, uint64_t n, uint64_t *instructions)
{
	struct timed *timed = argument;
	struct guest_batch batch = guest_batch_time(timed->prepared.operation,
						    &timed->prepared.context, n, timed->reading);

	*instructions = batch.instructions;
	return batch.failure;
}

static int find_size(struct timed *timed, uint64_t *iterations)
{
	const struct operation *operation = timed->prepared.operation;
	const struct guest_size size = {
		.period = operation_period(operation, timed->prepared.context.number),
		.most = operation->most,
		.timer = time_batch,
		.argument = timed,
	};
	bool repeats;

	return guest_size_find(&size, iterations, &repeats);
}

static int warm(struct timed *timed, uint64_t n)
{
	int failure = 0;

	for (unsigned int i = 0; i < WARM_BATCHES && !failure; i++)
		failure = batch_run(timed->prepared.operation, &timed->prepared.context, n);
	return failure;
}

static int keep_batches(struct guest_pass *pass, struct timed *timed)
{
	for (uint32_t i = 0; i < pass->runs; i++) {
		struct guest_batch batch =
			guest_batch_time(timed->prepared.operation, &timed->prepared.context,
					 pass->iterations, timed->reading);

		if (batch.failure)
			return batch.failure;
		pass->samples[i].start_ns = batch.start - pass->epoch;
		pass->samples[i].duration_ns = batch.instructions;
		pass->sample_count = i + 1;
	}
	return 0;
}

static int time_all(struct guest_pass *pass, struct timed *timed, struct error *error)
{
	int failure = 0;

	timed->reading = guest_batch_reading();
	if (pass->iterations == 0)
		failure = find_size(timed, &pass->iterations);
	if (!failure)
		failure = warm(timed, pass->iterations);
	if (!failure)
		failure = keep_batches(pass, timed);
	return failure ? prepared_failed(failure, error) : 0;
}

/* In the child. */
static void measure(void *argument)
{
	static struct timed timed;
	struct guest_pass *pass = argument;
	struct error error = {""};
	int code = pass->policy ? guest_policy_enter(pass->policy, &error) : 0;

	if (code == 0)
		code = prepared_make(&timed.prepared, &pass->request, pass->directory, &error);
	if (code == 0)
		code = time_all(pass, &timed, &error);
	pass->code = code;
	snprintf(pass->text, sizeof(pass->text), "%s", error.text);
	pass->ended = true;
	prepared_release(&timed.prepared);
}

int guest_pass_run(struct guest_pass *pass)
{
	struct error error = {""};
	int code;

	pass->code = 0;
	pass->ended = false;
	pass->sample_count = 0;
	code = guest_child_run(measure, pass, GUEST_PASS_SECONDS, &error);
	/* One that hangs while it releases what it had has measured all the same. */
	if (pass->ended)
		return pass->code;
	pass->code = code < 0 ? code : -ECHILD;
	snprintf(pass->text, sizeof(pass->text), "%s", error.text);
	return pass->code;
}
