/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * console_machine.c - what the console knows of this machine and of the plan on it: environment,
 * estimates, leftovers of killed sessions.
 */
#include "tui/console_machine.h"

#include "engine/plan/plan_reader.h"

#include "tui/console_state.h"
#include "tui/state.h"

void console_collect_environment(struct console *console)
{
	struct text_list parents = {0};
	struct environment fresh = {0};
	struct environment_request request = {&parents, console->plan->cpu};
	struct error error;

	if (plan_scratches(console->plan, &parents) == 0 &&
	    environment_collect(&fresh, &request, &error) == 0) {
		environment_clear(&console->machine.environment);
		console->machine.environment = fresh;
		console->machine.environment_known = true;
	}
	text_list_clear(&console->machine.environment_of);
	console->machine.environment_of = parents;
	console->machine.environment_cpu = console->plan->cpu;
	console->dirty = true;
}

/* The plan moved to another file system or CPU: what is said about them must follow. */
static bool environment_is_stale(const struct console *console)
{
	struct text_list parents = {0};
	bool stale;

	if (!console->machine.environment_known)
		return false;
	stale = plan_scratches(console->plan, &parents) == 0 &&
		(!text_list_equal(&parents, &console->machine.environment_of) ||
		 console->machine.environment_cpu != console->plan->cpu);
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
	} else if (plan_expand(&console->expanded, &console->plan_error) < 0 ||
		   plan_reader_drop(&console->expanded, &console->plan_error) < 0) {
		plan_clear(&console->expanded);
	} else {
		console->runnable = true;
		console->plan_seconds =
			estimate_plan_seconds(&console->machine.estimate, &console->expanded);
		console->plan_is_least =
			estimate_is_least(&console->machine.estimate, &console->expanded);
	}
	if (plan_model_fill(&console->plan_page.model, console->plan,
			    console->runnable ? &console->expanded : NULL) < 0)
		console_say(console, ROLE_ALARM, "not enough memory for the Plan page");
	if (environment_is_stale(console))
		console_collect_environment(console);
	console->dirty = true;
}

void console_machine_load(struct console *console)
{
	state_load_estimate(&console->machine.estimate);
}

void console_machine_clear(struct console *console)
{
	struct machine *machine = &console->machine;

	environment_clear(&machine->environment);
	text_list_clear(&machine->environment_of);
	estimate_clear(&machine->estimate);
	leftovers_clear(&machine->leftovers);
}

void console_learn(struct console *console, const struct estimate_spent *spent)
{
	struct error error;

	estimate_learn(&console->machine.estimate, &console->result, spent);
	/* An estimate that cannot be kept is no reason to disturb anybody. */
	state_save_estimate(&console->machine.estimate, &error);
}

static void remove_leftovers(struct console *console, size_t unused)
{
	const struct leftovers *leftovers = &console->machine.leftovers;
	struct error error;
	size_t removed = 0;
	size_t i;

	(void)unused;
	for (i = 0; i < leftovers->count; i++) {
		if (scratch_remove_leftover(&leftovers->items[i], &error) < 0)
			console_say(console, ROLE_ALARM, "%s", error.text);
		else
			removed++;
	}
	if (removed == leftovers->count)
		console_say(console, ROLE_GOOD, "removed %zu", removed);
}

/* Where sessions have worked before, and where the next one will. */
static void find_leftovers(struct console *console)
{
	struct text_list planned = {0};
	struct text_list parents = {0};
	struct error error;
	size_t i;

	if (plan_scratches(console->plan, &planned) == 0 &&
	    leftovers_parents(&planned, &parents) == 0)
		/* A directory that cannot be read is none that a question could be about. */
		for (i = 0; i < parents.count; i++)
			leftovers_add(&console->machine.leftovers, parents.items[i], &error);
	text_list_clear(&parents);
	text_list_clear(&planned);
}

/* Asked once is enough. */
static void keep_leftovers(struct console *console, size_t unused)
{
	struct error error;

	(void)unused;
	if (leftovers_keep(&console->machine.leftovers, &error) < 0)
		console_say(console, ROLE_ALARM, "%s", error.text);
}

void console_ask_leftovers(struct console *console, bool may_ask)
{
	const struct leftovers *leftovers = &console->machine.leftovers;
	struct ask *ask = &console->ask;
	size_t i;

	find_leftovers(console);
	leftovers_drop_kept(&console->machine.leftovers);
	if (leftovers->count == 0)
		return;
	if (!may_ask) {
		if (console->message[0] == '\0')
			console_say(console, ROLE_NOTE,
				    "a killed session left files behind: lsmbench clean removes "
				    "them");
		return;
	}
	ask_box(ask, "A killed session left files behind");
	for (i = 0; i < leftovers->count && i < 8; i++)
		document_add(&ask->body, ROLE_NORMAL, "%s", leftovers->items[i].path);
	if (i < leftovers->count)
		document_add(&ask->body, ROLE_NORMAL, "and %zu more", leftovers->count - i);
	ask_add_choice(ask, 'y', "yes, remove what it left", remove_leftovers, 0);
	ask_add_choice(ask, 'n', "no, leave it (\"lsmbench clean\" removes it later)",
		       keep_leftovers, 0);
	console->dirty = true;
}
