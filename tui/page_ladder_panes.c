/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * page_ladder_panes.c - below the table: what the selected operation costs under each rung, per
 * call and per component; which hooks it calls; and what is to be known of the selected rung.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tui/draw.h"
#include "tui/page_ladder.h"
#include "tui/text.h"

#define BAR_NAME 18
#define BAR_NAME_WIDE 30
/* From this width on a bar leaves room for the longer name. */
#define WIDE_PANE 90
#define BAR_FIGURES 16
#define HOOK_NAME 24
/* Narrower than this there is one pane, the bars. */
#define TWO_PANES 70

static const struct rectangle *title_of(const struct rectangle *area, struct rectangle *title)
{
	*title = *area;
	title->rows = 1;
	return title;
}

static struct rectangle below(const struct rectangle *area)
{
	const struct rectangle part = {area->row + 1, area->column, area->rows - 1, area->columns};

	return part;
}

static double part_of(double value)
{
	return isfinite(value) && value > 0 ? value : 0;
}

/* What a bar is as long as: its two parts, or the case's cost. */
static double length_of(const struct ladder_bar *bar, unsigned int depth)
{
	if (bar->split && isfinite(bar->per_component))
		return part_of(bar->per_call) + part_of(bar->per_component) * depth;
	return part_of(bar->cost);
}

static void bar_figures(const struct ladder_bar *bar, char *buffer, size_t size)
{
	if (bar->split && isfinite(bar->per_component))
		snprintf(buffer, size, bar->first ? "%.0f / %.0f" : "%+.0f / %+.0f",
			 round(bar->per_call) + 0.0, round(bar->per_component) + 0.0);
	else if (isfinite(bar->cost))
		snprintf(buffer, size, bar->first ? "%.0f" : "%+.0f", round(bar->cost) + 0.0);
	else
		snprintf(buffer, size, "?");
}

/* "####====": what the call costs, then what its components do. */
static void bar_text(const struct ladder_bar *bar, unsigned int depth, double longest, int width,
		     char *buffer, size_t size)
{
	bool split = bar->split && isfinite(bar->per_component);
	int all = longest > 0 ? (int)lround(length_of(bar, depth) / longest * width) : 0;
	int call = all;

	if (split && length_of(bar, depth) > 0)
		call = (int)lround(part_of(bar->per_call) / length_of(bar, depth) * all);
	if ((size_t)all >= size)
		all = (int)size - 1;
	for (int i = 0; i < all; i++)
		buffer[i] = i < call ? '#' : '=';
	buffer[all > 0 ? all : 0] = '\0';
}

static void draw_bar(const struct ladder_bar *bar, unsigned int depth, double longest,
		     const struct rectangle *area, int row)
{
	char name[DRAW_BYTES];
	char figures[64];
	char text[DRAW_BYTES];
	int wide = area->columns >= WIDE_PANE ? BAR_NAME_WIDE : BAR_NAME;
	int room = area->columns - wide - BAR_FIGURES - 3;

	text_clip(name, sizeof(name), bar->name, wide);
	draw_text(area, row, 1, ROLE_NORMAL, name);
	bar_figures(bar, figures, sizeof(figures));
	draw_text(area, row, wide + 2, ROLE_VALUE, figures);
	if (bar->first || room < 4)
		return;
	bar_text(bar, depth, longest, room, text, sizeof(text));
	draw_text(area, row, wide + BAR_FIGURES + 2, ROLE_BAR, text);
}

/* The first bar to show, so that the selected row's is among those that fit. */
static size_t first_bar(const struct ladder_bar *bars, size_t count, int rows, size_t column)
{
	size_t first = 0;

	for (size_t i = 0; i < count; i++)
		if (bars[i].column == column)
			first = (size_t)layout_scroll(0, (int)i, (int)count, rows);
	return first;
}

static double longest_of(const struct ladder_bar *bars, size_t count, unsigned int depth)
{
	double longest = 0;

	for (size_t i = 0; i < count; i++)
		if (!bars[i].first && length_of(&bars[i], depth) > longest)
			longest = length_of(&bars[i], depth);
	return longest;
}

static bool any_split(const struct ladder_bar *bars, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (bars[i].split && isfinite(bars[i].per_component))
			return true;
	return false;
}

static void draw_bars(const struct ladder_page *page, const struct rectangle *area)
{
	const struct ladder_model *model = &page->model;
	const struct plan_case *selected = ladder_model_case(model);
	unsigned int depth = selected != NULL ? ladder_model_depth(model, selected) : 0;
	struct rectangle rows = below(area);
	struct rectangle title;
	struct ladder_bar *bars;
	size_t count = ladder_model_bars(model, page_ladder_row(page), &bars);
	double longest = longest_of(bars, count, depth);
	size_t first;
	char text[128];

	snprintf(text, sizeof(text),
		 any_split(bars, count) ? "%s: per call # / per %s =" : "%s: more than the first",
		 selected != NULL ? selected->operation->name : "no case",
		 depth > 0 ? "component" : "entry");
	draw_title(title_of(area, &title), ROLE_HEADING, text);
	first = first_bar(bars, count, rows.rows, page_ladder_row(page)->column);
	for (size_t i = first; i < count && (int)(i - first) < rows.rows; i++)
		draw_bar(&bars[i], depth, longest, &rows, (int)(i - first));
	if (count == 0)
		draw_text(&rows, 0, 1, ROLE_QUIET, "no figures yet: Enter boots what is picked");
	free(bars);
}

