/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * oracle.h - reads the files of expected numbers in tests/data, so that no number is typed twice.
 *
 * Three kinds: NIST data sets (text, then "Data: Y" and one number a line), CSV with "#" comments
 * and a header row, and blocks of "key: value" lines set apart by blank lines. Anything that is
 * missing fails the test. Include after cmocka.h.
 */
#ifndef LSMBENCH_TESTS_UNIT_ORACLE_H
#define LSMBENCH_TESTS_UNIT_ORACLE_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ORACLE_DIRECTORY "tests/data/stats/"
#define ORACLE_CELLS 32

/* Fail the test with a formatted line; does not return, which cmocka's fail_msg() does not tell. */
__attribute__((format(printf, 1, 2), noreturn)) static inline void oracle_fail(const char *format,
									       ...)
{
	va_list arguments;
	char line[256];

	va_start(arguments, format);
	vsnprintf(line, sizeof(line), format, arguments);
	va_end(arguments);
	fail_msg("%s", line);
	abort();
}

/* |actual - expected| at most relative * |expected|; NaN only where NaN is expected. */
static inline void check_close(const char *what, double actual, double expected, double relative)
{
	if (isnan(actual) && isnan(expected))
		return;
	if (!(fabs(actual - expected) <= relative * fabs(expected)))
		oracle_fail("%s: %.17g is not %.17g within %g", what, actual, expected, relative);
}

/* The file called name in the oracles' directory; the caller frees it. */
static inline char *oracle_read(const char *name)
{
	char path[256];
	char *text = calloc(1, 1 << 20);
	FILE *file;
	size_t size;

	if (!text)
		oracle_fail("no memory for %s", name);
	snprintf(path, sizeof(path), ORACLE_DIRECTORY "%s", name);
	file = fopen(path, "r");
	if (!file)
		oracle_fail("%s: cannot be read; tests run from the top of the tree", path);
	size = fread(text, 1, (1 << 20) - 1, file);
	fclose(file);
	assert_true(size > 0 && size < (1 << 20) - 1);
	return text;
}

/* Every number of text up to the first word that is none; malloc'ed in *numbers. */
static inline size_t oracle_numbers(const char *text, double **numbers)
{
	size_t count = 0;
	char *end;

	*numbers = malloc((strlen(text) / 2 + 1) * sizeof(**numbers));
	assert_non_null(*numbers);
	for (double number = strtod(text, &end); end != text; number = strtod(text, &end)) {
		(*numbers)[count++] = number;
		text = end;
	}
	return count;
}

/* The observations of a NIST data set ("Michelso"). */
static inline size_t oracle_nist(const char *name, double **values)
{
	char file[64];
	char *text;
	const char *data;
	size_t count;

	snprintf(file, sizeof(file), "nist_strd/%s.dat", name);
	text = oracle_read(file);
	data = strstr(text, "Data: Y");
	assert_non_null(data);
	data = strchr(data, '\n') + 1; /* the dashes */
	data = strchr(data, '\n');
	assert_non_null(data);
	count = oracle_numbers(data, values);
	free(text);
	return count;
}

struct oracle_table {
	char *text;
	char *names[ORACLE_CELLS];
	size_t columns;
	char *next; /* the line after the current row */
	char *cells[ORACLE_CELLS];
};

static inline size_t oracle_split(char *line, char **cells)
{
	size_t count = 0;

	for (char *cell; (cell = strsep(&line, ",")) != NULL; count++) {
		assert_true(count < ORACLE_CELLS);
		cells[count] = cell;
	}
	return count;
}

/* The next line of table that is no comment, or NULL. */
static inline char *oracle_line(struct oracle_table *table)
{
	char *line;

	do
		line = strsep(&table->next, "\n");
	while (line && (*line == '#' || *line == '\0'));
	return line;
}

static inline void oracle_open(struct oracle_table *table, const char *name)
{
	char *line;

	table->text = oracle_read(name);
	table->next = table->text;
	line = oracle_line(table);
	assert_non_null(line);
	table->columns = oracle_split(line, table->names);
}

/* Step to the next row; 0 after the last one, when the table is freed. */
static inline int oracle_next(struct oracle_table *table)
{
	char *line = oracle_line(table);

	if (!line) {
		free(table->text);
		return 0;
	}
	assert_int_equal(oracle_split(line, table->cells), table->columns);
	return 1;
}

static inline const char *oracle_cell(const struct oracle_table *table, const char *column)
{
	for (size_t i = 0; i < table->columns; i++)
		if (strcmp(table->names[i], column) == 0)
			return table->cells[i];
	oracle_fail("no column %s", column);
}

static inline double oracle_number(const struct oracle_table *table, const char *column)
{
	const char *cell = oracle_cell(table, column);
	char *end;
	double number = strtod(cell, &end);

	if (end == cell || *end != '\0')
		oracle_fail("column %s: %s is no number", column, cell);
	return number;
}

/* Take the next block off *text, which it cuts; NULL after the last one. */
static inline char *oracle_block(char **text)
{
	char *block = *text + strspn(*text, "\n");
	char *end;

	if (*block == '\0')
		return NULL;
	end = strstr(block, "\n\n");
	*text = end ? end + 2 : block + strlen(block);
	if (end)
		end[0] = '\0';
	return block;
}

/* What follows "key: " at the start of one of the block's lines, or NULL. */
static inline const char *oracle_find(const char *block, const char *key)
{
	size_t length = strlen(key);

	while (block) {
		if (strncmp(block, key, length) == 0 && strncmp(block + length, ": ", 2) == 0)
			return block + length + 2;
		block = strchr(block, '\n');
		block = block ? block + 1 : NULL;
	}
	return NULL;
}

/* The numbers after a key that the block must have. A copy of the line, since numbers skip "\n". */
static inline size_t oracle_series(const char *block, const char *key, double **numbers)
{
	const char *value = oracle_find(block, key);
	size_t count;
	char *line;

	if (!value)
		oracle_fail("no %s in %.60s", key, block);
	line = strndup(value, strcspn(value, "\n"));
	assert_non_null(line);
	count = oracle_numbers(line, numbers);
	free(line);
	return count;
}

static inline double oracle_value(const char *block, const char *key)
{
	double *numbers;
	double value;

	assert_true(oracle_series(block, key, &numbers) >= 1);
	value = numbers[0];
	free(numbers);
	return value;
}

#endif
