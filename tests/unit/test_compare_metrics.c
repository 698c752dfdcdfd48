/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_compare_metrics.c - what runs tell beside their own figure is compared, too, between
 * variants and between sessions: in its unit, in its direction, in a family of its own.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/compare/compare.h"
#include "engine/text/random.h"
#include "exports/compare/compare_export.h"
#include "exports/csv/figures_csv.h"

#define PASSES 12
#define SECOND 1000000000u

/* What a variant's runs are multiplied with. */
struct factors {
	double elapsed;
	double user;
	double rate;
};

static double noise(struct random_source *random)
{
	return 1 + 0.01 * ((double)random_below(random, 1000) / 1000 - 0.5);
}

static void tell(struct result *result, const struct sample *sample, enum metric_id metric,
		 double value)
{
	const struct reading reading = {.step = sample->step,
					.pass = sample->pass,
					.run = sample->run,
					.metric = (uint16_t)metric,
					.value = value};

	assert_int_equal(result_add_reading(result, &reading), 0);
}

/* A session of "make" under so many variants (1: alone), a run a pass. */
static void make_session(struct result *result, const struct factors *factors, size_t variants,
			 uint64_t seed)
{
	struct random_source random;
	struct plan plan;

	plan_init(&plan);
	assert_int_equal(plan_set(&plan, "ops", "command", NULL), 0);
	assert_int_equal(plan_set(&plan, "command", "make", NULL), 0);
	assert_int_equal(plan_set(&plan, "no-controls", "yes", NULL), 0);
	assert_int_equal(plan_set(&plan, "no-aa", "yes", NULL), 0);
	assert_int_equal(plan_set(&plan, "passes", "12", NULL), 0);
	if (variants > 1)
		assert_int_equal(plan_set(&plan, "variants", "none,seccomp:1", NULL), 0);
	assert_int_equal(plan_expand(&plan, NULL), 0);
	result_init(result);
	assert_int_equal(result_begin(result, &plan, NULL), 0);
	plan_clear(&plan);
	random_start(&random, seed, 1);
	for (uint16_t pass = 0; pass < PASSES; pass++) {
		for (uint32_t step = 0; step < variants; step++) {
			const struct sample sample = {
				.step = step,
				.pass = pass,
				.order = step,
				.iterations = 1,
				.duration_ns = (uint64_t)(100 * (double)SECOND *
							  factors[step].elapsed * noise(&random)),
			};

			assert_int_equal(result_add(result, &sample), 0);
			tell(result, &sample, METRIC_USER,
			     80 * factors[step].user * noise(&random));
			tell(result, &sample, METRIC_WALK_READ_RATE,
			     500 * factors[step].rate * noise(&random));
			tell(result, &sample, METRIC_FAULTS_DISK, 0);
		}
	}
	for (size_t i = 0; i < plan_step_count(&result->plan); i++)
		result->steps[i].state = STEP_DONE;
}

static const struct comparison_row *row_of(const struct comparison *comparison, const char *name)
{
	for (size_t i = 0; i < comparison->row_count; i++)
		if (strcmp(comparison->rows[i].name, name) == 0)
			return &comparison->rows[i];
	return NULL;
}

/* More of what is better is faster, more of what is worse is slower. */
static const struct factors both_up[] = {{1, 1, 1}, {1, 1.1, 1.2}};
static const struct factors both_down[] = {{1, 1, 1}, {1, 0.9, 0.8}};

static void check_row(const struct comparison_row *row, enum verdict verdict, double base,
		      double percent, const char *unit)
{
	assert_non_null(row);
	assert_int_equal(row->verdict, verdict);
	assert_string_equal(comparison_unit(row), unit);
	assert_true(fabs(comparison_shown(row, row->base_ns) / base - 1) < 0.01);
	assert_true(fabs(comparison_row_percent(row, row->estimate) - percent) < 1);
	assert_true(fabs(comparison_shown_difference(row) - base * percent / 100) < base / 100);
	assert_true(comparison_shown_span(row, row->low, row->high).low <=
		    comparison_shown_span(row, row->low, row->high).high);
	assert_true(isnan(comparison_ns_per_call(row)));
}

static void variants_are_compared_in_what_they_tell(void **state)
{
	struct comparison comparison;
	struct error error = {""};
	struct result result;

	(void)state;
	make_session(&result, both_up, 2, 1);
	assert_int_equal(compare_variants(&result, &comparison, &error), 0);
	assert_int_equal(comparison.row_count, 4);
	assert_string_equal(comparison.rows[0].name, "command make");
	check_row(row_of(&comparison, "command make: user"), VERDICT_SLOWER, 80, 10, "s");
	check_row(row_of(&comparison, "command make: read-rate"), VERDICT_FASTER, 500, 20, "MB/s");
	assert_int_equal(comparison.rows[0].verdict, VERDICT_NO_DIFFERENCE);
	assert_true(comparison_loss(row_of(&comparison, "command make: read-rate")) < -19);
	comparison_clear(&comparison);
	result_clear(&result);

	make_session(&result, both_down, 2, 2);
	assert_int_equal(compare_variants(&result, &comparison, &error), 0);
	check_row(row_of(&comparison, "command make: user"), VERDICT_FASTER, 80, -10, "s");
	check_row(row_of(&comparison, "command make: read-rate"), VERDICT_SLOWER, 500, -20, "MB/s");
	assert_true(comparison_loss(row_of(&comparison, "command make: read-rate")) > 19);
	comparison_clear(&comparison);
	result_clear(&result);
}

