/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * signals.c - handlers set flags and wake the main loop; only a crash acts at once.
 *
 * Everything a handler calls is async-signal-safe (signal-safety(7)).
 */
#include "tui/signals.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

/* The main loop takes a Ctrl-C within moments. When two have gathered, it has so long to do that.
 */
#define HANG_SECONDS 3
/* And so long to save what was measured on the way out. */
#define DEADLINE_SECONDS 10
/* A person who sends another signal has waited for longer. */
#define AGAIN_MS 1000

static const int told_signals[] = {SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGCONT, SIGWINCH, SIGALRM};
static const int crash_signals[] = {SIGQUIT, SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL};
#define TOLD_COUNT (sizeof(told_signals) / sizeof(told_signals[0]))
#define CRASH_COUNT (sizeof(crash_signals) / sizeof(crash_signals[0]))

/*
 * The one piece of global state beside what mirrors ncurses (theme.c): all that the handlers know,
 * since a handler is given nothing.
 */
static struct {
	int wake_fd;
	volatile sig_atomic_t first; /* while the command line measures */
	struct timespec first_time;  /* when it came; only the handler reads and writes it */
	volatile sig_atomic_t interrupts;
	volatile sig_atomic_t deadly;
	volatile sig_atomic_t resized;
	volatile sig_atomic_t suspend;
	volatile sig_atomic_t resumed;
	volatile sig_atomic_t ending;  /* on the way out: the countdown runs, nothing hastens it */
	volatile sig_atomic_t seconds; /* left of the countdown */
	volatile sig_atomic_t armed;   /* the terminal is in full-screen mode */
	struct termios before;
	char restore[256];
	size_t restore_length;
	struct sigaction former[TOLD_COUNT + CRASH_COUNT];
	stack_t stack;
} state = {.wake_fd = -1};

/* A terminal that is stopped, or whose line hangs, must not keep a dying process. */
static bool takes_output(void)
{
	struct pollfd output = {STDOUT_FILENO, POLLOUT, 0};

	return poll(&output, 1, 500) == 1 && (output.revents & POLLOUT);
}

static void restore_from_handler(void)
{
	size_t done = 0;

	if (!state.armed)
		return;
	state.armed = 0;
	while (done < state.restore_length && takes_output()) {
		ssize_t written =
			write(STDOUT_FILENO, state.restore + done, state.restore_length - done);

		if (written <= 0)
			break;
		done += (size_t)written;
	}
	tcsetattr(STDIN_FILENO, TCSANOW, &state.before);
}

void signals_die(int signal)
{
	struct sigaction action = {.sa_handler = SIG_DFL};
	struct sigaction ignore = {.sa_handler = SIG_IGN};
	sigset_t only;

	/* In the background, tcsetattr must not stop us on our way out. */
	sigaction(SIGTTOU, &ignore, NULL);
	restore_from_handler();
	sigaction(signal, &action, NULL);
	sigemptyset(&only);
	sigaddset(&only, signal);
	raise(signal);
	sigprocmask(SIG_UNBLOCK, &only, NULL);
	_exit(128 + signal);
}

static void wake(void)
{
	uint64_t one = 1;
	/* A full counter means that the loop is about to wake anyway. */
	ssize_t written = write(state.wake_fd, &one, sizeof(one));

	(void)written;
}

static void start_countdown(unsigned int seconds)
{
	state.seconds = (sig_atomic_t)seconds;
	alarm(1);
}

/*
 * The main loop may sit in a write to a terminal that takes nothing any more (a line that hangs, a
 * window manager that has stopped the window). It has something to save: let what it writes be
 * lost, so that it comes out of there.
 */
static void one_second_less(void)
{
	if (--state.seconds <= 0)
		signals_die(state.deadly ? state.deadly : SIGINT);
	tcflush(STDOUT_FILENO, TCOFLUSH);
	alarm(1);
}

static void on_told(int signal)
{
	int saved = errno;

	switch (signal) {
	case SIGINT:
		state.interrupts++;
		if (state.interrupts >= 2 && !state.ending)
			start_countdown(HANG_SECONDS);
		break;
	case SIGTERM:
	case SIGHUP:
		/* A closed window sends SIGHUP twice, by the kernel and by the shell: no haste. */
		if (!state.deadly) {
			state.deadly = signal;
			signals_deadline();
		}
		break;
	case SIGALRM:
		one_second_less();
		break;
	case SIGTSTP:
		state.suspend = 1;
		break;
	case SIGCONT:
		state.resumed = 1;
		break;
	default:
		state.resized = 1;
		break;
	}
	wake();
	errno = saved;
}

static void on_crash(int signal)
{
	signals_die(signal);
}

static int make_wake_fd(struct error *error)
{
	state.wake_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (state.wake_fd >= 0)
		return 0;
	return error_set(error, -errno, "no descriptor for the signals: %s", error_words(errno));
}

