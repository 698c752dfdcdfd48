/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Scratch roots: made, refused with a clear line, and removed without following anything out.
 */
#include "tests/unit/playground.h"

#include <sys/file.h>

static void test_root_is_made_and_removed(void **state)
{
	const struct playground *play = *state;
	struct scratch scratch;
	struct error error;
	struct stat status;
	int fd;

	playground_scratch(play, &scratch);
	assert_int_equal(stat(scratch.path, &status), 0);
	assert_int_equal(status.st_mode & 07777, 0700);
	assert_memory_equal(strrchr(scratch.path, '/'), "/lsmbench.", 10);
	assert_int_equal(scratch.path[0], '/');
	assert_int_equal(fcntl(scratch.fd, F_GETFD), FD_CLOEXEC);
	assert_int_equal(fcntl(scratch.parent_fd, F_GETFD), FD_CLOEXEC);
	assert_int_equal(fcntl(scratch.marker_fd, F_GETFD), FD_CLOEXEC);

	/* The lock is held: another description cannot take it. */
	fd = open(playground_join(scratch.path, PLAYGROUND_MARKER).text, O_RDWR | O_CLOEXEC);
	assert_true(fd >= 0);
	assert_int_equal(flock(fd, LOCK_SH | LOCK_NB), -1);
	assert_int_equal(errno, EWOULDBLOCK);
	close(fd);

	assert_int_equal(scratch_remove(&scratch, &error), 0);
	assert_int_equal(playground_entries(play->path), 0);
	assert_int_equal(scratch.fd, -1);
	assert_int_equal(scratch_remove(&scratch, &error), 0);
}

static void test_fixtures_stand_deep_below_the_root(void **state)
{
	const struct playground *play = *state;
	const struct fixture_spec spec = {.kind = FIXTURE_NONE};
	struct scratch scratch;
	struct stat status;

	playground_scratch(play, &scratch);
	assert_int_equal(scratch_deepen(&scratch, 3, NULL), 0);
	assert_int_equal(fcntl(scratch.work_fd, F_GETFD), FD_CLOEXEC);
	assert_int_equal(fixture_build(scratch.work_fd, "case0", &spec, NULL, NULL, NULL), 0);
	assert_int_equal(fstatat(scratch.fd, "d/d/d/case0", &status, AT_SYMLINK_NOFOLLOW), 0);
	assert_int_equal(scratch_remove(&scratch, NULL), 0);
	assert_int_equal(scratch.work_fd, -1);
	assert_int_equal(playground_entries(play->path), 0);
}

static void test_marker_tells_its_maker(void **state)
{
	const struct playground *play = *state;
	struct scratch scratch;
	char text[512];
	char expected[64];
	FILE *file;
	size_t size;

	playground_scratch(play, &scratch);
	file = fopen(playground_join(scratch.path, PLAYGROUND_MARKER).text, "re");
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

static void test_links_out_of_the_root_are_not_followed(void **state)
{
	const struct playground *play = *state;
	struct scratch scratch;
	struct error error;

	playground_scratch(play, &scratch);
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

	playground_scratch(play, &scratch);
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

	playground_scratch(play, &scratch);
	assert_int_equal(unlinkat(scratch.fd, PLAYGROUND_MARKER, 0), 0);
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
	struct scratch scratch;
	struct error error = {""};
	int code;

	playground_scratch(play, &scratch);
	make_deep(scratch.fd, 2200);
	playground_leave_descriptors(&before, 2);
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

	playground_scratch(play, &scratch);
	make_bushy(scratch.fd, 3);
	assert_int_equal(scratch_remove(&scratch, &error), 0);
	assert_int_equal(playground_entries(play->path), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		PLAY(test_root_is_made_and_removed),
		PLAY(test_fixtures_stand_deep_below_the_root),
		PLAY(test_marker_tells_its_maker),
		cmocka_unit_test(test_zeroed_struct_closes_nothing),
		cmocka_unit_test(test_default_parent_follows_tmpdir),
		PLAY(test_bad_parents_are_refused),
		PLAY(test_unwritable_parent_is_refused),
		PLAY(test_links_out_of_the_root_are_not_followed),
		PLAY(test_root_that_was_swapped_does_no_harm),
		PLAY(test_root_that_is_gone_already_is_fine),
		PLAY(test_deep_tree_needs_few_descriptors),
		PLAY(test_bushy_tree_is_removed),
	};

	return cmocka_run_group_tests_name("scratch", tests, NULL, NULL);
}
