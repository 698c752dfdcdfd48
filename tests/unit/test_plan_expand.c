/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_plan_expand.c - which cases, variants and counts a selection comes to.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "engine/operation/suite.h"
#include "engine/plan/plan.h"

/* The plan of a plan file, expanded. */
static struct plan plan_of(const char *text)
{
	struct plan plan;
	struct error error;

	plan_init(&plan);
	if (plan_read(&plan, text, strlen(text), "plan", &error) < 0 ||
	    plan_expand(&plan, &error) < 0)
		fail_msg("%s", error.text);
	return plan;
}

/* The plan's cases must be these names, separated by "|". Clears plan. */
static void expect_cases(struct plan plan, const char *names)
{
	char all[4096] = "";
	size_t used = 0;

	for (size_t i = 0; i < plan.case_count; i++) {
		char name[256];

		plan_case_name(&plan, i, name, sizeof(name));
		used += (size_t)snprintf(all + used, sizeof(all) - used, "%s%s", i ? "|" : "",
					 name);
	}
	assert_string_equal(all, names);
	plan_clear(&plan);
}

static void refuse(const char *key, const char *text, const char *key2, const char *text2,
		   const char *word)
{
	struct plan plan;
	struct plan before;
	struct error error = {""};

	plan_init(&plan);
	assert_int_equal(plan_set(&plan, key, text, NULL), 0);
	assert_int_equal(plan_set(&plan, key2, text2, NULL), 0);
	assert_int_equal(plan_copy(&before, &plan), 0);
	assert_int_equal(plan_expand(&plan, &error), -EINVAL);
	if (!strstr(error.text, word))
		fail_msg("'%s' does not say '%s'", error.text, word);
	assert_true(plan_equal(&plan, &before));
	plan_clear(&plan);
	plan_clear(&before);
}

static void nothing_selected_is_the_published_suite(void **state)
{
	struct plan plan = plan_of("");

	(void)state;
	assert_string_equal(plan.suite, "published");
	assert_int_equal(plan.case_count, 47);
	assert_int_equal(suites[0].case_count, 47);
	for (size_t i = 0; i < plan.case_count; i++) {
		char parameter[128];

		plan_case_parameter(&plan, i, parameter, sizeof(parameter));
		assert_string_equal(plan.cases[i].operation->name, suites[0].cases[i].operation);
		assert_string_equal(parameter, suites[0].cases[i].parameter);
		assert_int_equal(plan_find_case(&plan, suites[0].cases[i].operation, parameter), i);
	}
	assert_int_equal(plan.runs, 300);
	assert_int_equal(plan.passes, 2);
	assert_int_equal(plan.batch_ns, 1000000);
	assert_int_equal(plan.variants.count, 1);
	assert_string_equal(plan.variants.items[0], "none");
	assert_int_equal(plan_step_count(&plan), 47);
	assert_true(plan.seed > 0);
	assert_true(plan.expanded);
	plan_clear(&plan);
}

static void operations_take_what_they_can(void **state)
{
	(void)state;
	expect_cases(plan_of("ops: stat,chmod\npaths: FFF\ndirs: 10,5"),
		     "stat FFF|chmod DIR10|chmod DIR5");
	expect_cases(plan_of("ops: loop"), "loop");
	expect_cases(plan_of("ops: loop,stat,open-unlink\npaths: default"),
		     "loop|stat default|open-unlink");
	expect_cases(plan_of("ops: stat*,fstata*\ndepths: 1..3,12"),
		     "stat FFF|stat XXX/FFF|stat depth:3|stat depth:12|"
		     "fstatat FFF|fstatat XXX/FFF|fstatat depth:3|fstatat depth:12");
	expect_cases(plan_of("ops: access\npath: /etc/fstab\npath: /a b\npaths: FFF"),
		     "access FFF|access /etc/fstab|access /a b");
	expect_cases(plan_of("ops: readdir"),
		     "readdir DIR0|readdir DIR10|readdir DIR100|readdir DIR1000|readdir DIR10000");
}

static bool has_operation(const struct plan *plan, const struct operation *operation)
{
	for (size_t i = 0; i < plan->case_count; i++)
		if (plan->cases[i].operation == operation)
			return true;
	return false;
}

