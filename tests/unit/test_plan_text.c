/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_plan_text.c - plan files and the command line that repeats a plan: what goes out comes
 * back in, for many random plans.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "engine/plan/plan.h"

static int read_text(struct plan *plan, const char *text, struct error *error)
{
	return plan_read(plan, text, strlen(text), "x.plan", error);
}

static void files_may_hold_comments_and_blanks(void **state)
{
	struct error error;
	struct plan plan;

	(void)state;
	plan_init(&plan);
	assert_int_equal(read_text(&plan,
				   "\xef\xbb\xbf# what we measured in May\r\n\r\n"
				   "  ops: stat ,chmod\r\nops:rename\n\truns:   30   \n"
				   "label: a: b # c\nquick: no",
				   &error),
			 0);
	assert_int_equal(plan.operations.count, 3);
	assert_int_equal(plan.runs, 30);
	assert_string_equal(plan.label, "a: b # c");
	plan_clear(&plan);
}

static void refuse(const char *text, size_t length, const char *first, const char *second)
{
	struct error error = {""};
	struct plan plan;
	struct plan before;

	plan_init(&plan);
	assert_int_equal(plan_set(&plan, "runs", "7", NULL), 0);
	assert_int_equal(plan_copy(&before, &plan), 0);
	assert_int_equal(plan_read(&plan, text, length, "x.plan", &error), -EINVAL);
	if (!strstr(error.text, first) || !strstr(error.text, second))
		fail_msg("'%s' does not say '%s' and '%s'", error.text, first, second);
	assert_null(strpbrk(error.text, "\n\r\x1b"));
	assert_true(plan_equal(&plan, &before));
	plan_clear(&plan);
	plan_clear(&before);
}

static void bad_lines_are_named(void **state)
{
	static const char nul[] = "runs: 5\nlabel: a\0b\n";
	size_t size = 1000000;
	char *line = malloc(size);

	(void)state;
	refuse("runs: 5\nrunz: 6\n", 16, "x.plan: line 2", "runs");
	refuse("runs: 5\n\nhello\n", 15, "x.plan: line 3", "hello");
	refuse("ops: stat\nruns: 1e3", 19, "x.plan: line 2", "1e3");
	refuse("# \nlabel: a\x1b[2Jb\n", 17, "x.plan: line 2", "\\x1b");
	refuse(nul, sizeof(nul) - 1, "x.plan: line 2", "NUL");
	assert_non_null(line);
	memset(line, 'a', size);
	memcpy(line, "runs: 5\nlabel: ", 15);
	refuse(line, size, "x.plan: line 2", "longer");
	free(line);
}

/* One of the words of list, which are separated by "|". */
static void pick(const char *list, char *word, size_t size)
{
	int count = 1;
	int chosen;

	for (const char *at = list; *at; at++)
		count += *at == '|';
	chosen = rand() % count;
	for (; chosen > 0; chosen--)
		list = strchr(list, '|') + 1;
	snprintf(word, size, "%.*s", (int)strcspn(list, "|"), list);
}

/* A value for each key, so that all combinations are plans. */
static const struct {
	const char *key;
	const char *values;
} choices[] = {
	{"suite", "published|"},
	{"ops", "stat|open*|*|chmod,rename|mkstemp,?tat|loop|[rs]*"},
	{"paths", "FFF|all|default,XXX/FFF|XXX/../FFF"},
	{"depths", "1|1..32|3,5,8|1024"},
	{"path", "/etc/fstab|/a b|/x,y|/-z"},
	{"dirs", "0|10,100|1000000"},
	{"cases", "stat FFF|chmod DIR7|loop|stat depth:9|access /q r"},
	{"scratch", "/dev/shm|/var/tmp|/a b"},
	{"variants", "none|same|none,same|same,none"},
	{"runs", "1|300|100|17|1000000"},
	{"passes", "1|2|15|1000"},
	{"batch", "1us|1ms|100us|1500ns|10s"},
	{"precision", "0.5%|1%|33.333333%"},
	{"time-limit", "1ms|90s|3min"},
	{"session-limit", "2min|1h|1s|1"},
	{"quick", "yes|no"},
	{"cpu", "0|1023"},
	{"seed", "1|9223372036854775807"},
	{"default-path", "/bin/sh"},
	{"no-aa", "yes"},
	{"subtract-loop", "yes"},
	{"watchdog", "1|30|86400"},
	{"label", "it's|$(reboot)|--help|-|a \"b\" `c` \\|ü|*|yes"},
	{"note", "a  b|'|''|#|!x|~|: "},
};

