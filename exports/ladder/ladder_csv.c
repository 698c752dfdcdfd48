/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ladder_csv.c - the table of a ladder for programs: a row a cell, those of the repeats too.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "exports/compare/compare_formats.h"
#include "exports/csv/escape.h"
#include "exports/ladder/ladder_formats.h"
#include "exports/ladder/ladder_show.h"
#include "exports/signature.h"

static int write_lines(const char *key, const struct text_list *list, FILE *file)
{
	for (size_t i = 0; i < list->count; i++) {
		char *escaped = escape_text(list->items[i]);

		if (!escaped)
			return -ENOMEM;
		fprintf(file, "# %s: %s\n", key, escaped);
		free(escaped);
	}
	return 0;
}

/* A number, or nothing where it is unknown. */
static void write_number(double value, int decimals, FILE *file)
{
	char text[NUMBER_SIZE];

	fprintf(file, "%s,", isfinite(value) ? number_show_fixed(value, decimals, text) : "");
}

static void write_figures(const struct ladder_report *report, size_t row, size_t column, FILE *file)
{
	const struct ladder_cell *cell = ladder_table_cell(&report->table, row, column);
	double resolution = ladder_table_resolution(&report->table, row, column);

	write_number(cell->known ? cell->median : NAN, 0, file);
	/* No "-0". */
	write_number(cell->difference == 0 ? 0 : cell->difference, 0, file);
	write_number(resolution < 0 ? NAN : resolution, 0, file);
	fprintf(file, "%s,", !cell->known ? "" : cell->repeats ? "yes" : "no");
	write_number(cell->passes > 1 ? cell->spread : NAN, 4, file);
	fprintf(file, "%u\n", cell->passes);
}

static int write_cell(const struct ladder_report *report, size_t row, size_t column, FILE *file)
{
	const struct ladder_column *which = &report->table.columns[column];
	const struct ladder_source *source = &report->sources[which->source];
	const struct plan_case *what = &report->table.plan->cases[row];
	const char *active = "";
	const char *cells[6];
	int status = 0;

	if (source->result)
		active = environment_value(&source->result->environment, "lsm.active", "");
	cells[0] = ladder_release(report, which->kernel);
	cells[1] = rung_kind_name(source->kind);
	cells[2] = source->name;
	cells[3] = active;
	cells[4] = which->variant;
	cells[5] = what->operation->name;
	fprintf(file, "%zu,%zu,", which->kernel + 1, which->source + 1);
	for (size_t i = 0; i < sizeof(cells) / sizeof(cells[0]) && status == 0; i++)
		status = escape_write_cell(cells[i], file);
	if (status == 0)
		status = escape_write_cell(what->parameter, file);
	if (status == 0)
		write_figures(report, row, column, file);
	return status;
}

int ladder_csv_write(const struct ladder_report *report, size_t width, FILE *file,
		     struct error *error)
{
	const struct ladder_table *table = &report->table;
	int status;

	(void)width;
	signature_write(SIGNATURE_LADDER, file);
	status = write_lines("about", &report->about, file);
	if (status == 0)
		status = write_lines("note", &report->notes, file);
	fputs("kernel,rung,release,kind,name,modules,variant,operation,parameter,instructions,"
	      "difference,resolution,repeats,spread,passes\n",
	      file);
	for (size_t row = 0; row < table->row_count && status == 0; row++) {
		for (size_t column = 0; column < table->column_count && status == 0; column++)
			status = write_cell(report, row, column, file);
	}
	return compare_finish(status, file, error);
}
