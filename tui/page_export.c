/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * page_export.c - the Export page: a format, a file name, and a preview of exactly what will be
 * written.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "tui/console_state.h"
#include "tui/draw.h"
#include "tui/export_file.h"
#include "tui/save_result.h"
#include "tui/text.h"
#include "tui/view.h"

/* Who scrolls further has better tools. */
#define PREVIEW_BYTES (256 * 1024)

/* What is written into a preview beyond its size is counted and dropped. */
struct preview_sink {
	char *text;
	size_t length;
	size_t lines; /* in all, of the dropped ones too */
};

static ssize_t sink_write(void *cookie, const char *bytes, size_t length)
{
	struct preview_sink *sink = cookie;
	size_t room = PREVIEW_BYTES - sink->length;
	size_t taken = length < room ? length : room;
	const char *end = bytes + length;

	memcpy(sink->text + sink->length, bytes, taken);
	sink->length += taken;
	for (; (bytes = memchr(bytes, '\n', (size_t)(end - bytes))) != NULL; bytes++)
		sink->lines++;
	return (ssize_t)length;
}

static void show_preview(struct document *preview, const struct preview_sink *sink)
{
	char *last;

	sink->text[sink->length] = '\0';
	last = strrchr(sink->text, '\n');
	/* Whole lines only, where not all fit. */
	if (sink->length == PREVIEW_BYTES && last != NULL)
		last[1] = '\0';
	/* A NUL would end the text early; exports write none. */
	document_add_lines(preview, ROLE_NORMAL, sink->text);
	if (sink->lines > preview->count)
		document_add(preview, ROLE_NOTE, "... and %zu lines more",
			     sink->lines - preview->count);
}

/* Write into memory what would go into the file. */
static void make_preview(struct console *console, const struct result *result)
{
	struct export_page *page = &console->export_page;
	const struct export_options options = {.redact = page->redact};
	cookie_io_functions_t functions = {.write = sink_write};
	struct preview_sink sink = {.text = malloc(PREVIEW_BYTES + 1)};
	struct error error = {""};
	FILE *file;
	int status;

	document_restart(&page->preview);
	page->preview_valid = true;
	file = sink.text != NULL ? fopencookie(&sink, "w", functions) : NULL;
	if (file == NULL) {
		document_add(&page->preview, ROLE_ALARM, "not enough memory for a preview");
		free(sink.text);
		return;
	}
	status = export_write(&export_formats[page->format], &result, 1, &options, file, &error);
	fclose(file);
	if (status < 0)
		document_add(&page->preview, ROLE_ALARM, "! %s", error.text);
	show_preview(&page->preview, &sink);
	page->preview_lines = sink.lines > page->preview.count ? sink.lines : page->preview.count;
	free(sink.text);
}

/* Keep the name that the person gave; else it follows the format. */
static void update_name(struct console *console)
{
	struct export_page *page = &console->export_page;

	if (!page->named && console->has_result)
		save_result_name(&console->result, "", export_formats[page->format].extension,
				 page->file_name, sizeof(page->file_name));
}

static void select_format(struct console *console, long format)
{
	struct export_page *page = &console->export_page;

	if (format < 0)
		format = 0;
	if (format >= (long)export_format_count)
		format = (long)export_format_count - 1;
	if ((size_t)format != page->format) {
		page->preview_valid = false;
		page->preview.first = 0;
		page->preview.selected = 0;
		page->preview.column = 0;
	}
	page->format = (size_t)format;
	update_name(console);
}

static void enter(struct console *console)
{
	console->export_page.in_preview = false;
	update_name(console);
}

static bool holds_something(const struct export_format *format, const struct result *result)
{
	const struct export_item item = {.result = result};
	struct error error;

	return export_check_item(format, &item, &error) == 0 &&
	       export_holds_any(format, &result->plan);
}

static void draw_formats(const struct export_page *page, const struct result *result,
			 const struct rectangle *area)
{
	char line[256];
	int first = layout_scroll(0, (int)page->format, (int)export_format_count, area->rows);
	int i;

	for (i = 0; i < area->rows && first + i < (int)export_format_count; i++) {
		const struct export_format *format = &export_formats[first + i];
		bool selected = first + i == (int)page->format;
		bool holds = holds_something(format, result);

		snprintf(line, sizeof(line), "%s(%c) %-12s %s%s", selected ? ">" : " ",
			 selected ? 'o' : ' ', format->name,
			 holds ? "" : "nothing of this result: ", format->summary);
		if (selected && !page->in_preview)
			draw_row(area, i, ROLE_SELECTED, line);
		else
			draw_text(area, i, 0,
				  selected ? ROLE_PICKED
				  : holds  ? ROLE_NORMAL
					   : ROLE_QUIET,
				  line);
	}
	if (!page->in_preview)
		draw_cursor(area, (int)page->format - first, 0);
}

static void draw_heading(const struct console *console, const struct rectangle *area)
{
	const size_t format = console->export_page.format;
	char where[PATH_MAX + 16] = "";

	if (console->unsaved)
		snprintf(where, sizeof(where), "   (not saved yet)");
	else if (console->result_source[0] != '\0')
		snprintf(where, sizeof(where), "   (it is in %s)", console->result_source);
	draw_format(area, 0, 1, ROLE_HEADING, "SAVE WHAT WAS MEASURED AS %zu of %zu%s", format + 1,
		    export_format_count, where);
}

