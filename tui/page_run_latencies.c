/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * page_run_latencies.c - the Run page's detail pane with the latencies of single calls: for each
 * kind of call a panel with its figures, columns over a logarithmic axis, and below them what it is
 * held against.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tui/bars.h"
#include "tui/console_state.h"
#include "tui/draw.h"
#include "tui/latency_chart.h"
#include "tui/page_run.h"
#include "tui/run_latencies.h"
#include "tui/terminal.h"

/* Left of the columns: what their height stands for, or whose they are. */
#define MARGIN 9
/* A panel beside another one has at least so many columns: its figures fit then. */
#define PANEL_WIDTH 82
#define PANEL_GAP 2
#define COLUMNS_MINIMUM 8
#define BARS_MAXIMUM 8

/* The lines of a panel, from top to bottom. */
enum part {
	PART_FIGURES,
	PART_BESIDE_FIGURES,
	PART_BARS,
	PART_MARKS,
	PART_BESIDE_BARS,
	PART_BESIDE_MARKS,
	PART_AXIS,
	PARTS,
};

/* The order in which lines are given to parts while there are some. */
static const enum part wishes[] = {
	PART_FIGURES,     PART_BARS,  PART_AXIS,        PART_BESIDE_FIGURES,
	PART_BESIDE_BARS, PART_MARKS, PART_BARS,        PART_BESIDE_MARKS,
	PART_BESIDE_BARS, PART_BARS,  PART_BESIDE_BARS, PART_BARS,
	PART_BESIDE_BARS, PART_BARS,  PART_BESIDE_BARS, PART_BARS,
	PART_BESIDE_BARS,
};

/* How the panels are laid out. */
struct panels {
	int across;
	int down;
	int width;  /* of a panel */
	int height; /* of a panel, at least */
	size_t pages;
};

/* One kind of call. */
struct panel {
	const struct latencies *own;
	const struct latencies *beside; /* NULL: there is none */
	const char *name;
	const char *label; /* of beside */
	struct latency_axis axis;
	int lines[PARTS];
};

/* One panel shows at least figures, columns and axis; what is beside it more. */
static void arrange(const struct run_latencies_shown *shown, const struct rectangle *area,
		    struct panels *panels)
{
	const int least = shown->has_beside ? 7 : 5;
	int room;

	panels->across = (area->columns + PANEL_GAP) / (PANEL_WIDTH + PANEL_GAP);
	panels->across = panels->across < 1 ? 1 : panels->across > 2 ? 2 : panels->across;
	panels->down = area->rows / least;
	panels->down = panels->down < 1 ? 1 : panels->down;
	/* No more of them than there are calls, so that each is as large as can be. */
	while (panels->down > 1 && (size_t)((panels->down - 1) * panels->across) >= shown->count)
		panels->down--;
	room = panels->across * panels->down;
	panels->width = (area->columns - (panels->across - 1) * PANEL_GAP) / panels->across;
	panels->height = area->rows / panels->down;
	panels->pages = (shown->count + (size_t)room - 1) / (size_t)room;
}

static void describe(const char *name, const struct latencies *latencies, char *text, size_t size)
{
	char figures[160];

	latency_figures(figures, sizeof(figures), latencies);
	snprintf(text, size, " %-10s %s", name, figures);
}

/* How many lines a part takes when it gets any. */
static int lines_of(const struct panel *panel, enum part part, int columns)
{
	char text[256];

	if (part == PART_FIGURES)
		describe(panel->name, panel->own, text, sizeof(text));
	else if (part == PART_BESIDE_FIGURES)
		describe(panel->label, panel->beside, text, sizeof(text));
	else
		return 1;
	return draw_wrapped_lines(text, columns);
}

static bool is_beside(enum part part)
{
	return part == PART_BESIDE_FIGURES || part == PART_BESIDE_BARS || part == PART_BESIDE_MARKS;
}

