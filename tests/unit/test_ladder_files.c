/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_ladder_files.c - a ladder written into a directory and read back.
 */
#include <errno.h>
#include <limits.h>
#include <unistd.h>

#include "tests/unit/made_ladder.h"
#include "tui/ladder_files.h"

static const struct made_rung rungs[] = {
	{.kind = RUNG_FIRST, .name = "capability (+ima)", .active = "capability,ima"},
	{.kind = RUNG_SAME, .name = "capability (+ima)", .active = "capability,ima", .per_call = 2},
	{.kind = RUNG_OTHER,
	 .name = "apparmor,bpf (+ima) ../x y",
	 .active = "capability,apparmor",
	 .per_call = 72},
	{.kind = RUNG_FIRST, .kernel = 1, .name = "capability", .active = "capability"},
};

#define RUNGS (sizeof(rungs) / sizeof(rungs[0]))

static const char *const names[] = {"01-capability.csv", "02-same.csv",
				    "03-apparmor+bpf-..-x-y.csv", "04-capability.csv"};
static const char *const kinds[] = {"first", "same", "other", "first"};

/* A directory of the test's own. */
static void make_place(char *place, size_t size)
{
	const char *parent = getenv("TMPDIR");

	snprintf(place, size, "%s/test_ladder_files.XXXXXX", parent ? parent : "/var/tmp");
	assert_non_null(mkdtemp(place));
}

static void remove_place(const char *place)
{
	char command[PATH_MAX + 16];

	snprintf(command, sizeof(command), "rm -rf '%s'", place);
	assert_int_equal(system(command), 0);
}

static void save_all(struct made_ladder *ladder, const char *directory)
{
	struct error error = {0};

	for (size_t i = 0; i < ladder->count; i++) {
		char path[PATH_MAX];

		made_ladder_set(&ladder->results[i], "ladder.kind", kinds[i]);
		made_check(ladder_files_save(directory, i + 1, &ladder->results[i], false, path,
					     sizeof(path), &error),
			   &error);
		assert_string_equal(strrchr(path, '/') + 1, names[i]);
	}
}

static void save_hooks(const char *directory)
{
	struct hook_table hooks = {0};
	struct hook_count count = {.operation = (char *)"stat",
				   .parameter = (char *)"FFF",
				   .hook = (char *)"inode_getattr",
				   .count = 1};
	struct error error = {0};

	assert_int_equal(hook_table_set_release(&hooks, "6.12.1-made"), 0);
	assert_int_equal(hook_table_add(&hooks, &count), 0);
	made_check(ladder_files_save_hooks(directory, &hooks, false, &error), &error);
	/* What a ladder wrote is what the next one of it may replace. */
	made_check(ladder_files_save_hooks(directory, &hooks, false, &error), &error);
	hook_table_clear(&hooks);
}

static void comes_back_as_it_was(void **state)
{
	char place[PATH_MAX - 64];
	char directory[PATH_MAX];
	struct made_ladder ladder;
	struct ladder_files files;
	struct text_list paths = {0};
	struct error error = {0};

	(void)state;
	make_place(place, sizeof(place));
	snprintf(directory, sizeof(directory), "%s/ladder", place);
	made_ladder(&ladder, rungs, RUNGS);
	made_check(ladder_files_make_directory(directory, &error), &error);
	made_check(ladder_files_make_directory(directory, &error), &error);
	save_all(&ladder, directory);
	save_hooks(directory);
	assert_int_equal(text_list_add(&paths, directory), 0);
	made_check(ladder_files_read(&paths, &files, &error), &error);
	assert_int_equal(files.count, RUNGS);
	assert_int_equal(files.kernel_count, 2);
	for (size_t i = 0; i < files.count; i++) {
		assert_int_equal(files.sources[i].kind, rungs[i].kind);
		assert_int_equal(files.sources[i].kernel, rungs[i].kernel);
		assert_string_equal(files.sources[i].name, rungs[i].name);
		assert_true(result_equal(files.sources[i].result, &ladder.results[i]));
	}
	/* Only the kernel whose release it is has hooks. */
	assert_non_null(files.hooks[0]);
	assert_true(hook_table_has_case(files.hooks[0], "stat", "FFF"));
	assert_null(files.hooks[1]);
	assert_int_equal(ladder_files_left(directory, &paths), RUNGS);
	ladder_files_clear(&files);
	text_list_clear(&paths);
	made_ladder_clear(&ladder);
	remove_place(place);
}

static void refuse(const char *path, int status, const char *words)
{
	struct text_list paths = {0};
	struct ladder_files files;
	struct error error = {0};

	assert_int_equal(text_list_add(&paths, path), 0);
	assert_int_equal(ladder_files_read(&paths, &files, &error), status);
	if (!strstr(error.text, words))
		fail_msg("'%s' does not say '%s'", error.text, words);
	text_list_clear(&paths);
}

