/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_lmbench.c - tables in LMbench 2.0's layout: its own heads to the byte, figures and their
 * mean and deviation worked out by hand, 80 columns, many hosts, variants.
 */
#include "tests/unit/made_export.h"

static char *exported_with(const struct result *const *results, size_t count,
			   const struct export_options *options)
{
	return made_export("lmbench", results, count, options);
}

/* With a row a pass and statistics. */
static char *exported(const struct result *const *results, size_t count)
{
	const struct export_options options = {.stats = true};

	return exported_with(results, count, &options);
}

/* Every run of a pass takes the same: 1 us in pass 0, 3 us in pass 1, 5 us in pass 2. */
static uint64_t by_pass(const struct sample *sample, size_t index)
{
	(void)index;
	return 1000000u + 2000000u * (uint64_t)sample->pass;
}

/* The lines of a golden file from one that begins with first to one that begins with a rule. */
static char *golden_heads(const char *first)
{
	FILE *file = fopen("tests/data/lmbench/golden/lsm-pair_all.summary-2.0.txt", "r");
	char line[256];
	char *text = NULL;
	size_t size;
	FILE *heads = open_memstream(&text, &size);
	int is_inside = 0;

	assert_non_null(file);
	assert_non_null(heads);
	while (fgets(line, sizeof(line), file)) {
		is_inside = is_inside || strncmp(line, first, strlen(first)) == 0;
		if (is_inside)
			fputs(line, heads);
		if (is_inside && strncmp(line, "--------- ", 10) == 0)
			break;
	}
	fclose(file);
	fclose(heads);
	assert_true(size > 0);
	return text;
}

static void test_heads_are_those_of_lmbench(void **state)
{
	static const char *const keys[] = {"suite", "published", "runs", "3", NULL};
	static const char *const firsts[] = {"                 L M B E N C H", "Basic system",
					     "Processor, Processes"};
	struct result result;
	const struct result *one = &result;
	char *text;

	(void)state;
	made_result(&result, keys, by_pass);
	text = exported(&one, 1);
	assert_int_equal(text[0], '\n');
	for (size_t i = 1; i < 3; i++) {
		char *heads = golden_heads(firsts[i]);

		assert_non_null(strstr(text, heads));
		free(heads);
	}
	assert_non_null(strstr(text, "\n                 L M B E N C H  2 . 0   S U M M A R Y\n"
				     "                 ------------------------------------\n"
				     "LMbench 2.0 layout, measured by lsmbench 0.1.0\n"));
	free(text);
	result_clear(&result);
}

static void test_processor_table(void **state)
{
	static const char *const keys[] = {"ops", "stat,open-close", "paths", "default,FFF", "runs",
					   "3",   "passes",          "3",     NULL};
	struct result result;
	const struct result *one = &result;
	char *text;

	(void)state;
	made_result(&result, keys, by_pass);
	environment_set(&result.environment, "cpu.mhz", "2368.5", "made");
	environment_set(&result.environment, "kernel.machine", "x86_64", "made");
	text = exported(&one, 1);
	assert_non_null(strstr(text, "\nmade-host Linux 6.12.1-                  x86_64 2368\n"));
	assert_non_null(strstr(text, "\nmade-host Linux 6.12.1- 2368           1.00 1.00"));
	assert_non_null(strstr(text, "\nmade-host Linux 6.12.1- 2368           5.00 5.00"));
	/* 1, 3, 5: mean 3, sd 2 by n - 1 (it would be 1.63 by n). */
	assert_non_null(strstr(text, "\nMEAN                                   3.00 3.00"));
	assert_non_null(strstr(text, "\nSTDEV                                  2.00 2.00"));
	assert_non_null(
		strstr(text, "\nstat: path shape default\nopen clos: path shape default\n"));
	free(text);
	result_clear(&result);
}