/* They neither weaken the test of the runs' own figure nor count in the headline. */
static void metrics_are_a_family_of_their_own(void **state)
{
	struct comparison_headline headline;
	struct comparison comparison;
	struct error error = {""};
	struct result result;

	(void)state;
	make_session(&result, both_up, 2, 3);
	assert_int_equal(compare_variants(&result, &comparison, &error), 0);
	assert_int_equal(comparison.tests, 1);
	assert_int_equal(comparison.metric_tests, 2);
	assert_int_equal(comparison.needed, verdict_passes_needed(1));
	assert_true(comparison.rows[0].p_adjusted == comparison.rows[0].p);
	assert_true(row_of(&comparison, "command make: user")->p_adjusted >
		    row_of(&comparison, "command make: user")->p);
	comparison_headline_of(&comparison, 5, &headline);
	assert_int_equal(headline.tested, 1);
	assert_int_equal(headline.above, 0);
	assert_ptr_equal(headline.worst, &comparison.rows[0]);
	comparison_clear(&comparison);
	result_clear(&result);
}

/* The row of a metric that was 0, as it is shown. */
static void check_zeros(const struct comparison_row *row, double base, double difference,
			const char *percent, const char *reason)
{
	char buffer[COMPARISON_PERCENT_SIZE];

	assert_non_null(row);
	assert_true(row->has_zeros);
	assert_true(isnan(row->estimate));
	assert_int_equal(row->part_count, 0);
	assert_int_equal(row->verdict, VERDICT_NONE);
	assert_float_equal(comparison_shown(row, row->base_ns), base, 1e-9);
	assert_float_equal(comparison_shown_difference(row), difference, 1e-9);
	assert_string_equal(comparison_show_row_percent(row, row->estimate, buffer), percent);
	assert_string_equal(row->reason, reason);
}

/* Let every run of a step tell value. */
static void set_all(struct result *result, uint32_t step, enum metric_id metric, double value)
{
	for (size_t i = 0; i < result->reading_count; i++)
		if (result->readings[i].step == step && result->readings[i].metric == metric)
			result->readings[i].value = value;
}

/* What is 0 has no ratio, but a row: equal, or different by so many. */
static void zeros_are_compared_as_they_are(void **state)
{
	static const char of_zero[] = "of 0, in some runs, there is no percentage";
	struct comparison comparison;
	struct error error = {""};
	struct result result;

	(void)state;
	make_session(&result, both_up, 2, 7);
	assert_int_equal(compare_variants(&result, &comparison, &error), 0);
	check_zeros(row_of(&comparison, "command make: faults-disk"), 0, 0, "same",
		    "0 on both sides");
	assert_int_equal(comparison.metric_tests, 2);
	comparison_clear(&comparison);

	set_all(&result, 1, METRIC_FAULTS_DISK, 3);
	/* Of what is better when there is more, too. */
	set_all(&result, 0, METRIC_WALK_READ_RATE, 250);
	set_all(&result, 1, METRIC_WALK_READ_RATE, 0);
	assert_int_equal(compare_variants(&result, &comparison, &error), 0);
	check_zeros(row_of(&comparison, "command make: faults-disk"), 0, 3, "-", of_zero);
	check_zeros(row_of(&comparison, "command make: read-rate"), 250, -250, "-", of_zero);
	comparison_clear(&comparison);
	result_clear(&result);
}

/* A run that failed counts in no row. */
static void failed_runs_tell_nothing(void **state)
{
	struct comparison comparison;
	struct error error = {""};
	struct result result;

	(void)state;
	make_session(&result, both_up, 2, 4);
	result.samples[1].flags |= SAMPLE_FAILED;
	assert_int_equal(compare_variants(&result, &comparison, &error), 0);
	for (size_t i = 0; i < comparison.row_count; i++)
		assert_int_equal(comparison.rows[i].base_count, PASSES - 1);
	comparison_clear(&comparison);
	result_clear(&result);
}

#define SESSIONS 4

