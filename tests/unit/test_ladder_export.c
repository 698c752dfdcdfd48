/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_ladder_export.c - what is written of a ladder whose figures are known, in each format.
 */
#include "exports/ladder/ladder_export.h"
#include "exports/ladder/ladder_grid.h"
#include "exports/ladder/ladder_idle.h"
#include "exports/signature.h"
#include "tests/unit/made_ladder.h"

static const struct made_rung rungs[] = {
	{.kind = RUNG_FIRST, .name = "capability (+ima)", .active = "capability,ima"},
	{.kind = RUNG_SAME, .name = "capability (+ima)", .active = "capability,ima", .per_call = 2},
	{.kind = RUNG_PLACEBO,
	 .name = "capability (+ima)",
	 .active = "capability,ima",
	 .per_call = -3},
	{.kind = RUNG_OTHER,
	 .name = "apparmor (+ima)",
	 .active = "capability,apparmor,ima",
	 .per_call = 72},
	{.kind = RUNG_OTHER,
	 .name = "selinux (+ima)",
	 .active = "capability,selinux,ima",
	 .per_call = 500,
	 .per_component = 190},
	{.kind = RUNG_OTHER,
	 .name = "apparmor,selinux (+ima)",
	 .active = "capability,apparmor,selinux,ima",
	 .per_call = 540,
	 .per_component = 190},
	{.kind = RUNG_OTHER,
	 .name = "capability (+ima) audit=1",
	 .active = "capability,ima",
	 .per_call = 178},
};

#define RUNGS (sizeof(rungs) / sizeof(rungs[0]))

/* malloc'ed. */
static char *written_with(const struct made_ladder *ladder, const struct hook_table *const *hooks,
			  const char *format, size_t width, const struct text_list *advice)
{
	struct ladder_report report;
	struct error error = {0};
	char *text = NULL;
	size_t size;
	FILE *file = open_memstream(&text, &size);

	made_check(
		ladder_report_make(ladder->sources, ladder->count, hooks, advice, &report, &error),
		&error);
	made_check(ladder_format_find(format)->write(&report, width, file, &error), &error);
	fclose(file);
	ladder_report_clear(&report);
	return text;
}

static char *written(const struct made_ladder *ladder, const char *format, size_t width,
		     const struct text_list *advice)
{
	return written_with(ladder, NULL, format, width, advice);
}

static void expect(const char *text, const char *words)
{
	if (!strstr(text, words))
		fail_msg("no '%s' in:\n%s", words, text);
}

static void expect_none(const char *text, const char *words)
{
	if (strstr(text, words))
		fail_msg("'%s' in:\n%s", words, text);
}

static size_t longest_line(const char *text)
{
	size_t longest = 0;

	while (*text) {
		size_t length = strcspn(text, "\n");

		longest = length > longest ? length : longest;
		text += length + (text[length] == '\n');
	}
	return longest;
}

static void writes_text(void **state)
{
	struct made_ladder ladder;
	struct text_list advice = {0};
	char *text;

	(void)state;
	made_ladder(&ladder, rungs, RUNGS);
	assert_int_equal(text_list_add(&advice, "ima stays, whatever lsm= says"), 0);
	text = written(&ladder, "text", 200, &advice);
	if (getenv("SHOW"))
		fputs(text, stderr);
	assert_int_equal(signature_of(text, strlen(text)), SIGNATURE_LADDER);
	expect(text, "instructions, not time");
	expect(text, "kernel 6.12.1-made: made, SHA-256 0123abcd\n");
	expect(text, "QEMU 7.2.22 (made) -accel tcg -icount shift=0 -cpu max,-cx16, seed 1\n");
	expect(text, "[1] capability (+ima), with which the others are compared: with the\n"
		     "      medians of it and its two repeats, from which it differs nowhere\n");
	expect(text, "[2] A/A, the first once more with another seed: differs by at most 2\n"
		     "      (stat depth 1)\n");
	expect(text, "[3] placebo, the first with an irrelevant word more: differs by at\n"
		     "      most 3 ");
	expect(text, "[4] apparmor (+ima); idle, not its cost: apparmor unconfined\n");
	expect(text, "INSTRUCTIONS       capability apparmor selinux apparmor, sum of capability  "
		     "+-\n");
	expect(text, "stat depth 4              140      +72   +1260     +1300  +1332       +178 "
		     "+-3\n");
	expect(text, "\nstat               100 / 10 +72 / +0 +500 / +190 +540 / +190  +178 / +0\n");
	expect(text, "its 2 modules alone sum to ");
	expect(text, "  - ima stays, whatever lsm= says\n");
	/* All cells repeat, and the first rung was repeated. */
	expect_none(text, "N~S");
	expect_none(text, "unknown");
	free(text);
	text_list_clear(&advice);
	made_ladder_clear(&ladder);
}

