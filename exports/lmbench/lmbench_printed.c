/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lmbench_printed.c - a text's lines sorted into heads, rows, labels, furniture and the rest.
 */
#include "exports/lmbench/lmbench_printed.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exports/lines.h"
#include "exports/lmbench/lmbench_printed_assign.h"
#include "exports/lmbench/lmbench_printed_hosts.h"
#include "exports/lmbench/lmbench_printed_row.h"

#define LINE_MAXIMUM 65536
/* Lines after "Host OS" in which the dashes must come. */
#define HEAD_LINES_MAXIMUM 4u

/* A head of which the dashes have not come yet. */
struct head {
	char lines[PRINTED_HEADS_MAXIMUM][PRINTED_LINE_SIZE]; /* with single blanks */
	size_t count;                                         /* 0: there is none */
	size_t passed;                                        /* lines since it began */
	size_t line;
	bool collapsed;
};

struct reader {
	struct printed_summary *summary;
	struct head head;
	bool open;    /* rows of the last table may come */
	size_t which; /* summary of the text, from 0 */
	size_t first; /* its first table */
	int title;    /* the version that the last title named; 0: none did */
	/* For each label, what is said of it when it turns out to be none. */
	struct text_list label_notes;
	size_t line;
	char variant[PRINTED_LINE_SIZE]; /* of the rows that come; "": none */
	size_t doubts;                   /* rows that were held against those before them */
};

const char *printed_row_word(enum printed_row_kind kind)
{
	static const char *const words[] = {
		[PRINTED_HOST] = "",
		[PRINTED_MEAN] = "MEAN",
		[PRINTED_STDEV] = "STDEV",
		[PRINTED_CI] = "CI",
	};

	return words[kind];
}

const char *printed_variant(const struct printed_summary *summary, size_t number)
{
	return number == 0 ? "none" : summary->variants.items[number - 1];
}

/* Copy line without marks of quotation. False when it is longer than any line of a table. */
static bool take_line(const char *line, size_t length, char copy[PRINTED_LINE_SIZE])
{
	const char *end = line + length;

	while (line < end && (*line == '>' || *line == '|')) {
		line++;
		if (line < end && *line == ' ' && line + 1 < end)
			line++;
	}
	if ((size_t)(end - line) >= PRINTED_LINE_SIZE)
		return false;
	memcpy(copy, line, (size_t)(end - line));
	copy[end - line] = '\0';
	return true;
}

/* The words of line with single blanks; "" of a blank line. */
static void with_single_blanks(const char *line, char words[PRINTED_LINE_SIZE])
{
	size_t used = 0;
	size_t at = 0;
	const char *word;
	size_t length;

	while ((word = printed_word(line, &at, &length))) {
		if (used > 0)
			words[used++] = ' ';
		memcpy(&words[used], word, length);
		used += length;
	}
	words[used] = '\0';
}

static int skip(struct reader *reader, const char *words)
{
	reader->summary->skipped++;
	return text_list_add_format(&reader->summary->notes, "line %zu: let pass: %s", reader->line,
				    words);
}

/* Dashes under a head: of Host (9), of OS (13) and of one column at least. */
static bool is_dashes(const char *words)
{
	return strncmp(words, "--------- ------------- -", 25) == 0 &&
	       strspn(words, "- ") == strlen(words);
}

/* What a summary has beside tables. */
static bool is_furniture(const char *words)
{
	static const char *const starts[] = {
		"L M B E N C H",
		"(Alpha software",
		"(WARNING",
		"Basic system parameters",
	};

	for (size_t i = 0; i < sizeof(starts) / sizeof(starts[0]); i++) {
		if (strncmp(words, starts[i], strlen(starts[i])) == 0)
			return true;
	}
	return strstr(words, " - smaller is better") || strstr(words, " - bigger is better") ||
	       strspn(words, "-") == strlen(words);
}

/* "K6-2.orig = Plain 2.4.4 Kernel.": a word, and what it means. */
static bool is_label(const char *words)
{
	const char *blank = strchr(words, ' ');

	return (blank && strncmp(blank, " = ", 3) == 0 && blank[3]) ||
	       strncmp(words, "LMbench ", 8) == 0;
}

