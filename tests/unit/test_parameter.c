/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_parameter.c - canonical spellings, paths of every depth, and what is refused.
 */
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/operation/parameter.h"

static void check(const struct parameter *parameter, const char *text, const char *expected)
{
	struct error error = {.text = ""};
	char *value = NULL;
	int code = parameter_parse(parameter, text, &value, &error);

	if (!expected) {
		assert_true(code < 0);
		assert_string_not_equal(error.text, "");
		assert_null(strchr(error.text, '\n'));
		return;
	}
	assert_int_equal(code, 0);
	assert_string_equal(value, expected);
	free(value);
}

static void test_canonical_values(void **state)
{
	(void)state;
	check(&parameter_path, "FFF", "FFF");
	check(&parameter_path, "1", "FFF");
	check(&parameter_path, "2", "XXX/FFF");
	check(&parameter_path, "depth:4", "XXX/YYY/ZZZ/FFF");
	check(&parameter_path, "8", "XXX/YYY/ZZZ/AAA/BBB/CCC/DDD/FFF");
	check(&parameter_path, "3", "depth:3");
	check(&parameter_path, "1024", "depth:1024");
	check(&parameter_path, "/etc/hostname", "/etc/hostname");
	check(&parameter_directory, "100", "DIR100");
	check(&parameter_directory, "DIR0", "DIR0");
	check(&parameter_directory, "1000000", "DIR1000000");
	check(&parameter_directory, "007", "DIR7");
	check(&parameter_descriptors, "10", "FD10");
	check(&parameter_processes, "2p/16K", "2p/16K");
	check(&parameter_processes, "2/16384", "2p/16K");
	check(&parameter_processes, "96p/0", "96p/0K");
	check(&parameter_file_size, "10k", "10K");
	check(&parameter_file_size, "1025", "1025");
	check(&parameter_size, "8m", "8M");
	check(&parameter_size, "8192K", "8M");
	check(&parameter_size, "2G", "2G");
	check(&parameter_pages, "64", "PAGES64");
	check(&parameter_clients, "4", "4c");
	check(&parameter_clients, "1c", "1c");
	check(&parameter_none, "", "");
}

static void test_refusals(void **state)
{
	static const char *const paths[] = {"0",
					    "1025",
					    "-1",
					    "4.5",
					    "YYY",
					    "",
					    "depth:",
					    "depth:0",
					    "/a\x1b[31m",
					    "/tmp/h\xc3\xa9",
					    "99999999999999999999"};
	static const char *const sizes[] = {"1000001", "-1",  "1e3", "",
					    "DIR",     "FFF", " 1",  "99999999999999999999"};
	static const char *const pairs[] = {"2p",   "2p/",    "1p/0K",   "2p/65M",
					    "/16K", "2q/16K", "2p/16K/1"};
	static const char *const bytes[] = {"8X",  "8MM", "M", "-8M", "18014398509481984K",
					    "511", "17G"};

	(void)state;
	for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++)
		check(&parameter_processes, pairs[i], NULL);
	for (size_t i = 0; i < sizeof(bytes) / sizeof(bytes[0]); i++)
		check(&parameter_size, bytes[i], NULL);
	for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++)
		check(&parameter_path, paths[i], NULL);
	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++)
		check(&parameter_directory, sizes[i], NULL);
	check(&parameter_none, "FFF", NULL);
}

static void test_numbers_of_values(void **state)
{
	(void)state;
	assert_int_equal(parameter_number(&parameter_directory, "DIR100"), 100);
	assert_int_equal(parameter_number(&parameter_size, "8M"), 8 << 20);
	assert_int_equal(parameter_number(&parameter_processes, "96p/64K"), 96);
	assert_int_equal(parameter_second(&parameter_processes, "96p/64K"), 65536);
	assert_int_equal(parameter_second(&parameter_directory, "DIR100"), 0);
	assert_int_equal(parameter_number(&parameter_path, "FFF"), 0);
	assert_ptr_equal(parameter_by_option("working-sets"), &parameter_working_set);
	assert_null(parameter_by_option("paths"));
}

static void test_every_depth(void **state)
{
	(void)state;
	for (unsigned int depth = 1; depth <= PATH_DEPTH_MAXIMUM; depth++) {
		char path[PATH_MAX];
		unsigned int slashes = 0;

		assert_int_equal(path_of_depth(depth, path, sizeof(path), NULL), 0);
		for (const char *c = path; *c; c++)
			slashes += *c == '/';
		assert_int_equal(slashes, depth - 1);
		assert_int_equal(strlen(path), 4 * depth - 1);
		assert_string_equal(path + strlen(path) - 3, "FFF");
	}
	assert_true(path_of_depth(PATH_DEPTH_MAXIMUM + 1, (char[8192]){0}, 8192, NULL) < 0);
}

static void test_components(void **state)
{
	(void)state;
	assert_int_equal(parameter_components("FFF", NULL), 1);
	assert_int_equal(parameter_components("XXX/../FFF", NULL), 3);
	assert_int_equal(parameter_components("XXX/YYY/../../AAA/BBB/../../FFF", NULL), 9);
	assert_int_equal(parameter_components("depth:17", NULL), 17);
	assert_int_equal(parameter_components("/etc//hostname", NULL), 2);
	assert_int_equal(parameter_components("default", "/a/b/c"), 3);
	assert_true(parameter_fits_line("depth:17"));
	assert_false(parameter_fits_line("XXX/YYY/ZZZ/LLL"));
	assert_false(parameter_fits_line("default"));
	assert_false(parameter_fits_line("/etc/hostname"));
	assert_true(parameter_is_missing("XXX/YYY/ZZZ/NNN"));
	assert_false(parameter_is_missing("depth:17"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_canonical_values),  cmocka_unit_test(test_refusals),
		cmocka_unit_test(test_numbers_of_values), cmocka_unit_test(test_every_depth),
		cmocka_unit_test(test_components),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
