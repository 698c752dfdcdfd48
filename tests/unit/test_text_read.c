/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_text_read.c - the published text is read whole, also out of a mail, and never looks as if
 * there were samples behind it; damaged text is refused with the line that is wrong.
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
#include <unistd.h>

#include <cmocka.h>

#include "engine/operation/suite.h"
#include "exports/csv/csv_layout.h"
#include "exports/export.h"
#include "exports/text_read.h"
#include "tests/unit/made_result.h"
#include "tests/unit/published.h"

static const struct case_figures *case_of(const struct figures *figures, const char *operation,
					  const char *parameter)
{
	const struct case_figures *which =
		figures_find(figures, operation_find(operation), parameter, "", "none");

	if (!which)
		fail_msg("no case %s %s", operation, parameter);
	return which;
}

static void test_published_file(void **state)
{
	const struct case_figures *which;
	struct input input;

	(void)state;
	published_read(PUBLISHED_BASE, &input);
	assert_null(input.result);
	assert_true(input.figures.summaries_only);
	assert_int_equal(input.figures.environment.item_count, 0);
	assert_int_equal(input.figures.notes.count, 0);
	assert_int_equal(input.figures.case_count, suites[0].case_count);
	for (size_t i = 0; i < suites[0].case_count; i++)
		assert_int_equal(case_of(&input.figures, suites[0].cases[i].operation,
					 suites[0].cases[i].parameter)
					 ->pass_count,
				 2);
	which = case_of(&input.figures, "stat", "default");
	assert_true(fabs(which->passes[0].median - 713.3) < 1e-9);
	assert_true(fabs(which->passes[1].mean - 725.8) < 1e-9);
	assert_true(fabs(which->passes[0].mean_half_width - 5.7) < 1e-9);
	assert_true(fabs(which->passes[0].variance - 2553) < 1e-9);
	assert_true(fabs(which->passes[0].sd - 50.524) < 1e-9);
	assert_int_equal(which->passes[1].runs, 300);
	assert_true(fabs(figures_median(which) - 714.6) < 1e-9);
	which = case_of(&input.figures, "openat-close", "FFF");
	assert_true(fabs(which->passes[0].median - 1248.2) < 1e-9);
	which = case_of(&input.figures, "mkstemp", "DIR10000");
	assert_true(fabs(which->passes[1].median - 17204.6) < 1e-9);
	input_clear(&input);
}

/* A file as it stands in a mail: quoted, wrapped at width, between other lines. */
static char *as_mail(const char *path, const char *quote, size_t width, size_t *length)
{
	FILE *file = fopen(path, "r");
	char *text = NULL;
	char line[512];
	FILE *mail = open_memstream(&text, length);

	assert_non_null(file);
	assert_non_null(mail);
	fprintf(mail, "From: someone\nSubject: Re: numbers\n\nOn Monday somebody wrote:\n%s\n",
		quote);
	while (fgets(line, sizeof(line), file)) {
		size_t column = strlen(quote);
		char *rest = NULL;

		fputs(quote, mail);
		for (char *word = strtok_r(line, " \n", &rest); word;
		     word = strtok_r(NULL, " \n", &rest)) {
			if (column + 1 + strlen(word) > width && column > strlen(quote)) {
				fprintf(mail, "\n%s", quote);
				column = strlen(quote);
			}
			column += (size_t)fprintf(mail, "%s%s", column > strlen(quote) ? " " : "",
						  word);
		}
		fputc('\n', mail);
	}
	fputs("\nSimple enough, is it not?\n-- \nsomeone\n", mail);
	fclose(mail);
	fclose(file);
	return text;
}

static void assert_same_figures(const struct figures *a, const struct figures *b)
{
	assert_int_equal(a->case_count, b->case_count);
	for (size_t i = 0; i < a->case_count; i++) {
		const struct case_figures *x = &a->cases[i];
		const struct case_figures *y = &b->cases[i];

		assert_ptr_equal(x->operation, y->operation);
		assert_string_equal(x->parameter, y->parameter);
		assert_int_equal(x->pass_count, y->pass_count);
		for (size_t j = 0; j < x->pass_count; j++)
			assert_memory_equal(&x->passes[j], &y->passes[j], sizeof(x->passes[j]));
	}
}

