/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * compare_counts.c - what may be said of counts of instructions. They are exact, so that there is
 * nothing to test: two boots with one seed count the same. What a difference has to exceed is what
 * the base differs by from itself, in a repeat, from boot to boot, or from pass to pass.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engine/compare/compare_private.h"
#include "engine/environment/rung_facts.h"

bool comparison_is_repeat(const struct comparison_group *base, const struct comparison_group *other)
{
	for (size_t i = 0; i < other->count; i++) {
		if (!rung_is_repeat_of(&other->sessions[i]->environment,
				       &base->sessions[0]->environment))
			return false;
	}
	return true;
}

/* Whether two boots of a side stand for the same thing, by what was asked and what came of it. */
static bool are_alike(const struct figures *a, const struct figures *b)
{
	return rung_stands_for(&a->environment, &b->environment) &&
	       strcmp(environment_value(&a->environment, "lsm.active", ""),
		      environment_value(&b->environment, "lsm.active", "")) == 0;
}

/* The first session of a side that is another rung than those before it, or NULL. */
static const struct figures *find_unlike(const struct comparison_group *group)
{
	for (size_t i = 1; i < group->count; i++) {
		for (size_t j = 0; j < i; j++) {
			if (!are_alike(group->sessions[j], group->sessions[i]))
				return group->sessions[i];
		}
	}
	return NULL;
}

void comparison_refuse_unlike(const struct comparison_group *groups, size_t count,
			      struct comparison *comparison)
{
	const struct figures *base = find_unlike(&groups[0]);

	for (size_t i = 1; i < count; i++) {
		const struct figures *unlike = base ? base : find_unlike(&groups[i]);

		for (size_t j = 0; unlike && j < comparison->row_count; j++) {
			struct comparison_row *row = &comparison->rows[j];

			if (row->label == comparison->labels.items[i - 1] &&
			    row->unit == RESULT_INSTRUCTIONS)
				comparison_say(
					row, VERDICT_NOT_COMPARABLE,
					"a side holds different rungs, %.200s and %.200s: "
					"their difference is no resolution; give each a "
					"side of its own",
					(base ? &groups[0] : &groups[i])->sessions[0]->source,
					unlike->source);
		}
	}
}

enum verdict comparison_counted_as(const struct comparison_row *row)
{
	if (row->unit != RESULT_INSTRUCTIONS)
		return row->verdict;
	if (row->role == ROW_AA || row->verdict == VERDICT_NOT_MOVED)
		return VERDICT_NO_DIFFERENCE;
	if (row->verdict != VERDICT_MOVED)
		return row->verdict;
	return row->estimate > 0 ? VERDICT_SLOWER : VERDICT_FASTER;
}

/* What the passes and boots of each side differ by among themselves, both sides together. */
static double own_range(const struct comparison_row *row)
{
	double range = row->spread_high - row->spread_low;

	return isfinite(range) ? row->base_ns * expm1(range) : 0;
}

/* The most that a repeat of the row's case differs from the base by; negative: there is none. */
static double repeat_difference(const struct comparison *comparison,
				const struct comparison_row *row)
{
	double most = -1;

	for (size_t i = 0; i < comparison->row_count; i++) {
		const struct comparison_row *repeat = &comparison->rows[i];

		if (repeat->role == ROW_AA && strcmp(repeat->name, row->name) == 0)
			most = fmax(most, fabs(comparison_ns(repeat)));
	}
	return most;
}

/* Sessions of one side stand for the same thing; passes of one session share its boot. */
static bool has_boots(const struct comparison *comparison, const struct comparison_row *row)
{
	return comparison->kind == COMPARISON_SESSIONS &&
	       (row->base_count > 1 || row->part_count > 1);
}

static void find_resolution(const struct comparison *comparison, struct comparison_row *row)
{
	double repeat = repeat_difference(comparison, row);

	row->resolution = NAN;
	if (repeat < 0 && !has_boots(comparison, row))
		return;
	row->resolution = fmax(COMPARISON_FINEST_COUNT, fmax(repeat, own_range(row)));
	row->limit = log1p(row->resolution / row->base_ns);
}

/* No verdict, and what a person can do for one; what was wrong with the case stands behind. */
static void say_why_not(const struct comparison *comparison, struct comparison_row *row)
{
	char trouble[COMPARISON_REASON_SIZE / 2];
	const char *why =
		row->role == ROW_AA ? "a repeat of the base: what it differs by is the resolution"
		: comparison->kind == COMPARISON_VARIANTS
			? "exact counts, no test; the variant \"same\" shows what they resolve"
			: "exact counts, no test; a repeat of the base (its rungs same and "
			  "placebo) shows what they resolve";

	snprintf(trouble, sizeof(trouble), "%s%.500s", row->reason[0] ? "; " : "", row->reason);
	comparison_say(row, VERDICT_NONE, "%s%s", why, trouble);
}

static void judge(const struct comparison *comparison, struct comparison_row *row)
{
	char text[COMPARISON_REASON_SIZE];

	if (row->part_count == 0 || isnan(row->estimate)) {
		row->verdict = VERDICT_NONE;
		if (!row->reason[0])
			comparison_say(row, VERDICT_NONE, "not measured");
		return;
	}
	find_resolution(comparison, row);
	if (comparison->kind == COMPARISON_SESSIONS &&
	    comparison_environment_trouble(comparison, text, sizeof(text)))
		comparison_say(row, VERDICT_NOT_COMPARABLE, "%s", text);
	else if (row->role == ROW_AA || isnan(row->resolution))
		say_why_not(comparison, row);
	else
		/* Instructions are whole, whatever numbers of iterations make of them. */
		row->verdict = round(fabs(comparison_ns(row))) > round(row->resolution)
				       ? VERDICT_MOVED
				       : VERDICT_NOT_MOVED;
}

int comparison_judge_counts(struct comparison *comparison)
{
	comparison->tests = 0;
	comparison->needed = 0;
	for (size_t i = 0; i < comparison->row_count; i++) {
		struct comparison_row *row = &comparison->rows[i];

		row->low = NAN;
		row->high = NAN;
		row->p = NAN;
		row->p_adjusted = NAN;
		row->limit = NAN;
		judge(comparison, row);
		if (row->part_count > comparison->parts)
			comparison->parts = row->part_count;
	}
	return comparison_note(comparison, "the figures are instructions, not time");
}
