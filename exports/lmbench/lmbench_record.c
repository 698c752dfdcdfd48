/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lmbench_record.c - what one run of LMbench has to say.
 */
#include "exports/lmbench/lmbench_record.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Longer numbers say no more than a double can hold. */
#define NUMBER_MAXIMUM 64
/* More microseconds, ns, MB/s or files a second than any run can last or any machine do. */
#define FIGURE_MAXIMUM 1e12

void lmbench_record_init(struct lmbench_record *record)
{
	*record = (struct lmbench_record){0};
}

void lmbench_record_clear(struct lmbench_record *record)
{
	free(record->host);
	free(record->description);
	free(record->os);
	free(record->version);
	free(record->group);
	for (size_t i = 0; i < LMBENCH_COLUMNS; i++)
		free(record->feet[i]);
	for (size_t i = 0; i < LMBENCH_GENERATIONS; i++) {
		for (size_t j = 0; j < LMBENCH_COLUMNS; j++)
			free(record->values[i][j]);
	}
	free(record->figures);
	text_list_clear(&record->notes);
	lmbench_record_init(record);
}

/* The length of name without ".<digits>" at its end. */
static size_t host_length(const char *name, size_t length)
{
	size_t end = length;

	while (end > 0 && name[end - 1] >= '0' && name[end - 1] <= '9')
		end--;
	return end > 0 && end < length && name[end - 1] == '.' ? end - 1 : length;
}

int lmbench_record_name(struct lmbench_record *record, const char *path)
{
	const char *slash = strrchr(path, '/');
	const char *name = slash ? slash + 1 : path;
	const char *directory = name;
	size_t directory_length = host_length(name, strlen(name));

	record->host = strndup(name, directory_length);
	/* A path without a directory gives the host twice, as it does in LMbench's own tables. */
	if (slash) {
		directory = slash;
		while (directory > path && directory[-1] != '/')
			directory--;
		directory_length = (size_t)(slash - directory);
	}
	record->description = strndup(directory, directory_length);
	return record->host && record->description ? 0 : -ENOMEM;
}

int lmbench_record_set(struct lmbench_record *record, enum lmbench_generation generation,
		       enum lmbench_column column, const char *text)
{
	char **value = &record->values[generation][column];

	if (*value)
		return -EEXIST;
	*value = strdup(text);
	return *value ? 0 : -ENOMEM;
}

const char *lmbench_record_value(const struct lmbench_record *record, enum lmbench_column column)
{
	for (size_t i = 0; i < LMBENCH_GENERATIONS; i++) {
		if (record->values[i][column] && !record->is_refused[i][column])
			return record->values[i][column];
	}
	return NULL;
}

bool lmbench_record_has(const struct lmbench_record *record, enum lmbench_column column)
{
	return record->values[LMBENCH_2][column] || record->values[LMBENCH_3][column];
}

bool lmbench_record_is_measured(const struct lmbench_record *record)
{
	/* What comes before was read off the machine. */
	for (enum lmbench_column i = LMBENCH_NULL_CALL; i < LMBENCH_COLUMNS; i++)
		if (lmbench_record_has(record, i))
			return true;
	return record->figure_count > 0;
}

int lmbench_record_add(struct lmbench_record *record, const struct lmbench_figure *figure)
{
	struct lmbench_figure *figures;

	if (record->figure_count == LMBENCH_FIGURES_MAXIMUM)
		return -E2BIG;
	for (size_t i = 0; i < record->figure_count; i++) {
		if (strcmp(record->figures[i].operation, figure->operation) == 0 &&
		    strcmp(record->figures[i].parameter, figure->parameter) == 0)
			return -EEXIST;
	}
	figures = reallocarray(record->figures, record->figure_count + 1, sizeof(*figures));
	if (!figures)
		return -ENOMEM;
	record->figures = figures;
	figures[record->figure_count++] = *figure;
	return 0;
}

/* The length of the number that text begins with. */
static size_t number_length(const char *text)
{
	size_t length = *text == '-' || *text == '+';

	length += strspn(text + length, "0123456789");
	if (text[length] == '.')
		length += 1 + strspn(text + length + 1, "0123456789");
	if (text[length] == 'e' || text[length] == 'E') {
		size_t sign = text[length + 1] == '-' || text[length + 1] == '+';
		size_t exponent = strspn(text + length + 1 + sign, "0123456789");

		length += exponent ? 1 + sign + exponent : 0;
	}
	return length;
}

double lmbench_number(const char *text)
{
	char digits[NUMBER_MAXIMUM + 1];
	size_t length;
	double value;

	text += strspn(text, " \t");
	length = number_length(text);
	if (length > NUMBER_MAXIMUM)
		return 0;
	memcpy(digits, text, length);
	digits[length] = '\0';
	value = strtod(digits, NULL);
	return isfinite(value) ? value : 0;
}

double lmbench_whole_number(const char *text)
{
	double value = lmbench_number(text);

	return text[number_length(text)] == '\0' && value > 0 && value <= FIGURE_MAXIMUM ? value
											 : 0;
}
