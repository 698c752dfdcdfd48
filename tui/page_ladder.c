/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * page_ladder.c - the Ladder page: what it does on keys. It is drawn in page_ladder_draw.c and
 * page_ladder_panes.c, its figures are in ladder_model.c, the guests in console_ladder.c.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "tui/console_ladder.h"
#include "tui/console_state.h"
#include "tui/list.h"
#include "tui/path_probe.h"
#include "tui/text.h"
#include "tui/view.h"

void page_ladder_clear(struct ladder_page *page)
{
	if (page->prepared)
		ladder_model_clear(&page->model);
	kernel_files_clear(&page->files);
	page->prepared = false;
}

const struct ladder_row *page_ladder_row(const struct ladder_page *page)
{
	return page->selected < page->model.row_count ? &page->model.rows[page->selected] : NULL;
}

/* The first row that is no heading. */
static void select_first(struct ladder_page *page)
{
	page->selected = 0;
	if (page->model.row_count > 1 && page->model.rows[0].kind == LADDER_ROW_KERNEL)
		page->selected = 1;
}

bool page_ladder_add_kernel(struct console *console, const char *path)
{
	struct ladder_page *page = &console->ladder_page;
	struct kernel_image kernel;
	struct error error = {""};
	int status = path_probe_file(path, &error);

	if (status == -EINVAL)
		status = path_probe_directory(path, &error);
	if (status == 0)
		status = kernel_image_read(path, &kernel, &error);
	if (status == 0)
		status = ladder_model_add_kernel(&page->model, &kernel, &error);
	if (status < 0 && status != -EEXIST) {
		console_say(console, ROLE_ALARM, "%s", error.text);
		return false;
	}
	page->kernel_trouble.text[0] = '\0';
	select_first(page);
	return true;
}

/* A person who has just built a kernel chooses it; everybody else means the one that runs. */
static void add_running_kernel(struct ladder_page *page)
{
	struct kernel_image kernel;
	char path[PATH_MAX];
	char *option;
	int status = kernel_image_running(path, &page->kernel_trouble);

	if (status == 0)
		status = kernel_image_read(path, &kernel, &page->kernel_trouble);
	if (status == 0)
		status = ladder_model_add_kernel(&page->model, &kernel, &page->kernel_trouble);
	if (status == 0)
		page->kernel_trouble.text[0] = '\0';
	/* What a command line would do about it; the page has its own advice. */
	option = strstr(page->kernel_trouble.text, ": name one with --");
	if (option != NULL)
		*option = '\0';
}

static void enter(struct console *console)
{
	struct ladder_page *page = &console->ladder_page;

	if (!page->prepared) {
		ladder_model_init(&page->model);
		page->prepared = true;
		add_running_kernel(page);
		select_first(page);
	}
	/* It may have been installed meanwhile. */
	if (page->qemu.version[0] == '\0') {
		page->qemu_trouble.text[0] = '\0';
		if (qemu_find(&page->qemu, &page->qemu_trouble) < 0)
			page->qemu.version[0] = '\0';
	}
}

static void toggle(struct console *console)
{
	struct ladder_page *page = &console->ladder_page;
	const struct ladder_row *row = page_ladder_row(page);
	struct error error;

	if (row == NULL || row->rung == LADDER_NONE) {
		console_say(console, ROLE_NORMAL, "no rung is selected");
		return;
	}
	if (ladder_model_toggle(&page->model, row->rung, &error) < 0)
		console_say(console, ROLE_NORMAL, "%s", error.text);
	else
		page->selected = list_move(page->selected, page->model.row_count, 1);
}

static void set_first(struct console *console)
{
	struct ladder_page *page = &console->ladder_page;
	const struct ladder_row *row = page_ladder_row(page);
	struct error error;

	if (row == NULL || row->rung == LADDER_NONE)
		console_say(console, ROLE_NORMAL, "no rung is selected");
	else if (ladder_model_set_first(&page->model, row->rung, &error) < 0)
		console_say(console, ROLE_ALARM, "%s", error.text);
	else
		select_first(page);
}

static void boot(struct console *console)
{
	const struct ladder_page *page = &console->ladder_page;

	if (page->qemu.version[0] == '\0')
		console_say(console, ROLE_ALARM, "%s", page->qemu_trouble.text);
	else
		console_ladder_start(console);
}

static bool act_on_choice(struct console *console, enum action action)
{
	switch (action) {
	case ACTION_TOGGLE:
		toggle(console);
		return true;
	case ACTION_FIRST_RUNG:
		set_first(console);
		return true;
	case ACTION_NEW_RUNG:
		page_ladder_ask_rung(console);
		return true;
	case ACTION_POLICY:
		page_ladder_ask_policy(console);
		return true;
	case ACTION_VARIANTS:
		page_ladder_ask_variants(console);
		return true;
	case ACTION_OPERATIONS:
		page_ladder_ask_operations(console);
		return true;
	case ACTION_USE_PLAN:
		page_ladder_use_plan(console);
		return true;
	default:
		return false;
	}
}

static bool act(struct console *console, enum action action)
{
	struct ladder_page *page = &console->ladder_page;

	if (list_act(action, page->model.row_count, page->rows, &page->selected) ||
	    act_on_choice(console, action))
		return true;
	switch (action) {
	case ACTION_LEFT:
	case ACTION_RIGHT:
		ladder_model_move(&page->model, action == ACTION_RIGHT ? 1 : -1);
		return true;
	case ACTION_CASES:
		ladder_model_change_cases(&page->model);
		return true;
	case ACTION_ENTER:
		boot(console);
		return true;
	case ACTION_STOP:
		console_ladder_stop(console);
		return true;
	case ACTION_WRITE_LADDER:
		console_ladder_save(console);
		return true;
	default:
		return false;
	}
}

static bool find(struct console *console, const char *text)
{
	struct ladder_page *page = &console->ladder_page;
	size_t count = page->model.row_count;
	char name[LADDER_NAME_SIZE];

	for (size_t i = 1; i <= count; i++) {
		size_t row = (page->selected + i) % count;

		ladder_model_row_name(&page->model, &page->model.rows[row], name, sizeof(name));
		if (text_contains(name, text)) {
			page->selected = row;
			return true;
		}
	}
	return false;
}

static void status(struct console *console, char *buffer, size_t size)
{
	const struct ladder_page *page = &console->ladder_page;
	const struct ladder_model *model = &page->model;

	console_ladder_refresh(console);
	if (page->qemu.version[0] == '\0')
		snprintf(buffer, size, "Ladder: %s", page->qemu_trouble.text);
	else if (model->ran != NULL)
		snprintf(buffer, size, "Ladder: %zu of %zu rungs %s", ladder_model_done(model),
			 model->ran->rung_count, console_ladder_runs(console) ? "ended" : "shown");
	else
		snprintf(buffer, size, "Ladder: %zu rungs to boot", model->plan.rung_count);
}

const struct view view_ladder = {
	.name = "Ladder",
	.enter = enter,
	.draw = page_ladder_draw,
	.act = act,
	.find = find,
	.status = status,
};