static void share_lines(struct panel *panel, const struct rectangle *area)
{
	int left = area->rows;

	memset(panel->lines, 0, sizeof(panel->lines));
	for (size_t i = 0; i < sizeof(wishes) / sizeof(wishes[0]); i++) {
		int lines;

		if ((is_beside(wishes[i]) && !panel->beside))
			continue;
		lines = lines_of(panel, wishes[i], area->columns);
		if (lines > left)
			continue;
		panel->lines[wishes[i]] += lines;
		left -= lines;
	}
}

/* What the height of a column stands for: a share of the calls, on a logarithmic scale. */
struct heights {
	double low; /* log10 */
	double high;
};

static double largest_of(const double *shares, int count)
{
	double largest = 0;

	for (int i = 0; i < count; i++)
		largest = fmax(largest, shares[i]);
	return largest;
}

/* One scale for both: from a single call of the larger number to the highest column. */
static struct heights heights_of(const struct panel *panel)
{
	double shares[LATENCY_COLUMNS_MAXIMUM];
	double calls = fmax((double)panel->own->count, 1);
	double largest;

	latency_axis_shares(&panel->axis, panel->own, shares);
	largest = largest_of(shares, panel->axis.columns);
	if (panel->beside) {
		calls = fmax(calls, (double)panel->beside->count);
		latency_axis_shares(&panel->axis, panel->beside, shares);
		largest = fmax(largest, largest_of(shares, panel->axis.columns));
	}
	return (struct heights){.low = -log10(calls), .high = log10(fmax(largest, 1 / calls))};
}

static void draw_bars(const struct panel *panel, const struct latencies *latencies,
		      const struct heights *heights, int rows, const struct rectangle *area,
		      int row)
{
	const struct sequence_chart chart = {heights->low, heights->high, rows, terminal_blocks()};
	const int columns = panel->axis.columns;
	double shares[LATENCY_COLUMNS_MAXIMUM];
	char line[BARS_BYTES(LATENCY_COLUMNS_MAXIMUM)];

	latency_axis_shares(&panel->axis, latencies, shares);
	for (int i = 0; i < columns; i++)
		shares[i] = shares[i] > 0 ? log10(shares[i]) : NAN;
	for (int i = 0; i < rows; i++) {
		bars_sequence(line, sizeof(line), columns, shares, (size_t)columns, &chart, i);
		draw_text(area, row + i, MARGIN, latencies == panel->own ? ROLE_BAR : ROLE_QUIET,
			  line);
	}
}

static void draw_heights(const struct heights *heights, int rows, const struct rectangle *area,
			 int row)
{
	draw_format(area, row, 0, ROLE_QUIET, " %6.2g%%", 100 * pow(10, heights->high));
	if (rows > 1)
		draw_format(area, row + rows - 1, 0, ROLE_QUIET, " %6.1g%%",
			    100 * pow(10, heights->low));
}

static void draw_marks(const struct panel *panel, const struct latencies *latencies,
		       const struct rectangle *area, int row)
{
	char line[LATENCY_COLUMNS_MAXIMUM + 1];

	latency_axis_marks(&panel->axis, latencies, line);
	draw_text(area, row, MARGIN, ROLE_VALUE, line);
}

static void draw_figures(const char *name, const struct latencies *latencies, enum role role,
			 const struct rectangle *area, int row, int rows)
{
	struct rectangle part = *area;
	char text[256];

	part.row += row;
	part.rows = rows;
	describe(name, latencies, text, sizeof(text));
	draw_wrapped(&part, 0, role, text);
}

static void draw_part(const struct panel *panel, enum part part, const struct heights *heights,
		      const struct rectangle *area, int row)
{
	const int lines = panel->lines[part];
	char line[LATENCY_COLUMNS_MAXIMUM + 1];

	switch (part) {
	case PART_FIGURES:
		draw_figures(panel->name, panel->own, ROLE_HEADING, area, row, lines);
		break;
	case PART_BESIDE_FIGURES:
		draw_figures(panel->label, panel->beside, ROLE_NORMAL, area, row, lines);
		break;
	case PART_BARS:
		draw_heights(heights, lines, area, row);
		draw_bars(panel, panel->own, heights, lines, area, row);
		break;
	case PART_BESIDE_BARS:
		draw_format(area, row, 0, ROLE_QUIET, " %.*s", MARGIN - 2, panel->label);
		draw_bars(panel, panel->beside, heights, lines, area, row);
		break;
	case PART_MARKS:
		draw_marks(panel, panel->own, area, row);
		break;
	case PART_BESIDE_MARKS:
		draw_marks(panel, panel->beside, area, row);
		break;
	case PART_AXIS:
		latency_axis_ticks(&panel->axis, line);
		draw_text(area, row, MARGIN, ROLE_NORMAL, line);
		break;
	case PARTS:
		break;
	}
}

