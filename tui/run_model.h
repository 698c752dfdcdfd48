/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * run_model.h - the Run page without a screen: its rows, and each step's figures kept up to date
 * cheaply while samples arrive.
 *
 * Mean and variance follow every sample; what needs sorting is computed anew only when it is
 * shown and enough samples have come since: all of them at first, later one in 32, and for the
 * complete summary one in 8. What the accessors tell is what exports compute (step_summary.h): the
 * loop's cost is subtracted where the plan asks for it, and as it is known by now.
 */
#ifndef LSMBENCH_TUI_RUN_MODEL_H
#define LSMBENCH_TUI_RUN_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/result/result.h"
#include "engine/statistics/summary.h"
#include "tui/bars.h"

/* What needs the values sorted. */
struct run_order {
	size_t count; /* of values when it was computed; 0: never */
	double minimum;
	double median;
	double low; /* 95% interval of the median; NaN for few values */
	double high;
	double p95;
	double p99;
	double maximum;
};

struct run_step {
	uint64_t bytes;  /* that an iteration moves: then values and all else are in MB/s */
	bool in_seconds; /* values and all else are: runs of a command */
	double *values;  /* good ones as measured, in that order */
	size_t count;
	size_t capacity;
	size_t *pass_starts; /* index of each pass's first value */
	size_t pass_count;
	int last_pass;
	uint32_t failed;        /* runs with a failed iteration */
	struct running running; /* of values: run_model_running tells what is shown */
	struct run_order order;
	struct summary summary; /* complete, of the step whose details are shown */
	bool has_summary;
	struct histogram histogram;
	size_t histogram_count; /* of values when it was counted */
	size_t histogram_bins;  /* that were asked for */
};

struct run_row {
	size_t case_index;
	int variant; /* -1: the heading of a case with several variants */
};

struct run_model {
	const struct result *result; /* whose figures these are; not owned */
	struct run_step *steps;
	size_t step_count;
	size_t variant_count;
	size_t samples_seen;
	double subtracted; /* from all times that are kept in steps, but not from values */
	struct run_row *rows;
	size_t row_count;
};

/* Show result (NULL: nothing) from now on. 0 or -ENOMEM. */
int run_model_begin(struct run_model *model, const struct result *result);
void run_model_clear(struct run_model *model);

/* The same result has moved in memory. */
void run_model_moved(struct run_model *model, const struct result *result);

/* Take the samples that have arrived since the last call. 0 or -ENOMEM. */
int run_model_update(struct run_model *model);

/* What a step's values are in: "ns", "s", "MB/s", "instructions"; static. */
const char *run_model_unit(const struct run_model *model, size_t step);

/* What is taken off each of a step's values to show it. */
double run_model_subtracted(const struct run_model *model, const struct run_step *step);

/* The step of a row; of a heading its first. */
size_t run_model_step(const struct run_model *model, const struct run_row *row);
/* The first row of a case. */
size_t run_model_row_of_case(const struct run_model *model, size_t case_index);

/* Count, mean, variance, least and most of all values so far. */
struct running run_model_running(const struct run_model *model, size_t step);

/* Current enough for a live display; exact as soon as no more samples come (final). */
const struct run_order *run_model_order(struct run_model *model, size_t step, bool final);
const struct summary *run_model_summary(struct run_model *model, size_t step, bool final);
/* With at most bins bins. NULL when there is nothing to count. */
const struct histogram *run_model_histogram(struct run_model *model, size_t step, size_t bins,
					    bool final);

/* One step's state in a few characters for the first column: ' ' '>' '*' '!' '-' '~'. */
char run_model_mark(enum step_state state);
/* Whether the reason for a step's state is shown in the place of its figures. */
bool run_model_is_explained(const struct step *step);

#endif
