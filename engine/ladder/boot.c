/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * boot.c - listening to a guest until it has said everything, or something is wrong with it.
 *
 * It speaks on its second serial port, which is QEMU's standard output. A kernel without a driver
 * for that port has it speak on the first one, between the kernel's messages: so the log is read
 * too.
 */
#include "engine/ladder/boot.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#include "engine/ladder/boot_lines.h"
#include "engine/ladder/boot_log.h"
#include "engine/ladder/qemu_process.h"

#define TICK_MS 250
/* What is taken at once, so that a flood cannot keep us from everything else. */
#define READ_BYTES 65536
#define READS_MOST 16
#define SENTENCE_SIZE 512
#define TROUBLE_SIZE (SENTENCE_SIZE + (BOOT_LOG_LINES + 1) * (BOOT_LOG_LINE + 2))

struct boot {
	struct qemu_process process;
	int poll_fd;
	int timer_fd;
	int log_fd;
	off_t log_read; /* bytes of the log that were taken */
	struct boot_lines output;
	struct boot_lines log;
	uint32_t lines; /* good ones so far: the number of the next one */
	enum boot_state state;
	unsigned int limit_seconds;
	boot_listener *listener;
	void *argument;
	int64_t started_ms;
	int64_t last_sign_ms;
	int64_t ended_ms;
	char trouble[TROUBLE_SIZE];
};

static int64_t now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static bool is_over(enum boot_state state)
{
	return state != BOOT_STARTING && state != BOOT_RUNNING;
}

