/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * console_ladder.c - the ladder that runs, and what it came to until it is saved.
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tui/console_ladder.h"
#include "tui/console_state.h"
#include "tui/ladder_files.h"
#include "tui/ladder_logs.h"
#include "tui/ladder_outcome.h"

/* Events taken in one go, so that a flood of them cannot keep the keyboard waiting. */
#define EVENTS_AT_ONCE 256

bool console_ladder_runs(const struct console *console)
{
	return console->ladder != NULL && !console->ladder_ended;
}

static void show_problem(struct console *console, const char *title, const char *text)
{
	ask_box(&console->ask, title);
	document_add_wrapped(&console->ask.body, ROLE_ALARM, 68, 0, text);
	document_add(&console->ask.body, ROLE_NORMAL, "%s", "");
	document_add(&console->ask.body, ROLE_NORMAL, "Any key closes this.");
	console->dirty = true;
}

void console_ladder_close(struct console *console)
{
	/* The page shows what belongs to the ladder. */
	if (console->ladder != NULL)
		ladder_model_forget(&console->ladder_page.model);
	ladder_close(console->ladder);
	console->ladder = NULL;
	console->ladder_ended = false;
	console->ladder_unsaved = false;
}

static void start(struct console *console, size_t unused)
{
	struct ladder_page *page = &console->ladder_page;
	struct ladder_plan plan;
	struct error error = {""};
	int status;

	(void)unused;
	console_ladder_close(console);
	status = ladder_model_run(&page->model, &plan, &error);
	if (status < 0) {
		console_say(console, ROLE_ALARM, "%s", error.text);
		return;
	}
	ladder_logs_prepare(plan.log_directory, sizeof(plan.log_directory));
	status = ladder_open(&console->ladder, &plan, &error);
	ladder_plan_clear(&plan);
	if (status < 0) {
		console->ladder = NULL;
		show_problem(console, "The ladder cannot start", error.text);
	} else if (ladder_model_begin(&page->model, ladder_plan_of(console->ladder)) < 0) {
		console_ladder_close(console);
		console_say(console, ROLE_ALARM, "not enough memory to show the ladder");
	}
	page->stale = true;
}

static void ask_unsaved(struct console *console)
{
	ask_box(&console->ask, "The last ladder is not saved");
	ask_add_choice(&console->ask, 'd', "discard it and boot", start, 0);
	ask_add_choice(&console->ask, 'c', "cancel: e saves it", NULL, 0);
}

void console_ladder_start(struct console *console)
{
	if (console_ladder_runs(console))
		console_say(console, ROLE_ALARM, "a ladder is running: s stops it");
	else if (console_is_measuring(console))
		console_say(console, ROLE_ALARM,
			    "a session is running: a ladder can start when it has ended");
	else if (console->ladder_unsaved)
		ask_unsaved(console);
	else
		start(console, 0);
}

/* Rungs of which something was measured to the end. */
static size_t rungs_done(const struct console *console)
{
	const struct ladder_model *model = &console->ladder_page.model;
	size_t done = 0;

	for (size_t i = 0; model->ran != NULL && i < model->ran->rung_count; i++)
		done += model->statuses[i].state == RUNG_DONE;
	return done;
}

static void finish(struct console *console)
{
	size_t done;
	size_t all;

	console->ladder_ended = true;
	console_ladder_refresh(console);
	done = rungs_done(console);
	all = console->ladder_page.model.ran->rung_count;
	console->ladder_unsaved = done > 0;
	if (done == all)
		console_say(console, ROLE_GOOD, "the ladder has ended; e saves it");
	else
		console_say(console, ROLE_ALARM, "the ladder has ended with %zu of %zu rungs%s",
			    done, all, done > 0 ? "; e saves them" : "");
}

static void take_event(struct console *console, const struct ladder_event *event)
{
	struct ladder_page *page = &console->ladder_page;

	page->stale = true;
	console->dirty = true;
	if (event->kind == LADDER_NOTICE)
		console_say(console, ROLE_NOTE, "%s", event->text);
}

void console_ladder_pump(struct console *console)
{
	struct ladder_event event;
	bool restarted = false;
	int events = 0;
	int status = 0;

	while (events++ < EVENTS_AT_ONCE && (status = ladder_next(console->ladder, &event)) > 0) {
		if (event.kind == LADDER_ENDED)
			break;
		take_event(console, &event);
		restarted = restarted || event.kind == LADDER_RUNG;
	}
	/* A guest that is booted anew has lost what the table was made of. */
	if (restarted)
		console_ladder_refresh(console);
	if (status < 0 || (status > 0 && event.kind == LADDER_ENDED)) {
		ladder_stop(console->ladder);
		finish(console);
	}
}

