/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_lmbench_printed_damaged.c - summaries with damage: a row keeps its place among the others
 * whatever became of one of its cells, and where rows are lost no two tables are joined by guess.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "exports/lmbench/lmbench_printed_figures.h"
#include "tests/unit/lmbench_printed.h"

#define PUBLISHED "tests/data/published/"
#define PROCESSOR "Processor, Processes"

/* A published summary of which parts of the text are replaced before it is read. */
struct damaged {
	char *text;
	struct printed_summary summary;
	struct figures figures;
};

/* Put by, which is not longer, in place of what; then what follows moves up. */
static void replace(char *text, const char *what, const char *by)
{
	char *found = strstr(text, what);

	assert_non_null(found);
	assert_true(strlen(by) <= strlen(what));
	memmove(found + strlen(by), found + strlen(what), strlen(found + strlen(what)) + 1);
	memcpy(found, by, strlen(by));
}

static void load(struct damaged *damaged)
{
	size_t length;

	*damaged = (struct damaged){0};
	damaged->text = printed_load(PUBLISHED "lmbench-2005-a.txt", &length);
}

static void read_damaged(struct damaged *damaged)
{
	struct error error = {""};

	printed_must(damaged->text, strlen(damaged->text), &damaged->summary);
	if (printed_figures_of(&damaged->summary, "damaged", NULL, &damaged->figures, &error) < 0)
		fail_msg("%s", error.text);
}

static void clear(struct damaged *damaged)
{
	figures_clear(&damaged->figures);
	printed_clear(&damaged->summary);
	free(damaged->text);
}

/* In microseconds; NaN when the session has none. */
static double figure(const struct damaged *damaged, const char *operation, const char *parameter,
		     size_t session)
{
	const struct case_figures *found =
		figures_find(&damaged->figures, operation_find(operation), parameter, "", "none");

	assert_non_null(found);
	return figures_session_median(&damaged->figures, found, session) / 1000;
}

static void expect(const struct damaged *damaged, const char *operation, const char *parameter,
		   size_t session, double value)
{
	double found = figure(damaged, operation, parameter, session);

	if (isnan(value) ? !isnan(found) : !(fabs(found - value) < 1e-6))
		fail_msg("%s of session %zu: %g, expected %g", operation, session, found, value);
}

static bool has_note(const struct text_list *list, const char *part)
{
	for (size_t i = 0; i < list->count; i++) {
		if (strstr(list->items[i], part))
			return true;
	}
	return false;
}

static void test_a_bad_cell_keeps_its_row(void **state)
{
	struct damaged damaged;

	(void)state;
	load(&damaged);
	replace(damaged.text, "0.17 0.46 3.68 4.48 6.917", "0.17 -0.4 3.68 4.48 1e999");
	replace(damaged.text, "3.83 4.46", "3.\0028 4.46");
	replace(damaged.text, "4.46 7.215",
		"4.46 7.2\xff"
		"5");
	read_damaged(&damaged);
	assert_int_equal(damaged.figures.sessions, 5);
	assert_int_equal(damaged.summary.skipped, 0);
	/* The good cells beside the bad ones, and the rows behind them. */
	expect(&damaged, "stat", "default", 0, 3.68);
	expect(&damaged, "stat", "default", 1, NAN);
	expect(&damaged, "stat", "default", 2, 3.83);
	expect(&damaged, "open-close", "default", 0, 4.48);
	expect(&damaged, "open-close", "default", 1, 4.46);
	expect(&damaged, "open-close", "default", 4, 4.58);
	expect(&damaged, "select-tcp", "FD100", 0, NAN);
	expect(&damaged, "select-tcp", "FD100", 2, 7.148);
	assert_true(has_note(&damaged.figures.notes,
			     "Processor, Processes: left out, no figure: -0.4 1e999"));
	assert_true(has_note(&damaged.figures.notes, "no figure: 3.\0028 7.2\xff"
						     "5"));
	assert_true(has_note(&damaged.figures.unassigned, "null I/O: -0.4 (no figure)"));
	clear(&damaged);
}

/* Which of its cells is whose is lost, but not which row it is. */
static void test_too_many_cells_keep_their_row(void **state)
{
	struct damaged damaged;

	(void)state;
	load(&damaged);
	replace(damaged.text, "0.17 0.46 3.68 4.48 6.917", "0.17 0.46 3.68 4.4 6 917");
	read_damaged(&damaged);
	assert_int_equal(damaged.figures.sessions, 5);
	assert_true(printed_row_at(&damaged.summary, PROCESSOR, 0)->overfull);
	expect(&damaged, "stat", "default", 0, NAN);
	expect(&damaged, "stat", "default", 2, 3.83);
	assert_true(has_note(&damaged.figures.notes, "more cells than columns"));
	clear(&damaged);
}

/* A table that lost a row may have lost any: its rows are joined with none of the others'. */
static void test_a_lost_row_joins_nothing(void **state)
{
	struct damaged damaged;
	char *row;

	(void)state;
	load(&damaged);
	row = strstr(strstr(damaged.text, "2p/0K"), "host2005");
	replace(row, "host2005", "");
	replace(row, "Linux", "");
	read_damaged(&damaged);
	assert_int_equal(damaged.figures.sessions, 9);
	for (size_t i = 0; i < 5; i++)
		assert_true(figure(&damaged, "stat", "default", i) > 0);
	for (size_t i = 5; i < 9; i++)
		expect(&damaged, "stat", "default", i, NAN);
	assert_true(has_note(&damaged.figures.notes,
			     "Context switching: 4 rows, where another table has 5"));
	for (size_t i = 0; i < damaged.figures.case_count; i++) {
		const struct case_figures *which = &damaged.figures.cases[i];
		bool is_switch = strcmp(which->operation->name, "lmbench-context-switch") == 0;

		/* Not a second time from the table that repeats the column. */
		assert_int_equal(which->pass_count, is_switch ? 4 : 5);
		assert_int_equal(which->passes[0].session, is_switch ? 5 : 0);
	}
	clear(&damaged);
}

/* What is said beside tables is no row of them, however much it looks like one. */
static void test_sentences_are_no_rows(void **state)
{
	static const char text[] =
		"Host                 OS 2p/0K 2p/16K 2p/64K 8p/16K 8p/64K 16p/16K 16p/64K\n"
		"                        ctxsw  ctxsw  ctxsw ctxsw  ctxsw   ctxsw   ctxsw\n"
		"--------- ------------- ----- ------ ------ ------ ------ ------- -------\n"
		"box         Linux 2.4.4 2.000 4.0000\n"
		"on Linux 2.4.4 we ran it 2 times\n"
		"On Linux 2.4 5 of 10\n";
	struct printed_summary summary;

	(void)state;
	printed_must(text, strlen(text), &summary);
	assert_int_equal(summary.rows, 1);
	assert_int_equal(summary.skipped, 2);
	printed_clear(&summary);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_a_bad_cell_keeps_its_row),
		cmocka_unit_test(test_too_many_cells_keep_their_row),
		cmocka_unit_test(test_a_lost_row_joins_nothing),
		cmocka_unit_test(test_sentences_are_no_rows),
	};

	return cmocka_run_group_tests_name("lmbench_printed_damaged", tests, NULL, NULL);
}
