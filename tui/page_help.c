/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * page_help.c - keys from the table of keys, operations and shapes from their tables: help cannot
 * say anything else than what the program does.
 */
#include <stdio.h>
#include <string.h>

#include "engine/operation/operation.h"
#include "engine/operation/parameter.h"
#include "engine/text/version.h"
#include "engine/variant/variant.h"
#include "tui/console_state.h"
#include "tui/draw.h"
#include "tui/operation_figure.h"
#include "tui/view.h"

#define KEY_COLUMN 14

static void add_key(struct document *help, const struct key_binding *binding)
{
	document_add(help, ROLE_NORMAL, "  %-*s %s", KEY_COLUMN, binding->shown, binding->help);
}

/* The bindings that are for page but not for all pages. */
static void add_page_keys(struct document *help, enum page page)
{
	bool any = false;
	size_t i;

	for (i = 0; i < key_binding_count; i++) {
		const struct key_binding *binding = &key_bindings[i];

		if (!key_binding_is_on(binding, page) || binding->pages == ON_ALL_PAGES)
			continue;
		if (!any)
			document_add(help, ROLE_HEADING, "KEYS ON THE PAGE \"%s\"",
				     view_of(page)->name);
		any = true;
		add_key(help, binding);
	}
	if (any)
		document_add(help, ROLE_NORMAL, "%s", "");
}

static void add_keys(struct document *help, enum page first)
{
	int page;
	size_t i;

	add_page_keys(help, first);
	document_add(help, ROLE_HEADING, "KEYS ON ALL PAGES");
	for (i = 0; i < key_binding_count; i++)
		if (key_bindings[i].pages == ON_ALL_PAGES)
			add_key(help, &key_bindings[i]);
	document_add(help, ROLE_NORMAL, "  %-*s %s", KEY_COLUMN, "^C",
		     "Leave like q; twice: leave at once, what was measured is saved");
	document_add(help, ROLE_NORMAL, "  %-*s %s", KEY_COLUMN, "mouse",
		     "Off; \"mouse: yes\" in the settings file turns wheel and tabs on");
	document_add(help, ROLE_NORMAL, "%s", "");
	for (page = 0; page < PAGE_COUNT; page++)
		if (page != (int)first && page != PAGE_HELP)
			add_page_keys(help, (enum page)page);
}

static void add_operation(struct document *help, const struct operation *operation, int columns)
{
	char calls[OPERATION_CALLS_SIZE];
	char figure[OPERATION_FIGURE_SIZE];
	char line[512];

	snprintf(line, sizeof(line), "  %-15s %s", operation->name, operation->summary);
	document_add_wrapped(help, ROLE_NORMAL, columns, 18, line);
	operation_calls_show(operation, calls);
	document_add(help, ROLE_QUIET, "%18s%s%s", "",
		     calls[0] != '\0' ? "system calls: " : "no system call", calls);
	operation_figure_show(operation, figure);
	if (figure[0] != '\0')
		document_add(help, ROLE_QUIET, "%18s%s", "", figure);
	if (operation->calls_note != NULL) {
		snprintf(line, sizeof(line), "%18s%s", "", operation->calls_note);
		document_add_wrapped(help, ROLE_QUIET, columns, 18, line);
	}
}

static void add_operations(struct document *help, int columns)
{
	const char *group = "";
	size_t i;

	document_add(help, ROLE_HEADING, "OPERATIONS: WHAT ONE ITERATION DOES");
	for (i = 0; i < operation_count; i++) {
		if (strcmp(operations[i]->group, group) != 0) {
			group = operations[i]->group;
			document_add(help, ROLE_VALUE, " %s", group);
		}
		add_operation(help, operations[i], columns);
	}
	document_add(help, ROLE_NORMAL, "%s", "");
}

static void add_shapes(struct document *help)
{
	size_t i;

	document_add(help, ROLE_HEADING, "PATH SHAPES: COMPONENTS A LOOKUP WALKS");
	for (i = 0; i < path_shape_count; i++)
		document_add(help, ROLE_NORMAL, "  %-32s %2u  %s", path_shapes[i].name,
			     path_shapes[i].components, path_shapes[i].help);
	document_add(help, ROLE_NORMAL, "  %-32s     %s", "a depth, or a path of your own",
		     parameter_path.help);
	document_add(help, ROLE_NORMAL, "%s", "");
}

static void add_variants(struct document *help)
{
	size_t i;

	document_add(help, ROLE_HEADING, "VARIANTS: HOW A WORKER IS CONFINED");
	for (i = 0; i < variant_count; i++)
		if (!variants[i].for_tests)
			document_add(help, ROLE_NORMAL, "  %-17s %s", variants[i].written,
				     variants[i].summary);
	document_add(help, ROLE_NORMAL, "%s", "");
}

static void add_settings(struct document *help, int columns)
{
	char line[512];
	size_t i;

	document_add(help, ROLE_HEADING, "THE PLAN'S KEYS: SETTINGS HERE, OPTIONS OF lsmbench run");
	for (i = 0; i < plan_key_count; i++) {
		snprintf(line, sizeof(line), "  %-15s %s", plan_keys[i].name, plan_keys[i].help);
		document_add_wrapped(help, ROLE_NORMAL, columns, 18, line);
	}
}

static void fill(struct console *console, int columns)
{
	struct document *help = &console->help_page;

	document_restart(help);
	document_add(help, ROLE_VALUE,
		     "lsmbench " LSMBENCH_VERSION
		     ": what system calls cost, and what a security module adds");
	document_add(help, ROLE_NORMAL, "%s", "");
	add_keys(help, console->page_before);
	add_operations(help, columns);
	add_shapes(help);
	add_variants(help);
	add_settings(help, columns);
}

static void draw(struct console *console, const struct rectangle *body)
{
	struct rectangle inner = *body;

	inner.column++;
	inner.columns--;
	fill(console, inner.columns);
	document_draw(&console->help_page, &inner, true);
}

static void enter(struct console *console)
{
	console->help_page.first = 0;
	console->help_page.selected = 0;
}

static bool act(struct console *console, enum action action)
{
	if (action == ACTION_CANCEL) {
		console_show_page(console, console->page_before);
		return true;
	}
	return document_act(&console->help_page, action);
}

static bool find(struct console *console, const char *text)
{
	return document_find(&console->help_page, text);
}

static void status(struct console *console, char *buffer, size_t size)
{
	(void)console;
	snprintf(buffer, size, "Help: enlarge the terminal to read it; q leaves");
}

const struct view view_help = {
	.name = "Help",
	.enter = enter,
	.draw = draw,
	.act = act,
	.find = find,
	.status = status,
};
