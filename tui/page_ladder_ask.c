/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * page_ladder_ask.c - what the Ladder page asks for in its prompts.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "engine/ladder/ladder_rung.h"
#include "fixtures/text_show.h"
#include "tui/console_state.h"
#include "tui/page_ladder.h"

/* Close the prompt, or show in it what is wrong with the text. */
static bool taken(struct console *console, int status, const struct error *error)
{
	if (status < 0)
		ask_complain(&console->ask, error->text);
	return status == 0;
}

/* With nothing chosen, there is no kernel that a rung could be a boot of. */
static bool has_kernel(struct console *console)
{
	if (console->ladder_page.model.plan.kernel_count > 0)
		return true;
	console_say(console, ROLE_NORMAL, "no kernel is chosen: K chooses one");
	return false;
}

static void select_text(struct ladder_page *page)
{
	/* A rung of one's own is the last one of the first kernel. */
	for (size_t i = 0; i < page->model.row_count; i++)
		if (page->model.rows[i].kernel == 0 && page->model.rows[i].rung != LADDER_NONE)
			page->selected = i;
}

static bool accept_rung(struct console *console, const char *text)
{
	struct ladder_page *page = &console->ladder_page;
	struct error error;
	int status;

	if (*text == '\0')
		return true;
	status = ladder_model_add_rung(&page->model, text, &error);
	if (status == 0)
		select_text(page);
	return taken(console, status, &error);
}

void page_ladder_ask_rung(struct console *console)
{
	if (has_kernel(console))
		ask_text(&console->ask, "modules, then words of the command line", "", accept_rung);
}

/* Better now than when guests are booted. A text that is no policy is left to the model. */
static int find_file(const char *text, struct error *error)
{
	char shown[TEXT_SHOW_SIZE];
	struct guest_policy policy;
	int status = 0;

	if (*text == '\0' || guest_policy_parse(text, &policy, error) < 0)
		return 0;
	if (access(policy.file, R_OK) < 0)
		status = error_set(error, -errno, "%s: %s",
				   text_show(policy.file, strlen(policy.file), shown),
				   error_words(errno));
	guest_policy_clear(&policy);
	return status;
}

static bool accept_policy(struct console *console, const char *text)
{
	struct ladder_page *page = &console->ladder_page;
	struct error error;
	int status = find_file(text, &error);

	if (status == 0)
		status = ladder_model_add_policy(&page->model, text, &error);
	if (status == 0 && *text == '\0')
		console_say(console, ROLE_NORMAL, "no rung has a policy");
	return taken(console, status, &error);
}

void page_ladder_ask_policy(struct console *console)
{
	if (has_kernel(console))
		ask_text(&console->ask, "policy (apparmor=FILE:PROFILE; empty: none)", "",
			 accept_policy);
}

/* What takes effect at the next boot is said while another one is shown. */
static void say_later(struct console *console, const char *what)
{
	if (console->ladder != NULL)
		console_say(console, ROLE_NORMAL, "%s: from the next boots on (Enter)", what);
}

static bool accept_variants(struct console *console, const char *text)
{
	struct error error;
	int status = ladder_model_set(&console->ladder_page.model, "variants", text, &error);

	if (status == 0)
		say_later(console, "variants");
	return taken(console, status, &error);
}

static bool accept_operations(struct console *console, const char *text)
{
	struct error error;
	int status = ladder_model_set(&console->ladder_page.model, "ops", text, &error);

	if (status == 0)
		say_later(console, "operations");
	return taken(console, status, &error);
}

static void ask_key_of_plan(struct console *console, const char *key, const char *label,
			    bool (*accept)(struct console *console, const char *text))
{
	static char value[PLAN_VALUE_SIZE];

	if (plan_get(&console->ladder_page.model.plan.plan, key, 0, value, sizeof(value)) < 0)
		value[0] = '\0';
	ask_text(&console->ask, label, value, accept);
}

void page_ladder_ask_variants(struct console *console)
{
	ask_key_of_plan(console, "variants", "variants (none,landlock:4,...)", accept_variants);
}

void page_ladder_ask_operations(struct console *console)
{
	ask_key_of_plan(console, "ops", "operations (empty: the ladder's own)", accept_operations);
}

void page_ladder_use_plan(struct console *console)
{
	struct error error = {""};

	if (ladder_model_use(&console->ladder_page.model, console->plan, &error) < 0)
		console_say(console, ROLE_ALARM, "%s", error.text);
	else
		console_say(console, ROLE_GOOD,
			    "measured is what the Plan page has picked, from the next boots on");
}
