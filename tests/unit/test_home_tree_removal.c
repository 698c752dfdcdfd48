/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What is removed of a tree of files that is not complete: what making it made, and only where
 * nothing else stands. Whatever somebody has put there stays, and the tree with it.
 */
#include "tests/unit/home_tree_play.h"

#include "fixtures/home_tree_marker.h"

#define MARKER_TEXT "lsmbench tree of files\nshape 2\nfiles 400\nbytes 2000000\nseed 3\n"

/* A checksum of the names, inodes, sizes and times of all that stands somewhere. */
static uint64_t seen;

static int see(const char *path, const struct stat *status, int type, struct FTW *ftw)
{
	uint64_t sum = (uint64_t)status->st_ino * 31 + (uint64_t)status->st_size;

	(void)type;
	(void)ftw;
	sum = sum * 31 + (uint64_t)status->st_mtim.tv_nsec + status->st_nlink;
	for (const char *byte = path; *byte; byte++)
		sum = sum * 31 + (unsigned char)*byte;
	/* In any order. */
	seen += sum;
	return 0;
}

static uint64_t look(const char *path)
{
	seen = 0;
	assert_int_equal(nftw(path, see, 64, FTW_PHYS), 0);
	return seen;
}

static void set_marker(const struct kept *kept, const char *text)
{
	playground_write(playground_join(kept->path, HOME_TREE_MARKER).text, text);
}

/* An unfinished tree that all of its files have. */
static void make_unfinished(const struct playground *play, struct kept *kept)
{
	make_kept(play, kept);
	set_marker(kept, MARKER_TEXT);
}

/* It is refused, names what is in the way, and nothing was touched. */
static void refuse_to_touch(const struct playground *play, const struct kept *kept,
			    const char *name)
{
	const uint64_t before = look(kept->path);

	refuse(play, kept, -EEXIST, name);
	refuse(play, kept, -EEXIST, "was not made by lsmbench");
	refuse(play, kept, -EEXIST, "with --tree");
	assert_int_equal(look(kept->path), before);
}

static void test_somebody_elses_directory(void **state)
{
	const struct playground *play = *state;
	static const char *const markers[] = {"", MARKER_TEXT, "lsmbench tree of fi"};
	struct kept kept;

	snprintf(kept.path, sizeof(kept.path), "%s/kept", play->path);
	kept.spec = tree_of(FILES, BYTES, kept.path);
	assert_int_equal(mkdir(kept.path, 0700), 0);
	assert_int_equal(mkdir(playground_join(kept.path, "Documents").text, 0700), 0);
	playground_write(playground_join(kept.path, "Documents/thesis").text, "years of work\n");
	for (size_t i = 0; i < sizeof(markers) / sizeof(markers[0]); i++) {
		set_marker(&kept, markers[i]);
		refuse_to_touch(play, &kept, "/kept/Documents was");
	}
}

static void test_something_beside_an_unfinished_tree(void **state)
{
	const struct playground *play = *state;
	struct kept kept;

	make_unfinished(play, &kept);
	playground_write(playground_join(kept.path, "notes").text, "mine\n");
	refuse_to_touch(play, &kept, "/kept/notes was");
	/* Of other parameters than the marker's it is the same. */
	kept.spec.files--;
	refuse_to_touch(play, &kept, "/kept/notes was");
	assert_int_equal(unlink(playground_join(kept.path, "notes").text), 0);
	build_well(play, &kept.spec);
}