static void draw_panel(struct panel *panel, const struct rectangle *area)
{
	struct heights heights;
	int row = 0;

	share_lines(panel, area);
	heights = heights_of(panel);
	for (unsigned int i = 0; i < PARTS; i++) {
		if (panel->lines[i] > 0)
			draw_part(panel, (enum part)i, &heights, area, row);
		row += panel->lines[i];
	}
}

/* One axis for all calls, so that they are seen beside each other. */
static void fit_axis(const struct run_latencies_shown *shown, int columns,
		     struct latency_axis *axis)
{
	latency_axis_begin(axis, columns);
	for (size_t i = 0; i < shown->count; i++) {
		latency_axis_cover(axis, &shown->own[shown->rows[i]]);
		latency_axis_cover(axis, &shown->beside[shown->rows[i]]);
	}
}

static void draw_page(const struct run_latencies_shown *shown, const struct panels *panels,
		      size_t page, const struct rectangle *area)
{
	size_t at = page * (size_t)(panels->across * panels->down);
	struct latency_axis axis;

	if (panels->width - MARGIN < COLUMNS_MINIMUM)
		return;
	fit_axis(shown, panels->width - MARGIN, &axis);
	for (int place = 0; place < panels->across * panels->down && at < shown->count;
	     place++, at++) {
		const enum latency_row row = shown->rows[at];
		struct panel panel = {
			.own = &shown->own[row],
			.beside = shown->has_beside ? &shown->beside[row] : NULL,
			.name = run_latencies_name(row),
			.label = shown->label,
			.axis = axis,
		};
		struct rectangle part = *area;

		part.column += place % panels->across * (panels->width + PANEL_GAP);
		part.columns = panels->width;
		part.row += place / panels->across * panels->height;
		part.rows = panels->height;
		draw_panel(&panel, &part);
	}
}

/* "latencies of lstat, open; below: alone (d: next)". */
static void describe_page(const struct run_latencies_shown *shown, const struct panels *panels,
			  size_t page, char *buffer, size_t size)
{
	const size_t room = (size_t)(panels->across * panels->down);
	size_t used = (size_t)snprintf(buffer, size, "latencies");

	if (panels->pages > 1)
		for (size_t i = page * room; i < (page + 1) * room && i < shown->count; i++)
			used += (size_t)snprintf(buffer + used, used < size ? size - used : 0,
						 "%s%s", i == page * room ? " of " : ", ",
						 run_latencies_name(shown->rows[i]));
	if (used < size)
		snprintf(buffer + used, size - used, "%s%s%s", shown->has_beside ? "; below: " : "",
			 shown->has_beside ? shown->label : "",
			 panels->pages > 1 ? " (d: next)" : "");
}

bool page_run_draw_latencies(struct run_page *page, size_t step, const struct rectangle *area,
			     char *buffer, size_t size)
{
	struct run_latencies_shown shown;
	struct panels panels = {0};

	page->latency_pages = 0;
	if (area->rows < 2 || run_latencies_begin(&shown, page->model.result, step) < 0)
		return false;
	if (shown.count > 0) {
		arrange(&shown, area, &panels);
		page->latency_pages = panels.pages;
	}
	if (page->latency_page > page->latency_pages && page->latency_pages > 0)
		page->latency_page = page->latency_pages;
	if (page->latency_page > 0 && page->latency_pages > 0) {
		draw_page(&shown, &panels, page->latency_page - 1, area);
		describe_page(&shown, &panels, page->latency_page - 1, buffer, size);
	}
	run_latencies_clear(&shown);
	return page->latency_page > 0 && page->latency_pages > 0;
}
