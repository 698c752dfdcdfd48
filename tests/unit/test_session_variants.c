/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_session_variants.c - whole sessions with confined workers: that they are confined as their
 * variant says, run to the end, and are refused before anything is timed where they cannot work.
 */
#include "tests/unit/session_play.h"

#include <fcntl.h>
#include <sched.h>
#include <sys/stat.h>

#include "engine/landlock.h"
#include "engine/ring.h"
#include "engine/seccomp.h"
#include "engine/worker_process.h"
#include "tests/unit/confined_child.h"

static void need(int (*check)(struct error *error))
{
	struct error error;

	if (check(&error) < 0) {
		print_message("%s\n", error.text);
		skip();
	}
}

/* Commands that this system may lack or forbid are tried first. */
static void need_command(const char *command)
{
	if (system(command) != 0) {
		print_message("not possible here: %s\n", command);
		skip();
	}
}

static void pump_until_running(struct session *session, struct tally *tally, size_t step)
{
	while (!tally->ended && session_result(session)->steps[step].state != STEP_RUNNING)
		pump(session, tally);
	if (tally->ended)
		fail_msg("%s", tally->last_text);
}

/* The process ids of the workers, by slot, once the first case runs. */
static void running_workers(struct session *session, struct tally *tally, pid_t *pids, size_t count)
{
	pump_until_running(session, tally, 0);
	assert_int_equal(session_workers(session, pids, count), count);
}

static void finish_whole(struct session *session, struct tally *tally)
{
	struct result result;

	finish(session, tally, &result);
	if (tally->failed > 0)
		fail_msg("%s", tally->last_text);
	assert_false(result.partial);
	assert_complete(&result);
	result_clear(&result);
	assert_nothing_left();
}

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
	const char *const pairs[] = {"ops",    "*",           "paths",    "all",
				     "path",   "/etc/passwd", "path",     "/etc",
				     "dirs",   "3",           "variants", "none,landlock:16",
				     "no-aa",  "yes",         "runs",     "2",
				     "passes", "1",           NULL};
	struct tally tally = {0};
	struct session *session;

	(void)state;
	need(landlock_check);
	session = open_session(pairs);
	assert_non_null(
		environment_find(&session_result(session)->environment, "variant.landlock"));
	finish_whole(session, &tally);
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
	assert_string_equal(environment_value(environment, "variant.landlock_fillers", ""), "40");
	assert_string_equal(environment_value(environment, "variant.landlock_depth", ""), "6");
	finish_whole(session, &tally);
}

/* A worker by hand, whose case is a link that leads out of its root. */
struct hand {
	char root[96];
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
	char script[96];
	char variant[160];
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
	assert_non_null(strstr(tally.last_text, "signal 9"));
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

/* The session must not open, with these words. */
static void refuse_session(const char *variant, const char *first, const char *second)
{
	const char *const pairs[] = {"ops",  "stat",     "paths", "FFF", "variants",
				     "none", "variants", variant, NULL};
	struct session *session = NULL;
	struct error error = {.text = ""};
	struct plan plan;

	make_plan(&plan, pairs);
	if (session_open(&session, &plan, &error) == 0)
		fail_msg("%s: the session opens", variant);
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
		cmocka_unit_test(test_rules_and_depth),
		cmocka_unit_test(test_a_landlock_worker_cannot_leave_its_root),
		cmocka_unit_test(test_wrapped_by_unshare),
		cmocka_unit_test(test_wrapped_by_setpriv),
		cmocka_unit_test(test_wrapped_by_bubblewrap),
		cmocka_unit_test(test_wrapped_by_a_script),
		cmocka_unit_test(test_a_killed_wrapper_fails_its_case),
		cmocka_unit_test(test_nothing_of_a_wrapper_outlives_the_session),
		cmocka_unit_test(test_what_does_not_work_is_refused_at_once),
		cmocka_unit_test(test_layers_are_counted_from_what_is_carried),
	};

	return cmocka_run_group_tests(tests, make_place, remove_place);
}
