/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * console.c - the console's one loop: wait for keys, signals and the session; act; draw.
 */
#include <errno.h>
#include <ncurses.h>
#include <poll.h>
#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/worker/clock.h"
#include "tui/console.h"
#include "tui/console_frame.h"
#include "tui/console_ladder.h"
#include "tui/console_state.h"
#include "tui/console_theme.h"
#include "tui/exit_code.h"
#include "tui/export_file.h"
#include "tui/settings.h"
#include "tui/signals.h"
#include "tui/terminal.h"
#include "tui/view.h"

/* While something is measured: redraws disturb the caches that workers share with us. */
#define REDRAW_MS 100
#define REDRAW_MS_ON_ONE_CPU 500
/* The clock on the Run page moves once a second. */
#define TICK_MS 1000

void console_say(struct console *console, enum role role, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(console->message, sizeof(console->message), format, arguments);
	va_end(arguments);
	console->message_role = role;
	console->dirty = true;
}

void console_show_page(struct console *console, enum page page)
{
	if (page == PAGE_COMPARE && !page_compare_available(console)) {
		console_say(
			console, ROLE_NORMAL,
			"nothing to compare: run a plan with several variants, or choose result "
			"files: c");
		return;
	}
	if (page == PAGE_HELP && console->page != PAGE_HELP)
		console->page_before = console->page;
	if (page == PAGE_FILES && console->page != PAGE_FILES && console->page != PAGE_HELP)
		console->files_page.before = console->page;
	console->page = page;
	console->dirty = true;
	if (view_of(page)->enter != NULL)
		view_of(page)->enter(console);
}

static bool accept_search(struct console *console, const char *text)
{
	if (*text != '\0')
		snprintf(console->sought, sizeof(console->sought), "%s", text);
	if (!view_of(console->page)->find(console, console->sought))
		console_say(console, ROLE_ALARM, "no row with \"%s\"", console->sought);
	return true;
}

/* What an action means on every page. */
static void act_everywhere(struct console *console, enum action action)
{
	switch (action) {
	case ACTION_PAGE_PLAN:
	case ACTION_PAGE_RUN:
	case ACTION_PAGE_COMPARE:
	case ACTION_PAGE_FILES:
	case ACTION_PAGE_LADDER:
	case ACTION_PAGE_KERNELS:
	case ACTION_PAGE_TABLES:
	case ACTION_PAGE_ENVIRONMENT:
	case ACTION_PAGE_EXPORT:
	case ACTION_PAGE_HELP:
		console_show_page(console, (enum page)(action - ACTION_PAGE_PLAN));
		break;
	case ACTION_FIND:
		ask_text(&console->ask, "find", "", accept_search);
		break;
	case ACTION_FIND_NEXT:
		accept_search(console, "");
		break;
	case ACTION_REDRAW:
		terminal_redraw();
		break;
	case ACTION_THEME:
		console_next_theme(console);
		break;
	case ACTION_QUIT:
		console_quit(console);
		break;
	default:
		break;
	}
}

/* The wheel moves, a click on a tab opens its page; all else has its keys. */
static void handle_mouse(struct console *console)
{
	int row = 0;
	int column = 0;
	int page;

	switch (terminal_click(&row, &column)) {
	case CLICK_WHEEL_UP:
		view_of(console->page)->act(console, ACTION_UP);
		break;
	case CLICK_WHEEL_DOWN:
		view_of(console->page)->act(console, ACTION_DOWN);
		break;
	case CLICK_BUTTON:
		page = row == 0 ? console_page_at(console, column) : -1;
		if (page >= 0)
			console_show_page(console, (enum page)page);
		break;
	case CLICK_NOTHING:
		break;
	}
}

static void handle_key(struct console *console, int key)
{
	enum action action;

	console->dirty = true;
	console->interrupts = 0;
	if (key == KEY_RESIZE)
		return;
	console->message[0] = '\0';
	if (key == KEY_MOUSE && console->ask.kind == ASK_NOTHING) {
		handle_mouse(console);
		return;
	}
	if (console->ask.kind != ASK_NOTHING) {
		ask_key(&console->ask, console, key);
		return;
	}
	action = keys_action(console->page, key);
	if (action == ACTION_NONE)
		console_say(console, ROLE_NORMAL, "that key means nothing here; ? shows the keys");
	else if (!view_of(console->page)->act(console, action))
		act_everywhere(console, action);
}

