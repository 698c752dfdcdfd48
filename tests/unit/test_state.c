/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_state.c - estimates and scratch directories last; a damaged or missing file costs nothing.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "fixtures/scratch.h"
#include "tui/state.h"

static char home[200];

static void remember(const char *scratch)
{
	struct error error;
	struct plan plan;

	plan_init(&plan);
	assert_int_equal(plan_set(&plan, "scratch", scratch, &error), 0);
	if (state_remember_scratches(&plan, &error) < 0)
		fail_msg("%s", error.text);
	plan_clear(&plan);
}

static void scratch_directories_are_remembered_once(void **state)
{
	struct text_list parents;

	(void)state;
	assert_int_equal(state_scratch_parents(&parents), 0);
	assert_int_equal(parents.count, 1);
	assert_string_equal(parents.items[0], scratch_default_parent());
	text_list_clear(&parents);
	remember("/one");
	remember("/two, three");
	remember("/one");
	assert_int_equal(state_scratch_parents(&parents), 0);
	assert_int_equal(parents.count, 3);
	assert_string_equal(parents.items[1], "/one");
	assert_string_equal(parents.items[2], "/two, three");
	text_list_clear(&parents);
	for (int i = 0; i < 70; i++) {
		char scratch[32];

		snprintf(scratch, sizeof(scratch), "/many/%d", i);
		remember(scratch);
	}
	assert_int_equal(state_scratch_parents(&parents), 0);
	assert_int_equal(parents.count, 65);
	assert_string_equal(parents.items[64], "/many/69");
	text_list_clear(&parents);
}

static void estimates_last(void **state)
{
	struct estimate estimate;
	struct estimate again;
	struct error error;

	(void)state;
	state_load_estimate(&estimate);
	assert_int_equal(estimate.case_count, 0);
	estimate.case_overhead_ns = 12345;
	estimate.cases = calloc(1, sizeof(*estimate.cases));
	assert_non_null(estimate.cases);
	estimate.case_count = 1;
	strcpy(estimate.cases[0].name, "stat XXX/FFF");
	estimate.cases[0].ns = 500;
	assert_int_equal(state_save_estimate(&estimate, &error), 0);
	state_load_estimate(&again);
	assert_int_equal(again.case_count, 1);
	assert_string_equal(again.cases[0].name, "stat XXX/FFF");
	assert_true(again.cases[0].ns == 500);
	assert_true(again.case_overhead_ns == 12345);
	estimate_clear(&estimate);
	estimate_clear(&again);
}

static void damage_costs_nothing(void **state)
{
	struct estimate estimate;
	struct estimate usual;
	char path[300];
	FILE *file;

	(void)state;
	snprintf(path, sizeof(path), "%s/.local/state/lsmbench/estimates", home);
	file = fopen(path, "w");
	assert_non_null(file);
	fputs("\xff\x01nonsense: x\n12 inf\n", file);
	for (int i = 0; i < 10000; i++)
		fputc(0, file);
	assert_int_equal(fclose(file), 0);
	state_load_estimate(&estimate);
	estimate_init(&usual);
	assert_true(estimate.case_overhead_ns == usual.case_overhead_ns);
	assert_int_equal(estimate.case_count, 0);
	estimate_clear(&estimate);
	assert_int_equal(truncate(path, 0), 0);
	state_load_estimate(&estimate);
	assert_true(estimate.case_overhead_ns == usual.case_overhead_ns);
	estimate_clear(&estimate);
}

static void no_home_breaks_nothing(void **state)
{
	static const char *const homes[] = {"", "relative", "/proc/none", "/dev/null", "/proc"};

	(void)state;
	for (size_t i = 0; i < sizeof(homes) / sizeof(homes[0]); i++) {
		struct estimate estimate;
		struct text_list parents;
		struct error error = {""};
		struct plan plan;

		setenv("HOME", homes[i], 1);
		plan_init(&plan);
		assert_true(state_remember_scratches(&plan, &error) < 0);
		assert_true(error.text[0] != '\0');
		state_load_estimate(&estimate);
		assert_true(state_save_estimate(&estimate, &error) < 0);
		assert_int_equal(state_scratch_parents(&parents), 0);
		assert_int_equal(parents.count, 1);
		text_list_clear(&parents);
		estimate_clear(&estimate);
		plan_clear(&plan);
	}
	setenv("HOME", home, 1);
}

static int make_home(void **state)
{
	const char *parent = getenv("TMPDIR");

	(void)state;
	unsetenv("XDG_STATE_HOME");
	snprintf(home, sizeof(home), "%s/test_state.XXXXXX", parent ? parent : "/var/tmp");
	return mkdtemp(home) ? setenv("HOME", home, 1) : -1;
}

static int remove_home(void **state)
{
	char command[256];

	(void)state;
	snprintf(command, sizeof(command), "rm -r '%s'", home);
	return system(command);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(scratch_directories_are_remembered_once),
		cmocka_unit_test(estimates_last),
		cmocka_unit_test(damage_costs_nothing),
		cmocka_unit_test(no_home_breaks_nothing),
	};

	return cmocka_run_group_tests(tests, make_home, remove_home);
}
