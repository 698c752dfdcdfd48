/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_demo_plan.c - the demonstration's plan on machines with all, some or no security modules.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "engine/session/session.h"
#include "tui/demo_plan.h"

static int all_there(const char *variant, struct error *error)
{
	(void)variant;
	(void)error;
	return 0;
}

static int no_landlock(const char *variant, struct error *error)
{
	if (strncmp(variant, "landlock", 8) != 0)
		return 0;
	return error_set(error, -ENOSYS, "landlock: not in the list of active modules");
}

static int nothing_there(const char *variant, struct error *error)
{
	return error_set(error, -ENOSYS, "%s: no such thing here", variant);
}

static void make(struct plan *plan, demo_available *available, char *note, size_t size)
{
	struct error error;
	struct plan own;

	plan_init(&own);
	assert_int_equal(plan_set(&own, "ops", "loop", &error), 0);
	assert_int_equal(plan_set(&own, "scratch", "/dev/shm", &error), 0);
	assert_int_equal(plan_set(&own, "seed", "77", &error), 0);
	assert_int_equal(demo_plan_make(plan, &own, available, note, size, &error), 0);
	plan_clear(&own);
}

static void assert_variants(const struct plan *plan, const char *expected)
{
	char text[1024];

	assert_int_equal(plan_get(plan, "variants", 0, text, sizeof(text)), 0);
	assert_string_equal(text, expected);
}

static bool has_case(const struct plan *plan, const char *wanted)
{
	char name[256];
	size_t i;

	for (i = 0; i < plan->case_count; i++) {
		plan_case_name(plan, i, name, sizeof(name));
		if (strcmp(name, wanted) == 0)
			return true;
	}
	return false;
}

static void everything_is_shown(void **state)
{
	struct plan plan;
	char note[512];
	double batches;

	(void)state;
	make(&plan, all_there, note, sizeof(note));
	assert_string_equal(note, "");
	assert_variants(&plan, "none,same,landlock:1,landlock:4,landlock:16,seccomp:1");
	assert_true(has_case(&plan, "open-close XXX/YYY/ZZZ/FFF"));
	assert_true(has_case(&plan, "openat-close XXX/YYY/ZZZ/FFF"));
	assert_true(has_case(&plan, "open-unlink"));
	assert_true(has_case(&plan, "rename DIR0"));
	assert_true(has_case(&plan, "stat XXX/YYY/ZZZ/FFF"));
	assert_true(has_case(&plan, "chmod DIR0"));
	/* seccomp's control; stat and chmod are Landlock's. */
	assert_true(has_case(&plan, "loop"));
	assert_true(plan.expanded);
	/* What is the machine's own is kept, what the person had chosen to measure is not. */
	assert_int_equal(plan.seed, 77);
	assert_string_equal(plan.scratches.items[0], "/dev/shm");
	/* Two minutes, whatever the machine: a pass of its batches takes a fraction of a second. */
	assert_int_equal(plan.session_limit_ns, 120u * 1000000000ull);
	batches = (double)(plan_step_count(&plan) * plan.runs * plan.batch_ns) / 1e9;
	assert_true(batches < 1);
	assert_true(batches * plan.passes > DEMO_SECONDS);
	assert_true(plan.passes > SESSION_PASSES_DUE);
	plan_clear(&plan);
}

static void what_is_missing_is_said_and_replaced(void **state)
{
	struct plan plan;
	char note[512];

	(void)state;
	make(&plan, no_landlock, note, sizeof(note));
	assert_variants(&plan, "none,same,seccomp:4,seccomp:16,seccomp:1");
	assert_string_equal(note,
			    "Landlock is left out: landlock: not in the list of active modules");
	plan_clear(&plan);
}

static void nothing_leaves_the_baseline_against_itself(void **state)
{
	struct plan plan;
	char note[512];

	(void)state;
	make(&plan, nothing_there, note, sizeof(note));
	assert_variants(&plan, "none,same");
	assert_non_null(strstr(note, "Landlock is left out"));
	assert_non_null(strstr(note, "seccomp is left out"));
	plan_clear(&plan);
	make(&plan, nothing_there, note, 20);
	assert_int_equal(strlen(note), 19);
	plan_clear(&plan);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(everything_is_shown),
		cmocka_unit_test(what_is_missing_is_said_and_replaced),
		cmocka_unit_test(nothing_leaves_the_baseline_against_itself),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