void console_ladder_stop(struct console *console)
{
	if (!console_ladder_runs(console)) {
		console_say(console, ROLE_NORMAL, "no ladder is running");
		return;
	}
	ladder_stop(console->ladder);
	console_ladder_pump(console);
}

void console_ladder_refresh(struct console *console)
{
	struct ladder_page *page = &console->ladder_page;
	struct ladder_model *model = &page->model;
	struct rung_status status;
	struct error error;

	if (console->ladder == NULL || model->ran == NULL)
		return;
	for (size_t i = 0; i < model->ran->rung_count; i++) {
		ladder_status(console->ladder, i, &status);
		ladder_model_tell(model, i, &status);
	}
	if (!page->stale)
		return;
	page->stale = false;
	if (ladder_model_update(model, &error) < 0)
		console_say(console, ROLE_ALARM, "%s", error.text);
}

/* Every rung that was measured to its end, under its number in the ladder. */
static int save_rungs(const struct ladder_model *model, const char *directory, struct error *error)
{
	char path[PATH_MAX];
	int status = ladder_files_make_directory(directory, error);

	for (size_t i = 0; i < model->ran->rung_count && status == 0; i++)
		if (model->statuses[i].state == RUNG_DONE && model->statuses[i].result != NULL)
			status = ladder_files_save(directory, i + 1, model->statuses[i].result,
						   false, path, sizeof(path), error);
	return status;
}

/* What the command's -o keeps. */
static int save_all(const struct console *console, const char *directory, struct error *error)
{
	struct ladder_outcome outcome;
	int status = save_rungs(&console->ladder_page.model, directory, error);

	if (status < 0)
		return status;
	status = ladder_outcome_of(console->ladder, &outcome, error);
	if (status < 0)
		return status;
	status = ladder_outcome_save(&outcome, directory, false, error);
	ladder_outcome_clear(&outcome);
	return status;
}

static bool accept_directory(struct console *console, const char *text)
{
	struct error error;

	if (*text == '\0') {
		ask_complain(&console->ask, "no directory given; Esc cancels");
		return false;
	}
	/* Another one may have been started while the question stood there. */
	if (console->ladder == NULL || !console->ladder_ended) {
		ask_complain(&console->ask, "there is no ladder that could be saved any more");
		return false;
	}
	if (save_all(console, text, &error) < 0) {
		ask_complain(&console->ask, error.text);
		return false;
	}
	console->ladder_unsaved = false;
	console_say(console, ROLE_GOOD,
		    "the ladder is in %s: a result file of each rung, and the table", text);
	return true;
}

void console_ladder_save(struct console *console)
{
	char name[64] = "ladder";

	if (console_ladder_runs(console) || rungs_done(console) == 0) {
		console_say(console, ROLE_NORMAL,
			    console_ladder_runs(console)
				    ? "the ladder is running: it can be saved when it has ended"
				    : "no rung has been measured yet");
		return;
	}
	for (int number = 2; access(name, F_OK) == 0 && number < 1000; number++)
		snprintf(name, sizeof(name), "ladder-%d", number);
	ask_text(&console->ask, "save into a new directory", name, accept_directory);
}

static void discard_and_leave(struct console *console, size_t unused)
{
	(void)unused;
	console_ladder_close(console);
	console_quit(console);
}

static void save(struct console *console, size_t unused)
{
	(void)unused;
	if (console_ladder_runs(console))
		console_ladder_stop(console);
	console_show_page(console, PAGE_LADDER);
	console_ladder_save(console);
}

bool console_ladder_asks(struct console *console)
{
	bool runs = console_ladder_runs(console);

	if (!runs && !console->ladder_unsaved)
		return false;
	ask_box(&console->ask, runs ? "A ladder is running" : "The ladder is not saved");
	ask_add_choice(&console->ask, 's', runs ? "stop it, and save what is done" : "save it",
		       save, 0);
	ask_add_choice(&console->ask, 'd',
		       runs ? "end every guest and leave" : "leave without saving",
		       discard_and_leave, 0);
	ask_add_choice(&console->ask, 'c', "cancel: stay here", NULL, 0);
	console->dirty = true;
	return true;
}
