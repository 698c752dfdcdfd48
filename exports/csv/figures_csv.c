/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * figures_csv.c - imported figures written and read back.
 */
#include "exports/csv/figures_csv.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/operation/operation_imported.h"
#include "exports/csv/csv_line.h"
#include "exports/csv/escape.h"
#include "exports/csv/figures_operation.h"
#include "exports/lines.h"
#include "exports/number.h"
#include "exports/signature.h"
#include "fixtures/text_show.h"

#define COLUMNS                                                                                    \
	"operation,parameter,place,variant,pass,runs,median,mean,mean_half_width,variance,sd"
/* Written only where a figure needs them. */
#define MORE_COLUMNS ",precision,ambiguous"
#define NAME_COUNT 4
#define FEW_CELLS 11
#define CELL_COUNT 13 /* with these */
#define SESSIONS_MAXIMUM 4096u
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

/* The lists that header lines hold. */
static const struct {
	const char *name; /* "note" of "# note: ..." */
	size_t offset;
} lists[] = {
	{"note", offsetof(struct figures, notes)},
	{"label", offsetof(struct figures, labels)},
	{"unassigned", offsetof(struct figures, unassigned)},
	{"printed", offsetof(struct figures, printed)},
};

#define LIST_COUNT (sizeof(lists) / sizeof(lists[0]))

static const struct text_list *list_of(const struct figures *figures, size_t index)
{
	return (const struct text_list *)((const char *)figures + lists[index].offset);
}

/* Whether some figure is known to be cut, or ambiguous. */
static bool needs_more(const struct figures *figures)
{
	for (size_t i = 0; i < figures->case_count; i++) {
		if (figures_precision(&figures->cases[i]) > 0 ||
		    figures_is_ambiguous(&figures->cases[i]))
			return true;
	}
	return false;
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
}

static void write_more(const struct pass_figures *pass, FILE *file)
{
	char text[NUMBER_SIZE] = "";

	if (pass->precision > 0 && isfinite(pass->precision))
		number_show_double(pass->precision, text);
	fprintf(file, ",%s,%s", text, pass->ambiguous ? "yes" : "");
}

static int write_case(const struct figures *figures, const struct case_figures *which, bool more,
		      FILE *file)
{
	char name[FIGURES_OPERATION_SIZE];
	const char *const names[NAME_COUNT] = {figures_operation_show(which, name),
					       which->parameter, which->place, which->variant};
	int status = 0;

	for (size_t i = 0; i < which->pass_count && status == 0; i++) {
		const struct pass_figures *pass = &which->passes[i];

		for (size_t j = 0; j < NAME_COUNT && status == 0; j++)
			status = escape_write_cell(names[j], file);
		if (status < 0)
			break;
		fprintf(file, "%zu,%zu", figures->sessions > 0 ? pass->session : i, pass->runs);
		write_numbers(pass, file);
		if (more)
			write_more(pass, file);
		fputc('\n', file);
	}
	return status;
}

static int write_lists(const struct figures *figures, FILE *file)
{
	for (size_t i = 0; i < LIST_COUNT; i++) {
		const struct text_list *list = list_of(figures, i);

		for (size_t j = 0; j < list->count; j++) {
			char *text = escape_text(list->items[j]);

			if (!text)
				return -ENOMEM;
			fprintf(file, "# %s: %s\n", lists[i].name, text);
			free(text);
		}
	}
	return 0;
}

static int write_header(const struct figures *figures, bool more, FILE *file)
{
	char *source = escape_text(figures->source);
	int status;

	if (!source)
		return -ENOMEM;
	signature_write(SIGNATURE_FIGURES, file);
	fprintf(file, "# imported from: %s\n", source);
	fprintf(file,
		"# summaries only: there are no samples behind these figures; %s\n"
		"# environment: unknown\n",
		figures->unit == RESULT_NS ? "times in ns" : result_unit_caution(figures->unit));
	free(source);
	if (figures->unit != RESULT_NS)
		fprintf(file, "# unit: %s\n", result_unit_name(figures->unit));
	if (figures->sessions > 0)
		fprintf(file, "# sessions: %zu\n", figures->sessions);
	status = write_lists(figures, file);
	fprintf(file, "# rows: %zu\n", figures_pass_count(figures));
	fprintf(file, COLUMNS "%s\n", more ? MORE_COLUMNS : "");
	return status;
}

