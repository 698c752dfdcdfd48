/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the removal of a tree costs, in system calls, which are counted here in place of the C
 * library's functions: so many for each entry, however many lie side by side or in a row. And that
 * it comes to an end when directories fill up again behind its back.
 */
#include "tests/unit/playground.h"

#include <sys/syscall.h>

#include "fixtures/tree.h"

#define FLAT_FILES 20000u
#define WIDE_DIRECTORIES 1500u
#define DEEP_LEVELS 300u

/* What the C library's functions of these names would do, counted. */
static struct {
	uint64_t reads;    /* of a directory */
	uint64_t removals; /* tried */
	unsigned int refills;
} calls;

ssize_t getdents64(int fd, void *buffer, size_t size)
{
	calls.reads++;
	return syscall(SYS_getdents64, fd, buffer, size);
}

/* A directory called "again" gets a file just before it is removed, so often. */
static void refill(int directory, const char *name, int flags)
{
	int fd;

	if (!(flags & AT_REMOVEDIR) || calls.refills == 0 || strcmp(name, "again") != 0)
		return;
	calls.refills--;
	directory = openat(directory, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	fd = openat(directory, "more", O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
	assert_true(fd >= 0);
	close(fd);
	close(directory);
}

int unlinkat(int directory, const char *name, int flags)
{
	calls.removals++;
	refill(directory, name, flags);
	return (int)syscall(SYS_unlinkat, directory, name, flags);
}

static int make_top(const struct playground *play)
{
	const struct joined path = playground_join(play->path, "top");
	int fd;

	assert_int_equal(mkdir(path.text, 0700), 0);
	fd = open(path.text, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	assert_true(fd >= 0);
	return fd;
}

static void make_file(int directory, const char *name)
{
	assert_int_equal(mknodat(directory, name, S_IFREG | 0600, 0), 0);
}

static int make_directory(int parent, const char *name)
{
	int fd;

	assert_int_equal(mkdirat(parent, name, 0700), 0);
	fd = openat(parent, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	assert_true(fd >= 0);
	return fd;
}

static int take_away(const struct playground *play, int top, struct error *error)
{
	int parent = open(play->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	int code;

	calls.reads = 0;
	calls.removals = 0;
	code = tree_remove(parent, "top", top, 0, NULL, NULL, error);
	close(parent);
	close(top);
	return code;
}

static void take_away_well(const struct playground *play, int top)
{
	struct error error = {""};

	if (take_away(play, top, &error) != 0)
		fail_msg("%s", error.text);
	assert_int_equal(playground_entries(play->path), 0);
	playground_check_canary(play);
}

static void test_flat(void **state)
{
	const struct playground *play = *state;
	int top = make_top(play);
	char name[32];

	for (unsigned int i = 0; i < FLAT_FILES; i++) {
		snprintf(name, sizeof(name), "file%u", i);
		make_file(top, name);
	}
	take_away_well(play, top);
	assert_int_equal(calls.removals, FLAT_FILES + 1);
	/* A read holds 1000 of such names. */
	assert_true(calls.reads < FLAT_FILES / 500);
}

/* Directories side by side, each with a file and an empty directory. */
static void test_wide(void **state)
{
	const struct playground *play = *state;
	int top = make_top(play);
	char name[NAME_MAX + 1];

	for (unsigned int i = 0; i < WIDE_DIRECTORIES; i++) {
		int fd;

		/* As long as names can be, some of them. */
		snprintf(name, sizeof(name), "%0*u", i % 100 ? 8 : NAME_MAX, i);
		fd = make_directory(top, name);
		make_file(fd, "file");
		close(make_directory(fd, "empty"));
		close(fd);
	}
	take_away_well(play, top);
	/* Each is tried, entered and removed; what is in it goes at once. */
	assert_int_equal(calls.removals, 4 * WIDE_DIRECTORIES + 1);
	/* One is read to its end, and the top twice. */
	assert_true(calls.reads < 2 * WIDE_DIRECTORIES + 50);
}

/* Directories in a row, each with three beside it that are not empty either. */
static void test_deep(void **state)
{
	const struct playground *play = *state;
	int top = make_top(play);
	int fd = dup(top);
	char name[16];

	for (unsigned int i = 0; i < DEEP_LEVELS; i++) {
		int below = make_directory(fd, "down");

		for (unsigned int beside = 0; beside < 3; beside++) {
			int other;

			snprintf(name, sizeof(name), "beside%u", beside);
			other = make_directory(fd, name);
			make_file(other, "file");
			close(other);
		}
		close(fd);
		fd = below;
	}
	close(fd);
	take_away_well(play, top);
	assert_true(calls.removals <= DEEP_LEVELS * (2 + 3 * 3) + 1);
	assert_true(calls.reads <= DEEP_LEVELS * (2 * 2 + 3 * 2) + 10);
}

static void make_two_that_fill_up(int top)
{
	for (unsigned int i = 0; i < 2; i++) {
		int fd = make_directory(top, i ? "one" : "two");
		int again = make_directory(fd, "again");

		make_file(again, "file");
		close(again);
		close(fd);
	}
}

static void test_filled_up_again(void **state)
{
	const struct playground *play = *state;
	int top = make_top(play);

	make_two_that_fill_up(top);
	calls.refills = 20;
	take_away_well(play, top);
	assert_int_equal(calls.refills, 0);
}

static void test_filled_up_for_ever(void **state)
{
	const struct playground *play = *state;
	struct error error = {""};
	int top = make_top(play);

	make_two_that_fill_up(top);
	calls.refills = 1000000;
	assert_int_equal(take_away(play, top, &error), -ENOTEMPTY);
	assert_non_null(strstr(error.text, "/again"));
	assert_true(calls.removals < 1000);
	calls.refills = 0;
	top = open(playground_join(play->path, "top").text, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	take_away_well(play, top);
}

#define PLAY(test) cmocka_unit_test_setup_teardown(test, playground_make, playground_remove)

int main(void)
{
	const struct CMUnitTest tests[] = {
		PLAY(test_flat),
		PLAY(test_wide),
		PLAY(test_deep),
		PLAY(test_filled_up_again),
		PLAY(test_filled_up_for_ever),
	};

	return cmocka_run_group_tests_name("tree removal", tests, NULL, NULL);
}
