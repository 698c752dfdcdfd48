/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_text_list.c - the list of strings: words are split and trimmed, copies are apart.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/text/text_list.h"

static void words_are_split_and_trimmed(void **state)
{
	struct text_list list = {0};

	(void)state;
	assert_int_equal(text_list_add_words(&list, " stat ,,\topen close , x\t,"), 0);
	assert_int_equal(text_list_add_words(&list, " , "), 0);
	assert_int_equal(text_list_add_words(&list, ""), 0);
	assert_int_equal(list.count, 3);
	assert_string_equal(list.items[0], "stat");
	assert_string_equal(list.items[1], "open close");
	assert_string_equal(list.items[2], "x");
	text_list_clear(&list);
	assert_int_equal(list.count, 0);
	assert_null(list.items);
}

static void quotes_keep_their_commas(void **state)
{
	struct text_list list = {0};

	(void)state;
	assert_int_equal(text_list_add_words(&list, "a='b, c' , \"d,e\"f, g\\,h, i'j,k"), 0);
	assert_int_equal(list.count, 4);
	assert_string_equal(list.items[0], "a='b, c'");
	assert_string_equal(list.items[1], "\"d,e\"f");
	assert_string_equal(list.items[2], "g\\,h");
	assert_string_equal(list.items[3], "i'j,k");
	text_list_clear(&list);
}

static void adding_keeps_the_text_whole(void **state)
{
	struct text_list list = {0};
	char text[] = "a, b";

	(void)state;
	assert_int_equal(text_list_add(&list, text), 0);
	text[0] = 'z';
	assert_int_equal(list.count, 1);
	assert_string_equal(list.items[0], "a, b");
	assert_true(text_list_has(&list, "a, b"));
	assert_false(text_list_has(&list, "a"));
	text_list_clear(&list);
}

static void removing_closes_the_gap(void **state)
{
	struct text_list list = {0};

	(void)state;
	assert_int_equal(text_list_add_words(&list, "a,b,c,d"), 0);
	text_list_remove(&list, 1);
	text_list_remove(&list, 2);
	text_list_remove(&list, 0);
	assert_int_equal(list.count, 1);
	assert_string_equal(list.items[0], "c");
	text_list_remove(&list, 0);
	assert_int_equal(list.count, 0);
	text_list_clear(&list);
}

static void copies_are_equal_and_apart(void **state)
{
	struct text_list list = {0};
	struct text_list copy;

	(void)state;
	assert_int_equal(text_list_add_words(&list, "a,b"), 0);
	assert_int_equal(text_list_copy(&copy, &list), 0);
	assert_true(text_list_equal(&copy, &list));
	copy.items[1][0] = 'c';
	assert_string_equal(list.items[1], "b");
	assert_false(text_list_equal(&copy, &list));
	text_list_remove(&copy, 1);
	assert_false(text_list_equal(&copy, &list));
	text_list_clear(&copy);
	text_list_clear(&list);
	assert_int_equal(text_list_copy(&copy, &list), 0);
	assert_true(text_list_equal(&copy, &list));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(words_are_split_and_trimmed),
		cmocka_unit_test(quotes_keep_their_commas),
		cmocka_unit_test(adding_keeps_the_text_whole),
		cmocka_unit_test(removing_closes_the_gap),
		cmocka_unit_test(copies_are_equal_and_apart),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
