/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * compare_text.c - what a comparison says in words: verdicts with their figures, the headline.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engine/compare/compare_private.h"

#define COUNT_SIZE 32

static const char *show_resolution(const struct comparison_row *row, char buffer[COUNT_SIZE])
{
	snprintf(buffer, COUNT_SIZE, "%.*f", result_unit_decimals(row->unit, row->resolution, 1),
		 row->resolution);
	return buffer;
}

static bool is_judged_count(const struct comparison_row *row)
{
	return row->unit == RESULT_INSTRUCTIONS &&
	       (row->verdict == VERDICT_MOVED || row->verdict == VERDICT_NOT_MOVED);
}

/* Instructions are no time: more of them need not be slower. */
static const char *count_word(const struct comparison_row *row)
{
	if (row->verdict == VERDICT_NOT_MOVED)
		return "within";
	return row->estimate > 0 ? "more" : "fewer";
}

static const char *count_verdict(const struct comparison_row *row, char *buffer, size_t size)
{
	char resolution[COUNT_SIZE];

	show_resolution(row, resolution);
	snprintf(buffer, size,
		 row->verdict == VERDICT_MOVED ? "%s, beyond the resolution of %s%s%s"
					       : "%s the resolution of %s%s%s",
		 count_word(row), resolution, row->reason[0] ? "; " : "", row->reason);
	return buffer;
}

const char *comparison_verdict(const struct comparison_row *row, char *buffer, size_t size)
{
	const char *word = verdict_word(row->verdict);
	char limit[COMPARISON_PERCENT_SIZE];

	if (is_judged_count(row))
		return count_verdict(row, buffer, size);
	switch (row->verdict) {
	case VERDICT_NO_DIFFERENCE:
		snprintf(buffer, size, "%s (limit %s)%s%s", word,
			 comparison_show_limit(row->limit, limit), row->reason[0] ? "; " : "",
			 row->reason);
		break;
	case VERDICT_NOT_MOVED:
		snprintf(buffer, size, "did not move by more than %s%s%s",
			 comparison_show_limit(row->limit, limit), row->reason[0] ? "; " : "",
			 row->reason);
		break;
	case VERDICT_SLOWER:
	case VERDICT_FASTER:
		snprintf(buffer, size, "%s%s%s", word, row->reason[0] ? "; " : "", row->reason);
		break;
	default:
		snprintf(buffer, size, "%s%s%s", word, row->reason[0] ? ": " : "", row->reason);
		break;
	}
	return buffer;
}

const char *comparison_verdict_short(const struct comparison_row *row, char *buffer, size_t size)
{
	char limit[COMPARISON_PERCENT_SIZE];
	char resolution[COUNT_SIZE];

	if (is_judged_count(row)) {
		bool is_within = row->verdict == VERDICT_NOT_MOVED;

		snprintf(buffer, size, "%s%s%s", count_word(row), is_within ? " " : "",
			 is_within ? show_resolution(row, resolution) : "");
		return buffer;
	}
	switch (row->verdict) {
	case VERDICT_NO_DIFFERENCE:
		snprintf(buffer, size, "no diff <%s", comparison_show_limit(row->limit, limit));
		break;
	case VERDICT_NOT_MOVED:
		snprintf(buffer, size, "still <%s", comparison_show_limit(row->limit, limit));
		break;
	case VERDICT_MOVED:
		snprintf(buffer, size, "moved");
		break;
	default:
		snprintf(buffer, size, "%s", verdict_word(row->verdict));
		break;
	}
	return buffer;
}

const char *comparison_row_noun(const struct comparison *comparison, size_t count)
{
	const struct comparison_row *last = NULL;

	/* Rows of one case stand together. */
	for (size_t i = 0; i < comparison->row_count; i++) {
		const struct comparison_row *row = &comparison->rows[i];

		if (row->role != ROW_TEST || comparison_is_aside(comparison, row))
			continue;
		if (last && strcmp(last->name, row->name) == 0)
			return count == 1 ? "comparison" : "comparisons";
		last = row;
	}
	return count == 1 ? "case" : "cases";
}

static void add_verdict(enum verdict verdict, struct comparison_headline *headline)
{
	switch (verdict) {
	case VERDICT_SLOWER:
		headline->slower++;
		break;
	case VERDICT_FASTER:
		headline->faster++;
		break;
	case VERDICT_NO_DIFFERENCE:
		headline->no_difference++;
		break;
	case VERDICT_UNTRUSTWORTHY:
		headline->untrustworthy++;
		break;
	default:
		headline->without++;
		break;
	}
}

void comparison_headline_of(const struct comparison *comparison, double above,
			    struct comparison_headline *headline)
{
	*headline = (struct comparison_headline){0};
	for (size_t i = 0; i < comparison->row_count; i++) {
		const struct comparison_row *row = &comparison->rows[i];

		if (comparison_is_aside(comparison, row))
			continue;
		headline->aa_moved += comparison_has_moved(row) && row->role == ROW_AA;
		headline->controls_moved += comparison_has_moved(row) && row->role == ROW_CONTROL;
		if (row->role != ROW_TEST || isnan(row->estimate))
			continue;
		headline->other_work += row->other_work;
		if (row->other_work)
			continue;
		headline->tested++;
		headline->above += comparison_loss(row) > above;
		add_verdict(comparison_counted_as(row), headline);
		if (!headline->worst || row->estimate > headline->worst->estimate)
			headline->worst = row;
		if (!headline->best || row->estimate < headline->best->estimate)
			headline->best = row;
	}
}