/* However narrow it is, each block has the cases and the resolution. */
static void wraps_into_blocks(void **state)
{
	struct made_ladder ladder;
	char *text;
	const char *at;
	size_t blocks = 0;

	(void)state;
	made_ladder(&ladder, rungs, RUNGS);
	text = written(&ladder, "text", 50, NULL);
	assert_true(longest_line(text) <= 72);
	for (at = text; (at = strstr(at, "\nstat depth 4 ")); at++)
		blocks++;
	assert_int_equal(blocks, 2);
	expect(text, "INSTRUCTIONS       capability apparmor selinux  +-\n");
	free(text);
	text = written(&ladder, "text", 80, NULL);
	assert_true(longest_line(text) <= 80);
	free(text);
	text = written(&ladder, "text", 0, NULL);
	expect(text, "INSTRUCTIONS       capability  +-\n");
	free(text);
	made_ladder_clear(&ladder);
}

static void marks_and_explains_cells(void **state)
{
	struct made_rung drifting[RUNGS];
	struct made_ladder ladder;
	struct step *step;
	size_t kept = 0;
	char *text;

	(void)state;
	memcpy(drifting, rungs, sizeof(rungs));
	drifting[3].drift = 12;
	made_ladder(&ladder, drifting, 5);
	/* A case of the last rung is skipped, and no placebo was booted. */
	ladder.sources[1].kind = RUNG_OTHER;
	ladder.sources[2].kind = RUNG_OTHER;
	step = &ladder.results[4].steps[0];
	step->state = STEP_SKIPPED;
	step->reason = strdup("no such file");
	for (size_t i = 0; i < ladder.results[4].sample_count; i++) {
		if (ladder.results[4].samples[i].step != 0)
			ladder.results[4].samples[kept++] = ladder.results[4].samples[i];
	}
	ladder.results[4].sample_count = kept;
	text = written(&ladder, "text", 200, NULL);
	expect(text, "+84~12 ");
	expect(text, "+84~12       -  ?\n");
	expect(text, "N~S: this cell does not repeat");
	expect(text, "+- is unknown where");
	expect(text, "[5] stat depth 1 none skipped: no such file\n");
	free(text);
	ladder.sources[4].result = NULL;
	text = written(&ladder, "text", 200, NULL);
	expect(text, "[5] was not measured");
	free(text);
	made_ladder_clear(&ladder);
}