static void test_quoted_and_wrapped(void **state)
{
	static const char *const quotes[] = {"", "> ", ">> ", "> > ", "| ", "  "};
	static const size_t widths[] = {72, 60, 40, 400};
	struct input plain;

	(void)state;
	published_read(PUBLISHED_OTHER, &plain);
	for (size_t i = 0; i < 6 * 4; i++) {
		struct error error = {""};
		struct figures figures;
		size_t length;
		char *mail = as_mail(PUBLISHED_OTHER, quotes[i % 6], widths[i / 6], &length);

		if (text_read_memory(mail, length, "mail", &figures, &error) < 0)
			fail_msg("quote '%s' width %zu: %s", quotes[i % 6], widths[i / 6],
				 error.text);
		assert_same_figures(&plain.figures, &figures);
		figures_clear(&figures);
		free(mail);
	}
	input_clear(&plain);
}

/* What our own text export writes comes back, variants and all. */
static void test_own_text(void **state)
{
	static const char *const keys[] = {"suite",     "published", "runs", "20", "variants",
					   "none,same", "passes",    "3",    NULL};
	const struct export_options options = {0};
	const struct result *pointer;
	struct figures expected;
	struct figures figures;
	struct error error = {""};
	struct result result;
	char *text = NULL;
	size_t length;
	FILE *file = open_memstream(&text, &length);

	(void)state;
	made_result(&result, keys, made_noise);
	pointer = &result;
	made_check(export_write(export_format_find("text"), &pointer, 1, &options, file, &error),
		   &error);
	fclose(file);
	made_check(text_read_memory(text, length, "text", &figures, &error), &error);
	made_check(figures_of_result(&result, "result", &expected, &error), &error);
	assert_int_equal(figures.case_count, expected.case_count);
	for (size_t i = 0; i < figures.case_count; i++) {
		const struct case_figures *x = &expected.cases[i];
		const struct case_figures *y =
			figures_find(&figures, x->operation, x->parameter, x->place, x->variant);

		assert_non_null(y);
		assert_int_equal(y->pass_count, 3);
		for (size_t j = 0; j < 3; j++) {
			/* The text has 4 decimals of a microsecond. */
			assert_true(fabs(x->passes[j].median - y->passes[j].median) < 0.0501);
			assert_true(fabs(x->passes[j].sd - y->passes[j].sd) < 0.000501);
			assert_int_equal(x->passes[j].runs, y->passes[j].runs);
		}
	}
	assert_false(expected.summaries_only);
	figures_clear(&figures);
	figures_clear(&expected);
	free(text);
	result_clear(&result);
}

static void refuse(const char *text, int expected, const char *words)
{
	struct error error = {""};
	struct figures figures;

	assert_int_equal(text_read_memory(text, strlen(text), "x.txt", &figures, &error), expected);
	if (!strstr(error.text, words))
		fail_msg("\"%s\" does not say \"%s\"", error.text, words);
}

#define GOOD "Simple stat median=0.5 [mean=0.6 +/-0.1] microseconds\nvar: 0.1 sd: 0.2 runs: 300\n"

