/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * figures_csv.c - imported figures written and read back.
 */
#include "exports/figures_csv.h"

#include <csv.h>
#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "exports/escape.h"
#include "exports/lines.h"
#include "exports/number.h"
#include "exports/signature.h"
#include "fixtures/text_show.h"

#define COLUMNS                                                                                    \
	"operation,parameter,place,variant,pass,runs,median,mean,mean_half_width,variance,sd"
#define NAME_COUNT 4
#define CELL_COUNT 11
#define LINE_MAXIMUM 65536
#define RUNS_MAXIMUM 1000000000u

/* The columns that are numbers of a pass. */
static const struct {
	const char *name;
	size_t offset;
} numbers[] = {
	{"median", offsetof(struct pass_figures, median)},
	{"mean", offsetof(struct pass_figures, mean)},
	{"mean_half_width", offsetof(struct pass_figures, mean_half_width)},
	{"variance", offsetof(struct pass_figures, variance)},
	{"sd", offsetof(struct pass_figures, sd)},
};

#define NUMBER_COUNT (sizeof(numbers) / sizeof(numbers[0]))

static int write_name(const char *name, FILE *file)
{
	char *escaped = escape_name(name);
	char *cell = escaped ? escape_cell(escaped) : NULL;

	if (cell)
		fprintf(file, "%s,", cell);
	free(escaped);
	free(cell);
	return cell ? 0 : -ENOMEM;
}

static void write_numbers(const struct pass_figures *pass, FILE *file)
{
	for (size_t i = 0; i < NUMBER_COUNT; i++) {
		char text[NUMBER_SIZE] = "";
		double value;

		memcpy(&value, (const char *)pass + numbers[i].offset, sizeof(value));
		if (isfinite(value))
			number_show_double(value, text);
		fprintf(file, ",%s", text);
	}
	fputc('\n', file);
}

static int write_case(const struct case_figures *which, FILE *file)
{
	const char *const names[NAME_COUNT] = {which->operation->name, which->parameter,
					       which->place, which->variant};
	int status = 0;

	for (size_t i = 0; i < which->pass_count && status == 0; i++) {
		for (size_t j = 0; j < NAME_COUNT && status == 0; j++)
			status = write_name(names[j], file);
		if (status < 0)
			break;
		fprintf(file, "%zu,%zu", i, which->passes[i].runs);
		write_numbers(&which->passes[i], file);
	}
	return status;
}

static int write_header(const struct figures *figures, FILE *file)
{
	char *source = escape_text(figures->source);

	if (!source)
		return -ENOMEM;
	signature_write(SIGNATURE_FIGURES, file);
	fprintf(file, "# imported from: %s\n", source);
	fputs("# summaries only: there are no samples behind these figures; times in ns\n"
	      "# environment: unknown\n",
	      file);
	free(source);
	for (size_t i = 0; i < figures->notes.count; i++) {
		char *note = escape_text(figures->notes.items[i]);

		if (!note)
			return -ENOMEM;
		fprintf(file, "# note: %s\n", note);
		free(note);
	}
	fputs(COLUMNS "\n", file);
	return 0;
}

int figures_csv_write(const struct figures *figures, FILE *file, struct error *error)
{
	int status = write_header(figures, file);

	for (size_t i = 0; i < figures->case_count && status == 0; i++)
		status = write_case(&figures->cases[i], file);
	if (status < 0)
		return error_set(error, status, "no memory to write figures");
	errno = 0;
	if (fflush(file) == 0 && !ferror(file))
		return 0;
	return error_set(error, errno ? -errno : -EIO, "writing failed: %s",
			 error_words(errno ? errno : EIO));
}

/* The cells of a row; those beyond CELL_COUNT are only counted. */
struct row {
	char *cells[CELL_COUNT];
	size_t count;
	bool failed; /* out of memory */
};

static void take_cell(void *text, size_t length, void *what)
{
	struct row *row = what;

	if (row->count < CELL_COUNT) {
		row->cells[row->count] = strndup(text ? text : "", length);
		row->failed |= !row->cells[row->count];
	}
	row->count++;
}

static void row_clear(struct row *row)
{
	for (size_t i = 0; i < CELL_COUNT; i++)
		free(row->cells[i]);
	*row = (struct row){0};
}

static int split(const char *line, size_t length, struct row *row, struct error *error)
{
	struct csv_parser parser;
	size_t taken;

	if (csv_init(&parser, CSV_STRICT | CSV_STRICT_FINI) != 0)
		return error_set(error, -ENOMEM, "no memory");
	taken = csv_parse(&parser, line, length, take_cell, NULL, row);
	if (taken == length && csv_fini(&parser, take_cell, NULL, row) != 0)
		taken = 0;
	csv_free(&parser);
	if (row->failed)
		return error_set(error, -ENOMEM, "no memory");
	if (taken != length || row->count != CELL_COUNT)
		return error_set(error, -EINVAL, "%zu cells, expected " COLUMNS, row->count);
	return 0;
}

