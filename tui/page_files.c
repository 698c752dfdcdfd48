/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * page_files.c - the Files page: which result files are compared with which.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "tui/console_files.h"
#include "tui/console_state.h"
#include "tui/draw.h"
#include "tui/list.h"
#include "tui/path_probe.h"
#include "tui/text.h"
#include "tui/view.h"

#define GROUP_COLUMNS 7
#define BYTES_COLUMNS 10
#define WRITTEN_COLUMNS 16

void page_files_clear(struct files_page *page)
{
	file_choice_clear(&page->choice);
}

/* List a directory; what is marked in others stays marked. */
static bool list(struct console *console, const char *directory)
{
	struct files_page *page = &console->files_page;
	struct error error;

	if (file_choice_list(&page->choice, directory, &error) < 0) {
		console_say(console, ROLE_ALARM, "%s", error.text);
		return false;
	}
	page->selected = 0;
	page->first = 0;
	/* Most people want a file of this directory. */
	while (page->selected + 1 < page->choice.count &&
	       page->choice.rows[page->selected].kind == CHOICE_DIRECTORY)
		page->selected++;
	return true;
}

static void enter(struct console *console)
{
	struct files_page *page = &console->files_page;
	char directory[PATH_MAX];
	size_t selected = page->selected;

	/* New files may have been written since the last time. */
	snprintf(directory, sizeof(directory), "%s",
		 page->choice.directory[0] != '\0' ? page->choice.directory : ".");
	if (page->choice.directory[0] == '\0')
		list(console, directory);
	else if (list(console, directory) && selected < page->choice.count)
		page->selected = selected;
}

static void group_text(const struct file_choice *choice, size_t row, char *buffer, size_t size)
{
	int group = file_choice_group(choice, row);

	if (group == CHOICE_NO_GROUP)
		snprintf(buffer, size, "%s", "");
	else
		snprintf(buffer, size, group == 0 ? "%c base" : "%c", 'A' + group);
}

static void name_text(const struct choice *row, char *buffer, size_t size)
{
	if (row->kind == CHOICE_DIRECTORY)
		snprintf(buffer, size, "%s/", row->name);
	else if (row->kind == CHOICE_BASELINE)
		snprintf(buffer, size, "saved baseline %s, %zu session%s", row->name,
			 row->paths.count, row->paths.count == 1 ? "" : "s");
	else
		snprintf(buffer, size, "%s", row->name);
}

/* Size and time of a file, where there is room. */
static void draw_facts(const struct choice *row, const struct rectangle *area, int at,
		       enum role role)
{
	char written[WRITTEN_COLUMNS + 1];
	struct tm broken;
	int column = area->columns - BYTES_COLUMNS - WRITTEN_COLUMNS - 2;

	if (row->kind != CHOICE_FILE || area->columns < 60 || row->written == 0)
		return;
	localtime_r(&row->written, &broken);
	if (strftime(written, sizeof(written), "%Y-%m-%d %H:%M", &broken) == 0)
		written[0] = '\0';
	draw_format(area, at, column, role, " %*lld  %s", BYTES_COLUMNS - 1, (long long)row->bytes,
		    written);
}

static void draw_choice(const struct file_choice *choice, size_t index,
			const struct rectangle *area, int at, bool selected)
{
	const struct choice *row = &choice->rows[index];
	bool marked = file_choice_group(choice, index) != CHOICE_NO_GROUP;
	enum role role = selected ? ROLE_SELECTED : marked ? ROLE_VALUE : ROLE_NORMAL;
	int facts = area->columns < 60 ? 0 : BYTES_COLUMNS + WRITTEN_COLUMNS + 2;
	char text[PATH_MAX + 64];
	char name[DRAW_BYTES];

	if (selected)
		draw_row(area, at, ROLE_SELECTED, "");
	group_text(choice, index, text, sizeof(text));
	draw_text(area, at, 1, role, text);
	name_text(row, text, sizeof(text));
	text_shorten(name, sizeof(name), text, area->columns - GROUP_COLUMNS - 1 - facts);
	draw_text(area, at, 1 + GROUP_COLUMNS, role, name);
	draw_facts(row, area, at, role);
}

/* "base: 2 files, B: 3 files" */
static void describe_groups(const struct file_choice *choice, char *buffer, size_t size)
{
	size_t used = 0;
	int group;

	snprintf(buffer, size, "Nothing is marked: Enter shows the variants of the selected file.");
	for (group = 0; group < CHOICE_GROUPS && used < size; group++) {
		size_t count = choice->groups[group].count;
		const char name[] = {(char)('A' + group), '\0'};

		if (count > 0)
			used += (size_t)snprintf(buffer + used, size - used, "%s%s: %zu file%s",
						 used > 0 ? ", " : "", group == 0 ? "base" : name,
						 count, count == 1 ? "" : "s");
	}
}

static void draw_list(struct files_page *page, const struct rectangle *area)
{
	int i;

	page->rows = area->rows;
	page->first = layout_scroll(page->first, (int)page->selected, (int)page->choice.count,
				    area->rows);
	for (i = 0; i < area->rows && page->first + i < (int)page->choice.count; i++)
		draw_choice(&page->choice, (size_t)(page->first + i), area, i,
			    (size_t)(page->first + i) == page->selected);
	draw_cursor(area, (int)page->selected - page->first, 0);
}

