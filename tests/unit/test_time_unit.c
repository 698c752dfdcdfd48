/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_time_unit.c - what takes long is shown in s or ms to people, in ns to programs.
 */
#include <math.h>

#include "tests/unit/made_export.h"

#include "engine/compare/compare.h"
#include "engine/text/time_unit.h"
#include "exports/compare/compare_export.h"
#include "exports/input_read.h"

static void check(double seconds, const char *expected)
{
	char text[TIME_SHOWN_SIZE];

	assert_string_equal(time_show(seconds, text), expected);
}

static void a_time_has_the_unit_that_suits_it(void **state)
{
	(void)state;
	check(1.2344, "1.234 s");
	check(71.6243333, "71.624 s");
	check(3725.5, "3725.500 s");
	check(0.10563, "105.6 ms");
	check(0.0123, "12.30 ms");
	check(0.002352, "2.352 ms");
	check(0.000559, "559.0 us");
	check(0, "0.000 s");
	check(NAN, "-");
	check(INFINITY, "-");
}

/* The baseline's runs take a second and a quarter, the others a tenth more. */
static uint64_t long_runs(const struct sample *sample, size_t index)
{
	(void)index;
	return 1000 * (uint64_t)(sample->step == 0 ? 1234000000u : 1357400000u);
}

static uint64_t short_runs(const struct sample *sample, size_t index)
{
	return long_runs(sample, index) / 100;
}

static void make_session(struct result *result, made_duration *duration)
{
	static const char *const keys[] = {
		"ops",         "command", "command", "make -j8", "variants", "none,seccomp:1",
		"no-controls", "yes",     "no-aa",   "yes",      "runs",     "1",
		"passes",      "2",       NULL};

	made_result(result, keys, duration);
	for (uint32_t step = 0; step < 2; step++)
		for (uint16_t pass = 0; pass < 2; pass++) {
			const struct reading user = {
				.step = step, .pass = pass, .metric = METRIC_USER, .value = 0.5};
			const struct reading disk = {
				.step = step, .pass = pass, .metric = METRIC_FAULTS_DISK};

			assert_int_equal(result_add_reading(result, &user), 0);
			assert_int_equal(result_add_reading(result, &disk), 0);
		}
}

static void check_words(const char *format, const char *text, const char *const *words)
{
	for (; *words; words++)
		if (!strstr(text, *words))
			fail_msg("%s without '%s':\n%s", format, *words, text);
}

struct expected {
	const char *format;
	const char *words[5];
};

static void exports_show_seconds(void **state)
{
	static const struct expected all[] = {
		{"text",
		 {"make -j8 (variant none)\n"
		  "Simple command median=1.234000 [mean=1.234000 +/--] seconds\n"
		  "var: - sd: - runs: 1\n",
		  "Simple command median=1.357400 "}},
		{"markdown",
		 {"|  median | 95% interval |              mean |      sd | runs |",
		  "| 1.234 s |            - | 1.234 +/- 0.000 s | 0.000 s |    2 |",
		  "Each run is timed as a whole; 1 run in each of 2 passes,"}},
		{"summary", {",done,0,ns,2,1234000000.0000,"}},
		{"csv", {",latency,ns,1234000000.0000,"}},
	};
	const struct export_options options = {0};
	struct result result;
	const struct result *results = &result;

	(void)state;
	make_session(&result, long_runs);
	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
		char *text = made_export(all[i].format, &results, 1, &options);

		check_words(all[i].format, text, all[i].words);
		free(text);
	}
	result_clear(&result);
}

static void comparisons_show_the_unit_of_the_base(void **state)
{
	static const struct expected all[] = {
		{"text",
		 {"\ncommand make -j8  base 12.34 ms\n", " seccomp:1           +1.234   +10.0% ",
		  "\ncommand make -j8: user  base 500.0 ms\n",
		  "\ncommand make -j8: faults-disk  base 0 count\n"
		  " seccomp:1                0     same "}},
		{"markdown",
		 {"| command make -j8 | seccomp:1 |  | 12.34 ms | +1.234 ms | - | +10.0% |",
		  "| command make -j8: faults-disk | seccomp:1 |  | 0 count | 0 count | - | same "
		  "|"}},
		{"svg", {"command make -j8, base 12.34 ms", "+10.0%  +1.234 ms  no verdict"}},
		{"csv",
		 {"12340000.0000,13574000.0000,1234000.0000,",
		  ",none,ns,12340000.0000,13574000.0000,1234000.0000,",
		  ",none,s,0.500000,0.500000,0.000000,",
		  ",none,count,0.000000,0.000000,0.000000,"}},
		{"json",
		 {"\"base_ns\":12340000,\"other_ns\":13574000,",
		  "\"unit\":\"ns\",\"base\":12340000,\"other\":13574000,",
		  "\"unit\":\"count\",\"base\":0,\"other\":0,\"difference\":0,"}},
	};
	struct comparison comparison;
	struct compare_report report;
	struct error error = {""};
	struct result result;

	(void)state;
	make_session(&result, short_runs);
	made_check(compare_variants(&result, &comparison, &error), &error);
	made_check(compare_report_make(&comparison, HEADLINE_ABOVE, &report, &error), &error);
	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
		char *text = NULL;
		size_t size;
		FILE *file = open_memstream(&text, &size);

		made_check(compare_format_find(all[i].format)->write(&report, file, &error),
			   &error);
		fclose(file);
		check_words(all[i].format, text, all[i].words);
		free(text);
	}
	compare_report_clear(&report);
	comparison_clear(&comparison);
	result_clear(&result);
}

/* The command's name has blanks, and is found again where the text says seconds. */
static void the_text_reads_back(void **state)
{
	const struct export_options options = {0};
	struct result result;
	const struct result *results = &result;
	const struct case_figures *which;
	struct error error = {""};
	struct input input;
	FILE *file = tmpfile();
	char *text;

	(void)state;
	make_session(&result, long_runs);
	text = made_export("text", &results, 1, &options);
	assert_non_null(file);
	assert_true(fputs(text, file) >= 0);
	rewind(file);
	made_check(input_read_begun(fileno(file), NULL, 0, "made", NULL, &input, &error), &error);
	assert_int_equal(input.figures.case_count, 2);
	which = figures_find(&input.figures, operation_find("command"), "make -j8", "",
			     "seccomp:1");
	assert_non_null(which);
	assert_int_equal(which->pass_count, 2);
	assert_true(fabs(which->passes[1].median - 1357400000) < 0.5);
	input_clear(&input);
	fclose(file);
	free(text);
	result_clear(&result);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_time_has_the_unit_that_suits_it),
		cmocka_unit_test(exports_show_seconds),
		cmocka_unit_test(comparisons_show_the_unit_of_the_base),
		cmocka_unit_test(the_text_reads_back),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
