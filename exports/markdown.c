/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * markdown.c - a table for a mailing list or a forge, readable as plain text too.
 */
#include "exports/markdown.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/result/step_summary.h"
#include "engine/text/time_unit.h"
#include "exports/ended.h"
#include "exports/markdown_runs.h"
#include "exports/number.h"
#include "exports/report.h"
#include "exports/signature.h"
#include "fixtures/text_show.h"

enum column {
	COLUMN_CASE,
	COLUMN_VARIANT,
	COLUMN_MEDIAN,
	COLUMN_INTERVAL,
	COLUMN_MEAN,
	COLUMN_SD,
	COLUMN_RUNS,
	COLUMN_COUNT,
};

#define TITLE_SIZE 32
#define NS_IN_SECOND 1e9

/* The title of a column, with unit where it has one ("": none); in buffer, returned. */
static const char *title_of(size_t column, const char *unit, char buffer[TITLE_SIZE])
{
	static const char *const titles[COLUMN_COUNT] = {
		"case", "variant", "median", "95% interval", "mean", "sd", "runs",
	};
	bool has_unit = unit[0] && (column == COLUMN_MEDIAN || column == COLUMN_MEAN);

	snprintf(buffer, TITLE_SIZE, "%s%s%s", titles[column], has_unit ? " " : "",
		 has_unit ? unit : "");
	return buffer;
}

/* A figure that has no place in a column of ns: its unit stands behind each. */
static bool has_own_unit(const struct result *result, size_t step)
{
	return step_bytes(result, step) > 0 || step_in_seconds(result, step);
}

/* What stands over the columns; "" where each row says it itself. */
static const char *unit_of_columns(const struct result *result, size_t steps)
{
	for (size_t i = 0; i < steps; i++)
		if (!has_own_unit(result, i))
			return result_unit_name(result->unit);
	return steps > 0 ? "" : result_unit_name(result->unit);
}

/* The cells, a row a step; all malloc'ed. */
struct table {
	char titles[COLUMN_COUNT][TITLE_SIZE];
	char *(*rows)[COLUMN_COUNT];
	size_t count;
	int widths[COLUMN_COUNT];
	bool shown[COLUMN_COUNT];
};

/* Text with what Markdown, or a terminal, would take for more than itself written \so or \xNN. */
static char *escaped(const char *text)
{
	char *safe = NULL;
	char *marked = NULL;
	size_t size;
	FILE *file = open_memstream(&safe, &size);

	if (!file)
		return NULL;
	text_write_safe(text, file);
	if (fclose(file) != 0 || !(file = open_memstream(&marked, &size))) {
		free(safe);
		return NULL;
	}
	for (const char *at = safe; *at; at++) {
		if (strchr("*|`<[", *at))
			fputc('\\', file);
		fputc(*at, file);
	}
	free(safe);
	if (fclose(file) == 0)
		return marked;
	free(marked);
	return NULL;
}

/* As many decimals as the figure deserves: the small ones are differences of a clock. */
static int decimals_for(double value)
{
	return fabs(value) < 10 ? 3 : fabs(value) < 100 ? 2 : 1;
}

/* In what a row is shown. */
struct shown {
	enum result_unit unit;
	int decimals;
	char behind[8]; /* after each figure: a unit that is not the columns', or nothing */
};

/* Bring the summary of a step into the unit in which it is shown. */
static void show_in(const struct result *result, size_t step, struct summary *summary,
		    struct shown *shown)
{
	*shown = (struct shown){.unit = result->unit};
	if (step_in_seconds(result, step)) {
		const struct time_unit unit = time_unit_of(summary->median / NS_IN_SECOND);

		summary_scale(summary, 1 / (NS_IN_SECOND * unit.seconds));
		shown->decimals = time_unit_decimals(&unit, summary->median);
		snprintf(shown->behind, sizeof(shown->behind), " %s", unit.name);
		return;
	}
	shown->decimals = decimals_for(summary->median);
	if (step_bytes(result, step) > 0)
		snprintf(shown->behind, sizeof(shown->behind), " MB/s");
}

