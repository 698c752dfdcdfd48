/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * console_session.c - starting, following and ending a session, and never losing its result.
 */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/worker/clock.h"
#include "exports/csv/csv_read.h"
#include "tui/building.h"
#include "tui/console_files.h"
#include "tui/console_ladder.h"
#include "tui/console_state.h"
#include "tui/export_file.h"
#include "tui/input_name.h"
#include "tui/state.h"
#include "tui/tables_imported.h"

/* How long a session may take to stop before its result is saved as it stands. */
#define STOP_MS 3000
/* Events taken in one go, so that a flood of them cannot keep the keyboard waiting. */
#define EVENTS_AT_ONCE 256

const struct result *console_result(const struct console *console)
{
	if (console->session != NULL)
		return session_result(console->session);
	return console->has_result ? &console->result : NULL;
}

bool console_is_measuring(const struct console *console)
{
	return console->session != NULL;
}

/* Text that is too long for the footer. */
static void show_problem(struct console *console, const char *title, const char *text)
{
	ask_box(&console->ask, title);
	document_add_wrapped(&console->ask.body, ROLE_ALARM, 68, 0, text);
	document_add(&console->ask.body, ROLE_NORMAL, "%s", "");
	document_add(&console->ask.body, ROLE_NORMAL, "Any key closes this.");
	console->dirty = true;
}

static void forget_result(struct console *console)
{
	run_model_clear(&console->run_page.model);
	page_compare_show(console, NULL, false);
	if (console->has_result)
		result_clear(&console->result);
	console->has_result = false;
	console->unsaved = false;
	console->result_source[0] = '\0';
	console->export_page.preview_valid = false;
	console->export_page.named = false;
}

static void show_result(struct console *console, const struct result *result)
{
	struct run_page *page = &console->run_page;

	page->selected = 0;
	page->first = 0;
	page->follow = true;
	page->activity[0] = '\0';
	if (run_model_begin(&page->model, result) < 0)
		console_say(console, ROLE_ALARM, "not enough memory to show the figures");
	page_compare_show(console, result, console->session != NULL);
	console_show_page(console, PAGE_RUN);
}

void console_close_session(struct console *console)
{
	struct error error = {""};

	run_model_update(&console->run_page.model);
	if (session_close(console->session, &console->result, &error) < 0)
		show_problem(console, "After the session", error.text);
	console->session = NULL;
	console->has_result = true;
	console->run_page.activity[0] = '\0';
	console->export_page.preview_valid = false;
	run_model_moved(&console->run_page.model, &console->result);
	compare_model_ended(&console->compare_page.model, &console->result);
	run_model_update(&console->run_page.model);
}

/* The session has ended by itself or was stopped: keep its result and learn from it. */
static void finish(struct console *console)
{
	struct session_progress progress;

	session_progress(console->session, &progress);
	if (session_broken(console->session))
		show_problem(console,
			     session_refused(console->session) ? "The session cannot start"
							       : "The session broke off",
			     session_broken(console->session));
	console_close_session(console);
	console->unsaved = console->result.sample_count > 0;
	console_learn(console, &progress.spent);
	/* The next session gets an order of its own. */
	console_plan_changed(console);
	if (!console->unsaved)
		console_say(console, ROLE_ALARM, "the session ended without a measurement");
	else
		console_say(console, ROLE_GOOD, "%s; S saves the result",
			    console->result.partial ? "ended early" : "finished");
	if (console->save_when_ended && console->unsaved) {
		(void)export_save_native(console);
		console_show_page(console, PAGE_EXPORT);
	}
	console->save_when_ended = false;
}

static void take_event(struct console *console, const struct session_event *event)
{
	struct run_page *page = &console->run_page;
	char size[BUILDING_SIZE];
	char name[256];

	console->dirty = true;
	plan_case_name(&session_result(console->session)->plan, event->case_index, name,
		       sizeof(name));
	switch (event->kind) {
	case SESSION_BUILDING:
		/* How many are to be removed is not known before. */
		if (event->total == 0)
			snprintf(page->activity, sizeof(page->activity),
				 "removing %.150s: %llu files so far", name,
				 (unsigned long long)event->done);
		else
			snprintf(page->activity, sizeof(page->activity),
				 "building %.150s: %llu of %llu files%s", name,
				 (unsigned long long)event->done, (unsigned long long)event->total,
				 building_size(&session_result(console->session)->plan,
					       event->case_index, size));
		break;
	case SESSION_LIVE:
		snprintf(page->activity, sizeof(page->activity), "%.90s: %.150s", name,
			 event->text);
		break;
	case SESSION_STEP:
	case SESSION_SAMPLES:
	case SESSION_CASE_DONE:
		page->activity[0] = '\0';
		break;
	case SESSION_FAILED:
	case SESSION_NOTICE:
		console_say(console, event->kind == SESSION_FAILED ? ROLE_ALARM : ROLE_NOTE, "%s",
			    event->text);
		break;
	case SESSION_ENDED:
		break;
	}
}

