/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * run_readings.h - what the runs of an operation that times itself have told, as lines of the Run
 * page: its own figure first, then each metric. No screen here.
 */
#ifndef LSMBENCH_TUI_RUN_READINGS_H
#define LSMBENCH_TUI_RUN_READINGS_H

#include <stdbool.h>
#include <stddef.h>

#include "tui/run_model.h"

/* The lines that a step has: those of its case, whatever variant has told them. */
struct run_readings {
	size_t step;
	size_t baseline; /* the case's step of the baseline; the same: this is it */
	size_t count;    /* of lines; the first one is the own figure */
	enum metric_id metrics[METRIC_COUNT]; /* of the lines behind it */
};

struct run_reading {
	const char *name;    /* "lstat-p50", "elapsed" */
	const char *unit;    /* "ns", "count" */
	const char *summary; /* one line */
	bool bigger_is_better;
	size_t count; /* of runs that told it; 0: the figures are NaN */
	double median;
	double minimum;
	double maximum;
	double base; /* the baseline's median; NaN: it has none, or this is it */
};

/* Whether a step's runs are told by readings, not by the distribution of many batches. */
bool run_readings_has(const struct run_model *model, size_t step);
void run_readings_begin(struct run_readings *readings, const struct run_model *model, size_t step);
/* One line. final as of run_model_order. */
void run_readings_line(const struct run_readings *readings, struct run_model *model, size_t line,
		       bool final, struct run_reading *reading);

/* "+3.2% worse", "-10.0% better", "same"; "" without a baseline to hold it against. */
#define RUN_READING_DIFFERENCE_SIZE 32
const char *run_reading_difference(const struct run_reading *reading,
				   char buffer[RUN_READING_DIFFERENCE_SIZE]);

/* The median of a metric over the step's runs; NaN: none has told it. */
double run_readings_median(const struct run_model *model, size_t step, enum metric_id metric);

#endif
