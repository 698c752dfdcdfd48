/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Scratch roots: made, removed, recognised when left behind, and never mistaken for anything else.
 */
#include "tests/unit/playground.h"

#include <signal.h>
#include <sys/file.h>
#include <sys/resource.h>

#include "fixtures/fixture.h"

static const char marker_name[] = ".lsmbench-scratch";

static void make(struct scratch *scratch, const struct playground *play)
{
	struct error error = {""};

	if (scratch_create(scratch, play->path, &error) != 0)
		fail_msg("%s", error.text);
}

static void test_root_is_made_and_removed(void **state)
{
	const struct playground *play = *state;
	struct scratch scratch;
	struct error error;
	struct stat status;
	int fd;

	make(&scratch, play);
	assert_int_equal(stat(scratch.path, &status), 0);
	assert_int_equal(status.st_mode & 07777, 0700);
	assert_memory_equal(strrchr(scratch.path, '/'), "/lsmbench.", 10);
	assert_int_equal(scratch.path[0], '/');
	assert_int_equal(fcntl(scratch.fd, F_GETFD), FD_CLOEXEC);
	assert_int_equal(fcntl(scratch.parent_fd, F_GETFD), FD_CLOEXEC);
	assert_int_equal(fcntl(scratch.marker_fd, F_GETFD), FD_CLOEXEC);

	/* The lock is held: another description cannot take it. */
	fd = open(playground_join(scratch.path, marker_name).text, O_RDWR | O_CLOEXEC);
	assert_true(fd >= 0);
	assert_int_equal(flock(fd, LOCK_SH | LOCK_NB), -1);
	assert_int_equal(errno, EWOULDBLOCK);
	close(fd);

	assert_int_equal(scratch_remove(&scratch, &error), 0);
	assert_int_equal(playground_entries(play->path), 0);
	assert_int_equal(scratch.fd, -1);
	assert_int_equal(scratch_remove(&scratch, &error), 0);
}

static void test_marker_tells_its_maker(void **state)
{
	const struct playground *play = *state;
	struct scratch scratch;
	char text[512];
	char expected[64];
	FILE *file;
	size_t size;

	make(&scratch, play);
	file = fopen(playground_join(scratch.path, marker_name).text, "re");
	assert_non_null(file);
	size = fread(text, 1, sizeof(text) - 1, file);
	text[size] = '\0';
	fclose(file);
	snprintf(expected, sizeof(expected), "\npid %ld\n", (long)getpid());
	assert_non_null(strstr(text, expected));
	assert_non_null(strstr(text, "\nstarted "));
	assert_null(strstr(text, "\nstarted 0\n"));
	assert_non_null(strstr(text, "\nboot "));
	assert_non_null(strstr(text, "\ncreated "));
	assert_int_equal(scratch_remove(&scratch, NULL), 0);
}

static void test_zeroed_struct_closes_nothing(void **state)
{
	struct scratch scratch = {0};

	(void)state;
	assert_int_equal(scratch_remove(&scratch, NULL), 0);
	assert_true(fcntl(0, F_GETFD) >= 0);
}

static void test_default_parent_follows_tmpdir(void **state)
{
	char *before = getenv("TMPDIR");
	char *kept = before ? strdup(before) : NULL;

	(void)state;
	setenv("TMPDIR", "/some/where", 1);
	assert_string_equal(scratch_default_parent(), "/some/where");
	setenv("TMPDIR", "", 1);
	assert_string_equal(scratch_default_parent(), "/var/tmp");
	unsetenv("TMPDIR");
	assert_string_equal(scratch_default_parent(), "/var/tmp");
	if (kept)
		setenv("TMPDIR", kept, 1);
	free(kept);
}

static void expect_refusal(const char *parent, int code, const char *place)
{
	struct scratch scratch;
	struct error error;

	assert_int_equal(scratch_create(&scratch, parent, &error), code);
	playground_check_message(&error, place);
	assert_int_equal(scratch.fd, -1);
	assert_int_equal(scratch.path[0], '\0');
}