/* Files and directories that only look like those of a tree. */
static void test_something_in_an_unfinished_tree(void **state)
{
	static const char *const names[] = {"tree/notes",     "tree/d0000001/f0000000",
					    "tree/f99999999", "tree/d0000001/f99999999x",
					    "tree/f-0000001", "tree/d0000001/f000000001"};
	static const char *const directories[] = {"tree/mine", "tree/d9999999", "tree/d0000000",
						  "tree/f00000399", "tree/d1"};
	const struct playground *play = *state;
	struct kept kept;

	make_unfinished(play, &kept);
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		playground_write(playground_join(kept.path, names[i]).text, "");
		refuse_to_touch(play, &kept, names[i]);
		assert_int_equal(unlink(playground_join(kept.path, names[i]).text), 0);
	}
	for (size_t i = 0; i < sizeof(directories) / sizeof(directories[0]); i++) {
		assert_int_equal(mkdir(playground_join(kept.path, directories[i]).text, 0700), 0);
		refuse_to_touch(play, &kept, directories[i]);
		assert_int_equal(rmdir(playground_join(kept.path, directories[i]).text), 0);
	}
	build_well(play, &kept.spec);
}

/* One of the tree's own names, but what bears it is something else. */
static void test_something_of_a_trees_name(void **state)
{
	const struct playground *play = *state;
	struct kept kept;
	char moved[300];
	int fd;

	make_unfinished(play, &kept);
	snprintf(moved, sizeof(moved), "%s/moved", play->path);
	assert_int_equal(rename(kept.file, moved), 0);
	assert_int_equal(symlink(play->singer, kept.file), 0);
	refuse_to_touch(play, &kept, kept.file);
	assert_int_equal(unlink(kept.file), 0);
	assert_int_equal(mkdir(kept.file, 0700), 0);
	refuse_to_touch(play, &kept, kept.file);
	assert_int_equal(rmdir(kept.file), 0);
	assert_int_equal(link(moved, kept.file), 0);
	refuse_to_touch(play, &kept, kept.file);
	assert_int_equal(unlink(kept.file), 0);
	assert_int_equal(rename(moved, kept.file), 0);
	/* Somebody has written on in it. */
	fd = open(kept.file, O_WRONLY | O_APPEND | O_CLOEXEC);
	assert_int_equal(write(fd, "more", 4), 4);
	close(fd);
	refuse_to_touch(play, &kept, kept.file);
	/* A directory that is a link to elsewhere is not entered. */
	assert_int_equal(unlink(kept.file), 0);
	*strrchr(kept.file, '/') = '\0';
	assert_int_equal(rename(kept.file, moved), 0);
	assert_int_equal(symlink(play->canary, kept.file), 0);
	refuse_to_touch(play, &kept, kept.file);
	playground_check_canary(play);
}

static void test_unfinished_of_other_parameters(void **state)
{
	const struct playground *play = *state;
	struct kept kept;

	make_unfinished(play, &kept);
	kept.spec.files = 20;
	kept.spec.bytes = 20000;
	kept.spec.seed = 9;
	build_well(play, &kept.spec);
	take_away(play);
	assert_int_equal(playground_entries(kept.path), 2);
	/* Complete, and what it says it is. */
	build_well(play, &kept.spec);
	take_away(play);
	/* A marker that does not tell of what shape the tree is: ours is tried. */
	set_marker(&kept, "");
	build_well(play, &kept.spec);
	take_away(play);
	set_marker(&kept, "");
	kept.spec.files = 19;
	kept.spec.bytes = 19;
	refuse_to_touch(play, &kept, "/kept/tree/");
}

/* Wherever a crash cuts the marker off, the tree is ours. */
static void test_marker_cut_off(void **state)
{
	static const char whole[] = MARKER_TEXT HOME_TREE_MARKER_COMPLETE;
	struct home_tree_marker marker;
	char text[HOME_TREE_MARKER_SIZE];

	(void)state;
	for (size_t length = 0; length < sizeof(whole); length++) {
		snprintf(text, sizeof(text), "%.*s", (int)length, whole);
		assert_int_equal(home_tree_marker_read(text, &marker), 0);
		assert_int_equal(marker.complete, length == sizeof(whole) - 1);
		assert_int_equal(marker.known, length >= sizeof(MARKER_TEXT) - 1);
	}
	assert_int_equal(marker.files, 400);
	assert_int_equal(marker.bytes, 2000000);
	assert_int_equal(marker.seed, 3);
	home_tree_marker_write(&marker, text);
	assert_string_equal(text, MARKER_TEXT);
}

