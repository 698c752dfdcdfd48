/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * page_ladder_kernels.c - the page Kernels, which stands in Ladder's place while kernels are
 * chosen.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tui/console_state.h"
#include "tui/draw.h"
#include "tui/list.h"
#include "tui/path_probe.h"
#include "tui/text.h"
#include "tui/view.h"

#define MARK_COLUMNS 4
#define BYTES_COLUMNS 12

static bool list(struct console *console, const char *directory)
{
	struct error error;

	if (kernel_files_list(&console->ladder_page.files, directory, &error) == 0)
		return true;
	console_say(console, ROLE_ALARM, "%s", error.text);
	return false;
}

/* Where kernels usually are, else where the person is. */
static void enter(struct console *console)
{
	struct kernel_files *files = &console->ladder_page.files;
	char directory[PATH_MAX];
	size_t selected = files->selected;

	if (files->directory[0] == '\0') {
		list(console, access("/boot", R_OK | X_OK) == 0 ? "/boot" : ".");
		return;
	}
	/* New ones may have been built since the last time. */
	snprintf(directory, sizeof(directory), "%s", files->directory);
	if (list(console, directory) && selected < files->count)
		files->selected = selected;
}

static const struct kernel_file *selected_file(const struct console *console)
{
	const struct kernel_files *files = &console->ladder_page.files;

	return files->selected < files->count ? &files->items[files->selected] : NULL;
}

static size_t chosen_as(const struct console *console, const struct kernel_file *file)
{
	return file->image != NULL
		       ? ladder_model_find_kernel(&console->ladder_page.model, file->image)
		       : LADDER_NONE;
}

static void file_text(const struct console *console, const struct kernel_file *file, char *buffer,
		      size_t size)
{
	const char *mark = file->kind == KERNEL_FILE_DIRECTORY       ? "   "
			   : chosen_as(console, file) != LADDER_NONE ? "[x]"
								     : "[ ]";

	snprintf(buffer, size, "%s %s%s", mark, file->name,
		 file->kind == KERNEL_FILE_DIRECTORY ? "/"
		 : file->kind == KERNEL_FILE_CLOSED  ? "  not readable by this user"
						     : "");
}

static void draw_file(const struct console *console, size_t index, const struct rectangle *area,
		      int at)
{
	const struct kernel_files *files = &console->ladder_page.files;
	const struct kernel_file *file = &files->items[index];
	bool selected = index == files->selected;
	bool chosen = chosen_as(console, file) != LADDER_NONE;
	enum role role = selected ? ROLE_SELECTED : chosen ? ROLE_VALUE : ROLE_NORMAL;
	char text[PATH_MAX + 64];
	char line[DRAW_BYTES];

	if (selected)
		draw_row(area, at, ROLE_SELECTED, "");
	file_text(console, file, text, sizeof(text));
	text_clip(line, sizeof(line), text, area->columns - 1 - BYTES_COLUMNS);
	draw_text(area, at, 1, role, line);
	if (file->bytes > 0)
		draw_format(area, at, area->columns - BYTES_COLUMNS, role, "%*lld ",
			    BYTES_COLUMNS - 1, (long long)file->bytes);
}

static void draw(struct console *console, const struct rectangle *body)
{
	struct kernel_files *files = &console->ladder_page.files;
	struct rectangle area = *body;
	char name[DRAW_BYTES];

	draw_text(&area, 0, 1, ROLE_NORMAL,
		  body->columns < 76 ? "Space picks kernels, Esc goes back"
				     : "Space picks kernels for x86 to boot: images, or the tree "
				       "one was built in. Esc: back");
	area.row += 1;
	area.rows = 1;
	draw_rule(&area);
	area.row++;
	text_shorten(name, sizeof(name), files->directory,
		     area.columns - 1 - MARK_COLUMNS - BYTES_COLUMNS);
	draw_text(&area, 0, 1 + MARK_COLUMNS, ROLE_HEADING, name);
	draw_format(&area, 0, area.columns - BYTES_COLUMNS, ROLE_HEADING, "%*s ", BYTES_COLUMNS - 1,
		    "bytes");
	area.row++;
	area.rows = body->rows - 3;
	files->rows = area.rows;
	files->first =
		layout_scroll(files->first, (int)files->selected, (int)files->count, area.rows);
	for (int i = 0; i < area.rows && files->first + i < (int)files->count; i++)
		draw_file(console, (size_t)(files->first + i), &area, i);
	draw_cursor(&area, (int)files->selected - files->first, 0);
}

