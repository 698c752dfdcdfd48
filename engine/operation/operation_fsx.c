/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * operation_fsx.c - the exerciser of one file as an operation. Every run makes the same steps, from
 * the plan's seed, on a new file: variants and passes do the same work, as far as their time lets,
 * and a command line replays it.
 */
#include "engine/operation/operation_fsx.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/operation/fsx_report.h"

#define FSX_NAME "exercised"
#define LIVE_NS 500000000u
#define VERIFY_STEPS 64u

struct state {
	struct fsx fsx;
	struct fsx_fault fault;
	char scratch[PATH_MAX]; /* "": not known */
};

/* A mistake made on purpose, by which the tests see that it is found: "flip:100" (fsx_fault.h). */
static int choose_fault(struct state *state, struct error *error)
{
	const char *tests = getenv("LSMBENCH_TESTS");
	const char *text = getenv("LSMBENCH_FSX_FAULT");
	int code;

	if (!tests || strcmp(tests, "1") != 0 || !text)
		return 0;
	code = fsx_fault_parse(text, &state->fault, error);
	if (code < 0)
		return code;
	state->fault.tail = malloc(FSX_SIZE_MOST);
	state->fsx.fault = &state->fault;
	return state->fault.tail ? 0 : error_set(error, -ENOMEM, "out of memory");
}

/* Where the scratch root was made: the worker stands somewhere below it. */
static void find_scratch(struct state *state)
{
	char *root;

	if (!getcwd(state->scratch, sizeof(state->scratch)))
		state->scratch[0] = '\0';
	root = strstr(state->scratch, "/lsmbench.");
	if (root)
		root[root == state->scratch] = '\0';
	else
		state->scratch[0] = '\0';
}

static int setup(struct context *context, struct error *error)
{
	struct state *state = calloc(1, sizeof(*state));
	int code;

	context->state = state;
	if (!state)
		return error_set(error, -ENOMEM, "out of memory");
	find_scratch(state);
	code = fsx_make(&state->fsx, FSX_SIZE_MOST, error);
	return code < 0 ? code : choose_fault(state, error);
}

static void teardown(struct context *context)
{
	struct state *state = context->state;

	context->state = NULL;
	if (!state)
		return;
	fsx_end(&state->fsx);
	fsx_free(&state->fsx);
	free(state->fault.tail);
	free(state);
}

static int report(const struct context *context, const struct fsx_outcome *outcome,
		  struct error *error)
{
	const struct state *state = context->state;
	const struct fsx_place place = {
		.scratch = state->scratch[0] ? state->scratch : NULL,
		.variant = context->variant,
	};

	return fsx_report(&state->fsx, outcome, &place, error);
}

/* Steps that this file system does not have: " without punch-hole". */
static void show_left_out(const struct fsx *fsx, char *buffer, size_t size)
{
	size_t used = 0;

	buffer[0] = '\0';
	for (unsigned int kind = 0; kind < FSX_KINDS && used < size; kind++)
		if (!(fsx->kinds & (1u << kind)))
			used += (size_t)snprintf(buffer + used, size - used, "%s %s",
						 used ? "," : " without",
						 fsx_kind_name((enum fsx_kind)kind));
}

/* When a run is over: what comes first. A bound that is 0 is none. */
struct bounds {
	uint64_t steps;
	uint64_t ns;
};

static bool is_over(const struct fsx *fsx, const struct bounds *bounds, uint64_t start_ns)
{
	return (bounds->steps > 0 && fsx->step >= bounds->steps) ||
	       (bounds->ns > 0 && fsx->now_ns - start_ns >= bounds->ns);
}

static double share(uint64_t part, uint64_t whole)
{
	return whole > 0 ? fmin((double)part / (double)whole, 1) : 0;
}

/* A narrow terminal shows the beginning only. */
static bool tell(const struct fsx *fsx, const struct bounds *bounds, uint64_t spent_ns,
		 struct recording *recording)
{
	char left_out[96];
	char of[32] = "";
	char text[RECORDING_LIVE_SIZE];

