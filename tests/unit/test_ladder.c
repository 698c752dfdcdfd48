/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_ladder.c - a ladder of guests that scripts play: whose turn it is, what becomes of those
 * that fail, what a rung's result holds, and that nothing stays behind.
 */
#include "tests/unit/ladder_play.h"

static void every_rung_has_its_result(void **state)
{
	struct tried *tried = *state;

	play(tried, "cat $kind\nexec sleep 1000\n");
	set_rungs(tried, true);
	open_ladder(tried);
	finish(tried);
	for (size_t i = 0; i < 4; i++) {
		struct rung_status status = status_of(tried, i);

		assert_int_equal(status.state, RUNG_DONE);
		assert_int_equal(status.attempt, 1);
		assert_true(status.booted);
		assert_string_equal(status.trouble, "");
		assert_int_equal(status.steps_done, 2);
		assert_int_equal(status.result->unit, RESULT_INSTRUCTIONS);
		assert_false(status.result->partial);
		assert_int_equal(status.result->sample_count, 2 * RUNS);
		assert_true(first_value(&status, 0) == (i == 3 ? 170 : 100));
		assert_true(first_value(&status, 1) == (i == 3 ? 340 : 200));
	}
	assert_int_equal(tried->samples, 8);
	assert_string_equal(tried->notices, "");
	assert_true(ladder_remaining_seconds(tried->ladder) == 0);
}

static void a_result_says_how_it_was_booted(void **state)
{
	static const char *const kinds[] = {"first", "same", "placebo", "other"};
	struct tried *tried = *state;
	struct rung_status status;

	play(tried, "cat $kind\nexec sleep 1000\n");
	set_rungs(tried, true);
	open_ladder(tried);
	finish(tried);
	for (size_t i = 0; i < 4; i++) {
		status = status_of(tried, i);
		assert_string_equal(fact(&status, "ladder.kind"), kinds[i]);
		assert_string_equal(fact(&status, "ladder.seed"), i == 1 ? "2" : "1");
		assert_string_equal(fact(&status, "ladder.kernel"), "/k/image");
		assert_string_equal(fact(&status, "ladder.kernel_digest"), "abc");
		assert_string_equal(fact(&status, "ladder.qemu"), "9.8.7 (played)");
		assert_string_equal(fact(&status, "ladder.cpu"), "max,-cx16");
		assert_string_equal(fact(&status, "ladder.policy"), "none");
		assert_string_equal(fact(&status, "kernel.release"), "6.66");
	}
	assert_string_equal(status.reported, "capability,apparmor");
	assert_string_equal(fact(&status, "ladder.lsm_asked"), "apparmor,capability");
	assert_string_equal(fact(&status, "ladder.name"), "apparmor");
	assert_non_null(strstr(fact(&status, "ladder.command_line"), "lsm=apparmor,capability"));
	status = status_of(tried, 0);
	assert_string_equal(fact(&status, "ladder.name"), "capability (+lockdown)");
	status = status_of(tried, 2);
	assert_non_null(strstr(fact(&status, "ladder.command_line"), "placebo"));
}

static size_t running(const struct tried *tried)
{
	size_t count = 0;

	for (size_t i = 0; i < ladder_plan_of(tried->ladder)->rung_count; i++)
		count += status_of(tried, i).state == RUNG_BOOTING;
	return count;
}

static void no_more_run_at_once_than_wanted(void **state)
{
	struct tried *tried = *state;

	play(tried, "while [ ! -e go ]; do sleep 0.05; done\ncat $kind\nexec sleep 1000\n");
	set_rungs(tried, true);
	tried->plan.jobs = 2;
	open_ladder(tried);
	take_events(tried);
	assert_int_equal(scratch_roots(tried->play->path), 1);
	assert_int_equal(running(tried), 2);
	assert_int_equal(status_of(tried, 2).state, RUNG_QUEUED);
	assert_null(status_of(tried, 2).result);
	assert_true(ladder_remaining_seconds(tried->ladder) < 0);
	playground_write(playground_join(tried->play->path, "go").text, "");
	finish(tried);
	for (size_t i = 0; i < 4; i++)
		assert_int_equal(status_of(tried, i).state, RUNG_DONE);
}

