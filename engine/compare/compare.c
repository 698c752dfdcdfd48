/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * compare.c - what comparisons within a session and across sessions share: rows, the correction
 * for many tests, controls.
 */
#include "engine/compare/compare.h"

#include <errno.h>
#include <fnmatch.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/compare/compare_private.h"
#include "engine/operation/operation_imported.h"
#include "engine/statistics/hodges_lehmann.h"
#include "engine/statistics/multiplicity.h"
#include "engine/statistics/rank_test.h"
#include "engine/statistics/summary.h"
#include "engine/variant/variant.h"

const char *comparison_role_name(enum comparison_role role)
{
	static const char *const names[] = {
		[ROW_TEST] = "test", [ROW_CONTROL] = "control", [ROW_AA] = "A/A"};

	return names[role];
}

bool compare_is_control(const char *base, const char *variant, const struct operation *operation)
{
	/* No confinement reaches into user space, whatever its name may mean one day. */
	if (strcmp(operation->group, "control") == 0)
		return true;
	return variant_spares(base, operation) && variant_spares(variant, operation);
}

char *comparison_case_name(const struct operation *operation, const struct metric *metric,
			   const char *parameter, const char *place)
{
	char *name;

	if (asprintf(&name, "%s%s%s%s%s%s%s", operation->name, parameter[0] ? " " : "", parameter,
		     place[0] ? " on " : "", place, metric ? ": " : "",
		     metric ? metric->name : "") < 0)
		return NULL;
	return name;
}

int comparison_row_begin(struct comparison_row *row, enum result_unit unit,
			 const struct operation *operation, const struct metric *metric,
			 const char *parameter, const char *place, const char *label)
{
	*row = (struct comparison_row){
		.operation = operation,
		.metric = metric,
		.label = label,
		.calls = operation_call_count(operation, parameter),
		/* Of what only imports have, nobody counted any. */
		.calls_grow = operation_calls_grow(operation, parameter) ||
			      operation_is_imported(operation) || operation->record || metric,
		.unit = unit,
		.bytes = metric ? 0 : result_unit_bytes(unit, operation, parameter),
		.parameter = strdup(parameter),
		.place = strdup(place),
		.name = comparison_case_name(operation, metric, parameter, place),
		.base_ns = NAN,
		.other_ns = NAN,
		.estimate = NAN,
		.low = NAN,
		.high = NAN,
		.base_range = NAN,
		.paired_ns = NAN,
		.paired_shown = NAN,
		.spread_low = NAN,
		.spread_high = NAN,
		.p = NAN,
		.p_adjusted = NAN,
		.limit = NAN,
		.resolution = NAN,
		.drift = NAN,
		.drift_p = NAN,
		.drift_change = NAN,
	};
	return row->parameter && row->place && row->name ? 0 : -ENOMEM;
}

bool comparison_is_wanted(const struct comparison_row *row, const struct text_list *globs)
{
	if (!globs || globs->count == 0)
		return true;
	for (size_t i = 0; i < globs->count; i++) {
		if (fnmatch(globs->items[i], row->name, 0) == 0 ||
		    fnmatch(globs->items[i], row->operation->name, 0) == 0)
			return true;
	}
	return false;
}

void comparison_row_clear(struct comparison_row *row)
{
	free(row->parameter);
	free(row->place);
	free(row->name);
	free(row->parts);
}

void comparison_say(struct comparison_row *row, enum verdict verdict, const char *format, ...)
{
	va_list arguments;

	row->verdict = verdict;
	va_start(arguments, format);
	vsnprintf(row->reason, sizeof(row->reason), format, arguments);
	va_end(arguments);
}

void comparison_judge_blind(struct comparison_row *row)
{
	char limit[COMPARISON_PERCENT_SIZE];
	char *reason;

	if ((row->verdict != VERDICT_NO_DIFFERENCE && row->verdict != VERDICT_NOT_MOVED) ||
	    row->limit <= COMPARISON_BLIND)
		return;
	reason = strdup(row->reason);
	comparison_say(row, VERDICT_NONE, "cannot tell: up to %s would have gone unseen%s%s",
		       comparison_show_limit(row->limit, limit), row->reason[0] ? "; " : "",
		       reason ? reason : "");
	free(reason);
}

int comparison_note(struct comparison *comparison, const char *format, ...)
{
	va_list arguments;
	char *text;
	int status;

	va_start(arguments, format);
	status = vasprintf(&text, format, arguments);
	va_end(arguments);
	if (status < 0)
		return -ENOMEM;
	status = text_list_has(&comparison->notes, text) ? 0
							 : text_list_add(&comparison->notes, text);
	free(text);
	return status;
}

double comparison_sd(const double *values, size_t count)
{
	struct running running = {0};

	for (size_t i = 0; i < count; i++)
		running_add(&running, values[i]);
	return sqrt(running_variance(&running));
}

