/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_words.c - a command line is taken apart as a shell does it, as far as words.h says.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "engine/text/words.h"

/* text must come to the words in expected, each ended by "|". */
static void expect(const char *text, const char *expected)
{
	struct text_list words = {0};
	char joined[256] = "";
	struct error error;

	if (words_split(text, &words, &error) < 0)
		fail_msg("%s: %s", text, error.text);
	for (size_t i = 0; i < words.count; i++) {
		strcat(joined, words.items[i]);
		strcat(joined, "|");
	}
	assert_string_equal(joined, expected);
	text_list_clear(&words);
}

static void refuse(const char *text, const char *reason)
{
	struct text_list words = {0};
	struct error error;

	assert_int_equal(words_split(text, &words, &error), -EINVAL);
	assert_non_null(strstr(error.text, reason));
	text_list_clear(&words);
}

static void blanks_separate(void **state)
{
	(void)state;
	expect("", "");
	expect(" \t ", "");
	expect("bwrap --dev-bind / / --", "bwrap|--dev-bind|/|/|--|");
	expect("  a\tb  ", "a|b|");
}

static void quotes_and_backslashes_keep_characters(void **state)
{
	(void)state;
	expect("a 'b  c' d", "a|b  c|d|");
	expect("'' \"\"", "||");
	expect("a'b'\"c\"d", "abcd|");
	expect("'a\\b\"c'", "a\\b\"c|");
	expect("\"a\\\"b\\\\c\\d'e\\$f\"", "a\"b\\c\\d'e$f|");
	expect("a\\ b \\'c \\\\", "a b|'c|\\|");
	expect("$HOME ~ * #x", "$HOME|~|*|#x|");
}

static void what_is_not_closed_is_refused(void **state)
{
	(void)state;
	refuse("a 'b", "' is not closed");
	refuse("a \"b", "\" is not closed");
	refuse("a \"b\\", "\" is not closed");
	refuse("a\\", "backslash");
}

static void a_span_ends_outside_of_quotes(void **state)
{
	(void)state;
	assert_int_equal(words_span("abc", ","), 3);
	assert_int_equal(words_span("a,b", ","), 1);
	assert_int_equal(words_span(",b", ","), 0);
	assert_int_equal(words_span("'a,b'c,d", ","), 6);
	assert_int_equal(words_span("a\\,b,c", ","), 4);
	assert_int_equal(words_span("\"a,\\\",b\",c", ","), 8);
	assert_int_equal(words_span("'a,b", ","), 4);
	assert_int_equal(words_span("a+b,c", "+,"), 1);
	assert_int_equal(words_span("a\\", ","), 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(blanks_separate),
		cmocka_unit_test(quotes_and_backslashes_keep_characters),
		cmocka_unit_test(what_is_not_closed_is_refused),
		cmocka_unit_test(a_span_ends_outside_of_quotes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
