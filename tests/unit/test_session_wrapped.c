/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_session_wrapped.c - whole sessions whose workers are started by another command: unshare,
 * setpriv, bwrap, a script; and that nothing of such a command outlives its session.
 */
#include "tests/unit/variant_play.h"

/* A session that compares command with none; check looks at its worker while it runs. */
static void run_wrapped(const char *command, void (*check)(pid_t worker, pid_t baseline))
{
	const char *const pairs[] = {"ops",      "stat,open-close",
				     "paths",    "FFF,default",
				     "variants", "none",
				     "variants", command,
				     "batch",    "1ms",
				     "runs",     "20",
				     "passes",   "2",
				     "no-aa",    "yes",
				     NULL};
	struct session *session = open_session(pairs);
	struct tally tally = {0};
	pid_t pids[2];

	running_workers(session, &tally, pids, 2);
	if (check)
		check(pids[1], pids[0]);
	finish_whole(session, &tally);
}

/* The child of a process, or itself when it has none. */
static pid_t descendant(pid_t pid)
{
	char path[96];
	long child = pid;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%ld/task/%ld/children", (long)pid, (long)pid);
	file = fopen(path, "re");
	if (file && fscanf(file, "%ld", &child) != 1)
		child = pid;
	if (file)
		fclose(file);
	return child == pid ? pid : descendant((pid_t)child);
}

static bool same_namespace(pid_t a, pid_t b, const char *name)
{
	char path[96];
	struct stat left;
	struct stat right;

	snprintf(path, sizeof(path), "/proc/%ld/ns/%s", (long)a, name);
	assert_int_equal(stat(path, &left), 0);
	snprintf(path, sizeof(path), "/proc/%ld/ns/%s", (long)b, name);
	assert_int_equal(stat(path, &right), 0);
	return left.st_ino == right.st_ino;
}

static void is_in_another_user_namespace(pid_t worker, pid_t baseline)
{
	assert_false(same_namespace(worker, baseline, "user"));
}

static void is_in_another_mount_namespace(pid_t worker, pid_t baseline)
{
	assert_false(same_namespace(descendant(worker), baseline, "mnt"));
}

static void has_no_new_privileges(pid_t worker, pid_t baseline)
{
	assert_int_equal(status_number(worker, "NoNewPrivs"), 1);
	assert_int_equal(status_number(baseline, "NoNewPrivs"),
			 status_number(getpid(), "NoNewPrivs"));
}

static void is_under_landlock_in_a_box(pid_t worker, pid_t baseline)
{
	is_in_another_mount_namespace(worker, baseline);
	assert_int_equal(status_number(descendant(worker), "NoNewPrivs"), 1);
}

/* The script passed by in the worker's own process and left a word in its environment. */
static void came_by_the_script(pid_t worker, pid_t baseline)
{
	char path[64];
	char text[65536];
	size_t length;
	FILE *file;

	(void)baseline;
	snprintf(path, sizeof(path), "/proc/%ld/environ", (long)worker);
	file = fopen(path, "re");
	assert_non_null(file);
	length = fread(text, 1, sizeof(text), file);
	fclose(file);
	assert_non_null(memmem(text, length, "BY_SCRIPT=a, b", 14));
}

static void test_wrapped_by_unshare(void **state)
{
	(void)state;
	need_command("unshare -r true");
	run_wrapped("exec:user=unshare -r --", is_in_another_user_namespace);
	run_wrapped("exec:all=unshare -r -f -p -m -n --", is_in_another_mount_namespace);
}

static void test_wrapped_by_setpriv(void **state)
{
	(void)state;
	need_command("setpriv --no-new-privs true");
	run_wrapped("exec:priv=setpriv --no-new-privs --", has_no_new_privileges);
}

static void test_wrapped_by_bubblewrap(void **state)
{
	(void)state;
	need_command("bwrap --dev-bind / / true");
	run_wrapped("exec:box=bwrap --dev-bind / / --", is_in_another_mount_namespace);
	run_wrapped("exec:apart=bwrap --new-session --unshare-pid --dev-bind / / --",
		    is_in_another_mount_namespace);
	need(landlock_check);
	run_wrapped("landlock:2+exec:box=bwrap --dev-bind / / --", is_under_landlock_in_a_box);
}

static void test_wrapped_by_a_script(void **state)
{
	char script[128];
	char variant[192];
	FILE *file;

	(void)state;
	/* What begins with a dot is not taken for something left behind. */
	snprintf(script, sizeof(script), "%s/.wrap.sh", place);
	file = fopen(script, "we");
	assert_non_null(file);
	fputs("#!/bin/sh\nexport BY_SCRIPT=\"$1\"\nshift\nexec \"$@\"\n", file);
	fclose(file);
	assert_int_equal(chmod(script, 0700), 0);
	snprintf(variant, sizeof(variant), "exec:script=%s 'a, b'", script);
	run_wrapped(variant, came_by_the_script);
	assert_int_equal(unlink(script), 0);
}

