/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_operation_together.c - several processes at once: what they may do, that they do it, the
 * numbers derived from it, and that neither a process nor a file is left, however it ends.
 */
#include <grp.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <time.h>

#include "engine/operation/operation_together.h"
#include "engine/operation/operation_together_inner.h"
#include "engine/operation/operation_together_jobs.h"
#include "tests/unit/operation_play.h"

#define NOBODY 65534
#define INTERVAL_NS 200000000u

/* A case in a directory of its own, set up as a worker would. */
struct play {
	struct context context;
	struct workload workload;
	struct recording recording;
	const struct operation *operation;
	const struct scratch *scratch;
	int (*at_live)(struct play *play); /* 0: stop */
	unsigned int lives;
	int told; /* a descriptor to say that it runs; -1: none */
};

static bool live(struct recording *recording, const char *text)
{
	struct play *play = recording->argument;

	assert_non_null(text);
	play->lives++;
	if (play->told >= 0 && strstr(text, "/s"))
		assert_int_equal(write(play->told, "!", 1), 1);
	return !play->at_live || play->at_live(play) != 0;
}

static void open_play(struct play *play, struct scratch *scratch, const char *name,
		      const char *value)
{
	const struct fixture_spec spec = {.kind = FIXTURE_DIRECTORY};
	struct error error;
	int directory;

	memset(play, 0, sizeof(*play));
	play->operation = operation_find(name);
	assert_non_null(play->operation);
	play->scratch = scratch;
	play->told = -1;
	if (fixture_build(scratch->fd, "case", &spec, NULL, NULL, &error) < 0)
		fail_msg("%s", error.text);
	directory = openat(scratch->fd, "case", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	assert_true(directory >= 0);
	prepare(&play->context, play->operation, value, directory);
	snprintf(play->context.path, sizeof(play->context.path), "%s", parameter_of(value));
	play->workload.interval_ns = INTERVAL_NS;
	play->context.workload = &play->workload;
	play->recording = (struct recording){.live = live, .argument = play};
}

static void nobody_is_left(void)
{
	assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
	assert_int_equal(errno, ECHILD);
}

/* Tear down and see that nothing stays. */
static void close_play(struct play *play)
{
	uint64_t count;

	play->operation->teardown(&play->context);
	nobody_is_left();
	assert_int_equal(fixture_count(play->context.directory_fd, &count, NULL), 0);
	assert_int_equal(count, 0);
	close(play->context.directory_fd);
	assert_int_equal(fixture_remove(play->scratch->fd, "case", NULL, NULL, NULL), 0);
}

/* Set up and verify: what they return, and the error. */
static int get_ready(struct play *play, struct error *error)
{
	int code = play->operation->setup(&play->context, error);

	return code == 0 ? play->operation->verify(&play->context, error) : code;
}

static double reading_of(const struct recording *recording, enum metric_id metric)
{
	for (size_t i = 0; i < recording->reading_count; i++)
		if (recording->readings[i].metric == metric)
			return recording->readings[i].value;
	fail_msg("no reading %s", metrics[metric].name);
	return 0;
}

/* One run of a case, whose readings are those that the table promises, in its order. */
static void run(struct scratch *scratch, const char *name, const char *value,
		struct recording *recording)
{
	struct error error = {.text = ""};
	struct play play;
	size_t i;

	open_play(&play, scratch, name, value);
	if (get_ready(&play, &error) < 0 ||
	    play.operation->record(&play.context, &play.recording, &error) != 0)
		fail_msg("%s %s: %s", name, value, error.text);
	for (i = 0; i < play.recording.reading_count; i++)
		assert_int_equal(play.recording.readings[i].metric, play.operation->metrics[i]);
	assert_int_equal(play.operation->metrics[i], METRIC_NONE);
	close_play(&play);
	*recording = play.recording;
}

static void test_one_and_three_processes(void **state)
{
	static const char *const names[] = {"together", "together-shared"};
	static const char *const values[] = {"1p/1cpu open-close FFF", "3p/1cpu open-close FFF",
					     "3p/1cpu mkstemp DIR10"};
	struct recording recording;

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		for (size_t j = 0; j < sizeof(values) / sizeof(values[0]); j++) {
			double rate;

			run(*state, names[i], values[j], &recording);
			rate = reading_of(&recording, METRIC_PROCESS_RATE);
			assert_true(recording.iterations > 0 && rate > 0);
			assert_true(reading_of(&recording, METRIC_PARENT_TIME) >= 0.2);
			/* The figure is one over the sum of the rates. */
			assert_true((double)recording.duration_ns / (double)recording.iterations >
					    0.999e9 / rate &&
				    (double)recording.duration_ns / (double)recording.iterations <
					    1.001e9 / rate);
			assert_true(reading_of(&recording, METRIC_PROCESS_RATE_LEAST) <=
				    reading_of(&recording, METRIC_PROCESS_RATE_MOST));
			assert_true((reading_of(&recording, METRIC_PROCESS_SPREAD) > 0) ==
				    (values[j][0] == '3'));
		}
}

static void test_mixed_workload(void **state)
{
	struct recording recording;
	double rate;

	run(*state, "mixed", "2p/1cpu", &recording);
	assert_int_equal(recording.iterations, 2 * together_mixed_jobs());
	rate = reading_of(&recording, METRIC_JOBS_PER_MINUTE);
	assert_true(reading_of(&recording, METRIC_CHILD_SYSTEM) > 0);
	assert_true(reading_of(&recording, METRIC_JOBS_PER_MINUTE_CHILD) == rate / 2);
	assert_true(rate == together_jobs_per_minute(2, (double)together_mixed_jobs(),
						     reading_of(&recording, METRIC_PARENT_TIME)));
	assert_true(reading_of(&recording, METRIC_JTI) ==
		    together_jti(reading_of(&recording, METRIC_CHILD_SD_PERCENT)));
	run(*state, "together", "2p/1cpu mixed", &recording);
	assert_true(recording.iterations > 0);
}

/* Each with two processes, in directories of their own and, where it says that it can, in one. */
static void test_every_operation(void **state)
{
	for (size_t i = 0; i < operation_count; i++) {
		const struct operation *inner = operations[i];

		if (!inner->run || inner->only_by_name)
			continue;
		for (int shared = 0; shared < 2; shared++) {
			struct error error = {.text = ""};
			struct play play;
			char value[128];
			char *of;
			int code;

			assert_int_equal(together_inner_parse(inner->name, &of, &error), 0);
			snprintf(value, sizeof(value), "2p/1cpu %s", of);
			free(of);
			open_play(&play, *state, shared ? "together-shared" : "together", value);
			code = get_ready(&play, &error);
			/* One spreads its own processes, and has one CPU here. */
			if (code != (shared && inner->names_clash ? -EOPNOTSUPP : 0) &&
			    !strstr(error.text, "only one CPU"))
				fail_msg("%s, shared %d: %d: %s", value, shared, code, error.text);
			close_play(&play);
		}
	}
}

/* The rows of reaim published in 2005: tests/data/published has the file. */
static void test_published_rows(void **state)
{
	static const double times[][3] = {{3, 4, 5}, {3, 5, 6}, {4, 4, 5}, {3, 3, 6}};
	static const char *const percents[] = {"20.41", "26.73", "10.88", "35.36"};
	static const int indices[] = {79, 73, 89, 64};

	(void)state;
	for (size_t i = 0; i < 4; i++) {
		const struct together_spread spread = together_spread_of(times[i], 3);
		char percent[16];

		snprintf(percent, sizeof(percent), "%.2f", spread.percent);
		assert_string_equal(percent, percents[i]);
		assert_true(together_jti(spread.percent) == indices[i]);
	}
	assert_true(together_jti(0) == 100 && together_jti(12.90) == 87);
	assert_true(together_spread_of(times[0], 1).percent == 0);
	assert_true(together_spread_of(NULL, 0).sd == 0);
	/* 102 jobs each: 122400.00, 367200.00, 437142.86 */
	assert_int_equal((int)(together_jobs_per_minute(1, 102, 0.05) * 100 + 0.5), 12240000);
	assert_int_equal((int)(together_jobs_per_minute(3, 102, 0.05) * 100 + 0.5), 36720000);
	assert_int_equal((int)(together_jobs_per_minute(5, 102, 0.07) * 100 + 0.5), 43714286);
	assert_true(together_jobs_per_minute(1, 102, 0) == 0);
}

static void check_name(const char *text, const char *expected)
{
	struct error error = {.text = ""};
	char *canonical = NULL;
	int code = together_inner_parse(text, &canonical, &error);

	if (expected) {
		assert_int_equal(code, 0);
		assert_string_equal(canonical, expected);
	} else {
		assert_int_equal(code, -EINVAL);
		assert_string_not_equal(error.text, "");
		assert_null(canonical);
	}
	free(canonical);
}

static void test_names(void **state)
{
	const struct parameter *parameter = operation_together.parameter;
	char *value;

	(void)state;
	check_name("stat", "stat FFF");
	check_name("stat 2", "stat XXX/FFF");
	check_name("chmod 10", "chmod DIR10");
	check_name("fork-exit", "fork-wait");
	check_name("context-switch", "context-switch 2p/0K");
	check_name("mixed", "mixed");
	check_name("mixed 2p/1cpu", NULL);
	check_name("together", NULL);
	check_name("command", NULL);
	check_name("open-denied", NULL);
	check_name("rpc-tcp-latency", NULL);
	check_name("stat /etc/passwd", NULL);
	check_name("stat default", NULL);
	check_name("stat ../x", NULL);
	check_name("none", NULL);
	check_name("", NULL);

	assert_int_equal(parameter_parse(parameter, "4/2 chmod 10", &value, NULL), 0);
	assert_string_equal(value, "4p/2cpu chmod DIR10");
	assert_int_equal(parameter_number(parameter, value), 4);
	assert_int_equal(parameter_second(parameter, value), 2);
	free(value);
	assert_int_equal(parameter_parse(parameter, "4p/2cpu", &value, NULL), 0);
	assert_string_equal(value, "4p/2cpu mixed");
	free(value);
	assert_int_equal(parameter_parse(parameter, "4p stat", &value, NULL), -EINVAL);
	assert_int_equal(parameter_parse(parameter, "0p/1cpu stat", &value, NULL), -EINVAL);
	assert_int_equal(parameter_parse(parameter, "4p/2cpu nothing", &value, NULL), -EINVAL);
	assert_null(value);
}

/* A case that cannot be measured here says so, and leaves nothing. */
static void check_skipped(struct scratch *scratch, const char *name, const char *value,
			  const char *words)
{
	struct error error = {.text = ""};
	struct play play;

	open_play(&play, scratch, name, value);
	assert_int_equal(get_ready(&play, &error), -EOPNOTSUPP);
	if (!strstr(error.text, words))
		fail_msg("'%s' does not say '%s'", error.text, words);
	close_play(&play);
}

static void test_what_cannot_be(void **state)
{
	check_skipped(*state, "together", "2p/1024cpu stat FFF", "1024 CPUs are asked for");
	check_skipped(*state, "together", "256p/1cpu readdir DIR10000", "more than 100000 files");
	check_skipped(*state, "together", "256p/1cpu copy-libc 16G", "of memory");
	check_skipped(*state, "together-shared", "2p/1cpu rename DIR10", "fixed name");
}

/* In a process of its own, for a user's limit of processes binds no other user. */
static int limited(struct play *play)
{
	const struct rlimit limit = {.rlim_cur = 1, .rlim_max = 1};
	struct error error = {.text = ""};

	if (geteuid() == 0 &&
	    (fchown(play->context.directory_fd, NOBODY, NOBODY) < 0 || setgroups(0, NULL) < 0 ||
	     setresgid(NOBODY, NOBODY, NOBODY) < 0 || setresuid(NOBODY, NOBODY, NOBODY) < 0))
		return 2;
	if (setrlimit(RLIMIT_NPROC, &limit) < 0)
		return 3;
	if (get_ready(play, &error) != -EOPNOTSUPP)
		return 4;
	play->operation->teardown(&play->context);
	return strstr(error.text, "ulimit -u") ? 0 : 5;
}

static void test_limit_of_processes(void **state)
{
	struct play play;
	pid_t child;
	int status;

	open_play(&play, *state, "together", "3p/1cpu stat FFF");
	child = fork();
	assert_true(child >= 0);
	if (child == 0)
		_exit(limited(&play));
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 0);
	close_play(&play);
}

