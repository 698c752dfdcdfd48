/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_reaim_text.c - tables in reaim's layout, against the eight that were published in 2005 for a
 * kernel without and with the stacker security module (linux-security-module list, 2005): what was
 * derived there comes out of the same times; and the table of scaling.
 */
#include "tests/unit/made_export.h"
#include "tests/unit/made_result.h"

#include <math.h>

#include "engine/operation/operation_together.h"
#include "engine/operation/operation_together_jobs.h"
#include "exports/reaim_text.h"
#include "exports/scaling_text.h"

/* reaim gave each child 102 jobs. */
#define JOBS 102
#define ROWS 5u

/* Eight tables of five rows: two without and two with stacker, on two CPUs and on one. */
static const char *const published[] = {
	"1 0.05 0.02 0.01 122400.00 122400.00 0.00 0.00 100",
	"3 0.05 0.04 0.04 367200.00 122400.00 0.01 20.41 79",
	"5 0.07 0.06 0.07 437142.86 87428.57 0.01 12.90 87",
	"7 0.11 0.08 0.11 389454.55 55636.36 0.02 23.15 76",
	"9 0.13 0.10 0.13 423692.31 47076.92 0.02 22.96 77",
	"1 0.06 0.01 0.01 102000.00 102000.00 0.00 0.00 100",
	"3 0.06 0.04 0.04 306000.00 102000.00 0.01 26.73 73",
	"5 0.07 0.06 0.07 437142.86 87428.57 0.01 14.29 85",
	"7 0.11 0.09 0.09 389454.55 55636.36 0.01 14.66 85",
	"9 0.14 0.10 0.13 393428.57 43714.29 0.02 19.57 80",
	"1 0.06 0.01 0.02 102000.00 102000.00 0.00 0.00 100",
	"3 0.04 0.04 0.04 459000.00 153000.00 0.00 12.86 87",
	"5 0.08 0.06 0.07 382500.00 76500.00 0.01 15.65 84",
	"7 0.11 0.09 0.10 389454.55 55636.36 0.01 8.45 91",
	"9 0.14 0.12 0.12 393428.57 43714.29 0.03 23.47 76",
	"1 0.07 0.01 0.02 87428.57 87428.57 0.00 0.00 100",
	"3 0.05 0.04 0.04 367200.00 122400.00 0.01 20.41 79",
	"5 0.07 0.06 0.08 437142.86 87428.57 0.01 20.11 79",
	"7 0.10 0.09 0.10 428400.00 61200.00 0.02 18.11 81",
	"9 0.15 0.12 0.12 367200.00 40800.00 0.03 21.52 78",
	"1 0.06 0.01 0.01 102000.00 102000.00 0.00 0.00 100",
	"3 0.06 0.04 0.04 306000.00 102000.00 0.01 35.36 64",
	"5 0.08 0.06 0.07 382500.00 76500.00 0.01 21.19 78",
	"7 0.09 0.09 0.09 476000.00 68000.00 0.02 24.81 75",
	"9 0.14 0.12 0.12 393428.57 43714.29 0.02 22.38 77",
	"1 0.06 0.02 0.01 102000.00 102000.00 0.00 0.00 100",
	"3 0.05 0.03 0.04 367200.00 122400.00 0.00 10.88 89",
	"5 0.08 0.05 0.08 382500.00 76500.00 0.01 21.40 78",
	"7 0.11 0.09 0.09 389454.55 55636.36 0.01 11.17 88",
	"9 0.14 0.11 0.12 393428.57 43714.29 0.02 18.07 81",
	"1 0.05 0.01 0.01 122400.00 122400.00 0.00 0.00 100",
	"3 0.05 0.04 0.04 367200.00 122400.00 0.01 20.41 79",
	"5 0.08 0.07 0.06 382500.00 76500.00 0.00 5.56 94",
	"7 0.12 0.10 0.09 357000.00 51000.00 0.01 13.52 86",
	"9 0.13 0.13 0.12 423692.31 47076.92 0.02 20.40 79",
	"1 0.06 0.02 0.02 102000.00 102000.00 0.00 0.00 100",
	"3 0.05 0.04 0.04 367200.00 122400.00 0.01 20.41 79",
	"5 0.08 0.07 0.06 382500.00 76500.00 0.01 18.81 81",
	"7 0.11 0.10 0.09 389454.55 55636.36 0.01 7.73 92",
	"9 0.14 0.11 0.13 393428.57 43714.29 0.02 18.07 81",
};

static const char *const most[] = {"437142.86", "437142.86", "459000.00", "437142.86",
				   "476000.00", "393428.57", "423692.31", "393428.57"};

#define TABLES (sizeof(most) / sizeof(most[0]))

_Static_assert(sizeof(published) / sizeof(published[0]) == TABLES * ROWS, "five rows a table");

/* What was measured, and what follows from it. */
static struct reaim_figures figures_of(const char *line)
{
	struct reaim_figures figures = {0};
	double printed[9];
	char *rest = (char *)line;

	for (size_t i = 0; i < sizeof(printed) / sizeof(printed[0]); i++)
		printed[i] = strtod(rest, &rest);
	assert_string_equal(rest, "");
	figures.forked = (uint64_t)printed[0];
	figures.parent = printed[1];
	figures.system = printed[2];
	figures.user = printed[3];
	figures.jobs_per_minute =
		together_jobs_per_minute((double)figures.forked, JOBS, figures.parent);
	figures.sd = printed[6];
	figures.percent = printed[7];
	return figures;
}

