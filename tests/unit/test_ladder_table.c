/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_ladder_table.c - medians, differences, resolution, splits and sums of a ladder whose figures
 * are known.
 */
#include <math.h>

#include "tests/unit/made_ladder.h"

static const struct made_rung rungs[] = {
	{.kind = RUNG_FIRST, .name = "capability", .active = "capability,ima"},
	{.kind = RUNG_SAME, .name = "capability", .active = "capability,ima", .per_call = 2},
	{.kind = RUNG_PLACEBO, .name = "capability", .active = "capability,ima", .per_call = -3},
	{.kind = RUNG_OTHER,
	 .name = "apparmor",
	 .active = "capability,apparmor,ima",
	 .per_call = 72},
	{.kind = RUNG_OTHER,
	 .name = "selinux",
	 .active = "capability,selinux,ima",
	 .per_call = 500,
	 .per_component = 190},
	{.kind = RUNG_OTHER,
	 .name = "apparmor,selinux",
	 .active = "capability,apparmor,selinux,ima",
	 .per_call = 540,
	 .per_component = 190},
};

#define RUNGS (sizeof(rungs) / sizeof(rungs[0]))

static void table_of(struct ladder_table *table, const struct made_ladder *ladder)
{
	struct error error = {0};

	made_check(ladder_table_make(table, ladder->sources, ladder->count, &error), &error);
}

static size_t row_of(const struct ladder_table *table, const char *operation, const char *parameter)
{
	long row = plan_find_case(table->plan, operation, parameter);

	assert_true(row >= 0);
	return (size_t)row;
}

static void finds_differences(void **state)
{
	struct made_ladder ladder;
	struct ladder_table table;
	size_t row;

	(void)state;
	made_ladder(&ladder, rungs, RUNGS);
	table_of(&table, &ladder);
	assert_int_equal(table.column_count, RUNGS);
	assert_int_equal(table.row_count, ladder.results[0].plan.case_count);
	row = row_of(&table, "stat", "XXX/YYY/ZZZ/FFF");
	/* The tick of one batch in three does not show. */
	assert_float_equal(ladder_table_cell(&table, row, 0)->median, 140, 0);
	assert_float_equal(ladder_table_cell(&table, row, 0)->difference, 0, 0);
	assert_float_equal(ladder_table_cell(&table, row, 3)->difference, 72, 0);
	assert_float_equal(ladder_table_cell(&table, row, 4)->difference, 500 + 4 * 190, 0);
	assert_true(ladder_table_cell(&table, row, 4)->repeats);
	assert_int_equal(ladder_table_cell(&table, row, 4)->passes, 2);
	/* The larger of what the two repeats differ by. */
	assert_float_equal(ladder_table_resolution(&table, row, 4), 3, 0);
	ladder_table_clear(&table);
	made_ladder_clear(&ladder);
}

static void splits_into_calls_and_components(void **state)
{
	struct made_ladder ladder;
	struct ladder_table table;
	const struct ladder_split *split;

	(void)state;
	made_ladder(&ladder, rungs, RUNGS);
	table_of(&table, &ladder);
	split = ladder_table_split(&table, "stat", 0);
	assert_non_null(split);
	assert_true(split->known);
	assert_int_equal(split->points, 4);
	assert_float_equal(split->per_call, 100, 1e-9);
	assert_float_equal(split->per_component, 10, 1e-9);
	split = ladder_table_split(&table, "open-close", 4);
	assert_float_equal(split->per_call, 500, 1e-9);
	assert_float_equal(split->per_component, 190, 1e-9);
	/* One size only: a price, but no line. */
	split = ladder_table_split(&table, "chmod", 3);
	assert_false(split->known);
	assert_float_equal(split->per_call, 72, 0);
	assert_true(isnan(split->per_component));
	assert_null(ladder_table_split(&table, "access", 0));
	ladder_table_clear(&table);
	made_ladder_clear(&ladder);
}

static void splits_entries(void **state)
{
	static const char *const keys[] = {"ops", "readdir", "dirs", "0,10,100", "runs",
					   "3",   "passes",  "2",    NULL};
	struct made_ladder ladder;
	struct ladder_table table;
	const struct ladder_split *split;

	(void)state;
	made_ladder_with(&ladder, rungs, 1, keys);
	for (size_t i = 0; i < ladder.results[0].sample_count; i++) {
		struct sample *sample = &ladder.results[0].samples[i];
		const struct plan_case *which =
			plan_step_case(&ladder.results[0].plan, sample->step);
		uint64_t entries = parameter_number(which->operation->parameter, which->parameter);

		sample->duration_ns = sample->iterations * (900 + 35 * entries);
	}
	table_of(&table, &ladder);
	split = ladder_table_split(&table, "readdir", 0);
	assert_true(split->known);
	assert_true(split->per_entry);
	assert_float_equal(split->per_call, 900, 1e-9);
	assert_float_equal(split->per_component, 35, 1e-9);
	ladder_table_clear(&table);
	made_ladder_clear(&ladder);
}