static void fill_figures(char *row[COLUMN_COUNT], const struct summary *summary,
			 const struct shown *shown)
{
	const enum result_unit unit = shown->unit;
	const int decimals = shown->decimals;
	const char *behind = shown->behind;
	char texts[5][NUMBER_SIZE];
	const char *low = report_show(unit, summary->median_low, decimals, texts[0]);
	const char *high = report_show(unit, summary->median_high, decimals, texts[1]);
	const char *mean = report_show(unit, summary->mean, decimals, texts[2]);
	const char *half = report_show(unit, summary->mean_half_width, decimals, texts[3]);

	if (asprintf(&row[COLUMN_MEDIAN], "%s%s",
		     report_show(unit, summary->median, decimals, texts[4]), behind) < 0)
		row[COLUMN_MEDIAN] = NULL;
	if (!isfinite(summary->median_low))
		row[COLUMN_INTERVAL] = strdup("-");
	else if (asprintf(&row[COLUMN_INTERVAL], "%s .. %s%s", low, high, behind) < 0)
		row[COLUMN_INTERVAL] = NULL;
	if (!isfinite(summary->mean_half_width))
		half = NULL;
	if (asprintf(&row[COLUMN_MEAN], "%s%s%s%s", mean, half ? " +/- " : "", half ? half : "",
		     behind) < 0)
		row[COLUMN_MEAN] = NULL;
	if (asprintf(&row[COLUMN_SD], "%s%s", report_show(unit, summary->sd, decimals, texts[4]),
		     isfinite(summary->sd) ? behind : "") < 0)
		row[COLUMN_SD] = NULL;
}

static int fill_row(const struct result *result, size_t step, char *row[COLUMN_COUNT],
		    struct error *error)
{
	size_t variants = report_variants(&result->plan);
	const struct step *what = &result->steps[step];
	char name[2 * PATH_MAX + 64];
	char label[PLAN_LABEL_SIZE];
	struct summary summary;
	struct shown shown;
	int status = report_shown_summary(result, step, RESULT_ALL_PASSES, &summary, error);

	if (status < 0)
		return status;
	plan_case_name(&result->plan, step / variants, name, sizeof(name));
	row[COLUMN_CASE] = escaped(name);
	row[COLUMN_VARIANT] = escaped(plan_step_label(&result->plan, step, label));
	show_in(result, step, &summary, &shown);
	fill_figures(row, &summary, &shown);
	if (asprintf(&row[COLUMN_RUNS], "%zu%s%s", summary.count,
		     what->state == STEP_DONE ? "" : " ",
		     what->state == STEP_DONE ? "" : step_state_name(what->state)) < 0)
		row[COLUMN_RUNS] = NULL;
	for (size_t i = 0; i < COLUMN_COUNT; i++) {
		if (!row[i])
			return error_set(error, -ENOMEM, "no memory for a table");
	}
	return 0;
}

static void table_clear(struct table *table)
{
	for (size_t i = 0; table->rows && i < table->count; i++) {
		for (size_t j = 0; j < COLUMN_COUNT; j++)
			free(table->rows[i][j]);
	}
	free(table->rows);
}

static int table_make(struct table *table, const struct result *result, struct error *error)
{
	size_t count = result->steps ? plan_step_count(&result->plan) : 0;
	int status = 0;

	*table = (struct table){.count = count};
	table->rows = calloc(count ? count : 1, sizeof(*table->rows));
	if (!table->rows)
		return error_set(error, -ENOMEM, "no memory for a table");
	for (size_t i = 0; i < count && status == 0; i++)
		status = fill_row(result, i, table->rows[i], error);
	for (size_t j = 0; j < COLUMN_COUNT && status == 0; j++) {
		table->shown[j] = j != COLUMN_VARIANT || report_variants(&result->plan) > 1;
		table->widths[j] =
			(int)strlen(title_of(j, unit_of_columns(result, count), table->titles[j]));
		for (size_t i = 0; i < count; i++) {
			int width = (int)strlen(table->rows[i][j]);

			if (width > table->widths[j])
				table->widths[j] = width;
		}
	}
	if (status < 0)
		table_clear(table);
	return status;
}

/* Names stand left, figures right. */
static bool is_name(size_t column)
{
	return column == COLUMN_CASE || column == COLUMN_VARIANT;
}

static void write_row(const struct table *table, const char *const *row, FILE *file)
{
	for (size_t j = 0; j < COLUMN_COUNT; j++) {
		if (table->shown[j])
			fprintf(file, "| %*s ", is_name(j) ? -table->widths[j] : table->widths[j],
				row[j]);
	}
	fputs("|\n", file);
}