/* A wrapper that forked is killed with its worker. */
static void test_a_killed_wrapper_fails_its_case(void **state)
{
	const char *const pairs[] = {
		"ops",         "stat", "paths",    "FFF",
		"variants",    "none", "variants", "exec:fork=sh -c '\"$@\"; exit 0' sh",
		"batch",       "1ms",  "runs",     "2000",
		"passes",      "1",    "no-aa",    "yes",
		"no-controls", "yes",  NULL};
	struct session *session = open_session(pairs);
	struct tally tally = {0};
	struct result result;
	pid_t pids[2];
	pid_t worker;

	(void)state;
	running_workers(session, &tally, pids, 2);
	worker = descendant(pids[1]);
	assert_int_not_equal(worker, pids[1]);
	assert_int_equal(kill(pids[1], SIGKILL), 0);
	finish(session, &tally, &result);
	assert_int_equal(tally.failed, 1);
	assert_non_null(strstr(result.steps[0].reason, "signal 9"));
	/* It dies with its parent; a zombie's new parent may take a while. */
	for (int i = 0; i < 200 && status_number(worker, "Threads") > 0; i++)
		usleep(50000);
	assert_int_equal(status_number(worker, "Threads"), -1);
	result_clear(&result);
	assert_nothing_left();
}

/* What a wrapper has started beside the worker goes with it. */
static void test_nothing_of_a_wrapper_outlives_the_session(void **state)
{
	const char *const pairs[] = {
		"ops",      "stat", "paths",    "FFF",
		"variants", "none", "variants", "exec:more=sh -c 'sleep 98765 & exec \"$@\"' sh",
		"batch",    "1ms",  "runs",     "2000",
		"passes",   "1",    "no-aa",    "yes",
		NULL};
	struct session *session = open_session(pairs);
	struct tally tally = {0};
	pid_t pids[2];

	(void)state;
	running_workers(session, &tally, pids, 2);
	assert_int_equal(kill(-pids[1], 0), 0);
	assert_int_equal(session_close(session, NULL, NULL), 0);
	/* Whoever adopts orphans reaps it sooner or later. */
	for (int i = 0; i < 200 && kill(-pids[1], 0) == 0; i++)
		usleep(50000);
	assert_int_equal(kill(-pids[1], 0), -1);
	assert_nothing_left();
}

/* Samples of a variant of the first case: in order, without a gap for one that takes no part. */
static void assert_all_runs(const struct result *result, size_t variant)
{
	const struct plan *plan = &result->plan;
	const uint32_t turns = plan->runs * ((uint32_t)plan->variants.count - 1);
	size_t count = 0;

	for (size_t i = 0; i < result->sample_count; i++) {
		const struct sample *sample = &result->samples[i];

		if (sample->step >= plan->variants.count)
			continue;
		assert_int_equal(sample->order, i % turns);
		assert_int_equal(sample->flags, 0);
		if (sample->step != variant)
			continue;
		assert_int_equal(sample->run, count % plan->runs);
		count++;
	}
	assert_int_equal(count, plan->passes * plan->runs);
}

/* The wrapper leaves fewer descriptors than the case is about. */
static void test_what_one_variant_cannot_do_the_others_can(void **state)
{
	const char *const pairs[] = {"ops",         "select-file",
				     "descriptors", "100",
				     "variants",    "none,same,seccomp:1",
				     "variants",    "exec:u=prlimit --nofile=60:60 --",
				     "batch",       "50us",
				     "runs",        "8",
				     "passes",      "1",
				     "no-controls", "yes",
				     NULL};
	struct tally tally = {0};
	struct result result;

	(void)state;
	need_command("prlimit --nofile=60:60 true");
	finish(open_session(pairs), &tally, &result);
	assert_int_equal(tally.failed, 1);
	assert_non_null(strstr(tally.last_text, "select-file FD100: under exec:u: "));
	assert_non_null(strstr(tally.last_text, "(ulimit -Hn); the case goes on without it"));
	assert_int_equal(result.steps[3].state, STEP_FAILED);
	assert_non_null(strstr(result.steps[3].reason, "under exec:u: "));
	for (size_t i = 0; i < 3; i++) {
		assert_int_equal(result.steps[i].state, STEP_DONE);
		assert_null(result.steps[i].reason);
		assert_all_runs(&result, i);
	}
	assert_true(result.partial);
	result_clear(&result);
	assert_nothing_left();
}

/* What no variant can do is said once, of the baseline. */
static void test_what_nobody_can_do_is_told_once(void **state)
{
	const char *const pairs[] = {"ops",         "select-file",
				     "descriptors", "100",
				     "variants",    "exec:u=prlimit --nofile=60:60 --",
				     "variants",    "exec:v=prlimit --nofile=60:60 --",
				     "runs",        "4",
				     "no-aa",       "yes",
				     "no-controls", "yes",
				     NULL};
	struct tally tally = {0};
	struct result result;

	(void)state;
	need_command("prlimit --nofile=60:60 true");
	finish(open_session(pairs), &tally, &result);
	assert_int_equal(tally.failed, 1);
	for (size_t i = 0; i < 2; i++) {
		assert_int_equal(result.steps[i].state, STEP_FAILED);
		assert_non_null(strstr(result.steps[i].reason, "under exec:u: "));
	}
	assert_int_equal(result.sample_count, 0);
	result_clear(&result);
	assert_nothing_left();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_wrapped_by_unshare),
		cmocka_unit_test(test_what_one_variant_cannot_do_the_others_can),
		cmocka_unit_test(test_what_nobody_can_do_is_told_once),
		cmocka_unit_test(test_wrapped_by_setpriv),
		cmocka_unit_test(test_wrapped_by_bubblewrap),
		cmocka_unit_test(test_wrapped_by_a_script),
		cmocka_unit_test(test_a_killed_wrapper_fails_its_case),
		cmocka_unit_test(test_nothing_of_a_wrapper_outlives_the_session),
	};

	return cmocka_run_group_tests(tests, make_place, remove_place);
}
