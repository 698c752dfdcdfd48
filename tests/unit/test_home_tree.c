/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A tree of files as a fixture: what is made is what was drawn, whatever fails half way is removed,
 * and a tree that is kept is used again only when it is ours, the one asked for, and undamaged.
 */
#include "tests/unit/home_tree_play.h"

/* Totals of a walk that knows nothing of shapes, and a checksum of names, sizes and contents. */
static struct {
	uint64_t files;
	uint64_t bytes;
	uint64_t sum;
} seen;

static int see(const char *path, const struct stat *status, int type, struct FTW *ftw)
{
	uint64_t sum = 0;
	char bytes[65536];
	ssize_t size;
	int fd;

	if (type != FTW_F)
		return 0;
	fd = open(path, O_RDONLY | O_CLOEXEC);
	for (const char *byte = path + ftw->base; *byte; byte++)
		sum = sum * 31 + (unsigned char)*byte;
	while ((size = read(fd, bytes, sizeof(bytes))) > 0)
		for (ssize_t i = 0; i < size; i++)
			sum = sum * 31 + (unsigned char)bytes[i];
	close(fd);
	/* Of all files in any order. */
	seen.sum += sum;
	seen.files++;
	seen.bytes += (uint64_t)status->st_size;
	return 0;
}

static void look(const char *path)
{
	memset(&seen, 0, sizeof(seen));
	assert_int_equal(nftw(path, see, 64, FTW_PHYS), 0);
}

static void test_made_as_drawn_and_again(void **state)
{
	const struct playground *play = *state;
	struct fixture_spec spec = tree_of(FILES, BYTES, "");
	uint64_t sum;

	build_well(play, &spec);
	look(playground_join(play->path, "case/tree").text);
	assert_int_equal(seen.files, FILES);
	assert_int_equal(seen.bytes, BYTES);
	sum = seen.sum;
	take_away(play);
	build_well(play, &spec);
	look(playground_join(play->path, "case/tree").text);
	assert_int_equal(seen.sum, sum);
	take_away(play);
	spec.seed++;
	build_well(play, &spec);
	look(playground_join(play->path, "case/tree").text);
	assert_int_equal(seen.bytes, BYTES);
	assert_int_not_equal(seen.sum, sum);
	take_away(play);
	assert_int_equal(playground_entries(play->path), 0);
}

static int interrupt_at(void *argument, uint64_t done, uint64_t total)
{
	const uint64_t *limit = argument;

	assert_int_equal(total, 3000);
	return done >= *limit;
}

static void test_interrupted(void **state)
{
	const struct playground *play = *state;
	struct fixture_spec spec = tree_of(3000, 300000, "");
	struct error error = {""};
	int parent = open_directory(play->path);

	for (uint64_t limit = 0; limit <= 3000; limit += 600) {
		assert_int_equal(fixture_build(parent, "case", &spec, interrupt_at, &limit, &error),
				 -EINTR);
		assert_int_equal(playground_entries(play->path), 0);
	}
	close(parent);
}

static int add_a_file(void *argument, uint64_t done, uint64_t total)
{
	const struct playground *play = argument;

	(void)total;
	if (done > 0)
		playground_write(playground_join(play->path, "case/tree/mine").text, "mine\n");
	return 0;
}

/* What is made is looked at, too: here somebody else puts something in. */
static void test_disturbed_while_it_is_made(void **state)
{
	struct playground *play = *state;
	struct fixture_spec spec = tree_of(3000, 300000, "");
	struct error error = {""};
	int parent = open_directory(play->path);

	assert_int_equal(fixture_build(parent, "case", &spec, add_a_file, play, &error), -EUCLEAN);
	assert_non_null(strstr(error.text, "more or fewer entries: "));
	assert_int_equal(playground_entries(play->path), 0);
	close(parent);
}

static void test_kept_and_used_again(void **state)
{
	const struct playground *play = *state;
	struct stat before;
	struct stat after;
	struct kept kept = {.path = ""};

	make_kept(play, &kept);
	assert_int_equal(stat(kept.file, &before), 0);
	look(kept.path);
	assert_int_equal(seen.files, FILES + 1); /* and the marker */
	build_well(play, &kept.spec);
	take_away(play);
	assert_int_equal(stat(kept.file, &after), 0);
	assert_int_equal(before.st_ino, after.st_ino);
	assert_memory_equal(&before.st_ctim, &after.st_ctim, sizeof(before.st_ctim));
}

static void test_kept_with_other_parameters(void **state)
{
	const struct playground *play = *state;
	struct kept kept = {.path = ""};

	make_kept(play, &kept);
	kept.spec.seed++;
	refuse(play, &kept, -EINVAL, "(files 400 bytes 2000000 seed 3)");
	kept.spec.seed--;
	kept.spec.bytes++;
	refuse(play, &kept, -EINVAL, "other parameters");
	assert_true(playground_exists(kept.file));
}