/* All of a kind start from the same bytes, and so do those of another kind but for their task. */
static void guests_start_from_the_same_files(void **state)
{
	struct tried *tried = *state;
	struct joined script = playground_join(tried->play->path, "check");
	char command[2200];

	play(tried,
	     "while [ \"$1\" != -initrd ]; do shift; done\n"
	     "cp \"$2\" initrd-$kind-$$\nls -i \"$2\" >>inodes\ncat $kind\nexec sleep 1000\n");
	set_rungs(tried, true);
	tried->plan.hooks = true;
	tried->plan.jobs = 1;
	open_ladder(tried);
	finish(tried);
	assert_int_equal(tried->hooks, 1);
	playground_write(
		script.text,
		"cd \"$1\"; set -e\n"
		"for archive in initrd-*; do grep -aiq '00000200[0-9A-F]*task' $archive; done\n"
		"test $(sort -u inodes | wc -l) = 2\n"
		"test $(wc -l <inodes) = 4\n"
		"test $(stat -c %s initrd-* | sort -u | wc -l) = 1\n"
		"test $(cat initrd-* | grep -ac 'hooks: yes') = 1\n"
		"test $(cat initrd-* | grep -ac 'hooks: no') = 3\n"
		"test $(cat initrd-* | grep -ac '^steps: 2$') = 4\n"
		"test $(cat initrd-* | grep -ac 'ops: stat') = 4\n");
	snprintf(command, sizeof(command), "sh '%s' '%s'", script.text, tried->play->path);
	assert_int_equal(system(command), 0);
}

/* It fails once, and works the second time. */
static void a_failed_guest_is_booted_once_more(void **state)
{
	struct tried *tried = *state;
	struct rung_status status;

	play(tried, "if [ $kind = apparmor ] && [ ! -e once ]; then\n"
		    "	touch once\n	head -n 4 apparmor\n"
		    "	echo 'Kernel panic - not syncing: for fun' >&2\n	exit 0\nfi\n"
		    "cat $kind\nexec sleep 1000\n");
	set_rungs(tried, false);
	snprintf(tried->plan.log_directory, sizeof(tried->plan.log_directory), "%s",
		 tried->play->path);
	open_ladder(tried);
	finish(tried);
	status = status_of(tried, 1);
	assert_int_equal(status.state, RUNG_DONE);
	assert_int_equal(status.attempt, 2);
	assert_int_equal(status.result->sample_count, 2 * RUNS);
	assert_non_null(strstr(tried->notices, "Kernel panic - not syncing: for fun"));
	assert_non_null(strstr(tried->notices, "booted once more"));
	assert_non_null(strstr(status.log, "rung2-attempt1.log"));
	assert_non_null(strstr(tried->notices, status.log));
	assert_true(playground_exists(status.log));
	assert_string_equal(status.trouble, "");
}

static void who_fails_twice_is_left_behind(void **state)
{
	struct tried *tried = *state;
	struct rung_status status;
	struct said said = {.lines = 0};

	say_all(&said, "capability,apparmor", 170);
	said.text[strlen(said.text) - 5] ^= 1;
	write_said(tried, "apparmor", &said);
	play(tried, "cat $kind\nexec sleep 1000\n");
	set_rungs(tried, true);
	open_ladder(tried);
	finish(tried);
	status = status_of(tried, 3);
	assert_int_equal(status.state, RUNG_FAILED);
	assert_int_equal(status.attempt, 2);
	assert_non_null(strstr(status.trouble, "damaged"));
	assert_string_equal(status.log, "");
	assert_true(status.result->partial);
	assert_int_equal(status_of(tried, 0).state, RUNG_DONE);
	assert_int_equal(status_of(tried, 2).state, RUNG_DONE);
}

/* What the guest says of itself it would say again. */
static void a_guest_that_refuses_is_not_booted_again(void **state)
{
	struct tried *tried = *state;
	struct said said = {.lines = 0};

	say_number(&said, GUEST_HELLO, GUEST_PROTOCOL);
	say(&said, &(struct guest_message){
			   .kind = GUEST_TROUBLE, .code = -EINVAL, .text = "the policy is odd"});
	write_said(tried, "apparmor", &said);
	play(tried, "cat $kind\nexec sleep 1000\n");
	set_rungs(tried, false);
	open_ladder(tried);
	finish(tried);
	assert_int_equal(status_of(tried, 1).state, RUNG_FAILED);
	assert_int_equal(status_of(tried, 1).attempt, 1);
	assert_non_null(strstr(status_of(tried, 1).trouble, "the policy is odd"));
}

