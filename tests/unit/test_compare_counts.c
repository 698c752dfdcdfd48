/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_compare_counts.c - rungs that count instructions are compared by what they count: no test,
 * but a resolution where the base was repeated; and nothing says that they are times.
 */
#include "tests/unit/made_result.h"

#include <math.h>

#include "engine/compare/compare.h"
#include "engine/compare/compare_private.h"
#include "engine/compare/compare_rungs.h"
#include "engine/environment/rung_facts.h"
#include "exports/compare/compare_export.h"

#define SESSIONS 6

static const char *const keys[] = {
	"ops", "stat", "paths", "FFF,XXX/FFF,XXX/YYY/ZZZ/FFF", "passes", "2", "runs", "2", NULL};

/* What the next rung counts more than the base. */
static uint64_t more;

static uint64_t count(const struct sample *sample, size_t index)
{
	return made_count(sample, index) + sample->iterations * more;
}

struct rungs_made {
	struct figures figures[SESSIONS];
	const struct figures *sessions[SESSIONS];
	size_t count;
};

static struct figures *add(struct rungs_made *made, const char *kind, const char *lsm,
			   uint64_t instructions)
{
	struct figures *figures = &made->figures[made->count];
	struct error error = {""};
	struct result result;
	char source[32];

	more = instructions;
	snprintf(source, sizeof(source), "%zu.csv", made->count + 1);
	made_rung(&result, keys, count, kind, lsm);
	made_check(figures_of_result(&result, source, figures, &error), &error);
	result_clear(&result);
	made->sessions[made->count++] = figures;
	return figures;
}

static void clear(struct rungs_made *made)
{
	for (size_t i = 0; i < made->count; i++)
		figures_clear(&made->figures[i]);
	made->count = 0;
}

/* The sessions of each group, counts[0..group_count-1] of them, in the order they were made. */
static int compare(const struct rungs_made *made, const size_t *counts, size_t group_count,
		   struct comparison *comparison, struct error *error)
{
	static const char *const names[] = {"base", "B", "C", "D"};
	const struct comparison_options options = {.quick = true};
	struct comparison_group groups[4];
	size_t next = 0;

	for (size_t i = 0; i < group_count; i++) {
		groups[i] = (struct comparison_group){names[i], &made->sessions[next], counts[i]};
		next += counts[i];
	}
	return compare_sessions(groups, group_count, &options, comparison, error);
}

static void compare_each(const struct rungs_made *made, struct comparison *comparison)
{
	static const size_t counts[] = {1, 1, 1, 1};
	struct error error = {""};

	made_check(compare(made, counts, made->count, comparison, &error), &error);
}

static const struct comparison_row *row_of(const struct comparison *comparison, const char *label)
{
	for (size_t i = 0; i < comparison->row_count; i++)
		if (strcmp(comparison->rows[i].label, label) == 0)
			return &comparison->rows[i];
	fail_msg("no row of %s", label);
	return NULL;
}

static char *written(const struct comparison *comparison, const char *format)
{
	struct error error = {""};
	struct compare_report report;
	char *text = NULL;
	size_t size;
	FILE *file = open_memstream(&text, &size);

	assert_non_null(file);
	made_check(compare_report_make(comparison, HEADLINE_ABOVE, &report, &error), &error);
	made_check(compare_format_find(format)->write(&report, file, &error), &error);
	fclose(file);
	compare_report_clear(&report);
	return text;
}

static void assert_has(const char *text, const char *part)
{
	if (!strstr(text, part))
		fail_msg("\"%s\" is not in:\n%s", part, text);
}

static void test_one_boot_each_has_no_test(void **state)
{
	struct rungs_made made = {.count = 0};
	struct comparison comparison;
	const struct comparison_row *row;
	char line[512];

	(void)state;
	add(&made, "first", "capability", 0);
	add(&made, "other", "capability,apparmor", 72);
	compare_each(&made, &comparison);
	row = row_of(&comparison, "B");
	assert_int_equal(comparison.unit, RESULT_INSTRUCTIONS);
	assert_int_equal(comparison.tests, 0);
	assert_int_equal(row->verdict, VERDICT_NONE);
	assert_float_equal(comparison_shown_difference(row), 72, 1e-6);
	assert_true(isnan(row->p) && isnan(row->low) && isnan(row->resolution));
	assert_string_equal(comparison_unit(row), "instructions");
	assert_has(comparison_state(&comparison, line, sizeof(line)),
		   "no verdict: exact counts, no test; a repeat of the base");
	comparison_clear(&comparison);
	clear(&made);
}