static int add_label(struct reader *reader, const char *words)
{
	char text[PRINTED_LINE_SIZE + 40];
	int status = text_list_add(&reader->summary->labels, words);

	snprintf(text, sizeof(text), "line %zu: let pass: %s", reader->line, words);
	return status < 0 ? status : text_list_add(&reader->label_notes, text);
}

/* The next summary begins where a table comes again. */
static void count_summary(struct reader *reader, const struct printed_layout *layout)
{
	struct printed_summary *summary = reader->summary;

	for (size_t i = reader->first; i < summary->table_count; i++) {
		if (strcmp(summary->tables[i].layout->title, layout->title) != 0)
			continue;
		reader->which++;
		reader->first = summary->table_count;
		return;
	}
}

/* Where the dashes stand, when there are as many groups as columns. */
static void take_ranges(const char *line, struct printed_table *table)
{
	size_t wanted = table->layout->column_count + 2;
	size_t count = 0;
	const char *word;
	size_t length;
	size_t at = 0;

	while ((word = printed_word(line, &at, &length))) {
		if (count < wanted)
			table->ranges[count] = (struct printed_range){
				.begin = (size_t)(word - line),
				.end = (size_t)(word - line) + length,
			};
		count++;
	}
	table->range_count = count == wanted ? count : 0;
}

static int begin_table(struct reader *reader, const char *dashes)
{
	const struct head *head = &reader->head;
	const char *const heads[] = {head->lines[0], head->lines[1], head->lines[2]};
	const struct printed_layout *layout = printed_layout_find(heads);
	struct printed_summary *summary = reader->summary;
	struct printed_table *tables;

	reader->open = layout != NULL;
	if (!layout) {
		summary->skipped++;
		return text_list_add_format(&reader->summary->notes,
					    "line %zu: a table whose heads are not known: %s",
					    head->line, head->lines[0]);
	}
	count_summary(reader, layout);
	tables = realloc(summary->tables, (summary->table_count + 1) * sizeof(*tables));
	if (!tables)
		return -ENOMEM;
	summary->tables = tables;
	tables[summary->table_count] = (struct printed_table){
		.layout = layout,
		.line = head->line,
		.summary = reader->which,
		.title = reader->title,
		.collapsed = head->collapsed,
	};
	take_ranges(dashes, &tables[summary->table_count++]);
	return 0;
}

/* A line while a head waits for its dashes. */
static int continue_head(struct reader *reader, const char *line, const char *words)
{
	struct head *head = &reader->head;
	int status;

	head->passed++;
	if (is_dashes(words)) {
		status = begin_table(reader, line);
		head->count = 0;
		return status;
	}
	if (head->passed > HEAD_LINES_MAXIMUM || head->count == PRINTED_HEADS_MAXIMUM) {
		head->count = 0;
		return skip(reader, words);
	}
	if (words[0])
		snprintf(head->lines[head->count++], PRINTED_LINE_SIZE, "%s", words);
	return 0;
}

static void begin_head(struct reader *reader, const char *line, const char *words)
{
	struct head *head = &reader->head;

	*head = (struct head){.count = 1, .line = reader->line};
	head->collapsed = strstr(line, "Host OS") != NULL;
	reader->variant[0] = '\0';
	snprintf(head->lines[0], PRINTED_LINE_SIZE, "%s", words);
	reader->open = false;
}

static int add_row(struct reader *reader, const struct printed_row *row)
{
	struct printed_summary *summary = reader->summary;
	struct printed_table *table = &summary->tables[summary->table_count - 1];
	struct printed_row *rows = table->rows;
	size_t count = table->row_count;

	if (summary->rows == PRINTED_ROWS_MAXIMUM)
		return -EFBIG;
	/* Room doubles: 0, 1, 2, 4, 8... */
	if ((count & (count - 1)) == 0) {
		rows = realloc(rows, (count ? 2 * count : 1) * sizeof(*rows));
		if (!rows)
			return -ENOMEM;
		table->rows = rows;
	}
	rows[table->row_count++] = *row;
	summary->rows++;
	return 0;
}