static int stop(struct play *play)
{
	(void)play;
	return 0;
}

/* Kill one of our children. */
static int kill_one(struct play *play)
{
	FILE *file = fopen("/proc/thread-self/children", "re");
	int child = 0;

	if (play->lives > 1 || !file) {
		if (file)
			fclose(file);
		return 1;
	}
	assert_int_equal(fscanf(file, "%d", &child), 1);
	fclose(file);
	assert_int_equal(kill(child, SIGKILL), 0);
	return 1;
}

static void check_ended(struct scratch *scratch, int (*at_live)(struct play *play), int failure,
			const char *words)
{
	struct error error = {.text = ""};
	struct play play;

	open_play(&play, scratch, "together", "2p/1cpu mkstemp DIR10");
	play.workload.interval_ns = 60000000000u;
	assert_int_equal(get_ready(&play, &error), 0);
	play.at_live = at_live;
	assert_int_equal(play.operation->record(&play.context, &play.recording, &error), failure);
	if (!strstr(error.text, words))
		fail_msg("'%s' does not say '%s'", error.text, words);
	close_play(&play);
}

static void test_ended_early(void **state)
{
	check_ended(*state, stop, ECANCELED, "");
	if (access("/proc/thread-self/children", R_OK) == 0)
		check_ended(*state, kill_one, ECHILD, "of 2 was ended from outside (signal 9)");
}