/* Repeats among what is compared are A/A, and tell what a difference has to exceed. */
static void test_repeats_tell_the_resolution(void **state)
{
	struct rungs_made made = {.count = 0};
	struct comparison comparison;
	char line[512];

	(void)state;
	add(&made, "first", "capability", 0);
	add(&made, "placebo", "capability", 3);
	add(&made, "other", "capability,apparmor", 72);
	add(&made, "other", "capability,landlock", 2);
	compare_each(&made, &comparison);
	assert_int_equal(row_of(&comparison, "B")->role, ROW_AA);
	assert_int_equal(row_of(&comparison, "B")->verdict, VERDICT_NONE);
	assert_int_equal(row_of(&comparison, "C")->verdict, VERDICT_MOVED);
	assert_float_equal(row_of(&comparison, "C")->resolution, 5, 1e-6);
	assert_string_equal(comparison_verdict(row_of(&comparison, "C"), line, sizeof(line)),
			    "more, beyond the resolution of 5");
	assert_int_equal(row_of(&comparison, "D")->verdict, VERDICT_NOT_MOVED);
	assert_string_equal(comparison_verdict_short(row_of(&comparison, "D"), line, sizeof(line)),
			    "within 5");
	assert_has(comparison_headline(&comparison, HEADLINE_ABOVE, line, sizeof(line)),
		   "3 more, 0 fewer, 3 within the resolution; 0 of 6 comparisons above 20%");
	comparison_clear(&comparison);
	/* Of another kernel it is no repeat. */
	made_fact(&made.figures[1].environment, "ladder.kernel_digest", "cafe");
	compare_each(&made, &comparison);
	assert_int_equal(row_of(&comparison, "B")->role, ROW_TEST);
	assert_int_equal(row_of(&comparison, "C")->verdict, VERDICT_NONE);
	comparison_clear(&comparison);
	clear(&made);
}

/* Boots that count the same are boots all the same: that is what is wanted of them. */
static void test_boots_of_a_side_tell_it_too(void **state)
{
	static const size_t counts[] = {3, 1};
	struct rungs_made made = {.count = 0};
	struct comparison comparison;
	struct error error = {""};

	(void)state;
	add(&made, "first", "capability", 0);
	add(&made, "same", "capability", 0);
	add(&made, "placebo", "capability", 3);
	add(&made, "other", "capability,bpf", 35);
	made_check(compare(&made, counts, 2, &comparison, &error), &error);
	assert_int_equal(comparison.base_sessions, 3);
	assert_int_equal(row_of(&comparison, "B")->verdict, VERDICT_MOVED);
	assert_float_equal(row_of(&comparison, "B")->resolution, 5, 1e-6);
	assert_float_equal(row_of(&comparison, "B")->base_ns, 4287, 1e-6);
	assert_float_equal(comparison_shown_difference(row_of(&comparison, "B")), 35, 1e-6);
	for (size_t i = 0; i < comparison.notes.count; i++)
		assert_null(strstr(comparison.notes.items[i], "boot"));
	comparison_clear(&comparison);
	clear(&made);
}

/* Boots of a kernel were seen to differ by five where its repeats agree: no less is a difference.
 */
static void test_nothing_is_concluded_from_less_than_boots_differ_by(void **state)
{
	static const double shares[] = {5.4, 5.6, -5};
	static const size_t counts[] = {2, 1};
	struct rungs_made made = {.count = 0};
	struct comparison comparison;
	struct error error = {""};

	(void)state;
	add(&made, "first", "capability", 0);
	add(&made, "same", "capability", 0);
	add(&made, "other", "capability,bpf", 0);
	for (size_t i = 0; i < 3; i++)
		for (size_t j = 0; j < 2; j++)
			made.figures[2].cases[i].passes[j].median += shares[i];
	made_check(compare(&made, counts, 2, &comparison, &error), &error);
	assert_float_equal(comparison.rows[0].resolution, 5, 1e-6);
	assert_int_equal(comparison.rows[0].verdict, VERDICT_NOT_MOVED);
	assert_int_equal(comparison.rows[1].verdict, VERDICT_MOVED);
	assert_int_equal(comparison.rows[2].verdict, VERDICT_NOT_MOVED);
	comparison_clear(&comparison);
	clear(&made);
}