void console_pump_session(struct console *console)
{
	struct session_event event;
	int events = 0;
	int status = 0;

	while (events++ < EVENTS_AT_ONCE && (status = session_next(console->session, &event)) > 0) {
		if (event.kind == SESSION_ENDED)
			break;
		take_event(console, &event);
	}
	if (status < 0 || (status > 0 && event.kind == SESSION_ENDED))
		finish(console);
}

/* The demonstration shows its bars at once, and what it had to leave out. */
static void show_demo(struct console *console)
{
	console->compare_page.tab = COMPARE_BARS;
	console_show_page(console, PAGE_COMPARE);
	if (console->demo_note[0] != '\0')
		console_say(console, ROLE_NOTE, "%s", console->demo_note);
}

static void start(struct console *console, size_t unused)
{
	struct error error;

	(void)unused;
	if (session_open(&console->session, console->next, &console->machine.estimate, &error) <
	    0) {
		console->session = NULL;
		show_problem(console, "The session cannot start", error.text);
		return;
	}
	/* Without this, what a kill -9 leaves in unusual places is only found by "lsmbench clean".
	 */
	(void)state_remember_scratches(console->next, NULL);
	forget_result(console);
	show_result(console, session_result(console->session));
	if (console->single_cpu)
		console_say(console, ROLE_NOTE,
			    "one CPU only: this screen is redrawn twice a second at most");
	if (console->next == &console->demo)
		show_demo(console);
}

static void save_and_start(struct console *console, size_t unused)
{
	if (export_save_native(console))
		start(console, unused);
}

static void start_unless_unsaved(struct console *console, size_t unused)
{
	(void)unused;
	if (console->unsaved) {
		ask_box(&console->ask, "The last result is not saved");
		ask_add_choice(&console->ask, 's', "save it, then run", save_and_start, 0);
		ask_add_choice(&console->ask, 'd', "discard it and run", start, 0);
		ask_add_choice(&console->ask, 'c', "cancel", NULL, 0);
	} else {
		start(console, 0);
	}
}

void console_start_plan(struct console *console, const struct plan *plan)
{
	/* Guests take every CPU. */
	if (console_ladder_runs(console)) {
		console_say(
			console, ROLE_ALARM,
			"a ladder is running: a session can start when it has ended (L, s stops "
			"it)");
		return;
	}
	console->next = plan;
	if (!console_commands_asks(console, plan, start_unless_unsaved))
		start_unless_unsaved(console, 0);
}

void console_start_session(struct console *console)
{
	if (console_is_measuring(console))
		console_say(console, ROLE_ALARM,
			    "a session is running; s on the Run page stops it");
	else if (!console->runnable)
		console_say(console, ROLE_ALARM, "%s", console->plan_error.text);
	else
		console_start_plan(console, &console->expanded);
}

void console_stop_and_save(struct console *console)
{
	console->save_when_ended = true;
	session_stop(console->session);
}

void console_end_session(struct console *console)
{
	int64_t until = clock_now_ms() + STOP_MS;
	struct session_event event = {.kind = SESSION_NOTICE};
	int status = 1;

	if (console->session == NULL)
		return;
	session_stop(console->session);
	while (status >= 0 && event.kind != SESSION_ENDED && clock_now_ms() < until) {
		struct pollfd fd = {session_fd(console->session), POLLIN, 0};

		status = session_next(console->session, &event);
		if (status == 0)
			poll(&fd, 1, (int)(until - clock_now_ms()));
	}
	console->unsaved = session_result(console->session)->sample_count > 0;
}