int figures_csv_write(const struct figures *figures, FILE *file, struct error *error)
{
	bool more = needs_more(figures);
	int status = write_header(figures, more, file);

	for (size_t i = 0; i < figures->case_count && status == 0; i++)
		status = write_case(figures, &figures->cases[i], more, file);
	if (status < 0)
		return error_set(error, status, "no memory to write figures");
	errno = 0;
	if (fflush(file) == 0 && !ferror(file))
		return 0;
	return error_set(error, errno ? -errno : -EIO, "writing failed: %s",
			 error_words(errno ? errno : EIO));
}

/* How far reading has come. */
struct place {
	size_t line;
	size_t cells;      /* of a row; 0 before the row of column names */
	size_t rows;       /* so far */
	uint64_t expected; /* of rows; 0: the file does not say */
};

static int take_numbers(const struct csv_line *row, bool is_metric, struct pass_figures *pass,
			struct error *error)
{
	const char *count = row->cells[5] ? row->cells[5] : "";
	char shown[TEXT_SHOW_SIZE];
	uint64_t runs;

	if (number_parse(count, RUNS_MAXIMUM, &runs) < 0 || runs == 0)
		return error_set(error, -EINVAL, "runs: \"%s\" is no number from 1 to %u",
				 text_show(count, strlen(count), shown), RUNS_MAXIMUM);
	pass->runs = runs;
	for (size_t i = 0; i < NUMBER_COUNT; i++) {
		const char *cell = row->cells[FEW_CELLS - NUMBER_COUNT + i];
		double value = NAN;

		if (cell[0] && (number_parse_double(cell, &value) < 0 || value < 0))
			return error_set(error, -EINVAL, "%s: \"%s\" is no such number",
					 numbers[i].name, text_show(cell, strlen(cell), shown));
		memcpy((char *)pass + numbers[i].offset, &value, sizeof(value));
	}
	/* A time is never 0, a count of a metric may be. */
	if (!(is_metric ? pass->median >= 0 : pass->median > 0))
		return error_set(error, -EINVAL, "median: missing or 0");
	return 0;
}

/* The columns that only some files have. */
static int take_more(const struct csv_line *row, struct pass_figures *pass, struct error *error)
{
	const char *precision = row->cells[FEW_CELLS];
	const char *ambiguous = row->cells[FEW_CELLS + 1];
	char shown[TEXT_SHOW_SIZE];

	if (row->count == FEW_CELLS)
		return 0;
	if (precision[0] &&
	    (number_parse_double(precision, &pass->precision) < 0 || pass->precision < 0))
		return error_set(error, -EINVAL, "precision: \"%s\" is no such number",
				 text_show(precision, strlen(precision), shown));
	if (ambiguous[0] && strcmp(ambiguous, "yes") != 0)
		return error_set(error, -EINVAL, "ambiguous: \"%s\" is neither yes nor empty",
				 text_show(ambiguous, strlen(ambiguous), shown));
	pass->ambiguous = ambiguous[0] != '\0';
	return 0;
}

/*
 * Passes come in order, without a gap; where each is a session of its own, a session may lack the
 * case.
 */
static int take_order(const struct figures *figures, const struct case_figures *which,
		      const char *cell, struct pass_figures *pass, struct error *error)
{
	size_t count = which->pass_count;
	uint64_t number;

	if (figures->sessions == 0) {
		if (number_parse(cell, RUNS_MAXIMUM, &number) < 0 || number != count)
			return error_set(error, -EINVAL, "pass: expected %zu", count);
		return 0;
	}
	if (number_parse(cell, figures->sessions - 1, &number) < 0 ||
	    (count > 0 && number <= which->passes[count - 1].session))
		return error_set(error, -EINVAL,
				 "pass: expected a session's number, below %zu, above the last",
				 figures->sessions);
	pass->session = number;
	return 0;
}

static int add_row(struct figures *figures, struct csv_line *row, struct error *error)
{
	const char *name = row->cells[0] ? row->cells[0] : "";
	const struct metric *metric;
	const struct operation *operation = figures_operation_find(name, &metric);
	char shown[TEXT_SHOW_SIZE];
	struct pass_figures pass = {0};
	struct case_figures *which;
	char *parameter = NULL;
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
		status = take_numbers(row, metric != NULL, &pass, error);
	if (status == 0)
		status = take_more(row, &pass, error);
	if (status < 0) {
		free(parameter);
		return status;
	}
	which = figures_metric_case(figures, operation, parameter, row->cells[2], row->cells[3],
				    metric);
	free(parameter);
	if (!which)
		return error_set(error, -ENOMEM, "no memory");
	status = take_order(figures, which, row->cells[4], &pass, error);
	if (status < 0)
		return status;
	return figures_add_pass(which, &pass) < 0 ? error_set(error, -ENOMEM, "no memory") : 0;
}