static void close_if_open(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

/* No more ticks: whoever waits for us is not woken again. */
static void end(struct boot *boot, enum boot_state state)
{
	const struct itimerspec never = {.it_value = {.tv_sec = 0}};

	boot->state = state;
	boot->ended_ms = now_ms();
	qemu_process_end(&boot->process);
	timerfd_settime(boot->timer_fd, 0, &never, NULL);
}

static void add_last_lines(struct boot *boot, const struct boot_log *log)
{
	size_t length = strlen(boot->trouble);

	for (size_t i = 0; i < BOOT_LOG_LINES && log->last[i][0]; i++)
		length += (size_t)snprintf(boot->trouble + length, sizeof(boot->trouble) - length,
					   "%s\n  %s", i == 0 ? "\nThe last lines of its log:" : "",
					   log->last[i]);
}

/* It ends in that state, for the reason that the sentence says. */
__attribute__((format(printf, 3, 4))) static void
end_in_trouble(struct boot *boot, enum boot_state state, const char *format, ...)
{
	struct boot_log log;
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(boot->trouble, SENTENCE_SIZE, format, arguments);
	va_end(arguments);
	end(boot, state);
	boot_log_read(boot->log_fd, &log);
	add_last_lines(boot, &log);
}

/* Its process has ended, or nothing more is heard of it, but it had not said its last word. */
static void end_early(struct boot *boot, bool exited)
{
	struct boot_log log;
	char how[128];

	qemu_process_end(&boot->process);
	qemu_process_describe(&boot->process, how, sizeof(how));
	boot_log_read(boot->log_fd, &log);
	if (log.panic[0])
		end_in_trouble(boot, BOOT_PANIC, "the guest's kernel panicked: %s", log.panic);
	else if (exited)
		end_in_trouble(boot, BOOT_PANIC,
			       "the guest ended before it had told everything (QEMU %s)", how);
	else
		end_in_trouble(boot, BOOT_HANG, "nothing was heard of the guest for %u s",
			       boot->limit_seconds);
}

static void take_end(struct boot *boot, const struct guest_message *message)
{
	/* END itself was counted. */
	if (message->number + 1 != boot->lines)
		end_in_trouble(boot, BOOT_DAMAGED,
			       "the guest says that %" PRIu64 " lines came before its last one, "
			       "which is number %" PRIu32,
			       message->number, boot->lines - 1);
	else
		end(boot, BOOT_DONE);
}

/*
 * The first message is HELLO, and no other is: what comes without it may mean something else. False
 * when the guest was refused.
 */
static bool take_hello(struct boot *boot, const struct guest_message *message)
{
	const bool is_first = boot->lines == 1;

	if (message->kind != GUEST_HELLO && is_first)
		end_in_trouble(boot, BOOT_TROUBLE,
			       "the guest's program does not begin with HELLO, so the version of "
			       "its protocol is unknown: build lsmbench and lsmbench-guest again");
	else if (message->kind == GUEST_HELLO && !is_first)
		end_in_trouble(boot, BOOT_DAMAGED,
			       "the guest says HELLO a second time, in line %" PRIu32,
			       boot->lines - 1);
	else if (message->kind == GUEST_HELLO && message->number != GUEST_PROTOCOL)
		end_in_trouble(boot, BOOT_TROUBLE,
			       "the guest's program speaks version %" PRIu64
			       " of the protocol, this one version %u: build both again",
			       message->number, GUEST_PROTOCOL);
	return !is_over(boot->state);
}

static void take_message(struct boot *boot, const struct guest_message *message)
{
	if (!take_hello(boot, message))
		return;
	boot->listener(boot->argument, message);
	if (message->kind == GUEST_TROUBLE)
		end_in_trouble(boot, BOOT_TROUBLE, "the guest cannot go on: %s",
			       message->text ? message->text : "it does not say why");
	else if (message->kind == GUEST_END)
		take_end(boot, message);
}

static bool take_line(void *argument, const char *line)
{
	struct boot *boot = argument;
	struct guest_message message;
	char text[GUEST_TEXT_SIZE];
	uint32_t number = 0;
	int code = guest_line_read(line, &number, text);

	if (code == -ENOENT)
		return true;
	if (code == 0) {
		boot->last_sign_ms = now_ms();
		boot->state = BOOT_RUNNING;
	}
	if (code < 0)
		end_in_trouble(boot, BOOT_DAMAGED,
			       "a line of the guest was damaged on its way: number %" PRIu32
			       " or a later one",
			       boot->lines);
	else if (number != boot->lines)
		end_in_trouble(boot, BOOT_DAMAGED,
			       "lines of the guest were lost on their way: number %" PRIu32
			       " came in the place of %" PRIu32,
			       number, boot->lines);
	else if (guest_message_read(text, &message) < 0)
		end_in_trouble(boot, BOOT_DAMAGED,
			       "line %" PRIu32 " of the guest says nothing that is known here",
			       number);
	else {
		boot->lines++;
		take_message(boot, &message);
	}
	return !is_over(boot->state);
}

/* False when there may be more. */
static bool read_output(struct boot *boot)
{
	char bytes[READ_BYTES];

	for (int i = 0; i < READS_MOST; i++) {
		ssize_t size = read(boot->process.output, bytes, sizeof(bytes));

		if (size < 0 && errno == EINTR)
			continue;
		/* Closed, it would be readable for ever. */
		if (size == 0)
			epoll_ctl(boot->poll_fd, EPOLL_CTL_DEL, boot->process.output, NULL);
		if (size <= 0)
			return true;
		if (!boot_lines_take(&boot->output, bytes, (size_t)size, take_line, boot))
			return true;
	}
	return false;
}

/* False when there may be more. */
static bool read_log(struct boot *boot)
{
	char bytes[READ_BYTES];

	for (int i = 0; i < READS_MOST; i++) {
		ssize_t size = pread(boot->log_fd, bytes, sizeof(bytes), boot->log_read);

		if (size <= 0)
			return true;
		boot->log_read += size;
		if (!boot_lines_take(&boot->log, bytes, (size_t)size, take_line, boot))
			return true;
	}
	return false;
}

static bool has_exited(const struct boot *boot)
{
	struct pollfd exit = {.fd = boot->process.process, .events = POLLIN};

	return poll(&exit, 1, 0) == 1;
}

enum boot_state boot_work(struct boot *boot)
{
	uint64_t ticks;
	bool exited;
	bool all;

	if (is_over(boot->state))
		return boot->state;
	(void)!read(boot->timer_fd, &ticks, sizeof(ticks));
	/* First: what it wrote before it ended is there then. */
	exited = has_exited(boot);
	all = read_output(boot);
	if (!is_over(boot->state))
		all = read_log(boot) && all;
	if (is_over(boot->state) || !all)
		return boot->state;
	if (exited || now_ms() - boot->last_sign_ms >= (int64_t)boot->limit_seconds * 1000)
		end_early(boot, exited);
	return boot->state;
}

static int open_log(struct boot *boot, const char *path, struct error *error)
{
	boot->log_fd = open(path, O_RDWR | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0600);
	return boot->log_fd >= 0 ? 0
				 : error_set(error, -errno, "cannot write the guest's log %s: %s",
					     path, error_words(errno));
}

static int start_process(struct boot *boot, const struct boot_request *request, struct error *error)
{
	struct text_list words = {NULL, 0};
	int code = qemu_command(request->qemu, &request->guest, &words);

	if (code < 0)
		error_set(error, code, "out of memory");
	else
		code = qemu_process_start(&boot->process, &words, boot->log_fd, error);
	text_list_clear(&words);
	return code;
}

static int watch(const struct boot *boot, int fd)
{
	struct epoll_event event = {.events = EPOLLIN};

	return epoll_ctl(boot->poll_fd, EPOLL_CTL_ADD, fd, &event) < 0 ? -errno : 0;
}

static int watch_all(struct boot *boot, struct error *error)
{
	const struct itimerspec interval = {.it_interval = {.tv_nsec = TICK_MS * 1000000L},
					    .it_value = {.tv_nsec = TICK_MS * 1000000L}};
	int code = 0;

	boot->poll_fd = epoll_create1(EPOLL_CLOEXEC);
	boot->timer_fd = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
	if (boot->poll_fd < 0 || boot->timer_fd < 0 ||
	    timerfd_settime(boot->timer_fd, 0, &interval, NULL) < 0)
		code = -errno;
	if (code == 0)
		code = watch(boot, boot->timer_fd);
	if (code == 0)
		code = watch(boot, boot->process.output);
	if (code == 0)
		code = watch(boot, boot->process.process);
	return code == 0
		       ? 0
		       : error_set(error, code, "cannot wait for the guest: %s", error_words(code));
}

int boot_start(struct boot **boot, const struct boot_request *request, struct error *error)
{
	struct boot *started = calloc(1, sizeof(*started));
	int code;

	*boot = NULL;
	if (!started)
		return error_set(error, -ENOMEM, "out of memory");
	qemu_process_init(&started->process);
	started->poll_fd = started->timer_fd = started->log_fd = -1;
	started->limit_seconds = request->limit_seconds;
	started->listener = request->listener;
	started->argument = request->argument;
	code = open_log(started, request->guest.log, error);
	if (code == 0)
		code = start_process(started, request, error);
	if (code == 0)
		code = watch_all(started, error);
	started->started_ms = started->last_sign_ms = now_ms();
	if (code < 0) {
		boot_free(started);
		return code;
	}
	*boot = started;
	return 0;
}

int boot_fd(const struct boot *boot)
{
	return boot->poll_fd;
}

enum boot_state boot_state_of(const struct boot *boot)
{
	return boot->state;
}

void boot_stop(struct boot *boot)
{
	if (!is_over(boot->state))
		end(boot, BOOT_STOPPED);
}

const char *boot_trouble(const struct boot *boot)
{
	return boot->trouble;
}

double boot_elapsed_seconds(const struct boot *boot)
{
	int64_t until = is_over(boot->state) ? boot->ended_ms : now_ms();

	return (double)(until - boot->started_ms) / 1000;
}

pid_t boot_pid(const struct boot *boot)
{
	return boot->process.pid;
}

void boot_free(struct boot *boot)
{
	if (!boot)
		return;
	boot_stop(boot);
	close_if_open(&boot->poll_fd);
	close_if_open(&boot->timer_fd);
	close_if_open(&boot->log_fd);
	free(boot);
}
