/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What killed sessions leave behind is recognised and removed, and nothing else is mistaken for it.
 */
#include "tests/unit/playground.h"

#include <signal.h>

#include "fixtures/fixture.h"

/* A session that ends without removing its root. Returns its process id. */
static pid_t leave_behind(const struct playground *play)
{
	struct fixture_spec spec = {.kind = FIXTURE_DIRECTORY, .files = 20};
	int status;
	pid_t pid = fork();

	if (pid == 0) {
		struct scratch scratch;
		struct error error;

		if (scratch_create(&scratch, play->path, &error) < 0 ||
		    fixture_build(scratch.fd, "dir", &spec, NULL, NULL, &error) < 0)
			_exit(1);
		_exit(0);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(status, 0);
	return pid;
}

static void test_leftover_is_found_and_removed(void **state)
{
	const struct playground *play = *state;
	struct scratch_leftover *list;
	struct error error;
	pid_t pids[2] = {leave_behind(play), leave_behind(play)};
	size_t count;

	assert_int_equal(scratch_find_leftovers(play->path, &list, &count, &error), 0);
	assert_int_equal(count, 2);
	for (size_t i = 0; i < count; i++) {
		assert_true(list[i].owner == pids[0] || list[i].owner == pids[1]);
		assert_true(list[i].created > 1600000000);
		assert_true(playground_exists(list[i].path));
		assert_int_equal(scratch_remove_leftover(&list[i], &error), 0);
		assert_false(playground_exists(list[i].path));
		/* Somebody else was faster: fine. */
		assert_int_equal(scratch_remove_leftover(&list[i], &error), 0);
	}
	free(list);
	assert_int_equal(playground_entries(play->path), 0);
	playground_check_canary(play);
}

static void test_living_root_is_left_alone(void **state)
{
	const struct playground *play = *state;
	struct scratch_leftover leftover = {0};
	struct scratch scratch;
	struct error error;

	playground_scratch(play, &scratch);
	assert_int_equal(playground_leftovers(play->path), 0);
	memcpy(leftover.path, scratch.path, sizeof(leftover.path));
	assert_int_equal(scratch_remove_leftover(&leftover, &error), -EBUSY);
	playground_check_message(&error, scratch.path);
	assert_true(playground_exists(playground_join(scratch.path, PLAYGROUND_MARKER).text));

	/* Once its descriptors are closed it is a leftover. */
	scratch_forget(&scratch);
	assert_int_equal(playground_leftovers(play->path), 1);
	assert_int_equal(scratch_remove_leftover(&leftover, &error), 0);
	assert_int_equal(playground_entries(play->path), 0);
}

static void test_missing_parent_has_no_leftovers(void **state)
{
	const struct playground *play = *state;

	assert_int_equal(playground_leftovers(playground_join(play->path, "missing").text), 0);
	playground_write(playground_join(play->path, "file").text, "");
	assert_int_equal(playground_leftovers(playground_join(play->path, "file").text), 0);
}

/* A directory with a root's name; the caller puts something into it. */
static const char *fake_root(const struct playground *play, mode_t mode)
{
	assert_int_equal(mkdir(play->fake, mode), 0);
	return play->fake;
}

/* path exists, is no leftover, and stays when somebody insists. */
static void expect_left_alone(const struct playground *play, const char *path)
{
	struct scratch_leftover leftover = {0};
	struct error error;

	snprintf(leftover.path, sizeof(leftover.path), "%s", path);
	assert_int_equal(playground_leftovers(play->path), 0);
	assert_int_equal(scratch_remove_leftover(&leftover, &error), -EPERM);
	playground_check_message(&error, leftover.path);
	assert_true(playground_exists(leftover.path));
	playground_check_canary(play);
}

static void test_directory_without_marker_is_not_ours(void **state)
{
	const struct playground *play = *state;
	const char *path = fake_root(play, 0700);

	playground_write(playground_join(path, "precious").text, "x");
	expect_left_alone(play, path);
	assert_true(playground_exists(playground_join(path, "precious").text));
}

static void test_marker_of_another_kind_is_not_ours(void **state)
{
	const struct playground *play = *state;
	const char *path = fake_root(play, 0700);
	char marker[PATH_MAX];

	snprintf(marker, sizeof(marker), "%s/%s", path, PLAYGROUND_MARKER);
	assert_int_equal(symlink(play->singer, marker), 0);
	expect_left_alone(play, path);
	assert_int_equal(unlink(marker), 0);
	/* Not even a link to a true marker makes a root. */
	playground_write(playground_join(play->path, "true").text, "lsmbench scratch directory\n");
	assert_int_equal(symlink(playground_join(play->path, "true").text, marker), 0);
	expect_left_alone(play, path);
	assert_int_equal(unlink(marker), 0);
	assert_int_equal(mkfifo(marker, 0600), 0);
	expect_left_alone(play, path);
	assert_int_equal(unlink(marker), 0);
	assert_int_equal(mkdir(marker, 0700), 0);
	expect_left_alone(play, path);
	assert_int_equal(rmdir(marker), 0);
	playground_write(marker, "some other program's file\n");
	expect_left_alone(play, path);
}

static void test_other_names_are_not_ours(void **state)
{
	static const char *const names[] = {"lsmbench.AbC12",   "lsmbench.AbC1234",
					    "lsmbench.AbC12-",  "lsmbench-AbC123",
					    "xlsmbench.AbC123", "lsmbench."};
	const struct playground *play = *state;

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		const struct joined path = playground_join(play->path, names[i]);

		assert_int_equal(mkdir(path.text, 0700), 0);
		playground_write(playground_join(path.text, PLAYGROUND_MARKER).text,
				 "lsmbench scratch directory\n");
		expect_left_alone(play, path.text);
	}
}

