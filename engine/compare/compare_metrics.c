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
	double *sorted;
	double *base_medians; /* of the passes, as they were told; and of the other side: */
	double *other_medians;
};

/* What a run has told; NaN: nothing. */
static double told(const struct result *result, size_t step, unsigned int pass, uint32_t run,
		   enum metric_id metric)
{
	const struct sample sample = {.step = (uint32_t)step, .pass = (uint16_t)pass, .run = run};
	size_t count;
	const struct reading *readings = result_readings_of(result, &sample, &count);

	for (size_t i = 0; i < count; i++) {
		if (readings[i].metric == metric && result_reading_counts(result, &readings[i]))
			return readings[i].value;
	}
	return NAN;
}

void comparison_take_zeros(struct comparison_row *row, double *base, size_t base_count,
			   double *other, size_t other_count)
{
	row->has_zeros = true;
	row->base_count = base_count;
	row->base_ns = comparison_inner(row->metric, comparison_median(base, base_count));
	row->other_ns = comparison_inner(row->metric, comparison_median(other, other_count));
}

void comparison_judge_zeros(struct comparison_row *row)
{
	const bool is_nothing = !(comparison_kept(row, row->base_ns) > 0) &&
				!(comparison_kept(row, row->other_ns) > 0);
	char trouble[COMPARISON_REASON_SIZE];

	memcpy(trouble, row->reason, sizeof(trouble));
	comparison_say(row, VERDICT_NONE, "%s%s%s",
		       is_nothing ? "0 on both sides"
				  : "of 0, in some runs, there is no percentage",
		       trouble[0] ? "; " : "", trouble);
}

/* A case under a variant beside the same under the baseline. */
struct pairing {
	size_t case_index;
	size_t variant;
	enum metric_id metric;
	struct compare_pairs pairs;
	size_t passes; /* in which both have told something */
	bool has_zeros;
};

/* The median of values, which keep their order; count is not 0. */
static double median_of(const struct added *added, const double *values, size_t count)
{
	memcpy(added->sorted, values, count * sizeof(*values));
	return comparison_median(added->sorted, count);
}

/* Put what the runs of a pass have told on both sides into base and other; how many there are. */
static size_t gather_pass(const struct added *added, const struct pairing *pairing,
			  unsigned int pass)
{
	const struct result *result = added->result;
	const uint32_t runs = plan_case_runs(&result->plan, pairing->case_index);
	const size_t base_step = plan_step(&result->plan, pairing->case_index, 0);
	const size_t other_step = plan_step(&result->plan, pairing->case_index, pairing->variant);
	size_t count = 0;

	for (uint32_t run = 0; run < runs; run++) {
		const double base = told(result, base_step, pass, run, pairing->metric);
		const double other = told(result, other_step, pass, run, pairing->metric);

		if (isnan(base) || isnan(other))
			continue;
		added->base[count] = base;
		added->other[count++] = other;
	}
	return count;
}

static int pair_pass(const struct added *added, struct pairing *pairing, unsigned int pass)
{
	const struct metric *metric = &metrics[pairing->metric];
	const size_t count = gather_pass(added, pairing, pass);
	size_t zeros = 0;

	if (count == 0)
		return 0;
	for (size_t i = 0; i < count; i++)
		zeros += !(added->base[i] > 0) || !(added->other[i] > 0);
	pairing->has_zeros |= zeros > 0;
	added->base_medians[pairing->passes] = median_of(added, added->base, count);
	added->other_medians[pairing->passes++] = median_of(added, added->other, count);
	for (size_t i = 0; i < count; i++) {
		added->base[i] = comparison_inner(metric, added->base[i]);
		added->other[i] = comparison_inner(metric, added->other[i]);
	}
	return compare_pairs_add(&pairing->pairs, added->base, added->other, count);
}

static int add_row(struct added *added, size_t case_index, size_t variant, enum metric_id metric)
{
	struct comparison_row *row = &added->rows[added->count];
	struct pairing pairing = {case_index, variant, metric, {0}, 0, false};
	int status = compare_begin_row(added->result, added->comparison, case_index, variant,
				       &metrics[metric], row);

	for (unsigned int pass = 0; pass < added->result->plan.passes && status == 0; pass++)
		status = pair_pass(added, &pairing, pass);
	if (status == 0 && pairing.has_zeros)
		comparison_take_zeros(row, added->base_medians, pairing.passes,
				      added->other_medians, pairing.passes);
	else if (status == 0)
		status = compare_pairs_finish(&pairing.pairs, row);
	compare_pairs_clear(&pairing.pairs);
	if (status == 0 && (row->part_count > 0 || row->has_zeros))
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
	added.sorted = calloc(runs, sizeof(*added.sorted));
	added.base_medians = calloc(result->plan.passes + 1u, sizeof(*added.base_medians));
	added.other_medians = calloc(result->plan.passes + 1u, sizeof(*added.other_medians));
	if (!added.rows || !added.base || !added.other || !added.sorted || !added.base_medians ||
	    !added.other_medians)
		status = -ENOMEM;
	for (; i < result->plan.case_count && status == 0; i++)
		status = add_case(&added, i);
	free(added.base);
	free(added.other);
	free(added.sorted);
	free(added.base_medians);
	free(added.other_medians);
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
