/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * run_columns.c - one table of columns, most important first: a narrow screen drops the last ones.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tui/operation_figure.h"
#include "tui/run_columns.h"
#include "tui/text.h"

/* What a column's text is made of. */
struct figures {
	struct running running;
	const struct run_order *order;
	const struct run_order *baseline; /* of the case; of the baseline itself: NULL */
	const char *own_unit;             /* "MB/s", "s"; NULL: what the column is headed by */
	bool in_seconds;
	enum result_unit unit;
};

struct run_column {
	const char *title;
	int width;
	void (*text)(const struct figures *figures, char *buffer, size_t size, int width);
};

/* A figure of a command, in seconds, needs more digits than one in nanoseconds. */
static void number_text(const struct figures *figures, double value, char *buffer, size_t size,
			int width)
{
	if (figures->in_seconds)
		text_significant(buffer, size, value, width);
	else
		text_number(buffer, size, value, width);
}

static void median_text(const struct figures *figures, char *buffer, size_t size, int width)
{
	char number[32];

	if (figures->own_unit == NULL) {
		figure_text(figures->unit, figures->order->median, width, buffer, size);
		return;
	}
	/* The column is headed by the unit of the others. */
	number_text(figures, figures->order->median, number, sizeof(number),
		    width - (int)strlen(figures->own_unit));
	snprintf(buffer, size, "%s%s", number, figures->own_unit);
}

/* Half of the interval's width, as +-: it need not be symmetric, so the larger side. */
static void interval_text(const struct figures *figures, char *buffer, size_t size, int width)
{
	const struct run_order *order = figures->order;
	char number[32];

	if (isnan(order->low)) {
		snprintf(buffer, size, "-");
		return;
	}
	number_text(figures, fmax(order->high - order->median, order->median - order->low), number,
		    sizeof(number), width - 2);
	snprintf(buffer, size, "+-%s", number);
}

/* Of the medians, so far: no verdict. */
static void difference_text(const struct figures *figures, char *buffer, size_t size, int width)
{
	(void)width;
	if (figures->baseline == NULL)
		snprintf(buffer, size, ".");
	else if (figures->baseline->count == 0)
		snprintf(buffer, size, "-");
	else
		snprintf(buffer, size, "%+.1f%%",
			 (figures->order->median / figures->baseline->median - 1) * 100);
}

static void mean_text(const struct figures *figures, char *buffer, size_t size, int width)
{
	number_text(figures, figures->running.mean, buffer, size, width);
}

static void mean_interval_text(const struct figures *figures, char *buffer, size_t size, int width)
{
	double sd = sqrt(running_variance(&figures->running));
	char number[32];

	if (figures->running.count < 2) {
		snprintf(buffer, size, "-");
		return;
	}
	number_text(figures, mean_half_width(sd, figures->running.count), number, sizeof(number),
		    width - 2);
	snprintf(buffer, size, "+-%s", number);
}

static void variance_text(const struct figures *figures, char *buffer, size_t size, int width)
{
	number_text(figures, running_variance(&figures->running), buffer, size, width);
}

static void sd_text(const struct figures *figures, char *buffer, size_t size, int width)
{
	number_text(figures, sqrt(running_variance(&figures->running)), buffer, size, width);
}

static void minimum_text(const struct figures *figures, char *buffer, size_t size, int width)
{
	number_text(figures, figures->running.minimum, buffer, size, width);
}

static void p95_text(const struct figures *figures, char *buffer, size_t size, int width)
{
	number_text(figures, figures->order->p95, buffer, size, width);
}

static void p99_text(const struct figures *figures, char *buffer, size_t size, int width)
{
	number_text(figures, figures->order->p99, buffer, size, width);
}

static void maximum_text(const struct figures *figures, char *buffer, size_t size, int width)
{
	number_text(figures, figures->running.maximum, buffer, size, width);
}