static void sessions_are_compared_in_what_they_tell(void **state)
{
	const struct comparison_options options = {0};
	const struct figures *sessions[2][SESSIONS];
	struct figures figures[2][SESSIONS];
	struct comparison_group groups[2];
	struct comparison comparison;
	struct error error = {""};

	(void)state;
	for (size_t i = 0; i < 2 * (size_t)SESSIONS; i++) {
		struct figures *one = &figures[i / SESSIONS][i % SESSIONS];
		struct result result;

		make_session(&result, &both_up[i / SESSIONS], 1, 10 + i);
		assert_int_equal(figures_of_result(&result, "made", one, &error), 0);
		result_clear(&result);
		sessions[i / SESSIONS][i % SESSIONS] = one;
	}
	groups[0] = (struct comparison_group){"before", sessions[0], SESSIONS};
	groups[1] = (struct comparison_group){"after", sessions[1], SESSIONS};
	assert_int_equal(compare_sessions(groups, 2, &options, &comparison, &error), 0);
	assert_int_equal(comparison.tests, 1);
	assert_int_equal(comparison.metric_tests, 2);
	assert_int_equal(comparison.only_base.count, 0);
	/* Four a side can carry one test, not two: the smallest p is 2 in 70. */
	assert_int_equal(row_of(&comparison, "command make")->verdict, VERDICT_NO_DIFFERENCE);
	check_row(row_of(&comparison, "command make: user"), VERDICT_NONE, 80, 10, "s");
	check_row(row_of(&comparison, "command make: read-rate"), VERDICT_NONE, 500, 20, "MB/s");
	check_zeros(row_of(&comparison, "command make: faults-disk"), 0, 0, "same",
		    "0 on both sides");
	assert_non_null(strstr(row_of(&comparison, "command make: user")->reason,
			       "needs 5 sessions a side for 2 tests"));
	comparison_clear(&comparison);
	for (size_t i = 0; i < 2 * (size_t)SESSIONS; i++)
		figures_clear(&figures[i / SESSIONS][i % SESSIONS]);
}

/* As figures without samples they are written and read back, each metric by its name. */
static void figures_keep_their_metrics(void **state)
{
	struct figures figures;
	struct figures again;
	struct error error = {""};
	struct result result;
	char *text = NULL;
	size_t size;
	FILE *file = open_memstream(&text, &size);

	(void)state;
	make_session(&result, both_up, 1, 5);
	assert_int_equal(figures_of_result(&result, "made", &figures, &error), 0);
	figures.summaries_only = true;
	assert_int_equal(figures_csv_write(&figures, file, &error), 0);
	fclose(file);
	assert_non_null(strstr(text, "\ncommand:read-rate,make,,none,0,1,"));
	if (figures_csv_read(text, size, "made", &again, &error) < 0)
		fail_msg("%s:\n%s", error.text, text);
	assert_int_equal(again.case_count, figures.case_count);
	for (size_t i = 0; i < figures.case_count; i++) {
		const struct case_figures *found = figures_find_same(&again, &figures.cases[i]);

		assert_non_null(found);
		assert_int_equal(found->pass_count, PASSES);
		assert_true(found->passes[3].median == figures.cases[i].passes[3].median);
	}
	figures_clear(&figures);
	figures_clear(&again);
	result_clear(&result);
	free(text);
}

/* Every format names the metric with its unit, and takes none for a time. */
static void every_format_shows_them(void **state)
{
	static const struct {
		const char *format;
		const char *words[3];
	} shown[] = {
		{"text", {"command make  base ", "command make: read-rate  base ", "MB/s"}},
		{"markdown", {"command make: user", " MB/s |", " s |"}},
		{"csv", {"command make: read-rate", "faster,MB/s,", "slower,s,"}},
		{"json",
		 {"\"case\":\"command make: user\"", "\"unit\":\"MB/s\"", "\"base_ns\":null"}},
		{"svg", {"command make: read-rate, base ", "MB/s", "faster"}},
	};
	struct compare_report report;
	struct comparison comparison;
	struct error error = {""};
	struct result result;

	(void)state;
	make_session(&result, both_up, 2, 6);
	assert_int_equal(compare_variants(&result, &comparison, &error), 0);
	assert_int_equal(compare_report_make(&comparison, HEADLINE_ABOVE, &report, &error), 0);
	for (size_t i = 0; i < sizeof(shown) / sizeof(shown[0]); i++) {
		const struct compare_format *format = compare_format_find(shown[i].format);
		char *text = NULL;
		size_t size;
		FILE *file = open_memstream(&text, &size);

		assert_non_null(format);
		assert_int_equal(format->write(&report, file, &error), 0);
		fclose(file);
		for (size_t j = 0; j < 3; j++)
			if (!strstr(text, shown[i].words[j]))
				fail_msg("%s without '%s':\n%s", shown[i].format, shown[i].words[j],
					 text);
		free(text);
	}
	compare_report_clear(&report);
	comparison_clear(&comparison);
	result_clear(&result);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(variants_are_compared_in_what_they_tell),
		cmocka_unit_test(metrics_are_a_family_of_their_own),
		cmocka_unit_test(zeros_are_compared_as_they_are),
		cmocka_unit_test(failed_runs_tell_nothing),
		cmocka_unit_test(sessions_are_compared_in_what_they_tell),
		cmocka_unit_test(figures_keep_their_metrics),
		cmocka_unit_test(every_format_shows_them),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
