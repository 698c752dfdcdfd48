/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The builder process keeps off what belongs to the front end: its terminal, signals, output,
 * descriptors, directory and CPU.
 */
#include "tests/unit/site.h"

#include <pty.h>
#include <sched.h>
#include <signal.h>
#include <termios.h>

/* The value of KEY in /proc/PID/status. */
static void read_status(pid_t pid, const char *key, char *value, size_t size)
{
	char line[512];
	char path[64];
	FILE *file;

	value[0] = '\0';
	snprintf(path, sizeof(path), "/proc/%ld/status", (long)pid);
	file = fopen(path, "re");
	assert_non_null(file);
	while (fgets(line, sizeof(line), file)) {
		if (strncmp(line, key, strlen(key)) == 0)
			snprintf(value, size, "%s", line + strlen(key));
	}
	fclose(file);
	value[strcspn(value, "\n")] = '\0';
}

static void read_link(pid_t pid, const char *name, char *target, size_t size)
{
	char path[64];
	ssize_t length;

	snprintf(path, sizeof(path), "/proc/%ld/%s", (long)pid, name);
	length = readlink(path, target, size - 1);
	assert_true(length > 0);
	target[length] = '\0';
}

static void on_signal(int number)
{
	(void)number;
}

static void catch_signals(void (*handler)(int))
{
	static const int numbers[] = {SIGINT,  SIGTERM, SIGHUP,  SIGQUIT,
				      SIGSEGV, SIGABRT, SIGCHLD, SIGWINCH};

	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++)
		signal(numbers[i], handler);
}

static void test_signals_of_the_terminal_pass_by(void **state)
{
	static const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGPIPE, SIGTTOU};
	struct site site = {.play = *state};
	struct error error;
	char value[64];
	pid_t pid;

	catch_signals(on_signal);
	assert_int_equal(open_site(&site, -1), 0);
	pid = builder_pid(site.builder);
	assert_int_equal(builder_build(site.builder, 0, "case", &small, &error), 0);
	expect_finished(site.builder);
	read_status(pid, "SigCgt:\t", value, sizeof(value));
	assert_int_equal(strtoull(value, NULL, 16), 0);
	read_status(pid, "SigBlk:\t", value, sizeof(value));
	assert_int_equal(strtoull(value, NULL, 16), 0);
	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++)
		assert_int_equal(kill(pid, numbers[i]), 0);
	assert_int_equal(builder_remove(site.builder, 0, "case", &error), 0);
	expect_finished(site.builder);
	catch_signals(SIG_DFL);
	close_site(&site);
}

static void test_builder_stands_on_its_own(void **state)
{
	struct site site = {.play = *state};
	struct error error;
	char value[PATH_MAX];
	pid_t pid;

	assert_int_equal(open_site(&site, -1), 0);
	pid = builder_pid(site.builder);
	assert_int_equal(builder_build(site.builder, 0, "case", &small, &error), 0);
	expect_finished(site.builder);
	assert_int_equal(getpgid(pid), pid);
	read_link(pid, "cwd", value, sizeof(value));
	assert_string_equal(value, "/");
	for (int fd = 0; fd < 3; fd++) {
		char name[16];

		snprintf(name, sizeof(name), "fd/%d", fd);
		read_link(pid, name, value, sizeof(value));
		assert_string_equal(value, "/dev/null");
	}
	read_status(pid, "Name:\t", value, sizeof(value));
	assert_string_equal(value, "lsmbench-build");
	close_site(&site);
}

static void test_builder_holds_only_its_descriptors(void **state)
{
	struct site site = {.play = *state};
	struct error error;
	char path[64];
	int others[20];

	for (size_t i = 0; i < 20; i++)
		others[i] = fcntl(0, F_DUPFD, (int)(5 * i));
	assert_int_equal(open_site(&site, -1), 0);
	for (size_t i = 0; i < 20; i++)
		close(others[i]);
	assert_int_equal(builder_build(site.builder, 0, "case", &small, &error), 0);
	expect_finished(site.builder);
	snprintf(path, sizeof(path), "/proc/%ld/fd", (long)builder_pid(site.builder));
	/* /dev/null thrice, the socket, and four for each root. */
	assert_int_equal(playground_entries(path), 3 + 1 + 2 * 4);
	close_site(&site);
}

