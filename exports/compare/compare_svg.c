/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * compare_svg.c - a comparison as a chart: horizontal bars with their intervals.
 *
 * Black on white: roles differ by hatching, not by colour, and every bar carries its figure and
 * verdict in words, so that a photocopy says the same.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "exports/compare/compare_formats.h"
#include "exports/compare/compare_show.h"
#include "exports/signature.h"

#define CHART_WIDTH 900
#define LEFT 250
#define PLOT 380
#define TOP 78
#define CASE_HEIGHT 20
#define ROW_HEIGHT 18
#define BAR_HEIGHT 10
#define LINE_HEIGHT 16
#define LINE_CHARACTERS 140 /* of the usual size, in the width of the chart */

static int write_escaped(const char *text, FILE *file)
{
	char *shown = compare_ascii(text);

	if (!shown)
		return -1;
	for (const char *at = shown; *at; at++) {
		if (*at == '<')
			fputs("&lt;", file);
		else if (*at == '>')
			fputs("&gt;", file);
		else if (*at == '&')
			fputs("&amp;", file);
		else
			fputc(*at, file);
	}
	free(shown);
	return 0;
}

static void write_text(double x, double y, const char *style, const char *text, FILE *file)
{
	fprintf(file, "<text x=\"%.1f\" y=\"%.1f\"%s>", x, y, style);
	write_escaped(text, file);
	fputs("</text>\n", file);
}

static void write_line(double x1, double y1, double x2, double y2, const char *style, FILE *file)
{
	fprintf(file, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"%s/>\n", x1, y1, x2, y2,
		style);
}

static double height_of(const struct comparison *comparison)
{
	double height = TOP;

	for (size_t i = 0; i < comparison->row_count; i++)
		height += ROW_HEIGHT + (compare_is_first(comparison, i) ? CASE_HEIGHT : 0);
	return height;
}

static void write_definitions(double width, double height, FILE *file)
{
	fputs(signature_chart, file);
	fprintf(file,
		"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" "
		"viewBox=\"0 0 %.0f %.0f\" font-family=\"sans-serif\" font-size=\"11\">\n",
		width, height, width, height);
	fputs("<defs>\n"
	      "<pattern id=\"control\" width=\"5\" height=\"5\" patternUnits=\"userSpaceOnUse\">"
	      "<rect width=\"5\" height=\"5\" fill=\"white\"/>"
	      "<path d=\"M0 5 L5 0\" stroke=\"black\" stroke-width=\"0.7\"/></pattern>\n"
	      "</defs>\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
	      file);
}

/* A step of 1, 2 or 5 times a power of ten that gives about five marks. */
static double tick_step(const struct compare_axis *axis)
{
	double rough = (axis->high - axis->low) / 5;
	double power = pow(10, floor(log10(rough)));

	if (rough / power > 5)
		return 10 * power;
	return rough / power > 2 ? 5 * power : rough / power > 1 ? 2 * power : power;
}

static void write_axis(const struct compare_axis *axis, double bottom, FILE *file)
{
	double step = tick_step(axis);
	long first = (long)ceil(axis->low / step);
	long last = (long)floor(axis->high / step * (1 + 1e-9));

	for (long i = first; i <= last; i++) {
		double at = (double)i * step;
		double x = LEFT + compare_axis_at(axis, at, PLOT);
		char text[NUMBER_SIZE + 1];

		number_show_fixed(at, step < 1 ? 2 : 0, text);
		strcat(text, "%");
		write_text(x, TOP - 6, " text-anchor=\"middle\"", text, file);
		write_line(x, TOP, x, bottom - 8,
			   i == 0 ? " stroke=\"black\""
				  : " stroke=\"#aaaaaa\" stroke-dasharray=\"1 3\"",
			   file);
	}
}

static const char *fill_of(enum comparison_role role)
{
	return role == ROW_TEST ? "#bbbbbb" : role == ROW_CONTROL ? "url(#control)" : "white";
}

/* The interval: a line with ends; dashed when it is no more than the spread of passes. */
static void write_range(const struct compare_axis *axis, const struct comparison_row *row, double y,
			FILE *file)
{
	struct compare_range range = compare_range_of(row);
	double low = LEFT + compare_axis_at(axis, range.low, PLOT);
	double high = LEFT + compare_axis_at(axis, range.high, PLOT);
	const char *style = range.is_interval ? " stroke=\"black\""
					      : " stroke=\"black\" stroke-dasharray=\"2 2\"";

	if (!isfinite(range.low) || !isfinite(range.high))
		return;
	write_line(low, y, high, y, style, file);
	write_line(low, y - 4, low, y + 4, " stroke=\"black\"", file);
	write_line(high, y - 4, high, y + 4, " stroke=\"black\"", file);
}

static void write_bar(const struct compare_axis *axis, const struct comparison_row *row, double y,
		      FILE *file)
{
	double zero = LEFT + compare_axis_at(axis, 0, PLOT);
	double end = LEFT + compare_axis_at(axis, comparison_row_percent(row, row->estimate), PLOT);

	int beyond = compare_axis_beyond(axis, comparison_row_percent(row, row->estimate));

	if (isfinite(row->estimate))
		fprintf(file,
			"<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%d\" fill=\"%s\" "
			"stroke=\"black\" stroke-width=\"0.8\"/>\n",
			fmin(zero, end), y - BAR_HEIGHT / 2.0, fmax(0.5, fabs(end - zero)),
			BAR_HEIGHT, fill_of(row->role));
	if (beyond != 0)
		write_text(end, y + 4, beyond > 0 ? "" : " text-anchor=\"end\"",
			   beyond > 0 ? ">" : "<", file);
	write_range(axis, row, y, file);
}