double comparison_median(double *values, size_t count)
{
	sort_values(values, count);
	return quantile(values, count, 0.5);
}

int comparison_row_estimate(struct comparison_row *row)
{
	struct hodges_lehmann center;
	struct rank_test test;
	int status;

	if (row->part_count == 0)
		return 0;
	status = hodges_lehmann_center(row->parts, row->part_count, 0.95, &center);
	if (status < 0)
		return status;
	status = signed_rank_of(row->parts, row->part_count, &test);
	if (status < 0)
		return status;
	row->estimate = center.estimate;
	row->low = center.low;
	row->high = center.high;
	row->p = test.p;
	return 0;
}

bool comparison_same_family(const struct comparison_row *a, const struct comparison_row *b)
{
	if (a->role != b->role || !a->metric != !b->metric)
		return false;
	/* A control vouches for its own variant only. Labels are compared by place: one list. */
	return a->role != ROW_CONTROL || a->label == b->label;
}

bool comparison_has_moved(const struct comparison_row *row)
{
	return row->role != ROW_TEST && row->p_adjusted <= VERDICT_LEVEL;
}

/* The family of the row at first, which is its first. */
static int adjust_family(struct comparison *comparison, size_t first, double *p)
{
	const struct comparison_row *of = &comparison->rows[first];
	int status;

	for (size_t i = 0; i < comparison->row_count; i++)
		p[i] = comparison_same_family(&comparison->rows[i], of) ? comparison->rows[i].p
									: NAN;
	status = multiplicity_adjust(p, comparison->row_count, p);
	for (size_t i = first; i < comparison->row_count && status == 0; i++) {
		if (comparison_same_family(&comparison->rows[i], of))
			comparison->rows[i].p_adjusted = p[i];
	}
	return status;
}

static bool begins_family(const struct comparison *comparison, size_t index)
{
	for (size_t i = 0; i < index; i++) {
		if (comparison_same_family(&comparison->rows[i], &comparison->rows[index]))
			return false;
	}
	return true;
}

static void count_tests(struct comparison *comparison)
{
	size_t most;

	comparison->tests = 0;
	comparison->metric_tests = 0;
	for (size_t i = 0; i < comparison->row_count; i++) {
		const struct comparison_row *row = &comparison->rows[i];

		if (row->role == ROW_TEST && !isnan(row->p) && row->metric)
			comparison->metric_tests++;
		else if (row->role == ROW_TEST && !isnan(row->p))
			comparison->tests++;
	}
	most = comparison->tests ? comparison->tests : comparison->metric_tests;
	comparison->needed = comparison->kind == COMPARISON_VARIANTS
				     ? verdict_passes_needed(most)
				     : verdict_sessions_needed(most);
}

size_t comparison_tests_with(const struct comparison *comparison, const struct comparison_row *row)
{
	return row->metric ? comparison->metric_tests : comparison->tests;
}

bool comparison_is_aside(const struct comparison *comparison, const struct comparison_row *row)
{
	if (!row->metric)
		return false;
	for (size_t i = 0; i < comparison->row_count; i++) {
		if (comparison->rows[i].role == ROW_TEST && !comparison->rows[i].metric)
			return true;
	}
	return false;
}

int comparison_adjust(struct comparison *comparison)
{
	double *p = malloc((comparison->row_count ? comparison->row_count : 1) * sizeof(*p));
	int status = p ? 0 : -ENOMEM;

	for (size_t i = 0; i < comparison->row_count && status == 0; i++) {
		if (begins_family(comparison, i))
			status = adjust_family(comparison, i, p);
	}
	free(p);
	count_tests(comparison);
	return status;
}

void comparison_clear(struct comparison *comparison)
{
	for (size_t i = 0; i < comparison->row_count; i++)
		comparison_row_clear(&comparison->rows[i]);
	free(comparison->rows);
	free(comparison->base);
	text_list_clear(&comparison->labels);
	text_list_clear(&comparison->notes);
	text_list_clear(&comparison->only_base);
	text_list_clear(&comparison->only_other);
	environment_difference_clear(&comparison->difference);
	*comparison = (struct comparison){0};
}

double comparison_percent(double ln)
{
	return 100 * expm1(ln);
}

bool comparison_base_jumps(const struct comparison_row *row)
{
	return row->base_range > log(COMPARISON_STEADY);
}

double comparison_ns(const struct comparison_row *row)
{
	/* Across sessions the estimate is the medians' own ratio: the way there and back by their
	 * logarithms would only add noise. */
	if (isnan(row->base_range) && isfinite(row->other_ns))
		return row->other_ns - row->base_ns;
	return comparison_base_jumps(row) ? row->paired_ns : row->base_ns * expm1(row->estimate);
}

double comparison_ns_per_call(const struct comparison_row *row)
{
	return row->calls > 0 && !row->calls_grow && row->bytes == 0 && !row->metric
		       ? comparison_ns(row) / row->calls
		       : NAN;
}
