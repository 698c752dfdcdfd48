/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * session_play.h - what the tests of the session share: a place for scratch roots, plans from pairs
 * of keys and values, and waiting.
 */
#ifndef LSMBENCH_TESTS_UNIT_SESSION_PLAY_H
#define LSMBENCH_TESTS_UNIT_SESSION_PLAY_H

#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "engine/session/session.h"

#define PATIENCE_MS 60000

/* The scratch roots of all tests stand in here, so that leftovers are seen. */
static char place[96]; /* below $TMPDIR */

struct tally {
	unsigned int failed;
	unsigned int notices;
	unsigned int cases_done;
	bool ended;
	char notice[768];    /* the last one */
	char last_text[768]; /* of the last failure or notice */
};

static inline void make_plan(struct plan *plan, const char *const *pairs)
{
	struct error error = {.text = ""};

	plan_init(plan);
	assert_int_equal(plan_set(plan, "scratch", place, &error), 0);
	assert_int_equal(plan_set(plan, "seed", "7", &error), 0);
	assert_int_equal(plan_set(plan, "batch", "50us", &error), 0);
	for (; *pairs; pairs += 2)
		if (plan_set(plan, pairs[0], pairs[1], &error) < 0)
			fail_msg("%s: %s: %s", pairs[0], pairs[1], error.text);
	if (plan_expand(plan, &error) < 0)
		fail_msg("%s", error.text);
}

static inline struct session *open_session(const char *const *pairs)
{
	struct session *session;
	struct error error;
	struct plan plan;

	make_plan(&plan, pairs);
	if (session_open(&session, &plan, NULL, &error) < 0)
		fail_msg("%s", error.text);
	plan_clear(&plan);
	return session;
}

static inline void note(struct tally *tally, const struct session_event *event)
{
	switch (event->kind) {
	case SESSION_FAILED:
		tally->failed++;
		snprintf(tally->last_text, sizeof(tally->last_text), "%s", event->text);
		break;
	case SESSION_NOTICE:
		tally->notices++;
		snprintf(tally->last_text, sizeof(tally->last_text), "%s", event->text);
		snprintf(tally->notice, sizeof(tally->notice), "%s", event->text);
		break;
	case SESSION_CASE_DONE:
		tally->cases_done++;
		break;
	case SESSION_ENDED:
		tally->ended = true;
		break;
	default:
		break;
	}
}

/* Wait for the session once, and take what it has to tell. */
static inline void pump(struct session *session, struct tally *tally)
{
	struct pollfd wait = {.fd = session_fd(session), .events = POLLIN};
	struct session_event event;
	int code;

	assert_true(poll(&wait, 1, PATIENCE_MS) > 0);
	while ((code = session_next(session, &event)) > 0)
		note(tally, &event);
	assert_int_equal(code, 0);
}

static inline void finish(struct session *session, struct tally *tally, struct result *result)
{
	struct error error;

	while (!tally->ended)
		pump(session, tally);
	if (session_close(session, result, &error) < 0)
		fail_msg("%s", error.text);
}

static inline void assert_nothing_left(void)
{
	DIR *directory = opendir(place);
	struct dirent *entry;

	assert_non_null(directory);
	while ((entry = readdir(directory)))
		if (entry->d_name[0] != '.')
			fail_msg("left behind: %s/%s", place, entry->d_name);
	closedir(directory);
}

/* Every step has all its runs, in every pass, numbered and ordered without a gap. */
static inline void assert_complete(const struct result *result)
{
	const struct plan *plan = &result->plan;
	size_t variants = plan->variants.count;
	size_t next = 0;

	assert_int_equal(result->sample_count, plan_step_count(plan) * plan->passes * plan->runs);
	for (unsigned int pass = 0; pass < plan->passes; pass++) {
		for (size_t index = 0; index < plan->case_count; index++) {
			for (uint32_t order = 0; order < plan->runs * variants; order++) {
				const struct sample *sample = &result->samples[next++];

				assert_int_equal(sample->pass, pass);
				assert_int_equal(sample->order, order);
				assert_int_equal(sample->step / variants, index);
				assert_int_equal(sample->flags, 0);
				assert_true(sample->duration_ns > 0);
				/* A run that times itself says how many it was. */
				if (!plan->cases[index].operation->record)
					assert_int_equal(sample->iterations,
							 result->steps[sample->step].iterations);
			}
		}
	}
}

/* How many descriptors this process has open. */
static inline unsigned int count_descriptors(void)
{
	DIR *directory = opendir("/proc/self/fd");
	unsigned int count = 0;

	assert_non_null(directory);
	while (readdir(directory))
		count++;
	closedir(directory);
	return count;
}

/* Nobody is left that would have to be waited for. */
static inline void assert_no_children(void)
{
	assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
	assert_int_equal(errno, ECHILD);
}

/* The path of a file in the fixture of a case: of the one scratch root that stands. */
static inline void fixture_path(size_t case_index, const char *file, char *buffer, size_t size)
{
	DIR *directory = opendir(place);
	struct dirent *entry;

	assert_non_null(directory);
	do {
		entry = readdir(directory);
		assert_non_null(entry);
	} while (entry->d_name[0] == '.');
	snprintf(buffer, size, "%s/%s/case%zu/%s", place, entry->d_name, case_index, file);
	closedir(directory);
}

static char usual_worker[4096];

/* Have sessions start the usual worker program again. */
static inline void use_worker(void)
{
	setenv("LSMBENCH_WORKER", usual_worker, 1);
}

static inline int make_place(void **state)
{
	const char *parent = getenv("TMPDIR");
	const char *given = getenv("LSMBENCH_WORKER");

	(void)state;
	snprintf(usual_worker, sizeof(usual_worker), "%s", given ? given : "build/lsmbench-worker");
	use_worker();
	snprintf(place, sizeof(place), "%.60s/lsmbench-test-session.XXXXXX",
		 parent ? parent : "/tmp");
	return mkdtemp(place) ? 0 : -1;
}

static inline int remove_place(void **state)
{
	(void)state;
	return rmdir(place);
}

#endif