static void test_damaged(void **state)
{
	(void)state;
	refuse("", -ENODATA, "no figures");
	refuse("hello\nworld\n", -ENODATA, "no figures");
	refuse(GOOD, -EINVAL, "x.txt: line 1: no line before it says to what path");
	refuse("FFF\n" GOOD "XXX/FFF\n" GOOD "FFF\n" GOOD, -EINVAL,
	       "line 8: stat FFF comes again: these are two results");
	refuse("FFF\nSimple stat median=abc [mean=1 +/-1] microseconds\n", -EINVAL,
	       "line 2: \"median=abc\" is no number");
	refuse("FFF\nSimple stat median=1 [mean=1 +/-1] nanoseconds\n", -EINVAL,
	       "found \"nanoseconds\" where \"microseconds\" was expected");
	refuse("FFF\nSimple stat median=1 [mean=1 +/-1] microseconds\nvar: 1 sd: 1\n", -EINVAL,
	       "found \"\" where \"runs:\" was expected");
	refuse("FFF\nSimple stat median=0 [mean=1 +/-1] microseconds\nvar: 1 sd: 1 runs: 3\n",
	       -EINVAL, "a median or a number of runs of 0");
	refuse("FFF\nSimple stat median=-1 [mean=1 +/-1] microseconds\nvar: 1 sd: 1 runs: 3\n",
	       -EINVAL, "no number that could stand there");
	refuse("FFF\nSimple stat median=\x1b[31m [mean=1 +/-1] microseconds\n", -EINVAL, "\\x1b");
	refuse("DIR5\n" GOOD, -EINVAL, "line 2: path shape 'DIR5'");
}

static void test_unknown_operations_are_noted(void **state)
{
	static const char text[] =
		"FFF\n" GOOD
		"Simple fsync median=1 [mean=1 +/-1] microseconds\nvar: 1 sd: 1 runs: 3\n";
	struct error error = {""};
	struct figures figures;

	(void)state;
	made_check(text_read_memory(text, strlen(text), "x", &figures, &error), &error);
	assert_int_equal(figures.case_count, 1);
	assert_int_equal(figures.notes.count, 1);
	assert_string_equal(figures.notes.items[0],
			    "line 4: the operation \"fsync\" is not known, left out");
	figures_clear(&figures);
}

/* Formats are told apart by what is in them, not by their names. */
static void test_recognised_by_content(void **state)
{
	static const char *const keys[] = {"ops", "stat", "paths", "FFF", "runs", "20", NULL};
	const struct export_options options = {0};
	char path[] = "/tmp/lsmbench-test-XXXXXX";
	const struct result *pointer;
	struct error error = {""};
	struct result result;
	struct input input;
	FILE *file;
	int fd = mkstemp(path);

	(void)state;
	assert_true(fd >= 0);
	made_result(&result, keys, made_noise);
	pointer = &result;
	file = fdopen(fd, "w");
	made_check(export_write(export_format_find("csv"), &pointer, 1, &options, file, &error),
		   &error);
	fclose(file);
	published_read(path, &input);
	assert_non_null(input.result);
	assert_true(result_equal(input.result, &result));
	assert_false(input.figures.summaries_only);
	assert_true(input.figures.environment.item_count > 0);
	input_clear(&input);

	file = fopen(path, "w");
	assert_non_null(file);
	fputs("FFF\nSimple stat median=0.5 [mean=0.6 +/-0.1] microseconds\nvar: 0.1 sd: 0.2 runs: "
	      "3",
	      file);
	fclose(file);
	published_read(path, &input); /* although its last line has no end */
	assert_null(input.result);
	input_clear(&input);
	/* A file that names no hosts has none to pick. */
	assert_int_equal(input_read(path, "K6-2\033", &input, &error), -EINVAL);
	assert_non_null(strstr(error.text, "no host \"K6-2\\x1b\" in it"));

	file = fopen(path, "w");
	assert_non_null(file);
	fputs("nothing of the kind\n", file);
	fclose(file);
	assert_int_equal(input_read(path, NULL, &input, &error), -EINVAL);
	assert_non_null(strstr(error.text, "neither a result of lsmbench"));
	unlink(path);
	assert_int_equal(input_read(path, NULL, &input, &error), -ENOENT);
	result_clear(&result);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_published_file),
		cmocka_unit_test(test_quoted_and_wrapped),
		cmocka_unit_test(test_own_text),
		cmocka_unit_test(test_damaged),
		cmocka_unit_test(test_unknown_operations_are_noted),
		cmocka_unit_test(test_recognised_by_content),
	};

	return cmocka_run_group_tests_name("text_read", tests, NULL, NULL);
}
