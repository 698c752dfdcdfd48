/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_nearest.c - offers for mistyped names, and untrusted text in messages.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/text/nearest.h"
#include "fixtures/failure.h"
#include "fixtures/text_show.h"

static const char *const names[] = {"stat",  "fstatat", "open-close",
				    "chmod", "rename",  "rename-create"};

static const char *name_at(const void *table, size_t index)
{
	(void)table;
	return names[index];
}

static void expect(const char *word, const char *offer)
{
	char buffer[128];

	assert_string_equal(nearest_names(word, name_at, NULL, sizeof(names) / sizeof(names[0]),
					  buffer, sizeof(buffer)),
			    offer);
}

static void the_nearest_come_first(void **state)
{
	char small[10];

	(void)state;
	expect("stta", ", did you mean stat?");
	expect("sttat", ", did you mean stat or fstatat?");
	expect("renam", ", did you mean rename or rename-create?");
	expect("close", ", did you mean open-close?");
	expect("xyzzy", "");
	expect("", "");
	nearest_names("stta", name_at, NULL, 6, small, sizeof(small));
	assert_string_equal(small, ", did you");
}

static void nothing_in_a_message_reaches_the_terminal(void **state)
{
	char shown[TEXT_SHOW_SIZE];
	char many[300];

	(void)state;
	assert_string_equal(text_show("a\x1b[2J\n\x7f", 7, shown), "a\\x1b[2J\\x0a\\x7f");
	assert_string_equal(text_show("M\xc3\xbcller", 7, shown), "M\xc3\xbcller");
	assert_string_equal(text_show("\xc2\x9b"
				      "1m",
				      4, shown),
			    "\\xc2\\x9b1m");
	assert_string_equal(text_show("\xff\xc3", 2, shown), "\\xff\\xc3");
	assert_string_equal(text_show("\xed\xa0\x80", 3, shown), "\\xed\\xa0\\x80");
	assert_string_equal(text_show("a\0b", 3, shown), "a\\x00b");
	memset(many, '\x1b', sizeof(many));
	text_show(many, sizeof(many), shown);
	assert_true(strlen(shown) < TEXT_SHOW_SIZE);
	assert_string_equal(shown + strlen(shown) - 3, "...");
}

static void no_file_name_reaches_the_terminal(void **state)
{
	struct error error;

	(void)state;
	assert_int_equal(failure_path(&error, -EIO, "open", "/a\xc2\x9b\xff\nb"), -EIO);
	assert_non_null(strstr(error.text, " /a\\xc2\\x9b\\xff\\x0ab: "));
}

static void writing_safely_leaves_nothing_out(void **state)
{
	static const char text[] = "caf\xc3\xa9 \x1b[1m";
	char *written = NULL;
	size_t length;
	FILE *file = open_memstream(&written, &length);

	(void)state;
	assert_non_null(file);
	for (int i = 0; i < 100; i++)
		text_write_safe(text, file);
	fclose(file);
	assert_int_equal(length, 100 * strlen("caf\xc3\xa9 \\x1b[1m"));
	assert_null(strchr(written, '\x1b'));
	free(written);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_nearest_come_first),
		cmocka_unit_test(nothing_in_a_message_reaches_the_terminal),
		cmocka_unit_test(no_file_name_reaches_the_terminal),
		cmocka_unit_test(writing_safely_leaves_nothing_out),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