static void refuses_what_is_no_ladder(void **state)
{
	char place[PATH_MAX - 64];
	char path[PATH_MAX];
	struct made_ladder ladder;
	struct error error = {0};
	FILE *file;

	(void)state;
	make_place(place, sizeof(place));
	refuse(place, -ENOENT, "holds no rungs");
	made_ladder(&ladder, rungs, 1);
	/* It does not say what kind of rung it is. */
	made_check(
		ladder_files_save(place, 1, &ladder.results[0], false, path, sizeof(path), &error),
		&error);
	refuse(path, -EINVAL, "is no rung of a ladder");
	made_ladder_set(&ladder.results[0], "ladder.kind", "first");
	ladder.results[0].unit = RESULT_NS;
	made_check(
		ladder_files_save(place, 1, &ladder.results[0], false, path, sizeof(path), &error),
		&error);
	refuse(place, -EINVAL, "is no rung of a ladder");
	/* A file of somebody else is not replaced. */
	file = fopen(path, "w");
	assert_non_null(file);
	fputs("mine\n", file);
	fclose(file);
	assert_int_equal(
		ladder_files_save(place, 1, &ladder.results[0], false, path, sizeof(path), &error),
		-EEXIST);
	assert_int_equal(ladder_files_make_directory(path, &error), -ENOTDIR);
	made_ladder_clear(&ladder);
	remove_place(place);
}

/* Read files, in this order, of the directory; -1 ends them. */
static void read_some(const char *directory, const int *order, struct ladder_files *files)
{
	struct text_list paths = {0};
	struct error error = {0};

	for (; *order >= 0; order++)
		assert_int_equal(text_list_add_format(&paths, "%s/%s", directory, names[*order]),
				 0);
	made_check(ladder_files_read(&paths, files, &error), &error);
	text_list_clear(&paths);
}

static void finds_the_first_rung_in_any_order(void **state)
{
	char place[PATH_MAX - 64];
	struct made_ladder ladder;
	struct ladder_files files;

	(void)state;
	make_place(place, sizeof(place));
	made_ladder(&ladder, rungs, RUNGS);
	save_all(&ladder, place);
	read_some(place, (const int[]){2, 1, 0, 2, -1}, &files);
	/* Each file once. */
	assert_int_equal(files.count, 3);
	assert_int_equal(files.kernel_count, 1);
	assert_int_equal(files.sources[0].kind, RUNG_FIRST);
	assert_string_equal(files.sources[0].name, rungs[0].name);
	assert_ptr_equal(files.sources[0].result, files.inputs[0].result);
	assert_int_equal(files.sources[1].kind, RUNG_OTHER);
	assert_int_equal(files.sources[2].kind, RUNG_SAME);
	assert_int_equal(files.notes.count, 0);
	ladder_files_clear(&files);
	/* A repeat stands for it when it is missing, and that is said. */
	read_some(place, (const int[]){2, 1, -1}, &files);
	assert_int_equal(files.sources[0].kind, RUNG_FIRST);
	assert_string_equal(files.sources[0].name, rungs[1].name);
	assert_int_equal(files.notes.count, 1);
	assert_non_null(strstr(files.notes.items[0], "its A/A, capability (+ima) stands for it"));
	ladder_files_clear(&files);
	made_ladder_clear(&ladder);
	remove_place(place);
}

/* What the image is called and where it lies is no matter; what it holds is. */
static void a_copied_image_is_the_same_kernel(void **state)
{
	char place[PATH_MAX - 64];
	struct made_ladder ladder;
	struct ladder_files files;

	(void)state;
	make_place(place, sizeof(place));
	made_ladder(&ladder, rungs, RUNGS);
	made_ladder_set(&ladder.results[2], "ladder.kernel", "/home/someone/copy");
	save_all(&ladder, place);
	read_some(place, (const int[]){0, 2, -1}, &files);
	assert_int_equal(files.kernel_count, 1);
	ladder_files_clear(&files);
	made_ladder_clear(&ladder);
	remove_place(place);
}

static void leaves_out_earlier_ladders(void **state)
{
	char place[PATH_MAX - 64];
	struct text_list paths = {0};
	struct made_ladder ladder;
	struct ladder_files files;
	struct error error = {0};

	(void)state;
	make_place(place, sizeof(place));
	made_ladder(&ladder, rungs, RUNGS);
	for (size_t i = 0; i < RUNGS; i++) {
		made_ladder_set(&ladder.results[i], "ladder.session", i == 2 ? "1111" : "2222");
		ladder.results[i].started = i == 2 ? 1000 : 2000;
	}
	save_all(&ladder, place);
	assert_int_equal(text_list_add(&paths, place), 0);
	made_check(ladder_files_read(&paths, &files, &error), &error);
	assert_int_equal(files.count, 3);
	assert_int_equal(files.kernel_count, 2);
	assert_int_equal(files.left_out.count, 1);
	assert_non_null(strstr(files.left_out.items[0], names[2]));
	ladder_files_clear(&files);
	/* Who names it gets it. */
	read_some(place, (const int[]){0, 2, -1}, &files);
	assert_int_equal(files.count, 2);
	assert_int_equal(files.left_out.count, 0);
	ladder_files_clear(&files);
	text_list_clear(&paths);
	made_ladder_clear(&ladder);
	remove_place(place);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(comes_back_as_it_was),
		cmocka_unit_test(refuses_what_is_no_ladder),
		cmocka_unit_test(finds_the_first_rung_in_any_order),
		cmocka_unit_test(a_copied_image_is_the_same_kernel),
		cmocka_unit_test(leaves_out_earlier_ladders),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