/* Steps that the plan does not have, and samples that came before. */
static void what_does_not_fit_the_plan_is_refused(void **state)
{
	struct tried *tried = *state;
	struct said said = {.lines = 0};

	say_all(&said, "capability,apparmor", 170);
	say_step(&said, 2, 1, 5);
	say_end(&said);
	write_said(tried, "apparmor", &said);
	said = (struct said){.lines = 0};
	say_all(&said, "capability", 100);
	say_step(&said, 1, 1, 5);
	say_end(&said);
	write_said(tried, "plain", &said);
	play(tried, "cat $kind\nexec sleep 1000\n");
	set_rungs(tried, false);
	open_ladder(tried);
	finish(tried);
	for (size_t i = 0; i < 2; i++) {
		assert_int_equal(status_of(tried, i).state, RUNG_FAILED);
		assert_non_null(strstr(status_of(tried, i).trouble, "does not fit the plan"));
	}
}

/* A sample of plain's guest that is not like the others, at its end. */
static void refuses_sample(struct tried *tried, struct sample sample, const char *words)
{
	struct said said = {.lines = 0};

	sample.iterations = 10;
	say_number(&said, GUEST_HELLO, GUEST_PROTOCOL);
	say_item(&said, "lsm.active", "capability");
	say_step(&said, 1, RUNS - 1, 200);
	say(&said, &(struct guest_message){.kind = GUEST_SAMPLE, .sample = sample});
	say_end(&said);
	write_said(tried, "plain", &said);
	play(tried, "cat $kind\nexec sleep 1000\n");
	set_rungs(tried, false);
	open_ladder(tried);
	finish(tried);
	assert_int_equal(status_of(tried, 0).state, RUNG_FAILED);
	assert_non_null(strstr(status_of(tried, 0).trouble, words));
	/* Nothing of it is kept. */
	assert_int_equal(status_of(tried, 0).result->sample_count, 0);
	assert_int_equal(status_of(tried, 1).state, RUNG_DONE);
}

static void a_pass_that_was_not_asked_for_is_refused(void **state)
{
	refuses_sample(*state, (struct sample){.step = 1, .pass = 77, .duration_ns = 5},
		       "does not fit the plan");
}

static void a_run_that_comes_twice_is_refused(void **state)
{
	refuses_sample(*state, (struct sample){.step = 1, .run = 1, .order = 2, .duration_ns = 5},
		       "does not fit the plan");
}

static void no_instructions_are_no_measurement(void **state)
{
	refuses_sample(*state, (struct sample){.step = 1, .run = 2, .order = 2},
		       "counted 0 instructions");
}

static void a_guest_without_figures_has_failed(void **state)
{
	struct tried *tried = *state;
	struct said said = {.lines = 0};

	say_number(&said, GUEST_HELLO, GUEST_PROTOCOL);
	say_item(&said, "lsm.active", "capability");
	say_state(&said, "measuring");
	say_end(&said);
	write_said(tried, "plain", &said);
	play(tried, "cat $kind\nexec sleep 1000\n");
	set_rungs(tried, false);
	open_ladder(tried);
	finish(tried);
	assert_int_equal(status_of(tried, 0).state, RUNG_FAILED);
	assert_non_null(strstr(status_of(tried, 0).trouble, "without a figure of any case"));
}

static void cases_that_cannot_be_measured_are_told_once(void **state)
{
	struct tried *tried = *state;
	struct rung_status status;
	struct said said = {.lines = 0};

	say_number(&said, GUEST_HELLO, GUEST_PROTOCOL);
	say_item(&said, "lsm.active", "capability");
	say(&said, &(struct guest_message){.kind = GUEST_STEP,
					   .step = 1,
					   .state = STEP_SKIPPED,
					   .reason = "a guest has none"});
	say_step(&said, 0, RUNS, 7);
	say_end(&said);
	write_said(tried, "plain", &said);
	write_said(tried, "apparmor", &said);
	play(tried, "cat $kind\nexec sleep 1000\n");
	set_rungs(tried, false);
	open_ladder(tried);
	finish(tried);
	assert_string_equal(tried->notices, "stat XXX/YYY/ZZZ/FFF: a guest has none\n");
	status = status_of(tried, 0);
	assert_int_equal(status.steps_done, 2);
	assert_false(status.result->partial);
	assert_string_equal(status.result->steps[1].reason, "a guest has none");
}

