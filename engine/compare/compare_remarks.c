/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * compare_remarks.c - what the figures of too few boots show all the same: what differs by more
 * than both sides scatter, what scatters too much, what is an artefact of a subtraction.
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/compare/compare_private.h"

#define NAMED 8         /* with more cases than this the others are counted */
#define BOOTS_A_SIDE 3  /* fewer show no scatter */
#define SCATTERS log(2) /* both sides' ranges together */

static bool has_boots(const struct comparison_row *row)
{
	return row->role == ROW_TEST && row->base_count >= BOOTS_A_SIDE &&
	       row->part_count >= BOOTS_A_SIDE;
}

static bool has_scatter(const struct comparison_row *row)
{
	return has_boots(row) && row->verdict == VERDICT_NONE;
}

/* The ranges of both sides together; ln. */
static double scatter(const struct comparison_row *row)
{
	return row->spread_high - row->spread_low;
}

static bool is_apart(const struct comparison_row *row)
{
	return has_scatter(row) && (row->spread_low > 0 || row->spread_high < 0) &&
	       fabs(row->estimate) > scatter(row);
}

static bool is_much_slower(const struct comparison_row *row)
{
	return is_apart(row) && row->estimate > 0;
}

static bool is_much_faster(const struct comparison_row *row)
{
	return is_apart(row) && row->estimate < 0;
}

/* Imports have lost their verdict for it already (compare_spread.h). */
static bool is_unusable(const struct comparison_row *row)
{
	return has_boots(row) &&
	       (row->verdict == VERDICT_NONE || row->verdict == VERDICT_UNTRUSTWORTHY) &&
	       scatter(row) > SCATTERS && !is_apart(row);
}

/* By how much the case differs, a rate with its unit: there plus is faster. */
static const char *show_large(const struct comparison_row *row,
			      char buffer[COMPARISON_PERCENT_SIZE])
{
	comparison_show_row_percent(row, row->estimate, buffer);
	if (comparison_is_rate(row)) {
		size_t used = strlen(buffer);

		snprintf(buffer + used, COMPARISON_PERCENT_SIZE - used, " %s",
			 comparison_unit(row));
	}
	return buffer;
}

static const char *show_scatter(const struct comparison_row *row,
				char buffer[COMPARISON_PERCENT_SIZE])
{
	return comparison_show_limit(scatter(row), buffer);
}

struct remark {
	const char *text;
	bool (*is_of)(const struct comparison_row *row);
	const char *(*show)(const struct comparison_row *row, char buffer[COMPARISON_PERCENT_SIZE]);
	int (*order)(const void *a, const void *b);
};

static int by_estimate(const void *a, const void *b)
{
	double x = fabs((*(const struct comparison_row *const *)a)->estimate);
	double y = fabs((*(const struct comparison_row *const *)b)->estimate);

	return (x < y) - (x > y);
}

static int by_scatter(const void *a, const void *b)
{
	double x = scatter(*(const struct comparison_row *const *)a);
	double y = scatter(*(const struct comparison_row *const *)b);

	return (x < y) - (x > y);
}

/* "TEXT: null-call +72.6%, stat FFF +36.4% and 3 more" */
static int write_remark(struct comparison *comparison, const struct remark *remark,
			const struct comparison_row *const *rows, size_t count)
{
	char *text = NULL;
	size_t size;
	FILE *file = open_memstream(&text, &size);
	int status;

	if (!file)
		return -ENOMEM;
	for (size_t i = 0; i < count && i < NAMED; i++) {
		char shown[COMPARISON_PERCENT_SIZE];

		fprintf(file, "%s%s %s", i > 0 ? ", " : "", rows[i]->name,
			remark->show(rows[i], shown));
	}
	if (count > NAMED)
		fprintf(file, " and %zu more", count - NAMED);
	status = fclose(file) == 0 ? 0 : -ENOMEM;
	if (status == 0)
		status = comparison_note(comparison, "%s: %s", remark->text, text);
	free(text);
	return status;
}

/* The remark with the cases that it is of, the most remarkable first. */
static int add_remark(struct comparison *comparison, const struct remark *remark)
{
	const struct comparison_row **rows =
		calloc(comparison->row_count + 1, sizeof(const struct comparison_row *));
	size_t count = 0;
	int status = rows ? 0 : -ENOMEM;

	for (size_t i = 0; i < comparison->row_count && rows; i++) {
		if (remark->is_of(&comparison->rows[i]))
			rows[count++] = &comparison->rows[i];
	}
	if (count > 0) {
		qsort(rows, count, sizeof(const struct comparison_row *), remark->order);
		status = write_remark(comparison, remark, rows, count);
	}
	free(rows);
	return status;
}

/* Said of the whole where not all rows say it in the same words. */
static int note_too_many_tests(struct comparison *comparison)
{
	char state[COMPARISON_REASON_SIZE + 64];
	bool any = false;

	/* What is missing then is not sessions. */
	if (comparison->base_sessions >= comparison->needed &&
	    comparison->other_sessions >= comparison->needed)
		return 0;
	/* Rows of a summary have no verdict, however few they are. */
	for (size_t i = 0; i < comparison->row_count; i++)
		any |= has_scatter(&comparison->rows[i]) && !comparison->rows[i].one_summary;
	if (!any || comparison_state(comparison, state, sizeof(state))[0])
		return 0;
	return comparison_note(
		comparison,
		"%zu and %zu sessions cannot carry %zu tests, that takes %zu a side: "
		"--cases narrows them, if they are chosen before looking",
		comparison->base_sessions, comparison->other_sessions, comparison->tests,
		comparison->needed);
}

/* LMbench prints a protection fault less the signal's cost: what that gains, it loses. */
static int note_artefact(struct comparison *comparison, const struct comparison_row *row)
{
	for (size_t i = 0; i < comparison->row_count; i++) {
		const struct comparison_row *taken = &comparison->rows[i];

		if (strcmp(taken->operation->name, "lmbench-signal-catch") == 0 &&
		    taken->label == row->label && taken->estimate * row->estimate < 0)
			return comparison_note(comparison,
					       "artefact: %s is printed less the cost of %s, which "
					       "moved the other way",
					       row->name, taken->name);
	}
	return 0;
}

int comparison_remark(struct comparison *comparison)
{
	static const struct remark remarks[] = {
		{"no verdict, but slower by more than both sides scatter", is_much_slower,
		 show_large, by_estimate},
		{"no verdict, but faster by more than both sides scatter", is_much_faster,
		 show_large, by_estimate},
		{"unusable, for so much do sessions scatter", is_unusable, show_scatter,
		 by_scatter},
	};
	int status = note_too_many_tests(comparison);

	for (size_t i = 0; i < sizeof(remarks) / sizeof(remarks[0]) && status == 0; i++)
		status = add_remark(comparison, &remarks[i]);
	for (size_t i = 0; i < comparison->row_count && status == 0; i++) {
		if (strcmp(comparison->rows[i].operation->name, "lmbench-protection-fault") == 0)
			status = note_artefact(comparison, &comparison->rows[i]);
	}
	return status;
}