static void globs_leave_out_what_few_variants_can_run(void **state)
{
	struct plan plan = plan_of("ops: open-denied");

	(void)state;
	assert_int_equal(plan.case_count, 1);
	plan_clear(&plan);
	plan = plan_of("ops: *\npaths: FFF\ndirs: 1");
	for (size_t i = 0; i < operation_count; i++)
		assert_true(has_operation(&plan, operations[i]) !=
			    (operations[i]->only_by_name || operations[i]->record));
	assert_int_equal(plan_find_case(&plan, "open-denied", ""), -ENOENT);
	plan_clear(&plan);
	plan_init(&plan);
	assert_int_equal(plan_set(&plan, "ops", "*-denied", NULL), -EINVAL);
	plan_clear(&plan);
}

static void each_case_occurs_once(void **state)
{
	struct plan plan;

	(void)state;
	expect_cases(plan_of("ops: stat,s*at\npaths: XXX/FFF,FFF\ndepths: 1,2\ncases: stat "
			     "FFF\ncases: loop\ncases: stat default"),
		     "stat XXX/FFF|stat FFF|loop|stat default");
	plan = plan_of("suite: published\nops: stat");
	assert_int_equal(plan.case_count, 47);
	plan_clear(&plan);
	plan = plan_of("ops: stat\npaths: all");
	assert_int_equal(plan.case_count, path_shape_count);
	plan_clear(&plan);
}

static void parameters_alone_select_what_takes_them(void **state)
{
	struct plan plan = plan_of("dirs: 7");

	(void)state;
	assert_true(plan.case_count >= 4);
	for (size_t i = 0; i < plan.case_count; i++) {
		assert_int_equal(plan.cases[i].operation->parameter->type, PARAMETER_NUMBER);
		assert_string_equal(plan.cases[i].parameter, "DIR7");
	}
	assert_string_equal(plan.suite, "");
	plan_clear(&plan);
}

static void scratch_file_systems_multiply_what_they_change(void **state)
{
	struct plan plan = plan_of("ops: stat,chmod,loop,symlink-unlink\npaths: FFF,default\npath: "
				   "/etc/fstab\ndirs: 3\nscratch: /dev/shm\nscratch: /var/tmp");
	char cell[128];

	(void)state;
	plan_case_parameter(&plan, 6, cell, sizeof(cell));
	assert_string_equal(plan.cases[6].operation->name, "loop");
	assert_string_equal(cell, "");
	plan_case_parameter(&plan, 7, cell, sizeof(cell));
	assert_string_equal(cell, "on /dev/shm");
	assert_int_equal(plan_find_case(&plan, "symlink-unlink", "on /var/tmp"), 8);
	assert_int_equal(plan_find_case(&plan, "stat", "FFF on /var/tmp"), 1);
	assert_int_equal(plan_find_case(&plan, "stat", "FFF"), -ENOENT);
	assert_int_equal(plan_find_case(&plan, "stat", "FFFon /var/tmp"), -ENOENT);
	expect_cases(plan, "stat FFF on /dev/shm|stat FFF on /var/tmp|stat default|stat /etc/fstab|"
			   "chmod DIR3 on /dev/shm|chmod DIR3 on /var/tmp|loop|"
			   "symlink-unlink on /dev/shm|symlink-unlink on /var/tmp");
}

static void a_comparison_gets_its_control_row_and_counts(void **state)
{
	struct plan plan = plan_of("ops: loop\nvariants: same");

	(void)state;
	assert_int_equal(plan.variants.count, 2);
	assert_string_equal(plan.variants.items[0], "none");
	assert_string_equal(plan.variants.items[1], "same");
	assert_int_equal(plan.runs, 100);
	assert_int_equal(plan.passes, 15);
	assert_int_equal(plan.batch_ns, 100000);
	assert_int_equal(plan_step_count(&plan), 2);
	assert_string_equal(plan_step_variant(&plan, plan_step(&plan, 0, 1)), "same");
	plan_clear(&plan);
	plan = plan_of("ops: loop\nruns: 7\npasses: 3\nbatch: 2ms");
	assert_int_equal(plan.runs, 7);
	assert_int_equal(plan.passes, 3);
	assert_int_equal(plan.batch_ns, 2000000);
	plan_clear(&plan);
}

