/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lmbench_printed_row.c - host, system and cells of a line.
 *
 * In a table whose columns still stand under their dashes, host and system are what stands under
 * theirs: a system may be one word or two. Elsewhere they are the first three words.
 */
#include "exports/lmbench/lmbench_printed_row.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "exports/lmbench/lmbench_printed_cell.h"

static bool is_blank(char byte)
{
	return byte == ' ' || byte == '\t';
}

const char *printed_word(const char *text, size_t *at, size_t *length)
{
	const char *begin;

	while (is_blank(text[*at]))
		(*at)++;
	begin = &text[*at];
	while (text[*at] && !is_blank(text[*at]))
		(*at)++;
	*length = (size_t)(&text[*at] - begin);
	return *length ? begin : NULL;
}

/* Append a word to text, behind a blank. False when there is no room. */
static bool append(char text[PRINTED_NAME_SIZE], const char *word, size_t length)
{
	size_t used = strlen(text);

	if (used + length + 2 > PRINTED_NAME_SIZE)
		return false;
	if (used > 0)
		text[used++] = ' ';
	memcpy(&text[used], word, length);
	text[used + length] = '\0';
	return true;
}

static bool add_cell(struct printed_row *row, const char *line, const char *word, size_t length)
{
	struct printed_cell *cell;

	if (row->cell_count == PRINTED_COLUMNS_MAXIMUM || length >= PRINTED_CELL_SIZE)
		return false;
	cell = &row->cells[row->cell_count++];
	*cell = (struct printed_cell){
		.begin = (size_t)(word - line),
		.end = (size_t)(word - line) + length,
		.column = -1,
	};
	memcpy(cell->text, word, length);
	return true;
}

/* A word that is no cell, where one should be. Of a long one the begin is kept. */
static bool add_damaged(struct printed_row *row, const char *line, const char *word, size_t length)
{
	size_t kept = length < PRINTED_CELL_SIZE ? length : PRINTED_CELL_SIZE - 1;

	if (!add_cell(row, line, word, kept))
		return false;
	row->cells[row->cell_count - 1].end = (size_t)(word - line) + length;
	row->cells[row->cell_count - 1].damaged = true;
	row->damaged++;
	return true;
}

/* "-" stands for what was not measured; "-1" for a clock rate that is not known. */
static bool is_placeholder(const char *word, size_t length)
{
	return length == 1 && word[0] == '-';
}

/* In narrow cells 3.0 prints its own format, cut: "%4.-" for what is below 0.001. */
static bool is_cell(const char *word, size_t length)
{
	return printed_is_number(word, length) || (length == 2 && memcmp(word, "-1", 2) == 0) ||
	       (length >= 4 && word[0] == '%' && word[2] == '.' && word[3] == '-');
}

/* The column of words: 0 in the table of descriptions, the last in that of guesses, -1: none. */
static int words_column(const struct printed_layout *layout)
{
	for (size_t i = 0; i < layout->column_count; i++) {
		if (layout->columns[i].kind == PRINTED_WORDS)
			return (int)i;
	}
	return -1;
}

/* Add a word that is no placeholder. False when it does not belong, or has no room. */
static bool take_cell(struct printed_row *row, const char *line, const char *word, size_t length,
		      bool tolerant)
{
	if (is_cell(word, length))
		return add_cell(row, line, word, length);
	return tolerant && add_damaged(row, line, word, length);
}

/* Keep the row without its cells. */
static bool keep_overfull(struct printed_row *row)
{
	row->cell_count = 0;
	row->damaged = 0;
	row->overfull = true;
	return true;
}

/*
 * Words and cells from at on. False when a word is there that does not belong. Tolerant: it is a
 * damaged cell then.
 */
static bool take_cells(const struct printed_table *table, const char *line, size_t at,
		       struct printed_row *row, bool tolerant)
{
	int words = words_column(table->layout);
	bool in_words = words == 0;
	const char *word;
	size_t length;

	while ((word = printed_word(line, &at, &length))) {
		/* Guesses begin with a letter: "No L2 cache?". */
		if (words > 0 && isalpha((unsigned char)word[0]))
			in_words = true;
		if (in_words) {
			if (!append(row->note, word, length) && !tolerant)
				return false;
			in_words = words > 0;
		} else if (!is_placeholder(word, length) &&
			   !take_cell(row, line, word, length, tolerant)) {
			return tolerant && keep_overfull(row);
		}
	}
	if (row->cell_count <= printed_layout_numbers(table->layout))
		return true;
	return tolerant && keep_overfull(row);
}

