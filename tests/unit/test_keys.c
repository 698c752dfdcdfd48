/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_keys.c - the table of keys is sound: no key means two things on a page, everything that a
 * page can do has a key that any terminal can send, and the footer is built from it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <ncurses.h>

#include "tui/keys.h"

/* A page may take a key for itself that means something on all the others. */
static bool may_share(const struct key_binding *first, const struct key_binding *second)
{
	return first->pages != ON_ALL_PAGES && second->pages == ON_ALL_PAGES;
}

static void check_shared(const struct key_binding *own, int key)
{
	int page;

	for (page = 0; page < PAGE_COUNT; page++)
		if (key_binding_is_on(own, (enum page)page))
			assert_int_equal(keys_action((enum page)page, key), own->action);
}

static void check_bindings(const struct key_binding *first, const struct key_binding *second)
{
	int a;
	int b;

	if (!(first->pages & second->pages))
		return;
	for (a = 0; a < KEYS_OF_BINDING; a++) {
		for (b = 0; b < KEYS_OF_BINDING; b++) {
			if (first->keys[a] == 0 || first->keys[a] != second->keys[b])
				continue;
			assert_true(may_share(first, second));
			check_shared(first, first->keys[a]);
		}
	}
}

static void no_key_means_two_things(void **state)
{
	size_t i;
	size_t j;

	(void)state;
	/* In the order of the table, in which keys are looked up. */
	for (i = 0; i < key_binding_count; i++)
		for (j = i + 1; j < key_binding_count; j++)
			check_bindings(&key_bindings[i], &key_bindings[j]);
}

static void every_binding_is_complete(void **state)
{
	size_t i;

	(void)state;
	for (i = 0; i < key_binding_count; i++) {
		const struct key_binding *binding = &key_bindings[i];

		assert_int_not_equal(binding->action, ACTION_NONE);
		assert_int_not_equal(binding->pages & ON_ALL_PAGES, 0);
		assert_int_not_equal(binding->keys[0], 0);
		assert_true(strlen(binding->shown) > 0 && strlen(binding->shown) < 14);
		assert_true(strlen(binding->help) > 0);
	}
}

/* Terminals steal F1 and F10, and some send no function keys at all. */
static void no_action_hangs_on_a_function_key(void **state)
{
	int page;
	int action;
	int key;

	(void)state;
	for (page = 0; page < PAGE_COUNT; page++) {
		for (action = ACTION_NONE + 1; action <= ACTION_REDACT; action++) {
			bool any = false;
			bool plain = false;

			for (key = 1; key <= KEY_MAX; key++) {
				if (keys_action((enum page)page, key) != (enum action)action)
					continue;
				any = true;
				plain = plain || key < 128;
			}
			/* Shift-Tab is a convenience: Tab goes round. */
			if (any && action != ACTION_PREVIOUS_PANE)
				assert_true(plain);
		}
	}
}

static void keys_of_design(void **state)
{
	(void)state;
	assert_int_equal(keys_action(PAGE_PLAN, ' '), ACTION_TOGGLE);
	assert_int_equal(keys_action(PAGE_RUN, ' '), ACTION_PAUSE);
	assert_int_equal(keys_action(PAGE_RUN, 'n'), ACTION_SKIP);
	assert_int_equal(keys_action(PAGE_HELP, 'n'), ACTION_FIND_NEXT);
	assert_int_equal(keys_action(PAGE_PLAN, 'y'), ACTION_COMMAND);
	assert_int_equal(keys_action(PAGE_RUN, 'y'), ACTION_NONE);
	assert_int_equal(keys_action(PAGE_EXPORT, KEY_F(1)), ACTION_PAGE_HELP);
	assert_int_equal(keys_action(PAGE_EXPORT, '?'), ACTION_PAGE_HELP);
	assert_int_equal(keys_action(PAGE_ENVIRONMENT, 'q'), ACTION_QUIT);
	assert_int_equal(keys_action(PAGE_ENVIRONMENT, KEY_F(10)), ACTION_QUIT);
	assert_int_equal(keys_action(PAGE_PLAN, 'l' & 0x1f), ACTION_REDRAW);
	assert_int_equal(keys_action(PAGE_PLAN, 'j'), ACTION_DOWN);
	assert_int_equal(keys_action(PAGE_PLAN, 0), ACTION_NONE);
	assert_int_equal(keys_action(PAGE_PLAN, 'C'), ACTION_PAGE_COMPARE);
	assert_int_equal(keys_action(PAGE_RUN, '1'), ACTION_PAGE_PLAN);
	assert_int_equal(keys_action(PAGE_COMPARE, '1'), ACTION_TAB_BARS);
	assert_int_equal(keys_action(PAGE_COMPARE, '4'), ACTION_TAB_DETAIL);
	assert_int_equal(keys_action(PAGE_COMPARE, 'P'), ACTION_PAGE_PLAN);
	assert_int_equal(keys_action(PAGE_PLAN, 'd'), ACTION_DEMO);
	/* console_show_page counts on it. */
	assert_int_equal(ACTION_PAGE_HELP - ACTION_PAGE_PLAN, PAGE_HELP);
	assert_int_equal(ACTION_PAGE_COMPARE - ACTION_PAGE_PLAN, PAGE_COMPARE);
}

static void footer_fits_and_ends_with_help(void **state)
{
	char footer[256];
	int page;
	int columns;

	(void)state;
	for (page = 0; page < PAGE_COUNT; page++) {
		for (columns = 0; columns < 250; columns++) {
			memset(footer, 'x', sizeof(footer));
			keys_footer((enum page)page, columns % 2 == 0, columns, footer,
				    sizeof(footer));
			assert_true((int)strlen(footer) <= columns);
			if (columns >= 20)
				assert_string_equal(footer + strlen(footer) - 6, "? help");
		}
		assert_non_null(strstr(footer, "q quit"));
		assert_non_null(strstr(footer, "/ find"));
	}
	/* What holds a session has room on the narrowest screen, too. */
	for (columns = 39; columns < 80; columns += 40) {
		keys_footer(PAGE_COMPARE, true, columns, footer, sizeof(footer));
		assert_non_null(strstr(footer, "Space pause"));
		assert_non_null(strstr(footer, "s stop"));
		assert_non_null(strstr(footer, "q quit"));
	}
	keys_footer(PAGE_RUN, true, 200, footer, sizeof(footer));
	assert_non_null(strstr(footer, "Space pause"));
	assert_non_null(strstr(footer, "s stop+save"));
	/* Nothing that only a session understands, when none is running. */
	keys_footer(PAGE_RUN, false, 200, footer, sizeof(footer));
	assert_null(strstr(footer, "pause"));
	assert_null(strstr(footer, "skip"));
	assert_null(strstr(footer, "stop"));
	assert_non_null(strstr(footer, "g chart"));
	keys_footer(PAGE_PLAN, true, 200, footer, sizeof(footer));
	assert_null(strstr(footer, "pause"));
	keys_footer(PAGE_PLAN, true, 200, footer, 1);
	assert_string_equal(footer, "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_key_means_two_things),
		cmocka_unit_test(every_binding_is_complete),
		cmocka_unit_test(no_action_hangs_on_a_function_key),
		cmocka_unit_test(keys_of_design),
		cmocka_unit_test(footer_fits_and_ends_with_help),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