static void a_comparison_gets_the_controls_that_it_lacks(void **state)
{
	struct plan plan = plan_of(
		"ops: open-close\npaths: FFF\nvariants: none,landlock:2,seccomp:1+landlock:1");

	(void)state;
	assert_int_equal(plan.variants.count, 4);
	assert_string_equal(plan.variants.items[3], "landlock:1+seccomp:1");
	assert_false(plan.cases[0].added);
	assert_true(plan.cases[1].added && plan.cases[2].added);
	/* stat is a control for landlock alone, loop for both; the baseline has none. */
	assert_false(plan_step_is_control(&plan, plan_step(&plan, 0, 2)));
	assert_false(plan_step_is_control(&plan, plan_step(&plan, 1, 0)));
	assert_false(plan_step_is_control(&plan, plan_step(&plan, 1, 1)));
	assert_true(plan_step_is_control(&plan, plan_step(&plan, 1, 2)));
	assert_false(plan_step_is_control(&plan, plan_step(&plan, 1, 3)));
	assert_true(plan_step_is_control(&plan, plan_step(&plan, 2, 3)));
	expect_cases(plan, "open-close FFF|stat FFF|loop");
	expect_cases(plan_of("ops: open-close,access\npaths: FFF\nvariants: none,landlock:1"),
		     "open-close FFF|access FFF");
	expect_cases(plan_of("ops: rename\ndirs: 1\nvariants: none,exec:a=b c"),
		     "rename DIR1|loop");
	expect_cases(plan_of("ops: rename\ndirs: 1\nvariants: none,landlock:1\nno-controls: yes"),
		     "rename DIR1");
	/* The baseline is confined as well, so what controls the other must spare both. */
	expect_cases(plan_of("ops: open-close\npaths: FFF\nvariants: seccomp:1,landlock:1"),
		     "open-close FFF|loop");
	expect_cases(plan_of("ops: open-close\npaths: FFF\nvariants: none,same"), "open-close FFF");
}

static void quick_fits_into_two_minutes(void **state)
{
	const uint64_t limit = 120000000000u;
	struct plan plan = plan_of("quick: yes");

	(void)state;
	assert_int_equal(plan.session_limit_ns, limit);
	assert_true(plan.precision == 0.01);
	assert_int_equal(plan.runs, 100);
	plan_clear(&plan);
	plan = plan_of("quick: yes\nsession-limit: 1min");
	assert_int_equal(plan.session_limit_ns, limit / 2);
	plan_clear(&plan);
	plan = plan_of("quick: yes\nsession-limit: 1h\nprecision: 5%");
	assert_int_equal(plan.session_limit_ns, limit);
	assert_true(plan.precision == 0.05);
	plan_clear(&plan);
	plan = plan_of("quick: yes\nvariants: none,same");
	assert_true(plan.runs * plan.passes * plan_step_count(&plan) * plan.batch_ns < limit);
	plan_clear(&plan);
	plan = plan_of("quick: yes\nops: *");
	assert_true(plan.runs >= 20 && plan.runs < 1000);
	plan_clear(&plan);
}

static void expanding_again_changes_nothing(void **state)
{
	struct plan plan = plan_of("ops: open-close\nvariants: landlock:1\nquick: yes");
	struct plan copy;

	(void)state;
	assert_int_equal(plan_copy(&copy, &plan), 0);
	assert_int_equal(plan_expand(&plan, NULL), 0);
	assert_true(plan_equal(&plan, &copy));
	plan_clear(&plan);
	plan_clear(&copy);
}