static int take_row(struct figures *figures, const struct place *at, const char *line,
		    size_t length, struct error *error)
{
	struct csv_line row = {0};
	int status = csv_line_split(&row, line, length, at->cells,
				    at->cells > FEW_CELLS ? COLUMNS MORE_COLUMNS : COLUMNS, error);

	if (status == 0)
		status = add_row(figures, &row, error);
	csv_line_clear(&row);
	return status;
}

static int take_sessions(struct figures *figures, const char *text, struct error *error)
{
	uint64_t count;

	if (number_parse(text, SESSIONS_MAXIMUM, &count) < 0 || count == 0)
		return error_set(error, -EINVAL, "sessions: expected a number from 1 to %u",
				 SESSIONS_MAXIMUM);
	figures->sessions = count;
	return 0;
}

static int take_unit(struct figures *figures, const char *text, struct error *error)
{
	if (result_unit_parse(text, &figures->unit) < 0)
		return error_set(error, -EINVAL, "unit: expected ns or instructions");
	return 0;
}

static int take_row_count(struct place *at, const char *text, struct error *error)
{
	if (number_parse(text, RUNS_MAXIMUM, &at->expected) < 0 || at->expected == 0)
		return error_set(error, -EINVAL, "rows: expected a number from 1 to %u",
				 RUNS_MAXIMUM);
	return 0;
}

/* A header line, "# NAME: TEXT"; names that are not known are let pass. */
static int take_comment(struct figures *figures, struct place *at, const char *line, size_t length,
			struct error *error)
{
	char *copy = strndup(line, length);
	char *text = copy ? strstr(copy, ": ") : NULL;
	int status = copy ? 0 : -ENOMEM;

	if (text && strncmp(copy, "# ", 2) == 0) {
		*text = '\0';
		text += 2;
		if (strcmp(copy + 2, "sessions") == 0)
			status = take_sessions(figures, text, error);
		if (strcmp(copy + 2, "unit") == 0)
			status = take_unit(figures, text, error);
		if (strcmp(copy + 2, "rows") == 0)
			status = take_row_count(at, text, error);
		for (size_t i = 0; i < LIST_COUNT && status == 0; i++) {
			if (strcmp(copy + 2, lists[i].name) != 0)
				continue;
			status = unescape_text(text, NULL) < 0
					 ? error_set(error, -EINVAL,
						     "%s: not escaped as it should be",
						     lists[i].name)
					 : text_list_add((struct text_list *)list_of(figures, i),
							 text);
		}
	}
	free(copy);
	return status == -ENOMEM ? error_set(error, status, "no memory") : status;
}

/* The row of column names, with or without those that only some files have. */
static int take_columns(struct place *at, const char *line, size_t length, struct error *error)
{
	static const char few[] = COLUMNS;
	static const char all[] = COLUMNS MORE_COLUMNS;

	if (length == strlen(few) && memcmp(line, few, length) == 0)
		at->cells = FEW_CELLS;
	else if (length == strlen(all) && memcmp(line, all, length) == 0)
		at->cells = CELL_COUNT;
	else
		return error_set(error, -EINVAL, "expected " COLUMNS);
	return 0;
}

static int take_line(struct figures *figures, struct place *at, const char *line, size_t length,
		     struct error *error)
{
	if (at->line == 1 && signature_of(line, length) != SIGNATURE_FIGURES)
		return error_set(error, -EINVAL,
				 "expected \"%s\": written by a newer lsmbench? update this one",
				 signature_line(SIGNATURE_FIGURES));
	if (length > 0 && line[0] == '#')
		return take_comment(figures, at, line, length, error);
	at->rows += at->cells > 0;
	if (at->cells > 0)
		return take_row(figures, at, line, length, error);
	return take_columns(at, line, length, error);
}

/* A file that was cut between two rows looks whole but for their number. */
static int check_end(const struct figures *figures, const struct place *at, struct error *error)
{
	if (at->expected > 0 && at->rows < at->expected)
		return error_set(error, -EINVAL,
				 "the file ends after %zu of %" PRIu64
				 " rows: it was truncated, copy it again",
				 at->rows, at->expected);
	if (at->expected > 0 && at->rows > at->expected)
		return error_set(error, -EINVAL,
				 "there are %zu rows, but \"# rows:\" says %" PRIu64
				 ": it was changed, import it again",
				 at->rows, at->expected);
	if (figures->case_count == 0)
		return error_set(error, -EINVAL, "there are no figures in it");
	return 0;
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
	return status < 0 ? status : check_end(figures, at, error);
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