static void marks_what_does_not_repeat(void **state)
{
	struct made_rung drifting[RUNGS];
	struct made_ladder ladder;
	struct ladder_table table;

	(void)state;
	memcpy(drifting, rungs, sizeof(rungs));
	drifting[3].drift = 12;
	drifting[4].drift = 0.25;
	made_ladder(&ladder, drifting, RUNGS);
	table_of(&table, &ladder);
	assert_false(ladder_table_cell(&table, 0, 3)->repeats);
	assert_float_equal(ladder_table_cell(&table, 0, 3)->spread, 12, 1e-9);
	assert_true(ladder_table_cell(&table, 0, 4)->repeats);
	assert_float_equal(ladder_table_cell(&table, 0, 4)->spread, 0.25, 1e-9);
	assert_true(ladder_table_cell(&table, 0, 0)->repeats);
	ladder_table_clear(&table);
	made_ladder_clear(&ladder);
}

/* A queued rung, one under way in its first pass, a skipped case. */
static void works_while_rungs_are_missing(void **state)
{
	struct made_ladder ladder;
	struct ladder_table table;
	struct error error = {0};
	struct ladder_source queued = {.name = "capability"};
	size_t kept = 0;

	(void)state;
	made_check(ladder_table_make(&table, &queued, 1, &error), &error);
	assert_int_equal(table.row_count, 0);
	assert_int_equal(table.column_count, 0);
	ladder_table_clear(&table);

	made_ladder(&ladder, rungs, RUNGS);
	ladder.sources[4].result = NULL;
	ladder.results[3].sample_count = 1;
	ladder.results[3].samples[0].run = 0;
	for (size_t i = 0; i < ladder.results[5].sample_count; i++) {
		if (ladder.results[5].samples[i].step != 0)
			ladder.results[5].samples[kept++] = ladder.results[5].samples[i];
	}
	ladder.results[5].sample_count = kept;
	table_of(&table, &ladder);
	assert_int_equal(table.column_count, RUNGS);
	assert_false(ladder_table_cell(&table, 0, 4)->known);
	assert_true(isnan(ladder_table_cell(&table, 0, 4)->difference));
	assert_true(ladder_table_cell(&table, 0, 3)->known);
	assert_int_equal(ladder_table_cell(&table, 0, 3)->passes, 1);
	assert_false(ladder_table_cell(&table, 1, 3)->known);
	assert_false(ladder_table_cell(&table, 0, 5)->known);
	assert_true(ladder_table_cell(&table, 1, 5)->known);
	assert_null(ladder_table_split(&table, "stat", 4));
	ladder_table_clear(&table);

	/* The first rung is what is missing: values, but no differences. */
	ladder.sources[0].result = NULL;
	table_of(&table, &ladder);
	assert_true(ladder_table_cell(&table, 1, 5)->known);
	assert_true(isnan(ladder_table_cell(&table, 1, 5)->difference));
	assert_true(ladder_table_resolution(&table, 1, 5) < 0);
	ladder_table_clear(&table);
	made_ladder_clear(&ladder);
}

/* Without repeats nobody knows how far a difference can be trusted. */
static void knows_no_resolution_without_repeats(void **state)
{
	struct made_ladder ladder;
	struct ladder_table table;

	(void)state;
	made_ladder(&ladder, rungs, RUNGS);
	ladder.sources[1].kind = RUNG_OTHER;
	ladder.sources[2].kind = RUNG_OTHER;
	table_of(&table, &ladder);
	assert_true(ladder_table_resolution(&table, 0, 0) < 0);
	ladder_table_clear(&table);
	made_ladder_clear(&ladder);
}

/* As seen: the first boot takes three less than all others of its kernel. */
static void compares_with_the_median_of_three(void **state)
{
	struct made_rung odd[RUNGS];
	struct made_ladder ladder;
	struct ladder_table table;

	(void)state;
	memcpy(odd, rungs, sizeof(rungs));
	odd[1].per_call = 3;
	odd[2].per_call = 3;
	odd[3].per_call = 3;
	made_ladder(&ladder, odd, RUNGS);
	table_of(&table, &ladder);
	assert_true(table.columns[0].of_three);
	assert_false(table.columns[3].of_three);
	assert_float_equal(ladder_table_cell(&table, 0, 0)->own, 110, 0);
	assert_float_equal(ladder_table_cell(&table, 0, 0)->median, 113, 0);
	assert_float_equal(ladder_table_cell(&table, 0, 3)->difference, 0, 0);
	assert_float_equal(ladder_table_resolution(&table, 0, 3), 3, 0);
	assert_float_equal(ladder_table_split(&table, "stat", 0)->per_call, 103, 1e-9);
	ladder_table_clear(&table);

	/* Two are no three. */
	ladder.sources[2].result = NULL;
	table_of(&table, &ladder);
	assert_false(table.columns[0].of_three);
	assert_float_equal(ladder_table_cell(&table, 0, 0)->median, 110, 0);
	assert_float_equal(ladder_table_cell(&table, 0, 3)->difference, 3, 0);
	assert_float_equal(ladder_table_resolution(&table, 0, 3), 3, 0);
	ladder_table_clear(&table);
	made_ladder_clear(&ladder);
}

