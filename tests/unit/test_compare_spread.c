/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_compare_spread.c - imported results compared: rows of a summary are sessions, verdicts come
 * where the figures can bear them, and what cannot is named with its reason.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "engine/compare/compare.h"
#include "exports/input_read.h"

#define PAIR "tests/data/lmbench/lsm-pair/"
#define GOLDEN "tests/data/lmbench/golden/lsm-pair_all.summary-3.0.txt"
#define GOLDEN_2 "tests/data/lmbench/golden/lsm-pair_all.summary-2.0.txt"
#define OLD "tests/data/published/lmbench-2001-p100.txt"

#define FILES 5

/* Both sides' inputs; a summary's host is one input. */
struct sides {
	struct input base[FILES];
	struct input other[FILES];
	const struct figures *base_sessions[FILES];
	const struct figures *other_sessions[FILES];
	size_t count;
};

static void take(const char *path, const char *host, struct input *input)
{
	struct error error = {""};

	if (input_read(path, host, input, &error) < 0)
		fail_msg("%s", error.text);
}

static void read_files(struct sides *sides)
{
	sides->count = FILES;
	for (size_t i = 0; i < FILES; i++) {
		char path[64];

		snprintf(path, sizeof(path), PAIR "lsm_off.%zu", i + 1);
		take(path, NULL, &sides->base[i]);
		snprintf(path, sizeof(path), PAIR "lsm_on.%zu", i + 1);
		take(path, NULL, &sides->other[i]);
	}
}

static void read_hosts(const char *path, const char *base, const char *other, struct sides *sides)
{
	sides->count = 1;
	take(path, base, &sides->base[0]);
	take(path, other, &sides->other[0]);
}

static void compare(struct sides *sides, const char *cases, struct comparison *comparison)
{
	struct text_list globs = {0};
	const struct comparison_options options = {.cases = &globs};
	const struct comparison_group groups[] = {{"off", sides->base_sessions, sides->count},
						  {"on", sides->other_sessions, sides->count}};
	struct error error = {""};

	for (size_t i = 0; i < sides->count; i++) {
		sides->base_sessions[i] = &sides->base[i].figures;
		sides->other_sessions[i] = &sides->other[i].figures;
	}
	assert_int_equal(text_list_add_words(&globs, cases), 0);
	if (compare_sessions(groups, 2, &options, comparison, &error) < 0)
		fail_msg("%s", error.text);
	text_list_clear(&globs);
}

static void clear(struct sides *sides)
{
	for (size_t i = 0; i < sides->count; i++) {
		input_clear(&sides->base[i]);
		input_clear(&sides->other[i]);
	}
}

static const struct comparison_row *row_of(const struct comparison *comparison, const char *name)
{
	for (size_t i = 0; i < comparison->row_count; i++) {
		if (strcmp(comparison->rows[i].name, name) == 0)
			return &comparison->rows[i];
	}
	fail_msg("no row %s", name);
	return NULL;
}

static bool says(const struct text_list *notes, const char *words)
{
	for (size_t i = 0; i < notes->count; i++) {
		if (strstr(notes->items[i], words))
			return true;
	}
	return false;
}

/* Five sessions a side: the smallest p is 2 in 252, which three tests can bear. */
static void expect_three(struct sides *sides, enum verdict verdict, const char *reason)
{
	static const char *const names[] = {"null-call", "stat default", "open-close default"};
	struct comparison comparison;

	compare(sides, "null-call,stat,open-close", &comparison);
	assert_int_equal(comparison.row_count, 3);
	assert_int_equal(comparison.base_sessions, 5);
	assert_int_equal(comparison.other_sessions, 5);
	for (size_t i = 0; i < 3; i++) {
		const struct comparison_row *row = row_of(&comparison, names[i]);

		assert_int_equal(row->verdict, verdict);
		assert_true(fabs(row->p_adjusted - 3 * 2.0 / 252) < 1e-9);
		assert_string_equal(row->reason, reason);
	}
	comparison_clear(&comparison);
}

static void test_five_files_a_side(void **state)
{
	struct sides sides;

	(void)state;
	read_files(&sides);
	expect_three(&sides, VERDICT_SLOWER, "environment unknown");
	clear(&sides);
}

/*
 * The same ten sessions out of their printed summary, of which nobody knows whether anything was
 * booted between them: no verdict, however few cases are looked at.
 */
static void test_five_rows_a_side(void **state)
{
	struct sides sides;

	(void)state;
	read_hosts(GOLDEN, "lsm_off", "lsm_on", &sides);
	expect_three(&sides, VERDICT_NONE,
		     "rows of one printed summary are not known to be boots of their own, "
		     "environment unknown");
	clear(&sides);
}

