/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_document.c - lines of a document before they are drawn: tabs, and how wide they are.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tui/document.h"

/* LMbench's headings end in tabs. */
static void test_tabs_are_blanks(void **state)
{
	struct document document = {0};

	(void)state;
	document_add_lines(&document, ROLE_NORMAL, "Fault\tPage\t\nplain\n\nab\t");
	assert_int_equal(document.count, 4);
	assert_string_equal(document.lines[0].text, "Fault   Page    ");
	assert_string_equal(document.lines[1].text, "plain");
	assert_string_equal(document.lines[2].text, "");
	assert_string_equal(document.lines[3].text, "ab      ");
	assert_int_equal(document_width(&document), 16);
	document_clear(&document);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_tabs_are_blanks),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