/* A crash by stack overflow needs a stack of its own for the handler. */
static int make_stack(struct error *error)
{
	state.stack.ss_size = (size_t)SIGSTKSZ + 8192;
	state.stack.ss_sp = malloc(state.stack.ss_size);
	if (state.stack.ss_sp == NULL)
		return error_set(error, -ENOMEM, "no memory for the signal stack");
	sigaltstack(&state.stack, NULL);
	return 0;
}

int signals_start_console(const struct termios *before, struct error *error)
{
	struct sigaction told = {.sa_handler = on_told, .sa_flags = SA_RESTART};
	struct sigaction crash = {.sa_handler = on_crash, .sa_flags = SA_ONSTACK};
	size_t i;
	int status;

	state.before = *before;
	status = make_wake_fd(error);
	if (status == 0)
		status = make_stack(error);
	if (status < 0)
		return status;
	for (i = 0; i < TOLD_COUNT; i++) {
		sigaction(told_signals[i], NULL, &state.former[i]);
		/* What was ignored from outside (nohup) stays ignored. */
		if (state.former[i].sa_handler != SIG_IGN || told_signals[i] == SIGINT)
			sigaction(told_signals[i], &told, NULL);
	}
	for (i = 0; i < CRASH_COUNT; i++)
		sigaction(crash_signals[i], &crash, &state.former[TOLD_COUNT + i]);
	return 0;
}

void signals_begin_restore(void)
{
	state.armed = 0;
	state.restore_length = 0;
}

int signals_add_restore(int byte)
{
	if (state.restore_length < sizeof(state.restore))
		state.restore[state.restore_length++] = (char)byte;
	return byte;
}

void signals_arm(void)
{
	state.armed = 1;
}

void signals_end_console(void)
{
	stack_t none = {.ss_flags = SS_DISABLE};
	size_t i;

	state.armed = 0;
	state.ending = 0;
	alarm(0);
	for (i = 0; i < TOLD_COUNT; i++)
		sigaction(told_signals[i], &state.former[i], NULL);
	for (i = 0; i < CRASH_COUNT; i++)
		sigaction(crash_signals[i], &state.former[TOLD_COUNT + i], NULL);
	sigaltstack(&none, NULL);
	free(state.stack.ss_sp);
	state.stack.ss_sp = NULL;
	close(state.wake_fd);
	state.wake_fd = -1;
}

void signals_stop_here(void)
{
	struct sigaction former;
	struct sigaction action = {.sa_handler = SIG_DFL};

	sigaction(SIGTSTP, &action, &former);
	raise(SIGTSTP);
	sigaction(SIGTSTP, &former, NULL);
}

int signals_fd(void)
{
	return state.wake_fd;
}

void signals_take_news(struct signal_news *news)
{
	uint64_t count;
	ssize_t length = read(state.wake_fd, &count, sizeof(count));

	(void)length;
	/* Emptied before the flags are read: a signal in between wakes the loop once more. */
	news->interrupts = (unsigned int)state.interrupts;
	state.interrupts = 0;
	if (!state.ending)
		alarm(0);
	news->deadly = state.deadly;
	news->resized = state.resized != 0;
	state.resized = 0;
	news->suspend = state.suspend != 0;
	state.suspend = 0;
	news->resumed = state.resumed != 0;
	state.resumed = 0;
}

void signals_deadline(void)
{
	state.ending = 1;
	start_countdown(DEADLINE_SECONDS);
}

/*
 * Whether a signal after the first was sent because of what the first did not bring about.
 * timeout(1) signals the process and then its group: two within a moment are one.
 */
static bool is_again(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (now.tv_sec - state.first_time.tv_sec) * 1000 +
		       (now.tv_nsec - state.first_time.tv_nsec) / 1000000 >=
	       AGAIN_MS;
}

static void on_told_run(int signal_number)
{
	int saved = errno;

	if (state.first != 0 && is_again()) {
		/* Pending until the handler returns, and then deadly. */
		signal(signal_number, SIG_DFL);
		raise(signal_number);
	} else if (state.first == 0) {
		clock_gettime(CLOCK_MONOTONIC, &state.first_time);
		state.first = signal_number;
		wake();
	}
	errno = saved;
}

int signals_start_run(struct error *error)
{
	static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
	struct sigaction action = {.sa_handler = on_told_run, .sa_flags = SA_RESTART};
	int status = make_wake_fd(error);
	size_t i;

	if (status < 0)
		return status;
	signal(SIGPIPE, SIG_IGN);
	for (i = 0; i < sizeof(signals) / sizeof(signals[0]); i++) {
		struct sigaction before;

		/* nohup and background jobs of a script have reasons. */
		if (sigaction(signals[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
			sigaction(signals[i], &action, NULL);
	}
	return 0;
}

int signals_first(void)
{
	return state.first;
}
