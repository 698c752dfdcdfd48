/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * plan_play.h - the Plan page's model beside a plan, as the console keeps them: what its tests
 * share.
 */
#ifndef LSMBENCH_TESTS_UNIT_PLAN_PLAY_H
#define LSMBENCH_TESTS_UNIT_PLAN_PLAY_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "tui/plan_model.h"

struct fixture {
	struct plan plan;
	struct plan expanded;
	bool runnable;
	struct plan_model model;
	struct error error;
};

/* Derive the rows anew, as the console does after each change. */
static inline void derive(struct fixture *fixture)
{
	if (fixture->runnable)
		plan_clear(&fixture->expanded);
	assert_int_equal(plan_copy(&fixture->expanded, &fixture->plan), 0);
	fixture->runnable = plan_expand(&fixture->expanded, &fixture->error) == 0;
	if (!fixture->runnable)
		plan_clear(&fixture->expanded);
	assert_int_equal(plan_model_fill(&fixture->model, &fixture->plan,
					 fixture->runnable ? &fixture->expanded : NULL),
			 0);
}

static inline int set_up(void **state)
{
	static struct fixture fixture;

	memset(&fixture, 0, sizeof(fixture));
	plan_init(&fixture.plan);
	derive(&fixture);
	*state = &fixture;
	return 0;
}

static inline int tear_down(void **state)
{
	struct fixture *fixture = *state;

	plan_model_clear(&fixture->model);
	if (fixture->runnable)
		plan_clear(&fixture->expanded);
	plan_clear(&fixture->plan);
	return 0;
}

/* The row of a pane that acts on key with this value. */
static inline size_t row_of(struct fixture *fixture, enum plan_pane pane, enum plan_row_kind kind,
			    const char *key, const char *value)
{
	const struct plan_rows *rows = &fixture->model.panes[pane];
	size_t i;

	for (i = 0; i < rows->count; i++)
		if (rows->rows[i].kind == kind && strcmp(rows->rows[i].key->name, key) == 0 &&
		    strcmp(rows->rows[i].value, value) == 0)
			return i;
	fail_msg("no row for %s %s", key, value);
	return 0;
}

static inline enum plan_mark mark_of(struct fixture *fixture, enum plan_pane pane, const char *key,
				     const char *value)
{
	size_t row = row_of(fixture, pane, PLAN_ROW_ITEM, key, value);

	return fixture->model.panes[pane].rows[row].mark;
}

static inline const char *help_of(struct fixture *fixture, const char *operation)
{
	size_t row = row_of(fixture, PANE_OPERATIONS, PLAN_ROW_ITEM, "ops", operation);

	return fixture->model.panes[PANE_OPERATIONS].rows[row].help;
}

static inline int pick(struct fixture *fixture, enum plan_pane pane, const char *key,
		       const char *value)
{
	int status = plan_model_toggle(&fixture->model, &fixture->plan, pane,
				       row_of(fixture, pane, PLAN_ROW_ITEM, key, value),
				       &fixture->error);

	derive(fixture);
	return status;
}

static inline const char *text_of(struct fixture *fixture, const char *key)
{
	static char buffer[4096];

	plan_get(&fixture->plan, key, 0, buffer, sizeof(buffer));
	return buffer;
}

#define WITH_PLAN(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

#endif
