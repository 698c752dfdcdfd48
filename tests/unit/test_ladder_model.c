/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_ladder_model.c - what is chosen on the Ladder page: kernels, rungs, policies and cases.
 */
#include "tests/unit/ladder_model_made.h"

static void usual_rungs_are_offered(void **state)
{
	struct ladder_model *model = *state;

	assert_int_equal(row_of(model, "capability"), 0);
	assert_int_equal(row_of(model, "A/A"), 1);
	assert_int_equal(row_of(model, "placebo"), 2);
	row_of(model, "apparmor");
	row_of(model, "landlock");
	row_of(model, "selinux");
	assert_int_equal(row_of(model, "capability audit=1"), model->row_count - 1);
	for (size_t i = 0; i < model->row_count; i++)
		assert_true(ladder_model_is_picked(model, model->rows[i].rung));
	assert_true(model->plan.hooks);
}

static void dropped_rungs_stay_dropped_and_do_not_boot(void **state)
{
	struct ladder_model *model = *state;
	struct ladder_plan run;
	struct error error;
	size_t all = model->plan.rung_count;

	assert_int_equal(ladder_model_toggle(model, rung_of(model, "selinux"), &error), 0);
	assert_int_equal(ladder_model_add_rung(model, "bpf,capability", &error), 0);
	assert_false(ladder_model_is_picked(model, rung_of(model, "selinux")));
	assert_true(ladder_model_is_picked(model, rung_of(model, "bpf")));
	assert_int_equal(ladder_model_run(model, &run, &error), 0);
	assert_int_equal(run.rung_count, all);
	for (size_t i = 0; i < run.rung_count; i++)
		assert_null(strstr(run.rungs[i].lsm, "selinux"));
	assert_true(run.plan.expanded);
	ladder_plan_clear(&run);
	assert_int_equal(ladder_model_toggle(model, rung_of(model, "selinux"), &error), 0);
	assert_true(ladder_model_is_picked(model, rung_of(model, "selinux")));
}

static void the_first_rung_can_be_another_but_not_none(void **state)
{
	struct ladder_model *model = *state;
	struct error error;

	assert_int_equal(ladder_model_toggle(model, rung_of(model, "capability"), &error), -EBUSY);
	assert_non_null(strstr(error.text, "compared"));
	assert_int_equal(ladder_model_set_first(model, rung_of(model, "A/A"), &error), -EINVAL);
	assert_int_equal(ladder_model_set_first(model, rung_of(model, "landlock"), &error), 0);
	assert_int_equal(row_of(model, "landlock"), 0);
	assert_int_equal(model->plan.rungs[0].kind, RUNG_FIRST);
	assert_int_equal(row_of(model, "A/A"), 1);
	assert_int_equal(row_of(model, "capability"), 3);
}

static void rungs_and_policies_are_checked(void **state)
{
	struct ladder_model *model = *state;
	struct error error;
	size_t all = model->plan.rung_count;

	assert_int_equal(ladder_model_add_rung(model, "no such module", &error), -EINVAL);
	assert_true(error.text[0] != '\0');
	assert_int_equal(ladder_model_add_rung(model, "capability", &error), -EEXIST);
	assert_int_equal(ladder_model_add_policy(model, "apparmor", &error), -EINVAL);
	assert_int_equal(model->plan.rung_count, all);
	assert_int_equal(ladder_model_add_policy(model, "apparmor=/made/file:bench", &error), 0);
	assert_true(model->plan.rung_count > all);
	assert_int_equal(ladder_model_add_policy(model, "apparmor=/made/file:bench", &error),
			 -EEXIST);
	assert_int_equal(row_of(model, "apparmor bench"), row_of(model, "apparmor") + 1);
	/* No rung starts it yet. */
	assert_int_equal(ladder_model_add_policy(model, "selinux=/made/p:a_t", &error), 0);
	row_of(model, "selinux a_t");
	row_of(model, "apparmor bench");
	assert_int_equal(ladder_model_add_policy(model, "", &error), 0);
	assert_int_equal(model->plan.rung_count, all);
}