/* What different rungs on one side differ by is no resolution, and hides no difference. */
static void test_a_side_of_unlike_rungs_is_not_comparable(void **state)
{
	static const size_t counts[] = {1, 2, 1};
	static const size_t base_counts[] = {2, 1};
	struct rungs_made made = {.count = 0};
	struct comparison comparison;
	struct error error = {""};

	(void)state;
	add(&made, "first", "capability", 0);
	add(&made, "same", "capability", 0);
	add(&made, "other", "capability,landlock", 321);
	add(&made, "other", "capability,bpf", 35);
	made_check(compare(&made, counts, 3, &comparison, &error), &error);
	assert_int_equal(row_of(&comparison, "B")->verdict, VERDICT_NOT_COMPARABLE);
	assert_has(row_of(&comparison, "B")->reason, "different rungs, 2.csv and 3.csv");
	assert_int_equal(row_of(&comparison, "C")->verdict, VERDICT_NONE);
	comparison_clear(&comparison);
	clear(&made);
	add(&made, "first", "capability", 0);
	add(&made, "other", "capability,landlock", 321);
	add(&made, "other", "capability,bpf", 35);
	made_check(compare(&made, base_counts, 2, &comparison, &error), &error);
	assert_int_equal(row_of(&comparison, "B")->verdict, VERDICT_NOT_COMPARABLE);
	comparison_clear(&comparison);
	clear(&made);
}

static void test_times_and_counts_do_not_compare(void **state)
{
	struct rungs_made made = {.count = 0};
	struct comparison comparison;
	struct error error = {""};
	static const size_t counts[] = {1, 1};

	(void)state;
	add(&made, "first", "capability", 0);
	add(&made, "other", "capability", 0)->unit = RESULT_NS;
	assert_int_equal(compare(&made, counts, 2, &comparison, &error), -EINVAL);
	assert_string_equal(error.text, "not comparable, their units differ: 1.csv counts "
					"instructions, 2.csv ns");
	clear(&made);
}

/* Another kernel is what was asked for; another QEMU is not. */
static void test_environments_of_rungs(void **state)
{
	struct rungs_made made = {.count = 0};
	struct comparison comparison;
	const struct difference_item *item;
	char *text;

	(void)state;
	add(&made, "first", "capability", 0);
	made_fact(&add(&made, "other", "capability,apparmor", 72)->environment, "kernel.release",
		  "6.1.0");
	compare_each(&made, &comparison);
	assert_null(environment_difference_first(&comparison.difference, DIFFERENCE_OTHER));
	item = environment_difference_first(&comparison.difference, DIFFERENCE_RUNG);
	assert_string_equal(item->key, "kernel.release");
	text = written(&comparison, "text");
	assert_has(text,
		   "what else the rungs differ in:\n    kernel.release: 6.12.1-made -> 6.1.0");
	assert_has(text, "lsm.active: capability -> capability,apparmor");
	assert_has(text, "ladder.kind: first -> other");
	free(text);
	comparison_clear(&comparison);
	made_fact(&made.figures[1].environment, "ladder.qemu", "9.0.0");
	compare_each(&made, &comparison);
	assert_int_equal(row_of(&comparison, "B")->verdict, VERDICT_NOT_COMPARABLE);
	assert_has(row_of(&comparison, "B")->reason, "ladder.qemu differs");
	comparison_clear(&comparison);
	clear(&made);
	assert_true(environment_is_private("ladder.kernel"));
	assert_true(environment_field_exists("ladder.qemu"));
	assert_string_equal(environment_group_title("ladder"), "Ladder");
}

static void test_formats(void **state)
{
	static const char *const formats[] = {"text", "markdown", "svg", "csv", "json"};
	static const char *const has[][3] = {
		{"stat FFF  base 4287 instructions, 1 syscall\n",
		 "medians of B differ by +72 instructions per iteration in stat; per\ncomponent: "
		 "none found\n",
		 "+72    +1.7%"},
		{"base instructions | +instructions | +instructions per system call",
		 "| 4287 | +72 | "
		 "+72 | "
		 "+1.7% |",
		 "- the figures are instructions, not time"},
		{"stat FFF, base 4287 instructions", "+72 instructions",
		 "the figures are instructions, not time"},
		{"stat,FFF,,stat FFF,B,test,1,,,,,1.6795,",
		 ",none,instructions,4287.0000,4359.0000,72.0000,72.0000,\n",
		 "# note: the figures are instructions, not time\n"},
		{"\"unit\":\"instructions\"", "\"base_ns\":null", "\"instructions_per_step\":"},
	};
	struct rungs_made made = {.count = 0};
	struct comparison comparison;

	(void)state;
	add(&made, "first", "capability", 0);
	add(&made, "other", "capability,apparmor", 72);
	compare_each(&made, &comparison);
	for (size_t i = 0; i < sizeof(formats) / sizeof(formats[0]); i++) {
		char *text = written(&comparison, formats[i]);

		for (size_t j = 0; j < 3; j++)
			assert_has(text, has[i][j]);
		assert_null(strstr(text, " ns"));
		assert_null(strstr(text, "+ns"));
		assert_null(strstr(text, "slower"));
		assert_null(strstr(text, "Mann"));
		free(text);
	}
	comparison_clear(&comparison);
	clear(&made);
}