/* The console's result has come from the file at path. */
static void take_opened(struct console *console, const char *path)
{
	console->has_result = true;
	snprintf(console->result_source, sizeof(console->result_source), "%s", path);
	show_result(console, &console->result);
	console->run_page.follow = false;
}

/* A file of LMbench's is shown as its tables. */
static bool open_imported(struct console *console, const char *path)
{
	struct error ignored;

	if (tables_imported_open(&console->tables_page, path, &ignored) < 0)
		return false;
	console_show_page(console, PAGE_TABLES);
	console_say(console, ROLE_NOTE,
		    "figures without samples: another file beside it is "
		    "compared with it");
	return true;
}

static int read_comparison(const struct text_list *files, struct compare_inputs *inputs,
			   struct error *error)
{
	const struct text_list no_base = {NULL, 0};
	int status = compare_inputs_sort(inputs, &no_base, files, error);

	return status < 0 ? status : compare_inputs_read(inputs, error);
}

static void show_comparison(struct console *console, struct compare_inputs *inputs)
{
	console_mark_compared(console, inputs);
	page_compare_files(console, inputs);
	console_show_page(console, PAGE_COMPARE);
	console_say_if_same(console, &console->compare_page.model.inputs);
}

/* Figures of several variants without samples are compared, as lsmbench compare does. */
static bool open_variants(struct console *console, const char *path)
{
	const struct text_list files = {(char *[]){(char *)path}, 1};
	struct compare_inputs inputs = {0};
	struct error ignored;
	const bool opened =
		read_comparison(&files, &inputs, &ignored) == 0 && inputs.input_count > 1;

	if (opened)
		show_comparison(console, &inputs);
	compare_inputs_clear(&inputs);
	return opened;
}

/* Imported figures and published text have no samples to show, but can be compared. */
static void say_if_imported(const char *path, struct error *error)
{
	struct input input;
	struct error ignored;

	if (input_name_read(path, &input, &ignored) < 0)
		return;
	error_set(error, -EINVAL,
		  "%s holds figures without samples: name another file to compare it with, as in "
		  "lsmbench %s NEW.csv",
		  path, path);
	input_clear(&input);
}

int console_open_result(struct console *console, const char *path, struct error *error)
{
	int status = csv_read_file(path, &console->result, error);

	if (status == -EINVAL && (open_imported(console, path) || open_variants(console, path)))
		return 0;
	if (status == -EINVAL)
		say_if_imported(path, error);
	if (status < 0)
		return status;
	take_opened(console, path);
	return 0;
}

/* What the Run and Export pages show beside the comparison; nothing where there are no samples. */
static void open_newest(struct console *console, const struct compare_inputs *inputs)
{
	const struct compare_group_files *last = &inputs->groups[inputs->group_count - 1];
	struct error ignored;

	if (inputs->inputs[inputs->input_count - 1].result != NULL)
		(void)console_open_result(console, last->files.items[last->files.count - 1],
					  &ignored);
}

int console_open_comparison(struct console *console, const struct text_list *files,
			    struct error *error)
{
	struct compare_inputs inputs = {0};
	int status = read_comparison(files, &inputs, error);

	if (status == 0) {
		open_newest(console, &inputs);
		show_comparison(console, &inputs);
	}
	compare_inputs_clear(&inputs);
	return status;
}

static void save_and_leave(struct console *console, size_t unused)
{
	(void)unused;
	if (console->session != NULL) {
		console_end_session(console);
		finish(console);
	}
	if (console->unsaved && !export_save_native(console))
		return;
	if (console->result_source[0] != '\0')
		error_set(&console->error, 0, "the result is in %.500s", console->result_source);
	console->leaving = true;
}

static void discard_and_leave(struct console *console, size_t unused)
{
	(void)unused;
	console->leaving = true;
}

void console_quit(struct console *console)
{
	bool measuring = console_is_measuring(console);

	if (console_ladder_asks(console))
		return;
	if (!measuring && !console->unsaved) {
		console->leaving = true;
		return;
	}
	ask_box(&console->ask, measuring ? "A session is running" : "The result is not saved");
	ask_add_choice(&console->ask, 's',
		       measuring ? "stop it, save what it measured, and leave"
				 : "save it and leave",
		       save_and_leave, 0);
	ask_add_choice(&console->ask, 'd', "leave without saving", discard_and_leave, 0);
	ask_add_choice(&console->ask, 'c', "cancel: stay here", NULL, 0);
}
