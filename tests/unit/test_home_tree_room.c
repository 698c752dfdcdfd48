/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A tree of files that does not fit is refused before its first byte; one that fitted when it was
 * begun, but whose file system fills up meanwhile, is removed again. And what is said where the
 * directory to keep it in cannot be had.
 */
#include "tests/unit/home_tree_play.h"

static int build_in(const struct scratch *scratch, const struct fixture_spec *spec,
		    fixture_progress *progress, void *argument, struct error *error)
{
	return fixture_build(scratch->fd, "case", spec, progress, argument, error);
}

static void mount_small(const struct playground *play, const char *options, struct scratch *scratch)
{
	struct error error = {""};

	enter_namespace();
	demand(mount("none", play->path, "tmpfs", 0, options) == 0, "tmpfs");
	demand(scratch_create(scratch, play->path, &error) == 0, error.text);
}

static void give_back(const struct playground *play, struct scratch *scratch)
{
	struct error error = {""};

	demand(scratch_remove(scratch, &error) == 0, error.text);
	demand(entries(play->path) == 0, "the tmpfs");
}

/* It is refused with -ENOSPC and these words, in the scratch directory and where it is kept. */
static void demand_no_room(const struct playground *play, const struct scratch *scratch,
			   uint64_t files, uint64_t bytes, const char *words)
{
	struct fixture_spec spec = tree_of(files, bytes, "");
	struct error error = {""};

	demand_code(build_in(scratch, &spec, NULL, NULL, &error), -ENOSPC, &error);
	demand(strstr(error.text, words), error.text);
	demand(strstr(error.text, "another directory with --scratch"), error.text);
	demand(entries(scratch->path) == 1, "what is left beside the marker of the root");
	snprintf(spec.path, sizeof(spec.path), "%s/kept", play->path);
	demand_code(build_in(scratch, &spec, NULL, NULL, &error), -ENOSPC, &error);
	demand(strstr(error.text, words), error.text);
	demand(strstr(error.text, "another directory with --tree"), error.text);
	demand(access(spec.path, F_OK) < 0, "a directory that was made for nothing");
}

static void on_a_small_file_system(const struct playground *play)
{
	struct fixture_spec fits = tree_of(100, 3000000, "");
	struct error error = {""};
	struct scratch scratch;

	mount_small(play, "size=4m,mode=0700", &scratch);
	demand_no_room(play, &scratch, 500, (uint64_t)1 << 44,
		       "needs 17.6 TB, but 4.2 MB are free");
	/* It would fit, but nothing would be left for others. */
	demand_no_room(play, &scratch, 100, 3600000, "of which 419.4 kB stay so");
	demand_code(build_in(&scratch, &fits, NULL, NULL, &error), 0, &error);
	give_back(play, &scratch);
}

static void test_no_room(void **state)
{
	in_child(*state, on_a_small_file_system);
}

static void with_few_inodes(const struct playground *play)
{
	struct fixture_spec fits = tree_of(50, 50000, "");
	struct error error = {""};
	struct scratch scratch;

	mount_small(play, "size=64m,nr_inodes=100,mode=0700", &scratch);
	demand_no_room(play, &scratch, 100, 100000, "inodes, but 9");
	demand_code(build_in(&scratch, &fits, NULL, NULL, &error), 0, &error);
	give_back(play, &scratch);
}

static void test_no_inodes(void **state)
{
	in_child(*state, with_few_inodes);
}

/* Somebody else fills the file system while the tree is made. */
struct filler {
	char path[300];
	bool full;
};

static int fill(void *argument, uint64_t done, uint64_t total)
{
	static char piece[4096];
	struct filler *filler = argument;
	int fd;

	(void)total;
	if (done == 0 || filler->full)
		return 0;
	fd = open(filler->path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
	demand(fd >= 0, filler->path);
	while (write(fd, piece, sizeof(piece)) > 0)
		;
	demand(errno == ENOSPC, "filling");
	close(fd);
	filler->full = true;
	return 0;
}

static void demand_to_fail_half_way(const struct scratch *scratch, const struct fixture_spec *spec,
				    struct filler *filler, const char *where)
{
	struct error error = {""};

	filler->full = false;
	demand_code(build_in(scratch, spec, fill, filler, &error), -ENOSPC, &error);
	demand(filler->full, "not filled");
	demand(strstr(error.text, "cannot write the file"), error.text);
	demand_message(&error, where);
	demand(strstr(error.text, spec->path[0] ? "--tree" : "--scratch"), error.text);
	demand(entries(scratch->path) == 1, "what is left beside the marker of the root");
	demand(unlink(filler->path) == 0, filler->path);
}

static void while_it_fills(const struct playground *play)
{
	struct fixture_spec spec = tree_of(600, 600000, "");
	struct filler filler;
	struct scratch scratch;

	mount_small(play, "size=4m,mode=0700", &scratch);
	snprintf(filler.path, sizeof(filler.path), "%s/filler", play->path);
	demand_to_fail_half_way(&scratch, &spec, &filler, "case/tree");
	snprintf(spec.path, sizeof(spec.path), "%s/kept", play->path);
	demand_to_fail_half_way(&scratch, &spec, &filler, "kept/tree");
	demand(access(spec.path, F_OK) < 0, "a directory that was made for nothing");
	demand(mkdir(spec.path, 0700) == 0, spec.path);
	demand_to_fail_half_way(&scratch, &spec, &filler, "kept/tree");
	demand(entries(spec.path) == 0, "a directory that was there before stays, empty");
	demand(rmdir(spec.path) == 0, spec.path);
	give_back(play, &scratch);
}

static void test_fills_meanwhile(void **state)
{
	in_child(*state, while_it_fills);
}

static void refuse_directory(const struct playground *play, const char *name, int code,
			     const char *says)
{
	struct kept kept;
	struct error error = {""};

	snprintf(kept.path, sizeof(kept.path), "%s/%s", play->path, name);
	kept.spec = tree_of(FILES, BYTES, kept.path);
	assert_int_equal(build(play, &kept.spec, &error), code);
	if (!strstr(error.text, says) || !strstr(error.text, "--tree") ||
	    strstr(error.text, "--scratch"))
		fail_msg("%s", error.text);
}

static void test_directory_that_cannot_be_had(void **state)
{
	const struct playground *play = *state;

	refuse_directory(play, "a/b/c", -ENOENT, "there is no directory in which");
	playground_write(playground_join(play->path, "file").text, "mine\n");
	refuse_directory(play, "file", -ENOTDIR, "Not a directory");
	assert_int_equal(symlink(play->canary, playground_join(play->path, "link").text), 0);
	refuse_directory(play, "link", -ELOOP, "is a symbolic link, which is not followed");
	assert_int_equal(playground_entries(play->path), 2);
	playground_check_canary(play);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		PLAY(test_no_room),
		PLAY(test_no_inodes),
		PLAY(test_fills_meanwhile),
		PLAY(test_directory_that_cannot_be_had),
	};

	return cmocka_run_group_tests_name("home tree room", tests, NULL, NULL);
}
