/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_session_kept.c - nothing that a wrapper has started outlives the session, however that ends:
 * not in the background, not in a session of its own, not as the child of one that ended long ago.
 * And nobody else is harmed.
 */
#include "tests/unit/variant_play.h"

/* What marks the processes of a test: a number of seconds that nobody else sleeps. */
static char seconds[32];

static void set_seconds(void)
{
	static unsigned int count;

	snprintf(seconds, sizeof(seconds), "%ld.%u", 1000000 + (long)getpid(), ++count);
}

static bool sleeps_so_long(const char *pid)
{
	char path[300];
	char text[256] = "";
	size_t length = 0;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%s/cmdline", pid);
	file = fopen(path, "re");
	if (file) {
		length = fread(text, 1, sizeof(text) - 1, file);
		fclose(file);
	}
	return length == strlen(seconds) + 7 && memcmp(text, "sleep", 6) == 0 &&
	       strcmp(text + 6, seconds) == 0;
}

/* How many processes sleep for our seconds. */
static unsigned int sleepers(void)
{
	DIR *directory = opendir("/proc");
	unsigned int count = 0;
	struct dirent *entry;

	assert_non_null(directory);
	while ((entry = readdir(directory)))
		count += sleeps_so_long(entry->d_name);
	closedir(directory);
	return count;
}

static void wait_for_sleepers(unsigned int wanted)
{
	for (int i = 0; i < 600 && sleepers() != wanted; i++)
		usleep(50000);
	assert_int_equal(sleepers(), wanted);
}

/* A session whose wrapper leaves three processes behind, each harder to find. */
static struct session *open_littering(const char *watchdog, const char *runs)
{
	char variant[512];
	const char *const pairs[] = {"ops",         "stat",  "paths", "FFF", "variants", "none",
				     "variants",    variant, "batch", "1ms", "runs",     runs,
				     "passes",      "1",     "no-aa", "yes", "watchdog", watchdog,
				     "no-controls", "yes",   NULL};

	snprintf(variant, sizeof(variant),
		 "exec:litter=sh -c 'sleep %s & setsid sleep %s & "
		 "(setsid sh -c \"sleep %s & exit\" & ) ; exec \"$@\"' sh",
		 seconds, seconds, seconds);
	return open_session(pairs);
}

static void test_when_it_is_done(void **state)
{
	struct tally tally = {0};

	(void)state;
	set_seconds();
	finish_whole(open_littering("30", "10"), &tally);
	assert_int_equal(sleepers(), 0);
	assert_no_children();
}

static void test_when_it_is_closed_half_way(void **state)
{
	struct tally tally = {0};
	struct session *session;

	(void)state;
	set_seconds();
	session = open_littering("30", "4000");
	pump_until_running(session, &tally, 0);
	wait_for_sleepers(3);
	assert_int_equal(session_close(session, NULL, NULL), 0);
	assert_int_equal(sleepers(), 0);
	assert_no_children();
	assert_nothing_left();
}

/* The worker of the wrapper hangs: it is ended by the watchdog. */
static void test_when_the_worker_hangs(void **state)
{
	struct tally tally = {0};
	struct session *session;
	struct result result;
	pid_t pids[2];

	(void)state;
	set_seconds();
	session = open_littering("1", "4000");
	running_workers(session, &tally, pids, 2);
	wait_for_sleepers(3);
	assert_int_equal(kill(pids[1], SIGSTOP), 0);
	finish(session, &tally, &result);
	assert_int_equal(result.steps[1].state, STEP_FAILED);
	assert_non_null(strstr(result.steps[1].reason, "under exec:litter: "));
	assert_non_null(strstr(result.steps[1].reason, "no sign of life"));
	assert_int_equal(sleepers(), 0);
	assert_no_children();
	result_clear(&result);
	assert_nothing_left();
}

/* The front end is killed with -9: its builder and its keepers clear up. */
static void test_when_the_front_end_is_killed(void **state)
{
	pid_t front_end;

	(void)state;
	set_seconds();
	front_end = fork();
	assert_true(front_end >= 0);
	if (front_end == 0) {
		struct session *session = open_littering("30", "4000");
		struct tally tally = {0};

		pump_until_running(session, &tally, 0);
		for (;;)
			pump(session, &tally);
	}
	wait_for_sleepers(3);
	usleep(200000);
	assert_int_equal(kill(front_end, SIGKILL), 0);
	assert_int_equal(waitpid(front_end, NULL, 0), front_end);
	wait_for_sleepers(0);
	for (int i = 0; i < 600; i++) {
		DIR *directory = opendir(place);
		unsigned int count = 0;

		while (readdir(directory))
			count++;
		closedir(directory);
		if (count == 2)
			break;
		usleep(50000);
	}
	assert_nothing_left();
}

/* A process that looks the same, but is not the session's. */
static void test_others_are_left_alone(void **state)
{
	struct tally tally = {0};
	pid_t other;

	(void)state;
	set_seconds();
	other = fork();
	assert_true(other >= 0);
	if (other == 0) {
		execlp("sleep", "sleep", seconds, (char *)NULL);
		_exit(127);
	}
	wait_for_sleepers(1);
	finish_whole(open_littering("30", "10"), &tally);
	assert_int_equal(sleepers(), 1);
	assert_int_equal(kill(other, SIGTERM), 0);
	assert_int_equal(waitpid(other, NULL, 0), other);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_when_it_is_done),
		cmocka_unit_test(test_when_it_is_closed_half_way),
		cmocka_unit_test(test_when_the_worker_hangs),
		cmocka_unit_test(test_when_the_front_end_is_killed),
		cmocka_unit_test(test_others_are_left_alone),
	};

	return cmocka_run_group_tests(tests, make_place, remove_place);
}
