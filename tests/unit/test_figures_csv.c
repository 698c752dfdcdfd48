/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_figures_csv.c - imported figures read back bit for bit, and never as samples.
 */
#include <errno.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "exports/csv/csv_read.h"
#include "exports/csv/figures_csv.h"
#include "tests/unit/published.h"

static char *written(const struct figures *figures, size_t *length)
{
	struct error error = {""};
	char *text = NULL;
	FILE *file = open_memstream(&text, length);

	assert_non_null(file);
	assert_int_equal(figures_csv_write(figures, file, &error), 0);
	fclose(file);
	return text;
}

static void test_reads_back(void **state)
{
	struct error error = {""};
	struct figures figures;
	struct result result;
	struct input input;
	size_t length;
	char *text;

	(void)state;
	published_read(PUBLISHED_OTHER, &input);
	input.figures.cases[3].passes[1].sd = NAN;
	text = written(&input.figures, &length);
	assert_int_equal(figures_csv_read(text, length, "x", &figures, &error), 0);
	assert_true(figures.summaries_only);
	assert_int_equal(figures.environment.item_count, 0);
	assert_int_equal(figures.case_count, 47);
	for (size_t i = 0; i < 47; i++) {
		const struct case_figures *a = &input.figures.cases[i];
		const struct case_figures *b = &figures.cases[i];

		assert_ptr_equal(a->operation, b->operation);
		assert_string_equal(a->parameter, b->parameter);
		assert_string_equal(a->variant, b->variant);
		assert_int_equal(a->pass_count, b->pass_count);
		for (size_t j = 0; j < a->pass_count; j++) {
			assert_true(a->passes[j].median == b->passes[j].median);
			assert_true(a->passes[j].mean == b->passes[j].mean);
			assert_true(a->passes[j].variance == b->passes[j].variance);
			assert_true(a->passes[j].sd == b->passes[j].sd || (i == 3 && j == 1));
			assert_int_equal(a->passes[j].runs, b->passes[j].runs);
		}
	}
	assert_true(isnan(figures.cases[3].passes[1].sd));
	/* The reader of samples will have none of it. */
	assert_int_equal(csv_read_memory(text, length, "x", &result, &error), -EINVAL);
	free(text);
	figures_clear(&figures);
	input_clear(&input);
}

/* What a printed summary has beside figures; a row a session, which may lack a case. */
static void test_sessions_and_what_is_kept(void **state)
{
	static const struct pass_figures passes[] = {
		{.session = 0, .runs = 1, .median = 11000, .precision = 500},
		{.session = 2, .runs = 1, .median = 10.306, .ambiguous = true},
	};
	const struct case_figures *which;
	struct error error = {""};
	struct figures figures;
	struct figures again;
	size_t length;
	char *text;

	(void)state;
	figures_init(&figures);
	figures.source = strdup("x");
	figures.sessions = 3;
	for (size_t i = 0; i < 2; i++)
		assert_int_equal(
			figures_add_pass(
				figures_case(&figures, operation_find("fork-wait"), "", "", "none"),
				&passes[i]),
			0);
	assert_int_equal(text_list_add(&figures.unassigned, "28.1, \033 100%"), 0);
	assert_int_equal(text_list_add(&figures.labels, "a = b"), 0);
	assert_int_equal(text_list_add(&figures.printed, "MEAN 1"), 0);
	text = written(&figures, &length);
	assert_non_null(strstr(text, "\n# sessions: 3\n"));
	assert_non_null(strstr(text, "\n# unassigned: 28.1, %1B 100%25\n"));
	assert_non_null(strstr(text, "\n# label: a = b\n"));
	assert_non_null(strstr(text, "\n# printed: MEAN 1\n"));
	assert_non_null(strstr(text, ",variance,sd,precision,ambiguous\n"));
	assert_non_null(strstr(text, "\nfork-wait,,,none,2,1,10.306,0,0,0,0,,yes\n"));
	assert_int_equal(figures_csv_read(text, length, "x", &again, &error), 0);
	which = &again.cases[0];
	assert_int_equal(again.sessions, 3);
	assert_int_equal(which->pass_count, 2);
	assert_int_equal(which->passes[1].session, 2);
	assert_true(which->passes[0].precision == 500);
	assert_true(which->passes[1].ambiguous);
	assert_false(which->passes[0].ambiguous);
	assert_string_equal(again.unassigned.items[0], "28.1, \033 100%");
	free(text);
	figures_clear(&figures);
	figures_clear(&again);
}

