/* SPDX-License-Identifier: GPL-2.0-or-later */
/* test_ladder_logs.c - of logs that are kept unasked the last ones stay, and nothing else goes. */
#include "tests/unit/playground.h"

#include "tui/ladder_logs.h"

/* A log of that minute. */
static struct joined name_of(const char *directory, unsigned int minute)
{
	char name[64];

	snprintf(name, sizeof(name), "lsmbench-ladder-20261130-20%02u00-rung1-attempt1.log",
		 minute);
	return playground_join(directory, name);
}

static struct joined prepare(const struct playground *play)
{
	struct joined path;

	assert_int_equal(setenv("XDG_STATE_HOME", play->path, 1), 0);
	ladder_logs_prepare(path.text, sizeof(path.text));
	return path;
}

static void the_directory_is_made(void **state)
{
	struct joined path = prepare(*state);

	assert_non_null(strstr(path.text, "/lsmbench/ladder"));
	assert_int_equal(playground_entries(path.text), 0);
}

static void the_last_ones_stay(void **state)
{
	struct joined path = prepare(*state);
	struct joined other = playground_join(path.text, "lsmbench-ladder-notes.txt");
	struct joined link = playground_join(path.text, "lsmbench-ladder-0.log");

	for (unsigned int i = 0; i < LADDER_LOGS_KEPT + 3; i++)
		playground_write(name_of(path.text, i).text, "text");
	playground_write(other.text, "mine");
	assert_int_equal(symlink(other.text, link.text), 0);
	prepare(*state);
	for (unsigned int i = 0; i < LADDER_LOGS_KEPT + 3; i++)
		assert_int_equal(playground_exists(name_of(path.text, i).text), i >= 3);
	assert_true(playground_exists(other.text));
	assert_true(playground_exists(link.text));
}

/* The last one stays however long it is. */
static void long_ones_go_sooner(void **state)
{
	struct joined path = prepare(*state);

	for (unsigned int i = 0; i < 3; i++) {
		playground_write(name_of(path.text, i).text, "text");
		assert_int_equal(truncate(name_of(path.text, i).text, LADDER_LOGS_BYTES / 2 + 1),
				 0);
	}
	prepare(*state);
	assert_false(playground_exists(name_of(path.text, 0).text));
	assert_false(playground_exists(name_of(path.text, 1).text));
	assert_true(playground_exists(name_of(path.text, 2).text));
}

static void without_a_place_none_are_kept(void **state)
{
	const struct playground *play = *state;
	struct joined file = playground_join(play->path, "file");
	char path[PATH_MAX] = "?";

	playground_write(file.text, "");
	assert_int_equal(setenv("XDG_STATE_HOME", file.text, 1), 0);
	ladder_logs_prepare(path, sizeof(path));
	assert_string_equal(path, "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		PLAY(the_directory_is_made),
		PLAY(the_last_ones_stay),
		PLAY(long_ones_go_sooner),
		PLAY(without_a_place_none_are_kept),
	};

	return cmocka_run_group_tests_name("ladder logs", tests, NULL, NULL);
}