static void draw(struct console *console, const struct rectangle *body)
{
	struct files_page *page = &console->files_page;
	struct rectangle area = *body;
	char text[PATH_MAX + 64];
	char name[DRAW_BYTES];

	draw_text(&area, 0, 1, ROLE_NORMAL,
		  body->columns < 79 ? "a base, b compared; + types FILE:GROUP"
				     : "Mark files: a base, b compared with it, c to g others; + "
				       "types FILE, FILE:GROUP");
	describe_groups(&page->choice, text, sizeof(text));
	draw_text(&area, 1, 1, ROLE_VALUE, text);
	area.row += 2;
	area.rows = 1;
	draw_rule(&area);
	area.row++;
	text_shorten(name, sizeof(name), page->choice.directory,
		     area.columns - GROUP_COLUMNS - 1 -
			     (area.columns < 60 ? 0 : BYTES_COLUMNS + WRITTEN_COLUMNS + 2));
	draw_text(&area, 0, 1, ROLE_HEADING, "GROUP");
	draw_text(&area, 0, 1 + GROUP_COLUMNS, ROLE_HEADING, name);
	if (area.columns >= 60)
		draw_format(&area, 0, area.columns - BYTES_COLUMNS - WRITTEN_COLUMNS - 2,
			    ROLE_HEADING, " %*s  written", BYTES_COLUMNS - 1, "bytes");
	area.row++;
	area.rows = body->rows - 4;
	draw_list(page, &area);
}

static void mark(struct console *console, int group)
{
	struct files_page *page = &console->files_page;
	const struct choice *row;
	struct error error;

	if (page->selected >= page->choice.count)
		return;
	row = &page->choice.rows[page->selected];
	if (row->kind == CHOICE_DIRECTORY) {
		console_say(console, ROLE_NORMAL, "a directory: Enter shows what is in it");
		return;
	}
	/* What can never be compared would only stop the comparison of all that is marked. */
	if (group != CHOICE_NO_GROUP && row->kind == CHOICE_FILE &&
	    console_check_result(console, row->paths.items[0], &error) < 0) {
		console_say(console, ROLE_ALARM, "not marked: %s", error.text);
		return;
	}
	if (file_choice_mark(&page->choice, page->selected, group) < 0)
		console_say(console, ROLE_ALARM, "out of memory");
	page->selected = list_move(page->selected, page->choice.count, 1);
}

/* Space: the base if there is none, else the next group; what is marked is dropped. */
static void toggle(struct console *console)
{
	struct files_page *page = &console->files_page;
	const struct file_choice *choice = &page->choice;

	if (file_choice_group(choice, page->selected) != CHOICE_NO_GROUP)
		mark(console, CHOICE_NO_GROUP);
	else
		mark(console, choice->groups[0].count == 0 ? 0 : 1);
}

static bool accept_path(struct console *console, const char *text)
{
	struct files_page *page = &console->files_page;
	char joined[2 * PATH_MAX];
	char full[PATH_MAX];
	struct error error;
	struct stat status;
	long row;
	int kind;

	if (*text == '\0')
		return true;
	/* From the directory that is shown. What is no file may be FILE:HOST: reading it tells. */
	snprintf(joined, sizeof(joined), "%s%s%s", *text == '/' ? "" : page->choice.directory,
		 *text == '/' ? "" : "/", text);
	kind = path_probe_directory(joined, &error);
	if (kind == 0 && stat(joined, &status) == 0) {
		/* Why it cannot be listed stands where the question stood. */
		list(console, joined);
		return true;
	}
	if (kind == -EINVAL)
		kind = path_probe_file(joined, &error);
	if (kind < 0) {
		console_say(console, ROLE_ALARM, "%s", error.text);
		return true;
	}
	if (realpath(joined, full) == NULL)
		snprintf(full, sizeof(full), "%.*s", (int)sizeof(full) - 1, joined);
	row = file_choice_add(&page->choice, full);
	if (row < 0)
		console_say(console, ROLE_ALARM, "out of memory");
	else
		page->selected = (size_t)row;
	return true;
}

static void open_selected(struct console *console)
{
	struct files_page *page = &console->files_page;
	char directory[PATH_MAX];

	if (page->selected < page->choice.count &&
	    page->choice.rows[page->selected].kind == CHOICE_DIRECTORY) {
		snprintf(directory, sizeof(directory), "%s",
			 page->choice.rows[page->selected].paths.items[0]);
		list(console, directory);
		return;
	}
	console_compare_chosen(console);
}

static bool act(struct console *console, enum action action)
{
	struct files_page *page = &console->files_page;

	if (list_act(action, page->choice.count, page->rows, &page->selected))
		return true;
	if (action >= ACTION_GROUP_A && action <= ACTION_GROUP_G) {
		mark(console, (int)(action - ACTION_GROUP_A));
		return true;
	}
	switch (action) {
	case ACTION_TOGGLE:
		toggle(console);
		return true;
	case ACTION_ENTER:
		open_selected(console);
		return true;
	case ACTION_TYPE_PATH:
		ask_text(&console->ask, "file, FILE:GROUP of it or directory", "", accept_path);
		return true;
	case ACTION_LADDER:
		console_compare_ladder(console);
		return true;
	case ACTION_VARIANTS:
		console_compare_variants(console);
		return true;
	case ACTION_CANCEL:
		console_show_page(console, page->before);
		return true;
	default:
		return false;
	}
}

static bool find(struct console *console, const char *text)
{
	struct files_page *page = &console->files_page;
	size_t i;

	for (i = 1; i <= page->choice.count; i++) {
		size_t row = (page->selected + i) % page->choice.count;
		char name[PATH_MAX + 64];

		name_text(&page->choice.rows[row], name, sizeof(name));
		if (text_contains(name, text)) {
			page->selected = row;
			return true;
		}
	}
	return false;
}

static void status(struct console *console, char *buffer, size_t size)
{
	describe_groups(&console->files_page.choice, buffer, size);
}

const struct view view_files = {
	.name = "Files",
	.enter = enter,
	.draw = draw,
	.act = act,
	.find = find,
	.status = status,
};
