/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_summary_csv.c - the summary export has a row for each case, variant and pass, with the
 * figures of the engine's summary and empty cells where there are none.
 */
#include "tests/unit/made_export.h"

static char *exported(const struct result *const *results, size_t count)
{
	const struct export_options options = {0};

	return made_export("summary", results, count, &options);
}

/* 1 to 6 us in pass 0, 11 to 16 us in pass 1. */
static uint64_t by_run(const struct sample *sample, size_t index)
{
	(void)index;
	return 1000000u * (1 + sample->run + 10u * (uint64_t)sample->pass);
}

static size_t count_lines(const char *text, const char *prefix)
{
	size_t count = 0;

	for (const char *at = text; at; at = strchr(at, '\n')) {
		at += *at == '\n';
		count += strncmp(at, prefix, strlen(prefix)) == 0;
		if (*at == '\0')
			break;
	}
	return count;
}

static void test_rows_and_figures(void **state)
{
	static const char *const keys[] = {
		"ops", "open-close", "paths", "FFF,XXX/FFF", "runs",      "6", "passes",
		"2",   "path",       "/a, b", "variants",    "none,same", NULL};
	struct result result;
	const struct result *one = &result;
	char *text;

	(void)state;
	made_result(&result, keys, by_run);
	text = exported(&one, 1);
	assert_ptr_equal(strstr(text, "# lsmbench: summary 1\n# session 1: measured by: lsmbench"),
			 text);
	assert_non_null(strstr(text, "\n# session 1: repeat with: lsmbench run --ops open-close "));
	assert_non_null(strstr(
		text, "\nsession,operation,parameter,variant,pass,state,system_calls,unit,runs,"
		      "minimum,q1,median,q3,p95,p99,maximum,median_low,median_high,"
		      "mean,mean_half_width,variance,sd,mad,lag1,drift,drift_p,"
		      "outliers_mild,outliers_severe,outliers_modified_z,failed_runs\n"));
	/* Of 1000..6000: t(5) = 2.570582, sd = sqrt(3.5e6), MAD = 1500 * 1.4826. */
	assert_non_null(strstr(
		text, "\n1,open-close,FFF,none,0,done,2,ns,6,1000.0000,2250.0000,3500.0000,"
		      "4750.0000,5750.0000,5950.0000,6000.0000,1000.0000,6000.0000,3500.0000,"
		      "1963.3143,3500000.000000,1870.828693,2223.9000"));
	assert_non_null(strstr(text, "\n1,open-close,FFF,same,all,done,2,ns,12,1000.0000,"));
	assert_non_null(strstr(text, "\n1,open-close,\"/a, b\",none,1,done,2,ns,6,11000.0000,"));
	assert_int_equal(count_lines(text, "1,open-close,"), 3 * 2 * 3);
	free(text);
	result_clear(&result);
}

static void test_missing_figures_are_empty(void **state)
{
	static const char *const keys[] = {"ops", "loop,stat", "paths", "FFF", "runs",
					   "1",   "passes",    "1",     NULL};
	struct result result;
	const struct result *one = &result;
	char *text;

	(void)state;
	made_result(&result, keys, by_run);
	result.samples[0].flags = SAMPLE_FAILED;
	result.steps[0].failed_runs = 1;
	result.steps[0].state = STEP_FAILED;
	text = exported(&one, 1);
	assert_non_null(
		strstr(text, "\n1,loop,,none,all,failed,0,ns,0,,,,,,,,,,,,,,,,,,0,0,0,1\n"));
	assert_int_equal(count_lines(text, "1,loop,"), 1);
	assert_non_null(strstr(text, "\n1,stat,FFF,none,0,done,1,ns,1,1000.0000,1000.0000,"
				     "1000.0000,1000.0000,1000.0000,1000.0000,1000.0000,,,"
				     "1000.0000,,,,"));
	assert_null(strstr(text, "nan"));
	free(text);
	result_clear(&result);
}

static void test_every_row_has_as_many_cells_as_there_are_names(void **state)
{
	static const char *const keys[] = {"suite", "published", "runs", "2", NULL};
	struct result result;
	const struct result *two[] = {&result, &result};
	char *text;
	char *rest;
	size_t rows = 0;

	(void)state;
	made_result(&result, keys, by_run);
	text = exported(two, 2);
	for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
		size_t commas = 0;

		if (line[0] == '#')
			continue;
		for (const char *at = line; *at; at++)
			commas += *at == ',';
		assert_int_equal(commas, 29);
		rows++;
	}
	assert_int_equal(rows, 1 + 2 * 47 * 3);
	free(text);
	result_clear(&result);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rows_and_figures),
		cmocka_unit_test(test_missing_figures_are_empty),
		cmocka_unit_test(test_every_row_has_as_many_cells_as_there_are_names),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