/*
 * End whatever runs and save what was measured, without asking. Saved twice: at once, lest a file
 * system that hangs while the scratch roots are removed costs the result; and again when the
 * session is closed, since only then is it said what became of each case. 0 and path; 1 when
 * there was nothing to save; negative errno and console->error.
 */
static int end_and_rescue(struct console *console, char *path, size_t size)
{
	int status;

	signals_deadline();
	console_ladder_close(console);
	console_end_session(console);
	status = console_rescue(console, path, size, &console->error);
	signals_deadline();
	if (console->session != NULL) {
		console_close_session(console);
		if (status == 0)
			status = console_rescue_again(console, path, &console->error);
	}
	return status;
}

/* The terminal has gone without a word: as on SIGHUP, but nobody is there to see us die by it. */
static void end_without_terminal(struct console *console)
{
	char path[PATH_MAX];
	int status = end_and_rescue(console, path, sizeof(path));

	console->status = status < 0 ? EXIT_OUTPUT : EXIT_INTERRUPTED;
	if (status == 0)
		error_set(&console->error, 0, "the terminal has gone; what was measured is in %s",
			  path);
	else if (status > 0)
		error_set(&console->error, 0, "the terminal has gone; nothing was measured");
	console->leaving = true;
}

static void read_keys(struct console *console)
{
	int key;

	while (!console->leaving && (key = terminal_key()) != TERMINAL_NO_KEY) {
		if (key == TERMINAL_GONE)
			end_without_terminal(console);
		else
			handle_key(console, key);
	}
}

static void die(struct console *console, int signal)
{
	char path[PATH_MAX];
	struct error ignored;
	int status = end_and_rescue(console, path, sizeof(path));

	/* A closed window is a usual way out: what was set there shall last as well. */
	settings_save(console->settings, &ignored);
	terminal_end();
	if (status == 0)
		fprintf(stderr, "lsmbench: ended by a signal; what was measured is in %s\n", path);
	else if (status < 0)
		fprintf(stderr, "lsmbench: %s\n", console->error.text);
	terminal_die(signal);
}

/* Ctrl-C: the first one is q, a second one leaves whatever is asked. */
static void interrupt(struct console *console)
{
	char path[PATH_MAX];
	int status;

	if (++console->interrupts < 2) {
		ask_clear(&console->ask);
		console_quit(console);
		if (!console->leaving)
			console_say(console, ROLE_ALARM,
				    "Ctrl-C again leaves at once; what was measured is saved");
		return;
	}
	status = end_and_rescue(console, path, sizeof(path));
	if (status == 0)
		error_set(&console->error, 0, "interrupted; what was measured is in %s", path);
	if (status <= 0)
		console->status = status < 0 ? EXIT_OUTPUT : EXIT_INTERRUPTED;
	console->leaving = true;
}

static void take_news(struct console *console)
{
	struct signal_news news;

	signals_take_news(&news);
	if (news.deadly)
		die(console, news.deadly);
	if (news.suspend)
		terminal_suspend();
	if (news.resized || news.suspend || news.resumed)
		terminal_resize(console->settings->mouse);
	if (news.resumed)
		terminal_redraw();
	for (; news.interrupts > 0 && !console->leaving; news.interrupts--)
		interrupt(console);
	console->dirty = true;
}

static bool clock_moves(const struct console *console)
{
	struct session_progress progress;

	if (console_ladder_runs(console))
		return true;
	if (!console_is_measuring(console))
		return false;
	session_progress(console->session, &progress);
	return !progress.paused;
}

/* Draw if there is something to draw and it is time; return how long poll may wait. */
static int draw_in_time(struct console *console, int64_t *drawn)
{
	int interval = console->single_cpu ? REDRAW_MS_ON_ONE_CPU : REDRAW_MS;
	int64_t waited = clock_now_ms() - *drawn;

	if (!console_is_measuring(console) && !console_ladder_runs(console))
		interval = 0;
	if (clock_moves(console) && waited >= TICK_MS)
		console->dirty = true;
	if (console->dirty && waited < interval)
		return (int)(interval - waited);
	if (console->dirty) {
		console_draw(console);
		*drawn = clock_now_ms();
		waited = 0;
	}
	return clock_moves(console) ? (int)(TICK_MS - waited) : -1;
}

