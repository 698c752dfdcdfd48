/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lmbench_printed.h - texts of LMbench summaries for tests. Include after cmocka.h.
 */
#ifndef LSMBENCH_TESTS_LMBENCH_PRINTED_H
#define LSMBENCH_TESTS_LMBENCH_PRINTED_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exports/lmbench/lmbench_printed.h"

/* All of a file, malloc'ed, with a terminator. */
static inline char *printed_load(const char *path, size_t *length)
{
	FILE *file = fopen(path, "r");
	char *text;
	long size;

	if (!file)
		fail_msg("cannot open %s", path);
	assert_int_equal(fseek(file, 0, SEEK_END), 0);
	size = ftell(file);
	assert_true(size >= 0);
	rewind(file);
	text = malloc((size_t)size + 1);
	assert_non_null(text);
	*length = fread(text, 1, (size_t)size, file);
	assert_int_equal(*length, (size_t)size);
	text[size] = '\0';
	fclose(file);
	return text;
}

/* Read text, which must be a summary. */
static inline void printed_must(const char *text, size_t length, struct printed_summary *summary)
{
	struct error error = {""};

	if (printed_read(text, length, summary, &error) < 0)
		fail_msg("%s", error.text);
}

static inline void printed_must_file(const char *path, struct printed_summary *summary)
{
	size_t length;
	char *text = printed_load(path, &length);

	printed_must(text, length, summary);
	free(text);
}

/* The nth row of the table with that title, from 0; it must be there. */
static inline const struct printed_row *printed_row_at(const struct printed_summary *summary,
						       const char *title, size_t row)
{
	for (size_t i = 0; i < summary->table_count; i++) {
		if (strcmp(summary->tables[i].layout->title, title) == 0) {
			assert_true(row < summary->tables[i].row_count);
			return &summary->tables[i].rows[row];
		}
	}
	fail_msg("no table %s", title);
	return NULL;
}

/* The cell that is certain to be of the column, or NULL. */
static inline const struct printed_cell *printed_cell_at(const struct printed_summary *summary,
							 const char *title, size_t row,
							 const char *column)
{
	const struct printed_row *found = printed_row_at(summary, title, row);
	const struct printed_layout *layout = NULL;

	for (size_t i = 0; i < summary->table_count; i++) {
		if (strcmp(summary->tables[i].layout->title, title) == 0)
			layout = layout ? layout : summary->tables[i].layout;
	}
	for (size_t i = 0; i < found->cell_count; i++) {
		int at = found->cells[i].column;

		if (at >= 0 && strcmp(layout->columns[at].name, column) == 0)
			return &found->cells[i];
	}
	return NULL;
}

#endif
