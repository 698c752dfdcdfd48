/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ladder_play.h - a ladder for tests, of guests that a script plays.
 */
#ifndef LSMBENCH_TESTS_LADDER_PLAY_H
#define LSMBENCH_TESTS_LADDER_PLAY_H

#include "tests/unit/emulator_play.h"
#include "tests/unit/guest_said.h"

#include <poll.h>

#include "engine/ladder/ladder.h"

#define RUNS 3u

/* A test's ladder: two kinds of guests, by the file that their script prints. */
struct tried {
	const struct playground *play;
	struct ladder_plan plan;
	struct ladder *ladder;
	char notices[4096];
	size_t samples; /* events */
	size_t hooks;
	bool ended;
};

/* What a guest with these modules says; each iteration takes so many instructions. */
static inline void say_all(struct said *said, const char *modules, uint64_t instructions)
{
	say_number(said, GUEST_HELLO, GUEST_PROTOCOL);
	say_item(said, "lsm.active", modules);
	say_item(said, "kernel.release", "6.66");
	say_state(said, "settling");
	say_state(said, "measuring");
	say_step(said, 0, RUNS, instructions);
	say_step(said, 1, RUNS, 2 * instructions);
}

static inline void say_end(struct said *said)
{
	say_number(said, GUEST_END, said->lines);
}

static inline void write_said(const struct tried *tried, const char *name, const struct said *said)
{
	playground_write(playground_join(tried->play->path, name).text, said->text);
}

/*
 * The script that plays every guest: in the playground, where the files "plain" and "apparmor" say
 * what the guests with these lists say; behind comes what a test adds.
 */
static inline void play(struct tried *tried, const char *script)
{
	struct qemu qemu;
	char *whole = NULL;

	assert_true(asprintf(&whole,
			     "cd '%s'\n"
			     "case \"$*\" in *lsm=apparmor*) kind=apparmor;; *) kind=plain;; esac\n"
			     "%s",
			     tried->play->path, script) > 0);
	emulator_find(tried->play, whole, &qemu);
	free(whole);
	assert_int_equal(setenv("LSMBENCH_GUEST", qemu.path, 1), 0);
}

static inline int ladder_play_make(void **state)
{
	struct tried *tried = calloc(1, sizeof(*tried));
	struct kernel_image image = {.path = "/k/image", .digest = "abc"};
	struct said said = {.lines = 0};
	struct error error = {""};
	void *made;

	assert_non_null(tried);
	assert_int_equal(playground_make(&made), 0);
	tried->play = made;
	assert_int_equal(setenv("TMPDIR", tried->play->path, 1), 0);
	ladder_plan_init(&tried->plan);
	assert_int_equal(ladder_plan_add_kernel(&tried->plan, &image, NULL), 0);
	assert_int_equal(plan_set(&tried->plan.plan, "ops", "stat", &error), 0);
	assert_int_equal(plan_set(&tried->plan.plan, "depths", "1,4", &error), 0);
	assert_int_equal(plan_set(&tried->plan.plan, "runs", "3", &error), 0);
	assert_int_equal(plan_set(&tried->plan.plan, "passes", "1", &error), 0);
	assert_int_equal(ladder_plan_expand(&tried->plan, &error), 0);
	tried->plan.limit_seconds = 30;
	say_all(&said, "capability,lockdown", 100);
	say_end(&said);
	write_said(tried, "plain", &said);
	said = (struct said){.lines = 0};
	say_all(&said, "capability,apparmor", 170);
	say_end(&said);
	write_said(tried, "apparmor", &said);
	*state = tried;
	return 0;
}

/* Scratch roots, those of somebody who is still there too. */
static inline size_t scratch_roots(const char *path)
{
	DIR *directory = opendir(path);
	const struct dirent *entry;
	size_t count = 0;

	assert_non_null(directory);
	while ((entry = readdir(directory)))
		count += strncmp(entry->d_name, "lsmbench.", 9) == 0;
	closedir(directory);
	return count;
}

/* Whatever a test has done, no scratch root is left. */
static inline int ladder_play_drop(void **state)
{
	struct tried *tried = *state;
	void *made = (void *)(uintptr_t)tried->play;

	ladder_close(tried->ladder);
	assert_int_equal(scratch_roots(tried->play->path), 0);
	ladder_plan_clear(&tried->plan);
	unsetenv("TMPDIR");
	free(tried);
	return playground_remove(&made);
}

/* The rungs: capability (with its repeats), and apparmor. */
static inline void set_rungs(struct tried *tried, bool repeats)
{
	struct text_list texts = {NULL, 0};
	struct error error = {""};

	assert_int_equal(text_list_add(&texts, "capability"), 0);
	assert_int_equal(text_list_add(&texts, "apparmor,capability"), 0);
	assert_int_equal(ladder_plan_set_rungs(&tried->plan, &texts, "", NULL, 0, repeats, &error),
			 0);
	text_list_clear(&texts);
}

static inline void open_ladder(struct tried *tried)
{
	struct error error = {""};

	if (ladder_open(&tried->ladder, &tried->plan, &error) < 0)
		fail_msg("%s", error.text);
}

static inline void take(struct tried *tried, const struct ladder_event *event)
{
	size_t length = strlen(tried->notices);

	tried->samples += event->kind == LADDER_SAMPLES;
	tried->hooks += event->kind == LADDER_HOOKS;
	tried->ended = event->kind == LADDER_ENDED;
	if (event->kind == LADDER_NOTICE)
		snprintf(tried->notices + length, sizeof(tried->notices) - length, "%s\n",
			 event->text);
}

/* Take what there is. */
static inline void take_events(struct tried *tried)
{
	struct ladder_event event;

	while (ladder_next(tried->ladder, &event) == 1)
		take(tried, &event);
}

static inline void wait_once(struct tried *tried)
{
	struct pollfd ready = {.fd = ladder_fd(tried->ladder), .events = POLLIN};

	assert_int_equal(poll(&ready, 1, 30000), 1);
	take_events(tried);
}

static inline void finish(struct tried *tried)
{
	for (int turns = 0; !tried->ended; turns++) {
		assert_true(turns < 10000);
		wait_once(tried);
	}
}

static inline struct rung_status status_of(const struct tried *tried, size_t rung)
{
	struct rung_status status;

	ladder_status(tried->ladder, rung, &status);
	return status;
}

static const char *fact(const struct rung_status *status, const char *key)
{
	return environment_value(&status->result->environment, key, "(unknown)");
}

static inline double first_value(const struct rung_status *status, size_t step)
{
	double *values = NULL;
	size_t count = 0;
	double value;

	assert_int_equal(result_values(status->result, step, RESULT_ALL_PASSES, &values, &count),
			 0);
	assert_int_equal(count, RUNS);
	value = values[0];
	free(values);
	return value;
}

#endif