static int take_numbers(const struct row *row, struct pass_figures *pass, struct error *error)
{
	const char *count = row->cells[5] ? row->cells[5] : "";
	char shown[TEXT_SHOW_SIZE];
	uint64_t runs;

	if (number_parse(count, RUNS_MAXIMUM, &runs) < 0 || runs == 0)
		return error_set(error, -EINVAL, "runs: \"%s\" is no number from 1 to %u",
				 text_show(count, strlen(count), shown), RUNS_MAXIMUM);
	pass->runs = runs;
	for (size_t i = 0; i < NUMBER_COUNT; i++) {
		const char *cell = row->cells[CELL_COUNT - NUMBER_COUNT + i];
		double value = NAN;

		if (cell[0] && (number_parse_double(cell, &value) < 0 || value < 0))
			return error_set(error, -EINVAL, "%s: \"%s\" is no such number",
					 numbers[i].name, text_show(cell, strlen(cell), shown));
		memcpy((char *)pass + numbers[i].offset, &value, sizeof(value));
	}
	if (!(pass->median > 0))
		return error_set(error, -EINVAL, "median: missing or 0");
	return 0;
}

static int add_row(struct figures *figures, struct row *row, struct error *error)
{
	const char *name = row->cells[0] ? row->cells[0] : "";
	const struct operation *operation = operation_find(name);
	char shown[TEXT_SHOW_SIZE];
	struct pass_figures pass = {0};
	struct case_figures *which;
	char *parameter = NULL;
	uint64_t number;
	int status;

	if (!operation)
		return error_set(error, -EINVAL, "operation: \"%s\" is not known",
				 text_show(name, strlen(name), shown));
	for (size_t i = 1; i < NAME_COUNT; i++) {
		if (unescape_text(row->cells[i], NULL) < 0)
			return error_set(error, -EINVAL, "a name is not escaped as it should be");
	}
	status = parameter_parse(operation->parameter, row->cells[1], &parameter, error);
	if (status == 0)
		status = take_numbers(row, &pass, error);
	if (status < 0) {
		free(parameter);
		return status;
	}
	which = figures_case(figures, operation, parameter, row->cells[2], row->cells[3]);
	free(parameter);
	if (!which)
		return error_set(error, -ENOMEM, "no memory");
	if (number_parse(row->cells[4], RUNS_MAXIMUM, &number) < 0 || number != which->pass_count)
		return error_set(error, -EINVAL, "pass: expected %zu", which->pass_count);
	return figures_add_pass(which, &pass) < 0 ? error_set(error, -ENOMEM, "no memory") : 0;
}

static int take_row(struct figures *figures, const char *line, size_t length, struct error *error)
{
	struct row row = {0};
	int status = split(line, length, &row, error);

	if (status == 0)
		status = add_row(figures, &row, error);
	row_clear(&row);
	return status;
}

/* How far reading has come. */
struct place {
	size_t line;
	bool columns; /* the row of column names was there */
};

static int take_line(struct figures *figures, struct place *at, const char *line, size_t length,
		     struct error *error)
{
	if (at->line == 1 && signature_of(line, length) != SIGNATURE_FIGURES)
		return error_set(error, -EINVAL,
				 "expected \"%s\": written by a newer lsmbench? update this one",
				 signature_line(SIGNATURE_FIGURES));
	if (length > 0 && line[0] == '#')
		return 0;
	if (at->columns)
		return take_row(figures, line, length, error);
	at->columns = length == strlen(COLUMNS) && memcmp(line, COLUMNS, length) == 0;
	return at->columns ? 0 : error_set(error, -EINVAL, "expected " COLUMNS);
}

static int take_all(const char *text, size_t length, struct figures *figures, struct place *at,
		    struct error *error)
{
	struct lines lines;
	const char *line;
	size_t size;
	int status;

	lines_of_memory(&lines, text, length, LINE_MAXIMUM);
	while ((status = lines_next(&lines, &line, &size, error)) > 0) {
		at->line = lines.number;
		status = take_line(figures, at, line, size, error);
		if (status < 0)
			return status;
	}
	if (status == 0 && figures->case_count == 0)
		status = error_set(error, -EINVAL, "there are no figures in it");
	return status;
}

int figures_csv_read(const char *text, size_t length, const char *source, struct figures *figures,
		     struct error *error)
{
	char shown[TEXT_SHOW_SIZE];
	struct error inner = {""};
	struct place at = {0};
	int status;

	figures_init(figures);
	figures->summaries_only = true;
	figures->source = strdup(source);
	if (!figures->source)
		return error_set(error, -ENOMEM, "no memory to read figures");
	status = take_all(text, length, figures, &at, &inner);
	if (status == 0)
		return 0;
	figures_clear(figures);
	return error_set(error, status, "%s: line %zu: %s",
			 text_show(source, strlen(source), shown), at.line, inner.text);
}