static void test_bad_parents_are_refused(void **state)
{
	const struct playground *play = *state;
	char deep[PATH_MAX + 100];

	expect_refusal(playground_join(play->path, "missing").text, -ENOENT, "missing");
	playground_write(playground_join(play->path, "file").text, "");
	expect_refusal(playground_join(play->path, "file").text, -ENOTDIR, "file");
	assert_int_equal(symlink("loop", playground_join(play->path, "loop").text), 0);
	expect_refusal(playground_join(play->path, "loop").text, -ELOOP, "loop");
	expect_refusal(playground_join(play->path, "new\nline\x1b[2J").text, -ENOENT,
		       "new\\x0aline\\x1b[2J");
	memset(deep, 'x', sizeof(deep) - 1);
	deep[0] = '/';
	deep[sizeof(deep) - 1] = '\0';
	expect_refusal(deep, -ENAMETOOLONG, "xxx...xxx");
	assert_int_equal(playground_entries(play->path), 2);
}

static void test_unwritable_parent_is_refused(void **state)
{
	const struct playground *play = *state;
	int status;
	pid_t pid;

	assert_int_equal(chmod(play->path, 0555), 0);
	pid = fork();
	if (pid == 0) {
		struct scratch scratch;
		struct error error;
		int code;

		/* Root may write anywhere. The directories above stay reachable by their cwd. */
		if (chdir(play->path) < 0 || (geteuid() == 0 && setresuid(65534, 65534, 65534) < 0))
			_exit(2);
		code = scratch_create(&scratch, ".", &error);
		_exit(code == -EACCES && strstr(error.text, "--scratch") ? 0 : 1);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(status, 0);
	assert_int_equal(chmod(play->path, 0700), 0);
	assert_int_equal(playground_entries(play->path), 0);
}

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

	make(&scratch, play);
	assert_int_equal(playground_leftovers(play->path), 0);
	memcpy(leftover.path, scratch.path, sizeof(leftover.path));
	assert_int_equal(scratch_remove_leftover(&leftover, &error), -EBUSY);
	playground_check_message(&error, scratch.path);
	assert_true(playground_exists(playground_join(scratch.path, marker_name).text));

	/* Once its descriptors are closed it is a leftover. */
	scratch_forget(&scratch);
	assert_int_equal(playground_leftovers(play->path), 1);
	assert_int_equal(scratch_remove_leftover(&leftover, &error), 0);
	assert_int_equal(playground_entries(play->path), 0);
}