/* What was written on in a marker is somebody's, too. */
static void test_marker_with_notes(void **state)
{
	static const char *const texts[] = {MARKER_TEXT "my own notes\n",
					    MARKER_TEXT HOME_TREE_MARKER_COMPLETE "and more\n",
					    "lsmbench tree of files\nshape 2\nmy own notes\n",
					    "lsmbench tree of files\nshape 2\nfiles 4 of mine\n"};
	const struct playground *play = *state;
	struct kept kept;
	uint64_t before;

	make_kept(play, &kept);
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		set_marker(&kept, texts[i]);
		before = look(kept.path);
		refuse(play, &kept, -EEXIST, "holds no tree of lsmbench's");
		assert_int_equal(look(kept.path), before);
	}
}

/* Somebody puts something there while the tree is made, which is then interrupted. */
struct meanwhile {
	const char *path;
	bool put;
};

static int put_and_interrupt(void *argument, uint64_t done, uint64_t total)
{
	struct meanwhile *meanwhile = argument;

	(void)total;
	if (done < 100 || meanwhile->put)
		return meanwhile->put;
	playground_write(meanwhile->path, "thesis\n");
	meanwhile->put = true;
	return 1;
}

static void interrupt(const struct playground *play, const struct kept *kept, const char *name)
{
	struct joined path = playground_join(kept->path, name);
	struct meanwhile meanwhile = {.path = path.text};
	struct error error = {""};
	int parent = open_directory(play->path);

	assert_int_equal(
		fixture_build(parent, "case", &kept->spec, put_and_interrupt, &meanwhile, &error),
		-EEXIST);
	close(parent);
	assert_true(meanwhile.put);
	if (!strstr(error.text, "what was made so far remains") || !strstr(error.text, path.text))
		fail_msg("%s", error.text);
	assert_true(playground_exists(path.text));
	assert_true(playground_exists(playground_join(kept->path, "tree").text));
	refuse_to_touch(play, kept, path.text);
	assert_int_equal(unlink(path.text), 0);
}

static void test_interrupted_with_something_there(void **state)
{
	const struct playground *play = *state;
	struct kept kept;

	snprintf(kept.path, sizeof(kept.path), "%s/kept", play->path);
	kept.spec = tree_of(3000, 300000, kept.path);
	interrupt(play, &kept, "notes");
	interrupt(play, &kept, "tree/notes");
	build_well(play, &kept.spec);
}

static int interrupt_at(void *argument, uint64_t done, uint64_t total)
{
	const uint64_t *limit = argument;

	(void)total;
	return done >= *limit;
}

static void test_interrupted(void **state)
{
	const struct playground *play = *state;
	struct error error = {""};
	struct kept kept;
	int parent = open_directory(play->path);

	snprintf(kept.path, sizeof(kept.path), "%s/kept", play->path);
	kept.spec = tree_of(3000, 300000, kept.path);
	for (uint64_t limit = 0; limit < 3000; limit += 500) {
		assert_int_equal(
			fixture_build(parent, "case", &kept.spec, interrupt_at, &limit, &error),
			-EINTR);
		assert_int_equal(playground_entries(play->path), 0);
	}
	close(parent);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		PLAY(test_somebody_elses_directory),
		PLAY(test_something_beside_an_unfinished_tree),
		PLAY(test_something_in_an_unfinished_tree),
		PLAY(test_something_of_a_trees_name),
		PLAY(test_unfinished_of_other_parameters),
		cmocka_unit_test(test_marker_cut_off),
		PLAY(test_marker_with_notes),
		PLAY(test_interrupted_with_something_there),
		PLAY(test_interrupted),
	};

	return cmocka_run_group_tests_name("home tree removal", tests, NULL, NULL);
}
