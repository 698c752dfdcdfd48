/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_compare_redact.c - a redacted comparison names no path and no host, matches cases as the
 * plain one does, and calls the same path the same everywhere.
 */
#include <math.h>

#include "tests/unit/made_comparison.h"

#include "exports/compare/compare_export.h"
#include "exports/compare/compare_redact.h"

static double truth(const struct plan_case *entry, const char *variant, uint32_t pass)
{
	(void)variant;
	(void)pass;
	return strstr(entry->parameter, "two") ? 800 : 400;
}

static void make(struct figures *figures, const char *first, const char *second)
{
	static const char *const alone[] = {"none", NULL};
	const char *const keys[] = {"ops",  "stat", "path",   first, "path", second,
				    "runs", "10",   "passes", "2",   NULL};
	const struct made_plan made = {
		.keys = keys, .variants = alone, .truth = truth, .noise = 0.01, .seed = 4};
	struct error error = {""};
	struct result result;

	made_compared(&made, &result);
	made_check(environment_set(&result.environment, "host.name", first, "test"), &error);
	made_check(figures_of_result(&result, "made", figures, &error), &error);
	result_clear(&result);
}

static void compare(const struct figures *a, const struct figures *b, struct comparison *comparison)
{
	const struct comparison_group groups[] = {{"A", &a, 1}, {"B", &b, 1}};
	const struct comparison_options options = {0};
	struct error error = {""};

	made_check(compare_sessions(groups, 2, &options, comparison, &error), &error);
	snprintf(comparison->rows[0].reason, sizeof(comparison->rows[0].reason),
		 "control stat /home/me/two moved; \"/home/me/else\" is gone");
	assert_int_equal(compare_redact(comparison), 0);
}

static void test_no_path_is_left(void **state)
{
	struct comparison comparison;
	struct figures a;
	struct figures b;

	(void)state;
	make(&a, "/home/me/one", "/home/me/two");
	/* Numbered file by file, its "two" would pass for the other's "one". */
	make(&b, "/home/me/two", "/home/me/two.more");
	compare(&a, &b, &comparison);
	assert_int_equal(comparison.row_count, 1);
	assert_string_equal(comparison.rows[0].name, "stat /redacted/1");
	assert_string_equal(comparison.rows[0].parameter, "/redacted/1");
	assert_true(fabs(comparison.rows[0].base_ns - 800) < 300);
	assert_string_equal(comparison.rows[0].reason,
			    "control stat /redacted/1 moved; \"/redacted\" is gone");
	assert_string_equal(comparison.only_base.items[0], "stat /redacted/2");
	assert_string_equal(comparison.only_other.items[0], "stat /redacted/3");
	assert_string_equal(comparison.difference.items[0].key, "host.name");
	assert_string_equal(comparison.difference.items[0].base, "redacted");
	assert_string_equal(comparison.difference.items[0].other, "redacted");
	comparison_clear(&comparison);
	figures_clear(&a);
	figures_clear(&b);
}

static void test_no_format_names_one(void **state)
{
	struct comparison comparison;
	struct compare_report report;
	struct error error = {""};
	struct figures a;
	struct figures b;

	(void)state;
	make(&a, "/home/me/one", "/home/me/two");
	make(&b, "/home/me/two", "/home/me/one");
	compare(&a, &b, &comparison);
	assert_int_equal(comparison.row_count, 2);
	made_check(compare_report_make(&comparison, 20, &report, &error), &error);
	for (size_t i = 0; i < compare_format_count; i++) {
		char *text = NULL;
		size_t length;
		FILE *file = open_memstream(&text, &length);

		made_check(compare_formats[i].write(&report, file, &error), &error);
		fclose(file);
		assert_non_null(strstr(text, "/redacted/1"));
		assert_null(strstr(text, "/home"));
		free(text);
	}
	compare_report_clear(&report);
	comparison_clear(&comparison);
	figures_clear(&a);
	figures_clear(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_no_path_is_left),
		cmocka_unit_test(test_no_format_names_one),
	};

	return cmocka_run_group_tests_name("compare_redact", tests, NULL, NULL);
}
