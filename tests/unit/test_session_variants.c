/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_session_variants.c - whole sessions with confined workers: that they are confined as their
 * variant says, run to the end, and are refused before anything is timed where they cannot work.
 */
#include "tests/unit/variant_play.h"

#include "engine/worker/ring.h"
#include "engine/worker/worker_process.h"

static void test_seccomp_workers_carry_their_filters(void **state)
{
	const char *const pairs[] = {
		"ops",   "stat", "paths", "FFF", "variants", "none,seccomp:5,seccomp-allow:3",
		"batch", "1ms",  "runs",  "50",  "passes",   "1",
		NULL};
	struct tally tally = {0};
	struct session *session;
	pid_t pids[4];
	long carried = status_number(getpid(), "Seccomp_filters");

	(void)state;
	need(seccomp_check);
	if (carried < 0)
		skip();
	session = open_session(pairs);
	running_workers(session, &tally, pids, 4);
	assert_int_equal(status_number(pids[0], "Seccomp_filters"), carried);
	assert_int_equal(status_number(pids[1], "Seccomp_filters"), carried);
	assert_int_equal(status_number(pids[2], "Seccomp_filters"), carried + 5);
	assert_int_equal(status_number(pids[3], "Seccomp_filters"), carried + 3);
	finish_whole(session, &tally);
}

/* "same" is the baseline once more, whatever the baseline is. */
static void test_the_second_baseline_is_confined_as_the_first(void **state)
{
	const char *const pairs[] = {"ops",   "stat", "paths", "FFF", "variants", "seccomp:2,none",
				     "batch", "1ms",  "runs",  "50",  "passes",   "1",
				     NULL};
	struct tally tally = {0};
	struct session *session;
	pid_t pids[3];

	(void)state;
	need(seccomp_check);
	session = open_session(pairs);
	running_workers(session, &tally, pids, 3);
	assert_int_equal(status_number(pids[0], "Seccomp"), 2);
	assert_int_equal(status_number(pids[1], "Seccomp"), 2);
	assert_int_equal(status_number(pids[2], "Seccomp"), status_number(getpid(), "Seccomp"));
	finish_whole(session, &tally);
}

/* Every operation has what it needs under Landlock, below the root and outside. */
static void test_all_operations_work_under_landlock(void **state)
{
	const char *const pairs[] = {
		"ops",       "*",       "paths",   "all",  "path",       "/etc/passwd",
		"path",      "/etc",    "dirs",    "3",    "variants",   "none,landlock:16",
		"no-aa",     "yes",     "runs",    "2",    "passes",     "1",
		"interval",  "2s",      "steps",   "1000", "tree-files", "100",
		"tree-size", "1000000", "repeats", "2",    NULL};
	struct tally tally = {0};
	struct session *session;

	(void)state;
	need(landlock_check);
	session = open_session(pairs);
	assert_non_null(
		environment_find(&session_result(session)->environment, "variant.landlock"));
	finish_whole(session, &tally);
}

/* The reported iterations are the same, and what is run beyond them is whole periods. */
static void test_a_made_up_difference_is_exact(void **state)
{
	const char *const pairs[] = {
		"ops",   "rename", "dirs", "1", "variants", "none,longer:1000,longer:16",
		"no-aa", "yes",    "runs", "6", "passes",   "1",
		NULL};
	struct tally tally = {0};
	struct session *session;
	struct result result;

	(void)state;
	setenv("LSMBENCH_TESTS", "1", 1);
	session = open_session(pairs);
	unsetenv("LSMBENCH_TESTS");
	finish(session, &tally, &result);
	assert_complete(&result);
	assert_int_equal(result.steps[0].iterations, result.steps[1].iterations);
	assert_int_equal(result.steps[0].iterations % 250, 0);
	result_clear(&result);
	assert_nothing_left();
}

/* What is denied is timed where every variant denies it, and nowhere else. */
static void test_denied_opens_are_timed_apart(void **state)
{
	const char *const all[] = {"ops",  "open-denied", "variants", "landlock:1,landlock:3",
				   "runs", "4",           "passes",   "2",
				   NULL};
	const char *const some[] = {"ops",  "open-denied", "variants", "none,landlock:1",
				    "runs", "4",           "passes",   "2",
				    NULL};
	struct tally tally = {0};
	struct session *session;
	struct result result;

	(void)state;
	need(landlock_check);
	finish_whole(open_session(all), &tally);
	session = open_session(some);
	tally = (struct tally){0};
	finish(session, &tally, &result);
	assert_int_equal(result.steps[0].state, STEP_FAILED);
	assert_non_null(strstr(result.steps[0].reason, "is not denied under every variant"));
	result_clear(&result);
	assert_nothing_left();
}

