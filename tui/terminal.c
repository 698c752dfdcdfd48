/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * terminal.c - the only file that starts and ends ncurses.
 */
#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <ncurses.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <term.h>
#include <termios.h>
#include <unistd.h>

#include "tui/signals.h"
#include "tui/terminal.h"

/* Consoles whose fonts lack the eighth blocks. */
static const char *const poor_fonts[] = {"linux", "vt", "cons", "ansi", "mach", "hurd", "xterm-r"};

static int refuse(struct error *error, int code, const char *why)
{
	return error_set(error, code,
			 "%s: the console needs a terminal that can move its cursor; "
			 "\"lsmbench run\" measures without one",
			 why);
}

/* What the type in TERM can do, before ncurses is started in earnest. */
static int check_type(struct error *error)
{
	const char *type = getenv("TERM");
	char why[160];
	bool usable;
	int status = 0;

	if (type == NULL || *type == '\0')
		return refuse(error, -ENOTSUP, "TERM is not set");
	if (setupterm(NULL, STDOUT_FILENO, &status) == ERR) {
		snprintf(why, sizeof(why), "TERM=%.64s is unknown here", type);
		return refuse(error, -ENOTSUP, why);
	}
	usable = cursor_address != NULL && clear_screen != NULL && !generic_type;
	/* newterm reads the description again for itself. */
	del_curterm(cur_term);
	if (!usable) {
		snprintf(why, sizeof(why), "TERM=%.64s cannot show a screen", type);
		return refuse(error, -ENOTSUP, why);
	}
	return 0;
}

static void collect_string(const char *string)
{
	if (string != NULL)
		tputs(string, 1, signals_add_restore);
}

/* What endwin would write, kept ready for a handler that may not call it. */
static void collect_restore_bytes(bool mouse)
{
	signals_begin_restore();
	collect_string(exit_attribute_mode);
	collect_string(orig_pair);
	collect_string(cursor_normal);
	collect_string(keypad_local);
	/* No capability names this; terminals without a mouse ignore it. */
	if (mouse)
		collect_string("\033[?1006l\033[?1000l");
	/* Where there is no second screen, at least leave the prompt below ours. */
	if (exit_ca_mode == NULL)
		collect_string(tparm(cursor_address, LINES - 1, 0, 0, 0, 0, 0, 0, 0, 0));
	collect_string(exit_ca_mode);
	signals_add_restore('\r');
	if (exit_ca_mode == NULL)
		signals_add_restore('\n');
	signals_arm();
}

/*
 * A stray Ctrl-S would stop the terminal and us with it, in the middle of a session: here it is a
 * key like any other.
 */
static void ignore_flow_control(void)
{
	struct termios modes;

	if (tcgetattr(STDIN_FILENO, &modes) < 0)
		return;
	modes.c_iflag &= ~(tcflag_t)IXON;
	tcsetattr(STDIN_FILENO, TCSANOW, &modes);
	def_prog_mode();
}

static void set_modes(const struct terminal_wishes *wishes)
{
	const char *no_color = getenv("NO_COLOR");
	bool colours = no_color == NULL || *no_color == '\0';

	cbreak();
	noecho();
	nonl();
	ignore_flow_control();
	intrflush(stdscr, FALSE);
	keypad(stdscr, TRUE);
	nodelay(stdscr, TRUE);
	set_escdelay(25);
	if (colours && has_colors() && start_color() == OK && use_default_colors() == OK)
		theme_start(wishes->theme, true);
	else
		theme_start(THEME_MONO, false);
	theme_set_ascii(wishes->ascii);
	if (wishes->mouse) {
		mouseinterval(0);
		mousemask(BUTTON1_PRESSED | BUTTON4_PRESSED | BUTTON5_PRESSED, NULL);
	}
}

int terminal_start(const struct terminal_wishes *wishes, struct error *error)
{
	struct termios before;
	int status;

	if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO) || tcgetattr(STDIN_FILENO, &before) < 0)
		return refuse(error, -ENOTTY, "standard input or output is not a terminal");
	unsetenv("LINES");
	unsetenv("COLUMNS");
	setlocale(LC_CTYPE, "");
	status = check_type(error);
	if (status < 0)
		return status;
	status = signals_start_console(&before, error);
	if (status < 0)
		return status;
	if (newterm(NULL, stdout, stdin) == NULL) {
		signals_end_console();
		return refuse(error, -ENOTSUP, "ncurses cannot use this terminal");
	}
	set_modes(wishes);
	collect_restore_bytes(wishes->mouse);
	return 0;
}

void terminal_end(void)
{
	/* ncurses has it as long as its screen is there. */
	if (stdscr == NULL)
		return;
	if (!isendwin())
		endwin();
	signals_end_console();
	delscreen(set_term(NULL));
}

void terminal_resize(bool mouse)
{
	struct winsize size;

	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 && size.ws_col > 0)
		resizeterm(size.ws_row, size.ws_col);
	collect_restore_bytes(mouse);
	clearok(curscr, TRUE);
}

void terminal_suspend(void)
{
	endwin();
	signals_stop_here();
	terminal_redraw();
}

void terminal_redraw(void)
{
	/* After a foreign "stty sane" or a stop from outside, our modes are gone: take them again.
	 */
	reset_prog_mode();
	keypad(stdscr, TRUE);
	clearok(curscr, TRUE);
}

void terminal_die(int signal)
{
	terminal_end();
	signals_die(signal);
}

/* Readable although there is nothing to read: the other side has closed. */
static bool terminal_is_gone(void)
{
	struct pollfd input = {STDIN_FILENO, POLLIN, 0};
	int waiting = 0;

	if (poll(&input, 1, 0) <= 0)
		return false;
	if (input.revents & (POLLHUP | POLLERR | POLLNVAL))
		return true;
	return ioctl(STDIN_FILENO, FIONREAD, &waiting) < 0 || waiting == 0;
}

int terminal_key(void)
{
	int key = getch();

	if (key != ERR)
		return key;
	return terminal_is_gone() ? TERMINAL_GONE : TERMINAL_NO_KEY;
}

enum terminal_click terminal_click(int *row, int *column)
{
	MEVENT event;

	if (getmouse(&event) != OK)
		return CLICK_NOTHING;
	*row = event.y;
	*column = event.x;
	if (event.bstate & BUTTON4_PRESSED)
		return CLICK_WHEEL_UP;
	if (event.bstate & BUTTON5_PRESSED)
		return CLICK_WHEEL_DOWN;
	return event.bstate & BUTTON1_PRESSED ? CLICK_BUTTON : CLICK_NOTHING;
}

static bool shows_utf8(void)
{
	return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

bool terminal_blocks(void)
{
	const char *type = getenv("TERM");
	size_t i;

	if (theme_ascii() || !shows_utf8() || type == NULL)
		return false;
	for (i = 0; i < sizeof(poor_fonts) / sizeof(poor_fonts[0]); i++)
		if (strncmp(type, poor_fonts[i], strlen(poor_fonts[i])) == 0)
			return false;
	return true;
}

void terminal_write(const char *bytes, unsigned long length)
{
	while (length > 0) {
		ssize_t written = write(STDOUT_FILENO, bytes, length);

		if (written < 0 && errno == EINTR)
			continue;
		if (written <= 0)
			return;
		bytes += written;
		length -= (unsigned long)written;
	}
}