static void test_our_tables(void **state)
{
	static const char *const keys[] = {"ops",  "stat,chmod", "paths",  "FFF,XXX/../FFF,default",
					   "dirs", "10,100000",  "path",   "/etc/hostname",
					   "runs", "3",          "passes", "2",
					   NULL};
	struct result result;
	const struct result *one = &result;
	char *text;

	(void)state;
	made_result(&result, keys, by_pass);
	text = exported(&one, 1);
	assert_non_null(strstr(text,
			       "\nPath shapes, stat - times in microseconds - smaller is better\n"
			       "-------------------------------------------------------------\n"
			       "Host                 OS   FFF   XXX default   own\n"
			       "                                 ..             1\n"
			       "                                FFF              \n"
			       "--------- ------------- ----- ----- ------- -----\n"
			       "made-host Linux 6.12.1- 1.000 1.000   1.000 1.000\n"
			       "made-host Linux 6.12.1- 3.000 3.000   3.000 3.000\n"
			       "MEAN                    2.000 2.000   2.000 2.000\n"
			       "STDEV                   1.414 1.414   1.414 1.414\n"
			       "95% CI +-                12.7  12.7    12.7  12.7\n"
			       "own 1: /etc/hostname\n"));
	assert_non_null(strstr(
		text, "\nDirectory sizes, chmod - times in microseconds - smaller is better\n"
		      "------------------------------------------------------------------\n"
		      "Host                 OS    DIR    DIR\n"
		      "                            10 100000\n"
		      "--------- ------------- ------ ------\n"
		      "made-host Linux 6.12.1- 1.0000 1.0000\n"));
	free(text);
	result_clear(&result);
}

/* No table is wider than 80 columns, and none of the 47 cases is lost. */
static void test_tables_fit_80_columns(void **state)
{
	static const char *const keys[] = {"suite", "published", "depths", "1..40", "ops",
					   "stat",  "runs",      "3",      NULL};
	struct result result;
	const struct result *one = &result;
	char *text;
	char *rest;
	size_t cells = 0;

	(void)state;
	made_result(&result, keys, by_pass);
	text = exported(&one, 1);
	for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
		if (strncmp(line, "repeat with", 11) == 0)
			continue;
		assert_true(strlen(line) <= 80);
		if (strncmp(line, "MEAN", 4) != 0)
			continue;
		for (const char *at = strstr(line, "2.00"); at; at = strstr(at + 4, "2.00"))
			cells++;
	}
	/* 36 depths without a shape of their own, 44 cases with a parameter, stat and open clos. */
	assert_int_equal(cells, 36 + 44 + 2);
	free(text);
	result_clear(&result);
}

static void test_variants_and_results_are_groups(void **state)
{
	static const char *const keys[] = {"ops",  "stat", "paths",  "FFF", "variants", "none,same",
					   "runs", "3",    "passes", "2",   NULL};
	struct result results[2];
	const struct result *both[] = {&results[0], &results[1]};
	const char *second;
	char *text;

	(void)state;
	made_result(&results[0], keys, by_pass);
	made_result(&results[1], keys, by_pass);
	environment_set(&results[1].environment, "host.name", "a-longer-host-name", "made");
	text = exported(both, 2);
	second = strstr(text, "\nPath shapes, stat");
	assert_non_null(second);
	assert_non_null(strstr(second, "\nvariant none:\nmade-host Linux 6.12.1- 1.000\n"
				       "made-host Linux 6.12.1- 3.000\n"
				       "MEAN                    2.000\n"
				       "STDEV                   1.414\n"
				       "95% CI +-                12.7\nvariant same:\nmade-host "));
	assert_non_null(strstr(second, "95% CI +-                12.7\nvariant none:\n"
				       "a-longer- Linux 6.12.1- 1.000\n"));
	free(text);
	result_clear(&results[0]);
	result_clear(&results[1]);
}