static void write_rule(const struct table *table, FILE *file)
{
	for (size_t j = 0; j < COLUMN_COUNT; j++) {
		if (!table->shown[j])
			continue;
		fputs(is_name(j) ? "|:-" : "|--", file);
		for (int k = 0; k < table->widths[j] - 1; k++)
			fputc('-', file);
		fputs(is_name(j) ? "-" : ":", file);
	}
	fputs("|\n", file);
}

static int write_table(const struct result *result, FILE *file, struct error *error)
{
	const char *titles[COLUMN_COUNT];
	struct table table;
	int status = table_make(&table, result, error);

	if (status < 0)
		return status;
	for (size_t j = 0; j < COLUMN_COUNT; j++)
		titles[j] = table.titles[j];
	write_row(&table, titles, file);
	write_rule(&table, file);
	for (size_t i = 0; i < table.count; i++)
		write_row(&table, (const char *const *)table.rows[i], file);
	table_clear(&table);
	return 0;
}

/* Under the table, why a case has no figures or not all of them: alike for all variants. */
static int write_reasons(const struct result *result, FILE *file, struct error *error)
{
	const size_t variants = report_variants(&result->plan);
	const char *before = "\n";

	for (size_t i = 0; result->steps && i < plan_step_count(&result->plan); i += variants) {
		const struct step *step = &result->steps[i];
		char name[2 * PATH_MAX + 64];
		char *shown;
		char *why;

		if (!step->reason || (step->state != STEP_FAILED && step->state != STEP_SKIPPED))
			continue;
		plan_case_name(&result->plan, i / variants, name, sizeof(name));
		shown = escaped(name);
		why = escaped(step->reason);
		if (shown && why)
			fprintf(file, "%s- %s %s: %s\n", before, shown,
				step_state_name(step->state), why);
		free(shown);
		free(why);
		if (!shown || !why)
			return error_set(error, -ENOMEM, "no memory for a reason");
		before = "";
	}
	return 0;
}

/* A line for each reason that ended rows before all their runs. 0 or -ENOMEM. */
static int write_ended(const struct result *result, const struct ended_list *ended, FILE *file)
{
	size_t steps = result->steps ? plan_step_count(&result->plan) : 0;
	int status = 0;

	for (size_t i = 0; i < ended->count && status == 0; i++) {
		const struct ended *item = &ended->items[i];
		char words[ENDED_WORDS_SIZE];
		char *why = escaped(item->reason ? item->reason : "no reason is known");

		if (why)
			fprintf(file, "%s- %s: %s\n", i == 0 ? "\n" : "",
				ended_words(item, steps, "rows", words), why);
		else
			status = -ENOMEM;
		free(why);
	}
	return status;
}

static int write_method(const struct result *result, FILE *file, struct error *error)
{
	struct ended_list ended;
	int status = ended_find(result, &ended);

	if (status == 0) {
		status = write_ended(result, &ended, file);
		markdown_write_runs(result, &ended, file);
		ended_clear(&ended);
	}
	if (status < 0)
		return error_set(error, status, "no memory for what was run");
	fprintf(file,
		"each pass by freshly started workers%s. Figures are over all runs. 95%%\n"
		"intervals: of the median by order statistics, of the mean 1.96 sd/sqrt(n)\n"
		"(Student's t below 120 runs). sd divides by n - 1.\n\n",
		report_variants(&result->plan) > 1 ? ", variants taking turns" : "");
	return 0;
}

static int write_result(const struct result *result, FILE *file, struct error *error)
{
	char *label = escaped(result->plan.label ? result->plan.label : "");
	int status;

	if (!label)
		return error_set(error, -ENOMEM, "no memory for a heading");
	fprintf(file, "%s%s%s\n\n", signature_markdown, label[0] ? ": " : "", label);
	free(label);
	status = write_table(result, file, error);
	if (status == 0)
		status = write_reasons(result, file, error);
	if (status == 0)
		status = write_method(result, file, error);
	if (status < 0)
		return status;
	/* Indented, it is shown as it stands, whatever characters it holds. */
	return report_write_essentials(result, "    ", file, error);
}

int markdown_write(const struct result *const *results, size_t count, FILE *file,
		   struct error *error)
{
	int status = 0;

	for (size_t i = 0; i < count && status == 0; i++) {
		if (i > 0)
			fputc('\n', file);
		status = write_result(results[i], file, error);
	}
	return status;
}
