/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * terminal.c - starts a program in a pseudo-terminal, types, reads and waits.
 *
 * What is on the screen is told in terminal_screen.c.
 */
#include "tests/screen/terminal.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <utmp.h>

#include <setjmp.h>

#include <cmocka.h>

#include "tests/screen/process.h"

/* Quiet for so long counts as settled. */
#define QUIET_MS 150

static int64_t now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* BUILD/tests/screen/test_x is this program. */
const char *terminal_lsmbench(void)
{
	static char path[PATH_MAX];
	char self[PATH_MAX];
	char *end = NULL;

	if (!realpath("/proc/self/exe", self))
		fail_msg("/proc/self/exe: %s", strerror(errno));
	for (int up = 0; up < 3; up++) {
		end = strrchr(self, '/');
		if (end)
			*end = '\0';
	}
	if (snprintf(path, sizeof(path), "%s/lsmbench", self) >= (int)sizeof(path))
		fail_msg("%s: the name is too long", self);
	return path;
}

static int take_property(VTermProp property, VTermValue *value, void *user)
{
	struct terminal *terminal = user;

	if (property == VTERM_PROP_ALTSCREEN)
		terminal->alternate = value->boolean;
	else if (property == VTERM_PROP_CURSORVISIBLE)
		terminal->cursor_visible = value->boolean;
	else if (property == VTERM_PROP_MOUSE)
		terminal->mouse = value->number != VTERM_PROP_MOUSE_NONE;
	return 1;
}

/* The terminal's own answers (to "where is the cursor?") and keys go to the program. */
static void send_bytes(const char *bytes, size_t length, void *user)
{
	struct terminal *terminal = user;

	while (length && terminal->master >= 0) {
		ssize_t sent = write(terminal->master, bytes, length);

		if (sent < 0 && errno != EINTR && errno != EAGAIN)
			return;
		if (sent < 0)
			continue;
		bytes += sent;
		length -= (size_t)sent;
	}
}

static void start_screen(struct terminal *terminal)
{
	static const VTermScreenCallbacks callbacks = {.settermprop = take_property};

	terminal->vterm = vterm_new(terminal->rows, terminal->columns);
	vterm_set_utf8(terminal->vterm, 1);
	vterm_output_set_callback(terminal->vterm, send_bytes, terminal);
	terminal->screen = vterm_obtain_screen(terminal->vterm);
	vterm_screen_set_callbacks(terminal->screen, &callbacks, terminal);
	vterm_screen_enable_altscreen(terminal->screen, 1);
	vterm_screen_reset(terminal->screen, 1);
	terminal->cursor_visible = true;
}

static void set_below(const char *name, const char *directory, const char *below)
{
	char path[PLACE_PATH + 16];

	snprintf(path, sizeof(path), "%s/%s", directory, below);
	setenv(name, path, 1);
}

static void set_environment(const struct terminal_options *options)
{
	static const char *const unset[] = {"LINES",   "COLUMNS", "NO_COLOR",        "TMUX",
					    "STY",     "LC_ALL",  "LSMBENCH_WORKER", "TERMINFO",
					    "LC_CTYPE"};

	for (size_t i = 0; i < sizeof(unset) / sizeof(unset[0]); i++)
		unsetenv(unset[i]);
	setenv("LANG", "C.UTF-8", 1);
	setenv("HOME", options->place->home, 1);
	setenv("TMPDIR", options->place->scratch, 1);
	set_below("XDG_CONFIG_HOME", options->place->home, "config");
	set_below("XDG_DATA_HOME", options->place->home, "data");
	set_below("XDG_STATE_HOME", options->place->home, "state");
	set_below("XDG_CACHE_HOME", options->place->home, "cache");
	if (options->term)
		setenv("TERM", options->term, 1);
	else
		unsetenv("TERM");
	for (const char *const *entry = options->environment; entry && *entry; entry++) {
		char *name = strdup(*entry);

		if (name && strchr(name, '='))
			putenv(name);
		else if (name)
			unsetenv(name);
	}
}

static void run_child(const struct terminal *terminal, const struct terminal_options *options)
{
	const struct rlimit no_core = {0, 0};

	setrlimit(RLIMIT_CORE, &no_core);
	close(terminal->master);
	if (login_tty(terminal->slave))
		_exit(125);
	if (chdir(options->place->work))
		_exit(126);
	set_environment(options);
	signal(SIGPIPE, SIG_DFL);
	signal(SIGHUP, options->ignore_hangup ? SIG_IGN : SIG_DFL);
	execv(options->arguments[0], (char *const *)options->arguments);
	_exit(127);
}

void terminal_start(struct terminal *terminal, const struct terminal_options *options)
{
	struct winsize size = {.ws_row = (unsigned short)options->rows,
			       .ws_col = (unsigned short)options->columns};

	memset(terminal, 0, sizeof(*terminal));
	terminal->rows = options->rows;
	terminal->columns = options->columns;
	if (openpty(&terminal->master, &terminal->slave, NULL, NULL, &size))
		fail_msg("openpty: %s", strerror(errno));
	fcntl(terminal->master, F_SETFD, FD_CLOEXEC);
	fcntl(terminal->slave, F_SETFD, FD_CLOEXEC);
	fcntl(terminal->master, F_SETFL, O_NONBLOCK);
	tcgetattr(terminal->slave, &terminal->before);
	start_screen(terminal);
	terminal->child = fork();
	if (terminal->child < 0)
		fail_msg("fork: %s", strerror(errno));
	if (terminal->child == 0)
		run_child(terminal, options);
}

