/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_operation_dbench.c - dbench as an operation, run for real: nothing of its clients' stays,
 * and while that is removed, which takes long where they are many, it is told.
 */
#include "tests/unit/operation_play.h"

#include "engine/operation/operation_dbench.h"

static unsigned int removals;

static bool live(struct recording *recording, const char *text)
{
	(void)recording;
	removals += text && strstr(text, "removing what its clients left: ") != NULL;
	return true;
}

static void test_what_clients_leave_is_removed(void **state)
{
	const struct scratch *scratch = *state;
	const struct workload workload = {.interval_ns = 2000000000u};
	struct recording recording = {.live = live};
	struct context context;
	struct error error = {""};
	uint64_t count;
	int directory;

	if (access("/usr/bin/dbench", X_OK) < 0)
		skip();
	assert_int_equal(mkdirat(scratch->work_fd, "case", 0700), 0);
	directory = openat(scratch->work_fd, "case", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	prepare(&context, &operation_dbench, "1c", directory);
	context.workload = &workload;
	/* It works where we stand. */
	assert_int_equal(fchdir(directory), 0);
	assert_int_equal(operation_dbench.setup(&context, &error), 0);
	if (operation_dbench.record(&context, &recording, &error) != 0)
		fail_msg("%s", error.text);
	operation_dbench.teardown(&context);
	assert_int_equal(chdir("/"), 0);
	assert_true(recording.iterations > 0);
	assert_true(removals > 0);
	assert_int_equal(fixture_count(directory, &count, &error), 0);
	assert_int_equal(count, 0);
	close(directory);
	assert_int_equal(fixture_remove(scratch->work_fd, "case", NULL, NULL, &error), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_what_clients_leave_is_removed),
	};

	return cmocka_run_group_tests_name("operation dbench", tests, make_scratch, remove_scratch);
}
