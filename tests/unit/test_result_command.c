/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_result_command.c - the command that measures again what a result holds.
 */
#include "engine/result/result_command.h"
#include "tests/unit/made_ladder.h"

static const struct made_rung rung = {
	.kind = RUNG_OTHER, .name = "apparmor", .active = "apparmor,capability"};

static void expect(const struct result *result, const char *words)
{
	char *command = result_command(result);

	assert_non_null(command);
	if (!strstr(command, words))
		fail_msg("'%s' does not say '%s'", command, words);
	free(command);
}

static void times_again_what_was_timed(void **state)
{
	static const char *const keys[] = {"ops", "stat", "depths", "1,4", NULL};
	struct result result;

	(void)state;
	made_result(&result, keys, made_noise);
	expect(&result, "lsmbench run --ops stat --depths 1,4");
	result_clear(&result);
}

static void boots_again_what_was_booted(void **state)
{
	struct made_ladder ladder;
	struct result *result;

	(void)state;
	made_ladder(&ladder, &rung, 1);
	result = &ladder.results[0];
	expect(result,
	       "lsmbench ladder --kernel '/boot/made' --lsm 'apparmor,capability' --ops stat,");
	made_ladder_set(result, "ladder.command_line",
			"console=ttyS0 panic=-1 lsm=apparmor,capability audit=1 a='b' "
			"lsmbench.placebo=1");
	made_ladder_set(result, "ladder.policy", "apparmor=bench.aa:bench");
	expect(result, " --lsm 'apparmor,capability audit=1 a='\\''b'\\''' --policy "
		       "'apparmor=bench.aa:bench' --ops ");
	made_ladder_set(result, "ladder.lsm_asked", "");
	made_ladder_set(result, "ladder.command_line", "console=ttyS0 panic=-1");
	expect(result, " --lsm 'default' --policy ");
	made_ladder_clear(&ladder);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(times_again_what_was_timed),
		cmocka_unit_test(boots_again_what_was_booted),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
