/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_compare_notes.c - what every format says of a comparison in words: reasons whole and once,
 * the same thing by the same name.
 */
#include "tests/unit/compare_subject.h"

/* Four passes for eight: each row lacks as much, and it is said once; a failure is told whole. */
static void make_few_passes(struct subject *subject)
{
	static const char *const keys[] = {"ops", "stat,open-close", "paths", "FFF,XXX/FFF", "runs",
					   "10",  "passes",          "4",     NULL};
	static const char *const three[] = {"none", "same", "seccomp:1", NULL};
	const struct made_plan made = {
		.keys = keys, .variants = three, .truth = truth, .noise = 0.01, .seed = 9};
	struct error error = {""};

	memset(subject, 0, sizeof(*subject));
	made_compared(&made, &subject->result);
	subject->result.partial = true;
	subject->result.steps[2].state = STEP_FAILED;
	subject->result.steps[2].reason = strdup(
		"a path that is long enough to be cut in the middle of its sentence is not denied "
		"under every variant: compare variants that all deny it, such as --variants "
		"landlock:1,landlock:4");
	subject->result.steps[2].failed_runs = 3;
	made_check(compare_variants(&subject->result, &subject->variants, &error), &error);
	made_check(compare_report_make(&subject->variants, 20, &subject->report, &error), &error);
	made_check(figures_of_result(&subject->result, "made.csv", &subject->published.base.figures,
				     &error),
		   &error);
	assert_int_equal(environment_set(&subject->published.base.figures.environment,
					 "kernel.release", "6.12", "test"),
			 0);
	assert_int_equal(compare_report_about(&subject->report, "measured",
					      &subject->published.base.figures),
			 0);
	figures_clear(&subject->published.base.figures);
}

/* The same with lines joined, so that a sentence can be found. */
static char *unwrapped(const char *text)
{
	char *joined = strdup(text);
	char *out = joined;
	bool blank = false;

	assert_non_null(joined);
	for (const char *at = text; *at; at++) {
		if (*at == ' ' || *at == '\n') {
			blank = true;
			continue;
		}
		if (blank)
			*out++ = ' ';
		blank = false;
		*out++ = *at;
	}
	*out = '\0';
	return joined;
}

static void test_reasons_are_whole_and_said_once(void **state)
{
	static const char *const formats[] = {"text", "markdown", "csv"};
	struct subject subject;

	(void)state;
	make_few_passes(&subject);
	for (size_t i = 0; i < 3; i++) {
		char *text = written(&subject, formats[i]);
		char *joined = unwrapped(text);

		assert_int_equal(count(joined, "needs 8 passes, has 4"), 2);
		assert_int_equal(count(joined, "such as --variants landlock:1,landlock:4"), 1);
		assert_null(strstr(joined, "cut short"));
		assert_non_null(strstr(joined, "not measured to the end: stat FFF"));
		free(joined);
		free(text);
	}
	clear(&subject);
}

/* "Call" alone would be the operation's iteration here and its system calls there. */
static void assert_terms(const struct subject *subject, const char *text)
{
	static const char *const ambiguous[] = {"per call", "per_call", "a call", "/call"};

	(void)subject;
	for (size_t i = 0; i < sizeof(ambiguous) / sizeof(ambiguous[0]); i++) {
		if (strstr(text, ambiguous[i]))
			fail_msg("\"%s\" can mean two things", ambiguous[i]);
	}
}

static void test_terms(void **state)
{
	(void)state;
	for (size_t i = 0; i < compare_format_count; i++)
		check_both(compare_formats[i].name, assert_terms);
}

/* What no table shows: one file on both sides. */
static void test_notes_of_the_whole(void **state)
{
	struct subject subject;

	(void)state;
	make_published(&subject);
	assert_int_equal(
		text_list_add(&subject.published.comparison.notes, "x.csv stands on both sides"),
		0);
	for (size_t i = 0; i < compare_format_count; i++) {
		char *text = written(&subject, compare_formats[i].name);

		assert_int_equal(count(text, "x.csv stands on both sides"), 1);
		free(text);
	}
	clear(&subject);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_reasons_are_whole_and_said_once),
		cmocka_unit_test(test_terms),
		cmocka_unit_test(test_notes_of_the_whole),
	};

	return cmocka_run_group_tests_name("compare_notes", tests, NULL, NULL);
}
