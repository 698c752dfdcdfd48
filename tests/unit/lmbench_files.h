/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lmbench_files.h - LMbench's own files for the tests: texts and records. Include after cmocka.h.
 */
#ifndef LSMBENCH_TESTS_LMBENCH_FILES_H
#define LSMBENCH_TESTS_LMBENCH_FILES_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exports/lmbench/lmbench_raw_read.h"

#define LMBENCH_FILES "tests/data/lmbench/"

/* The whole file, malloc'ed. */
static inline char *lmbench_file(const char *path, size_t *length)
{
	FILE *file = fopen(path, "rb");
	char *text = malloc(1 << 20);

	if (!file)
		fail_msg("cannot open %s", path);
	assert_non_null(text);
	*length = fread(text, 1, (1 << 20) - 1, file);
	text[*length] = '\0';
	fclose(file);
	return text;
}

/* Read text as if it stood at path. */
static inline void lmbench_read_text(const char *text, size_t length, const char *path,
				     struct lmbench_record *record)
{
	struct error error = {""};
	/* A copy without a byte to spare, so that a sanitizer sees who reads too far. */
	char *copy = malloc(length ? length : 1);

	assert_non_null(copy);
	memcpy(copy, text, length);
	if (lmbench_raw_read(copy, length, path, record, &error) < 0)
		fail_msg("%s", error.text);
	free(copy);
}

static inline void lmbench_read_path(const char *path, struct lmbench_record *record)
{
	size_t length;
	char *text = lmbench_file(path, &length);

	lmbench_read_text(text, length, path, record);
	free(text);
}

/* The figure of an operation and parameter, or NULL. */
static inline const struct lmbench_figure *
lmbench_find(const struct lmbench_record *record, const char *operation, const char *parameter)
{
	for (size_t i = 0; i < record->figure_count; i++) {
		if (strcmp(record->figures[i].operation, operation) == 0 &&
		    strcmp(record->figures[i].parameter, parameter) == 0)
			return &record->figures[i];
	}
	return NULL;
}

#endif
