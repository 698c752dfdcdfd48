/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_markdown.c - the table for mailing lists: aligned, with the figures worked out by hand, and
 * nothing in it that Markdown or a terminal takes for an order.
 */
#include "tests/unit/made_export.h"

static char *exported(const struct result *result)
{
	const struct export_options options = {0};

	return made_export("markdown", &result, 1, &options);
}

/* 1000, 1001, ... 1009 ns in each pass. */
static uint64_t by_run(const struct sample *sample, size_t index)
{
	(void)index;
	return 1000000u + 1000u * (uint64_t)sample->run;
}

static void test_table(void **state)
{
	static const char *const keys[] = {"ops",    "stat,loop", "paths", "FFF", "runs", "10",
					   "passes", "1",         "seed",  "7",   NULL};
	struct result result;
	char *text;

	(void)state;
	made_result(&result, keys, by_run);
	text = exported(&result);
	/* sd = sqrt(82.5 / 9) = 3.0277; t(9) = 2.2622; ranks 2 and 9 bound the median of ten. */
	assert_ptr_equal(
		strstr(text,
		       "### Cost of system calls\n\n"
		       "| case     | median ns |     95% interval |        mean ns |  sd | runs |\n"
		       "|:---------|----------:|-----------------:|---------------:|----:|-----:|\n"
		       "| stat FFF |    1004.5 | 1001.0 .. 1008.0 | 1004.5 +/- 2.2 | 3.0 |   10 |\n"
		       "| loop     |    1004.5 | 1001.0 .. 1008.0 | 1004.5 +/- 2.2 | 3.0 |   10 |\n"
		       "\nEach run times about 1000 us of back-to-back iterations; 10 runs in "
		       "1 pass,\n"),
		text);
	assert_non_null(strstr(text, "\n    kernel: 6.12.1-made\n"));
	assert_non_null(strstr(text, "\n    LSMs active: capability,landlock\n"));
	assert_non_null(strstr(text, "\n    file system: ext4\n"));
	assert_non_null(strstr(text, "\n    repeat with: lsmbench run --ops stat,loop --paths FFF "
				     "--runs 10 --passes 1 --seed 7\n"));
	free(text);
	result_clear(&result);
}

static void test_variants_states_and_missing_figures(void **state)
{
	static const char *const keys[] = {"ops", "loop",   "variants", "none,same", "runs",
					   "1",   "passes", "1",        NULL};
	struct result result;
	char *text;

	(void)state;
	made_result(&result, keys, by_run);
	result.steps[1].state = STEP_SKIPPED;
	result.sample_count = 1;
	text = exported(&result);
	assert_non_null(
		strstr(text, "| loop | none    |    1000.0 |            - |  1000.0 |  - |"));
	assert_non_null(strstr(text, "| loop | same    |         - |            - |       - |  - | "
				     "0 skipped |\n"));
	assert_null(strstr(text, "nan"));
	free(text);
	result_clear(&result);
}

static void test_reasons_stand_under_the_table(void **state)
{
	static const char *const keys[] = {"ops", "loop,getxattr", "runs", "1", "passes", "1",
					   NULL};
	struct result result;
	char *text;

	(void)state;
	made_result(&result, keys, by_run);
	result.steps[0].reason = strdup("all is well");
	result.steps[1].state = STEP_SKIPPED;
	result.steps[1].reason = strdup("no *attributes*");
	text = exported(&result);
	assert_non_null(strstr(text, "|\n\n- getxattr skipped: no \\*attributes\\*\n\n"));
	assert_null(strstr(text, "all is well"));
	free(text);
	result_clear(&result);
}

/* The plan's runs and passes are not claimed where they were not had. */
static void test_what_ended_early_is_told(void **state)
{
	static const char *const keys[] = {"ops", "stat,loop,fstat", "paths", "FFF", "runs",
					   "10",  "passes",          "2",     NULL};
	struct result result;
	char *text;

	(void)state;
	made_result(&result, keys, by_run);
	/* Of the second pass only the first case is there. */
	result.sample_count = 40;
	for (size_t i = 1; i < 3; i++) {
		result.steps[i].state = STEP_EARLY;
		result.steps[i].reason = strdup("its *share* was reached");
	}
	text = exported(&result);
	assert_non_null(strstr(text, "\n\n- 2 of 3 rows ended early, after 10 runs in 1 pass: its "
				     "\\*share\\* was reached\n\nEach run"));
	assert_non_null(strstr(text,
			       "planned were up to 10 runs\nin each of 2 passes, a row has 10 "
			       "to 20 runs in 1 to 2 passes,\n"));
	assert_null(strstr(text, "; 10 runs in each"));
	free(text);

	/* A reason of its own has a line of its own. */
	result.steps[2].state = STEP_STOPPED;
	text = exported(&result);
	assert_non_null(strstr(text, "- 1 of 3 rows ended early, after 10 runs in 1 pass: its"));
	assert_non_null(strstr(text, "- 1 of 3 rows were stopped, after 10 runs in 1 pass: its"));
	free(text);
	result_clear(&result);
}

static void expect_runs(const char *const *keys, const char *words)
{
	struct result result;
	char *text;

	made_result(&result, keys, by_run);
	text = exported(&result);
	if (!strstr(text, words))
		fail_msg("without '%s':\n%s", words, text);
	free(text);
	result_clear(&result);
}

/* What times itself has no batches, and few runs a pass. */
static void test_workloads_are_no_batches(void **state)
{
	static const char *const whole[] = {"ops", "fsx", "runs", "1", "passes", "1", NULL};
	static const char *const both[] = {"ops",     "fsx,stat", "paths",  "FFF", "runs", "2",
					   "repeats", "2",        "passes", "3",   NULL};
	static const char *const missing[] = {"ops", "fsx",    "runs", "1", "repeats",
					      "2",   "passes", "3",    NULL};

	(void)state;
	expect_runs(whole, "\nEach run is timed as a whole; 1 run in 1 pass,\neach pass by");
	expect_runs(both, "\nEach run of fsx is timed as a whole, 2 runs in each of 3 passes;\n"
			  "each other run times about 1000 us of back-to-back iterations; 2 runs "
			  "in each of 3 passes,\n");
	expect_runs(missing, "\nEach run is timed as a whole; planned: 2 runs in each of 3 passes, "
			     "a row has 3 runs in 3 passes,\n");
}

static void test_nothing_is_taken_for_markup(void **state)
{
	static const char *const keys[] = {
		"ops", "stat", "path", "/tmp/*a*b", "runs", "1", "label", "a|b `c` <script>", NULL};
	struct result result;
	char *text;

	(void)state;
	made_result(&result, keys, by_run);
	environment_set(&result.environment, "cpu.model", "\x1b[31mred\xff", "made");
	text = exported(&result);
	assert_non_null(strstr(text, "| stat /tmp/\\*a\\*b |"));
	assert_non_null(strstr(text, "### Cost of system calls: a\\|b \\`c\\` \\<script>\n"));
	assert_non_null(strstr(text, "    CPU: \\x1b[31mred\\xff\n"));
	free(text);
	result_clear(&result);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_table),
		cmocka_unit_test(test_variants_states_and_missing_figures),
		cmocka_unit_test(test_reasons_stand_under_the_table),
		cmocka_unit_test(test_what_ended_early_is_told),
		cmocka_unit_test(test_workloads_are_no_batches),
		cmocka_unit_test(test_nothing_is_taken_for_markup),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
