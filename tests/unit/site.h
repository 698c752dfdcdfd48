/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * site.h - a builder at work in a playground, with two scratch roots.
 */
#ifndef LSMBENCH_TESTS_SITE_H
#define LSMBENCH_TESTS_SITE_H

#include "tests/unit/playground.h"

#include <poll.h>

#include "fixtures/builder.h"

enum { PATIENCE_MS = 60000 };

struct site {
	struct playground *play;
	struct scratch roots[2];
	struct builder *builder;
};

static inline int open_site(struct site *site, int cpu)
{
	struct error error = {""};

	for (size_t i = 0; i < 2; i++) {
		if (scratch_create(&site->roots[i], site->play->path, &error) < 0)
			return -1;
	}
	return builder_start(&site->builder, site->roots, 2, cpu, &error);
}

static inline void close_site(struct site *site)
{
	struct error error = {""};

	if (builder_stop(site->builder, &error) != 0)
		fail_msg("%s", error.text);
	site->builder = NULL;
	for (size_t i = 0; i < 2; i++)
		scratch_forget(&site->roots[i]);
	assert_int_equal(playground_entries(site->play->path), 0);
	playground_check_canary(site->play);
}

/* Wait for the next event; false when none comes. */
static inline bool next(struct builder *builder, struct builder_event *event)
{
	for (;;) {
		struct pollfd poller = {.fd = builder_fd(builder), .events = POLLIN};
		int result = builder_next(builder, event);

		if (result != 0)
			return result > 0;
		if (poll(&poller, 1, PATIENCE_MS) <= 0)
			return false;
	}
}

/* Wait until the request ends. */
static inline struct builder_event last(struct builder *builder)
{
	struct builder_event event;

	do {
		assert_true(next(builder, &event));
	} while (event.kind == BUILDER_PROGRESS);
	return event;
}

static inline void expect_finished(struct builder *builder)
{
	struct builder_event event = last(builder);

	if (event.kind != BUILDER_FINISHED)
		fail_msg("%s", event.error.text);
	assert_int_equal(event.code, 0);
}

static const struct fixture_spec small = {
	.kind = FIXTURE_DIRECTORY, .files = 10, .worked_on = "work"};

#endif
