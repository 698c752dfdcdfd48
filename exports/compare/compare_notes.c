/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * compare_notes.c - reasons behind the verdicts of a comparison, each said once for all the rows
 * that have it.
 */
#include "exports/compare/compare_notes.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define VERDICT_SIZE (COMPARISON_REASON_SIZE + 64)

/* With more rows than this their number says more than their names. */
#define NAMED_ROWS 3

/* Is there something to say of the row that its table does not? */
static bool is_worth_a_note(const struct comparison *comparison, const struct comparison_row *row,
			    const char *verdict, const char *state)
{
	/* Of what is shown beside the runs' own figures there is much: only what is a finding. */
	if (comparison_is_aside(comparison, row) &&
	    (row->verdict == VERDICT_NONE || row->verdict == VERDICT_NO_DIFFERENCE))
		return false;
	/* What all have in common is said once, on top; so are the words of quick checks. */
	return row->reason[0] && row->verdict != VERDICT_MOVED &&
	       row->verdict != VERDICT_NOT_MOVED && strcmp(state, verdict) != 0;
}

static bool same_answer(const struct comparison_row *a, const struct comparison_row *b)
{
	return a->verdict == b->verdict && strcmp(a->reason, b->reason) == 0 &&
	       (a->verdict != VERDICT_NO_DIFFERENCE || a->limit == b->limit);
}

static bool was_said(const struct comparison *comparison, size_t index)
{
	for (size_t i = 0; i < index; i++) {
		if (same_answer(&comparison->rows[i], &comparison->rows[index]))
			return true;
	}
	return false;
}

/* "stat FFF, same; stat FFF, landlock:1", or "12 rows". */
static void write_rows(const struct comparison *comparison, size_t first, FILE *file)
{
	size_t count = 0;
	size_t written = 0;

	for (size_t i = first; i < comparison->row_count; i++)
		count += same_answer(&comparison->rows[first], &comparison->rows[i]);
	if (count > NAMED_ROWS) {
		fprintf(file, "%zu rows", count);
		return;
	}
	for (size_t i = first; i < comparison->row_count; i++) {
		const struct comparison_row *row = &comparison->rows[i];

		if (same_answer(&comparison->rows[first], row))
			fprintf(file, "%s%s, %s", written++ ? "; " : "", row->name, row->label);
	}
}

static int add_note(const struct comparison *comparison, size_t index, const char *verdict,
		    struct text_list *notes)
{
	char *text = NULL;
	size_t size;
	FILE *file = open_memstream(&text, &size);
	int status;

	if (!file)
		return -ENOMEM;
	write_rows(comparison, index, file);
	fprintf(file, ": %s", verdict);
	status = fclose(file) == 0 ? text_list_add(notes, text) : -ENOMEM;
	free(text);
	return status;
}

int compare_notes_of(const struct comparison *comparison, struct text_list *notes)
{
	char *state = malloc(2 * VERDICT_SIZE);
	char *verdict = state ? state + VERDICT_SIZE : NULL;
	int status = state ? 0 : -ENOMEM;

	if (state)
		comparison_state(comparison, state, VERDICT_SIZE);
	for (size_t i = 0; i < comparison->row_count && status == 0; i++) {
		comparison_verdict(&comparison->rows[i], verdict, VERDICT_SIZE);
		if (is_worth_a_note(comparison, &comparison->rows[i], verdict, state) &&
		    !was_said(comparison, i))
			status = add_note(comparison, i, verdict, notes);
	}
	free(state);
	return status;
}
