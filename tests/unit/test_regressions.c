/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_regressions.c - what --fail-above acts on: verdicts, and never on what cannot be trusted.
 */
#include "tests/unit/compare_small.h"

#include "tui/exit_code.h"
#include "tui/regressions.h"

/* The first row alone, whose difference of 30% has the verdict. */
static int found_in(enum result_unit unit, enum verdict verdict, bool single_boot)
{
	struct comparison comparison;
	struct result result;
	int status;

	made_compared(&usual, &result);
	compare(&result, &comparison);
	comparison.unit = unit;
	for (size_t i = 0; i < comparison.row_count; i++) {
		struct comparison_row *row = &comparison.rows[i];

		row->unit = unit;
		row->verdict = VERDICT_NO_DIFFERENCE;
		if (row->role == ROW_TEST && row->estimate > log(1.2))
			row->verdict = verdict;
	}
	status = regressions_find(&comparison, 5, single_boot);
	comparison_clear(&comparison);
	result_clear(&result);
	return status;
}

static int found(enum verdict verdict, bool single_boot)
{
	return found_in(RESULT_NS, verdict, single_boot);
}

/* An exact count beyond what the base repeats by takes no further boots. */
static void test_counts_need_no_boots(void **state)
{
	(void)state;
	assert_int_equal(found_in(RESULT_INSTRUCTIONS, VERDICT_MOVED, false), EXIT_REGRESSION);
	assert_int_equal(found_in(RESULT_INSTRUCTIONS, VERDICT_NOT_MOVED, false), EXIT_FINE);
}

static void test_verdicts_only(void **state)
{
	(void)state;
	assert_int_equal(found(VERDICT_SLOWER, false), EXIT_REGRESSION);
	assert_int_equal(found(VERDICT_UNTRUSTWORTHY, false), EXIT_FINE);
	assert_int_equal(found(VERDICT_UNTRUSTWORTHY, true), EXIT_FINE);
	assert_int_equal(found(VERDICT_NONE, true), EXIT_FINE);
	assert_int_equal(found(VERDICT_MOVED, false), EXIT_FINE);
	assert_int_equal(found(VERDICT_MOVED, true), EXIT_REGRESSION);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_verdicts_only),
		cmocka_unit_test(test_counts_need_no_boots),
	};

	return cmocka_run_group_tests_name("regressions", tests, NULL, NULL);
}