static void write_row(const struct compare_axis *axis, const struct comparison_row *row, double y,
		      FILE *file)
{
	char verdict[COMPARISON_REASON_SIZE];
	char percent[COMPARISON_PERCENT_SIZE];
	char jump[COMPARISON_PERCENT_SIZE];
	char ns[NUMBER_SIZE];
	char text[COMPARISON_REASON_SIZE + 3 * NUMBER_SIZE];

	snprintf(text, sizeof(text), "%.34s%s", row->label,
		 row->role == ROW_CONTROL ? " (control)"
		 : row->role == ROW_AA    ? " (A/A)"
					  : "");
	write_text(LEFT - 8, y + 4, " text-anchor=\"end\"", text, file);
	write_bar(axis, row, y, file);
	comparison_show_jump(row, jump);
	snprintf(text, sizeof(text), "%s  %s %s  %s%s%s",
		 comparison_show_row_percent(row, row->estimate, percent),
		 compare_show_figure(row, comparison_shown_difference(row), true, ns),
		 jump[0] ? "" : comparison_unit(row),
		 comparison_verdict_short(row, verdict, sizeof(verdict)), jump[0] ? "; " : "",
		 jump);
	write_text(LEFT + PLOT + 12, y + 4, "", text, file);
}

static void write_rows(const struct comparison *comparison, const struct compare_axis *axis,
		       FILE *file)
{
	double y = TOP;

	for (size_t i = 0; i < comparison->row_count; i++) {
		const struct comparison_row *row = &comparison->rows[i];

		if (compare_is_first(comparison, i)) {
			char base[NUMBER_SIZE];
			char text[512];

			snprintf(text, sizeof(text), "%.100s, base %s %s", row->name,
				 compare_show_figure(row, comparison_shown(row, row->base_ns),
						     false, base),
				 comparison_unit(row));
			write_text(8, y + CASE_HEIGHT - 6, " font-weight=\"bold\"", text, file);
			y += CASE_HEIGHT;
		}
		write_row(axis, row, y + ROW_HEIGHT / 2.0, file);
		y += ROW_HEIGHT;
	}
}

/* The first words of text that fit into a line, as a length. */
static size_t line_length(const char *text)
{
	size_t length = strlen(text);

	if (length <= LINE_CHARACTERS)
		return length;
	length = LINE_CHARACTERS;
	while (length > 0 && text[length] != ' ')
		length--;
	return length > 0 ? length : LINE_CHARACTERS;
}

/* Write text from y on in lines that fit the chart; NULL counts only. Returns the next y. */
static double write_wrapped(double y, const char *text, FILE *file)
{
	char line[LINE_CHARACTERS + 1];

	while (*text) {
		size_t length = line_length(text);

		snprintf(line, sizeof(line), "%.*s", (int)length, text);
		if (file)
			write_text(8, y, "", line, file);
		y += LINE_HEIGHT;
		text += length;
		text += strspn(text, " ");
	}
	return y;
}

/* What is said below the bars. */
static double write_sayings(const struct compare_report *report, double y, FILE *file)
{
	const struct text_list *const lists[] = {&report->comparison->notes, &report->sentences};

	for (size_t i = 0; i < sizeof(lists) / sizeof(lists[0]); i++) {
		for (size_t j = 0; j < lists[i]->count; j++)
			y = write_wrapped(y, lists[i]->items[j], file);
	}
	return y;
}

int compare_svg_write(const struct compare_report *report, FILE *file, struct error *error)
{
	const struct comparison *comparison = report->comparison;
	struct compare_axis axis = compare_axis_of(comparison);
	double bottom = height_of(comparison) + 8;
	double below = write_sayings(report, bottom + 8, NULL);
	double height = below + 2 * LINE_HEIGHT + 8;
	char line[COMPARISON_REASON_SIZE + 64];

	write_definitions(CHART_WIDTH, height, file);
	snprintf(line, sizeof(line), "Compared with %.90s", comparison->base);
	write_text(8, 18, " font-size=\"14\" font-weight=\"bold\"", line, file);
	comparison_headline(comparison, report->above, line, sizeof(line));
	write_text(8, 36, "", line, file);
	write_text(8, 52, "", comparison_state(comparison, line, sizeof(line)), file);
	write_axis(&axis, bottom, file);
	write_rows(comparison, &axis, file);
	write_sayings(report, bottom + 8, file);
	write_text(
		8, height - 24, " fill=\"#444444\"",
		"whiskers: 95% interval, dashed: spread of passes; hatched: control, white: A/A; "
		"> <: beyond the axis",
		file);
	write_text(8, height - 8, " fill=\"#444444\"",
		   "base: the median of the medians of its passes, not of all samples", file);
	fputs("</svg>\n", file);
	return compare_finish(0, file, error);
}
