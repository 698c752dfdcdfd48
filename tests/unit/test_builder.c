/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The builder process: does what it is asked, can be interrupted, keeps off the front end's
 * terminal, signals and output, and leaves nothing behind whichever of the two is killed.
 */
#include "tests/unit/playground.h"

#include <poll.h>
#include <pty.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <termios.h>
#include <time.h>

#include "fixtures/builder.h"

enum { PATIENCE_MS = 60000 };

struct site {
	struct playground *play;
	struct scratch roots[2];
	struct builder *builder;
};

static int open_site(struct site *site, int cpu)
{
	struct error error = {""};

	for (size_t i = 0; i < 2; i++) {
		if (scratch_create(&site->roots[i], site->play->path, &error) < 0)
			return -1;
	}
	return builder_start(&site->builder, site->roots, 2, cpu, &error);
}

static int setup(void **state)
{
	struct site *site = calloc(1, sizeof(*site));
	void *play;

	assert_non_null(site);
	playground_make(&play);
	site->play = play;
	assert_int_equal(open_site(site, -1), 0);
	*state = site;
	return 0;
}

static void close_site(struct site *site)
{
	struct error error = {""};

	if (builder_stop(site->builder, &error) != 0)
		fail_msg("%s", error.text);
	site->builder = NULL;
	for (size_t i = 0; i < 2; i++)
		scratch_forget(&site->roots[i]);
	assert_int_equal(playground_entries(site->play->path), 0);
	playground_check_canary(site->play);
}

static int teardown(void **state)
{
	struct site *site = *state;
	void *play = site->play;

	if (site->builder)
		close_site(site);
	playground_remove(&play);
	free(site);
	return 0;
}

/* Wait for the next event; false when none comes. */
static bool next(struct builder *builder, struct builder_event *event)
{
	for (;;) {
		struct pollfd poller = {.fd = builder_fd(builder), .events = POLLIN};
		int result = builder_next(builder, event);

		if (result != 0)
			return result > 0;
		if (poll(&poller, 1, PATIENCE_MS) <= 0)
			return false;
	}
}

/* Wait until the request ends. */
static struct builder_event last(struct builder *builder)
{
	struct builder_event event;

	do {
		assert_true(next(builder, &event));
	} while (event.kind == BUILDER_PROGRESS);
	return event;
}

static void expect_finished(struct builder *builder)
{
	struct builder_event event = last(builder);

	if (event.kind != BUILDER_FINISHED)
		fail_msg("%s", event.error.text);
	assert_int_equal(event.code, 0);
}

static const struct fixture_spec small = {
	.kind = FIXTURE_DIRECTORY, .files = 10, .worked_on = "work"};
static const struct fixture_spec huge = {.kind = FIXTURE_DIRECTORY, .files = 5000000};

static void ask_huge(struct site *site)
{
	struct builder_event event;
	struct error error;

	assert_int_equal(builder_build(site->builder, 0, "huge", &huge, &error), 0);
	assert_true(next(site->builder, &event));
	assert_int_equal(event.kind, BUILDER_PROGRESS);
	assert_int_equal(event.total, huge.files);
	assert_in_range(event.done, 1, huge.files);
}

