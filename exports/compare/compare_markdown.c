/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * compare_markdown.c - a comparison as tables for a forge, readable as plain text too.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "exports/compare/compare_formats.h"
#include "exports/compare/compare_show.h"
#include "exports/signature.h"

#define FIGURE_SIZE (NUMBER_SIZE + 8)

/* Text with what Markdown would take for more than itself behind a backslash. */
static int write_plain(const char *text, FILE *file)
{
	char *shown = compare_ascii(text);

	if (!shown)
		return -ENOMEM;
	for (const char *at = shown; *at; at++) {
		if (strchr("*|`<[_\\", *at))
			fputc('\\', file);
		fputc(*at, file);
	}
	free(shown);
	return 0;
}

static int write_items(const struct text_list *list, FILE *file)
{
	int status = 0;

	for (size_t i = 0; i < list->count && status == 0; i++) {
		fputs("- ", file);
		status = write_plain(list->items[i], file);
		fputc('\n', file);
	}
	if (list->count)
		fputc('\n', file);
	return status;
}

static int write_cells(const char *const *cells, size_t count, FILE *file)
{
	int status = 0;

	for (size_t i = 0; i < count && status == 0; i++) {
		fputs("| ", file);
		status = write_plain(cells[i], file);
		fputc(' ', file);
	}
	fputs("|\n", file);
	return status;
}

static int write_environment(const struct comparison *comparison, FILE *file)
{
	const struct environment_difference *difference = &comparison->difference;
	int status = 0;

	if (comparison->kind != COMPARISON_SESSIONS)
		return 0;
	if (difference->base_unknown || difference->other_unknown) {
		fputs("Environment unknown.\n\n", file);
		return 0;
	}
	if (difference->count == 0) {
		fputs("The environments do not differ.\n\n", file);
		return 0;
	}
	fputs("| environment | item | base | compared |\n|:--|:--|:--|:--|\n", file);
	for (size_t i = 0; i < difference->count && status == 0; i++) {
		const struct difference_item *item = &difference->items[i];
		const char *const cells[] = {
			item->excused ? "accepted" : difference_kind_title(item->kind), item->key,
			item->base ? item->base : "unknown", item->other ? item->other : "unknown"};

		status = write_cells(cells, 4, file);
	}
	fputc('\n', file);
	return status;
}

/* "+29.6% .. +30.4%", or the spread of passes in parentheses; "-" of a single pass. */
static void show_range(const struct comparison_row *row, char *buffer, size_t size)
{
	bool is_interval = compare_range_of(row).is_interval;
	double ends[] = {is_interval ? row->low : row->spread_low,
			 is_interval ? row->high : row->spread_high};
	bool is_rate = comparison_is_rate(row);
	char low[COMPARISON_PERCENT_SIZE];
	char high[COMPARISON_PERCENT_SIZE];

	if (!isfinite(ends[0]) || !isfinite(ends[1])) {
		snprintf(buffer, size, "-");
		return;
	}
	/* The longest time is the lowest rate. */
	comparison_show_row_percent(row, ends[is_rate ? 1 : 0], low);
	comparison_show_row_percent(row, ends[is_rate ? 0 : 1], high);
	snprintf(buffer, size, is_interval ? "%s .. %s" : "(%s .. %s)", low, high);
}

/* A figure of the column's unit, or with its own. */
static const char *show_figure(const struct comparison_row *row, double figure, bool sign,
			       char buffer[FIGURE_SIZE])
{
	const bool has_unit = comparison_has_own_unit(row) && isfinite(figure);
	char number[NUMBER_SIZE];

	compare_show_figure(row, figure, sign, number);
	snprintf(buffer, FIGURE_SIZE, "%s%s%s", number, has_unit ? " " : "",
		 has_unit ? comparison_unit(row) : "");
	return buffer;
}

static int write_row(const struct comparison_row *row, FILE *file)
{
	char verdict[COMPARISON_REASON_SIZE + 64];
	char range[2 * COMPARISON_PERCENT_SIZE + 16];
	char base[FIGURE_SIZE];
	char difference[FIGURE_SIZE];
	char call[NUMBER_SIZE];
	char percent[COMPARISON_PERCENT_SIZE];
	char jump[COMPARISON_PERCENT_SIZE];
	const char *const cells[] = {
		row->name,
		row->label,
		row->role == ROW_TEST ? "" : comparison_role_name(row->role),
		show_figure(row, comparison_shown(row, row->base_ns), false, base),
		show_figure(row, comparison_shown_difference(row), true, difference),
		compare_show_figure(row, comparison_shown_per_call(row), true, call),
		comparison_show_row_percent(row, row->estimate, percent),
		range,
		verdict,
	};

	show_range(row, range, sizeof(range));
	comparison_verdict_short(row, verdict, sizeof(verdict));
	comparison_show_jump(row, jump);
	if (jump[0])
		snprintf(verdict + strlen(verdict), sizeof(verdict) - strlen(verdict), "; %s",
			 jump);
	return write_cells(cells, sizeof(cells) / sizeof(cells[0]), file);
}

static int write_table(const struct comparison *comparison, FILE *file)
{
	const char *unit = result_unit_name(comparison->unit);
	int status = 0;

	fprintf(file,
		"| case | compared | role | base %s | +%s | +%s per system call | %% | 95%% (or "
		"spread) | "
		"verdict |\n|:--|:--|:--|--:|--:|--:|--:|--:|:--|\n",
		unit, unit, unit);
	for (size_t i = 0; i < comparison->row_count && status == 0; i++)
		status = write_row(&comparison->rows[i], file);
	fputc('\n', file);
	return status;
}

static int write_only(const char *title, const struct text_list *names, FILE *file)
{
	if (names->count == 0)
		return 0;
	fprintf(file, "%s:\n\n", title);
	return write_items(names, file);
}

int compare_markdown_write(const struct compare_report *report, FILE *file, struct error *error)
{
	const struct comparison *comparison = report->comparison;
	char line[1024];
	int status;

	fputs(signature_compared, file);
	status = write_plain(comparison->base, file);
	fputs("\n\n", file);
	if (status == 0)
		status = write_items(&report->about, file);
	if (status == 0)
		status = write_environment(comparison, file);
	if (status == 0)
		status = write_plain(
			comparison_headline(comparison, report->above, line, sizeof(line)), file);
	fputs("\n\n", file);
	if (status == 0 && comparison_state(comparison, line, sizeof(line))[0]) {
		status = write_plain(line, file);
		fputs("\n\n", file);
	}
	if (status == 0)
		status = write_items(&comparison->notes, file);
	if (status == 0)
		status = write_items(&report->sentences, file);
	if (status == 0)
		status = write_table(comparison, file);
	if (status == 0)
		status = write_only("Notes", &report->notes, file);
	if (status == 0)
		status = write_only("Hooks called, an iteration", &report->hooks, file);
	if (status == 0)
		status = write_only("Only in the base", &comparison->only_base, file);
	if (status == 0)
		status = write_only("Only in what is compared", &comparison->only_other, file);
	if (status == 0)
		status = write_items(&report->method, file);
	return compare_finish(status, file, error);
}
