/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * console_commands.c - which commands the person has agreed to start, in this console.
 */
#include "engine/variant/variant.h"
#include "tui/console_state.h"

/* Agreement that cannot be kept is asked for again. */
static void agree(struct console *console, const char *variant)
{
	if (variant_has(variant, "exec") && !text_list_has(&console->agreed, variant))
		(void)text_list_add(&console->agreed, variant);
}

static bool is_new(const struct console *console, const char *variant)
{
	return variant_has(variant, "exec") && !text_list_has(&console->agreed, variant);
}

static void agree_to_all(struct console *console, size_t unused)
{
	(void)unused;
	for (size_t i = 0; i < console->next->variants.count; i++)
		agree(console, console->next->variants.items[i]);
	console->when_agreed(console, 0);
}

bool console_commands_asks(struct console *console, const struct plan *plan,
			   void (*agreed)(struct console *console, size_t unused))
{
	const struct text_list *list = &plan->variants;
	bool asks = false;

	for (size_t i = 0; i < list->count && !asks; i++)
		asks = is_new(console, list->items[i]);
	if (!asks)
		return false;
	console->when_agreed = agreed;
	ask_box(&console->ask, "This plan starts a command");
	for (size_t i = 0; i < list->count; i++)
		if (is_new(console, list->items[i]))
			document_add_wrapped(&console->ask.body, ROLE_ALARM, 68, 2, list->items[i]);
	document_add(&console->ask.body, ROLE_NORMAL, "%s", "");
	document_add_wrapped(&console->ask.body, ROLE_NORMAL, 68, 0,
			     "It came from settings or a file: go on only if you trust it.");
	/* Cancelling stands first: a second Enter by habit is no agreement. */
	ask_add_choice(&console->ask, 'c', "cancel", NULL, 0);
	ask_add_choice(&console->ask, 'y', "yes: start it, and do not ask again", agree_to_all, 0);
	console->dirty = true;
	return true;
}

void console_commands_typed(struct console *console, const struct text_list *before)
{
	const struct text_list *list = &console->plan->variants;

	for (size_t i = 0; i < list->count; i++)
		if (!text_list_has(before, list->items[i]))
			agree(console, list->items[i]);
}
