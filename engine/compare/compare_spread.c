/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * compare_spread.c - doubts about imported figures, and sessions that stand apart.
 */
#include "engine/compare/compare_spread.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/compare/compare_private.h"
#include "engine/operation/operation_imported.h"

void comparison_spread_side(struct comparison_row *row, const struct comparison_group *group,
			    const struct case_figures *which)
{
	double precision = 0;
	const struct figures *last = NULL;

	for (size_t i = 0; i < group->count; i++) {
		const struct case_figures *found = figures_find_same(group->sessions[i], which);

		if (!found)
			continue;
		/* Parts of one stand together. */
		row->one_summary |= last && group->sessions[i]->part_of == last;
		last = group->sessions[i]->part_of;
		precision = fmax(precision, figures_precision(found));
		row->ambiguous |= figures_is_ambiguous(found);
	}
	row->precision += precision;
}

void comparison_spread_medians(struct comparison_row *row, const double *medians, size_t count)
{
	double low = INFINITY;
	double high = -INFINITY;

	for (size_t i = 0; i < count; i++) {
		low = fmin(low, medians[i]);
		high = fmax(high, medians[i]);
	}
	if (count > 0)
		row->sessions_apart = fmax(row->sessions_apart, high - low);
}

/* In what the row's cells were printed: ns, or a metric's own unit. */
static double printed(const struct comparison_row *row, double ns)
{
	return row->metric ? comparison_kept(row, ns) : ns;
}

/* Whether what was cut off the printed cells could be all of the difference. */
static bool is_rounding(const struct comparison_row *row)
{
	return row->precision > 0 &&
	       fabs(printed(row, row->other_ns) - printed(row, row->base_ns)) <=
		       row->precision * (1 + 1e-9);
}

/* Why no verdict can rest on the row's figures; NULL: they can bear one. */
static const char *doubt(const struct comparison_row *row, char *buffer, size_t size)
{
	const char *artefact = operation_artefact(row->operation);
	double factor = exp(row->sessions_apart);

	if (row->ambiguous) {
		snprintf(buffer, size, "a printed cell is ambiguous: digits or a K may be cut off");
		return buffer;
	}
	if (artefact) {
		snprintf(buffer, size, "an artefact: %s", artefact);
		return buffer;
	}
	if (factor > SPREAD_FACTOR) {
		double named = SPREAD_FACTOR;

		/* In steps, so that rows with much the same share a note. */
		for (double step = 10; step < factor && step < 1e6; step *= 10)
			named = step;
		snprintf(buffer, size,
			 "unusable: the sessions of one side differ by more than a factor of %g",
			 named);
		return buffer;
	}
	return NULL;
}

/* Add words to what the row's reason says already. */
static void say_more(struct comparison_row *row, const char *words)
{
	size_t used = strlen(row->reason);

	snprintf(row->reason + used, sizeof(row->reason) - used, "%s%s", used ? "; " : "", words);
}

void comparison_spread_judge(struct comparison_row *row)
{
	bool is_verdict = row->verdict == VERDICT_SLOWER || row->verdict == VERDICT_FASTER;
	char buffer[COMPARISON_REASON_SIZE / 4];
	const char *words = doubt(row, buffer, sizeof(buffer));

	/* What the cells were rounded by hides any difference as large. */
	if (row->precision > 0 && row->base_ns > 0)
		row->limit = fmax(row->limit, log1p(row->precision / printed(row, row->base_ns)));
	if (words && row->verdict != VERDICT_NOT_COMPARABLE) {
		comparison_say(row, VERDICT_UNTRUSTWORTHY, "%s", words);
	} else if (is_rounding(row)) {
		words = "the difference is within what the printed cells were rounded by";
		if (is_verdict)
			comparison_say(row, VERDICT_UNTRUSTWORTHY, "%s", words);
		else
			say_more(row, words);
	}
}

/* What is counted of a session of a group. */
struct apart {
	size_t cases;
	size_t beyond; /* cases in which it is apart */
	double median; /* of the case at hand; NaN: it does not have it */
};

/* Count who is apart in the row's case. values has room for all sessions. */
static void count_apart(const struct comparison_group *group, const struct comparison_row *row,
			struct apart *sessions, double *values)
{
	size_t count = 0;
	double median;

	for (size_t i = 0; i < group->count; i++) {
		const struct case_figures *found =
			figures_find_metric(group->sessions[i], row->operation, row->parameter,
					    row->place, "none", row->metric);

		sessions[i].median = found ? figures_median(found) : NAN;
		if (sessions[i].median > 0)
			values[count++] = sessions[i].median;
	}
	/* Of two, neither is the one that is apart. */
	median = count < 3 ? NAN : comparison_median(values, count);
	for (size_t i = 0; i < group->count; i++) {
		if (!(sessions[i].median > 0) || isnan(median))
			continue;
		sessions[i].cases++;
		sessions[i].beyond += fabs(log(sessions[i].median / median)) > log(SPREAD_APART);
	}
}

static int note_apart(const struct figures *session, const struct apart *apart,
		      struct comparison *comparison)
{
	char row[40] = "";

	/* A few cases are chance; a tenth of them is a machine that did something else, too. */
	if (apart->beyond < 5 || apart->beyond * 10 < apart->cases)
		return 0;
	if (session->part_of)
		snprintf(row, sizeof(row), ", row %zu", session->part + 1);
	return comparison_note(comparison,
			       "%s%s: apart from its group in %zu of %zu cases, by a factor of %g "
			       "or more: was the machine disturbed?",
			       session->source, row, apart->beyond, apart->cases, SPREAD_APART);
}

static int note_group(const struct comparison_group *group, struct comparison *comparison)
{
	struct apart *sessions = calloc(group->count, sizeof(*sessions));
	double *values = calloc(group->count, sizeof(*values));
	int status = sessions && values ? 0 : -ENOMEM;

	for (size_t i = 0; i < comparison->row_count && status == 0; i++) {
		/* A case has a row for each group that is compared with the base. */
		if (comparison->rows[i].label == comparison->labels.items[0])
			count_apart(group, &comparison->rows[i], sessions, values);
	}
	for (size_t i = 0; i < group->count && status == 0; i++)
		status = note_apart(group->sessions[i], &sessions[i], comparison);
	free(sessions);
	free(values);
	return status;
}

int comparison_spread_note(const struct comparison_group *groups, size_t count,
			   struct comparison *comparison)
{
	int status = 0;

	for (size_t i = 0; i < count && status == 0; i++)
		status = note_group(&groups[i], comparison);
	return status;
}
