/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * story.c - the steps that several screen tests take.
 */
#include "tests/screen/story.h"

#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <cmocka.h>

#include "tests/screen/process.h"

#define ARGUMENTS_MAXIMUM 32

const char *const story_short[] = {
	"ops: stat,chmod", "paths: FFF", "dirs: 0", "runs: 20", "passes: 2", NULL,
};
const char *const story_long[] = {
	"ops: stat,open-close", "paths: FFF,XXX/FFF", "runs: 50000", "passes: 2", NULL,
};

int story_set_up(void **state)
{
	struct story *story = calloc(1, sizeof(*story));

	if (!story)
		return -1;
	place_make(&story->place);
	*state = story;
	return 0;
}

int story_tear_down(void **state)
{
	struct story *story = *state;

	terminal_stop(&story->terminal);
	place_remove(&story->place);
	free(story);
	return 0;
}

/* The Plan page starts with what the settings hold. */
static void write_settings(const struct place *place, const char *const *plan)
{
	char path[PLACE_PATH + 32];
	FILE *file;

	snprintf(path, sizeof(path), "%s/config", place->home);
	mkdir(path, 0700);
	snprintf(path, sizeof(path), "%s/config/lsmbench", place->home);
	mkdir(path, 0700);
	snprintf(path, sizeof(path), "%s/config/lsmbench/config", place->home);
	file = fopen(path, "w");
	assert_non_null(file);
	for (; *plan; plan++)
		fprintf(file, "plan.%s\n", *plan);
	assert_int_equal(fclose(file), 0);
}

struct terminal *story_open(struct story *story, const struct story_options *options)
{
	const char *arguments[ARGUMENTS_MAXIMUM] = {terminal_lsmbench()};
	size_t count = 1;
	struct terminal_options started = {
		.rows = options->rows ? options->rows : 24,
		.columns = options->columns ? options->columns : 80,
		.term = options->term ? options->term : "xterm-256color",
		.environment = options->environment,
		.arguments = arguments,
		.ignore_hangup = options->ignore_hangup,
		.place = &story->place,
	};

	if (options->no_term)
		started.term = NULL;
	for (const char *const *argument = options->arguments; argument && *argument; argument++) {
		assert_true(count + 1 < ARGUMENTS_MAXIMUM);
		arguments[count++] = *argument;
	}
	if (options->plan)
		write_settings(&story->place, options->plan);
	terminal_stop(&story->terminal);
	terminal_start(&story->terminal, &started);
	return &story->terminal;
}

struct terminal *story_open_plan(struct story *story, const char *const *plan)
{
	const struct story_options options = {.plan = plan};
	struct terminal *terminal = story_open(story, &options);

	terminal_expect(terminal, "[Plan]");
	terminal_settle(terminal);
	return terminal;
}

void story_run(struct terminal *terminal)
{
	terminal_type(terminal, "r");
	terminal_expect(terminal, "[Run]");
}

void story_run_long(struct terminal *terminal)
{
	story_run(terminal);
	terminal_expect(terminal, "/100000");
	terminal_expect_gone(terminal, " 0/100000");
}

void story_wait_finished(struct terminal *terminal)
{
	terminal_expect(terminal, "finished");
}

void story_stop(struct terminal *terminal)
{
	terminal_type(terminal, "s");
	terminal_expect(terminal, "[Export]");
}

static void assert_left(struct terminal *terminal)
{
	int status = terminal_wait_exit(terminal);

	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 0);
}

void story_quit(struct terminal *terminal)
{
	terminal_type(terminal, "q");
	assert_left(terminal);
}

void story_quit_unsaved(struct terminal *terminal)
{
	terminal_type(terminal, "q");
	terminal_expect(terminal, "The result is not saved");
	terminal_type(terminal, "d");
	assert_left(terminal);
}

void story_find(struct terminal *terminal, const char *text)
{
	terminal_type(terminal, "/");
	terminal_expect(terminal, "find:");
	terminal_type(terminal, text);
	terminal_key(terminal, VTERM_KEY_ENTER);
	terminal_expect_gone(terminal, "find:");
}

void story_set(struct terminal *terminal, const char *setting, const char *value)
{
	char prompt[64];

	snprintf(prompt, sizeof(prompt), "%s (empty", setting);
	story_find(terminal, setting);
	terminal_type(terminal, "e");
	terminal_expect(terminal, prompt);
	terminal_control(terminal, 'U');
	terminal_type(terminal, value);
	terminal_key(terminal, VTERM_KEY_ENTER);
	terminal_expect_gone(terminal, prompt);
}

void story_assert_restored(const struct terminal *terminal)
{
	struct termios now;

	terminal_settings(terminal, &now);
	assert_int_equal(now.c_iflag, terminal->before.c_iflag);
	assert_int_equal(now.c_oflag, terminal->before.c_oflag);
	assert_int_equal(now.c_cflag, terminal->before.c_cflag);
	assert_int_equal(now.c_lflag, terminal->before.c_lflag);
	assert_memory_equal(now.c_cc, terminal->before.c_cc, sizeof(now.c_cc));
	assert_false(terminal->alternate);
	assert_true(terminal->cursor_visible);
	assert_false(terminal->mouse);
}

void story_assert_clean(const struct story *story)
{
	pid_t pids[64];
	int turns = TERMINAL_PATIENCE_MS / 20;

	/* Workers end by themselves when the front end is gone, and the builder cleans up. */
	while (process_of_session(story->terminal.child, pids, 64) > 0 && turns-- > 0)
		poll(NULL, 0, 20);
	assert_int_equal(process_of_session(story->terminal.child, pids, 64), 0);
	assert_int_equal(place_count(story->place.scratch), 0);
}
