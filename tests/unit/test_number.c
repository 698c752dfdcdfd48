/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_number.c - numbers, moments and free text as a result file spells them, there and back.
 */
#include <errno.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "exports/csv/escape.h"
#include "exports/number.h"
#include "exports/utc.h"

static void test_whole_numbers(void **state)
{
	static const uint64_t numbers[] = {0, 9, 10, 4294967295u, UINT64_MAX - 1, UINT64_MAX};
	uint64_t again;
	char text[NUMBER_SIZE];

	(void)state;
	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
		char printed[NUMBER_SIZE];

		*number_put(text, numbers[i]) = '\0';
		snprintf(printed, sizeof(printed), "%ju", (uintmax_t)numbers[i]);
		assert_string_equal(text, printed);
		assert_int_equal(number_parse(text, UINT64_MAX, &again), 0);
		assert_true(again == numbers[i]);
	}
	assert_int_equal(number_parse("18446744073709551616", UINT64_MAX, &again), -ERANGE);
	assert_int_equal(number_parse("99999999999999999999999", UINT64_MAX, &again), -ERANGE);
	assert_int_equal(number_parse("11", 10, &again), -ERANGE);
	for (const char *const *bad =
		     (const char *const[]){"", "-1", "+1", " 1", "1 ", "1.0", "0x1", "1e3", NULL};
	     *bad; bad++)
		assert_int_equal(number_parse(*bad, UINT64_MAX, &again), -EINVAL);
}

/* Against 80-bit arithmetic, which is exact enough for durations of this size. */
static void test_quotients(void **state)
{
	uint64_t mixed = 88172645463325252u;
	char text[NUMBER_SIZE];
	char printed[NUMBER_SIZE];

	(void)state;
	for (int i = 0; i < 100000; i++) {
		uint64_t duration;
		uint64_t iterations;
		long double scaled;

		mixed ^= mixed << 13;
		mixed ^= mixed >> 7;
		mixed ^= mixed << 17;
		duration = mixed % 100000000;
		iterations = 1 + (mixed >> 32) % 100000;
		*number_put_quotient(text, duration, iterations) = '\0';
		scaled = (long double)duration * 10000 / (long double)iterations + 0.5L;
		snprintf(printed, sizeof(printed), "%ju.%04ju", (uintmax_t)(scaled / 10000),
			 (uintmax_t)scaled % 10000);
		assert_string_equal(text, printed);
	}
	*number_put_quotient(text, UINT64_MAX, NUMBER_ITERATIONS_MAXIMUM) = '\0';
	assert_string_equal(text, "18.4467");
	*number_put_quotient(text, 1, 20000) = '\0';
	assert_string_equal(text, "0.0001");
}

static void test_doubles(void **state)
{
	static const double numbers[] = {0.0,    -0.0,   0.1,   1.0 / 3, 21.7,
					 1e-308, 5e-324, 1e308, 123456};
	char text[NUMBER_SIZE];
	double again;

	(void)state;
	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
		number_show_double(numbers[i], text);
		assert_int_equal(number_parse_double(text, &again), 0);
		assert_memory_equal(&again, &numbers[i], sizeof(again));
	}
	number_show_double(0.1, text);
	assert_string_equal(text, "0.1");
	for (const char *const *bad = (const char *const[]){"", "1,5", "nan", "inf", "0x1p3", "1 ",
							    "1e999", "--1", "e", NULL};
	     *bad; bad++)
		assert_int_equal(number_parse_double(*bad, &again), -EINVAL);
}

static void test_fixed(void **state)
{
	char text[NUMBER_SIZE];

	(void)state;
	assert_string_equal(number_show_fixed(0.71334, 4, text), "0.7133");
	assert_string_equal(number_show_fixed((double)NAN, 4, text), "-");
	assert_string_equal(number_show_fixed(-(double)NAN, 4, text), "-");
	assert_string_equal(number_show_fixed((double)INFINITY, 4, text), "-");
	assert_true(strlen(number_show_fixed(-1e308, 6, text)) < NUMBER_SIZE);
}

static void test_moments(void **state)
{
	char text[UTC_SIZE];
	int64_t moment;

	(void)state;
	utc_show(1796038080, text);
	assert_string_equal(text, "2026-11-30T11:28:00Z");
	assert_int_equal(utc_parse(text, &moment), 0);
	assert_true(moment == 1796038080);
	utc_show(-1, text);
	assert_string_equal(text, "1969-12-31T23:59:59Z");
	assert_int_equal(utc_parse(text, &moment), 0);
	assert_true(moment == -1);
	utc_show(0, text);
	assert_string_equal(text, "unknown");
	assert_int_equal(utc_parse(text, &moment), 0);
	assert_true(moment == 0);
	utc_show(INT64_MAX, text);
	assert_string_equal(text, "unknown");
	for (const char *const *bad =
		     (const char *const[]){"", "2026-02-30T00:00:00Z", "2026-11-30T11:28:00",
					   "2026-11-30 11:28:00Z", "2026-11-30T11:28:00Zulu",
					   "2026-11-30T24:00:00Z", "26-11-30T11:28:00Z", NULL};
	     *bad; bad++)
		assert_int_equal(utc_parse(*bad, &moment), -EINVAL);
}

/* Every byte but NUL, at the start, in the middle and at the end. */
static void test_free_text_comes_back(void **state)
{
	(void)state;
	for (int byte = 1; byte < 256; byte++) {
		const char text[] = {(char)byte, 'a', (char)byte, 'b', (char)byte, '\0'};
		char *escaped = escape_text(text);
		char *word = escape_word(text);

		for (const char *at = escaped; *at; at++)
			assert_true(*at >= 0x20 && *at < 0x7f);
		assert_true(escaped[0] != ' ');
		assert_null(strchr(word, ' '));
		assert_int_equal(unescape_text(escaped, NULL), 0);
		assert_string_equal(escaped, text);
		assert_int_equal(unescape_text(word, NULL), 0);
		assert_string_equal(word, text);
		free(escaped);
		free(word);
	}
}

static void test_damaged_escapes(void **state)
{
	size_t at = 0;

	(void)state;
	for (const char *const *bad =
		     (const char *const[]){"ab%", "ab%4", "ab%4g", "ab%00", "ab\t", "ab\x7f", NULL};
	     *bad; bad++) {
		char text[16];

		snprintf(text, sizeof(text), "%s", *bad);
		assert_int_equal(unescape_text(text, &at), -EINVAL);
		assert_int_equal(at, 2);
	}
}

/* No cell begins with what a spreadsheet takes for a formula. */
static void test_cells(void **state)
{
	static const char *const cases[][2] = {
		{"XXX/../FFF", "XXX/../FFF"},
		{"=1+2", "%3D1+2"},
		{"+1", "%2B1"},
		{"-1", "%2D1"},
		{"@a", "%40a"},
		{"/a, b", "\"/a, b\""},
		{"a\"b", "a%22b"},
		{" a ", "%20a%20"},
		{"", ""},
		{"landlock:4", "landlock:4"},
		{"100%", "100%25"},
		{"\xc3\xa4", "%C3%A4"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		char *name = escape_name(cases[i][0]);
		char *cell = escape_cell(name);

		assert_string_equal(cell, cases[i][1]);
		free(name);
		free(cell);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_whole_numbers),   cmocka_unit_test(test_quotients),
		cmocka_unit_test(test_doubles),         cmocka_unit_test(test_fixed),
		cmocka_unit_test(test_moments),         cmocka_unit_test(test_free_text_comes_back),
		cmocka_unit_test(test_damaged_escapes), cmocka_unit_test(test_cells),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