/* Choose a kernel, or drop it; false when that failed. */
static bool pick(struct console *console, const struct kernel_file *file, bool drop)
{
	struct ladder_model *model = &console->ladder_page.model;
	size_t chosen = chosen_as(console, file);
	struct error error;

	if (chosen == LADDER_NONE)
		return page_ladder_add_kernel(console, file->path);
	if (drop && ladder_model_remove_kernel(model, chosen, &error) < 0) {
		console_say(console, ROLE_ALARM, "%s", error.text);
		return false;
	}
	return true;
}

static void toggle(struct console *console)
{
	const struct kernel_file *file = selected_file(console);

	if (file == NULL)
		return;
	if (file->kind == KERNEL_FILE_DIRECTORY)
		console_say(console, ROLE_NORMAL, "a directory: Enter shows what is in it");
	else
		(void)pick(console, file, true);
}

static void open_selected(struct console *console)
{
	const struct kernel_file *file = selected_file(console);
	char directory[PATH_MAX];

	if (file == NULL)
		return;
	if (file->kind == KERNEL_FILE_DIRECTORY) {
		snprintf(directory, sizeof(directory), "%s", file->path);
		list(console, directory);
	} else if (pick(console, file, false)) {
		console_show_page(console, PAGE_LADDER);
	}
}

/* A directory is shown, unless a kernel was built in it: then that is meant. */
static bool accept_path(struct console *console, const char *text)
{
	const struct kernel_files *files = &console->ladder_page.files;
	char path[2 * PATH_MAX];
	char image[3 * PATH_MAX];
	struct stat status;
	struct error error;

	if (*text == '\0')
		return true;
	snprintf(path, sizeof(path), "%s%s%s", *text == '/' ? "" : files->directory,
		 *text == '/' ? "" : "/", text);
	snprintf(image, sizeof(image), "%s/arch/x86/boot/bzImage", path);
	if (path_probe_directory(path, &error) == 0 && stat(path, &status) == 0 &&
	    S_ISDIR(status.st_mode) && access(image, F_OK) < 0)
		list(console, path);
	else if (page_ladder_add_kernel(console, path))
		console_show_page(console, PAGE_LADDER);
	return true;
}

static bool act(struct console *console, enum action action)
{
	struct kernel_files *files = &console->ladder_page.files;

	if (list_act(action, files->count, files->rows, &files->selected))
		return true;
	switch (action) {
	case ACTION_TOGGLE:
		toggle(console);
		return true;
	case ACTION_ENTER:
		open_selected(console);
		return true;
	case ACTION_TYPE_PATH:
		ask_text(&console->ask, "kernel or directory", "", accept_path);
		return true;
	case ACTION_CANCEL:
		console_show_page(console, PAGE_LADDER);
		return true;
	default:
		return false;
	}
}

static bool find(struct console *console, const char *text)
{
	struct kernel_files *files = &console->ladder_page.files;

	for (size_t i = 1; i <= files->count; i++) {
		size_t row = (files->selected + i) % files->count;

		if (text_contains(files->items[row].name, text)) {
			files->selected = row;
			return true;
		}
	}
	return false;
}

static void status(struct console *console, char *buffer, size_t size)
{
	const struct kernel_file *file = selected_file(console);

	snprintf(buffer, size, "Kernels: %zu chosen; %s",
		 console->ladder_page.model.plan.kernel_count, file != NULL ? file->name : "");
}

const struct view view_kernels = {
	.name = "Kernels",
	.enter = enter,
	.draw = draw,
	.act = act,
	.find = find,
	.status = status,
};
