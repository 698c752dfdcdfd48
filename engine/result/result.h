/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * result.h - what a session measured: environment, plan, steps, samples. Immutable once the
 * session is closed. What is compared of it are its figures (compare_source.h).
 */
#ifndef LSMBENCH_ENGINE_RESULT_H
#define LSMBENCH_ENGINE_RESULT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/environment/environment.h"
#include "engine/operation/metric.h"
#include "engine/plan/plan.h"
#include "engine/worker/reading.h"
#include "engine/worker/sample.h"
#include "fixtures/error.h"

enum step_state {
	STEP_WAITING,   /* not reached */
	STEP_PREPARING, /* its fixture is being built, its worker started and calibrated */
	STEP_WARMING,
	STEP_RUNNING,
	STEP_BETWEEN, /* some passes done, others to come */
	STEP_DONE,
	STEP_EARLY,   /* ended before all its runs: precision reached or time limit; says which */
	STEP_SKIPPED, /* by the person, or reason says why it cannot be measured here */
	STEP_STOPPED, /* the session was stopped before all its runs */
	STEP_FAILED,  /* reason says why */
};

/*
 * What the durations of samples count, and then their starts and the costs of the clock and of an
 * empty loop, whatever the fields' names say.
 */
enum result_unit {
	RESULT_NS,
	RESULT_INSTRUCTIONS, /* by QEMU's counter, in a guest: no time */
};

/* "ns", "instructions": for people and for files; static. */
const char *result_unit_name(enum result_unit unit);
/* "instructions, not time": what must stand beside such figures; "" of ns. */
const char *result_unit_caution(enum result_unit unit);
/* Decimals to show a value with: usual, but none of instructions that are whole in so many. */
int result_unit_decimals(enum result_unit unit, double value, int usual);
/* 0 and *unit, or -EINVAL. */
int result_unit_parse(const char *name, enum result_unit *unit);

/*
 * Bytes that one iteration moves, where its figure is shown as their rate; 0: shown as it was
 * measured. No rate follows from instructions.
 */
uint64_t result_unit_bytes(enum result_unit unit, const struct operation *operation,
			   const char *parameter);
/* What a figure of such iterations is shown in: "MB/s" of 10^6 bytes, "ns", "instructions". */
const char *result_unit_shown(enum result_unit unit, uint64_t bytes);

/* The words of the states, for people and for files: "waiting", "done", ... */
const char *step_state_name(enum step_state state);
/* 0 and *state, or -EINVAL. */
int step_state_parse(const char *name, enum step_state *state);

/* What became of one case under one variant. */
struct step {
	enum step_state state;
	uint64_t iterations;  /* per batch; 0 while not calibrated */
	uint32_t warmup;      /* batches discarded, all passes together */
	uint32_t failed_runs; /* runs with SAMPLE_FAILED */
	bool fixture_reused;  /* a later pass used the first one's fixture */
	char *reason;         /* for EARLY, STOPPED, FAILED, some SKIPPED; else NULL; owned */
};

struct run_latencies;

struct result {
	struct environment environment;
	struct plan plan;       /* expanded */
	struct step *steps;     /* plan_step_count(&plan) of them */
	struct sample *samples; /* sorted by pass, case, order; no two stand in one place */
	size_t sample_count;
	size_t sample_capacity;
	struct reading *readings; /* of runs that told more than their duration; sorted by step,
				     pass and run */
	size_t reading_count;
	size_t reading_capacity;
	struct run_latencies *latencies; /* result_latencies.h */
	size_t latencies_count;
	size_t latencies_capacity;

	enum result_unit unit; /* of duration_ns and of what is derived from it */
	char version[32];      /* of the lsmbench that measured */
	int64_t started;       /* seconds since the epoch, UTC; 0: unknown */
	int64_t ended;
	bool partial;         /* some steps did not get all the runs that this machine can do */
	bool suspended;       /* the machine was suspended during the session */
	char clock[32];       /* "CLOCK_MONOTONIC_RAW" */
	double clock_cost_ns; /* of one reading */
	double clock_step_ns; /* smallest difference seen */
	double loop_ns;       /* cost of one iteration of an empty loop: least seen; in no sample
				 subtracted */
	int cpu;              /* on which the workers ran; -1: unknown */
};

void result_init(struct result *result);
void result_clear(struct result *result);

/* Take over plan (moved, plan is empty then) and make the steps. 0 or -ENOMEM. */
int result_begin(struct result *result, struct plan *plan, struct error *error);
/* Room for count samples more. 0 or -ENOMEM. */
int result_reserve(struct result *result, size_t count, struct error *error);
/*
 * Put a sample in its place, which in a session is the end. 0, -ENOMEM, or -EEXIST when one of the
 * same pass, case and order is there already.
 */
int result_add(struct result *result, const struct sample *sample);

/* Any pass: the argument "pass" of the functions below. */
#define RESULT_ALL_PASSES (-1)

/*
 * The values (ns per iteration) as measured, of a step's good samples, of one pass or all, in the
 * order in which they were taken: malloc'ed in *values, *count of them. 0 or -ENOMEM. Samples with
 * SAMPLE_FAILED are left out. What people are shown has step_summary.h.
 */
int result_values(const struct result *result, size_t step, int pass, double **values,
		  size_t *count);

/*
 * The samples of a step's case, all its variants, in a pass stand in [*begin, *end), ordered as
 * they were taken.
 */
void result_range(const struct result *result, size_t step, unsigned int pass, size_t *begin,
		  size_t *end);

/*
 * Add what a run told beside its duration, in the order in which it is to be shown. 0, -ENOMEM, or
 * -EINVAL for an unknown metric or a value that is not finite.
 */
int result_add_reading(struct result *result, const struct reading *reading);
/* The readings of a sample's run; NULL and 0 when it told nothing. */
const struct reading *result_readings_of(const struct result *result, const struct sample *sample,
					 size_t *count);
/* Whether the sample that a reading belongs to is there and has not failed. */
bool result_reading_counts(const struct result *result, const struct reading *reading);
/*
 * The values of a metric, in its unit, of a step's good samples: as result_values.
 */
int result_metric_values(const struct result *result, size_t step, enum metric_id metric, int pass,
			 double **values, size_t *count);
/*
 * The metrics that runs of a case have told, under whatever variant, in the order in which they are
 * shown; each once. Returns how many.
 */
size_t result_metrics_of(const struct result *result, size_t case_index,
			 enum metric_id found[METRIC_COUNT]);
/* The same readings, values bit for bit. */
bool result_readings_equal(const struct result *a, const struct result *b);

/* Passes in which the step has samples. */
unsigned int result_pass_count(const struct result *result, size_t step);

/* The same in every field, doubles bit for bit; samples beyond sample_count do not matter. */
bool result_equal(const struct result *a, const struct result *b);

#endif
