/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_plan_value.c - counts, times and percentages: exact both ways, nothing else taken.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "engine/plan/plan_value.h"
#include "engine/text/number_read.h"

static uint64_t time_of(const char *text)
{
	uint64_t ns = 0;

	if (plan_value_time(text, "ms", &ns) < 0)
		fail_msg("'%s' was refused", text);
	return ns;
}

static void times_are_read_exactly(void **state)
{
	(void)state;
	assert_int_equal(time_of("100us"), 100000);
	assert_int_equal(time_of("7"), 7000000);
	assert_int_equal(time_of("1.5 s"), 1500000000);
	assert_int_equal(time_of("0.000000001s"), 1);
	assert_int_equal(time_of("0.05min"), 3000000000);
	assert_int_equal(time_of("2.50ms"), 2500000);
	assert_int_equal(time_of("3min"), 180000000000);
	assert_int_equal(time_of("1h"), 3600000000000);
	assert_int_equal(time_of("12µs"), 12000);
	assert_int_equal(time_of("18446744073709551615ns"), UINT64_MAX);
}

static void what_is_no_time_is_refused(void **state)
{
	static const char *const texts[] = {
		"",      "ms",     "-1ms",     "+1ms",
		"1,5s",  "1e3ms",  ".5s",      "5.s",
		"1 .5s", "0.5ns",  "1.0005us", "0.0000000001s",
		"1x",    "1ms ",   "0x10",     "nan",
		"inf",   "1.5.2s", "1mss",     "0.0000000000000000000000001h",
	};
	uint64_t ns;

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		if (plan_value_time(texts[i], "ms", &ns) != -EINVAL)
			fail_msg("'%s' was taken for a time", texts[i]);
	}
	assert_int_equal(plan_value_time("18446744073709551616ns", "ms", &ns), -ERANGE);
	assert_int_equal(plan_value_time("18446744073709551615h", "ms", &ns), -ERANGE);
}

static void times_are_written_in_the_largest_whole_unit(void **state)
{
	static const struct {
		uint64_t ns;
		const char *text;
	} cases[] = {
		{1, "1ns"},
		{1000, "1us"},
		{1500, "1500ns"},
		{100000, "100us"},
		{90000000000, "90s"},
		{120000000000, "2min"},
		{7200000000000, "2h"},
		{1000000000, "1s"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		char text[32];

		plan_value_show_time(cases[i].ns, text, sizeof(text));
		assert_string_equal(text, cases[i].text);
		assert_int_equal(time_of(text), cases[i].ns);
	}
}

static void counts_are_whole_numbers(void **state)
{
	uint64_t value = 5;

	(void)state;
	assert_int_equal(number_parse("18446744073709551615", UINT64_MAX, &value), 0);
	assert_true(value == UINT64_MAX);
	assert_int_equal(number_parse("007", UINT64_MAX, &value), 0);
	assert_int_equal(value, 7);
	assert_int_equal(number_parse("18446744073709551616", UINT64_MAX, &value), -ERANGE);
	assert_int_equal(number_parse("1.0", UINT64_MAX, &value), -EINVAL);
	assert_int_equal(number_parse("-1", UINT64_MAX, &value), -EINVAL);
	assert_int_equal(number_parse(" 1", UINT64_MAX, &value), -EINVAL);
	assert_int_equal(number_parse("1 ", UINT64_MAX, &value), -EINVAL);
	assert_int_equal(number_parse("", UINT64_MAX, &value), -EINVAL);
	assert_int_equal(value, 7);
}

static void percentages_come_back_bit_for_bit(void **state)
{
	double value;
	char text[32];

	(void)state;
	assert_int_equal(plan_value_percent("0.5%", &value), 0);
	assert_true(value == 0.005);
	assert_int_equal(plan_value_percent("12 %", &value), 0);
	assert_true(value == 0.12);
	assert_int_equal(plan_value_percent("1", &value), 0);
	plan_value_show_percent(value, text, sizeof(text));
	assert_string_equal(text, "1%");
	plan_value_show_percent(0.000125, text, sizeof(text));
	assert_string_equal(text, "0.0125%");
	srand(20261);
	for (int i = 0; i < 10000; i++) {
		double again;

		value = (double)(rand() % 100000000 + 1) / 1e8;
		plan_value_show_percent(value, text, sizeof(text));
		assert_int_equal(plan_value_percent(text, &again), 0);
		if (again != value)
			fail_msg("%s came back as %.17g, not %.17g", text, again, value);
	}
	assert_int_equal(plan_value_percent("0,5%", &value), -EINVAL);
	assert_int_equal(plan_value_percent("5%%", &value), -EINVAL);
	assert_int_equal(plan_value_percent("0.0000001", &value), -EINVAL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(times_are_read_exactly),
		cmocka_unit_test(what_is_no_time_is_refused),
		cmocka_unit_test(times_are_written_in_the_largest_whole_unit),
		cmocka_unit_test(counts_are_whole_numbers),
		cmocka_unit_test(percentages_come_back_bit_for_bit),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