static void refuse(const char *rows, const char *words)
{
	static const char head[] =
		"# lsmbench: figures 1\n"
		"operation,parameter,place,variant,pass,runs,median,mean,mean_half_width,"
		"variance,sd\n";
	struct error error = {""};
	struct figures figures;
	char text[1024];

	snprintf(text, sizeof(text), "%s%s", head, rows);
	assert_int_equal(figures_csv_read(text, strlen(text), "x", &figures, &error), -EINVAL);
	if (!strstr(error.text, words))
		fail_msg("\"%s\" does not say \"%s\"", error.text, words);
}

static void test_damaged(void **state)
{
	struct error error = {""};
	struct figures figures;

	(void)state;
	refuse("", "no figures in it");
	refuse("stat,FFF,,none,0,300,1,1,1,1\n", "x: line 3: 10 cells");
	refuse("stat,FFF,,none,0,300,1,1,1,1,1,1\n", "12 cells");
	refuse("stat,FFF,,none,1,300,1,1,1,1,1\n", "pass: expected 0");
	refuse("stat,FFF,,none,0,0,1,1,1,1,1\n", "runs: \"0\"");
	refuse("stat,FFF,,none,0,3,,1,1,1,1\n", "median: missing");
	refuse("stat,FFF,,none,0,3,nan,1,1,1,1\n", "median: \"nan\"");
	refuse("stat,FFF,,none,0,3,1,-1,1,1,1\n", "mean: \"-1\"");
	refuse("stot,FFF,,none,0,3,1,1,1,1,1\n", "operation: \"stot\"");
	refuse("stat,DIR1,,none,0,3,1,1,1,1,1\n", "path shape");
	refuse("stat,FFF,,%1b,0,3,1,1,1,1\"1\n", "line 3");
	refuse("# sessions: 2\nstat,FFF,,none,0,3,1,1,1,1,1\nstat,FFF,,none,2,3,1,1,1,1,1\n",
	       "pass: expected a session's number, below 2");
	refuse("# sessions: 2\nstat,FFF,,none,1,3,1,1,1,1,1\nstat,FFF,,none,0,3,1,1,1,1,1\n",
	       "above the last");
	refuse("# sessions: 0\n", "sessions: expected a number from 1 to 4096");
	refuse("# sessions: 5000\n", "sessions: expected a number from 1 to 4096");
	refuse("# rows: 2\nstat,FFF,,none,0,3,1,1,1,1,1\n", "ends after 1 of 2 rows");
	refuse("# rows: 1\nstat,FFF,,none,0,3,1,1,1,1,1\nstat,FFF,,none,1,3,1,1,1,1,1\n",
	       "there are 2 rows, but \"# rows:\" says 1");
	refuse("# rows: 0\n", "rows: expected a number");
	refuse("# label: %zz\n", "label: not escaped");
	assert_int_equal(figures_csv_read("# lsmbench: figures 2\n", 22, "x", &figures, &error),
			 -EINVAL);
	assert_non_null(strstr(error.text, "newer lsmbench"));
}

/* Wherever a file is cut, it is refused: a whole row less, or half a number. */
static void test_cut_anywhere(void **state)
{
	struct error error = {""};
	struct figures figures;
	struct input input;
	size_t length;
	char *text;

	(void)state;
	published_read(PUBLISHED_OTHER, &input);
	text = written(&input.figures, &length);
	assert_non_null(strstr(text, "\n# rows: 94\n"));
	for (size_t i = 0; i < length; i += i + 400 < length ? 7 : 1) {
		error.text[0] = '\0';
		if (figures_csv_read(text, i, "x", &figures, &error) != -EINVAL)
			fail_msg("cut after %zu of %zu bytes it is read", i, length);
	}
	assert_non_null(strstr(error.text, "it was truncated, copy it again"));
	free(text);
	input_clear(&input);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_reads_back),
		cmocka_unit_test(test_sessions_and_what_is_kept),
		cmocka_unit_test(test_damaged),
		cmocka_unit_test(test_cut_anywhere),
	};

	return cmocka_run_group_tests_name("figures_csv", tests, NULL, NULL);
}
