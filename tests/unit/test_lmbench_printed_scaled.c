/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_lmbench_printed_scaled.c - the published summaries with all numbers scaled and all rows
 * turned around: they are read as the originals are, so that nothing is fitted to these.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "exports/lmbench/lmbench_cell.h"
#include "exports/lmbench/lmbench_printed_assign.h"
#include "exports/lmbench/lmbench_printed_cell.h"
#include "exports/lmbench/lmbench_printed_place.h"
#include "tests/unit/lmbench_printed.h"

#define PUBLISHED "tests/data/published/"
#define LINES_MAXIMUM 256
#define SCALE 1.37

/* A published text and its copy. */
struct copy {
	struct printed_summary original;
	char *text; /* of the original, its lines cut apart */
	char *lines[LINES_MAXIMUM];
	size_t count;
	struct printed_summary scaled;
};

static void cut_lines(struct copy *copy)
{
	char *line = copy->text;

	while (*line) {
		char *end = strchr(line, '\n');

		assert_non_null(end);
		assert_true(copy->count < LINES_MAXIMUM);
		*end = '\0';
		copy->lines[copy->count++] = line;
		line = end + 1;
	}
}

/* Whole numbers from 10 on, and then with a K and an M. */
static void print_beta(double value, int width, char text[LMBENCH_CELL_SIZE])
{
	if (value < 10)
		snprintf(text, LMBENCH_CELL_SIZE, "%.*f", width - 2, value);
	else if (value < 9999)
		snprintf(text, LMBENCH_CELL_SIZE, "%.0f", value);
	else if (value < 999000)
		snprintf(text, LMBENCH_CELL_SIZE, "%.0fK", value / 1e3);
	else
		snprintf(text, LMBENCH_CELL_SIZE, "%.1fM", value / 1e6);
}

/* By the rule of the generation that wrote the original cell. */
static void scale_cell(const struct printed_table *table, const struct printed_cell *cell,
		       enum printed_generation generation, char text[LMBENCH_CELL_SIZE])
{
	int width = cell->column < 0 ? 5 : printed_width(table, (size_t)cell->column);
	bool is_plain =
		cell->column >= 0 && table->layout->columns[cell->column].kind == PRINTED_PLAIN;
	double value = cell->value * SCALE;

	if (is_plain)
		snprintf(text, LMBENCH_CELL_SIZE, "%.0f", value);
	else if (generation == PRINTED_FINAL)
		lmbench_cell_original(value, width, text);
	else if (cell->ambiguous)
		snprintf(text, LMBENCH_CELL_SIZE, "%.*f", width - 3, value);
	else
		print_beta(value, width, text);
	memmove(text, text + strspn(text, " "), strlen(text + strspn(text, " ")) + 1);
}

/* A cell of MEAN or STDEV, made anew of the scaled rows above it, as exact as it was. */
static void scale_statistic(const struct copy *copy, const struct printed_table *table,
			    const struct printed_row *row, const struct printed_cell *cell,
			    char text[LMBENCH_CELL_SIZE])
{
	const char *point = strchr(cell->text, '.');
	int decimals = point ? (int)strlen(point + 1) : 0;
	double sum = 0;
	double squares = 0;
	double n = 0;
	double figure;

	for (size_t i = 0; &table->rows[i] < row; i++) {
		for (size_t j = 0; j < table->rows[i].cell_count; j++) {
			const struct printed_cell *part = &table->rows[i].cells[j];
			char scaled[LMBENCH_CELL_SIZE];
			double value;

			if (table->rows[i].kind != PRINTED_HOST || part->column != cell->column)
				continue;
			scale_cell(table, part, copy->original.generation, scaled);
			value = printed_number(scaled);
			sum += value;
			squares += value * value;
			n++;
		}
	}
	figure = row->kind == PRINTED_MEAN ? sum / n
					   : sqrt(fmax(0, squares / n - sum / n * (sum / n)));
	snprintf(text, LMBENCH_CELL_SIZE, "%.*f", decimals,
		 cell->column < 0 ? cell->value : figure);
}

static void write_row(const struct copy *copy, const struct printed_table *table,
		      const struct printed_row *row, FILE *file)
{
	const char *line = copy->lines[row->line - 1];
	size_t at = row->cell_count ? row->cells[0].begin : strlen(line);

	/* Blanks in front of the first cell are made with it. */
	while (at > 0 && line[at - 1] == ' ')
		at--;
	fprintf(file, "%.*s", (int)at, line);
	for (size_t i = 0; i < row->cell_count; i++) {
		const struct printed_cell *cell = &row->cells[i];
		char text[LMBENCH_CELL_SIZE];
		int room;

		if (row->kind == PRINTED_HOST)
			scale_cell(table, cell, copy->original.generation, text);
		else
			scale_statistic(copy, table, row, cell, text);
		room = table->collapsed ? (int)strlen(text) + 1 : (int)(cell->end - at);
		fprintf(file, "%*s", room, text);
		at = cell->end;
	}
	/* Guesses stand behind the numbers. */
	if (row->cell_count > 0 && row->note[0])
		fputs(line + row->cells[row->cell_count - 1].end, file);
	fputc('\n', file);
}