/* "apparmor selinux": who implements a hook. */
static void list_users(const struct hook_table *hooks, const char *hook, char *buffer, size_t size)
{
	size_t used = 0;

	buffer[0] = '\0';
	for (size_t i = 0; i < hooks->user_count && used < size; i++)
		if (strcmp(hooks->users[i].hook, hook) == 0)
			used += (size_t)snprintf(buffer + used, size - used, "%s%s",
						 used > 0 ? " " : "", hooks->users[i].module);
}

static void draw_hook(const struct hook_table *hooks, const struct hook_count *count,
		      const struct rectangle *area, int row)
{
	char name[DRAW_BYTES];
	char users[256];
	int room = area->columns > HOOK_NAME + 20 ? HOOK_NAME : area->columns - 10;

	text_clip(name, sizeof(name), count->hook, room);
	draw_text(area, row, 1, ROLE_NORMAL, name);
	draw_format(area, row, room + 2, ROLE_VALUE, "%g%s", count->count,
		    count->varies ? "~" : "");
	list_users(hooks, count->hook, users, sizeof(users));
	draw_text(area, row, room + 8, ROLE_NORMAL, users);
}

static bool is_of(const struct hook_count *count, const struct plan_case *selected)
{
	return count->hook[0] != '\0' && strcmp(count->operation, selected->operation->name) == 0 &&
	       strcmp(count->parameter, selected->parameter) == 0;
}

static void draw_hooks(const struct ladder_page *page, const struct rectangle *area)
{
	const struct plan_case *selected = ladder_model_case(&page->model);
	const struct ladder_row *row = page_ladder_row(page);
	const struct hook_table *hooks = row != NULL ? ladder_model_hooks(&page->model, row) : NULL;
	struct rectangle rows = below(area);
	struct rectangle title;
	char text[128];
	int at = 0;

	snprintf(text, sizeof(text), "hooks of %s",
		 selected != NULL ? page->model.shown[page->model.selected_case].heading
				  : "no case");
	draw_title(title_of(area, &title), ROLE_HEADING, text);
	for (size_t i = 0; hooks != NULL && selected != NULL && i < hooks->count_count; i++)
		if (is_of(&hooks->counts[i], selected) && at < rows.rows)
			draw_hook(hooks, &hooks->counts[i], &rows, at++);
	if (at > 0)
		return;
	draw_text(&rows, 0, 1, ROLE_QUIET,
		  hooks != NULL && selected != NULL &&
				  hook_table_has_case(hooks, selected->operation->name,
						      selected->parameter)
			  ? "none is called"
		  : ladder_model_done(&page->model) > 0 ? "not counted"
							: "counted last, in the first rung");
}

void page_ladder_draw_panes(const struct ladder_page *page, const struct rectangle *area)
{
	struct rectangle left = *area;
	struct rectangle right = *area;

	if (area->columns >= TWO_PANES) {
		left.columns = area->columns * 11 / 20;
		right.column += left.columns + 1;
		right.columns -= left.columns + 1;
		draw_hooks(page, &right);
		right.column--;
		right.columns = 1;
		draw_rule(&right);
	}
	draw_bars(page, &left);
}

static void add_trouble(const struct rung_status *status, struct text_list *sentences, bool *alarm)
{
	char text[1024];

	if (status->trouble == NULL || status->trouble[0] == '\0')
		return;
	snprintf(text, sizeof(text), "%s", status->trouble);
	for (char *c = text; *c != '\0'; c++)
		if (*c == '\n')
			*c = ' ';
	*alarm = true;
	if (status->log != NULL && status->log[0] != '\0')
		(void)text_list_add_format(sentences, "%s (log: %s)", text, status->log);
	else
		(void)text_list_add(sentences, text);
}

/* What every rung of a kernel has in common is said of the first one alone. */
static void add_advice(const struct ladder_model *model, size_t ran, struct text_list *sentences)
{
	const struct ladder_rung *rung = &model->ran->rungs[ran];
	const struct kernel_image *kernel = &model->ran->kernels[rung->kernel];
	struct text_list own = {NULL, 0};
	struct text_list common = {NULL, 0};

	(void)ladder_rung_advice(rung, kernel, model->statuses[ran].reported, &own);
	for (size_t i = 0; i < model->ran->rung_count; i++) {
		const struct ladder_rung *first = &model->ran->rungs[i];

		if (i != ran && first->kind == RUNG_FIRST && first->kernel == rung->kernel &&
		    model->statuses[i].booted)
			(void)ladder_rung_advice(first, kernel, model->statuses[i].reported,
						 &common);
	}
	for (size_t i = 0; i < own.count; i++)
		if (!text_list_has(&common, own.items[i]))
			(void)text_list_add(sentences, own.items[i]);
	text_list_clear(&own);
	text_list_clear(&common);
}

void page_ladder_sentences(const struct ladder_page *page, struct text_list *sentences, bool *alarm)
{
	const struct ladder_model *model = &page->model;
	const struct ladder_row *row = page_ladder_row(page);
	const struct rung_status *status = row != NULL ? ladder_model_status(model, row) : NULL;
	char text[1024];

	if (model->cases_error.text[0] != '\0' && model->plan.kernel_count > 0)
		(void)text_list_add(sentences, model->cases_error.text);
	if (status != NULL) {
		add_trouble(status, sentences, alarm);
		if (ladder_model_idle(model, row, text, sizeof(text)))
			(void)text_list_add_format(sentences, "idle, not its cost: %s", text);
		if (ladder_model_prediction(model, row, text, sizeof(text)))
			(void)text_list_add(sentences, text);
		if (status->booted)
			add_advice(model, row->ran, sentences);
	}
	for (size_t i = 0; i < model->sums.count; i++)
		(void)text_list_add(sentences, model->sums.items[i]);
}
