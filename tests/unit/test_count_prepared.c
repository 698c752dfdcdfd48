/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_count_prepared.c - which operations' hooks can be counted, over how many iterations, and
 * from what a worker would be asked for.
 */
#include <fcntl.h>

#include "engine/counting/count_prepared.h"
#include "engine/counting/count_refusal.h"
#include "engine/hooks/hook_case.h"
#include "engine/worker/setup_request.h"
#include "tests/unit/playground.h"

/* Of the kind, not of those that are there today. */
static void what_times_itself_is_refused(void **state)
{
	size_t refused = 0;

	(void)state;
	for (size_t i = 0; i < operation_count; i++) {
		char reason[COUNT_REFUSAL_SIZE];

		count_refusal(operations[i], reason);
		assert_null(strstr(reason, "(null)"));
		assert_int_equal(reason[0] == '\0', operations[i]->run != NULL);
		if (operations[i]->record) {
			assert_non_null(strstr(reason, "times itself"));
			refused++;
		} else if (reason[0]) {
			assert_non_null(strstr(reason, operations[i]->program));
		}
	}
	assert_true(refused > 0);
}

static void expand(struct plan *plan, const char *operations_list)
{
	struct error error = {""};

	plan_init(plan);
	if (plan_set(plan, "ops", operations_list, &error) < 0 || plan_expand(plan, &error) < 0)
		fail_msg("%s", error.text);
}

static void a_plan_needs_one_case_to_count(void **state)
{
	struct error error = {""};
	struct plan plan;

	(void)state;
	expand(&plan, "fsx,loop");
	assert_int_equal(count_refusal_of_all(&plan, &error), 0);
	plan_clear(&plan);
	expand(&plan, "fsx,rpc-udp-latency");
	assert_int_equal(count_refusal_of_all(&plan, &error), -EOPNOTSUPP);
	assert_string_equal(error.text,
			    "there are no hooks to count: fsx: it times itself, and has no batches "
			    "over which hooks could be counted");
	plan_clear(&plan);
}

/* It is said even of what was made ready, before anything of it is called. */
static void what_times_itself_is_not_run(void **state)
{
	struct prepared prepared = {.operation = operation_find("fsx")};
	struct hook_table table = {0};
	struct error error = {""};

	(void)state;
	assert_int_equal(count_prepared(&prepared, "", NULL, true, &table, &error), -EOPNOTSUPP);
	assert_non_null(strstr(error.text, "times itself"));
	assert_int_equal(table.count_count, 0);
}

static void check_iterations(const struct operation *operation, uint64_t number)
{
	const uint64_t period = operation_period(operation, number);

	for (int quiet = 0; quiet < 2; quiet++) {
		uint64_t n = count_iterations(operation, number, quiet);

		assert_true(n > 0);
		assert_int_equal(n % period, 0);
		if (operation->most > 0 && n > operation->most)
			assert_int_equal(n, period);
		if (operation->most == 0 && (!quiet || operation_makes_calls(operation)))
			assert_in_range(n, HOOK_CASE_ITERATIONS, HOOK_CASE_ITERATIONS + period);
	}
}

static void iterations_are_whole_periods_within_bounds(void **state)
{
	struct operation made = {.name = "made", .calls = {{"stat", 1}}, .period = 3};
	struct operation idle = {.name = "idle", .period = 2};

	(void)state;
	for (size_t i = 0; i < operation_count; i++)
		for (uint64_t number = 1; number < 200; number++)
			check_iterations(operations[i], number);
	assert_int_equal(count_iterations(&made, 1, true), 66);
	made.most = 64;
	assert_int_equal(count_iterations(&made, 1, true), 63);
	assert_int_equal(count_iterations(&made, 1, false), 63);
	made.most = 2;
	assert_int_equal(count_iterations(&made, 1, false), 3);
	assert_int_equal(count_iterations(&idle, 1, true), 2);
	assert_int_equal(count_iterations(&idle, 1, false), 64);
}

/* From the case's directory a worker finds the root that the request tells of. */
static void a_request_leads_to_the_root(void **state)
{
	const struct playground *play = *state;
	struct worker_request request;
	struct error error = {""};
	struct scratch scratch;
	struct stat status;
	struct plan plan;

	expand(&plan, "stat");
	plan.landlock_depth = 2;
	plan.landlock_rules = 5;
	if (scratch_create(&scratch, play->path, &error) < 0 ||
	    scratch_deepen(&scratch, plan.landlock_depth, &error) < 0)
		fail_msg("%s", error.text);
	setup_request_fill(&request, &plan, 1, &scratch, "landlock");
	assert_int_equal(request.kind, WORKER_SETUP);
	assert_string_equal(request.operation, "stat");
	assert_string_equal(request.parameter, plan.cases[1].parameter);
	assert_string_equal(request.variant, "landlock");
	assert_int_equal(request.landlock_rules, 5);
	/* One more, for the case's directory stands in the deepest one. */
	assert_int_equal(request.root_above, 3);
	assert_int_equal(fstatat(scratch.work_fd, "../..", &status, 0), 0);
	assert_true(request.root_device == status.st_dev && request.root_inode == status.st_ino);
	assert_int_equal(scratch_remove(&scratch, &error), 0);
	plan_clear(&plan);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_times_itself_is_refused),
		cmocka_unit_test(a_plan_needs_one_case_to_count),
		cmocka_unit_test(what_times_itself_is_not_run),
		cmocka_unit_test(iterations_are_whole_periods_within_bounds),
		PLAY(a_request_leads_to_the_root),
	};

	return cmocka_run_group_tests_name("count prepared", tests, NULL, NULL);
}