static void wait_and_act(struct console *console, int timeout)
{
	struct pollfd fds[] = {
		{STDIN_FILENO, POLLIN, 0},
		{signals_fd(), POLLIN, 0},
		{-1, POLLIN, 0},
		{-1, POLLIN, 0},
	};
	int ready;

	if (console->session != NULL)
		fds[2].fd = session_fd(console->session);
	if (console_ladder_runs(console))
		fds[3].fd = ladder_fd(console->ladder);
	ready = poll(fds, sizeof(fds) / sizeof(fds[0]), timeout);
	/* A guest that says nothing is found out by the clock. */
	if (console_ladder_runs(console) && (ready == 0 || fds[3].revents))
		console_ladder_pump(console);
	if (ready <= 0)
		return;
	if (fds[1].revents)
		take_news(console);
	if (fds[0].revents && !console->leaving)
		read_keys(console);
	if (fds[2].revents && !console->leaving)
		console_pump_session(console);
}

static void run(struct console *console, bool demo)
{
	int64_t drawn = 0;
	int timeout;

	/* The first screen at once; what takes longer to find out comes after it. */
	console_draw(console);
	console_collect_environment(console);
	console_ask_leftovers(console, !demo && console->page == PAGE_PLAN);
	if (demo)
		console_start_demo(console);
	console->dirty = true;
	while (!console->leaving) {
		timeout = draw_in_time(console, &drawn);
		wait_and_act(console, timeout);
	}
}

static void clear_console(struct console *console)
{
	session_close(console->session, NULL, NULL);
	console_ladder_close(console);
	page_ladder_clear(&console->ladder_page);
	run_model_clear(&console->run_page.model);
	page_compare_clear(&console->compare_page);
	page_files_clear(&console->files_page);
	plan_model_clear(&console->plan_page.model);
	document_clear(&console->environment_page);
	document_clear(&console->tables_page.summary);
	document_clear(&console->help_page);
	document_clear(&console->export_page.preview);
	ask_clear(&console->ask);
	if (console->has_result)
		result_clear(&console->result);
	if (console->runnable)
		plan_clear(&console->expanded);
	plan_clear(&console->demo);
	text_list_clear(&console->agreed);
	console_machine_clear(console);
}

static int count_cpus(void)
{
	cpu_set_t set;

	return sched_getaffinity(0, sizeof(set), &set) == 0 ? CPU_COUNT(&set) : 2;
}

static int open_files(struct console *console, const struct console_request *request,
		      struct error *error)
{
	if (request->files.count == 0)
		return 0;
	if (request->files.count == 1)
		return console_open_result(console, request->files.items[0], error);
	return console_open_comparison(console, &request->files, error);
}

static int start_terminal(const struct console *console, struct error *error)
{
	const struct settings *settings = console->settings;
	const struct terminal_wishes wishes = {
		.theme = console_theme(settings),
		.ascii = settings->ascii,
		.mouse = settings->mouse,
	};

	return terminal_start(&wishes, error);
}

int console_run(const struct console_request *request, struct error *error)
{
	struct console *console = calloc(1, sizeof(*console));
	int status;

	if (console == NULL)
		return EXIT_OUTPUT;
	console->settings = request->settings;
	console->plan = &request->settings->plan;
	console->single_cpu = count_cpus() == 1;
	console_machine_load(console);
	if (open_files(console, request, error) < 0) {
		clear_console(console);
		free(console);
		return EXIT_INPUT;
	}
	console_plan_changed(console);
	status = start_terminal(console, error) < 0 ? EXIT_TERMINAL : 0;
	if (status == 0) {
		run(console, request->demo);
		terminal_end();
		status = console->status;
		*error = console->error;
		if (status == 0 && console->error.text[0] != '\0')
			fprintf(stderr, "lsmbench: %s\n", console->error.text);
	}
	clear_console(console);
	free(console);
	return status;
}
