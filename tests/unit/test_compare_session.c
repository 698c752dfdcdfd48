/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_compare_session.c - real sessions of the baseline against itself: the comparison finds every
 * pass and pair that was measured, also while the session runs and after it was stopped.
 *
 * Whether the verdicts are right as often as they should be takes hundreds of sessions: that is for
 * longer trials. Here is no word on what the machine measured.
 */
#include "tests/unit/session_play.h"

#include "engine/compare/cost_split.h"

static const char *const pairs_small[] = {"ops",      "stat,loop", "paths",  "FFF,XXX/FFF",
					  "variants", "none,same", "passes", "6",
					  "runs",     "10",        NULL};

static void compare(const struct result *result, struct comparison *comparison)
{
	struct error error;

	if (compare_variants(result, comparison, &error) < 0)
		fail_msg("%s", error.text);
}

static void test_a_whole_session(void **state)
{
	struct comparison comparison;
	struct cost_split split;
	struct tally tally = {0};
	struct result result;
	struct error error;

	(void)state;
	finish(open_session(pairs_small), &tally, &result);
	assert_complete(&result);
	compare(&result, &comparison);
	assert_int_equal(comparison.row_count, 3);
	assert_int_equal(comparison.parts, 6);
	assert_int_equal(comparison.tests, 0);
	for (size_t i = 0; i < comparison.row_count; i++) {
		const struct comparison_row *row = &comparison.rows[i];

		assert_int_equal(row->role, ROW_AA);
		assert_int_equal(row->part_count, 6);
		assert_int_equal(row->pairs, 60);
		assert_true(row->low <= row->estimate && row->estimate <= row->high);
		assert_true(row->p > 0 && row->p_adjusted >= row->p && row->p_adjusted <= 1);
		assert_true(row->base_ns > 0 && row->other_ns > 0);
	}
	assert_true(isfinite(comparison.aa_estimate));
	assert_int_equal(cost_split_of(&comparison, &split, &error), 0);
	assert_non_null(cost_split_line(&split, operation_find("stat"), NULL, COST_BASE));
	cost_split_clear(&split);
	comparison_clear(&comparison);
	result_clear(&result);
	assert_nothing_left();
}

/* As the console does it: at every event, with whatever is there, and then it is stopped. */
static void test_live_and_stopped(void **state)
{
	struct session *session = open_session(pairs_small);
	struct comparison comparison;
	struct tally tally = {0};
	struct result result;
	size_t looks = 0;

	(void)state;
	while (!tally.ended) {
		pump(session, &tally);
		compare(session_result(session), &comparison);
		for (size_t i = 0; i < comparison.row_count; i++)
			assert_true(comparison.rows[i].part_count <= 6);
		comparison_clear(&comparison);
		looks++;
		if (tally.cases_done == 4)
			session_stop(session);
	}
	assert_true(looks > 4);
	finish(session, &tally, &result);
	assert_true(result.partial);
	compare(&result, &comparison);
	for (size_t i = 0; i < comparison.row_count; i++) {
		assert_int_equal(comparison.rows[i].verdict, VERDICT_NONE);
		assert_true(comparison.rows[i].reason[0] != '\0');
	}
	comparison_clear(&comparison);
	result_clear(&result);
	assert_nothing_left();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_a_whole_session),
		cmocka_unit_test(test_live_and_stopped),
	};

	return cmocka_run_group_tests_name("compare_session", tests, make_place, remove_place);
}
