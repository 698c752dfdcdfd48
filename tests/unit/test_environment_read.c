/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_environment_read.c - texts of files are untrusted: bounded, one line, no control characters.
 */
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/unit/environment_check.h"

static void texts_become_one_clean_line(void **state)
{
	static const struct {
		const char *source;
		size_t length;
		const char *clean;
	} rows[] = {
		{"plain\n", 6, "plain"},
		{"a\nb\nc\n\n", 7, "a; b; c"},
		{"tab\there \t\r\n", 12, "tab here"},
		{"\033[2J\a", 5, "?[2J?"},
		{"in\0side", 7, "in?side"},
		{"\x7f", 1, "?"},
		{"caf\xc3\xa9", 5, "caf\xc3\xa9"},
		{"\xe2\x82\xac \xf0\x9f\x90\xa7", 8, "\xe2\x82\xac \xf0\x9f\x90\xa7"},
		{"cut \xe2\x82", 6, "cut ??"},
		{"\xc2\x9b"
		 "31m",
		 5, "??31m"},                    /* a C1 control starts an escape too */
		{"\xc0\xaf", 2, "??"},           /* overlong */
		{"\xe0\x80\xaf", 3, "???"},      /* overlong */
		{"\xed\xa0\x80", 3, "???"},      /* a surrogate */
		{"\xf4\x90\x80\x80", 4, "????"}, /* beyond Unicode */
		{"\xff\xfe", 2, "??"},
		{"", 0, ""},
		{"\n\n", 2, ""},
	};
	char clean[64];

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		text_clean(rows[i].source, rows[i].length, clean, sizeof(clean));
		assert_string_equal(clean, rows[i].clean);
	}
}

/* A memory checker sees the first byte beyond the end. */
static void long_texts_are_cut_and_say_so(void **state)
{
	char *clean;

	(void)state;
	for (size_t size = 4; size < 24; size++) {
		clean = malloc(size);
		assert_non_null(clean);
		text_clean("\xe2\x82\xac\nabcdefghijklmnopqrstuvwxyz", 30, clean, size);
		assert_true(strlen(clean) < size);
		assert_string_equal(clean + strlen(clean) - 3, "...");
		free(clean);
	}
}

static void lists_have_cpus(void **state)
{
	(void)state;
	assert_true(cpu_list_has("0-3,8", 2));
	assert_true(cpu_list_has("0-3,8", 8));
	assert_false(cpu_list_has("0-3,8", 7));
	assert_false(cpu_list_has("", 0));
	assert_false(cpu_list_has("5-2", 3));
	assert_false(cpu_list_has("none", 0));
}

/* A root in the temporary directory with one file, /file. */
struct small_root {
	char path[256];
	char file[300];
	struct environment_roots roots;
	struct environment environment;
	struct collection collection;
};

static void small_root_make(struct small_root *root, const char *text, size_t length)
{
	const char *directory = getenv("TMPDIR");
	FILE *file;

	*root = (struct small_root){0};
	snprintf(root->path, sizeof(root->path), "%s/environment.XXXXXX",
		 directory ? directory : "/tmp");
	assert_non_null(mkdtemp(root->path));
	snprintf(root->file, sizeof(root->file), "%s/file", root->path);
	file = fopen(root->file, "w");
	assert_non_null(file);
	assert_int_equal(fwrite(text, 1, length, file), length);
	assert_int_equal(fclose(file), 0);
	root->roots.root = root->path;
	root->collection = (struct collection){&root->environment, NULL, &root->roots, 0};
}

static void small_root_remove(struct small_root *root)
{
	assert_int_equal(unlink(root->file), 0);
	assert_int_equal(rmdir(root->path), 0);
	environment_clear(&root->environment);
}

static void large_files_are_bounded(void **state)
{
	static char text[100000];
	struct small_root root;
	const char *value;
	char part[16];

	(void)state;
	memset(text, 'x', sizeof(text));
	small_root_make(&root, text, sizeof(text));
	assert_true(collection_file(&root.collection, "a.b", "/file", NULL));
	value = environment_value(&root.environment, "a.b", "");
	assert_int_equal(strlen(value), VALUE_SIZE - 1);
	assert_string_equal(value + VALUE_SIZE - 4, "...");
	assert_int_equal(collection_read(&root.collection, "/file", part, sizeof(part)), 15);
	assert_string_equal(part, "xxxxxxxxxxxxxxx");
	small_root_remove(&root);
}

static void missing_files_have_reasons(void **state)
{
	struct small_root root;
	char longer[5000];

	(void)state;
	small_root_make(&root, "", 0);
	assert_false(collection_file(&root.collection, "a.b", "/none", "a hint"));
	assert_unknown(&root.environment, "a.b", "/none: No such file or directory; a hint");
	assert_true(collection_file(&root.collection, "a.c", "/file", NULL));
	assert_value(&root.environment, "a.c", "empty");
	assert_false(collection_file(&root.collection, "a.d", "/", NULL));
	assert_unknown(&root.environment, "a.d", "/: Is a directory");
	memset(longer, '/', sizeof(longer) - 1);
	longer[sizeof(longer) - 1] = '\0';
	assert_false(collection_file(&root.collection, "a.e", longer, NULL));
	assert_null(collection_open(&root.collection, "/none"));
	assert_null(collection_open_directory(&root.collection, "/file"));
	assert_int_equal(root.collection.failed, 0);
	small_root_remove(&root);
}

static void choices_stand_in_brackets(void **state)
{
	static const char *const texts[][2] = {{"none [kyber] bfq\n", "kyber"},
					       {"[none]", "none"},
					       {"write back\n", "write back"},
					       {"odd [thing", "odd [thing"}};

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		struct small_root root;

		small_root_make(&root, texts[i][0], strlen(texts[i][0]));
		collection_choice(&root.collection, "a.b", "/file", NULL);
		assert_value(&root.environment, "a.b", texts[i][1]);
		small_root_remove(&root);
	}
}

static void numbers_are_numbers(void **state)
{
	static const struct {
		const char *text;
		bool known;
		uint64_t number;
	} rows[] = {{"42\n", true, 42},
		    {"18446744073709551615", true, UINT64_MAX},
		    {"18446744073709551616", false, 0},
		    {"-1", false, 0},
		    {"", false, 0},
		    {"x1", false, 0}};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct small_root root;
		uint64_t number;

		small_root_make(&root, rows[i].text, strlen(rows[i].text));
		assert_int_equal(collection_read_number(&root.collection, "/file", &number),
				 rows[i].known);
		if (rows[i].known)
			assert_true(number == rows[i].number);
		small_root_remove(&root);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(texts_become_one_clean_line),
		cmocka_unit_test(long_texts_are_cut_and_say_so),
		cmocka_unit_test(lists_have_cpus),
		cmocka_unit_test(large_files_are_bounded),
		cmocka_unit_test(missing_files_have_reasons),
		cmocka_unit_test(choices_stand_in_brackets),
		cmocka_unit_test(numbers_are_numbers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