static void test_missing_figures_are_blank(void **state)
{
	static const char *const keys[] = {"ops", "stat,loop", "paths", "FFF,XXX/FFF", "runs",
					   "3",   "passes",    "2",     NULL};
	struct result result;
	const struct result *one = &result;
	char *text;

	(void)state;
	made_result(&result, keys, by_pass);
	result.sample_count = 3;
	result.steps[1].state = STEP_FAILED;
	result.steps[1].reason = strdup("EIO in pass 1");
	result.steps[2].state = STEP_SKIPPED;
	result.steps[2].reason = strdup("no room here");
	text = exported(&one, 1);
	assert_non_null(strstr(text, "--\nmade-host Linux 6.12.1- 1.000      \n\n"));
	assert_null(strstr(text, "MEAN"));
	for (const char *at = strstr(text, "nan"); at; at = strstr(at + 1, "nan"))
		assert_memory_equal(at, "nanoseconds", strlen("nanoseconds"));
	assert_non_null(strstr(text, "\nNot, or not wholly, in a table here: loop\n"));
	assert_non_null(strstr(text, "\nNo figure: stat XXX/FFF: failed: EIO in pass 1\n"
				     "No figure: loop: skipped: no room here\n"));
	free(text);
	result_clear(&result);
}

/* Names come from files: nothing in them reaches a terminal or moves a column. */
/* Lines under the tables are no wider than the tables, but for the command, which is copied. */
static void test_long_lines_are_folded(void **state)
{
	static const char *const keys[] = {
		"ops",    "stat,loop",
		"paths",  "FFF,XXX/FFF",
		"runs",   "3",
		"passes", "2",
		"label",  "a label of more words than eighty columns have room for in a line",
		NULL};
	struct result result;
	const struct result *one = &result;
	char *text;

	(void)state;
	made_result(&result, keys, by_pass);
	result.steps[1].state = STEP_FAILED;
	result.steps[1].reason = strdup("/a/path/of/some/length: cannot be opened: Permission "
					"denied: give the user a right to read it");
	text = exported(&one, 1);
	assert_non_null(strstr(text,
			       "\nNo figure: stat XXX/FFF: failed: /a/path/of/some/length: "
			       "cannot be opened:\n  Permission denied: give the user a right "
			       "to read it\n"));
	for (const char *line = text; *line;) {
		size_t length = strcspn(line, "\n");

		assert_true(length <= 80 || strncmp(line, "repeat with: ", 13) == 0);
		line += length + (line[length] == '\n');
	}
	free(text);
	result_clear(&result);
}

/* A median of fewer runs looks like any other: the cases are named, many are counted. */
static void test_what_ended_early_is_told(void **state)
{
	static const char *const keys[] = {"ops",      "null-call,read-zero,write-null,fstat",
					   "variants", "none,same",
					   "runs",     "2",
					   "passes",   "2",
					   NULL};
	const struct result *results[1];
	struct result result;
	char *text;

	(void)state;
	made_result(&result, keys, by_pass);
	results[0] = &result;
	for (size_t i = 1; i < 4; i++) {
		result.steps[i].state = STEP_EARLY;
		result.steps[i].reason = strdup("precision of 1% reached");
	}
	text = exported(results, 1);
	assert_non_null(strstr(text,
			       "\n\n3 of 8 figures ended early, after 4 runs in 2 passes:\n"
			       "  precision of 1% reached\n"
			       "  null-call under same, read-zero under none, read-zero under "
			       "same\n\nmeasured by"));
	free(text);
	result_clear(&result);
}

static void test_names_are_plain(void **state)
{
	static const char *const keys[] = {"ops",         "stat", "paths", "FFF", "label",
					   "caf\xc3\xa9", "runs", "3",     NULL};
	struct result result;
	const struct result *one = &result;
	char *text;

	(void)state;
	made_result(&result, keys, by_pass);
	environment_set(&result.environment, "host.name", "\x1b[31mh", "made");
	environment_set(&result.environment, "kernel.release", "6\t1", "made");
	text = exported(&one, 1);
	assert_non_null(strstr(text, "\n?[31mh        Linux 6?1                   caf??     \n"));
	assert_null(strchr(text, '\x1b'));
	free(text);
	result_clear(&result);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_heads_are_those_of_lmbench),
		cmocka_unit_test(test_processor_table),
		cmocka_unit_test(test_our_tables),
		cmocka_unit_test(test_tables_fit_80_columns),
		cmocka_unit_test(test_variants_and_results_are_groups),
		cmocka_unit_test(test_long_lines_are_folded),
		cmocka_unit_test(test_what_ended_early_is_told),
		cmocka_unit_test(test_names_are_plain),
		cmocka_unit_test(test_missing_figures_are_blank),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