static void keeps_kernels_apart(void **state)
{
	static const struct made_rung two[] = {
		{.kind = RUNG_FIRST, .name = "capability", .active = "capability"},
		{.kind = RUNG_SAME, .name = "capability", .active = "capability", .per_call = 1},
		{.kind = RUNG_FIRST,
		 .kernel = 1,
		 .name = "capability",
		 .active = "capability",
		 .per_call = 1000},
		{.kind = RUNG_SAME,
		 .kernel = 1,
		 .name = "capability",
		 .active = "capability",
		 .per_call = 1005},
		{.kind = RUNG_OTHER,
		 .kernel = 1,
		 .name = "bpf",
		 .active = "capability,bpf",
		 .per_call = 1035},
	};
	struct made_ladder ladder;
	struct ladder_table table;

	(void)state;
	made_ladder(&ladder, two, 5);
	table_of(&table, &ladder);
	assert_int_equal(table.kernel_count, 2);
	assert_int_equal(table.columns[4].base, 2);
	assert_float_equal(ladder_table_cell(&table, 0, 4)->difference, 35, 0);
	assert_float_equal(ladder_table_resolution(&table, 0, 0), 1, 0);
	assert_float_equal(ladder_table_resolution(&table, 0, 4), 5, 0);
	ladder_table_clear(&table);
	made_ladder_clear(&ladder);
}

static void has_a_column_for_each_variant(void **state)
{
	static const char *const keys[] = {
		"ops",  "stat", "depths", "1,4", "variants", "none,seccomp:1", "no-aa", "yes",
		"runs", "3",    "passes", "2",   NULL};
	struct made_ladder ladder;
	struct ladder_table table;

	(void)state;
	made_ladder_with(&ladder, rungs, 4, keys);
	table_of(&table, &ladder);
	assert_int_equal(table.column_count, 8);
	assert_string_equal(table.columns[7].variant, "seccomp:1");
	assert_int_equal(table.columns[7].source, 3);
	assert_int_equal(table.columns[7].base, 0);
	assert_float_equal(ladder_table_cell(&table, 0, 7)->difference, 72, 0);
	ladder_table_clear(&table);
	made_ladder_clear(&ladder);
}

static void sums_single_rungs(void **state)
{
	struct made_ladder ladder;
	struct ladder_table table;
	struct text_list sentences = {0};
	size_t *columns;
	size_t count;

	(void)state;
	made_ladder(&ladder, rungs, RUNGS);
	table_of(&table, &ladder);
	assert_int_equal(ladder_table_singles(&table, ladder.sources, 5, &columns, &count), 0);
	assert_int_equal(count, 2);
	assert_int_equal(columns[0], 3);
	assert_int_equal(columns[1], 4);
	assert_float_equal(ladder_table_sum(&table, 0, columns, count), 72 + 500 + 190, 0);
	free(columns);
	assert_int_equal(ladder_table_singles(&table, ladder.sources, 3, &columns, &count), 0);
	assert_int_equal(count, 0);
	free(columns);
	assert_int_equal(ladder_table_sums(&table, ladder.sources, &sentences), 0);
	assert_int_equal(sentences.count, 1);
	assert_non_null(strstr(sentences.items[0], "apparmor,selinux: its 2 modules alone sum to "
						   "+762 on stat FFF, together they cost +730"));
	text_list_clear(&sentences);
	ladder_table_clear(&table);

	/* Within three times what a boot is off by nothing is said. */
	made_ladder_clear(&ladder);
	{
		struct made_rung near[RUNGS];

		memcpy(near, rungs, sizeof(rungs));
		near[5].per_call = 572 - 15;
		made_ladder(&ladder, near, RUNGS);
	}
	table_of(&table, &ladder);
	assert_int_equal(ladder_table_sums(&table, ladder.sources, &sentences), 0);
	assert_int_equal(sentences.count, 0);
	ladder_table_clear(&table);
	made_ladder_clear(&ladder);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(finds_differences),
		cmocka_unit_test(splits_into_calls_and_components),
		cmocka_unit_test(splits_entries),
		cmocka_unit_test(marks_what_does_not_repeat),
		cmocka_unit_test(works_while_rungs_are_missing),
		cmocka_unit_test(knows_no_resolution_without_repeats),
		cmocka_unit_test(compares_with_the_median_of_three),
		cmocka_unit_test(keeps_kernels_apart),
		cmocka_unit_test(has_a_column_for_each_variant),
		cmocka_unit_test(sums_single_rungs),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
