/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The builder: does what it is asked, can be interrupted, and leaves nothing behind whichever of
 * the two processes is killed.
 */
#include "tests/unit/site.h"

#include <signal.h>
#include <sys/prctl.h>

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

/* A test that gets a struct site. */
#define SITE(test) cmocka_unit_test_setup_teardown(test, setup, teardown)

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
	};

	return cmocka_run_group_tests_name("builder", tests, NULL, NULL);
}