void terminal_stop(struct terminal *terminal)
{
	pid_t left[64];
	size_t count;

	if (!terminal->vterm)
		return;
	count = process_of_session(terminal->child, left, sizeof(left) / sizeof(left[0]));
	while (count)
		kill(left[--count], SIGKILL);
	if (!terminal->ended)
		waitpid(terminal->child, &terminal->status, 0);
	if (terminal->master >= 0)
		close(terminal->master);
	if (terminal->slave >= 0)
		close(terminal->slave);
	vterm_free(terminal->vterm);
	free(terminal->raw);
	memset(terminal, 0, sizeof(*terminal));
}

void terminal_type(struct terminal *terminal, const char *text)
{
	send_bytes(text, strlen(text), terminal);
}

void terminal_key(struct terminal *terminal, VTermKey key)
{
	vterm_keyboard_key(terminal->vterm, key, VTERM_MOD_NONE);
}

void terminal_control(struct terminal *terminal, char letter)
{
	char byte = (char)(letter & 0x1f);

	send_bytes(&byte, 1, terminal);
}

/* The screen is resized first: the program may write for its new size at once. */
void terminal_resize(struct terminal *terminal, int rows, int columns)
{
	struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)columns};

	while (terminal_read(terminal, 0))
		;
	terminal->rows = rows;
	terminal->columns = columns;
	vterm_set_size(terminal->vterm, rows, columns);
	ioctl(terminal->master, TIOCSWINSZ, &size);
}

void terminal_vanish(struct terminal *terminal)
{
	close(terminal->master);
	terminal->master = -1;
	close(terminal->slave);
	terminal->slave = -1;
}

static void keep_raw(struct terminal *terminal, const char *bytes, size_t length)
{
	if (terminal->raw_length + length + 1 > terminal->raw_room) {
		terminal->raw_room = 2 * (terminal->raw_length + length + 1);
		terminal->raw = realloc(terminal->raw, terminal->raw_room);
		if (!terminal->raw)
			abort();
	}
	memcpy(terminal->raw + terminal->raw_length, bytes, length);
	terminal->raw_length += length;
	terminal->raw[terminal->raw_length] = '\0';
}

bool terminal_read(struct terminal *terminal, int milliseconds)
{
	struct pollfd ready = {.fd = terminal->master, .events = POLLIN};
	char bytes[8192];
	ssize_t length;

	if (poll(&ready, 1, milliseconds) <= 0 || !(ready.revents & POLLIN))
		return false;
	length = read(terminal->master, bytes, sizeof(bytes));
	if (length <= 0)
		return false;
	keep_raw(terminal, bytes, (size_t)length);
	vterm_input_write(terminal->vterm, bytes, (size_t)length);
	return true;
}

/* Take the child's status if it has ended, and then all that it wrote last. */
static bool take_status(struct terminal *terminal)
{
	if (!terminal->ended &&
	    waitpid(terminal->child, &terminal->status, WNOHANG) == terminal->child)
		terminal->ended = true;
	if (!terminal->ended)
		return false;
	while (terminal->master >= 0 && terminal_read(terminal, 0))
		;
	return true;
}

__attribute__((noreturn, format(printf, 2, 3))) static void give_up(const struct terminal *terminal,
								    const char *format, ...)
{
	va_list arguments;

	terminal_show(terminal);
	va_start(arguments, format);
	vfprintf(stderr, format, arguments);
	va_end(arguments);
	fputc('\n', stderr);
	_fail(__FILE__, __LINE__);
	abort();
}

int terminal_expect_either(struct terminal *terminal, const char *first, const char *second)
{
	int64_t end = now_ms() + TERMINAL_PATIENCE_MS;

	for (;;) {
		bool ended = take_status(terminal);

		if (terminal_find(terminal, first) >= 0)
			return 0;
		if (second && terminal_find(terminal, second) >= 0)
			return 1;
		if (ended)
			give_up(terminal, "the program ended (status 0x%x) before '%s' was seen",
				(unsigned int)terminal->status, first);
		if (now_ms() >= end)
			give_up(terminal, "'%s' is not on the screen", first);
		terminal_read(terminal, 50);
	}
}

void terminal_expect(struct terminal *terminal, const char *text)
{
	terminal_expect_either(terminal, text, NULL);
}

void terminal_expect_in_row(struct terminal *terminal, int row, const char *text)
{
	int64_t end = now_ms() + TERMINAL_PATIENCE_MS;
	char line[TERMINAL_ROW];

	while (!strstr(terminal_row(terminal, row, line), text)) {
		if (now_ms() >= end)
			give_up(terminal, "'%s' is not in row %d", text, row);
		if (take_status(terminal))
			give_up(terminal, "the program ended before '%s' was in row %d", text, row);
		terminal_read(terminal, 50);
	}
}

void terminal_expect_gone(struct terminal *terminal, const char *text)
{
	int64_t end = now_ms() + TERMINAL_PATIENCE_MS;

	while (terminal_find(terminal, text) >= 0) {
		if (now_ms() >= end)
			give_up(terminal, "'%s' is still on the screen", text);
		if (take_status(terminal) && terminal_find(terminal, text) >= 0)
			give_up(terminal, "the program ended and '%s' is still there", text);
		terminal_read(terminal, 50);
	}
}

void terminal_settle(struct terminal *terminal)
{
	int64_t end = now_ms() + TERMINAL_PATIENCE_MS;

	while (terminal_read(terminal, QUIET_MS))
		if (now_ms() >= end)
			give_up(terminal, "the screen does not come to rest");
}

int terminal_wait_exit(struct terminal *terminal)
{
	int64_t end = now_ms() + TERMINAL_PATIENCE_MS;

	while (!take_status(terminal)) {
		if (now_ms() >= end)
			give_up(terminal, "the program does not end");
		if (terminal->master < 0)
			poll(NULL, 0, 20);
		else
			terminal_read(terminal, 20);
	}
	return terminal->status;
}
