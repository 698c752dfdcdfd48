/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * page_run_readings.c - the Run page's detail pane of an operation that times itself: a few runs
 * have no distribution to draw, but each has told much.
 */
#include <stdio.h>
#include <string.h>

#include "tui/console_state.h"
#include "tui/draw.h"
#include "tui/page_run.h"
#include "tui/run_readings.h"
#include "tui/text.h"

#define NAME_WIDTH 17
#define UNIT_WIDTH 5
#define FIGURE_WIDTH 10
#define DIFFERENCE_WIDTH 16
#define BLOCK_WIDTH (1 + NAME_WIDTH + 1 + UNIT_WIDTH + 1 + FIGURE_WIDTH)
#define BLOCK_GAP 2
/* A summary that is cut shorter says nothing. */
#define SUMMARY_MINIMUM 40

/* How the readings are laid out: blocks beside each other, each with a heading. */
struct readings_view {
	bool difference; /* from the baseline */
	bool extremes;   /* least and most */
	int width;       /* of a block, without the gap */
	int blocks;
	int rows;
	size_t pages; /* of lines */
};

static void arrange(const struct run_readings *readings, const struct rectangle *area,
		    struct readings_view *view)
{
	size_t room;

	memset(view, 0, sizeof(*view));
	view->width = BLOCK_WIDTH;
	view->difference = readings->baseline != readings->step &&
			   view->width + 1 + DIFFERENCE_WIDTH <= area->columns;
	view->width += view->difference ? 1 + DIFFERENCE_WIDTH : 0;
	view->extremes = view->width + 2 * (FIGURE_WIDTH + 1) <= area->columns;
	view->width += view->extremes ? 2 * (FIGURE_WIDTH + 1) : 0;
	view->blocks = (area->columns + BLOCK_GAP) / (view->width + BLOCK_GAP);
	view->blocks = view->blocks < 1 ? 1 : view->blocks;
	view->rows = area->rows - 1;
	room = (size_t)view->blocks * (size_t)(view->rows < 1 ? 1 : view->rows);
	view->pages = (readings->count + room - 1) / room;
	/* One block that would have the whole width to itself may say more. */
	if ((size_t)view->rows >= readings->count)
		view->blocks = 1;
}

static void draw_block_heading(const struct readings_view *view, const struct rectangle *area)
{
	char line[160];
	int used = snprintf(line, sizeof(line), " %-*s %-*s %*s", NAME_WIDTH, "READING", UNIT_WIDTH,
			    "unit", FIGURE_WIDTH, "median");

	if (view->extremes)
		used += snprintf(line + used, sizeof(line) - (size_t)used, " %*s %*s", FIGURE_WIDTH,
				 "least", FIGURE_WIDTH, "most");
	if (view->difference)
		snprintf(line + used, sizeof(line) - (size_t)used, " %*s", DIFFERENCE_WIDTH,
			 "vs base");
	draw_text(area, 0, 0, ROLE_HEADING, line);
}

static void draw_reading(const struct readings_view *view, const struct run_reading *reading,
			 const struct rectangle *area, int row)
{
	char median[32];
	char least[32];
	char most[32];
	char difference[RUN_READING_DIFFERENCE_SIZE];
	char line[160];
	int used;

	text_significant(median, sizeof(median), reading->median, FIGURE_WIDTH);
	text_significant(least, sizeof(least), reading->minimum, FIGURE_WIDTH);
	text_significant(most, sizeof(most), reading->maximum, FIGURE_WIDTH);
	used = snprintf(line, sizeof(line), " %-*.*s %-*.*s %*s", NAME_WIDTH, NAME_WIDTH,
			reading->name, UNIT_WIDTH, UNIT_WIDTH, reading->unit, FIGURE_WIDTH, median);
	if (view->extremes)
		used += snprintf(line + used, sizeof(line) - (size_t)used, " %*s %*s", FIGURE_WIDTH,
				 least, FIGURE_WIDTH, most);
	if (view->difference)
		snprintf(line + used, sizeof(line) - (size_t)used, " %*s", DIFFERENCE_WIDTH,
			 run_reading_difference(reading, difference));
	draw_text(area, row, 0, ROLE_NORMAL, line);
	/* What is left of the line says what the reading is. */
	if (view->blocks == 1 && area->columns - view->width - BLOCK_GAP >= SUMMARY_MINIMUM)
		draw_text(area, row, view->width + BLOCK_GAP, ROLE_QUIET, reading->summary);
}

static void draw_lines(struct run_page *page, const struct run_readings *readings,
		       const struct readings_view *view, bool final, const struct rectangle *area)
{
	size_t line = page->readings_page * (size_t)view->rows * (size_t)view->blocks;

	for (int block = 0; block < view->blocks && line < readings->count; block++) {
		struct rectangle part = *area;

		part.column += block * (view->width + BLOCK_GAP);
		part.columns = view->blocks == 1 ? area->columns : view->width;
		draw_block_heading(view, &part);
		for (int row = 0; row < view->rows && line < readings->count; row++) {
			struct run_reading reading;

			run_readings_line(readings, &page->model, line++, final, &reading);
			draw_reading(view, &reading, &part, row + 1);
		}
	}
}

void page_run_draw_readings(struct run_page *page, size_t step, bool final,
			    const struct rectangle *area, char *buffer, size_t size)
{
	struct run_readings readings;
	struct readings_view view;
	size_t part;

	buffer[0] = '\0';
	if (area->rows < 2)
		return;
	if (page_run_draw_latencies(page, step, area, buffer, size))
		return;
	run_readings_begin(&readings, &page->model, step);
	arrange(&readings, area, &view);
	page->reading_pages = view.pages;
	/* Behind the last ones, the latencies; or the first ones again. */
	if (page->readings_page >= view.pages) {
		page->readings_page = 0;
		page->latency_page = page->latency_pages > 0 ? 1 : 0;
		if (page_run_draw_latencies(page, step, area, buffer, size))
			return;
	}
	draw_lines(page, &readings, &view, final, area);
	part = (size_t)view.rows * (size_t)view.blocks;
	if (view.pages + page->latency_pages > 1)
		snprintf(buffer, size, "readings %zu-%zu of %zu (g: more%s)",
			 page->readings_page * part + 1,
			 (page->readings_page + 1) * part < readings.count
				 ? (page->readings_page + 1) * part
				 : readings.count,
			 readings.count, page->latency_pages > 0 ? ", d: latencies" : "");
}
