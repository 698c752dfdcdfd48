/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * compare_csv.c - a comparison as a table for R, pandas, gnuplot.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "exports/compare/compare_formats.h"
#include "exports/compare/compare_show.h"
#include "exports/csv/escape.h"
#include "exports/signature.h"

/* "# key: text", escaped. */
static int write_line(const char *key, const char *text, FILE *file)
{
	char *escaped = escape_text(text);

	if (!escaped)
		return -ENOMEM;
	fprintf(file, "# %s: %s\n", key, escaped);
	free(escaped);
	return 0;
}

static int write_lines(const char *key, const struct text_list *list, FILE *file)
{
	int status = 0;

	for (size_t i = 0; i < list->count && status == 0; i++)
		status = write_line(key, list->items[i], file);
	return status;
}

static int write_difference(const struct environment_difference *difference, FILE *file)
{
	int status = 0;

	for (size_t i = 0; i < difference->count && status == 0; i++) {
		const struct difference_item *item = &difference->items[i];
		char *line;

		if (asprintf(&line, "%s%s: %s -> %s", item->key, item->excused ? " (accepted)" : "",
			     item->base ? item->base : "unknown",
			     item->other ? item->other : "unknown") < 0)
			return -ENOMEM;
		status = write_line(difference_kind_name(item->kind), line, file);
		free(line);
	}
	return status;
}

static void write_number(double value, int decimals, FILE *file)
{
	char text[NUMBER_SIZE];

	fprintf(file, ",%s", isfinite(value) ? number_show_fixed(value, decimals, text) : "");
}

static void write_percents(const struct comparison_row *row, FILE *file)
{
	struct comparison_span interval = comparison_shown_span(row, row->low, row->high);
	struct comparison_span spread =
		comparison_shown_span(row, row->spread_low, row->spread_high);

	write_number(comparison_row_percent(row, row->estimate), 4, file);
	write_number(interval.low, 4, file);
	write_number(interval.high, 4, file);
	write_number(spread.low, 4, file);
	write_number(spread.high, 4, file);
}

/* Metrics may be small in their unit: seconds. */
static int decimals_of(const struct comparison_row *row)
{
	return row->metric ? 6 : 4;
}

/* All rows, each in its unit. */
static void write_kept(const struct comparison_row *row, FILE *file)
{
	const int decimals = decimals_of(row);

	fprintf(file, ",%s", comparison_kept_unit(row));
	write_number(comparison_kept(row, row->base_ns), decimals, file);
	write_number(comparison_kept(row, row->other_ns), decimals, file);
	write_number(comparison_kept_difference(row), decimals, file);
	write_number(comparison_ns_per_call(row), 4, file);
	write_number(row->resolution, 4, file);
}

/* Empty where it is no times that are compared. */
static void write_times(const struct comparison_row *row, FILE *file)
{
	bool is_time = row->unit == RESULT_NS && !row->metric;

	write_number(is_time ? row->base_ns : NAN, 4, file);
	write_number(is_time ? row->other_ns : NAN, 4, file);
	write_number(is_time ? comparison_ns(row) : NAN, 4, file);
	write_number(is_time ? comparison_ns_per_call(row) : NAN, 4, file);
}

static void write_figures(const struct comparison_row *row, FILE *file)
{
	fputs(comparison_role_name(row->role), file);
	if (row->calls_grow)
		fputc(',', file);
	else
		fprintf(file, ",%g", row->calls);
	write_times(row, file);
	write_percents(row, file);
	fprintf(file, ",%zu,%zu,%zu", row->base_count, row->part_count, row->pairs);
	write_number(row->p, 8, file);
	write_number(row->p_adjusted, 8, file);
	write_number(comparison_percent(row->limit), 4, file);
	write_number(row->drift, 4, file);
	fprintf(file, ",%s", verdict_key(row->verdict));
	write_kept(row, file);
	fputc('\n', file);
}

static int write_rows(const struct comparison *comparison, FILE *file)
{
	int status = 0;

	fputs("operation,parameter,place,case,compared,role,system_calls,base_ns,other_ns,"
	      "difference_ns,ns_per_system_call,percent,percent_low,percent_high,spread_low,spread_"
	      "high,"
	      "base_count,count,pairs,p,p_adjusted,limit_percent,drift,verdict,unit,base,"
	      "other,difference,difference_per_system_call,resolution\n",
	      file);
	for (size_t i = 0; i < comparison->row_count && status == 0; i++) {
		const struct comparison_row *row = &comparison->rows[i];
		const char *const cells[] = {row->operation->name, row->parameter, row->place,
					     row->name, row->label};

		for (size_t j = 0; j < sizeof(cells) / sizeof(cells[0]) && status == 0; j++)
			status = escape_write_cell(cells[j], file);
		if (status == 0)
			write_figures(row, file);
	}
	return status;
}

static int write_head(const struct compare_report *report, FILE *file)
{
	const struct comparison *comparison = report->comparison;
	char line[1024];
	int status;

	signature_write(SIGNATURE_COMPARISON, file);
	status = write_line("base", comparison->base, file);
	if (status == 0)
		status = write_lines("about", &report->about, file);
	if (status == 0)
		status = write_difference(&comparison->difference, file);
	if (status == 0)
		status = write_line(
			"headline",
			comparison_headline(comparison, report->above, line, sizeof(line)), file);
	if (status == 0 && comparison_state(comparison, line, sizeof(line))[0])
		status = write_line("state", line, file);
	if (status == 0)
		status = write_lines("note", &comparison->notes, file);
	if (status == 0)
		status = write_lines("cost", &report->sentences, file);
	if (status == 0)
		status = write_lines("method", &report->method, file);
	if (status == 0)
		status = write_lines("only base", &comparison->only_base, file);
	if (status == 0)
		status = write_lines("only compared", &comparison->only_other, file);
	return status;
}

int compare_csv_write(const struct compare_report *report, FILE *file, struct error *error)
{
	int status = write_head(report, file);

	if (status == 0)
		status = write_lines("note", &report->notes, file);
	if (status == 0)
		status = write_rows(report->comparison, file);
	return compare_finish(status, file, error);
}