static uint64_t count_by_variant(const struct sample *sample, size_t index)
{
	static const uint64_t added[] = {0, 1, 72};

	(void)index;
	return sample->iterations * (4287 + added[sample->step % 3]);
}

/* Rungs times variants: "same" is the repeat within a guest. */
static void test_variants_of_a_guest(void **state)
{
	static const char *const variants[] = {
		"ops",    "stat", "paths", "FFF", "variants", "none,same,landlock:1",
		"passes", "2",    "runs",  "2",   NULL};
	struct comparison comparison;
	struct error error = {""};
	struct result result;
	char line[256];

	(void)state;
	made_rung(&result, variants, count_by_variant, "first", "capability,landlock");
	made_check(compare_variants(&result, &comparison, &error), &error);
	assert_int_equal(row_of(&comparison, "same")->role, ROW_AA);
	assert_int_equal(row_of(&comparison, "landlock:1")->verdict, VERDICT_MOVED);
	assert_float_equal(row_of(&comparison, "landlock:1")->resolution, 5, 1e-6);
	assert_string_equal(
		comparison_verdict_short(row_of(&comparison, "landlock:1"), line, sizeof(line)),
		"more");
	comparison_clear(&comparison);
	result_clear(&result);
}

/* "compare --ladder": repeats belong to their rung, and kernels do not mix. */
static void test_rungs(void **state)
{
	struct rungs_made made = {.count = 0};
	struct rungs rungs;
	struct error error = {""};

	(void)state;
	add(&made, "placebo", "capability", 3);
	add(&made, "other", "capability,apparmor", 72);
	add(&made, "first", "capability", 0);
	add(&made, "first", "capability", 100);
	add(&made, "other", "capability,apparmor", 180);
	made_fact(&made.figures[0].environment, "ladder.command_line", "capability placebo");
	made_fact(&made.figures[3].environment, "ladder.kernel_digest", "cafe");
	made_fact(&made.figures[4].environment, "ladder.kernel_digest", "cafe");
	made_check(compare_rungs_of(made.sessions, made.count, &rungs, &error), &error);
	assert_int_equal(rungs.count, 4);
	for (size_t i = 0; i < rungs.count; i++) {
		const struct rung *rung = &rungs.items[i];
		bool is_first = rung->modules.count == 1;

		if (is_first && rung->sessions[0] == made.sessions[2]) {
			assert_int_equal(rung->count, 2);
			assert_ptr_equal(rung->sessions[1], made.sessions[0]);
		} else {
			assert_int_equal(rung->count, 1);
		}
		assert_int_equal(rung->below < 0, is_first);
		if (!is_first)
			assert_true(
				rung_same_kernel(&rungs.items[rung->below].sessions[0]->environment,
						 &rung->sessions[0]->environment));
	}
	compare_rungs_clear(&rungs);
	clear(&made);
}

/* A repeat is of what it repeats: of another list or policy it says nothing of the resolution. */
static void test_repeats_of_something_else(void **state)
{
	static const struct {
		const char *key;
		const char *value;
	} others[] = {
		{"ladder.kernel_digest", "cafe"},
		{"ladder.lsm_asked", "landlock,capability"},
		{"ladder.policy", "ima=measure"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
		struct rungs_made made = {.count = 0};
		struct comparison_group base = {.count = 1};
		struct comparison_group other = {.count = 1};

		add(&made, "first", "capability", 0);
		add(&made, "same", "capability", 3);
		base.sessions = &made.sessions[0];
		other.sessions = &made.sessions[1];
		assert_true(comparison_is_repeat(&base, &other));
		made_fact(&made.figures[1].environment, others[i].key, others[i].value);
		assert_false(comparison_is_repeat(&base, &other));
		clear(&made);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_one_boot_each_has_no_test),
		cmocka_unit_test(test_repeats_tell_the_resolution),
		cmocka_unit_test(test_boots_of_a_side_tell_it_too),
		cmocka_unit_test(test_nothing_is_concluded_from_less_than_boots_differ_by),
		cmocka_unit_test(test_a_side_of_unlike_rungs_is_not_comparable),
		cmocka_unit_test(test_times_and_counts_do_not_compare),
		cmocka_unit_test(test_environments_of_rungs),
		cmocka_unit_test(test_formats),
		cmocka_unit_test(test_variants_of_a_guest),
		cmocka_unit_test(test_rungs),
		cmocka_unit_test(test_repeats_of_something_else),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