static void compares_kernels(void **state)
{
	static const struct made_rung two[] = {
		{.kind = RUNG_FIRST, .name = "capability", .active = "capability"},
		{.kind = RUNG_SAME, .name = "capability", .active = "capability", .per_call = 1},
		{.kind = RUNG_FIRST,
		 .kernel = 1,
		 .name = "capability",
		 .active = "capability",
		 .per_call = 25},
		{.kind = RUNG_SAME,
		 .kernel = 1,
		 .name = "capability",
		 .active = "capability",
		 .per_call = 29},
	};
	struct made_ladder ladder;
	char *text;

	(void)state;
	made_ladder(&ladder, two, 4);
	text = written(&ladder, "text", 80, NULL);
	expect(text, "Kernel 6.13.0-made less 6.12.1-made, rung by rung\n");
	expect(text, "stat depth 4              +25 +-4\n");
	expect_none(text, "Kernel 6.12.1-made less");
	free(text);
	/* One that starts more unasked is the same rung, one that was asked for more is not. */
	ladder.sources[2].name = "capability (+lockdown)";
	made_ladder_set(&ladder.results[2], "lsm.active", "capability,lockdown");
	text = written(&ladder, "text", 80, NULL);
	expect(text, "stat depth 4              +25 +-4\n");
	free(text);
	made_ladder_set(&ladder.results[2], "ladder.lsm_asked", "lockdown,capability");
	text = written(&ladder, "text", 80, NULL);
	expect_none(text, "Kernel 6.13.0-made less");
	free(text);
	made_ladder_clear(&ladder);
}

/* What a guest says of itself reaches no terminal as it is. */
static void shows_releases_as_text(void **state)
{
	static const char *const formats[] = {"text", "markdown", "csv"};
	static const struct made_rung two[] = {
		{.kind = RUNG_FIRST, .name = "a", .active = "capability"},
		{.kind = RUNG_FIRST, .kernel = 1, .name = "a", .active = "capability"},
	};
	struct made_ladder ladder;

	(void)state;
	made_ladder(&ladder, two, 2);
	for (size_t i = 0; i < 2; i++)
		made_ladder_set(&ladder.results[i], "kernel.release", "6.12\x1b[31m\n../x");
	for (size_t i = 0; i < sizeof(formats) / sizeof(formats[0]); i++) {
		char *text = written(&ladder, formats[i], 80, NULL);

		expect_none(text, "\x1b");
		expect_none(text, "\n../x");
		free(text);
	}
	made_ladder_clear(&ladder);
}

static void count_hook(struct hook_table *hooks, const char *parameter, const char *hook,
		       double count)
{
	const struct hook_count what = {.operation = (char *)"stat",
					.parameter = (char *)parameter,
					.hook = (char *)hook,
					.count = count};

	assert_int_equal(hook_table_add(hooks, &what), 0);
}

/* stat calls a hook a component and one a call; the modules have made functions for some. */
static void make_hooks(struct hook_table *hooks)
{
	static const struct {
		const char *path;
		double depth;
	} paths[] = {{"FFF", 1},
		     {"XXX/FFF", 2},
		     {"XXX/YYY/ZZZ/FFF", 4},
		     {"XXX/YYY/ZZZ/AAA/BBB/CCC/DDD/FFF", 8}};

	for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++) {
		count_hook(hooks, paths[i].path, "inode_permission", paths[i].depth);
		count_hook(hooks, paths[i].path, "inode_getattr", 1);
	}
	assert_int_equal(hook_table_add_user(hooks, "apparmor", "inode_permission"), 0);
	assert_int_equal(hook_table_add_user(hooks, "selinux", "inode_permission"), 0);
	assert_int_equal(hook_table_add_user(hooks, "selinux", "inode_getattr"), 0);
}

/* What is measured and what is predicted do not agree of apparmor here: that is said. */
static void shows_what_is_touched(void **state)
{
	struct hook_table hooks = {0};
	const struct hook_table *const of_kernels[] = {&hooks};
	struct made_ladder ladder;
	char *text;

	(void)state;
	make_hooks(&hooks);
	made_ladder(&ladder, rungs, RUNGS);
	text = written_with(&ladder, of_kernels, "text", 200, NULL);
	expect(text, "\nTOUCHED    apparmor   selinux");
	expect(text, "\nstat          call! component ");
	expect(text, "\nopen-close     call component ");
	expect(text,
	       "\n  stat: once per call: inode_getattr; once per component:\n  inode_permission\n");
	expect(text, "  - mismatch: [4] apparmor (+ima) touches stat per call, by its hooks");
	expect_none(text, "mismatch: [5]");
	free(text);
	text = written_with(&ladder, of_kernels, "markdown", 80, NULL);
	expect(text, "\n| stat | call! | component | ");
	free(text);
	made_ladder_clear(&ladder);
	hook_table_clear(&hooks);
}

