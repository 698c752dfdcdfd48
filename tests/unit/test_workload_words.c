/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_workload_words.c - a mail's text as words, numbers and times: what is taken, with how many
 * digits, and what is refused with its line.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "exports/workload/workload_words.h"

static void split(struct workload_words *words, const char *text)
{
	struct error error;

	assert_int_equal(workload_words_split(words, text, strlen(text), &error), 0);
}

static void a_text_is_split_with_its_lines(void **state)
{
	struct workload_words words;

	(void)state;
	split(&words, "\xef\xbb\xbf> one  >two\r\n\n> > three\t4\n>\nfive>");
	assert_int_equal(words.count, 5);
	assert_true(workload_words_skip(&words, "one >two three 4"));
	assert_int_equal(workload_line(&words), 5);
	assert_true(workload_words_follow(&words, "five>"));
	assert_false(workload_words_follow(&words, "five> six"));
	assert_false(workload_words_follow(&words, "five"));
	assert_int_equal(words.items[0].line, 1);
	assert_int_equal(words.items[2].line, 3);
	assert_null(workload_word_ahead(&words, 1));
	workload_words_clear(&words);
	split(&words, "");
	assert_null(workload_word_ahead(&words, 0));
	assert_int_equal(workload_line(&words), 1);
	workload_words_clear(&words);
}

static const struct {
	const char *text;
	const char *suffix;
	double value; /* below 0: refused */
	double precision;
} numbers[] = {
	{"169.13user", "user", 169.13, 0.005},
	{".178948", "", 0.178948, 0.0000005},
	{"0", "", 0, 0.5},
	{"198%CPU", "%CPU", 198, 0.5},
	{"3,", ",", 3, 0.5},
	{"user", "user", -1, 0},
	{"1e3", "", -1, 0},
	{"-1", "", -1, 0},
	{"+1", "", -1, 0},
	{"1.2.3", "", -1, 0},
	{".", "", -1, 0},
	{"nan", "", -1, 0},
	{"0x10", "", -1, 0},
	{"1user", "", -1, 0},
	{"1", "user", -1, 0},
	{"9999999999999999", "", -1, 0},
	{"00000000000000000000000000000001", "", -1, 0},
};

static void numbers_are_plain_decimals(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
		struct workload_words words;
		struct printed_number found;
		struct error error = {""};
		int code;

		split(&words, numbers[i].text);
		assert_int_equal(workload_number_follows(&words, numbers[i].suffix),
				 numbers[i].value >= 0);
		code = workload_take_number(&words, numbers[i].suffix, &found, &error);
		assert_int_equal(code, numbers[i].value < 0 ? -EINVAL : 0);
		assert_int_equal(words.at, code == 0 ? 1 : 0);
		if (code == 0) {
			assert_float_equal(found.value, numbers[i].value, 1e-12);
			assert_float_equal(found.precision, numbers[i].precision, 1e-12);
		} else {
			assert_non_null(strstr(error.text, "line 1: found \""));
		}
		workload_words_clear(&words);
	}
}

static const struct {
	const char *text;
	double seconds; /* below 0: refused */
} times[] = {
	{"71.438", 71.438},
	{"1:40.91", 100.91},
	{"1:02:03.5", 3723.5},
	{"1m11.149s", 71.149},
	{"0:59", 59},
	{"1:60.00", -1},
	{"1.5:00", -1},
	{"1:2:3:4", -1},
	{"1:", -1},
	{":1", -1},
	{"1m11.149", -1},
	{"m1s", -1},
	{"1m2m3s", -1},
	{"", -1},
};

static void times_are_seconds(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(times) / sizeof(times[0]); i++) {
		struct workload_words words;
		struct printed_number found;
		struct error error = {""};
		int code;

		split(&words, times[i].text);
		code = workload_take_time(&words, "", &found, &error);
		assert_int_equal(code, times[i].seconds < 0 ? -EINVAL : 0);
		if (code == 0)
			assert_float_equal(found.value, times[i].seconds, 1e-9);
		workload_words_clear(&words);
	}
}

static void counts_have_a_range(void **state)
{
	struct workload_words words;
	struct error error = {""};
	uint64_t count;

	(void)state;
	split(&words, "4 0 1.5");
	assert_int_equal(workload_take_count(&words, 1, 4, &count, &error), 0);
	assert_int_equal(count, 4);
	assert_int_equal(workload_take_count(&words, 1, 4, &count, &error), -EINVAL);
	assert_non_null(strstr(error.text, "found \"0\" where a whole number from 1 to 4"));
	words.at++;
	assert_int_equal(workload_take_count(&words, 1, 4, &count, &error), -EINVAL);
	words.at++;
	assert_int_equal(workload_take_count(&words, 1, 4, &count, &error), -EINVAL);
	assert_non_null(strstr(error.text, "line 1: the text ends where a whole number"));
	assert_int_equal(workload_take(&words, "any", &error), -EINVAL);
	workload_words_clear(&words);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_text_is_split_with_its_lines),
		cmocka_unit_test(numbers_are_plain_decimals),
		cmocka_unit_test(times_are_seconds),
		cmocka_unit_test(counts_have_a_range),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