	if (bounds->steps > 0)
		snprintf(of, sizeof(of), " of %llu", (unsigned long long)bounds->steps);
	show_left_out(fsx, left_out, sizeof(left_out));
	snprintf(text, sizeof(text), "%llu%s steps%s, %.1f MB compared",
		 (unsigned long long)fsx->step, of, left_out, (double)fsx->checked / 1e6);
	recording->done = fmax(share(fsx->step, bounds->steps), share(spent_ns, bounds->ns));
	return recording->live(recording, text);
}

/* The steps of a run, then the whole file. 0 or a positive errno. */
static int exercise(struct context *context, const struct bounds *bounds,
		    struct recording *recording, struct error *error)
{
	struct fsx *fsx = &((struct state *)context->state)->fsx;
	const uint64_t start_ns = fsx->now_ns;
	uint64_t told_ns = start_ns;
	struct fsx_outcome outcome;

	while (!is_over(fsx, bounds, start_ns)) {
		if (!fsx_advance(fsx, &outcome))
			return report(context, &outcome, error);
		if (!recording || fsx->now_ns - told_ns < LIVE_NS)
			continue;
		told_ns = fsx->now_ns;
		if (!tell(fsx, bounds, fsx->now_ns - start_ns, recording))
			return ECANCELED;
	}
	return fsx_check_all(fsx, &outcome) ? 0 : report(context, &outcome, error);
}

static int record(struct context *context, struct recording *recording, struct error *error)
{
	const struct workload *workload = context->workload;
	const struct bounds bounds = {.steps = workload->steps, .ns = workload->steps_within_ns};
	struct fsx *fsx = &((struct state *)context->state)->fsx;
	int code = fsx_begin(fsx, context->directory_fd, FSX_NAME, workload->seed, error);

	if (code < 0)
		return -code;
	/* First of all, what the file system does not have. */
	code = tell(fsx, &bounds, 0, recording) ? 0 : ECANCELED;
	if (!code)
		code = exercise(context, &bounds, recording, error);
	recording->duration_ns = fsx->spent_ns;
	recording->iterations = fsx->step;
	if (!code)
		recording_add(recording, METRIC_CHECKED_BYTES, (double)fsx->checked);
	fsx_end(fsx);
	return code;
}

/* A few of the steps to come, on a file that is gone again. */
static int verify(struct context *context, struct error *error)
{
	struct fsx *fsx = &((struct state *)context->state)->fsx;
	const uint64_t steps = context->workload->steps;
	const struct bounds bounds = {.steps = steps > 0 && steps < VERIFY_STEPS ? steps
										 : VERIFY_STEPS};
	uint64_t count;
	int code = fsx_begin(fsx, context->directory_fd, FSX_NAME, context->workload->seed, error);

	if (code < 0)
		return code;
	code = -exercise(context, &bounds, NULL, error);
	fsx_end(fsx);
	if (code == 0)
		code = fixture_count(context->directory_fd, &count, error);
	if (code == 0 && count != 0)
		code = error_set(error, -EPROTO, "the file to exercise is still there");
	return code;
}

const struct operation operation_fsx = {
	.name = "fsx",
	.group = "workload",
	.summary = "one step on a file, drawn from --seed and checked against a model: read, "
		   "write, truncate, mmap, fallocate, punch hole, fsync, reopen",
	.parameter = &parameter_none,
	.fixture = FIXTURE_NONE,
	.calls = {{"pwrite64", 0.222},
		  {"pread64", 0.276},
		  {"mmap", 0.32},
		  {"fallocate", 0.12},
		  {"ftruncate", 0.03},
		  {"openat", 0.03}},
	.calls_note = "on average; munmap, close and 0.002 x fsync, and an untimed fstat",
	.period = 1,
	.has_steps = true,
	.metrics = (const enum metric_id[]){METRIC_CHECKED_BYTES, METRIC_NONE},
	.setup = setup,
	.record = record,
	.verify = verify,
	.teardown = teardown,
};