static const struct run_column table[] = {
	{"median", 9, median_text}, {"95% CI", 7, interval_text},
	{"mean", 8, mean_text},     {"var", 8, variance_text},
	{"sd", 7, sd_text},         {"mean CI", 7, mean_interval_text},
	{"min", 9, minimum_text},   {"p95", 9, p95_text},
	{"p99", 9, p99_text},       {"max", 9, maximum_text},
};
/* The same with the difference from the baseline, for several variants. */
static const struct run_column table_of_variants[] = {
	{"median", 9, median_text},
	{"95% CI", 7, interval_text},
	{"vs base", 7, difference_text},
	{"mean", 8, mean_text},
	{"var", 8, variance_text},
	{"sd", 7, sd_text},
	{"mean CI", 7, mean_interval_text},
	{"min", 9, minimum_text},
	{"p95", 9, p95_text},
	{"p99", 9, p99_text},
	{"max", 9, maximum_text},
};
#define COLUMNS_OF(table) ((int)(sizeof(table) / sizeof((table)[0])))

/*
 * The name keeps this much before a column more is shown; less where the screen is narrow. Before
 * the columns that are only good to have, it gets what a long name needs.
 */
#define NAME_MINIMUM 20
#define NAME_MINIMUM_NARROW 14
#define NARROW 60
#define NAME_MAXIMUM 46
/* Of the last columns of a table: good to have. */
#define SPARE_COLUMNS 5

static void take_columns(struct run_columns *columns, int end, int *left)
{
	while (columns->count < end && *left >= columns->columns[columns->count].width + 1)
		*left -= columns->columns[columns->count++].width + 1;
}

void run_columns_fit(struct run_columns *columns, int width, size_t variant_count)
{
	int end = variant_count > 1 ? COLUMNS_OF(table_of_variants) : COLUMNS_OF(table);
	int minimum = width < NARROW || variant_count > 1 ? NAME_MINIMUM_NARROW : NAME_MINIMUM;
	int left = width - 2 - minimum - 1 - RUN_COLUMNS_RUNS;
	int more;

	columns->columns = variant_count > 1 ? table_of_variants : table;
	columns->count = 0;
	take_columns(columns, end - SPARE_COLUMNS, &left);
	more = left < NAME_MAXIMUM - minimum ? left : NAME_MAXIMUM - minimum;
	columns->name_width = minimum + (more > 0 ? more : 0);
	left -= more;
	take_columns(columns, end, &left);
}

/* "median ns"; a longer unit has no room there, and the page says it elsewhere. */
static const char *title_of(const struct run_column *column, const char *unit, char *buffer,
			    size_t size)
{
	bool has_unit = column->text == median_text &&
			strlen(column->title) + 1 + strlen(unit) <= (size_t)column->width;

	snprintf(buffer, size, "%s%s%s", column->title, has_unit ? " " : "", has_unit ? unit : "");
	return buffer;
}

void run_columns_heading(const struct run_columns *columns, const char *unit, char *line,
			 size_t size)
{
	char title[32];
	size_t used = (size_t)snprintf(line, size, "  %-*s %*s", columns->name_width, "CASE",
				       RUN_COLUMNS_RUNS, "runs");
	int i;

	for (i = 0; i < columns->count && used < size; i++)
		used += (size_t)snprintf(
			line + used, size - used, " %*s", columns->columns[i].width,
			title_of(&columns->columns[i], unit, title, sizeof(title)));
}

void run_columns_figures(const struct run_columns *columns, struct run_model *model, size_t step,
			 bool final, char *line, size_t size)
{
	size_t baseline = step - step % model->variant_count;
	const struct figures figures = {
		.running = run_model_running(model, step),
		.order = run_model_order(model, step, final),
		.own_unit = model->steps[step].bytes > 0 || model->steps[step].in_seconds
				    ? run_model_unit(model, step)
				    : NULL,
		.in_seconds = model->steps[step].in_seconds,
		.unit = model->result->unit,
		.baseline = step == baseline ? NULL : run_model_order(model, baseline, final),
	};
	size_t used = strlen(line);
	char text[48];
	int i;

	for (i = 0; i < columns->count && used < size; i++) {
		const struct run_column *column = &columns->columns[i];

		column->text(&figures, text, sizeof(text), column->width);
		used += (size_t)snprintf(line + used, size - used, " %*s", column->width, text);
	}
}