static void hooks_are_put_in_a_table(void **state)
{
	struct tried *tried = *state;
	struct rung_status status;
	struct said said = {.lines = 0};

	say_all(&said, "capability", 100);
	say_state(&said, "counting hooks");
	say(&said, &(struct guest_message){
			   .kind = GUEST_HOOK, .step = 1, .hook = "inode_permission", .count = 4});
	say(&said, &(struct guest_message){
			   .kind = GUEST_USER, .key = "capability", .hook = "inode_getattr"});
	say(&said, &(struct guest_message){.kind = GUEST_UNWATCHED, .text = "file_open: no"});
	say_end(&said);
	write_said(tried, "plain", &said);
	play(tried, "cat $kind\nexec sleep 1000\n");
	set_rungs(tried, false);
	tried->plan.hooks = true;
	open_ladder(tried);
	finish(tried);
	status = status_of(tried, 0);
	assert_non_null(status.hooks);
	assert_true(hook_table_count(status.hooks, "stat", "XXX/YYY/ZZZ/FFF", "inode_permission") ==
		    4);
	assert_true(hook_table_uses(status.hooks, "capability", "inode_getattr"));
	assert_string_equal(status.hooks->release, "6.66");
	assert_string_equal(status.hooks->uncounted.items[0], "file_open: no");
	assert_null(status_of(tried, 1).hooks);
}

static void stopping_ends_every_guest(void **state)
{
	struct tried *tried = *state;

	play(tried, "echo $$ >>pids\nhead -n 9 $kind\nexec sleep 1000\n");
	set_rungs(tried, true);
	tried->plan.jobs = 3;
	open_ladder(tried);
	while (tried->samples < 3)
		wait_once(tried);
	ladder_stop(tried->ladder);
	finish(tried);
	for (size_t i = 0; i < 4; i++)
		assert_int_equal(status_of(tried, i).state, RUNG_STOPPED);
	assert_true(status_of(tried, 0).result->partial);
	assert_int_equal(status_of(tried, 0).result->sample_count, RUNS);
	assert_int_equal(status_of(tried, 0).result->steps[1].state, STEP_STOPPED);
	assert_int_equal(system("for pid in $(cat \"$TMPDIR/pids\"); do ! kill -0 $pid || exit 1; "
				"done 2>/dev/null"),
			 0);
}

static void what_cannot_be_opened_leaves_nothing(void **state)
{
	struct tried *tried = *state;
	struct error error = {""};

	set_rungs(tried, true);
	assert_int_equal(setenv("LSMBENCH_QEMU", "/nowhere/qemu", 1), 0);
	assert_int_equal(ladder_open(&tried->ladder, &tried->plan, &error), -ENOENT);
	assert_null(tried->ladder);
	play(tried, "cat $kind\n");
	assert_int_equal(setenv("LSMBENCH_GUEST", "/nowhere/guest", 1), 0);
	assert_int_equal(ladder_open(&tried->ladder, &tried->plan, &error), -ENOENT);
	assert_non_null(strstr(error.text, "LSMBENCH_GUEST=/nowhere/guest"));
	assert_int_equal(setenv("LSMBENCH_GUEST", getenv("LSMBENCH_QEMU"), 1), 0);
	assert_int_equal(setenv("TMPDIR", "/nowhere", 1), 0);
	assert_int_equal(ladder_open(&tried->ladder, &tried->plan, &error), -ENOENT);
	assert_int_equal(setenv("TMPDIR", tried->play->path, 1), 0);
	tried->plan.measure = false;
	assert_int_equal(ladder_open(&tried->ladder, &tried->plan, &error), -EINVAL);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, ladder_play_make, ladder_play_drop)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(every_rung_has_its_result),
		TEST(a_result_says_how_it_was_booted),
		TEST(no_more_run_at_once_than_wanted),
		TEST(guests_start_from_the_same_files),
		TEST(a_failed_guest_is_booted_once_more),
		TEST(who_fails_twice_is_left_behind),
		TEST(a_guest_that_refuses_is_not_booted_again),
		TEST(what_does_not_fit_the_plan_is_refused),
		TEST(a_pass_that_was_not_asked_for_is_refused),
		TEST(a_run_that_comes_twice_is_refused),
		TEST(no_instructions_are_no_measurement),
		TEST(a_guest_without_figures_has_failed),
		TEST(cases_that_cannot_be_measured_are_told_once),
		TEST(hooks_are_put_in_a_table),
		TEST(stopping_ends_every_guest),
		TEST(what_cannot_be_opened_leaves_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