/* The note on what the preview leaves out counts as the first line that it leaves out. */
static void draw_preview_title(const struct export_page *page, const struct rectangle *area)
{
	char title[128];

	snprintf(title, sizeof(title), "preview, line %d of %zu", page->preview.selected + 1,
		 page->preview_lines);
	draw_title(area, ROLE_HEADING, title);
}

static void draw_page(struct console *console, const struct rectangle *body)
{
	struct export_page *page = &console->export_page;
	struct layout_export layout;

	layout_export(body, (int)export_format_count, &layout);
	if (!page->preview_valid)
		make_preview(console, &console->result);
	draw_heading(console, &layout.heading);
	draw_format(&layout.fields, 0, 1, ROLE_VALUE, "file   %s", page->file_name);
	draw_format(&layout.fields, 1, 1, ROLE_NORMAL,
		    "redact %s   (host, user, UUIDs and paths are left %s)",
		    page->redact ? "yes" : "no", page->redact ? "out" : "in");
	draw_preview_title(page, &layout.rule);
	document_draw(&page->preview, &layout.preview, page->in_preview);
	draw_formats(page, &console->result, &layout.formats);
	if (page->in_preview)
		draw_cursor(&layout.preview, page->preview.selected - page->preview.first, 0);
}

static void draw(struct console *console, const struct rectangle *body)
{
	struct rectangle text = *body;

	text.column++;
	text.columns--;
	if (console->session != NULL) {
		draw_wrapped(
			&text, 1, ROLE_NORMAL,
			"The session is still running. s on the Run page stops it, saves what it "
			"measured and comes back here.");
	} else if (!console->has_result) {
		draw_wrapped(
			&text, 1, ROLE_NORMAL,
			"There is nothing to save yet: measure something on the Plan page (P), "
			"or open a result with lsmbench FILE.csv");
	} else {
		draw_page(console, body);
	}
}

/* A file stands there that is not the one this result was read from or saved to last. */
static bool would_replace(const struct console *console)
{
	const char *path = console->export_page.file_name;
	struct stat status;

	return strcmp(path, console->result_source) != 0 && stat(path, &status) == 0 &&
	       S_ISREG(status.st_mode) && status.st_size > 0;
}

static void save_as(struct console *console, size_t force)
{
	struct export_page *page = &console->export_page;
	const struct export_format *format = &export_formats[page->format];
	const struct export_options options = {.redact = page->redact};
	struct error error;
	int status;

	if (force == 0 && would_replace(console)) {
		ask_box(&console->ask, "That file is there already");
		document_add(&console->ask.body, ROLE_NORMAL, "%s", page->file_name);
		ask_add_choice(&console->ask, 'n', "no, keep it", NULL, 0);
		ask_add_choice(&console->ask, 'y', "yes, replace it", save_as, 1);
		return;
	}
	status = save_result(&console->result, format, &options, page->file_name, force != 0,
			     &error);
	if (status < 0) {
		console_say(console, ROLE_ALARM, "%s", error.text);
		return;
	}
	/* Only the native format holds everything, and only unredacted. */
	if (format == export_format_native() && !page->redact)
		export_note_saved(console, page->file_name);
	console_say(console, ROLE_GOOD, "saved to %s", page->file_name);
}

static bool accept_file_name(struct console *console, const char *text)
{
	struct export_page *page = &console->export_page;

	page->named = *text != '\0';
	snprintf(page->file_name, sizeof(page->file_name), "%s", text);
	update_name(console);
	return true;
}

static bool move(struct console *console, enum action action)
{
	struct export_page *page = &console->export_page;

	switch (action) {
	case ACTION_UP:
		select_format(console, (long)page->format - 1);
		return true;
	case ACTION_DOWN:
		select_format(console, (long)page->format + 1);
		return true;
	case ACTION_FIRST:
		select_format(console, 0);
		return true;
	case ACTION_LAST:
		select_format(console, (long)export_format_count - 1);
		return true;
	default:
		return document_act(&page->preview, action);
	}
}

static bool act(struct console *console, enum action action)
{
	struct export_page *page = &console->export_page;

	if (!console->has_result || console->session != NULL)
		return false;
	switch (action) {
	case ACTION_NEXT_PANE:
	case ACTION_PREVIOUS_PANE:
		page->in_preview = !page->in_preview;
		return true;
	case ACTION_ENTER:
		save_as(console, 0);
		return true;
	case ACTION_FILE_NAME:
		ask_text(&console->ask, "file name", page->file_name, accept_file_name);
		return true;
	case ACTION_REDACT:
		page->redact = !page->redact;
		page->preview_valid = false;
		return true;
	default:
		return page->in_preview ? document_act(&page->preview, action)
					: move(console, action);
	}
}

static bool find(struct console *console, const char *text)
{
	struct export_page *page = &console->export_page;

	if (!document_find(&page->preview, text))
		return false;
	page->in_preview = true;
	return true;
}

static void status(struct console *console, char *buffer, size_t size)
{
	snprintf(buffer, size, "Export: %s",
		 console->has_result ? console->export_page.file_name : "nothing to save yet");
}

const struct view view_export = {
	.name = "Export",
	.enter = enter,
	.draw = draw,
	.act = act,
	.find = find,
	.status = status,
};