/* One blank for many, none at an end: the archive of the mails had collapsed them. */
static void collapse(char *text)
{
	char *to = text;

	for (const char *from = text; *from; from++) {
		if (*from == ' ' && (from[1] == ' ' || from[1] == '\n'))
			continue;
		*to++ = *from;
	}
	*to = '\0';
}

static void test_published_tables(void **state)
{
	(void)state;
	for (size_t i = 0; i < TABLES; i++) {
		struct reaim_figures figures[ROWS];
		char expected[1024];
		char *text = NULL;
		size_t size;
		FILE *file = open_memstream(&text, &size);
		size_t used = (size_t)snprintf(
			expected, sizeof(expected),
			"Num Parent Child Child Jobs per Jobs/min/ Std_dev Std_dev JTI\n"
			"Forked Time SysTime UTime Minute Child Time Percent\n");

		assert_non_null(file);
		for (size_t j = 0; j < ROWS; j++) {
			figures[j] = figures_of(published[i * ROWS + j]);
			used += (size_t)snprintf(expected + used, sizeof(expected) - used, "%s\n",
						 published[i * ROWS + j]);
		}
		snprintf(expected + used, sizeof(expected) - used, "Max Jobs per Minute %s\n",
			 most[i]);
		reaim_text_table(figures, ROWS, file);
		fclose(file);
		collapse(text);
		assert_string_equal(text, expected);
		free(text);
	}
}

static void add(struct result *result, size_t index, enum metric_id metric, double value)
{
	const struct sample *sample = &result->samples[index];
	const struct reading reading = {.step = sample->step,
					.pass = sample->pass,
					.run = sample->run,
					.metric = (uint16_t)metric,
					.value = value};

	assert_int_equal(result_add_reading(result, &reading), 0);
}

static void test_tables_of_a_result(void **state)
{
	static const char *const keys[] = {"ops",  "mixed", "processes", "1,3", "cpus", "1,2",
					   "runs", "1",     "passes",    "1",   NULL};
	const struct export_options options = {0};
	const struct result *one;
	struct result result;
	char *text;

	(void)state;
	made_result(&result, keys, made_noise);
	one = &result;
	assert_int_equal(result.sample_count, 4);
	for (size_t i = 0; i < result.sample_count; i++) {
		const struct plan_case *which =
			plan_step_case(&result.plan, result.samples[i].step);

		add(&result, i, METRIC_PARENT_TIME, 0.05);
		add(&result, i, METRIC_JOBS_PER_MINUTE,
		    which->parameter[0] == '3' ? 367200 : 122400);
		add(&result, i, METRIC_CHILD_SD_PERCENT, which->parameter[0] == '3' ? 20.41 : 0);
	}
	text = made_export("reaim", &one, 1, &options);
	collapse(text);
	assert_ptr_equal(strstr(text, "# lsmbench: text 1\n"), text);
	assert_non_null(strstr(text, "the jobs are those of lsmbench's operation mixed"));
	assert_non_null(strstr(text, "\n# none, 1 CPU, pass 1, run 1\nNum "));
	assert_non_null(strstr(text, "\n# none, 2 CPUs, pass 1, run 1\nNum "));
	assert_non_null(strstr(text, "\n1 0.05 0.00 0.00 122400.00 122400.00 0.00 0.00 100\n"
				     "3 0.05 0.00 0.00 367200.00 122400.00 0.00 20.41 79\n"
				     "Max Jobs per Minute 367200.00\n\n# none, 2"));
	free(text);
	text = made_export("scaling", &one, 1, &options);
	assert_non_null(strstr(text, "# no run of together or together-shared is in this result"));
	free(text);
	result_clear(&result);
}

static void test_scaling(void **state)
{
	static const char *const keys[] = {"ops",    "together", "processes", "1,3",  "cpus",
					   "1,2",    "of",       "stat",      "runs", "1",
					   "passes", "1",        NULL};
	static const double rates[] = {1000, 1100, 900, 1500};
	const struct export_options options = {0};
	const struct result *one;
	struct result result;
	char *text;

	(void)state;
	assert_true(scaling_efficiency(1500, 3, 2, 1000) == 75);
	assert_true(scaling_efficiency(1100, 1, 2, 1000) > 109.9);
	assert_true(isnan(scaling_efficiency(1, 1, 1, 0)));
	made_result(&result, keys, made_noise);
	one = &result;
	assert_int_equal(result.sample_count, 4);
	for (size_t i = 0; i < 4; i++)
		for (enum metric_id metric = METRIC_PROCESS_RATE; metric <= METRIC_PROCESS_SPREAD;
		     metric++)
			add(&result, i, metric, rates[result.samples[i].step]);
	text = made_export("scaling", &one, 1, &options);
	collapse(text);
	assert_non_null(strstr(text, "\n# together, stat FFF, none\n"));
	assert_non_null(strstr(text, "\n 1 1 1000.0 1000.0 100.0% 1000.0% 1000.0 1000.0 1\n"
				     " 1 3 900.0 300.0 90.0% 900.0% 900.0 900.0 1\n"
				     " 2 1 1100.0 1100.0 110.0% 1100.0% 1100.0 1100.0 1\n"
				     " 2 3 1500.0 500.0 75.0% 1500.0% 1500.0 1500.0 1\n"));
	free(text);
	text = made_export("reaim", &one, 1, &options);
	assert_non_null(strstr(text, "# no run of the operation mixed is in this result"));
	free(text);
	result_clear(&result);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_published_tables),
		cmocka_unit_test(test_tables_of_a_result),
		cmocka_unit_test(test_scaling),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
