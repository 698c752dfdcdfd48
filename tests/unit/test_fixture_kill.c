/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Kill -9 at random moments: of a process that makes, fills and removes scratch roots, of one that
 * cleans up after it, and of a front end with its builder. Whatever the moment, all that is
 * left is found and removed by cleaning, and nothing else is touched. Of a guarded root nothing is
 * left by any other signal.
 *
 * The moments come from a seed, which is printed; LSMBENCH_TEST_SEED repeats them.
 */
#include "tests/unit/playground.h"

#include <signal.h>
#include <sys/prctl.h>
#include <time.h>

#include "fixtures/builder.h"
#include "fixtures/fixture.h"
#include "fixtures/scratch_guarded.h"

enum { ROUNDS = 100, BUILDER_ROUNDS = 25 };

static uint64_t now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

static void seed_moments(void)
{
	const char *text = getenv("LSMBENCH_TEST_SEED");
	unsigned int seed = text ? (unsigned int)strtoul(text, NULL, 10)
				 : (unsigned int)(now_ns() ^ (uint64_t)time(NULL));

	srandom(seed);
	print_message("seed %u\n", seed);
}

/* The whole life of a root, with something of everything in it. */
static int live(const char *parent)
{
	static const struct fixture_spec directory = {
		.kind = FIXTURE_DIRECTORY, .files = 60, .worked_on = "work"};
	static const struct fixture_spec path = {.kind = FIXTURE_PATH,
						 .path = "LLL/YYY/../ZZZ/a/b/c/d/LLL"};
	struct scratch scratch;

	if (scratch_create(&scratch, parent, NULL) < 0 ||
	    fixture_build(scratch.fd, "0", &directory, NULL, NULL, NULL) < 0 ||
	    fixture_build(scratch.fd, "1", &path, NULL, NULL, NULL) < 0 ||
	    fixture_remove(scratch.fd, "0", NULL, NULL, NULL) < 0 ||
	    fixture_build(scratch.fd, "2", &directory, NULL, NULL, NULL) < 0)
		return -1;
	return scratch_remove(&scratch, NULL);
}

static void live_for_ever(const char *parent)
{
	while (live(parent) == 0)
		continue;
	_exit(1);
}

/* Remove what is found; returns how much that was. */
static size_t clean(const char *parent)
{
	struct scratch_leftover *list;
	struct error error;
	size_t count;

	if (scratch_find_leftovers(parent, &list, &count, &error) < 0)
		return SIZE_MAX;
	for (size_t i = 0; i < count; i++) {
		if (scratch_remove_leftover(&list[i], &error) < 0)
			return SIZE_MAX;
	}
	free(list);
	return count;
}

static void clean_once(const char *parent)
{
	_exit(clean(parent) == SIZE_MAX);
}

/* Start what, send it number within the next limit nanoseconds, and wait until it is gone. */
static void end_sometime(int number, void (*what)(const char *), const char *parent, uint64_t limit)
{
	const uint64_t moment = (uint64_t)random() % limit;
	const struct timespec wait = {.tv_sec = (time_t)(moment / 1000000000),
				      .tv_nsec = (long)(moment % 1000000000)};
	int status;
	pid_t pid = fork();

	if (pid == 0)
		what(parent);
	nanosleep(&wait, NULL);
	kill(pid, number);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	/* It must have been our signal, or cleaning that was done already. */
	if (WIFEXITED(status))
		assert_int_equal(WEXITSTATUS(status), 0);
}

static void kill_sometime(void (*what)(const char *), const char *parent, uint64_t limit)
{
	end_sometime(SIGKILL, what, parent, limit);
}

static void test_killed_sessions_are_cleaned(void **state)
{
	const struct playground *play = *state;
	unsigned int caught = 0;
	uint64_t life;

	seed_moments();
	life = now_ns();
	assert_int_equal(live(play->path), 0);
	life = now_ns() - life;
	for (int round = 0; round < ROUNDS; round++) {
		kill_sometime(live_for_ever, play->path, 2 * life);
		if (playground_entries(play->path) > 0)
			caught++;
		/* Every second time who cleans is killed as well. */
		if (round % 2)
			kill_sometime(clean_once, play->path, life);
		assert_int_not_equal(clean(play->path), SIZE_MAX);
		assert_int_equal(playground_entries(play->path), 0);
		playground_check_canary(play);
	}
	/* A process that nearly always holds a root has nearly always left one. */
	print_message("%u of %u kills left something to clean\n", caught, (unsigned int)ROUNDS);
	assert_true(caught > ROUNDS / 4);
}

static void session_for_ever(const char *parent)
{
	static const struct fixture_spec directory = {.kind = FIXTURE_DIRECTORY, .files = 500};

	for (;;) {
		struct scratch scratch;
		struct builder *builder;
		struct builder_event event;

		if (scratch_create(&scratch, parent, NULL) < 0 ||
		    builder_start(&builder, &scratch, 1, -1, NULL) < 0 ||
		    builder_build(builder, 0, "case", &directory, NULL) < 0)
			_exit(1);
		while (builder_next(builder, &event) == 0 || event.kind == BUILDER_PROGRESS)
			nanosleep(&(struct timespec){.tv_nsec = 100000}, NULL);
		if (event.kind != BUILDER_FINISHED || builder_stop(builder, NULL) < 0)
			_exit(1);
		scratch_forget(&scratch);
	}
}

/* The builder outlives its front end, cleans and ends; only a root without a builder may stay. */
static void test_builders_outlive_killed_front_ends(void **state)
{
	const struct playground *play = *state;
	int status;

	seed_moments();
	assert_int_equal(prctl(PR_SET_CHILD_SUBREAPER, 1), 0);
	for (int round = 0; round < BUILDER_ROUNDS; round++) {
		bool had_builder = false;

		kill_sometime(session_for_ever, play->path, 20000000);
		while (waitpid(-1, &status, 0) > 0) {
			had_builder = true;
			assert_int_equal(status, 0);
		}
		if (had_builder)
			assert_int_equal(playground_entries(play->path), 0);
		assert_int_not_equal(clean(play->path), SIZE_MAX);
		assert_int_equal(playground_entries(play->path), 0);
		playground_check_canary(play);
	}
	assert_int_equal(prctl(PR_SET_CHILD_SUBREAPER, 0), 0);
}

static void guard_for_ever(const char *parent)
{
	for (;;) {
		struct scratch_guarded guarded;

		if (scratch_guarded_create(&guarded, parent, NULL) < 0 ||
		    mkdirat(guarded.scratch.fd, "made", 0700) < 0 ||
		    scratch_guarded_remove(&guarded, NULL) < 0)
			_exit(1);
	}
}

/* What any other signal ends leaves nothing to clean, at no moment. */
static void test_guarded_roots_go_with_their_owners(void **state)
{
	const struct playground *play = *state;
	int status;

	seed_moments();
	assert_int_equal(prctl(PR_SET_CHILD_SUBREAPER, 1), 0);
	for (int round = 0; round < BUILDER_ROUNDS; round++) {
		end_sometime(SIGTERM, guard_for_ever, play->path, 10000000);
		while (waitpid(-1, &status, 0) > 0)
			assert_int_equal(status, 0);
		assert_int_equal(playground_entries(play->path), 0);
		playground_check_canary(play);
	}
	assert_int_equal(prctl(PR_SET_CHILD_SUBREAPER, 0), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		PLAY(test_killed_sessions_are_cleaned),
		PLAY(test_builders_outlive_killed_front_ends),
		PLAY(test_guarded_roots_go_with_their_owners),
	};

	return cmocka_run_group_tests_name("fixture kill", tests, NULL, NULL);
}