static void test_rules_and_depth(void **state)
{
	const char *const pairs[] = {"ops",
				     "open-close,rename",
				     "paths",
				     "FFF",
				     "dirs",
				     "3",
				     "variants",
				     "none,landlock:2",
				     "landlock-rules",
				     "40",
				     "landlock-depth",
				     "5",
				     "runs",
				     "4",
				     "passes",
				     "2",
				     NULL};
	const struct environment *environment;
	struct tally tally = {0};
	struct session *session;

	(void)state;
	need(landlock_check);
	session = open_session(pairs);
	environment = &session_result(session)->environment;
	assert_string_equal(environment_value(environment, "variant.further_rules", ""), "40");
	assert_string_equal(environment_value(environment, "variant.depth", ""), "5");
	finish_whole(session, &tally);
}

/* A worker by hand, whose case is a link that leads out of its root. */
struct hand {
	char root[128];
	int root_fd;
	int case_fd;
	struct ring ring;
	struct worker_process worker;
};

static void open_hand(struct hand *hand, const char *target)
{
	struct error error;

	snprintf(hand->root, sizeof(hand->root), "%s/root", place);
	assert_int_equal(mkdir(hand->root, 0700), 0);
	hand->root_fd = open(hand->root, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	assert_int_equal(mkdirat(hand->root_fd, "case", 0700), 0);
	hand->case_fd = openat(hand->root_fd, "case", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	assert_int_equal(symlinkat(target, hand->case_fd, "FFF"), 0);
	assert_int_equal(ring_create(&hand->ring, 4, &error), 0);
}

static void close_hand(struct hand *hand)
{
	unlinkat(hand->case_fd, "FFF", 0);
	unlinkat(hand->root_fd, "case", AT_REMOVEDIR);
	close(hand->case_fd);
	close(hand->root_fd);
	ring_destroy(&hand->ring);
	assert_int_equal(rmdir(hand->root), 0);
}

/* Set a worker up for open-close FFF and hear what it says. */
static void set_up(struct hand *hand, const char *variant, ino_t root_inode,
		   struct worker_reply *reply)
{
	struct worker_request request = {.kind = WORKER_SETUP, .root_above = 1};
	struct pollfd wait = {.events = POLLIN};
	char program[PATH_MAX];
	struct error error;
	struct stat status;

	assert_int_equal(fstat(hand->root_fd, &status), 0);
	request.root_device = status.st_dev;
	request.root_inode = root_inode ? root_inode : status.st_ino;
	request.cpu = sched_getcpu();
	snprintf(request.operation, sizeof(request.operation), "open-close");
	snprintf(request.parameter, sizeof(request.parameter), "FFF");
	snprintf(request.variant, sizeof(request.variant), "%s", variant);
	assert_int_equal(worker_process_find(program, sizeof(program), &error), 0);
	if (worker_process_start(&hand->worker, program, hand->ring.fd, hand->case_fd, &error) < 0)
		fail_msg("%s", error.text);
	assert_int_equal(worker_process_send(&hand->worker, &request), 0);
	wait.fd = hand->worker.control;
	assert_int_equal(poll(&wait, 1, PATIENCE_MS), 1);
	assert_int_equal(worker_process_receive(&hand->worker, reply), 1);
	worker_process_dismiss(&hand->worker);
	worker_process_reap(&hand->worker, true);
}

static void test_a_landlock_worker_cannot_leave_its_root(void **state)
{
	struct worker_reply reply;
	struct hand hand;

	(void)state;
	need(landlock_check);
	open_hand(&hand, "/etc/passwd");
	set_up(&hand, "none", 0, &reply);
	assert_int_equal(reply.kind, WORKER_READY);
	set_up(&hand, "seccomp:1", 0, &reply);
	assert_int_equal(reply.kind, WORKER_READY);
	set_up(&hand, "landlock:1", 0, &reply);
	assert_int_equal(reply.kind, WORKER_FAILED);
	assert_int_equal(reply.code, -EACCES);
	assert_non_null(strstr(reply.text, "Permission denied"));
	set_up(&hand, "landlock:1+seccomp:1", 0, &reply);
	assert_int_equal(reply.code, -EACCES);
	/* A root that is another directory than the front end's is not opened. */
	set_up(&hand, "landlock:1", 1, &reply);
	assert_int_equal(reply.code, -ESTALE);
	close_hand(&hand);
}

/* The session must not open, with these words. */
static void refuse_session(const char *variant, const char *first, const char *second)
{
	const char *const pairs[] = {"ops",  "stat",     "paths", "FFF", "variants",
				     "none", "variants", variant, NULL};
	struct session *session = NULL;
	struct error error = {.text = ""};
	struct tally tally = {0};
	struct plan plan;

	make_plan(&plan, pairs);
	/* It is refused at once, or before the first case begins. */
	if (session_open(&session, &plan, NULL, &error) == 0) {
		while (!tally.ended)
			pump(session, &tally);
		if (!session_refused(session))
			fail_msg("%s: the session is not refused", variant);
		error_set(&error, -EOPNOTSUPP, "%s", session_broken(session));
		assert_int_equal(session_result(session)->sample_count, 0);
		assert_int_equal(session_close(session, NULL, NULL), 0);
	}
	plan_clear(&plan);
	if (!strstr(error.text, first) || !strstr(error.text, second))
		fail_msg("'%s' does not say '%s' and '%s'", error.text, first, second);
	assert_null(strchr(error.text, '\n'));
	assert_nothing_left();
}

static void test_what_does_not_work_is_refused_at_once(void **state)
{
	(void)state;
	refuse_session("exec:a=no-such-program x", "exec:a", "not in the search path");
	refuse_session("exec:a=/etc/passwd", "exec:a", "Permission denied");
	refuse_session("exec:a=sh -c 'echo first line >&2; echo second >&2; exit 3'",
		       "variant exec:a does not work here", "status 3: first line");
	refuse_session("exec:a=sh -c 'sleep 98765' sh", "no word from the worker in 5 s",
		       "execute what follows it");
	refuse_session("exec:a=true", "exited with status 0", "execute what follows it");
	refuse_session("exec:a=sh -c 'kill -9 $$'", "exec:a", "signal 9");
	refuse_session("exec:a=sh -c 'exec \"$@\" 3<&-' sh", "exec:a", "descriptors 3 to 5 open");
	refuse_session("exec:a=sh -c 'exec \"$@\" 3</dev/null' sh", "exec:a",
		       "descriptors 3 to 5 open");
	refuse_session("exec:a=sh -c 'exec \"$@\" 4</dev/null' sh", "exec:a", "descriptor 4");
	refuse_session("exec:a=sh -c 'exec \"$@\" 5</dev/null' sh", "exec:a", "descriptor 5");
	refuse_session("exec:a=sh -c 'exec \"$@\" 5<&-' sh", "exec:a", "descriptor 5");
}

/* In a process that carries a layer already, sixteen more are one too many. */
static void sixteen_layers_more(void *argument)
{
	const struct landlock_scope scope = {.root = open("/", O_PATH | O_CLOEXEC)};
	struct error error = {.text = ""};

	(void)argument;
	CHILD_CHECK(landlock_confine(1, &scope, &error) == 0);
	refuse_session("landlock:16", "layer 16 of 16 is one too many", "ask for 15");
}

static void test_layers_are_counted_from_what_is_carried(void **state)
{
	(void)state;
	need(landlock_check);
	in_child(sixteen_layers_more, NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_seccomp_workers_carry_their_filters),
		cmocka_unit_test(test_the_second_baseline_is_confined_as_the_first),
		cmocka_unit_test(test_all_operations_work_under_landlock),
		cmocka_unit_test(test_a_made_up_difference_is_exact),
		cmocka_unit_test(test_denied_opens_are_timed_apart),
		cmocka_unit_test(test_rules_and_depth),
		cmocka_unit_test(test_a_landlock_worker_cannot_leave_its_root),
		cmocka_unit_test(test_what_does_not_work_is_refused_at_once),
		cmocka_unit_test(test_layers_are_counted_from_what_is_carried),
	};

	return cmocka_run_group_tests(tests, make_place, remove_place);
}
