/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_published.c - what the comparison finds in the two files published for Linux 5.3: the price
 * of entering the kernel, one odd operation, and no verdict.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/compare/cost_split.h"
#include "tests/unit/published.h"

static void assert_near(const char *what, double actual, double expected, double distance)
{
	if (!(fabs(actual - expected) <= distance))
		fail_msg("%s: %g is not %g within %g", what, actual, expected, distance);
}

static void split(const struct published *published, struct cost_split *cost)
{
	struct error error = {""};

	if (cost_split_of(&published->comparison, cost, &error) < 0)
		fail_msg("%s", error.text);
}

static const struct theil_sen *difference_line(const struct cost_split *cost, const char *name)
{
	const struct cost_line *line =
		cost_split_line(cost, operation_find(name), "MAC", COST_DIFFERENCE);

	assert_non_null(line);
	return &line->line;
}

static void test_headline_and_verdict(void **state)
{
	struct comparison_headline headline;
	struct published published;
	char text[256];

	(void)state;
	published_compare(&published);
	comparison_headline_of(&published.comparison, 20, &headline);
	assert_int_equal(headline.tested, 47);
	assert_int_equal(headline.above, 31);
	assert_near("worst", comparison_percent(headline.worst->estimate), 80.6, 0.05);
	assert_string_equal(headline.worst->name, "stat NNN/YYY/ZZZ/FFF");
	comparison_headline(&published.comparison, 20, text, sizeof(text));
	assert_string_equal(text, "31 of 47 cases above 20%, worst +80.6% (stat NNN/YYY/ZZZ/FFF)");
	comparison_state(&published.comparison, text, sizeof(text));
	assert_string_equal(text, "no verdict: one boot each, environment unknown");
	assert_true(published.comparison.summaries_only);
	assert_int_equal(published.comparison.needed, verdict_sessions_needed(47));
	for (size_t i = 0; i < published.comparison.row_count; i++)
		assert_int_equal(published.comparison.rows[i].verdict, VERDICT_NONE);
	published_clear(&published);
}

static void test_lines(void **state)
{
	const struct theil_sen *line;
	struct published published;
	struct cost_split cost;

	(void)state;
	published_compare(&published);
	split(&published, &cost);
	line = difference_line(&cost, "stat");
	assert_int_equal(line->count, 6);
	assert_near("stat a call", line->intercept, 318, 1);
	assert_near("stat a component", line->slope, 2, 0.5);
	line = difference_line(&cost, "open-close");
	assert_near("open-close a call", line->intercept, 562, 3);
	assert_near("open-close a component", line->slope, 6.5, 0.2);
	line = difference_line(&cost, "readdir");
	assert_near("readdir an entry", line->slope, 35, 1);
	assert_true(line->slope_low > 0);
	published_clear(&published);
	cost_split_clear(&cost);
}

static void test_entry_cost(void **state)
{
	static const char *const names[] = {"stat", "chmod", "open-close", "mkstemp"};
	const struct cost_entry *entry;
	struct published published;
	struct cost_split cost;

	(void)state;
	published_compare(&published);
	split(&published, &cost);
	entry = cost_split_entry(&cost, "MAC");
	assert_non_null(entry);
	assert_true(entry->is_constant);
	assert_near("a system call", entry->ns, 320, 10);
	assert_int_equal(entry->operations, 11);
	assert_int_equal(entry->agree, 11);
	for (size_t i = 0; i < 4; i++) {
		size_t found = 0;

		for (size_t j = 0; j < cost.per_call_count; j++) {
			if (strcmp(cost.per_calls[j].operation->name, names[i]) != 0)
				continue;
			assert_true(cost.per_calls[j].ns > entry->ns / COST_AGREES &&
				    cost.per_calls[j].ns < entry->ns * COST_AGREES);
			found++;
		}
		assert_int_equal(found, 1);
	}
	published_clear(&published);
	cost_split_clear(&cost);
}

static void test_sentences(void **state)
{
	struct text_list sentences = {0};
	struct published published;
	struct cost_split cost;

	(void)state;
	published_compare(&published);
	split(&published, &cost);
	assert_int_equal(cost_split_sentences(&cost, &sentences), 0);
	assert_int_equal(sentences.count, 4);
	assert_string_equal(sentences.items[0],
			    "medians of MAC differ by +325 ns per system call in 11 of 11 "
			    "operations (272 to 436), as an entry cost would, not a hook's; "
			    "no verdict");
	assert_string_equal(sentences.items[1],
			    "medians of MAC differ by +318 ns per iteration and +1.7 ns per "
			    "component (95% 0.5 to 1.9 ns) in stat; no verdict");
	assert_string_equal(sentences.items[3],
			    "medians of MAC differ by +1422 ns per iteration and +35 ns per "
			    "directory entry (95% 21 to 37 ns) in readdir, which entering the "
			    "kernel would not explain; no verdict");
	/* Without a verdict nothing is said to add anything. */
	for (size_t i = 0; i < sentences.count; i++) {
		assert_null(strstr(sentences.items[i], " adds "));
		assert_non_null(strstr(sentences.items[i], "; no verdict"));
	}
	text_list_clear(&sentences);
	published_clear(&published);
	cost_split_clear(&cost);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_headline_and_verdict),
		cmocka_unit_test(test_lines),
		cmocka_unit_test(test_entry_cost),
		cmocka_unit_test(test_sentences),
	};

	return cmocka_run_group_tests_name("published", tests, NULL, NULL);
}