/* Back to what was given, and from there to the same cases, counts and order again. */
/* Minutes a run: few of them, each in a pass of its own. What is added does not change that. */
static void commands_have_few_runs(void **state)
{
	struct plan plan = plan_of("ops: command\ncommand: make -j8");
	struct error error;

	(void)state;
	assert_int_equal(plan.passes, 3);
	assert_int_equal(plan_case_runs(&plan, 0), 1);
	assert_string_equal(plan.cases[0].parameter, "make -j8");
	plan_clear(&plan);
	plan = plan_of("ops: command\ncommand: make\nvariants: none,seccomp:1\nrepeats: 4");
	assert_int_equal(plan.passes, 10);
	assert_true(plan.case_count > 1);
	assert_int_equal(plan_case_runs(&plan, 0), 4);
	plan_unexpand(&plan);
	assert_int_equal(plan.passes, 0);
	plan_clear(&plan);
	plan = plan_of("ops: command,stat\npaths: FFF\ncommand: make");
	assert_int_equal(plan.passes, 2);
	plan_clear(&plan);

	/* Not without a command, by a glob, or under another one's name. */
	plan_init(&plan);
	assert_int_equal(plan_set(&plan, "ops", "command", &error), 0);
	assert_int_equal(plan_expand(&plan, &error), -EINVAL);
	assert_non_null(strstr(error.text, "--command"));
	plan_clear(&plan);
	plan = plan_of("ops: c*\ncommand: make");
	assert_true(plan_find_case(&plan, "chmod", "DIR100") >= 0);
	assert_true(plan_find_case(&plan, "command", "make") < 0);
	plan_clear(&plan);
	plan_init(&plan);
	assert_int_equal(plan_set(&plan, "cases", "command make", &error), 0);
	assert_int_equal(plan_set(&plan, "command", "rm x", &error), 0);
	assert_int_equal(plan_expand(&plan, &error), -EINVAL);
	plan_clear(&plan);
}

static void unexpanding_leaves_what_was_given(void **state)
{
	static const char *const texts[] = {
		"ops: stat\npaths: FFF,XXX/FFF\n",
		"ops: stat\npasses: 7\nlabel: a\n",
		"ops: chmod\nvariants: none,same\nno-aa: yes\nprecision: 1%\n",
		"ops: chmod\nquick: yes\nwatchdog: 9\nseed: 5\n",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		struct plan given;
		struct plan expanded = plan_of(texts[i]);
		struct plan plan;

		plan_init(&given);
		assert_int_equal(plan_read(&given, texts[i], strlen(texts[i]), "plan", NULL), 0);
		assert_int_equal(plan_copy(&plan, &expanded), 0);
		plan_unexpand(&plan);
		given.seed = expanded.seed;
		assert_false(plan.expanded);
		assert_int_equal(plan.runs, given.runs);
		assert_int_equal(plan.passes, given.passes);
		assert_int_equal(plan.session_limit_ns, given.session_limit_ns);
		assert_true(plan_equal(&plan, &given));
		plan_unexpand(&plan);
		assert_int_equal(plan_expand(&plan, NULL), 0);
		assert_true(plan_equal(&plan, &expanded));
		plan_clear(&given);
		plan_clear(&plan);
		plan_clear(&expanded);
	}
}

static void selections_that_come_to_nothing_are_refused(void **state)
{
	(void)state;
	refuse("ops", "chmod", "paths", "FFF", "takes a path");
	refuse("ops", "stat", "dirs", "5", "directory size");
	refuse("suite", "published", "depths", "5", "takes a path");
	refuse("variants", "exec:a=b", "variants", "seccomp:1,exec:a=c", "exec:a stands for two");
	refuse("scratch", "/tmp/a(b)", "scratch", "/tmp/c", "cannot be named");
}

static void too_many_cases_are_refused(void **state)
{
	struct error error;
	struct plan plan;

	(void)state;
	plan_init(&plan);
	assert_int_equal(plan_set(&plan, "depths", "1..1024", NULL), 0);
	for (char scratch[] = "/a"; scratch[1] <= 'z'; scratch[1]++)
		assert_int_equal(plan_set(&plan, "scratch", scratch, NULL), 0);
	assert_int_equal(plan_expand(&plan, &error), -EINVAL);
	assert_non_null(strstr(error.text, "65536"));
	plan_clear(&plan);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nothing_selected_is_the_published_suite),
		cmocka_unit_test(operations_take_what_they_can),
		cmocka_unit_test(globs_leave_out_what_few_variants_can_run),
		cmocka_unit_test(each_case_occurs_once),
		cmocka_unit_test(parameters_alone_select_what_takes_them),
		cmocka_unit_test(scratch_file_systems_multiply_what_they_change),
		cmocka_unit_test(a_comparison_gets_its_control_row_and_counts),
		cmocka_unit_test(a_comparison_gets_the_controls_that_it_lacks),
		cmocka_unit_test(quick_fits_into_two_minutes),
		cmocka_unit_test(expanding_again_changes_nothing),
		cmocka_unit_test(commands_have_few_runs),
		cmocka_unit_test(unexpanding_leaves_what_was_given),
		cmocka_unit_test(selections_that_come_to_nothing_are_refused),
		cmocka_unit_test(too_many_cases_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
