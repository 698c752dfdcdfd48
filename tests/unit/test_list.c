/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Going through a list: each key, the ends, and a list of nothing.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tui/list.h"

/* Where action leads from selected in a list of 20 rows, of which 5 are shown. */
static size_t after(enum action action, size_t selected)
{
	assert_true(list_act(action, 20, 5, &selected));
	return selected;
}

static void each_key_has_its_step(void **state)
{
	(void)state;
	assert_int_equal(after(ACTION_UP, 7), 6);
	assert_int_equal(after(ACTION_DOWN, 7), 8);
	assert_int_equal(after(ACTION_PAGE_UP, 7), 3);
	assert_int_equal(after(ACTION_PAGE_DOWN, 7), 11);
	assert_int_equal(after(ACTION_FIRST, 7), 0);
	assert_int_equal(after(ACTION_LAST, 7), 19);
}

static void the_ends_hold(void **state)
{
	(void)state;
	assert_int_equal(after(ACTION_UP, 0), 0);
	assert_int_equal(after(ACTION_PAGE_UP, 2), 0);
	assert_int_equal(after(ACTION_DOWN, 19), 19);
	assert_int_equal(after(ACTION_PAGE_DOWN, 18), 19);
}

/* A list that became shorter, or one row of screen. */
static void odd_places_lead_into_the_list(void **state)
{
	size_t selected = 0;

	(void)state;
	assert_int_equal(list_move(30, 20, 0), 19);
	assert_int_equal(list_move(3, 0, 1), 0);
	assert_true(list_act(ACTION_PAGE_DOWN, 3, 0, &selected));
	assert_int_equal(selected, 1);
	assert_true(list_act(ACTION_LAST, 0, 5, &selected));
	assert_int_equal(selected, 0);
}

static void other_keys_move_nothing(void **state)
{
	size_t selected = 4;

	(void)state;
	assert_false(list_act(ACTION_TOGGLE, 20, 5, &selected));
	assert_false(list_act(ACTION_LEFT, 20, 5, &selected));
	assert_int_equal(selected, 4);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_key_has_its_step),
		cmocka_unit_test(the_ends_hold),
		cmocka_unit_test(odd_places_lead_into_the_list),
		cmocka_unit_test(other_keys_move_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
