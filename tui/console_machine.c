/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * console_machine.c - what the console knows of this machine and of the plan on it: environment,
 * estimates, leftovers of killed sessions.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tui/console_frame.h"
#include "tui/console_state.h"
#include "tui/settings.h"
#include "tui/state.h"

void console_collect_environment(struct console *console)
{
	struct text_list parents = {0};
	struct environment fresh = {0};
	struct environment_request request = {&parents, console->plan->cpu};
	struct error error;

	if (state_plan_scratches(console->plan, &parents) == 0 &&
	    environment_collect(&fresh, &request, &error) == 0) {
		environment_clear(&console->environment);
		console->environment = fresh;
		console->environment_known = true;
	}
	text_list_clear(&console->environment_of);
	console->environment_of = parents;
	console->environment_cpu = console->plan->cpu;
	console->dirty = true;
}

/* The plan moved to another file system or CPU: what is said about them must follow. */
static bool environment_is_stale(const struct console *console)
{
	struct text_list parents = {0};
	bool stale;

	if (!console->environment_known)
		return false;
	stale = state_plan_scratches(console->plan, &parents) == 0 &&
		(!text_list_equal(&parents, &console->environment_of) ||
		 console->environment_cpu != console->plan->cpu);
	text_list_clear(&parents);
	return stale;
}

void console_plan_changed(struct console *console)
{
	if (console->runnable)
		plan_clear(&console->expanded);
	console->runnable = false;
	if (plan_copy(&console->expanded, console->plan) < 0) {
		error_set(&console->plan_error, 0, "not enough memory for the plan");
	} else if (plan_expand(&console->expanded, &console->plan_error) < 0) {
		plan_clear(&console->expanded);
	} else {
		console->runnable = true;
		console->plan_seconds =
			estimate_plan_seconds(&console->estimate, &console->expanded);
	}
	if (plan_model_fill(&console->plan_page.model, console->plan,
			    console->runnable ? &console->expanded : NULL) < 0)
		console_say(console, ROLE_ALARM, "not enough memory for the Plan page");
	if (environment_is_stale(console))
		console_collect_environment(console);
	console->dirty = true;
}

void console_load(struct console *console)
{
	state_load_estimate(&console->estimate);
}

void console_learn(struct console *console, double seconds)
{
	struct error error;

	estimate_learn(&console->estimate, &console->result, seconds);
	/* An estimate that cannot be kept is no reason to disturb anybody. */
	state_save_estimate(&console->estimate, &error);
}

static void remove_leftovers(struct console *console, size_t unused)
{
	struct error error;
	size_t removed = 0;
	size_t i;

	(void)unused;
	for (i = 0; i < console->leftover_count; i++) {
		if (scratch_remove_leftover(&console->leftovers[i], &error) < 0)
			console_say(console, ROLE_ALARM, "%s", error.text);
		else
			removed++;
	}
	if (removed == console->leftover_count)
		console_say(console, ROLE_GOOD, "removed %zu", removed);
}

static void add_leftovers(struct console *console, const char *parent)
{
	struct scratch_leftover *found = NULL;
	struct scratch_leftover *all;
	struct error error;
	size_t count = 0;

	if (scratch_find_leftovers(parent, &found, &count, &error) < 0)
		return;
	all = reallocarray(console->leftovers, console->leftover_count + count + 1, sizeof(*all));
	if (all != NULL) {
		if (count > 0)
			memcpy(all + console->leftover_count, found, count * sizeof(*all));
		console->leftovers = all;
		console->leftover_count += count;
	}
	free(found);
}

/* Where sessions have worked before, and where the next one will. */
static void find_leftovers(struct console *console)
{
	struct text_list parents = {0};
	struct text_list planned = {0};
	size_t i;

	if (state_scratch_parents(&parents) == 0 &&
	    state_plan_scratches(console->plan, &planned) == 0) {
		for (i = 0; i < parents.count; i++)
			add_leftovers(console, parents.items[i]);
		for (i = 0; i < planned.count; i++)
			if (!text_list_has(&parents, planned.items[i]))
				add_leftovers(console, planned.items[i]);
	}
	text_list_clear(&parents);
	text_list_clear(&planned);
}

void console_ask_leftovers(struct console *console)
{
	struct ask *ask = &console->ask;
	size_t i;

	find_leftovers(console);
	if (console->leftover_count == 0)
		return;
	ask_box(ask, "A killed session left files behind");
	for (i = 0; i < console->leftover_count && i < 8; i++)
		document_add(&ask->body, ROLE_NORMAL, "%s", console->leftovers[i].path);
	if (i < console->leftover_count)
		document_add(&ask->body, ROLE_NORMAL, "and %zu more", console->leftover_count - i);
	ask_add_choice(ask, 'y', "yes, remove what it left", remove_leftovers, 0);
	ask_add_choice(ask, 'n', "no, leave it (\"lsmbench clean\" removes it later)", NULL, 0);
	console->dirty = true;
}

/*
 * Some terminals tell their colours: COLORFGBG is "15;0", foreground and background by number. 7
 * and 9 to 15 are light.
 */
static bool background_is_light(void)
{
	const char *colours = getenv("COLORFGBG");
	const char *background = colours != NULL ? strrchr(colours, ';') : NULL;
	long number;

	if (background == NULL)
		return false;
	number = strtol(background + 1, NULL, 10);
	return number == 7 || (number >= 9 && number <= 15);
}

enum theme console_theme(const struct console *console)
{
	enum theme theme;

	if (theme_parse(console->settings->theme, &theme) == 0)
		return theme;
	return background_is_light() ? THEME_LIGHT : THEME_DARK;
}

void console_next_theme(struct console *console)
{
	theme_next();
	snprintf(console->settings->theme, sizeof(console->settings->theme), "%s",
		 theme_name(theme_current()));
	console_say(console, ROLE_NORMAL, "colours: %s", theme_name(theme_current()));
}