/* Its children are ours when it is gone. */
static void test_worker_is_killed(void **state)
{
	struct error error;
	struct play play;
	int ends[2];
	char told;
	pid_t worker;

	assert_int_equal(prctl(PR_SET_CHILD_SUBREAPER, 1), 0);
	assert_int_equal(pipe2(ends, O_CLOEXEC), 0);
	open_play(&play, *state, "together", "3p/1cpu fork-wait");
	worker = fork();
	assert_true(worker >= 0);
	if (worker == 0) {
		play.workload.interval_ns = 600000000000u;
		play.told = ends[1];
		if (get_ready(&play, &error) == 0)
			play.operation->record(&play.context, &play.recording, &error);
		_exit(1);
	}
	close(ends[1]);
	assert_int_equal(read(ends[0], &told, 1), 1);
	close(ends[0]);
	assert_int_equal(kill(worker, SIGKILL), 0);
	/* Does not return before the last of them has ended. */
	while (waitpid(-1, NULL, 0) > 0)
		;
	assert_int_equal(errno, ECHILD);
	assert_int_equal(prctl(PR_SET_CHILD_SUBREAPER, 0), 0);
	close(play.context.directory_fd);
	assert_int_equal(fixture_remove(play.scratch->fd, "case", NULL, NULL, NULL), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_published_rows),
		cmocka_unit_test(test_names),
		cmocka_unit_test(test_one_and_three_processes),
		cmocka_unit_test(test_mixed_workload),
		cmocka_unit_test(test_every_operation),
		cmocka_unit_test(test_what_cannot_be),
		cmocka_unit_test(test_limit_of_processes),
		cmocka_unit_test(test_ended_early),
		cmocka_unit_test(test_worker_is_killed),
	};

	return cmocka_run_group_tests(tests, make_scratch, remove_scratch);
}