/* The verdicts in numbers, where there are any. */
static size_t show_verdicts(const struct comparison *comparison,
			    const struct comparison_headline *headline, char *buffer, size_t size)
{
	bool is_count = comparison->unit == RESULT_INSTRUCTIONS;
	int used;

	if (headline->slower + headline->faster + headline->no_difference +
		    headline->untrustworthy ==
	    0)
		return 0;
	used = snprintf(buffer, size,
			is_count ? "%zu more, %zu fewer, %zu within the resolution"
				 : "%zu slower, %zu faster, %zu no difference",
			headline->slower, headline->faster, headline->no_difference);
	if (headline->untrustworthy && (size_t)used < size)
		used += snprintf(buffer + used, size - (size_t)used, ", %zu untrustworthy",
				 headline->untrustworthy);
	if (headline->without && (size_t)used < size)
		used += snprintf(buffer + used, size - (size_t)used, ", %zu without verdict",
				 headline->without);
	if ((size_t)used < size)
		used += snprintf(buffer + used, size - (size_t)used, "; ");
	return (size_t)used;
}

/* "worst +80.6% (stat NNN/YYY/ZZZ/FFF under landlock:1)"; what fell is no worst. */
static void show_extreme(const struct comparison *comparison,
			 const struct comparison_headline *headline, char *buffer, size_t size)
{
	bool any_rose = headline->worst->estimate > 0;
	bool any_fell = headline->best->estimate < 0;
	const struct comparison_row *row = any_rose ? headline->worst : headline->best;
	bool is_rate = comparison_is_rate(row);
	bool many = comparison->labels.count > 1;
	char percent[COMPARISON_PERCENT_SIZE];

	if (!any_rose && !any_fell) {
		snprintf(buffer, size, "none differs");
		return;
	}
	snprintf(buffer, size, "%s %s%s%s (%s%s%s)",
		 any_rose                                  ? "worst"
		 : comparison->unit == RESULT_INSTRUCTIONS ? "none more, fewest"
							   : "none slower, fastest",
		 comparison_show_row_percent(row, row->estimate, percent), is_rate ? " " : "",
		 is_rate ? comparison_unit(row) : "", row->name, many ? " under " : "",
		 many ? row->label : "");
}

/* "; moved though equal: 1 A/A row, 2 controls", or nothing, behind what buffer holds. */
static void append_moved(const struct comparison_headline *headline, char *buffer, size_t size)
{
	size_t used = strlen(buffer);
	size_t aa = headline->aa_moved;
	size_t controls = headline->controls_moved;
	char of_controls[64] = "";

	if (aa + controls == 0)
		return;
	if (controls > 0)
		snprintf(of_controls, sizeof(of_controls), "%s%zu control%s", aa > 0 ? ", " : "",
			 controls, controls == 1 ? "" : "s");
	if (aa > 0)
		snprintf(buffer + used, size - used, "; moved though equal: %zu A/A row%s%s", aa,
			 aa == 1 ? "" : "s", of_controls);
	else
		snprintf(buffer + used, size - used, "; moved though equal: %s", of_controls);
}

/* "; 2 cases did other work", or nothing, behind what buffer holds. */
static void append_other_work(const struct comparison *comparison,
			      const struct comparison_headline *headline, char *buffer, size_t size)
{
	const size_t used = strlen(buffer);

	if (headline->other_work > 0)
		snprintf(buffer + used, size - used, "; %zu %s did other work",
			 headline->other_work,
			 comparison_row_noun(comparison, headline->other_work));
}

const char *comparison_headline(const struct comparison *comparison, double above, char *buffer,
				size_t size)
{
	struct comparison_headline headline;
	char extreme[512];
	size_t used;

	comparison_headline_of(comparison, above, &headline);
	if (!headline.worst) {
		snprintf(buffer, size, "nothing was compared%s",
			 comparison->row_count > 0 && headline.other_work == 0
				 ? " but controls and the baseline itself"
				 : "");
		append_other_work(comparison, &headline, buffer, size);
		append_moved(&headline, buffer, size);
		return buffer;
	}
	used = show_verdicts(comparison, &headline, buffer, size);
	show_extreme(comparison, &headline, extreme, sizeof(extreme));
	if (used < size)
		snprintf(buffer + used, size - used, "%zu of %zu %s above %g%%, %s", headline.above,
			 headline.tested, comparison_row_noun(comparison, headline.tested), above,
			 extreme);
	append_other_work(comparison, &headline, buffer, size);
	append_moved(&headline, buffer, size);
	return buffer;
}

/* The answer that all tests share, or NULL. */
static const struct comparison_row *shared_answer(const struct comparison *comparison)
{
	const struct comparison_row *first = NULL;

	for (size_t i = 0; i < comparison->row_count; i++) {
		const struct comparison_row *row = &comparison->rows[i];

		if (row->role != ROW_TEST || isnan(row->estimate) ||
		    comparison_is_aside(comparison, row))
			continue;
		if (!first)
			first = row;
		if (row->verdict != first->verdict || strcmp(row->reason, first->reason) != 0)
			return NULL;
	}
	return first;
}

const char *comparison_state(const struct comparison *comparison, char *buffer, size_t size)
{
	const struct comparison_row *row = shared_answer(comparison);

	buffer[0] = '\0';
	if (row && (row->verdict == VERDICT_NONE || row->verdict == VERDICT_NOT_COMPARABLE))
		comparison_verdict(row, buffer, size);
	return buffer;
}