/* What stands in range, without the blanks around it; false when it is nothing or too much. */
static bool take_name(const char *line, const struct printed_range *range,
		      char name[PRINTED_NAME_SIZE])
{
	char copy[PRINTED_LINE_SIZE];
	const char *word;
	size_t length;
	size_t at = 0;

	name[0] = '\0';
	if (strlen(line) < range->end)
		return false;
	snprintf(copy, sizeof(copy), "%.*s", (int)(range->end - range->begin), &line[range->begin]);
	while ((word = printed_word(copy, &at, &length))) {
		if (!append(name, word, length))
			return false;
	}
	return name[0] != '\0';
}

static bool take_under_dashes(const struct printed_table *table, const char *line,
			      struct printed_row *row, bool tolerant)
{
	const struct printed_range *host = &table->ranges[0];
	const struct printed_range *system = &table->ranges[1];

	if (table->collapsed || table->range_count == 0)
		return false;
	return take_name(line, host, row->host) && take_name(line, system, row->system) &&
	       !is_blank(line[host->begin]) && is_blank(line[host->end]) &&
	       (is_blank(line[system->end]) || line[system->end] == '\0') &&
	       take_cells(table, line, system->end, row, tolerant);
}

/* "host Linux 2.4.4 ...": systems begin with a capital, their releases hold a digit. */
static bool take_by_words(const struct printed_table *table, const char *line,
			  struct printed_row *row, bool tolerant)
{
	const char *words[3];
	size_t lengths[3];
	bool has_digit = false;
	size_t at = 0;

	for (size_t i = 0; i < 3; i++) {
		words[i] = printed_word(line, &at, &lengths[i]);
		if (!words[i])
			return false;
	}
	for (size_t i = 0; i < lengths[2]; i++)
		has_digit = has_digit || isdigit((unsigned char)words[2][i]);
	return isupper((unsigned char)words[1][0]) && has_digit &&
	       append(row->host, words[0], lengths[0]) &&
	       append(row->system, words[1], lengths[1]) &&
	       append(row->system, words[2], lengths[2]) &&
	       take_cells(table, line, at, row, tolerant) && (row->cell_count > 0 || row->overfull);
}

/* The kind of a row of statistics by its first word, without a colon; HOST: it is none. */
static enum printed_row_kind statistic(const char *word, size_t length)
{
	static const struct {
		const char *word;
		enum printed_row_kind kind;
	} words[] = {
		{"MEAN", PRINTED_MEAN},    {"AVERAGE", PRINTED_MEAN}, {"STDEV", PRINTED_STDEV},
		{"STDDEV", PRINTED_STDEV}, {"CI", PRINTED_CI},        {"95%", PRINTED_CI},
	};

	if (length > 0 && word[length - 1] == ':')
		length--;
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if (strlen(words[i].word) == length &&
		    strncasecmp(word, words[i].word, length) == 0)
			return words[i].kind;
	}
	return PRINTED_HOST;
}

/* A number, or a bound of one that is too small for its cell: "<.01". */
static bool is_statistic_cell(const char *word, size_t length)
{
	return printed_is_number(word, length) ||
	       (length > 1 && word[0] == '<' && printed_is_number(word + 1, length - 1));
}

/* Numbers behind the word; others ("(95%)", "+-") belong to the name of the row. */
static bool take_statistic(const char *line, enum printed_row_kind kind, size_t at,
			   struct printed_row *row)
{
	const char *word;
	size_t length;

	row->kind = kind;
	while ((word = printed_word(line, &at, &length))) {
		if (length == 2 && memcmp(word, "CI", 2) == 0)
			continue;
		if (is_statistic_cell(word, length)) {
			if (!add_cell(row, line, word, length))
				return false;
		} else if (!append(row->note, word, length)) {
			return false;
		}
	}
	return true;
}

/* Empty but for where it stands. */
static void clear(struct printed_row *row)
{
	*row = (struct printed_row){.line = row->line, .summary = row->summary};
}

bool printed_row_read(const struct printed_table *table, const char *line, struct printed_row *row)
{
	enum printed_row_kind kind;
	const char *word;
	size_t length;
	size_t at = 0;

	clear(row);
	word = printed_word(line, &at, &length);
	if (!word)
		return false;
	kind = statistic(word, length);
	if (kind != PRINTED_HOST)
		return take_statistic(line, kind, at, row);
	/* What is whole in either way is taken so, before anything counts as damaged. */
	for (int tolerant = 0; tolerant < 2; tolerant++) {
		clear(row);
		if (take_under_dashes(table, line, row, tolerant))
			return true;
		clear(row);
		if (take_by_words(table, line, row, tolerant))
			return true;
	}
	return false;
}