/* Whether a row above, of this table or another, is of the same host and system. */
static bool has_known_host(const struct printed_summary *summary, const struct printed_row *row)
{
	for (size_t i = summary->table_count; i-- > 0;) {
		for (size_t j = summary->tables[i].row_count; j-- > 0;) {
			const struct printed_row *other = &summary->tables[i].rows[j];

			if (strcmp(other->host, row->host) == 0 &&
			    strcmp(other->system, row->system) == 0)
				return true;
		}
	}
	return false;
}

/* Whether what looks like a row with damage is one: most of it is whole, or its host has others. */
static bool is_row(struct reader *reader, const struct printed_row *row)
{
	if (!row->overfull && (row->damaged == 0 || row->cell_count > 3 * row->damaged))
		return true;
	/* No summary has more rows; each doubt is held against all of them. */
	return reader->doubts++ < PRINTED_ROWS_MAXIMUM && has_known_host(reader->summary, row);
}

/* Say once for the row what of it is left out. */
static int note_damage(struct reader *reader, const struct printed_row *row)
{
	char text[PRINTED_COLUMNS_MAXIMUM * (PRINTED_CELL_SIZE + 1) + 1] = "";
	const struct printed_summary *summary = reader->summary;
	const char *title = summary->tables[summary->table_count - 1].layout->title;
	size_t used = 0;

	if (row->overfull)
		return text_list_add_format(&reader->summary->notes,
					    "line %zu: %s: more cells than columns, all of them "
					    "are left out",
					    row->line, title);
	for (size_t i = 0; i < row->cell_count; i++) {
		if (row->cells[i].damaged)
			used += (size_t)snprintf(text + used, sizeof(text) - used, " %s",
						 row->cells[i].text);
	}
	return used == 0 ? 0
			 : text_list_add_format(&reader->summary->notes,
						"line %zu: %s: left out, no figure:%s", row->line,
						title, text);
}

/*
 * The lines of our own tables above rows: "variant landlock:1:", "variant none on /tmp:", "on
 * /tmp:"; and what ends them, "no variant named:". False when it is none of them.
 */
static bool take_variant(struct reader *reader, const char *words)
{
	static const char word[] = "variant ";
	size_t length = strlen(words);
	bool is_named = strncmp(words, word, strlen(word)) == 0;

	if (words[length - 1] != ':')
		return false;
	if (strcmp(words, "no variant named:") == 0) {
		reader->variant[0] = '\0';
		return true;
	}
	if (!is_named && strncmp(words, "on /", 4) != 0)
		return false;
	if (is_named)
		words += strlen(word);
	snprintf(reader->variant, sizeof(reader->variant), "%.*s", (int)strlen(words) - 1, words);
	return true;
}

/* Number the variant that was named last. 0 or -ENOMEM. */
static int number_variant(struct reader *reader, size_t *number)
{
	struct text_list *variants = &reader->summary->variants;

	*number = 0;
	if (reader->variant[0] == '\0' || strcmp(reader->variant, "none") == 0)
		return 0;
	while (*number < variants->count && strcmp(variants->items[*number], reader->variant) != 0)
		++*number;
	return ++*number <= variants->count ? 0 : text_list_add(variants, reader->variant);
}

static int take_row(struct reader *reader, struct printed_row *row)
{
	int status = number_variant(reader, &row->variant);

	if (status == 0)
		status = note_damage(reader, row);
	return status < 0 ? status : add_row(reader, row);
}

static int take_other_line(struct reader *reader, const char *line, const char *words)
{
	struct printed_summary *summary = reader->summary;
	struct printed_row row = {.line = reader->line, .summary = reader->which};

	if (!words[0])
		return 0;
	if (reader->open && take_variant(reader, words))
		return 0;
	if (reader->open &&
	    printed_row_read(&summary->tables[summary->table_count - 1], line, &row) &&
	    is_row(reader, &row))
		return take_row(reader, &row);
	if (strncmp(words, "L M B E N C H ", 14) == 0)
		reader->title = words[14] == '2' ? 2 : words[14] == '3' ? 3 : 0;
	printed_take_maker(summary, words);
	if (is_furniture(words))
		return 0;
	/* No summary has more labels than rows; each is held against all of them. */
	if (is_label(words) && summary->labels.count < PRINTED_ROWS_MAXIMUM)
		return add_label(reader, words);
	return skip(reader, words);
}

