/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * compare_metrics.c - the variants of one session compared in what their runs have told beside
 * their own figure.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/compare/compare_pairs.h"
#include "engine/compare/compare_private.h"

/* The rows with those of metrics among them. */
struct added {
	const struct result *result;
	struct comparison *comparison;
	struct comparison_row *rows;
	size_t count;
	double *base; /* of the runs of a pass */
	double *other;
};

/* What a run has told, as a row holds it; NaN: nothing. */
static double told(const struct result *result, size_t step, unsigned int pass, uint32_t run,
		   enum metric_id metric)
{
	const struct sample sample = {.step = (uint32_t)step, .pass = (uint16_t)pass, .run = run};
	size_t count;
	const struct reading *readings = result_readings_of(result, &sample, &count);

	for (size_t i = 0; i < count; i++) {
		if (readings[i].metric == metric && result_reading_counts(result, &readings[i]))
			return comparison_inner(&metrics[metric], readings[i].value);
	}
	return NAN;
}

static int pair_passes(const struct added *added, size_t case_index, size_t variant,
		       enum metric_id metric, struct compare_pairs *pairs)
{
	const struct plan *plan = &added->result->plan;
	const uint32_t runs = plan_case_runs(plan, case_index);
	int status = 0;

	for (unsigned int pass = 0; pass < plan->passes && status == 0; pass++) {
		for (uint32_t run = 0; run < runs; run++) {
			added->base[run] = told(added->result, plan_step(plan, case_index, 0), pass,
						run, metric);
			added->other[run] =
				told(added->result, plan_step(plan, case_index, variant), pass, run,
				     metric);
		}
		status = compare_pairs_add(pairs, added->base, added->other, runs);
	}
	return status;
}

static int add_row(struct added *added, size_t case_index, size_t variant, enum metric_id metric)
{
	struct comparison_row *row = &added->rows[added->count];
	struct compare_pairs pairs = {0};
	int status = compare_begin_row(added->result, added->comparison, case_index, variant,
				       &metrics[metric], row);

	if (status == 0)
		status = pair_passes(added, case_index, variant, metric, &pairs);
	if (status == 0)
		status = compare_pairs_finish(&pairs, row);
	compare_pairs_clear(&pairs);
	if (status == 0 && row->part_count > 0)
		added->count++;
	else
		comparison_row_clear(row);
	return status;
}

static int add_case(struct added *added, size_t case_index)
{
	const size_t width = added->result->plan.variants.count;
	enum metric_id found[METRIC_COUNT];
	const size_t count = result_metrics_of(added->result, case_index, found);
	int status = 0;

	memcpy(&added->rows[added->count], &added->comparison->rows[case_index * (width - 1)],
	       (width - 1) * sizeof(*added->rows));
	added->count += width - 1;
	for (size_t i = 0; i < count * (width - 1) && status == 0; i++)
		status = add_row(added, case_index, i % (width - 1) + 1, found[i / (width - 1)]);
	return status;
}

/* The most rows that there can be. */
static size_t room_for(const struct result *result)
{
	size_t rows = 0;

	for (size_t i = 0; i < result->plan.case_count; i++) {
		enum metric_id found[METRIC_COUNT];

		rows += (1 + result_metrics_of(result, i, found)) *
			(result->plan.variants.count - 1);
	}
	return rows;
}

static uint32_t most_runs(const struct plan *plan)
{
	uint32_t most = 1;

	for (size_t i = 0; i < plan->case_count; i++) {
		if (plan_case_runs(plan, i) > most)
			most = plan_case_runs(plan, i);
	}
	return most;
}

int compare_metrics_add(const struct result *result, struct comparison *comparison)
{
	const uint32_t runs = most_runs(&result->plan);
	struct added added = {.result = result, .comparison = comparison};
	size_t i = 0;
	int status = 0;

	if (result->reading_count == 0)
		return 0;
	added.rows = calloc(room_for(result) + 1, sizeof(*added.rows));
	added.base = calloc(runs, sizeof(*added.base));
	added.other = calloc(runs, sizeof(*added.other));
	if (!added.rows || !added.base || !added.other)
		status = -ENOMEM;
	for (; i < result->plan.case_count && status == 0; i++)
		status = add_case(&added, i);
	free(added.base);
	free(added.other);
	if (status < 0) {
		/* Those that were copied still stand in the comparison, whose they are. */
		for (size_t j = 0; j < added.count; j++) {
			if (added.rows[j].metric)
				comparison_row_clear(&added.rows[j]);
		}
		free(added.rows);
		return status;
	}
	free(comparison->rows);
	comparison->rows = added.rows;
	comparison->row_count = added.count;
	return 0;
}
