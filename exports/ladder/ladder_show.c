/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ladder_show.c - the parts of a ladder as short texts.
 */
#include "exports/ladder/ladder_show.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <string.h>

#include "exports/ladder/ladder_idle.h"

/* As long as a line of a column's heading gets. */
#define HEAD_LINE 12u

static bool is_plain_path(const struct plan_case *which, unsigned int *depth)
{
	char path[PATH_MAX];

	if (!which->operation->parameter || which->operation->parameter->type != PARAMETER_PATH ||
	    !parameter_fits_line(which->parameter))
		return false;
	*depth = parameter_components(which->parameter, NULL);
	return path_of_depth(*depth, path, sizeof(path), NULL) == 0 &&
	       strcmp(path, which->parameter) == 0;
}

const char *ladder_show_case(const struct plan *plan, size_t row, char *buffer, size_t size)
{
	const struct plan_case *which = &plan->cases[row];
	unsigned int depth;

	if (plan->scratches.count <= 1 && is_plain_path(which, &depth))
		snprintf(buffer, size, "%s depth %u", which->operation->name, depth);
	else
		plan_case_name(plan, row, buffer, size);
	return buffer;
}

static int show_whole(double value, bool sign, char *buffer, size_t size)
{
	/* No "-0". */
	if (fabs(value) < 0.5)
		value = 0;
	return snprintf(buffer, size, sign ? "%+.0f" : "%.0f", value);
}

const char *ladder_show_cell(const struct ladder_cell *cell, bool sign,
			     char buffer[LADDER_CELL_SIZE])
{
	int used;

	if (!cell->known || (sign && isnan(cell->difference)))
		return strcpy(buffer, "-");
	used = show_whole(sign ? cell->difference : cell->median, sign, buffer, LADDER_CELL_SIZE);
	if (!cell->repeats && used > 0 && (unsigned int)used < LADDER_CELL_SIZE)
		snprintf(buffer + used, LADDER_CELL_SIZE - (size_t)used, "~%.*f",
			 cell->spread < 10 ? 1 : 0, cell->spread);
	return buffer;
}

const char *ladder_show_price(double price, bool sign, char buffer[NUMBER_SIZE])
{
	double tenth = round(price * 10) / 10;

	if (!isfinite(price))
		return strcpy(buffer, "-");
	if (tenth == round(tenth))
		show_whole(tenth, sign, buffer, NUMBER_SIZE);
	else
		snprintf(buffer, NUMBER_SIZE, sign ? "%+.1f" : "%.1f", tenth);
	return buffer;
}

const char *ladder_show_resolution(double resolution, char buffer[LADDER_CELL_SIZE])
{
	if (resolution < 0)
		return strcpy(buffer, "?");
	snprintf(buffer, LADDER_CELL_SIZE, "+-%.0f", resolution);
	return buffer;
}

/* name without what its guest reports unasked, which stands in parentheses. */
static void short_name(const char *name, char *buffer, size_t size)
{
	const char *open = strstr(name, " (");
	const char *close = open ? strchr(open, ')') : NULL;

	if (close && open > name)
		snprintf(buffer, size, "%.*s%s", (int)(open - name), name, close + 1);
	else
		snprintf(buffer, size, "%s", name);
}

/* Where a line that begins with text may end: at a blank, or behind a comma or an equals sign. */
static size_t line_length(const char *text)
{
	size_t best = 0;

	for (size_t i = 0; text[i] && i <= HEAD_LINE; i++) {
		if (text[i] == ' ')
			best = i;
		else if (i < HEAD_LINE && (text[i] == ',' || text[i] == '='))
			best = i + 1;
	}
	if (strlen(text) <= HEAD_LINE)
		return strlen(text);
	return best > 0 ? best : HEAD_LINE;
}

static size_t add(char *buffer, size_t size, size_t used, const char *text, size_t length)
{
	int added;

	if (used >= size)
		return used;
	added = snprintf(buffer + used, size - used, "%s%.*s", used > 0 ? "\n" : "", (int)length,
			 text);
	return used + (added > 0 ? (size_t)added : 0);
}

static size_t add_wrapped(char *buffer, size_t size, size_t used, const char *text)
{
	while (*text) {
		size_t length = line_length(text);

		used = add(buffer, size, used, text, length);
		text += length;
		text += strspn(text, " ");
	}
	return used;
}

const char *ladder_show_head(const struct ladder_report *report, size_t column, char *buffer,
			     size_t size)
{
	const struct ladder_column *which = &report->table.columns[column];
	const struct ladder_column *base = &report->table.columns[which->base];
	char text[LADDER_HEAD_SIZE];
	size_t used;

	buffer[0] = '\0';
	short_name(report->sources[which->source].name, text, sizeof(text));
	used = add_wrapped(buffer, size, 0, text);
	if (strcmp(which->variant, base->variant) != 0)
		used = add_wrapped(buffer, size, used, which->variant);
	snprintf(text, sizeof(text), "[%zu]", which->source + 1);
	used = add(buffer, size, used, text, strlen(text));
	if (ladder_show_idle(report, column, text, sizeof(text)) == 0 && text[0])
		add(buffer, size, used, "idle", strlen("idle"));
	return buffer;
}

