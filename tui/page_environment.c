/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * page_environment.c - all that is known of the machine, each value with its source, and what
 * is not known with the reason. Of the result, where there is one; else of this machine now.
 */
#include <stdio.h>
#include <string.h>

#include "tui/console_state.h"
#include "tui/draw.h"
#include "tui/text.h"
#include "tui/view.h"

static const struct environment *shown_environment(const struct console *console, const char **of)
{
	const struct result *result = console_result(console);

	if (result != NULL && result->environment.item_count > 0) {
		*of = console->session != NULL    ? "the running session"
		      : console->result_source[0] ? console->result_source
						  : "the last session";
		return &result->environment;
	}
	*of = "this machine now";
	return console->machine.environment_known ? &console->machine.environment : NULL;
}

static void add_warnings(struct document *page, const struct environment *environment, int columns)
{
	char line[DRAW_BYTES];
	size_t i;

	if (environment->warning_count == 0)
		return;
	document_add(page, ROLE_HEADING, "WARNINGS");
	for (i = 0; i < environment->warning_count; i++) {
		const struct environment_warning *warning = &environment->warnings[i];
		bool alarm = warning->level == WARNING_ALARM;

		snprintf(line, sizeof(line), "  %c %s", alarm ? '!' : 'i', warning->text);
		document_add_wrapped(page, alarm ? ROLE_ALARM : ROLE_NOTE, columns, 4, line);
	}
	document_add(page, ROLE_NORMAL, "%s", "");
}

static void add_item(struct document *page, const struct environment_item *item, int columns)
{
	const char *key = strchr(item->key, '.') != NULL ? strchr(item->key, '.') + 1 : item->key;
	const char *value = item->value;
	char line[DRAW_BYTES];

	if (value != NULL && value[0] == '\0')
		value = "(empty)";
	if (value != NULL)
		snprintf(line, sizeof(line), "  %-22s %s", key, value);
	else
		snprintf(line, sizeof(line), "  %-22s unknown: %s", key,
			 item->reason != NULL ? item->reason : "no reason given");
	/* A value is not wrapped, so that it can be found and compared: Right scrolls. */
	if (item->source != NULL && value != NULL &&
	    text_width(line) + text_width(item->source) + 5 <= columns)
		document_add(page, ROLE_NORMAL, "%s%*s(%s)", line,
			     columns - text_width(line) - text_width(item->source) - 2, "",
			     item->source);
	else if (item->source != NULL && value != NULL)
		document_add(page, ROLE_NORMAL, "%s  (%s)", line, item->source);
	else
		document_add_wrapped(page, ROLE_QUIET, columns, 25, line);
}

static void add_items(struct document *page, const struct environment *environment, int columns)
{
	const char *group = "";
	char name[64];
	size_t i;

	for (i = 0; i < environment->item_count; i++) {
		const char *key = environment->items[i].key;

		if (!environment_same_group(group, key)) {
			group = key;
			snprintf(name, sizeof(name), "%.*s", (int)environment_group_length(key),
				 key);
			document_add(page, ROLE_HEADING, "%s", environment_group_title(name));
		}
		add_item(page, &environment->items[i], columns);
	}
}

static void fill(struct console *console, int columns)
{
	struct document *page = &console->environment_page;
	const struct environment *environment;
	const char *of;

	document_restart(page);
	environment = shown_environment(console, &of);
	document_add(page, ROLE_VALUE, "Environment of %s", of);
	if (environment == NULL) {
		document_add(page, ROLE_NORMAL, "not read yet");
		return;
	}
	document_add(page, ROLE_NORMAL, "%s", "");
	add_warnings(page, environment, columns);
	add_items(page, environment, columns);
}

static void draw(struct console *console, const struct rectangle *body)
{
	struct rectangle inner = *body;

	inner.column++;
	inner.columns--;
	fill(console, inner.columns);
	document_draw(&console->environment_page, &inner, true);
}

static bool act(struct console *console, enum action action)
{
	return document_act(&console->environment_page, action);
}

static bool find(struct console *console, const char *text)
{
	return document_find(&console->environment_page, text);
}

static void status(struct console *console, char *buffer, size_t size)
{
	const char *of;
	const struct environment *environment = shown_environment(console, &of);

	if (environment == NULL)
		snprintf(buffer, size, "Environment: not read yet");
	else
		snprintf(buffer, size, "Environment: %zu items, %zu warnings",
			 environment->item_count, environment->warning_count);
}

const struct view view_environment = {
	.name = "Environment",
	.draw = draw,
	.act = act,
	.find = find,
	.status = status,
};
