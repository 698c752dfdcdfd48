/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * story.h - lsmbench in a terminal, in a place of its own: what the screen tests share.
 */
#ifndef LSMBENCH_TESTS_SCREEN_STORY_H
#define LSMBENCH_TESTS_SCREEN_STORY_H

#include "tests/screen/place.h"
#include "tests/screen/terminal.h"

struct story {
	struct place place;
	struct terminal terminal;
};

struct story_options {
	int rows;                       /* 0: 24 */
	int columns;                    /* 0: 80 */
	const char *term;               /* NULL: xterm-256color */
	bool no_term;                   /* TERM is not set at all */
	bool ignore_hangup;             /* as in struct terminal_options */
	const char *const *environment; /* as in struct terminal_options */
	const char *const *arguments;   /* after the program's name; NULL ends */
	const char *const *plan; /* "key: value" for the Plan page to start with; NULL ends */
};

/* For cmocka_unit_test_setup_teardown: a struct story in *state. */
int story_set_up(void **state);
int story_tear_down(void **state);

/* Start lsmbench in the story's place. */
struct terminal *story_open(struct story *story, const struct story_options *options);
/* The same with 80x24 and this plan, and wait for the Plan page. */
struct terminal *story_open_plan(struct story *story, const char *const *plan);

/* Plans of a session that takes a second or so, and of one that takes minutes. */
extern const char *const story_short[];
extern const char *const story_long[];

/* Start the session from the Plan page and wait for the Run page. */
void story_run(struct terminal *terminal);
/* The same with the plan story_long, and wait until its first case has runs. */
void story_run_long(struct terminal *terminal);
/* Wait until a session has ended by itself; it must not have ended early. */
void story_wait_finished(struct terminal *terminal);
/* Stop a running session; it is saved, and leads to the Export page. */
void story_stop(struct terminal *terminal);
/* Leave with q: without a question; or with the question about an unsaved result, discarding it. */
void story_quit(struct terminal *terminal);
void story_quit_unsaved(struct terminal *terminal);
/* Find a row of the page by its text. */
void story_find(struct terminal *terminal, const char *text);
/* Enter a value for a setting of the Plan page. */
void story_set(struct terminal *terminal, const char *setting, const char *value);

/* The line's settings are as before, the main screen is shown, the cursor too, no mouse. */
void story_assert_restored(const struct terminal *terminal);
/* No process of the session lives and nothing is left in the scratch directory. */
void story_assert_clean(const struct story *story);

#endif