/* A random plan that can be expanded, expanded. */
static void random_plan(struct plan *plan)
{
	const size_t count = sizeof(choices) / sizeof(choices[0]);

	for (;;) {
		plan_init(plan);
		for (int i = rand() % 12; i > 0; i--) {
			size_t key = (size_t)rand() % count;
			char value[64];
			struct error error;

			pick(choices[key].values, value, sizeof(value));
			if (plan_set(plan, choices[key].key, value, &error) < 0)
				fail_msg("%s", error.text);
		}
		if (plan_expand(plan, NULL) == 0)
			return;
		plan_clear(plan);
	}
}

/* Take the next word off a command line, as a POSIX shell does. Returns false at the end. */
static bool next_word(const char **line, char *word)
{
	const char *at = *line + strspn(*line, " ");

	if (*at == '\0')
		return false;
	while (*at != '\0' && *at != ' ') {
		if (*at == '\'') {
			for (at++; *at != '\''; at++) {
				assert_true(*at != '\0');
				*word++ = *at;
			}
			at++;
		} else if (*at == '\\') {
			*word++ = at[1];
			at += 2;
		} else {
			if (strchr("\"`$*?[]~#!;&|<>(){}", *at))
				fail_msg("a shell would act on '%s'", at);
			*word++ = *at++;
		}
	}
	*word = '\0';
	*line = at;
	return true;
}

/* Set what the options of line say. */
static void parse_command(struct plan *plan, const char *line)
{
	char word[1024];
	char value[1024];
	struct error error;

	assert_true(next_word(&line, word));
	assert_string_equal(word, "lsmbench");
	assert_true(next_word(&line, word));
	assert_string_equal(word, "run");
	while (next_word(&line, word)) {
		char *equals = strchr(word, '=');
		const struct plan_key *key;

		assert_int_equal(strncmp(word, "--", 2), 0);
		if (equals)
			*equals = '\0';
		key = plan_key_find(word + 2);
		assert_non_null(key);
		if (equals) {
			strcpy(value, equals + 1);
		} else if (key->type == PLAN_KEY_FLAG) {
			strcpy(value, "yes");
		} else {
			assert_true(next_word(&line, value));
			assert_true(value[0] != '-');
		}
		if (plan_set(plan, key->name, value, &error) < 0)
			fail_msg("%s", error.text);
	}
}

static void command_lines_repeat_plans(void **state)
{
	(void)state;
	for (int i = 0; i < 3000; i++) {
		struct plan plan;
		struct plan again;
		struct error error;
		char *command;

		random_plan(&plan);
		command = plan_command(&plan);
		assert_non_null(command);
		plan_init(&again);
		parse_command(&again, command);
		if (plan_expand(&again, &error) < 0)
			fail_msg("%s: %s", command, error.text);
		if (!plan_equal(&plan, &again))
			fail_msg("another plan comes out of: %s", command);
		free(command);
		plan_clear(&plan);
		plan_clear(&again);
	}
}

static void files_repeat_plans(void **state)
{
	(void)state;
	for (int i = 0; i < 3000; i++) {
		struct plan plan;
		struct plan again;
		struct error error;
		char *text;
		size_t size;
		FILE *file = open_memstream(&text, &size);

		assert_non_null(file);
		random_plan(&plan);
		plan_write(&plan, file);
		assert_int_equal(fclose(file), 0);
		plan_init(&again);
		if (plan_read(&again, text, size, "text", &error) < 0 ||
		    plan_expand(&again, &error) < 0)
			fail_msg("%s\n%s", text, error.text);
		if (!plan_equal(&plan, &again))
			fail_msg("another plan comes out of:\n%s", text);
		free(text);
		plan_clear(&plan);
		plan_clear(&again);
	}
}

static void commands_say_no_more_than_needed(void **state)
{
	struct plan plan;
	char *command;

	(void)state;
	plan_init(&plan);
	assert_int_equal(plan_set(&plan, "ops", "stat*", NULL), 0);
	assert_int_equal(plan_set(&plan, "seed", "7", NULL), 0);
	assert_int_equal(plan_set(&plan, "label", "it's", NULL), 0);
	assert_int_equal(plan_expand(&plan, NULL), 0);
	command = plan_command(&plan);
	assert_string_equal(command, "lsmbench run --ops 'stat*' --seed 7 --label 'it'\\''s'");
	free(command);
	plan_clear(&plan);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(files_may_hold_comments_and_blanks),
		cmocka_unit_test(bad_lines_are_named),
		cmocka_unit_test(command_lines_repeat_plans),
		cmocka_unit_test(files_repeat_plans),
		cmocka_unit_test(commands_say_no_more_than_needed),
	};
	const char *given = getenv("LSMBENCH_TEST_SEED");
	unsigned int seed =
		given ? (unsigned int)strtoul(given, NULL, 10) : (unsigned int)time(NULL);

	printf("random plans from seed %u (LSMBENCH_TEST_SEED repeats it)\n", seed);
	srand(seed);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