int ladder_show_idle(const struct ladder_report *report, size_t column, char *buffer, size_t size)
{
	const struct ladder_column *which = &report->table.columns[column];
	const struct result *result = report->sources[which->source].result;
	struct text_list extra = {0};
	size_t used = 0;
	int status;

	buffer[0] = '\0';
	status = ladder_table_extra(&report->table, report->sources, column, &extra);
	for (size_t i = 0; i < extra.count && status == 0; i++) {
		const char *why = ladder_idle(extra.items[i], &result->environment, which->variant);
		int added;

		if (!why || used >= size)
			continue;
		added = snprintf(buffer + used, size - used, "%s%s %s", used > 0 ? ", " : "",
				 extra.items[i], why);
		used += added > 0 ? (size_t)added : 0;
	}
	text_list_clear(&extra);
	return status;
}

const struct ladder_source *ladder_first(const struct ladder_report *report, size_t kernel)
{
	const struct ladder_source *first = NULL;

	for (size_t i = 0; i < report->source_count; i++) {
		const struct ladder_source *source = &report->sources[i];

		if (source->kernel != kernel || !source->result)
			continue;
		if (source->kind == RUNG_FIRST)
			return source;
		if (!first)
			first = source;
	}
	return first;
}

const char *ladder_release(const struct ladder_report *report, size_t kernel)
{
	const struct ladder_source *first = ladder_first(report, kernel);

	return first ? environment_value(&first->result->environment, "kernel.release", "?") : "?";
}

/*
 * The row in which the first rung or a repeat of it differs most from what others are compared
 * with, and by how much; < 0: nothing known.
 */
static double farthest(const struct ladder_report *report, size_t source, size_t *row)
{
	const struct ladder_table *table = &report->table;
	double most = -1;

	for (size_t i = 0; i < table->row_count * table->column_count; i++) {
		const struct ladder_column *column = &table->columns[i % table->column_count];
		const struct ladder_cell *cell = &table->cells[i];
		bool is_base = column->base == i % table->column_count;
		double apart = fabs(is_base ? cell->own - cell->median : cell->difference);

		if (column->source != source || !cell->known || isnan(apart) || apart <= most ||
		    strcmp(column->variant, table->columns[column->base].variant) != 0)
			continue;
		most = apart;
		*row = i / table->column_count;
	}
	return most;
}

/* "differs by at most 3 (stat depth 4)" */
static const char *show_farthest(const struct ladder_report *report, size_t source, char *buffer,
				 size_t size)
{
	char name[256];
	size_t row = 0;
	double most = farthest(report, source, &row);

	if (most <= 0)
		snprintf(buffer, size, "%s", most < 0 ? "not measured" : "differs nowhere");
	else
		snprintf(buffer, size, "differs by at most %.0f (%s)", most,
			 ladder_show_case(report->table.plan, row, name, sizeof(name)));
	return buffer;
}

static void show_repeat(const struct ladder_report *report, size_t source, const char *what,
			char *buffer, size_t size)
{
	char apart[LADDER_HEAD_SIZE];

	snprintf(buffer, size, "%s: %s", what, show_farthest(report, source, apart, sizeof(apart)));
}

/* What is said of a first rung beside its name. */
static void show_first(const struct ladder_report *report, size_t source, size_t column,
		       char *buffer, size_t size)
{
	char apart[LADDER_HEAD_SIZE];

	snprintf(buffer, size, ", with which the others are compared");
	if (column == SIZE_MAX || !report->table.columns[column].of_three)
		return;
	snprintf(buffer, size,
		 ", with which the others are compared: with the medians of it and its two "
		 "repeats, from which it %s",
		 show_farthest(report, source, apart, sizeof(apart)));
}

/* The column of a source's first variant. */
static size_t column_of(const struct ladder_table *table, size_t source)
{
	for (size_t i = 0; i < table->column_count; i++) {
		if (table->columns[i].source == source)
			return i;
	}
	return SIZE_MAX;
}

int ladder_show_rung(const struct ladder_report *report, size_t source, char *buffer, size_t size)
{
	const struct ladder_source *which = &report->sources[source];
	size_t column = column_of(&report->table, source);
	char idle[LADDER_HEAD_SIZE] = "";
	char base[LADDER_HEAD_SIZE + 128] = "";
	int status = 0;

	switch (which->kind) {
	case RUNG_SAME:
		show_repeat(report, source, "A/A, the first once more with another seed", buffer,
			    size);
		return 0;
	case RUNG_PLACEBO:
		show_repeat(report, source, "placebo, the first with an irrelevant word more",
			    buffer, size);
		return 0;
	case RUNG_FIRST:
	case RUNG_OTHER:
		break;
	}
	if (column != SIZE_MAX)
		status = ladder_show_idle(report, column, idle, sizeof(idle));
	if (which->kind == RUNG_FIRST)
		show_first(report, source, column, base, sizeof(base));
	snprintf(buffer, size, "%s%s%s%s", which->name, base,
		 idle[0] ? "; idle, not its cost: " : "", idle);
	return status;
}