static void test_builder_leaves_the_workers_cpu(void **state)
{
	struct site site = {.play = *state};
	struct error error;
	cpu_set_t mine;
	cpu_set_t builders;
	size_t cpu = 0;

	assert_int_equal(sched_getaffinity(0, sizeof(mine), &mine), 0);
	while (!CPU_ISSET(cpu, &mine))
		cpu++;
	assert_int_equal(open_site(&site, (int)cpu), 0);
	assert_int_equal(builder_build(site.builder, 0, "case", &small, &error), 0);
	expect_finished(site.builder);
	assert_int_equal(sched_getaffinity(builder_pid(site.builder), sizeof(builders), &builders),
			 0);
	if (CPU_COUNT(&mine) > 1)
		assert_false(CPU_ISSET(cpu, &builders));
	else
		assert_true(CPU_ISSET(cpu, &builders));
	close_site(&site);
}

static char at_exit_trace[PATH_MAX]; /* atexit hands nothing over */

static void at_exit(void)
{
	mkdir(at_exit_trace, 0700);
}

/* A front end with text in its buffers and a function registered for its end. */
static void write_once(struct playground *play, int out)
{
	struct site site = {.play = play};

	if (dup2(out, STDOUT_FILENO) < 0)
		_exit(1);
	setvbuf(stdout, NULL, _IOFBF, 4096);
	snprintf(at_exit_trace, sizeof(at_exit_trace), "%s/trace", play->path);
	atexit(at_exit);
	printf("once\n");
	if (open_site(&site, -1) < 0 || builder_stop(site.builder, NULL) < 0)
		_exit(1);
	fflush(stdout);
	_exit(0);
}

static void test_builder_writes_nothing_of_the_front_end(void **state)
{
	struct playground *play = *state;
	char text[256];
	int ends[2];
	int status;
	ssize_t size;
	pid_t pid;

	fflush(stdout);
	assert_int_equal(pipe(ends), 0);
	pid = fork();
	if (pid == 0)
		write_once(play, ends[1]);
	close(ends[1]);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(status, 0);
	size = read(ends[0], text, sizeof(text) - 1);
	assert_true(size >= 0);
	text[size] = '\0';
	close(ends[0]);
	assert_string_equal(text, "once\n");
	assert_int_equal(playground_entries(play->path), 0);
}

/* In a terminal of its own: raw as under ncurses, then the keys for interrupt, quit and suspend. */
static void work_in_a_terminal(struct playground *play)
{
	struct site site = {.play = play};
	struct termios before;
	struct termios after;
	struct error error;
	struct builder_event event;

	signal(SIGINT, SIG_IGN);
	signal(SIGQUIT, SIG_IGN);
	signal(SIGTSTP, SIG_IGN);
	if (open_site(&site, -1) < 0 || tcgetattr(0, &before) < 0)
		_exit(1);
	before.c_lflag = (before.c_lflag & ~(tcflag_t)(ECHO | ICANON)) | ISIG | TOSTOP;
	if (tcsetattr(0, TCSANOW, &before) < 0 || tcgetattr(0, &before) < 0)
		_exit(2);
	if (write(1, "ready", 5) != 5 || read(0, &event, 1) != 1)
		_exit(3);
	if (builder_build(site.builder, 0, "case", &small, &error) < 0 ||
	    !next(site.builder, &event) || event.kind != BUILDER_FINISHED)
		_exit(4);
	if (builder_stop(site.builder, &error) < 0 || tcgetattr(0, &after) < 0)
		_exit(5);
	_exit(memcmp(&before, &after, sizeof(after)) == 0 ? 0 : 6);
}

static void test_terminal_is_not_touched(void **state)
{
	struct playground *play = *state;
	char text[64] = "";
	size_t used = 0;
	int master;
	int status;
	ssize_t size;
	pid_t pid = forkpty(&master, NULL, NULL, NULL);

	if (pid == 0)
		work_in_a_terminal(play);
	assert_true(pid > 0);
	while (used < 5 && (size = read(master, text + used, sizeof(text) - used - 1)) > 0)
		used += (size_t)size;
	assert_string_equal(text, "ready");
	assert_int_equal(write(master, "\x03\x1c\x1ago", 5), 5);
	/* EIO when the other side has closed; until then nothing else may come. */
	while ((size = read(master, text, sizeof(text))) > 0)
		fail_msg("%zd unexpected bytes on the terminal", size);
	close(master);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(status, 0);
	assert_int_equal(playground_entries(play->path), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		PLAY(test_signals_of_the_terminal_pass_by),
		PLAY(test_builder_stands_on_its_own),
		PLAY(test_builder_holds_only_its_descriptors),
		PLAY(test_builder_leaves_the_workers_cpu),
		PLAY(test_builder_writes_nothing_of_the_front_end),
		PLAY(test_terminal_is_not_touched),
	};

	return cmocka_run_group_tests_name("builder process", tests, NULL, NULL);
}