static void test_link_to_a_root_is_not_ours(void **state)
{
	const struct playground *play = *state;
	char elsewhere[PATH_MAX];

	snprintf(elsewhere, sizeof(elsewhere), "%s/elsewhere", play->path);
	assert_int_equal(mkdir(elsewhere, 0700), 0);
	playground_write(playground_join(elsewhere, PLAYGROUND_MARKER).text,
			 "lsmbench scratch directory\n");
	assert_int_equal(symlink(elsewhere, play->fake), 0);
	expect_left_alone(play, play->fake);
	assert_true(playground_exists(playground_join(elsewhere, PLAYGROUND_MARKER).text));
}

static void test_root_of_another_user_is_not_ours(void **state)
{
	const struct playground *play = *state;
	const char *path;
	char marker[PATH_MAX];

	if (geteuid() != 0) {
		print_message("skipped: only root can make files of another user\n");
		skip();
	}
	path = fake_root(play, 0700);
	snprintf(marker, sizeof(marker), "%s/%s", path, PLAYGROUND_MARKER);
	playground_write(marker, "lsmbench scratch directory\n");
	assert_int_equal(chown(path, 65534, 65534), 0);
	expect_left_alone(play, path);
	assert_int_equal(chown(path, 0, 0), 0);
	assert_int_equal(chown(marker, 65534, 65534), 0);
	expect_left_alone(play, path);
	assert_int_equal(chown(marker, 0, 0), 0);
	assert_int_equal(playground_leftovers(play->path), 1);
}

/* What a kill leaves between mkdtemp and the marker, or between the marker and rmdir. */
static void test_empty_root_is_a_leftover(void **state)
{
	const struct playground *play = *state;
	const char *path = fake_root(play, 0755);
	struct scratch_leftover leftover = {0};
	struct error error;

	expect_left_alone(play, path);
	assert_int_equal(chmod(path, 0700), 0);
	assert_int_equal(playground_leftovers(play->path), 1);
	snprintf(leftover.path, sizeof(leftover.path), "%s", path);
	assert_int_equal(scratch_remove_leftover(&leftover, &error), 0);
	assert_int_equal(playground_entries(play->path), 0);
}

/* What a kill leaves between making the marker and writing it. */
static void test_empty_marker_is_a_marker(void **state)
{
	const struct playground *play = *state;
	const char *path = fake_root(play, 0700);
	struct scratch_leftover leftover = {0};
	struct error error;

	playground_write(playground_join(path, PLAYGROUND_MARKER).text, "");
	assert_int_equal(playground_leftovers(play->path), 1);
	snprintf(leftover.path, sizeof(leftover.path), "%s", path);
	assert_int_equal(scratch_remove_leftover(&leftover, &error), 0);
	assert_int_equal(playground_entries(play->path), 0);
}

/* Cleans as fast as it can, until it is killed. */
static void clean_for_ever(const char *path)
{
	for (;;) {
		struct scratch_leftover *list;
		size_t count;

		if (scratch_find_leftovers(path, &list, &count, NULL) < 0)
			_exit(1);
		for (size_t i = 0; i < count; i++)
			scratch_remove_leftover(&list[i], NULL);
		free(list);
	}
}

/* One session starts while another one cleans: no living root may go. */
static void test_cleaning_spares_a_root_in_the_making(void **state)
{
	const struct playground *play = *state;
	struct error error = {""};
	int status;
	pid_t pid = fork();

	if (pid == 0)
		clean_for_ever(play->path);
	for (int i = 0; i < 1000; i++) {
		struct scratch scratch;

		if (scratch_create(&scratch, play->path, &error) < 0 ||
		    !playground_exists(playground_join(scratch.path, PLAYGROUND_MARKER).text) ||
		    mkdirat(scratch.fd, "a", 0700) < 0 || scratch_remove(&scratch, &error) < 0) {
			kill(pid, SIGKILL);
			waitpid(pid, &status, 0);
			fail_msg("root %d: %s", i, error.text);
		}
	}
	assert_int_equal(waitpid(pid, &status, WNOHANG), 0);
	kill(pid, SIGKILL);
	waitpid(pid, &status, 0);
	assert_int_equal(playground_entries(play->path), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		PLAY(test_leftover_is_found_and_removed),
		PLAY(test_living_root_is_left_alone),
		PLAY(test_missing_parent_has_no_leftovers),
		PLAY(test_directory_without_marker_is_not_ours),
		PLAY(test_marker_of_another_kind_is_not_ours),
		PLAY(test_other_names_are_not_ours),
		PLAY(test_link_to_a_root_is_not_ours),
		PLAY(test_root_of_another_user_is_not_ours),
		PLAY(test_empty_root_is_a_leftover),
		PLAY(test_empty_marker_is_a_marker),
		PLAY(test_cleaning_spares_a_root_in_the_making),
	};

	return cmocka_run_group_tests_name("leftover", tests, NULL, NULL);
}
