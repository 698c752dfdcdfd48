/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_plan_together.c - several processes at once in a plan: processes, CPUs and what they do are
 * three axes, and the number of this machine's CPUs stays what it was where a plan is read again.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "engine/plan/plan.h"

static void set(struct plan *plan, const char *key, const char *text)
{
	struct error error;

	if (plan_set(plan, key, text, &error) != 0)
		fail_msg("%s", error.text);
}

static void expand(struct plan *plan)
{
	struct error error;

	if (plan_expand(plan, &error) != 0)
		fail_msg("%s", error.text);
}

static void expect_cases(const struct plan *plan, const char *const *names, size_t count)
{
	assert_int_equal(plan->case_count, count);
	for (size_t i = 0; i < count; i++) {
		char name[256];

		plan_case_name(plan, i, name, sizeof(name));
		assert_string_equal(name, names[i]);
	}
}

static void test_three_axes(void **state)
{
	static const char *const names[] = {
		"together 1p/1cpu stat FFF",    "together 1p/1cpu chmod DIR10",
		"together 1p/4cpu stat FFF",    "together 1p/4cpu chmod DIR10",
		"together 3p/1cpu stat FFF",    "together 3p/1cpu chmod DIR10",
		"together 3p/4cpu stat FFF",    "together 3p/4cpu chmod DIR10",
		"together-shared 5p/9cpu mixed"};
	struct plan plan;

	(void)state;
	plan_init(&plan);
	set(&plan, "ops", "together");
	set(&plan, "processes", "1,3");
	set(&plan, "cpus", "1,4");
	set(&plan, "of", "stat");
	set(&plan, "of", "chmod 10");
	set(&plan, "cases", "together-shared 5/9 mixed");
	expand(&plan);
	expect_cases(&plan, names, sizeof(names) / sizeof(names[0]));
	assert_int_equal(plan_find_case(&plan, "together", "3p/1cpu chmod DIR10"), 5);
	plan_clear(&plan);
}

static void test_usual_work(void **state)
{
	static const char *const names[] = {"together 2p/1cpu mixed",
					    "together-shared 2p/1cpu open-close FFF",
					    "mixed 2p/1cpu"};
	struct plan plan;

	(void)state;
	plan_init(&plan);
	set(&plan, "ops", "together,together-shared,mixed");
	set(&plan, "processes", "2");
	set(&plan, "cpus", "1");
	expand(&plan);
	expect_cases(&plan, names, sizeof(names) / sizeof(names[0]));
	plan_clear(&plan);
}

/* 1, 2, 4 ... all, which an expanded plan says, and one that is to be edited does not. */
static void test_cpus_of_this_machine(void **state)
{
	const size_t count = parameter_default_count(&parameter_cpus);
	const uint64_t most = parameter_default(&parameter_cpus, count - 1);
	struct plan plan;
	char last[32];

	(void)state;
	assert_int_equal(parameter_default(&parameter_cpus, 0), 1);
	for (size_t i = 0; i + 1 < count; i++)
		assert_true(parameter_default(&parameter_cpus, i) == (uint64_t)1 << i &&
			    (uint64_t)1 << i < most);
	plan_init(&plan);
	set(&plan, "ops", "mixed");
	expand(&plan);
	assert_int_equal(plan.cpus.count, count);
	snprintf(last, sizeof(last), "%llu", (unsigned long long)most);
	assert_string_equal(plan.cpus.items[count - 1], last);
	assert_int_equal(plan.case_count, 5 * count);
	expand(&plan);
	assert_int_equal(plan.case_count, 5 * count);
	plan_unexpand(&plan);
	assert_int_equal(plan.cpus.count, 0);
	set(&plan, "cpus", "1000");
	expand(&plan);
	plan_unexpand(&plan);
	assert_int_equal(plan.cpus.count, 1);
	plan_clear(&plan);
}

/* Numbers alone go to what runs for a moment, and what nobody takes is refused. */
static void test_who_takes_them(void **state)
{
	struct error error = {""};
	struct plan plan;

	(void)state;
	plan_init(&plan);
	set(&plan, "processes", "2");
	expand(&plan);
	for (size_t i = 0; i < plan.case_count; i++)
		assert_null(plan.cases[i].operation->record);
	set(&plan, "processes", "");
	set(&plan, "ops", "stat");
	set(&plan, "of", "stat");
	assert_int_equal(plan_expand(&plan, &error), -EINVAL);
	assert_non_null(strstr(error.text, "of has no operation to go to"));
	set(&plan, "of", "");
	set(&plan, "cpus", "1");
	assert_int_equal(plan_expand(&plan, &error), -EINVAL);
	assert_non_null(strstr(error.text, "cpus has no operation to go to"));
	set(&plan, "cpus", "");
	set(&plan, "ops", "context-switch");
	set(&plan, "processes", "1");
	assert_int_equal(plan_expand(&plan, &error), -EINVAL);
	assert_non_null(strstr(error.text, "from 2 to 256"));
	assert_int_equal(plan_set(&plan, "of", "mixed 2p", &error), -EINVAL);
	plan_clear(&plan);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_three_axes),
		cmocka_unit_test(test_usual_work),
		cmocka_unit_test(test_cpus_of_this_machine),
		cmocka_unit_test(test_who_takes_them),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
