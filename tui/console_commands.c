/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * console_commands.c - which commands the person has agreed to start, in this console.
 */
#include "engine/text/text_list.h"
#include "tui/console_state.h"
#include "tui/plan_commands.h"

/* Agreement that cannot be kept is asked for again. */
static void agree(struct console *console, const char *command)
{
	if (!text_list_has(&console->agreed, command))
		(void)text_list_add(&console->agreed, command);
}

static void agree_to_all(struct console *console, size_t unused)
{
	struct text_list list = {0};

	(void)unused;
	(void)plan_commands_add(console->next, &list);
	for (size_t i = 0; i < list.count; i++)
		agree(console, list.items[i]);
	text_list_clear(&list);
	console->when_agreed(console, 0);
}

/* Show those that are new. */
static void ask_of(struct console *console, const struct text_list *list)
{
	ask_box(&console->ask, "This plan starts a command");
	for (size_t i = 0; i < list->count; i++)
		if (!text_list_has(&console->agreed, list->items[i]))
			document_add_wrapped(&console->ask.body, ROLE_ALARM, 68, 2, list->items[i]);
	document_add(&console->ask.body, ROLE_NORMAL, "%s", "");
	document_add_wrapped(&console->ask.body, ROLE_NORMAL, 68, 0,
			     "It came from settings or a file: go on only if you trust it.");
	/* Cancelling stands first: a second Enter by habit is no agreement. */
	ask_add_choice(&console->ask, 'c', "cancel", NULL, 0);
	ask_add_choice(&console->ask, 'y', "yes: start it, and do not ask again", agree_to_all, 0);
	console->dirty = true;
}

bool console_commands_asks(struct console *console, const struct plan *plan,
			   void (*agreed)(struct console *console, size_t unused))
{
	struct text_list list = {0};
	bool asks = plan_commands_add(plan, &list) < 0;

	for (size_t i = 0; i < list.count && !asks; i++)
		asks = !text_list_has(&console->agreed, list.items[i]);
	if (asks) {
		console->when_agreed = agreed;
		ask_of(console, &list);
	}
	text_list_clear(&list);
	return asks;
}

void console_commands_typed(struct console *console, const struct text_list *before)
{
	struct text_list list = {0};

	(void)plan_commands_add(console->plan, &list);
	for (size_t i = 0; i < list.count; i++)
		if (!text_list_has(before, list.items[i]))
			agree(console, list.items[i]);
	text_list_clear(&list);
}
