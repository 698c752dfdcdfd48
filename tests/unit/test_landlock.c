/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_landlock.c - that a confined process reads what its rules allow and nothing else, how many
 * layers stack, and what is said where Landlock is not to be had.
 */
#include "tests/unit/confined_child.h"

#include <fcntl.h>
#include <limits.h>
#include <sys/stat.h>

#include "engine/variant/landlock.h"

/* A root with a file and, beside it, a directory that no rule allows. */
struct ground {
	char path[64];
	int fd;
	int root;
};

static void put_file(int directory, const char *name)
{
	int fd = openat(directory, name, O_CREAT | O_WRONLY | O_CLOEXEC, 0600);

	assert_true(fd >= 0);
	close(fd);
}

static int make_ground(void **state)
{
	static struct ground ground;

	snprintf(ground.path, sizeof(ground.path), "/tmp/lsmbench-test-landlock.XXXXXX");
	if (!mkdtemp(ground.path))
		return -1;
	ground.fd = open(ground.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	assert_int_equal(mkdirat(ground.fd, "root", 0700), 0);
	assert_int_equal(mkdirat(ground.fd, "root/rules", 0700), 0);
	assert_int_equal(mkdirat(ground.fd, "beside", 0700), 0);
	put_file(ground.fd, "root/inside");
	put_file(ground.fd, "root/rules/f0000000");
	put_file(ground.fd, "root/rules/f0000001");
	put_file(ground.fd, "beside/one");
	put_file(ground.fd, "beside/two");
	assert_int_equal(symlinkat("one", ground.fd, "beside/link"), 0);
	assert_int_equal(symlinkat("../beside/one", ground.fd, "root/out"), 0);
	ground.root = openat(ground.fd, "root", O_PATH | O_DIRECTORY | O_CLOEXEC);
	*state = &ground;
	return 0;
}

static int remove_ground(void **state)
{
	static const char *const names[] = {"root/rules/f0000000",
					    "root/rules/f0000001",
					    "root/inside",
					    "root/out",
					    "beside/one",
					    "beside/two",
					    "beside/link",
					    "root/rules",
					    "root",
					    "beside"};
	struct ground *ground = *state;

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (unlinkat(ground->fd, names[i], 0) < 0)
			unlinkat(ground->fd, names[i], AT_REMOVEDIR);
	close(ground->root);
	close(ground->fd);
	return rmdir(ground->path);
}

static void need_landlock(void)
{
	struct error error;

	if (landlock_check(&error) < 0) {
		print_message("%s\n", error.text);
		skip();
	}
}

static const char *outside_path(const struct ground *ground, const char *name)
{
	static char path[256];

	snprintf(path, sizeof(path), "%s/%s", ground->path, name);
	return path;
}

/* The errno of opening name, 0 when it opens. */
static int opening(const struct ground *ground, const char *name, int flags)
{
	int fd = openat(ground->fd, name, flags | O_CLOEXEC);

	if (fd < 0)
		return errno;
	close(fd);
	return 0;
}

static int reading(const struct ground *ground, const char *name)
{
	return opening(ground, name, O_RDONLY);
}

static void confine(uint32_t layers, const struct landlock_scope *scope)
{
	struct error error = {.text = ""};

	if (landlock_confine(layers, scope, &error) < 0) {
		fprintf(stderr, "%s\n", error.text);
		_exit(1);
	}
}

static void only_the_root_is_open(void *argument)
{
	const struct ground *ground = argument;
	const struct landlock_scope scope = {.root = ground->root};
	struct stat status;

	CHILD_CHECK(reading(ground, "beside/one") == 0);
	confine(3, &scope);
	CHILD_CHECK(reading(ground, "root/inside") == 0);
	CHILD_CHECK(reading(ground, "beside/one") == EACCES);
	CHILD_CHECK(reading(ground, "root/out") == EACCES);
	CHILD_CHECK(reading(ground, "beside") == EACCES);
	CHILD_CHECK(reading(ground, "/proc/self/status") == EACCES);
	CHILD_CHECK(fstatat(ground->fd, "beside/one", &status, 0) == 0);
}

static void only_the_root_is_changed(void *argument)
{
	const struct ground *ground = argument;
	const struct landlock_scope scope = {.root = ground->root};

	confine(1, &scope);
	CHILD_CHECK(mkdirat(ground->fd, "root/new", 0700) == 0);
	CHILD_CHECK(unlinkat(ground->fd, "root/new", AT_REMOVEDIR) == 0);
	CHILD_CHECK(mkdirat(ground->fd, "beside/new", 0700) < 0 && errno == EACCES);
}

static void test_only_the_root_is_open(void **state)
{
	need_landlock();
	in_child(only_the_root_is_open, *state);
	in_child(only_the_root_is_changed, *state);
}

static void a_file_outside_is_read(void *argument)
{
	const struct ground *ground = argument;
	const struct landlock_scope scope = {.root = ground->root,
					     .outside = outside_path(ground, "beside/one")};

	confine(1, &scope);
	CHILD_CHECK(reading(ground, "beside/one") == 0);
	CHILD_CHECK(reading(ground, "beside/two") == EACCES);
	CHILD_CHECK(opening(ground, "beside/one", O_WRONLY) == EACCES);
}

static void a_directory_outside_is_read(void *argument)
{
	const struct ground *ground = argument;
	const struct landlock_scope scope = {.root = ground->root,
					     .outside = outside_path(ground, "beside/link"),
					     .whole_directory = true};

	confine(1, &scope);
	CHILD_CHECK(reading(ground, "beside/one") == 0);
	CHILD_CHECK(reading(ground, "beside/two") == 0);
	CHILD_CHECK(reading(ground, "beside") == 0);
	CHILD_CHECK(mkdirat(ground->fd, "beside/new", 0700) < 0 && errno == EACCES);
	CHILD_CHECK(reading(ground, "..") == EACCES);
}

/* An own path may be a directory: then it is listed, and what is in it is read. */
static void an_own_directory_is_read(void *argument)
{
	const struct ground *ground = argument;
	const struct landlock_scope scope = {.root = ground->root,
					     .outside = outside_path(ground, "beside")};

	confine(1, &scope);
	CHILD_CHECK(reading(ground, "beside") == 0);
	CHILD_CHECK(reading(ground, "..") == EACCES);
}

static void test_what_a_case_needs_outside_is_read(void **state)
{
	need_landlock();
	in_child(a_file_outside_is_read, *state);
	in_child(a_directory_outside_is_read, *state);
	in_child(an_own_directory_is_read, *state);
}

static void a_missing_path_is_named(void *argument)
{
	const struct ground *ground = argument;
	struct landlock_scope scope = {.root = ground->root,
				       .outside = outside_path(ground, "beside/three")};
	struct error error;

	CHILD_CHECK(landlock_confine(1, &scope, &error) == -ENOENT);
	CHILD_CHECK(strstr(error.text, "beside/three"));
	scope.whole_directory = true;
	CHILD_CHECK(landlock_confine(1, &scope, &error) == -ENOENT);
	CHILD_CHECK(strstr(error.text, "beside/three"));
	/* Nothing was confined. */
	CHILD_CHECK(reading(ground, "beside/one") == 0);
}

static void test_a_missing_path_is_named(void **state)
{
	need_landlock();
	in_child(a_missing_path_is_named, *state);
}

static void fillers_are_rules(void *argument)
{
	const struct ground *ground = argument;
	struct landlock_scope scope = {.root = ground->root, .fillers = 3};
	struct error error;

	CHILD_CHECK(landlock_confine(1, &scope, &error) == -ENOENT);
	CHILD_CHECK(strstr(error.text, "one of 3 landlock rules"));
	scope.fillers = 2;
	confine(1, &scope);
	CHILD_CHECK(reading(ground, "root/rules/f0000001") == 0);
	CHILD_CHECK(reading(ground, "beside/one") == EACCES);
}

static void test_fillers_are_rules(void **state)
{
	need_landlock();
	in_child(fillers_are_rules, *state);
}

static void sixteen_layers_stack(void *argument)
{
	const struct ground *ground = argument;
	const struct landlock_scope scope = {.root = ground->root};
	struct error error;

	confine(16, &scope);
	CHILD_CHECK(reading(ground, "root/inside") == 0);
	CHILD_CHECK(reading(ground, "beside/one") == EACCES);
	CHILD_CHECK(landlock_confine(1, &scope, &error) == -E2BIG);
	CHILD_CHECK(strstr(error.text, "layer 1 of 1 is one too many"));
	CHILD_CHECK(strstr(error.text, "carried 16 before"));
}

static void test_the_seventeenth_layer_is_refused(void **state)
{
	need_landlock();
	in_child(sixteen_layers_stack, *state);
}

static void test_rights_are_those_of_the_abi(void **state)
{
	(void)state;
	assert_int_equal(landlock_handled(-ENOSYS), 0);
	assert_int_equal(landlock_handled(0), 0);
	assert_int_equal(landlock_handled(1), 0x1fff);
	assert_int_equal(landlock_handled(2), 0x3fff);
	assert_int_equal(landlock_handled(3), 0x7fff);
	assert_int_equal(landlock_handled(4), 0x7fff);
	for (int abi = 5; abi < 40; abi++)
		assert_int_equal(landlock_handled(abi), 0xffff);
}

static void test_the_description_tells_rights_and_rules(void **state)
{
	char text[512];

	(void)state;
	landlock_describe(4, text, sizeof(text));
	assert_non_null(strstr(text, "ABI 4, handled rights 0x7fff;"));
	assert_non_null(strstr(text, "below the scratch root"));
	landlock_describe(LANDLOCK_ABI_KNOWN + 1, text, sizeof(text));
	assert_non_null(strstr(text, "newer ABI are left unhandled"));
}

struct refusal {
	int code;
	const char *words;
};

static void landlock_answers(void *argument)
{
	const struct refusal *refusal = argument;
	const struct landlock_scope scope = {.root = -1};
	struct error error;

	child_forbid(444, refusal->code);
	CHILD_CHECK(landlock_check(&error) == -refusal->code);
	CHILD_CHECK(strstr(error.text, refusal->words));
	CHILD_CHECK(!strchr(error.text, '\n'));
	CHILD_CHECK(landlock_confine(1, &scope, &error) == -refusal->code);
}

static void test_what_is_missing_is_named_with_a_remedy(void **state)
{
	struct refusal refusals[] = {
		{ENOSYS, "CONFIG_SECURITY_LANDLOCK=y"},
		{EOPNOTSUPP, "not in the active LSM list"},
		{EOPNOTSUPP, "boot with lsm=landlock,"},
		{EPERM, "seccomp filter"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(refusals) / sizeof(refusals[0]); i++)
		in_child(landlock_answers, &refusals[i]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_only_the_root_is_open),
		cmocka_unit_test(test_what_a_case_needs_outside_is_read),
		cmocka_unit_test(test_a_missing_path_is_named),
		cmocka_unit_test(test_fillers_are_rules),
		cmocka_unit_test(test_the_seventeenth_layer_is_refused),
		cmocka_unit_test(test_rights_are_those_of_the_abi),
		cmocka_unit_test(test_the_description_tells_rights_and_rules),
		cmocka_unit_test(test_what_is_missing_is_named_with_a_remedy),
	};

	return cmocka_run_group_tests(tests, make_ground, remove_ground);
}
