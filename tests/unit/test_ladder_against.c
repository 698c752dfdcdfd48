/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_ladder_against.c - whether a kernel needs more than an earlier one, and when that is
 * nothing.
 */
#include <limits.h>
#include <unistd.h>

#include "tests/unit/made_ladder.h"
#include "tui/exit_code.h"
#include "tui/ladder_against.h"
#include "tui/ladder_files.h"

static const struct made_rung base_rung = {
	.kind = RUNG_FIRST, .name = "capability", .active = "capability"};

/* The ladder of a kernel that needs more by so much a call. */
static void make_now(struct made_ladder *ladder, double more, double drift)
{
	const struct made_rung rungs[] = {
		{.kind = RUNG_FIRST,
		 .name = "capability",
		 .active = "capability",
		 .per_call = more,
		 .drift = drift},
		{.kind = RUNG_SAME,
		 .name = "capability",
		 .active = "capability",
		 .per_call = more + 3,
		 .drift = drift},
		{.kind = RUNG_OTHER, .name = "bpf", .active = "capability,bpf", .per_call = 900},
	};

	made_ladder(ladder, rungs, 3);
}

/* A directory with the base's rung in it, of the test's own. */
static int make_base(void **state)
{
	static char path[PATH_MAX];
	static char place[PATH_MAX - 64];
	const char *parent = getenv("TMPDIR");
	struct made_ladder base;
	struct error error = {0};

	snprintf(place, sizeof(place), "%s/test_ladder_against.XXXXXX",
		 parent ? parent : "/var/tmp");
	if (!mkdtemp(place))
		return -1;
	made_ladder(&base, &base_rung, 1);
	made_ladder_set(&base.results[0], "ladder.kind", "first");
	made_check(ladder_files_save(place, 1, &base.results[0], false, path, sizeof(path), &error),
		   &error);
	made_ladder_clear(&base);
	*state = path;
	return 0;
}

static int remove_base(void **state)
{
	char *path = *state;

	unlink(path);
	*strrchr(path, '/') = '\0';
	return rmdir(path);
}

/* The exit status of a comparison; *text is what it says, malloc'ed. */
static int judge(const char *path, const char *fail_above, const struct made_ladder *ladder,
		 char **text)
{
	struct ladder_against against = {.file = strdup(path),
					 .fail_above = fail_above ? strdup(fail_above) : NULL};
	struct ladder_table table;
	struct error error = {0};
	size_t size;
	FILE *file = open_memstream(text, &size);
	int status;

	assert_int_equal(ladder_against_prepare(&against), -1);
	made_check(ladder_table_make(&table, ladder->sources, ladder->count, &error), &error);
	status = ladder_against_report(&against, &table, ladder->sources, file);
	fclose(file);
	ladder_table_clear(&table);
	ladder_against_clear(&against);
	return status;
}

static void expect(const char *path, const char *fail_above, double more, double drift, int status,
		   const char *words)
{
	struct made_ladder ladder;
	char *text = NULL;

	make_now(&ladder, more, drift);
	assert_int_equal(judge(path, fail_above, &ladder, &text), status);
	if (!strstr(text, words))
		fail_msg("no '%s' in:\n%s", words, text);
	free(text);
	made_ladder_clear(&ladder);
}

static void fails_beyond_limit_and_resolution(void **state)
{
	/* The repeat differs by 3, but boots of a kernel by 5; with bpf it is not what the base
	 * was. */
	expect(*state, "20", 26, 0, EXIT_REGRESSION, "  stat FFF: 110 -> 136, +26 (+-5)\n");
	expect(*state, "20", 26, 0, EXIT_REGRESSION, "  9 of 9 cases need more by more than 20; ");
	expect(*state, "20", 25, 0, EXIT_FINE,
	       "  0 of 9 cases need more by more than 20; the "
	       "most: +25, stat FFF\n");
	expect(*state, "0", 5, 0, EXIT_FINE, "  0 of 9 cases");
	expect(*state, "0", 6, 0, EXIT_REGRESSION, "  9 of 9 cases");
	expect(*state, "20", -50, 0, EXIT_FINE, "the most: -50, ");
}

static void takes_percent_of_each_case(void **state)
{
	/* 110, 120, 140 and 180 instructions. */
	expect(*state, "10%", 18, 0, EXIT_REGRESSION,
	       "  5 of 9 cases need more by more than 10%; ");
	expect(*state, "20%", 18, 0, EXIT_FINE, "  0 of 9 cases");
}