static void each_kernel_has_its_rungs(void **state)
{
	struct ladder_model *model = *state;
	struct kernel_image again = {.path = "/made/vmlinuz"};
	struct error error;
	size_t one = model->row_count;
	size_t second;

	add_kernel(model, "/made/other");
	assert_int_equal(model->row_count, 2 * (one + 1));
	assert_int_equal(model->rows[0].kind, LADDER_ROW_KERNEL);
	assert_int_equal(ladder_model_add_kernel(model, &again, &error), -EEXIST);
	/* A rung is dropped from one kernel alone. */
	second = model->rows[model->row_count - 1].rung;
	assert_int_equal(ladder_model_toggle(model, second, &error), 0);
	assert_true(ladder_model_is_picked(model, model->rows[one].rung));
	assert_int_equal(ladder_model_find_kernel(model, "/made/other"), 1);
	assert_int_equal(ladder_model_remove_kernel(model, 0, &error), 0);
	assert_int_equal(model->row_count, one);
	assert_false(ladder_model_is_picked(model, model->rows[one - 1].rung));
	assert_int_equal(ladder_model_remove_kernel(model, 0, &error), 0);
	assert_int_equal(model->row_count, 0);
}

static void nothing_boots_without_a_kernel(void **state)
{
	struct ladder_model *model = *state;
	struct ladder_plan run;
	struct error error;

	assert_int_equal(ladder_model_remove_kernel(model, 0, &error), 0);
	assert_int_equal(ladder_model_run(model, &run, &error), -EINVAL);
	assert_non_null(strstr(error.text, "kernel"));
}

/* Columns before anything was measured: one an operation, or all of one. */
static void cases_are_columns(void **state)
{
	struct ladder_model *model = *state;
	struct error error;

	assert_int_equal(ladder_model_set(model, "ops", "stat,chmod", &error), 0);
	assert_int_equal(ladder_model_set(model, "depths", "1,4,8", &error), 0);
	assert_int_equal(ladder_model_set(model, "ops", "nonsense", &error), -EINVAL);
	assert_int_equal(model->shown_count, 2);
	assert_string_equal(model->shown[0].heading, "stat4");
	ladder_model_change_cases(model);
	assert_int_equal(model->shown_count, 3);
	assert_string_equal(model->shown[2].heading, "stat8");
	assert_int_equal(model->selected_case, 1);
	ladder_model_move(model, 5);
	assert_int_equal(model->selected_case, 2);
	ladder_model_change_cases(model);
	assert_int_equal(model->selected_case, 0);
	ladder_model_move(model, 1);
	assert_string_equal(ladder_model_case(model)->operation->name, "chmod");
	ladder_model_move(model, -9);
	assert_string_equal(ladder_model_case(model)->operation->name, "stat");
}

static void the_plan_pages_choice_can_be_used(void **state)
{
	struct ladder_model *model = *state;
	struct error error;
	struct plan plan;

	plan_init(&plan);
	assert_int_equal(plan_set(&plan, "ops", "access", &error), 0);
	assert_int_equal(plan_set(&plan, "depths", "2", &error), 0);
	assert_int_equal(plan_set(&plan, "variants", "none,landlock:1", &error), 0);
	assert_int_equal(plan_set(&plan, "passes", "77", &error), 0);
	assert_int_equal(ladder_model_use(model, &plan, &error), 0);
	plan_clear(&plan);
	assert_int_equal(model->shown_count, 1);
	assert_string_equal(model->shown[0].heading, "access2");
	assert_int_equal(model->cases.variants.count, 2);
	assert_int_not_equal(model->cases.passes, 77);
}

/* The selected case is always among those shown, however narrow. */
static void columns_scroll(void **state)
{
	struct ladder_model *model = *state;
	struct ladder_columns columns;

	for (int width = 40; width < 210; width += 3) {
		size_t first = 0;

		ladder_model_move(model, -99);
		for (size_t i = 0; i < model->shown_count; i++) {
			ladder_columns_fit(&columns, model, width, first);
			first = columns.first;
			assert_true(i >= first && i < first + columns.count);
			ladder_model_move(model, 1);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(usual_rungs_are_offered),
		TEST(dropped_rungs_stay_dropped_and_do_not_boot),
		TEST(the_first_rung_can_be_another_but_not_none),
		TEST(rungs_and_policies_are_checked),
		TEST(each_kernel_has_its_rungs),
		TEST(nothing_boots_without_a_kernel),
		TEST(cases_are_columns),
		TEST(the_plan_pages_choice_can_be_used),
		TEST(columns_scroll),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