/* The row that takes the place of row: within a run of a host's rows, the last comes first. */
static const struct printed_row *mirrored(const struct printed_table *table, size_t row)
{
	size_t from = row;
	size_t to = row;

	if (table->rows[row].kind != PRINTED_HOST)
		return &table->rows[row];
	while (from > 0 && strcmp(table->rows[from - 1].host, table->rows[row].host) == 0)
		from--;
	while (to + 1 < table->row_count &&
	       strcmp(table->rows[to + 1].host, table->rows[row].host) == 0)
		to++;
	return &table->rows[to - (row - from)];
}

static bool write_row_of_line(const struct copy *copy, size_t line, FILE *file)
{
	for (size_t i = 0; i < copy->original.table_count; i++) {
		const struct printed_table *table = &copy->original.tables[i];

		/* Descriptions are no numbers. */
		for (size_t j = 0; j < table->row_count && table->layout->columns != NULL; j++) {
			if (table->rows[j].line != line)
				continue;
			if (strcmp(table->layout->title, "Basic system parameters") == 0)
				return false;
			write_row(copy, table, mirrored(table, j), file);
			return true;
		}
	}
	return false;
}

static void make_copy(const char *path, struct copy *copy)
{
	char *text = NULL;
	size_t size;
	size_t length;
	FILE *file = open_memstream(&text, &size);

	*copy = (struct copy){0};
	assert_non_null(file);
	printed_must_file(path, &copy->original);
	copy->text = printed_load(path, &length);
	cut_lines(copy);
	for (size_t i = 0; i < copy->count; i++) {
		if (!write_row_of_line(copy, i + 1, file))
			fprintf(file, "%s\n", copy->lines[i]);
	}
	fclose(file);
	printed_must(text, size, &copy->scaled);
	free(text);
}

static void clear_copy(struct copy *copy)
{
	printed_clear(&copy->original);
	printed_clear(&copy->scaled);
	free(copy->text);
}

static void compare_rows(const struct copy *copy, const struct printed_table *table,
			 const struct printed_row *before, const struct printed_row *after)
{
	assert_string_equal(after->host, before->host);
	assert_string_equal(after->system, before->system);
	assert_int_equal(after->cell_count, before->cell_count);
	for (size_t i = 0; i < after->cell_count; i++) {
		const struct printed_cell *a = &before->cells[i];
		const struct printed_cell *b = &after->cells[i];
		char text[LMBENCH_CELL_SIZE];

		assert_int_equal(b->column, a->column);
		assert_int_equal(b->ambiguous, a->ambiguous);
		if (before->kind != PRINTED_HOST)
			continue;
		scale_cell(table, a, copy->original.generation, text);
		assert_string_equal(b->text, text);
		assert_true(fabs(b->value - SCALE * a->value) <= b->precision * (1 + 1e-9));
	}
}

static void test_scaled_and_turned_around(void **state)
{
	static const char *const paths[] = {
		PUBLISHED "lmbench-2001-k6-2.txt", PUBLISHED "lmbench-2001-p100.txt",
		PUBLISHED "lmbench-2005-a.txt",    PUBLISHED "lmbench-2005-b.txt",
		PUBLISHED "lmbench-2005-c.txt",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++) {
		struct copy copy;

		make_copy(paths[i], &copy);
		assert_int_equal(copy.scaled.generation, copy.original.generation);
		assert_int_equal(copy.scaled.rows, copy.original.rows);
		assert_int_equal(copy.scaled.skipped, 0);
		/* The misprint is made anew, too, and is none now. */
		assert_int_equal(copy.scaled.notes.count, 0);
		for (size_t j = 1; j < copy.scaled.table_count; j++) {
			const struct printed_table *table = &copy.original.tables[j];

			assert_int_equal(copy.scaled.tables[j].row_count, table->row_count);
			for (size_t k = 0; k < table->row_count; k++)
				compare_rows(&copy, table, mirrored(table, k),
					     &copy.scaled.tables[j].rows[k]);
		}
		clear_copy(&copy);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_scaled_and_turned_around),
	};

	return cmocka_run_group_tests_name("lmbench_printed_scaled", tests, NULL, NULL);
}