static void test_missing_parent_has_no_leftovers(void **state)
{
	const struct playground *play = *state;
	struct scratch_leftover *list;
	struct error error;
	size_t count;

	assert_int_equal(playground_leftovers(playground_join(play->path, "missing").text), 0);
	playground_write(playground_join(play->path, "file").text, "");
	assert_int_equal(scratch_find_leftovers(playground_join(play->path, "file").text, &list,
						&count, &error),
			 -ENOTDIR);
	assert_null(list);
	playground_check_message(&error, "file");
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

	snprintf(marker, sizeof(marker), "%s/%s", path, marker_name);
	assert_int_equal(symlink(play->singer, marker), 0);
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
		playground_write(playground_join(path.text, marker_name).text,
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
	playground_write(playground_join(elsewhere, marker_name).text,
			 "lsmbench scratch directory\n");
	assert_int_equal(symlink(elsewhere, play->fake), 0);
	expect_left_alone(play, play->fake);
	assert_true(playground_exists(playground_join(elsewhere, marker_name).text));
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
	snprintf(marker, sizeof(marker), "%s/%s", path, marker_name);
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

	playground_write(playground_join(path, marker_name).text, "");
	assert_int_equal(playground_leftovers(play->path), 1);
	snprintf(leftover.path, sizeof(leftover.path), "%s", path);
	assert_int_equal(scratch_remove_leftover(&leftover, &error), 0);
	assert_int_equal(playground_entries(play->path), 0);
}

static void test_links_out_of_the_root_are_not_followed(void **state)
{
	const struct playground *play = *state;
	struct scratch scratch;
	struct error error;

	make(&scratch, play);
	assert_int_equal(mkdirat(scratch.fd, "a", 0700), 0);
	assert_int_equal(symlinkat(play->canary, scratch.fd, "directory"), 0);
	assert_int_equal(symlinkat(play->canary, scratch.fd, "a/directory"), 0);
	assert_int_equal(symlinkat(play->singer, scratch.fd, "a/file"), 0);
	assert_int_equal(symlinkat("..", scratch.fd, "a/up"), 0);
	assert_int_equal(scratch_remove(&scratch, &error), 0);
	assert_int_equal(playground_entries(play->path), 0);
	playground_check_canary(play);
}

static void test_root_that_was_swapped_does_no_harm(void **state)
{
	const struct playground *play = *state;
	struct scratch scratch;
	struct error error;
	char moved[PATH_MAX];

	make(&scratch, play);
	assert_int_equal(mkdirat(scratch.fd, "a", 0700), 0);
	snprintf(moved, sizeof(moved), "%s/moved", play->path);
	assert_int_equal(rename(scratch.path, moved), 0);
	assert_int_equal(symlink(play->canary, scratch.path), 0);
	assert_int_equal(scratch_remove(&scratch, &error), -ESTALE);
	assert_null(strchr(error.text, '\n'));
	playground_check_canary(play);
	assert_int_equal(playground_entries(play->path), 2);
	assert_false(playground_exists(playground_join(moved, "a").text));
}

static void test_root_that_is_gone_already_is_fine(void **state)
{
	const struct playground *play = *state;
	struct scratch scratch;
	struct error error;

	make(&scratch, play);
	assert_int_equal(unlinkat(scratch.fd, marker_name, 0), 0);
	assert_int_equal(rmdir(scratch.path), 0);
	assert_int_equal(scratch_remove(&scratch, &error), 0);
}

static void make_deep(int fd, unsigned int depth)
{
	int current = dup(fd);

	for (unsigned int i = 0; i < depth; i++) {
		int next;

		assert_int_equal(mkdirat(current, "d", 0700), 0);
		assert_int_equal(mknodat(current, "f", S_IFREG | 0600, 0), 0);
		next = openat(current, "d", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
		assert_true(next >= 0);
		close(current);
		current = next;
	}
	close(current);
}

/* Deeper than any path can name, with fewer descriptors than levels. */
static void test_deep_tree_needs_few_descriptors(void **state)
{
	const struct playground *play = *state;
	struct rlimit before;
	struct rlimit few;
	struct scratch scratch;
	struct error error = {""};
	int lowest;
	int code;

	make(&scratch, play);
	make_deep(scratch.fd, 2200);
	getrlimit(RLIMIT_NOFILE, &before);
	few = before;
	lowest = dup(0);
	close(lowest);
	few.rlim_cur = (rlim_t)lowest + 2;
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &few), 0);
	code = scratch_remove(&scratch, &error);
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &before), 0);
	if (code != 0)
		fail_msg("%s", error.text);
	assert_int_equal(playground_entries(play->path), 0);
}

/* Wide and nested: every directory has to be met again after its children have gone. */
static void make_bushy(int fd, unsigned int levels)
{
	for (unsigned int i = 0; i < 4; i++) {
		char name[8];
		int child;

		snprintf(name, sizeof(name), "%u", i);
		assert_int_equal(mknodat(fd, name, S_IFREG | 0600, 0), 0);
		snprintf(name, sizeof(name), "%ud", i);
		assert_int_equal(mkdirat(fd, name, 0700), 0);
		if (levels == 0)
			continue;
		child = openat(fd, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
		assert_true(child >= 0);
		make_bushy(child, levels - 1);
		close(child);
	}
}

static void test_bushy_tree_is_removed(void **state)
{
	const struct playground *play = *state;
	struct scratch scratch;
	struct error error;

	make(&scratch, play);
	make_bushy(scratch.fd, 3);
	assert_int_equal(scratch_remove(&scratch, &error), 0);
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
		    !playground_exists(playground_join(scratch.path, marker_name).text) ||
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

#define PLAY(test) cmocka_unit_test_setup_teardown(test, playground_make, playground_remove)

int main(void)
{
	const struct CMUnitTest tests[] = {
		PLAY(test_root_is_made_and_removed),
		PLAY(test_marker_tells_its_maker),
		cmocka_unit_test(test_zeroed_struct_closes_nothing),
		cmocka_unit_test(test_default_parent_follows_tmpdir),
		PLAY(test_bad_parents_are_refused),
		PLAY(test_unwritable_parent_is_refused),
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
		PLAY(test_links_out_of_the_root_are_not_followed),
		PLAY(test_root_that_was_swapped_does_no_harm),
		PLAY(test_root_that_is_gone_already_is_fine),
		PLAY(test_deep_tree_needs_few_descriptors),
		PLAY(test_bushy_tree_is_removed),
		PLAY(test_cleaning_spares_a_root_in_the_making),
	};

	return cmocka_run_group_tests_name("scratch", tests, NULL, NULL);
}