static void writes_markdown(void **state)
{
	struct made_ladder ladder;
	char *text;

	(void)state;
	made_ladder(&ladder, rungs, RUNGS);
	text = written(&ladder, "markdown", 80, NULL);
	assert_int_equal(signature_of(text, strlen(text)), SIGNATURE_REPORT);
	expect(text, "\n| INSTRUCTIONS | capability \\[1] | apparmor \\[4] idle | ");
	expect(text, "\n| stat depth 4 | 140 | +72 | +1260 | +1300 | +1332 | +178 | +-3 |\n");
	free(text);
	made_ladder_clear(&ladder);
}

static void writes_csv(void **state)
{
	struct made_ladder ladder;
	char *text;

	(void)state;
	made_ladder(&ladder, rungs, RUNGS);
	text = written(&ladder, "csv", 80, NULL);
	assert_int_equal(signature_of(text, strlen(text)), SIGNATURE_LADDER);
	expect(text, "\nkernel,rung,release,kind,");
	expect(text, "\n1,5,6.12.1-made,other,selinux %28+ima%29,");
	expect(text, "none,stat,XXX/YYY/ZZZ/FFF,1400,1260,3,yes,0.0000,2\n");
	expect(text, "\n1,3,6.12.1-made,placebo,");
	free(text);
	made_ladder_clear(&ladder);
}

static void knows_what_is_idle(void **state)
{
	struct environment environment = {0};

	(void)state;
	assert_string_equal(ladder_idle("apparmor", &environment, "none"), "unconfined");
	assert_string_equal(ladder_idle("landlock", &environment, "none"), "nothing confined");
	assert_null(ladder_idle("landlock", &environment, "landlock:4"));
	assert_null(ladder_idle("capability", &environment, "none"));
	assert_int_equal(environment_set(&environment, "lsm.apparmor.own_profile",
					 "bench (enforce)", "made"),
			 0);
	assert_null(ladder_idle("apparmor", &environment, "none"));
	assert_string_equal(ladder_idle("selinux", &environment, "none"), "no policy");
	assert_int_equal(environment_set(&environment, "ladder.policy", "selinux=a:b", "made"), 0);
	assert_null(ladder_idle("selinux", &environment, "none"));
	assert_string_equal(ladder_idle("tomoyo", &environment, "none"), "profile 0");
	environment_clear(&environment);
}

/* Names come from outside. */
static void shows_names_as_text(void **state)
{
	struct ladder_grid grid;
	char *text = NULL;
	size_t size;
	FILE *file;

	(void)state;
	assert_int_equal(ladder_grid_init(&grid, "T", 1, 1), 0);
	assert_int_equal(ladder_grid_head(&grid, 0, "a\x1b[31m\nb"), 0);
	assert_int_equal(ladder_grid_label(&grid, 0, "l\x1bx"), 0);
	file = open_memstream(&text, &size);
	ladder_grid_write(&grid, 80, file);
	fclose(file);
	assert_string_equal(text, "T      a?[31m\n            b\nl\\x1bx\n");
	free(text);
	ladder_grid_clear(&grid);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(writes_text),
		cmocka_unit_test(wraps_into_blocks),
		cmocka_unit_test(marks_and_explains_cells),
		cmocka_unit_test(compares_kernels),
		cmocka_unit_test(shows_releases_as_text),
		cmocka_unit_test(shows_what_is_touched),
		cmocka_unit_test(writes_markdown),
		cmocka_unit_test(writes_csv),
		cmocka_unit_test(knows_what_is_idle),
		cmocka_unit_test(shows_names_as_text),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