/* One that was kept before the same parameters came to mean another tree is not called damaged. */
static void test_kept_of_another_shape(void **state)
{
	const struct playground *play = *state;
	struct kept kept = {.path = ""};
	char marker[400];

	make_kept(play, &kept);
	snprintf(marker, sizeof(marker), "%s/" HOME_TREE_MARKER, kept.path);
	playground_write(marker, "lsmbench tree of files\nfiles 400\nbytes 2000000\nseed 3\n"
				 "complete\n");
	refuse(play, &kept, -EINVAL, "shapes trees otherwise");
	assert_true(playground_exists(kept.file));
}

static void test_kept_and_damaged(void **state)
{
	const struct playground *play = *state;
	struct stat status;
	struct kept kept = {.path = ""};
	char byte;
	int fd;

	make_kept(play, &kept);
	fd = open(kept.file, O_RDWR | O_CLOEXEC);
	assert_int_equal(fstat(fd, &status), 0);
	/* One bit of its last byte. */
	assert_int_equal(pread(fd, &byte, 1, status.st_size - 1), 1);
	byte ^= 1;
	assert_int_equal(pwrite(fd, &byte, 1, status.st_size - 1), 1);
	refuse(play, &kept, -EUCLEAN, "other contents");
	byte ^= 1;
	assert_int_equal(pwrite(fd, &byte, 1, status.st_size - 1), 1);
	build_well(play, &kept.spec);
	take_away(play);
	assert_int_equal(ftruncate(fd, status.st_size - 1), 0);
	refuse(play, &kept, -EUCLEAN, "another size");
	close(fd);
	assert_int_equal(unlink(kept.file), 0);
	refuse(play, &kept, -EUCLEAN, "missing");
	/* A link, even to a file of the right contents, is not followed. */
	assert_int_equal(symlink(play->singer, kept.file), 0);
	refuse(play, &kept, -EUCLEAN, "something else");
	playground_check_canary(play);
}

static void test_kept_with_something_added(void **state)
{
	const struct playground *play = *state;
	struct kept kept = {.path = ""};

	make_kept(play, &kept);
	playground_write(playground_join(kept.path, "tree/mine").text, "mine\n");
	refuse(play, &kept, -EUCLEAN, "more or fewer entries");
	assert_true(playground_exists(playground_join(kept.path, "tree/mine").text));
}

/* A directory of the tree is a link to elsewhere: neither entered by a check nor by removal. */
static void test_link_in_place_of_a_directory(void **state)
{
	const struct playground *play = *state;
	struct kept kept = {.path = ""};
	char moved[420];

	make_kept(play, &kept);
	*strrchr(kept.file, '/') = '\0';
	snprintf(moved, sizeof(moved), "%s/moved", play->path);
	assert_int_equal(rename(kept.file, moved), 0);
	assert_int_equal(symlink(moved, kept.file), 0);
	refuse(play, &kept, -EUCLEAN, "something else stands where a directory was");
}

static void test_not_ours(void **state)
{
	const struct playground *play = *state;
	struct kept kept = {.path = ""};
	char marker[400];

	snprintf(kept.path, sizeof(kept.path), "%s", play->canary);
	kept.spec = tree_of(FILES, BYTES, kept.path);
	refuse(play, &kept, -EEXIST, "not empty");
	playground_check_canary(play);
	/* A marker that somebody else has written makes it no more ours. */
	snprintf(kept.path, sizeof(kept.path), "%s/kept", play->path);
	assert_int_equal(mkdir(kept.path, 0700), 0);
	snprintf(marker, sizeof(marker), "%s/" HOME_TREE_MARKER, kept.path);
	playground_write(marker, "mine\n");
	kept.spec = tree_of(FILES, BYTES, kept.path);
	refuse(play, &kept, -EEXIST, "not empty");
	assert_int_equal(playground_entries(kept.path), 1);
	assert_int_equal(unlink(marker), 0);
	assert_int_equal(symlink(play->singer, marker), 0);
	refuse(play, &kept, -ELOOP, HOME_TREE_MARKER);
	playground_check_canary(play);
}

/* What a killed session left is ours and incomplete: it is made anew. */
static void test_incomplete(void **state)
{
	const struct playground *play = *state;
	struct kept kept = {.path = ""};
	char marker[400];

	make_kept(play, &kept);
	assert_int_equal(unlink(kept.file), 0);
	snprintf(marker, sizeof(marker), "%s/" HOME_TREE_MARKER, kept.path);
	playground_write(marker, "");
	build_well(play, &kept.spec);
	take_away(play);
	assert_true(playground_exists(kept.file));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		PLAY(test_made_as_drawn_and_again),
		PLAY(test_interrupted),
		PLAY(test_disturbed_while_it_is_made),
		PLAY(test_kept_and_used_again),
		PLAY(test_kept_with_other_parameters),
		PLAY(test_kept_of_another_shape),
		PLAY(test_kept_and_damaged),
		PLAY(test_kept_with_something_added),
		PLAY(test_link_in_place_of_a_directory),
		PLAY(test_not_ours),
		PLAY(test_incomplete),
	};

	return cmocka_run_group_tests_name("home tree", tests, NULL, NULL);
}