/* What differs from pass to pass by so much is told from nothing smaller. */
static void allows_for_what_does_not_repeat(void **state)
{
	expect(*state, "20", 24, 40, EXIT_FINE, "  0 of 9 cases");
	expect(*state, "20", 27, 0.4, EXIT_REGRESSION, "  9 of 9 cases");
}

static void shows_without_a_limit(void **state)
{
	expect(*state, NULL, 24, 0, EXIT_FINE, "  stat FFF: 110 -> 134, +24 (+-5)\n");
	expect(*state, NULL, 5, 0, EXIT_FINE, "  0 of 9 cases need more; the most: +5, ");
}

static void cannot_judge_what_was_not_measured(void **state)
{
	struct made_ladder ladder;
	char *text = NULL;

	make_now(&ladder, 24, 0);
	ladder.results[0].sample_count = 0;
	assert_int_equal(judge(*state, "20", &ladder, &text), EXIT_UNTESTED);
	free(text);
	made_ladder_clear(&ladder);
}

/* A fact of the ladder's first rung that is not the base's. */
static void differ(const char *path, const char *key, const char *value, int status)
{
	struct made_ladder ladder;
	char *text = NULL;

	make_now(&ladder, 500, 0);
	made_ladder_set(&ladder.results[0], key, value);
	assert_int_equal(judge(path, "20", &ladder, &text), status);
	if (status != EXIT_REGRESSION)
		assert_null(strstr(text, "cases need more"));
	free(text);
	made_ladder_clear(&ladder);
}

static void does_not_judge_across_machines_and_modules(void **state)
{
	differ(*state, "ladder.qemu", "8.0.0", EXIT_ENVIRONMENT);
	differ(*state, "ladder.cpu", "EPYC", EXIT_ENVIRONMENT);
	differ(*state, "lsm.active", "capability,ima", EXIT_UNTESTED);
	differ(*state, "ladder.policy", "ima=other", EXIT_REGRESSION);
}

static void refuses_another_list_of_modules(void **state)
{
	struct made_ladder ladder;
	char *text = NULL;

	make_now(&ladder, 0, 0);
	made_ladder_set(&ladder.results[0], "lsm.active", "capability,landlock");
	made_ladder_set(&ladder.results[0], "ladder.lsm_asked", "landlock,capability");
	assert_int_equal(judge(*state, "20", &ladder, &text), EXIT_USAGE);
	free(text);
	made_ladder_clear(&ladder);
}

static void says_that_the_resolution_is_unknown(void **state)
{
	struct made_ladder ladder;
	char *text = NULL;

	made_ladder(&ladder, &base_rung, 1);
	assert_int_equal(judge(*state, "0", &ladder, &text), EXIT_FINE);
	assert_non_null(strstr(text, "the resolution is unknown, and 5 stands for it"));
	free(text);
	made_ladder_clear(&ladder);
}

static void refuse(const char *file, const char *fail_above, int status)
{
	struct ladder_against against = {.file = file ? strdup(file) : NULL,
					 .fail_above = fail_above ? strdup(fail_above) : NULL};

	assert_int_equal(ladder_against_prepare(&against), status);
	ladder_against_clear(&against);
}

static void refuses_what_makes_no_sense(void **state)
{
	refuse(NULL, "20", EXIT_USAGE);
	refuse(*state, "", EXIT_USAGE);
	refuse(*state, "%", EXIT_USAGE);
	refuse(*state, "-1", EXIT_USAGE);
	refuse(*state, "20x", EXIT_USAGE);
	refuse("/nowhere/01-capability.csv", "20", EXIT_INPUT);
	refuse(NULL, NULL, -1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(fails_beyond_limit_and_resolution),
		cmocka_unit_test(takes_percent_of_each_case),
		cmocka_unit_test(allows_for_what_does_not_repeat),
		cmocka_unit_test(shows_without_a_limit),
		cmocka_unit_test(cannot_judge_what_was_not_measured),
		cmocka_unit_test(does_not_judge_across_machines_and_modules),
		cmocka_unit_test(refuses_another_list_of_modules),
		cmocka_unit_test(says_that_the_resolution_is_unknown),
		cmocka_unit_test(refuses_what_makes_no_sense),
	};

	return cmocka_run_group_tests(tests, make_base, remove_base);
}