static void test_builds_and_removes_in_each_root(void **state)
{
	struct site *site = *state;
	struct error error;
	uint64_t count;

	for (size_t i = 0; i < 2; i++) {
		int fd;

		assert_int_equal(builder_build(site->builder, i, "case", &small, &error), 0);
		expect_finished(site->builder);
		fd = openat(site->roots[i].fd, "case", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
		assert_int_equal(fixture_count(fd, &count, NULL), 0);
		assert_int_equal(count, 11);
		close(fd);
		assert_int_equal(builder_remove(site->builder, i, "case", &error), 0);
		expect_finished(site->builder);
		assert_int_equal(playground_entries(site->roots[i].path), 1); /* the marker */
	}
}

static void test_nothing_to_tell_does_not_block(void **state)
{
	struct site *site = *state;
	struct builder_event event;

	assert_int_equal(builder_next(site->builder, &event), 0);
}

static void test_one_request_at_a_time(void **state)
{
	struct site *site = *state;
	struct error error;

	ask_huge(site);
	assert_int_equal(builder_build(site->builder, 1, "case", &small, &error), -EBUSY);
	assert_int_equal(builder_remove(site->builder, 1, "case", &error), -EBUSY);
}

static void test_bad_requests_are_refused(void **state)
{
	struct site *site = *state;
	char name[NAME_MAX + 20];
	struct error error;

	memset(name, 'n', sizeof(name) - 1);
	name[sizeof(name) - 1] = '\0';
	assert_int_equal(builder_build(site->builder, 2, "case", &small, &error), -EINVAL);
	assert_int_equal(builder_build(site->builder, 0, name, &small, &error), -EINVAL);
	assert_int_equal(builder_build(site->builder, 0, "../case", &small, &error), 0);
	assert_int_equal(last(site->builder).code, -EINVAL);
	assert_int_equal(builder_build(site->builder, 0, "case", &small, &error), 0);
	expect_finished(site->builder);
}

static void test_failures_come_with_their_sentence(void **state)
{
	struct site *site = *state;
	struct builder_event event;
	struct error error;

	assert_int_equal(builder_build(site->builder, 0, "case", &small, &error), 0);
	expect_finished(site->builder);
	assert_int_equal(builder_build(site->builder, 0, "case", &small, &error), 0);
	event = last(site->builder);
	assert_int_equal(event.kind, BUILDER_FAILED);
	assert_int_equal(event.code, -EEXIST);
	playground_check_message(&event.error, site->roots[0].path);
	assert_int_equal(builder_remove(site->builder, 1, "case", &error), 0);
	event = last(site->builder);
	assert_int_equal(event.kind, BUILDER_FAILED);
	assert_int_equal(event.code, -ENOENT);
}

static void test_cancelled_build_leaves_nothing(void **state)
{
	struct site *site = *state;
	struct builder_event event;
	struct error error;

	ask_huge(site);
	builder_cancel(site->builder);
	builder_cancel(site->builder);
	event = last(site->builder);
	assert_int_equal(event.kind, BUILDER_FAILED);
	assert_int_equal(event.code, -EINTR);
	assert_int_equal(playground_entries(site->roots[0].path), 1);

	/* A cancel without a request does not hit the next one. */
	builder_cancel(site->builder);
	assert_int_equal(builder_build(site->builder, 0, "case", &small, &error), 0);
	expect_finished(site->builder);
}

static void test_cancel_that_comes_late_means_nothing(void **state)
{
	struct site *site = *state;
	struct error error;

	for (int i = 0; i < 50; i++) {
		struct builder_event event;

		assert_int_equal(builder_build(site->builder, 0, "case", &small, &error), 0);
		builder_cancel(site->builder);
		event = last(site->builder);
		if (event.kind == BUILDER_FAILED) {
			assert_int_equal(event.code, -EINTR);
			continue;
		}
		assert_int_equal(builder_remove(site->builder, 0, "case", &error), 0);
		expect_finished(site->builder);
	}
}

static void test_stop_interrupts_and_removes(void **state)
{
	struct site *site = *state;
	pid_t pid = builder_pid(site->builder);

	ask_huge(site);
	close_site(site);
	assert_int_equal(kill(pid, 0), -1);
	assert_int_equal(errno, ESRCH);
}

static void test_stop_without_a_builder_is_fine(void **state)
{
	(void)state;
	assert_int_equal(builder_stop(NULL, NULL), 0);
}

static void test_killed_builder_is_told_and_replaced_at_the_end(void **state)
{
	struct site *site = *state;
	struct builder_event event;
	struct error error;

	ask_huge(site);
	assert_int_equal(kill(builder_pid(site->builder), SIGKILL), 0);
	event = last(site->builder);
	assert_int_equal(event.kind, BUILDER_DIED);
	assert_int_equal(event.code, -ECHILD);
	assert_non_null(strstr(event.error.text, "signal 9"));
	assert_int_equal(builder_fd(site->builder), -1);
	assert_int_equal(builder_next(site->builder, &event), 0);
	assert_int_equal(builder_build(site->builder, 0, "case", &small, &error), -ECHILD);
	assert_true(playground_exists(site->roots[0].path));
	close_site(site); /* removes the roots without the builder */
}

/* Nobody has looked at the builder since it was killed. */
static void test_stop_notices_a_killed_builder(void **state)
{
	struct site *site = *state;

	assert_int_equal(kill(builder_pid(site->builder), SIGKILL), 0);
	close_site(site);
}

static void test_silent_builder_is_killed(void **state)
{
	struct site *site = *state;
	struct error error;
	pid_t pid = builder_pid(site->builder);

	assert_int_equal(kill(pid, SIGSTOP), 0);
	assert_int_equal(builder_stop(site->builder, &error), -ETIMEDOUT);
	assert_non_null(strstr(error.text, "lsmbench clean"));
	assert_int_equal(kill(pid, 0), -1);
	site->builder = NULL;
	for (size_t i = 0; i < 2; i++)
		assert_int_equal(scratch_remove(&site->roots[i], &error), 0);
	assert_int_equal(playground_entries(site->play->path), 0);
}

/* The front end of the next test: never comes back. */
static void be_a_front_end(struct site *site, int out)
{
	struct builder_event event;
	struct error error;
	pid_t pid;

	if (open_site(site, -1) < 0)
		_exit(1);
	pid = builder_pid(site->builder);
	if (builder_build(site->builder, 0, "small", &small, &error) < 0)
		_exit(1);
	while (next(site->builder, &event) && event.kind == BUILDER_PROGRESS)
		continue;
	if (builder_build(site->builder, 1, "huge", &huge, &error) < 0 ||
	    !next(site->builder, &event) || write(out, &pid, sizeof(pid)) != sizeof(pid))
		_exit(1);
	for (;;)
		pause();
}

static void test_builder_cleans_when_the_front_end_is_killed(void **state)
{
	struct site site = {.play = *state};
	int ends[2];
	int status;
	pid_t builder;
	pid_t front;

	/* The orphan comes to us, so that its end can be waited for. */
	assert_int_equal(prctl(PR_SET_CHILD_SUBREAPER, 1), 0);
	assert_int_equal(pipe(ends), 0);
	front = fork();
	if (front == 0)
		be_a_front_end(&site, ends[1]);
	close(ends[1]);
	assert_int_equal(read(ends[0], &builder, sizeof(builder)), sizeof(builder));
	close(ends[0]);
	assert_int_equal(playground_entries(site.play->path), 2);
	assert_int_equal(playground_leftovers(site.play->path), 0);
	assert_int_equal(kill(front, SIGKILL), 0);
	assert_int_equal(waitpid(front, &status, 0), front);
	assert_int_equal(waitpid(builder, &status, 0), builder);
	assert_int_equal(status, 0);
	assert_int_equal(playground_entries(site.play->path), 0);
	playground_check_canary(site.play);
	assert_int_equal(prctl(PR_SET_CHILD_SUBREAPER, 0), 0);
}

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
	struct site *site = *state;
	struct error error;
	char value[PATH_MAX];
	pid_t pid = builder_pid(site->builder);

	assert_int_equal(builder_build(site->builder, 0, "case", &small, &error), 0);
	expect_finished(site->builder);
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
	/* /dev/null thrice, the socket, and three for each root. */
	assert_int_equal(playground_entries(path), 3 + 1 + 2 * 3);
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

#define SITE(test) cmocka_unit_test_setup_teardown(test, setup, teardown)
#define PLAY(test) cmocka_unit_test_setup_teardown(test, playground_make, playground_remove)

int main(void)
{
	const struct CMUnitTest tests[] = {
		SITE(test_builds_and_removes_in_each_root),
		SITE(test_nothing_to_tell_does_not_block),
		SITE(test_one_request_at_a_time),
		SITE(test_bad_requests_are_refused),
		SITE(test_failures_come_with_their_sentence),
		SITE(test_cancelled_build_leaves_nothing),
		SITE(test_cancel_that_comes_late_means_nothing),
		SITE(test_stop_interrupts_and_removes),
		cmocka_unit_test(test_stop_without_a_builder_is_fine),
		SITE(test_killed_builder_is_told_and_replaced_at_the_end),
		SITE(test_stop_notices_a_killed_builder),
		SITE(test_silent_builder_is_killed),
		PLAY(test_builder_cleans_when_the_front_end_is_killed),
		PLAY(test_signals_of_the_terminal_pass_by),
		SITE(test_builder_stands_on_its_own),
		PLAY(test_builder_holds_only_its_descriptors),
		PLAY(test_builder_leaves_the_workers_cpu),
		PLAY(test_builder_writes_nothing_of_the_front_end),
		PLAY(test_terminal_is_not_touched),
	};

	return cmocka_run_group_tests_name("builder", tests, NULL, NULL);
}
