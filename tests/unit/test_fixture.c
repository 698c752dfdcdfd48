/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Fixtures: exactly what a specification asks for is built, and all of it goes again.
 */
#include "tests/unit/playground.h"

#include "fixtures/fixture.h"

/* A fixture's parent directory in the playground. */
static int open_parent(const struct playground *play)
{
	int fd = open(play->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	assert_true(fd >= 0);
	return fd;
}

static void set_path(struct fixture_spec *spec, const char *path)
{
	*spec = (struct fixture_spec){.kind = FIXTURE_PATH};
	assert_true(strlen(path) < sizeof(spec->path));
	memcpy(spec->path, path, strlen(path) + 1);
}

static void build(int parent, const struct fixture_spec *spec)
{
	struct error error = {""};

	if (fixture_build(parent, "case", spec, NULL, NULL, &error) != 0)
		fail_msg("%s", error.text);
}

static void take_away(int parent, const struct playground *play)
{
	struct error error = {""};

	if (fixture_remove(parent, "case", NULL, NULL, &error) != 0)
		fail_msg("%s", error.text);
	assert_int_equal(playground_entries(play->path), 0);
	close(parent);
}

static uint64_t count(int parent, const char *name)
{
	int fd = openat(parent, name, O_PATH | O_DIRECTORY | O_CLOEXEC);
	uint64_t result = 0;

	assert_true(fd >= 0);
	assert_int_equal(fixture_count(fd, &result, NULL), 0);
	close(fd);
	return result;
}

static void check_file(int parent, const char *path)
{
	struct stat status;

	if (fstatat(parent, path, &status, AT_SYMLINK_NOFOLLOW) < 0)
		fail_msg("%s: %s", path, strerror(errno));
	assert_true(S_ISREG(status.st_mode));
	assert_int_equal(status.st_size, 0);
	assert_int_equal(status.st_mode & 0600, 0600);
}

static void test_empty_fixture(void **state)
{
	const struct playground *play = *state;
	struct fixture_spec spec = {.kind = FIXTURE_NONE};
	int parent = open_parent(play);

	build(parent, &spec);
	assert_int_equal(count(parent, "case"), 0);
	take_away(parent, play);
}

static void check_directory(const struct playground *play, uint64_t files, const char *worked_on)
{
	struct fixture_spec spec = {.kind = FIXTURE_DIRECTORY, .files = files};
	int parent = open_parent(play);
	char name[32];

	snprintf(spec.worked_on, sizeof(spec.worked_on), "%s", worked_on);
	build(parent, &spec);
	assert_int_equal(count(parent, "case"), files + (worked_on[0] ? 1 : 0));
	for (uint64_t i = 0; i < files; i++) {
		snprintf(name, sizeof(name), "case/f%07u", (unsigned int)i);
		check_file(parent, name);
	}
	snprintf(name, sizeof(name), "case/%s", worked_on);
	if (worked_on[0])
		check_file(parent, name);
	take_away(parent, play);
}

static void test_directories_hold_their_files(void **state)
{
	check_directory(*state, 0, "");
	check_directory(*state, 0, "work");
	check_directory(*state, 1, "");
	check_directory(*state, 10, "work");
	check_directory(*state, 1234, "work");
	check_directory(*state, 2500, "");
}

/* What a path fixture must come to: its objects and no others, counted as entries. */
struct shape {
	const char *path;
	const char *files;       /* separated by spaces */
	const char *directories; /* likewise */
	const char *links;       /* name=target, likewise */
};

static const struct shape shapes[] = {
	{"FFF", "FFF", "", ""},
	{"XXX/FFF", "XXX/FFF", "XXX", ""},
	{"XXX/YYY/ZZZ/FFF", "XXX/YYY/ZZZ/FFF", "XXX XXX/YYY XXX/YYY/ZZZ", ""},
	{"XXX/YYY/ZZZ/LLL", "XXX/YYY/ZZZ/FFF", "XXX XXX/YYY XXX/YYY/ZZZ", "XXX/YYY/ZZZ/LLL=FFF"},
	{"LLL/YYY/ZZZ/FFF", "XXX/YYY/ZZZ/FFF", "XXX XXX/YYY XXX/YYY/ZZZ", "LLL=XXX"},
	{"XXX/YYY/ZZZ/NNN", "", "XXX XXX/YYY XXX/YYY/ZZZ", ""},
	{"NNN/YYY/ZZZ/FFF", "", "", ""},
	{"XXX/../FFF", "FFF", "XXX", ""},
	{"XXX/YYY/../../AAA/BBB/../../FFF", "FFF", "XXX XXX/YYY AAA AAA/BBB", ""},
	{"XXX/../XXX/FFF", "XXX/FFF", "XXX", ""},
	{"LLL", "FFF", "", "LLL=FFF"},
	{"XXX/..", "", "XXX", ""},
};

static unsigned int check_list(int fd, const char *list, mode_t type)
{
	char words[256];
	unsigned int found = 0;

	snprintf(words, sizeof(words), "%s", list);
	for (char *word = strtok(words, " "); word; word = strtok(NULL, " ")) {
		char target[64] = "";
		char *wanted = strchr(word, '=');
		struct stat status;

		if (wanted)
			*wanted++ = '\0';
		if (fstatat(fd, word, &status, AT_SYMLINK_NOFOLLOW) < 0)
			fail_msg("%s: %s", word, strerror(errno));
		assert_int_equal(status.st_mode & S_IFMT, type);
		if (wanted) {
			assert_true(readlinkat(fd, word, target, sizeof(target) - 1) > 0);
			assert_string_equal(target, wanted);
		}
		found++;
	}
	return found;
}

static unsigned int entries_below; /* counted by nftw, which hands nothing over */

static int count_one(const char *path, const struct stat *status, int type, struct FTW *ftw)
{
	(void)path;
	(void)status;
	(void)type;
	entries_below += ftw->level > 0;
	return 0;
}

static void check_shape(const struct playground *play, const struct shape *shape)
{
	struct fixture_spec spec;
	struct stat status;
	int parent = open_parent(play);
	unsigned int found;
	int fd;

	set_path(&spec, shape->path);
	build(parent, &spec);
	fd = openat(parent, "case", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	assert_true(fd >= 0);
	found = check_list(fd, shape->files, S_IFREG);
	found += check_list(fd, shape->directories, S_IFDIR);
	found += check_list(fd, shape->links, S_IFLNK);
	entries_below = 0;
	nftw(playground_join(play->path, "case").text, count_one, 8, FTW_PHYS);
	assert_int_equal(entries_below, found);
	if (strstr(shape->path, "NNN"))
		assert_true(fstatat(fd, shape->path, &status, 0) < 0 && errno == ENOENT);
	else
		assert_int_equal(fstatat(fd, shape->path, &status, 0), 0);
	close(fd);
	take_away(parent, play);
}

static void test_shapes_hold_their_objects(void **state)
{
	for (size_t i = 0; i < sizeof(shapes) / sizeof(shapes[0]); i++)
		check_shape(*state, &shapes[i]);
}

/* As long as PATH_MAX allows, as many components as that allows, and hardly any descriptors. */
static void check_longest(const struct playground *play, const char *component)
{
	struct fixture_spec spec = {.kind = FIXTURE_PATH};
	struct rlimit before;
	struct stat status;
	size_t length = strlen(component);
	size_t used = 0;
	int parent = open_parent(play);
	int fd;

	for (; used + length + 3 < PATH_MAX; used += length)
		memcpy(spec.path + used, component, length);
	memcpy(spec.path + used, "FFF", 4);
	playground_leave_descriptors(&before, 4);
	build(parent, &spec);
	fd = openat(parent, "case", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	assert_true(fd >= 0);
	assert_int_equal(fstatat(fd, spec.path, &status, 0), 0);
	close(fd);
	take_away(parent, play);
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &before), 0);
}

static void test_longest_paths_need_few_descriptors(void **state)
{
	check_longest(*state, "XXX/");
	check_longest(*state, "a-rather-long-name-of-a-directory-that-stands-in-the-middle/");
}

static void refuse(const struct playground *play, const char *name, const struct fixture_spec *spec,
		   int code)
{
	struct error error = {""};
	int parent = open_parent(play);

	assert_int_equal(fixture_build(parent, name, spec, NULL, NULL, &error), code);
	assert_true(error.text[0]);
	assert_null(strchr(error.text, '\n'));
	assert_int_equal(playground_entries(play->path), 0);
	close(parent);
}

static void refuse_path(const struct playground *play, const char *path, int code)
{
	struct fixture_spec spec;

	set_path(&spec, path);
	refuse(play, "case", &spec, code);
}

static void test_bad_specifications_leave_nothing(void **state)
{
	const struct playground *play = *state;
	struct fixture_spec spec = {.kind = FIXTURE_DIRECTORY, .files = 3};
	char component[NAME_MAX + 10];

	refuse(play, "", &spec, -EINVAL);
	refuse(play, ".", &spec, -EINVAL);
	refuse(play, "..", &spec, -EINVAL);
	refuse(play, "a/b", &spec, -EINVAL);
	memset(component, 'c', sizeof(component) - 1);
	component[sizeof(component) - 1] = '\0';
	refuse(play, component, &spec, -ENAMETOOLONG);
	refuse_path(play, component, -ENAMETOOLONG);
	refuse_path(play, "", -EINVAL);
	refuse_path(play, "/FFF", -EINVAL);
	refuse_path(play, "XXX/", -EINVAL);
	refuse_path(play, "XXX//FFF", -EINVAL);
	refuse_path(play, "XXX/./FFF", -EINVAL);
	refuse_path(play, "../FFF", -EINVAL);
	refuse_path(play, "XXX/../../FFF", -EINVAL);
	snprintf(spec.worked_on, sizeof(spec.worked_on), "a/b");
	refuse(play, "case", &spec, -EINVAL);
	snprintf(spec.worked_on, sizeof(spec.worked_on), "f0000001");
	refuse(play, "case", &spec, -EEXIST);
	memset(spec.worked_on, 'w', sizeof(spec.worked_on));
	refuse(play, "case", &spec, -EINVAL);
	spec = (struct fixture_spec){.kind = FIXTURE_DIRECTORY, .files = 10000000};
	refuse(play, "case", &spec, -EINVAL);
	set_path(&spec, "FFF");
	memset(spec.path, 'p', sizeof(spec.path));
	refuse(play, "case", &spec, -EINVAL);
}

static void test_what_stands_there_is_not_touched(void **state)
{
	const struct playground *play = *state;
	struct fixture_spec spec = {.kind = FIXTURE_DIRECTORY, .files = 3};
	struct error error;
	int parent = open_parent(play);

	build(parent, &spec);
	assert_int_equal(fixture_build(parent, "case", &spec, NULL, NULL, &error), -EEXIST);
	playground_check_message(&error, "/case");
	assert_int_equal(count(parent, "case"), 3);
	take_away(parent, play);
}

/* What a progress function saw, and when it interrupts. */
struct watch {
	uint64_t stop_at;
	uint64_t calls;
	uint64_t last;
	uint64_t total;
	bool falling; /* done has fallen: the build is being undone */
	uint64_t widest;
};

static int watch_progress(void *argument, uint64_t done, uint64_t total)
{
	struct watch *watch = argument;

	watch->calls++;
	watch->total = total;
	if (done < watch->last)
		watch->falling = true;
	else if (done - watch->last > watch->widest)
		watch->widest = done - watch->last;
	watch->last = done;
	return done >= watch->stop_at;
}

static void test_progress_is_told_often(void **state)
{
	const struct playground *play = *state;
	struct fixture_spec spec = {.kind = FIXTURE_DIRECTORY, .files = 3000, .worked_on = "work"};
	struct watch watch = {.stop_at = UINT64_MAX};
	struct error error;
	int parent = open_parent(play);

	assert_int_equal(fixture_build(parent, "case", &spec, watch_progress, &watch, &error), 0);
	assert_int_equal(watch.total, 3001);
	assert_int_equal(watch.last, 3001);
	assert_false(watch.falling);
	assert_in_range(watch.widest, 1, 256);

	watch = (struct watch){.stop_at = UINT64_MAX};
	assert_int_equal(fixture_remove(parent, "case", watch_progress, &watch, &error), 0);
	assert_int_equal(watch.total, 3000);
	assert_in_range(watch.widest, 1, 256);
	assert_int_equal(playground_entries(play->path), 0);
	close(parent);
}

static void interrupt(const struct playground *play, const struct fixture_spec *spec, uint64_t at)
{
	struct watch watch = {.stop_at = at};
	struct error error;
	int parent = open_parent(play);

	assert_int_equal(fixture_build(parent, "case", spec, watch_progress, &watch, &error),
			 -EINTR);
	playground_check_message(&error, "/case");
	assert_int_equal(playground_entries(play->path), 0);
	if (at > 1000)
		assert_true(watch.falling);
	close(parent);
}

static void test_interrupted_builds_leave_nothing(void **state)
{
	struct fixture_spec spec = {.kind = FIXTURE_DIRECTORY, .files = 2000};

	interrupt(*state, &spec, 0);
	interrupt(*state, &spec, 1);
	interrupt(*state, &spec, 1001);
	interrupt(*state, &spec, 1990);
	set_path(&spec, "XXX/YYY/ZZZ/FFF");
	interrupt(*state, &spec, 0);
	interrupt(*state, &spec, 4);
}

static void test_interrupted_removal_can_be_finished(void **state)
{
	const struct playground *play = *state;
	struct fixture_spec spec = {.kind = FIXTURE_DIRECTORY, .files = 2000, .worked_on = "work"};
	struct watch watch = {.stop_at = 1000};
	struct error error;
	int parent = open_parent(play);

	build(parent, &spec);
	assert_int_equal(fixture_remove(parent, "case", watch_progress, &watch, &error), -EINTR);
	assert_in_range(count(parent, "case"), 1, 1001);
	/* Now the numbers begin with a gap: the directory is read instead. */
	watch = (struct watch){.stop_at = 500};
	assert_int_equal(fixture_remove(parent, "case", watch_progress, &watch, &error), -EINTR);
	assert_in_range(count(parent, "case"), 1, 501);
	take_away(parent, play);
}

/* An operation may have left anything in its directory. */
static void test_foreign_entries_go_too(void **state)
{
	const struct playground *play = *state;
	struct fixture_spec spec = {.kind = FIXTURE_DIRECTORY, .files = 300};
	int parent = open_parent(play);

	build(parent, &spec);
	assert_int_equal(unlinkat(parent, "case/f0000150", 0), 0);
	assert_int_equal(unlinkat(parent, "case/f0000200", 0), 0);
	assert_int_equal(mkdirat(parent, "case/f0000200", 0700), 0);
	assert_int_equal(symlinkat(play->canary, parent, "case/f0000200/canary"), 0);
	assert_int_equal(symlinkat(play->canary, parent, "case/f0000150"), 0);
	assert_int_equal(mkfifoat(parent, "case/pipe", 0600), 0);
	take_away(parent, play);
	playground_check_canary(play);
}

static void test_removal_follows_no_link(void **state)
{
	const struct playground *play = *state;
	struct error error;
	int parent = open_parent(play);

	assert_int_equal(symlinkat(play->canary, parent, "case"), 0);
	assert_true(fixture_remove(parent, "case", NULL, NULL, &error) < 0);
	playground_check_message(&error, "/case");
	playground_check_canary(play);
	assert_int_equal(playground_entries(play->path), 1);
	assert_int_equal(fixture_remove(parent, "missing", NULL, NULL, &error), -ENOENT);
	assert_int_equal(fixture_remove(parent, "../canary", NULL, NULL, &error), -EINVAL);
	playground_check_canary(play);
	close(parent);
}

/* What moves a directory out of the tree while that is being removed. */
struct mover {
	int parent;
	bool moved;
};

static int move_away(void *argument, uint64_t done, uint64_t total)
{
	struct mover *mover = argument;

	(void)total;
	if (done == 0 || mover->moved)
		return 0;
	mover->moved = true;
	return renameat(mover->parent, "case/a/b", mover->parent, "outside/b");
}

/* The way up from a directory that was moved leads somewhere else: nothing may be removed there. */
static void test_directory_that_moves_leads_nobody_astray(void **state)
{
	const struct playground *play = *state;
	struct fixture_spec spec = {.kind = FIXTURE_DIRECTORY, .files = 600};
	struct mover mover = {.parent = open_parent(play)};
	struct error error;

	assert_int_equal(mkdirat(mover.parent, "outside", 0700), 0);
	playground_write(playground_join(play->path, "outside/precious").text, "x");
	assert_int_equal(mkdirat(mover.parent, "case", 0700), 0);
	assert_int_equal(mkdirat(mover.parent, "case/a", 0700), 0);
	assert_int_equal(fixture_build(mover.parent, "b", &spec, NULL, NULL, &error), 0);
	assert_int_equal(renameat(mover.parent, "b", mover.parent, "case/a/b"), 0);
	assert_int_equal(fixture_remove(mover.parent, "case", move_away, &mover, &error), -EBUSY);
	assert_true(mover.moved);
	assert_true(playground_exists(playground_join(play->path, "outside/precious").text));
	close(mover.parent);
}

static void test_count_moves_nobodys_place(void **state)
{
	const struct playground *play = *state;
	struct fixture_spec spec = {.kind = FIXTURE_DIRECTORY, .files = 2000};
	char buffer[1024];
	int parent = open_parent(play);
	uint64_t files = 0;
	off_t place;
	int fd;

	build(parent, &spec);
	fd = openat(parent, "case", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	assert_true(getdents64(fd, buffer, sizeof(buffer)) > 0);
	place = lseek(fd, 0, SEEK_CUR);
	assert_int_equal(fixture_count(fd, &files, NULL), 0);
	assert_int_equal(files, 2000);
	assert_int_equal(lseek(fd, 0, SEEK_CUR), place);
	close(fd);
	assert_int_equal(fixture_count(-1, &files, NULL), -EBADF);
	take_away(parent, play);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		PLAY(test_empty_fixture),
		PLAY(test_directories_hold_their_files),
		PLAY(test_shapes_hold_their_objects),
		PLAY(test_longest_paths_need_few_descriptors),
		PLAY(test_bad_specifications_leave_nothing),
		PLAY(test_what_stands_there_is_not_touched),
		PLAY(test_progress_is_told_often),
		PLAY(test_interrupted_builds_leave_nothing),
		PLAY(test_interrupted_removal_can_be_finished),
		PLAY(test_foreign_entries_go_too),
		PLAY(test_removal_follows_no_link),
		PLAY(test_directory_that_moves_leads_nobody_astray),
		PLAY(test_count_moves_nobodys_place),
	};

	return cmocka_run_group_tests_name("fixture", tests, NULL, NULL);
}
