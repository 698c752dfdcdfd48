/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_reason.c - of what a failed command wrote, the end is kept where not all of it fits; other
 * reasons keep their beginning.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "tui/draw.h"
#include "tui/reason.h"
#include "tui/text.h"

static void expect_fit(const char *reason, int columns, const char *expected)
{
	char shown[1024];

	reason_fit(shown, sizeof(shown), reason, columns);
	assert_string_equal(shown, expected);
}

static void test_end_of_output_is_kept(void **state)
{
	static const char reason[] =
		"under landlock:1: exit status 3: ... | 997 | 998 | 999 | 1000";

	(void)state;
	expect_fit(reason, (int)strlen(reason), reason);
	expect_fit(reason, 55, "under landlock:1: exit status 3: ... | 998 | 999 | 1000");
	expect_fit("killed by signal 9 (Killed): one | two | three", 44,
		   "killed by signal 9 (Killed): ... two | three");
	/* The status says less than the output. */
	expect_fit(reason, 20, "... 998 | 999 | 1000");
	expect_fit("exit status 3: it is over", 3, "exit status 3: it is over");
}

static void test_other_reasons_keep_their_beginning(void **state)
{
	static const char reason[] = "the tree was changed: remove it, or name another with --tree";

	(void)state;
	expect_fit(reason, 20, reason);
	expect_fit("exit status 3", 5, "exit status 3");
}

static void test_lines_end_with_the_end(void **state)
{
	char reason[700] = "exit status 2: ...";
	char shown[1024];

	(void)state;
	for (int i = 1; i <= 100; i++)
		snprintf(reason + strlen(reason), sizeof(reason) - strlen(reason), " | %d", i);
	for (int columns = 16; columns < 200; columns++) {
		for (int lines = 1; lines < 9; lines++) {
			reason_fit_lines(shown, sizeof(shown), reason, columns, lines);
			assert_true(draw_wrapped_lines(shown, columns) <= lines);
			assert_string_equal(shown + strlen(shown) - 10, "| 99 | 100");
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_end_of_output_is_kept),
		cmocka_unit_test(test_other_reasons_keep_their_beginning),
		cmocka_unit_test(test_lines_end_with_the_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