static int take(struct reader *reader, const char *text, size_t length)
{
	char line[PRINTED_LINE_SIZE];
	char words[PRINTED_LINE_SIZE];

	if (!take_line(text, length, line))
		return skip(reader, "a long line");
	with_single_blanks(line, words);
	if (reader->head.count > 0)
		return continue_head(reader, line, words);
	if (strncmp(words, "Host OS ", 8) == 0) {
		begin_head(reader, line, words);
		return 0;
	}
	return take_other_line(reader, line, words);
}

static bool names_a_host(const struct printed_summary *summary, const char *label)
{
	size_t length = strcspn(label, " ");

	for (size_t i = 0; i < summary->table_count; i++) {
		for (size_t j = 0; j < summary->tables[i].row_count; j++) {
			const char *host = summary->tables[i].rows[j].host;

			if (host[0] && strncmp(host, label, length) == 0 && host[length] == '\0')
				return true;
		}
	}
	return strncmp(label, "LMbench ", 8) == 0;
}

/* Lines that only looked like labels are let pass after all. */
static int settle_labels(struct reader *reader)
{
	struct printed_summary *summary = reader->summary;
	int status = 0;

	for (size_t i = reader->label_notes.count; i-- > 0 && status == 0;) {
		if (names_a_host(summary, summary->labels.items[i]))
			continue;
		summary->skipped++;
		status = text_list_add(&summary->notes, reader->label_notes.items[i]);
		text_list_remove(&summary->labels, i);
	}
	return status;
}

static int read_lines(struct reader *reader, const char *text, size_t length, struct error *error)
{
	struct lines lines;
	const char *line;
	size_t size;
	int status;

	lines_of_memory(&lines, text, length, LINE_MAXIMUM);
	while ((status = lines_next(&lines, &line, &size, error)) > 0) {
		reader->line = lines.number;
		status = take(reader, line, size);
		if (status == -EFBIG)
			return error_set(error, -EINVAL, "line %zu: more than %u rows of tables",
					 lines.number, PRINTED_ROWS_MAXIMUM);
		if (status < 0)
			return error_set(error, status, "no memory to read a summary");
	}
	if (status == -EINVAL) {
		struct error inner = *error;

		return error_set(error, status, "line %zu: %s", lines.number + 1, inner.text);
	}
	return status;
}

static int read_all(struct reader *reader, const char *text, size_t length, struct error *error)
{
	int status;

	if (length > PRINTED_MAXIMUM)
		return error_set(error, -EINVAL,
				 "longer than %zu MiB: cut out of it what is to be read",
				 PRINTED_MAXIMUM >> 20);
	status = read_lines(reader, text, length, error);
	if (status < 0)
		return status;
	if (reader->summary->rows == 0)
		return error_set(error, -ENODATA, "there is no table of an LMbench summary in it");
	status = settle_labels(reader);
	if (status == 0)
		status = printed_assign(reader->summary);
	return status < 0 ? error_set(error, status, "no memory to read a summary") : 0;
}

int printed_read(const char *text, size_t length, struct printed_summary *summary,
		 struct error *error)
{
	struct reader reader = {.summary = summary};
	int status;

	*summary = (struct printed_summary){0};
	status = read_all(&reader, text, length, error);
	text_list_clear(&reader.label_notes);
	if (status < 0)
		printed_clear(summary);
	return status;
}

void printed_clear(struct printed_summary *summary)
{
	for (size_t i = 0; i < summary->table_count; i++)
		free(summary->tables[i].rows);
	free(summary->tables);
	text_list_clear(&summary->labels);
	text_list_clear(&summary->variants);
	text_list_clear(&summary->notes);
	*summary = (struct printed_summary){0};
}
