/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * run_latencies.c - which latencies stand beside which.
 */
#include "tui/run_latencies.h"

#include <stdio.h>
#include <string.h>

static const char *const names[LATENCY_ROWS] = {
	[LATENCY_ROW_READDIR] = "readdir",
	[LATENCY_ROW_LSTAT] = "lstat",
	[LATENCY_ROW_OPEN] = "open",
	[LATENCY_ROW_FIRST_BYTE] = "first byte",
};

static const enum latency_row order[LATENCY_ROWS] = {
	LATENCY_ROW_LSTAT,
	LATENCY_ROW_OPEN,
	LATENCY_ROW_FIRST_BYTE,
	LATENCY_ROW_READDIR,
};

const char *run_latencies_name(enum latency_row row)
{
	return names[row];
}

static uint64_t writers_of(const struct plan_case *which)
{
	return parameter_number(which->operation->parameter, which->parameter);
}

/* The case without writers; the case itself when the plan has none. */
static size_t find_alone(const struct plan *plan, size_t case_index)
{
	const struct plan_case *which = &plan->cases[case_index];

	if (which->operation->parameter != &parameter_writers || writers_of(which) == 0)
		return case_index;
	for (size_t i = 0; i < plan->case_count; i++) {
		const struct plan_case *other = &plan->cases[i];

		if (other->operation == which->operation && other->scratch == which->scratch &&
		    writers_of(other) == 0)
			return i;
	}
	return case_index;
}

size_t run_latencies_beside(const struct plan *plan, size_t step,
			    char label[RUN_LATENCIES_LABEL_SIZE])
{
	const size_t variants = plan->variants.count;
	const size_t baseline = step - step % variants;
	char full[PLAN_LABEL_SIZE];

	if (baseline != step) {
		plan_step_label(plan, baseline, full);
		snprintf(label, RUN_LATENCIES_LABEL_SIZE, "%.*s", RUN_LATENCIES_LABEL_SIZE - 1,
			 full);
		return baseline;
	}
	snprintf(label, RUN_LATENCIES_LABEL_SIZE, "alone");
	return plan_step(plan, find_alone(plan, step / variants), 0);
}

bool run_latencies_has(const struct result *result, size_t step)
{
	for (size_t i = 0; i < result->latencies_count; i++)
		if (result->latencies[i].step == step)
			return true;
	return false;
}

int run_latencies_begin(struct run_latencies_shown *shown, const struct result *result, size_t step)
{
	size_t beside;
	int code = 0;

	memset(shown, 0, sizeof(*shown));
	beside = run_latencies_beside(&result->plan, step, shown->label);
	for (size_t i = 0; i < LATENCY_ROWS && code == 0; i++) {
		const enum latency_row row = order[i];

		code = result_step_latencies(result, step, row, RESULT_ALL_PASSES,
					     &shown->own[row]);
		if (code == 0 && beside != step)
			code = result_step_latencies(result, beside, row, RESULT_ALL_PASSES,
						     &shown->beside[row]);
		if (shown->own[row].count > 0 || shown->beside[row].count > 0)
			shown->rows[shown->count++] = row;
		shown->has_beside |= shown->beside[row].count > 0;
	}
	if (code < 0)
		run_latencies_clear(shown);
	return code;
}

void run_latencies_clear(struct run_latencies_shown *shown)
{
	for (unsigned int i = 0; i < LATENCY_ROWS; i++) {
		latencies_clear(&shown->own[i]);
		latencies_clear(&shown->beside[i]);
	}
	shown->count = 0;
}