static void test_too_many_tests(void **state)
{
	struct comparison comparison;
	struct sides sides;
	char needs[80];

	(void)state;
	read_files(&sides);
	compare(&sides, "", &comparison);
	assert_true(comparison.tests > 6);
	assert_int_equal(row_of(&comparison, "null-call")->verdict, VERDICT_NONE);
	snprintf(needs, sizeof(needs), "5 and 5 sessions cannot carry %zu tests, that takes %zu",
		 comparison.tests, comparison.needed);
	assert_true(says(&comparison.notes, needs));
	assert_true(says(&comparison.notes,
			 "slower by more than both sides scatter: null-call +72.6%, "));
	assert_true(says(&comparison.notes, "stat default +36.4%"));
	assert_true(says(&comparison.notes, "sessions scatter: tcp-connect "));
	assert_true(says(&comparison.notes, "artefact: lmbench-protection-fault"));
	/* The machine did something else, too, in one of the ten. */
	assert_true(says(&comparison.notes, PAIR "lsm_on.5: apart from its group in "));
	assert_false(says(&comparison.notes, "lsm_on.4: apart"));
	assert_false(says(&comparison.notes, "lsm_off"));
	comparison_clear(&comparison);
	clear(&sides);
}

static void expect_doubt(const struct comparison *comparison, const char *name, const char *words)
{
	const struct comparison_row *row = row_of(comparison, name);

	assert_int_equal(row->verdict, VERDICT_UNTRUSTWORTHY);
	if (!strstr(row->reason, words))
		fail_msg("%s: \"%s\" does not say \"%s\"", name, row->reason, words);
}

static void test_what_cannot_bear_a_verdict(void **state)
{
	struct comparison comparison;
	struct sides sides;

	(void)state;
	read_hosts(GOLDEN, "lsm_off", "lsm_on", &sides);
	compare(&sides, "tcp-connect,lmbench-protection-fault,lmbench-integer-add", &comparison);
	expect_doubt(&comparison, "tcp-connect", "a printed cell is ambiguous");
	expect_doubt(&comparison, "lmbench-protection-fault", "a difference of two figures");
	/* 0.24 of printed nanoseconds on both sides, but for a digit that rounding may have made */
	assert_true(strstr(row_of(&comparison, "lmbench-integer-add")->reason, "rounded by") !=
		    NULL);
	comparison_clear(&comparison);
	clear(&sides);
	read_hosts(GOLDEN_2, "lsm_off", "lsm_on", &sides);
	compare(&sides, "tcp-connect", &comparison);
	expect_doubt(&comparison, "tcp-connect",
		     "the sessions of one side differ by more than a factor of 100");
	comparison_clear(&comparison);
	clear(&sides);
	/* 71 and 72 us that are whole numbers; and page faults of which a K was cut off. */
	read_hosts(OLD, "P100.orig", "P100.lsm+", &sides);
	compare(&sides, "stat,open-close,page-fault", &comparison);
	expect_doubt(&comparison, "page-fault", "a printed cell is ambiguous");
	assert_true(strstr(row_of(&comparison, "stat default")->reason, "rounded by") != NULL);
	assert_int_equal(row_of(&comparison, "open-close default")->verdict, VERDICT_NONE);
	comparison_clear(&comparison);
	clear(&sides);
}

/* 11 microseconds in each row are a spread of none, but whole numbers hide half of one each. */
static void test_rounding_sets_the_limit(void **state)
{
	struct comparison comparison;
	struct sides sides;

	(void)state;
	read_hosts("tests/data/published/lmbench-2001-k6-2.txt", "K6-2.orig", "K6-2.lsm+", &sides);
	compare(&sides, "stat", &comparison);
	assert_int_equal(comparison.rows[0].verdict, VERDICT_NONE);
	assert_true(fabs(comparison.rows[0].limit - log(12.0 / 11)) < 1e-9);
	comparison_clear(&comparison);
	clear(&sides);
}

/* Rows of a summary may be alike, digit by digit, and are sessions all the same. */
static void test_rows_that_look_alike(void **state)
{
	struct comparison comparison;
	struct sides sides;

	(void)state;
	read_hosts(OLD, "P100.orig", "P100.lsm+", &sides);
	/* Only these are left: 57 MB/s in each row. */
	for (size_t i = 0; i < 2; i++) {
		struct figures *figures = i ? &sides.other[0].figures : &sides.base[0].figures;

		for (size_t j = 0; j < figures->case_count; j++) {
			if (strcmp(figures->cases[j].operation->name, "lmbench-mmap-reread") != 0)
				figures->cases[j].pass_count = 0;
		}
	}
	compare(&sides, "", &comparison);
	assert_int_equal(comparison.base_sessions, 5);
	assert_int_equal(comparison.other_sessions, 5);
	assert_int_equal(row_of(&comparison, "lmbench-mmap-reread")->base_count, 5);
	comparison_clear(&comparison);
	clear(&sides);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_five_files_a_side),
		cmocka_unit_test(test_five_rows_a_side),
		cmocka_unit_test(test_too_many_tests),
		cmocka_unit_test(test_what_cannot_bear_a_verdict),
		cmocka_unit_test(test_rounding_sets_the_limit),
		cmocka_unit_test(test_rows_that_look_alike),
	};

	return cmocka_run_group_tests_name("compare_spread", tests, NULL, NULL);
}
