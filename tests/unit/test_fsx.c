/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_fsx.c - the exerciser of one file: its model, its steps, that a sound file system passes,
 * and that planted mistakes are found, again and again at the same step.
 */
#include "tests/unit/operation_play.h"

#include <sys/resource.h>

#include "engine/operation/fsx.h"
#include "engine/operation/fsx_report.h"

#define MOST 16384u
#define NAME "exercised"

static unsigned char bytes[MOST];

static struct fsx_model made_model(void)
{
	struct fsx_model model = {.bytes = bytes, .most = MOST};

	memset(bytes, 0xee, sizeof(bytes));
	fsx_model_clear(&model);
	return model;
}

static bool holds(const struct fsx_model *model, uint32_t offset, const char *text, size_t length)
{
	uint32_t at;

	return fsx_model_equals(model, offset, (const unsigned char *)text, (uint32_t)length, &at);
}

static void what_is_cut_off_comes_back_as_zeros(void **state)
{
	struct fsx_model model = made_model();

	(void)state;
	fsx_model_write(&model, 10, (const unsigned char *)"abcdef", 6);
	assert_int_equal(model.size, 16);
	fsx_model_truncate(&model, 13);
	fsx_model_truncate(&model, 20);
	assert_int_equal(model.size, 20);
	assert_true(holds(&model, 8, "\0\0abc\0\0\0\0\0\0\0", 12));
	fsx_model_allocate(&model, 4, 6);
	assert_int_equal(model.size, 20);
	fsx_model_allocate(&model, 4, 26);
	assert_int_equal(model.size, 30);
	assert_true(holds(&model, 12, "c\0", 2));
}

static void a_hole_is_zeros_and_keeps_the_size(void **state)
{
	struct fsx_model model = made_model();

	(void)state;
	fsx_model_write(&model, 0, (const unsigned char *)"abcdef", 6);
	fsx_model_punch(&model, 4, 100);
	assert_int_equal(model.size, 6);
	assert_true(holds(&model, 0, "abcd\0\0\0", 7));
	fsx_model_punch(&model, 1, 2);
	assert_true(holds(&model, 0, "a\0\0d", 4));
}

static void a_read_ends_with_the_file_and_a_mapping_with_zeros(void **state)
{
	struct fsx_model model = made_model();
	uint32_t at = 0;

	(void)state;
	fsx_model_write(&model, 100, (const unsigned char *)"ab", 2);
	assert_int_equal(fsx_model_readable(&model, 100, 50), 2);
	assert_int_equal(fsx_model_readable(&model, 101, 1), 1);
	assert_int_equal(fsx_model_readable(&model, 102, 1), 0);
	assert_int_equal(fsx_model_readable(&model, 5000, 1), 0);
	assert_true(holds(&model, 101, "b\0\0", 3));
	assert_false(fsx_model_equals(&model, 100, (const unsigned char *)"ab\0x", 4, &at));
	assert_int_equal(at, 103);
}

/* Every step lies where it can be performed, and all kinds occur that are possible. */
static void steps_stay_in_bounds(void **state)
{
	const unsigned int kinds = FSX_ALL_KINDS & ~(1u << FSX_PUNCH_HOLE);
	unsigned int seen = 0;
	struct random_source random;

	(void)state;
	random_start(&random, 3, 0);
	for (unsigned int i = 0; i < 20000; i++) {
		const uint32_t size = i % 5 ? i % (MOST + 1) : 0;
		const struct fsx_step step = fsx_step_draw(&random, size, MOST, kinds);
		const uint32_t page_end = (size + FSX_PAGE - 1) / FSX_PAGE * FSX_PAGE;

		seen |= 1u << step.kind;
		assert_true(step.offset + step.length <= MOST);
		assert_true(step.source < FSX_SOURCES);
		if (step.kind == FSX_MAP_READ)
			assert_true(step.offset < size && step.offset + step.length <= page_end);
		if (step.kind == FSX_MAP_WRITE)
			assert_true(step.length > 0 && step.offset + step.length <= size);
		if (step.kind == FSX_ALLOCATE || step.kind == FSX_ALLOCATE_KEEP)
			assert_true(step.length > 0);
	}
	assert_int_equal(seen, kinds);
}

/* Steps up to the first mistake, then the whole file. */
static bool exercise(struct fsx *fsx, const struct scratch *scratch, uint64_t seed, uint64_t steps,
		     struct fsx_outcome *outcome)
{
	struct error error;
	bool fine = true;

	if (fsx_begin(fsx, scratch->fd, NAME, seed, &error) < 0)
		fail_msg("%s", error.text);
	while (fine && fsx->step < steps)
		fine = fsx_advance(fsx, outcome);
	if (fine)
		fine = fsx_check_all(fsx, outcome);
	fsx_end(fsx);
	assert_int_equal(faccessat(scratch->fd, NAME, F_OK, 0), -1);
	return fine;
}

static void a_sound_file_system_passes(void **state)
{
	const struct fsx_place place = {.scratch = NULL};
	struct fsx_outcome outcome;
	struct error error;
	struct fsx fsx;

	assert_int_equal(fsx_make(&fsx, FSX_SIZE_MOST, &error), 0);
	for (uint64_t seed = 1; seed <= 5; seed++) {
		if (exercise(&fsx, *state, seed, 3000, &outcome))
			continue;
		fsx_report(&fsx, &outcome, &place, &error);
		fail_msg("%s", error.text);
	}
	assert_true(fsx.checked > 1000000);
	assert_true(fsx.spent_ns > 0);
	fsx_free(&fsx);
}

static void a_seed_repeats_its_steps(void **state)
{
	struct fsx_outcome outcome;
	struct fsx first;
	struct fsx second;

	assert_int_equal(fsx_make(&first, FSX_SIZE_MOST, NULL), 0);
	assert_int_equal(fsx_make(&second, FSX_SIZE_MOST, NULL), 0);
	assert_true(exercise(&first, *state, 8, 500, &outcome));
	assert_true(exercise(&second, *state, 9, 500, &outcome));
	assert_memory_not_equal(first.log, second.log, sizeof(first.log));
	assert_true(exercise(&second, *state, 8, 500, &outcome));
	assert_memory_equal(first.log, second.log, 500 * sizeof(first.log[0]));
	assert_memory_equal(first.model.bytes, second.model.bytes, FSX_SIZE_MOST);
	assert_int_equal(first.model.size, second.model.size);
	assert_int_equal(first.checked, second.checked);
	fsx_free(&first);
	fsx_free(&second);
}

static void has(const struct error *error, const char *words)
{
	if (!strstr(error->text, words))
		fail_msg("\"%s\" does not say \"%s\"", error->text, words);
}

/* What is said names what was found, and a command that ends with the step that found it. */
static void check_report(const struct fsx *fsx, const struct fsx_outcome *outcome)
{
	const struct fsx_place place = {.scratch = "/a b", .variant = "landlock:1"};
	char words[160];
	struct error error;

	assert_int_equal(fsx_report(fsx, outcome, &place, &error), EIO);
	snprintf(words, sizeof(words), "byte %llu of the file is 0x%02llx and has to be 0x%02llx",
		 (unsigned long long)outcome->offset, (unsigned long long)outcome->found,
		 (unsigned long long)outcome->expected);
	has(&error, words);
	snprintf(words, sizeof(words),
		 "seed %llu; replay: lsmbench run --ops fsx --seed %llu --steps %llu --scratch "
		 "'/a b' --variants landlock:1; steps, the latest first: ",
		 (unsigned long long)fsx->seed, (unsigned long long)fsx->seed,
		 (unsigned long long)fsx->step);
	has(&error, words);
	assert_true(strlen(error.text) < sizeof(error.text) - 1);
}

/* Within 10000 steps, and when those steps are replayed up to there, there. */
static void find_and_replay(const struct scratch *scratch, const char *text, uint64_t seed)
{
	unsigned char *tail = malloc(FSX_SIZE_MOST);
	struct fsx_outcome outcome;
	struct fsx_outcome again;
	struct fsx_fault fault;
	struct fsx fsx;
	uint64_t step;

	assert_non_null(tail);
	assert_int_equal(fsx_fault_parse(text, &fault, NULL), 0);
	assert_int_equal(fsx_make(&fsx, FSX_SIZE_MOST, NULL), 0);
	fault.tail = tail;
	fsx.fault = &fault;
	if (exercise(&fsx, scratch, seed, 10000, &outcome))
		fail_msg("%s with seed %llu is not found", text, (unsigned long long)seed);
	assert_int_equal(outcome.verdict, FSX_WRONG_BYTE);
	assert_int_not_equal(outcome.expected, outcome.found);
	check_report(&fsx, &outcome);
	step = fsx.step;
	assert_false(exercise(&fsx, scratch, seed, step, &again));
	assert_int_equal(fsx.step, step);
	assert_int_equal(again.verdict, FSX_WRONG_BYTE);
	assert_int_equal(again.at_end, outcome.at_end);
	assert_int_equal(again.offset, outcome.offset);
	assert_int_equal(again.found, outcome.found);
	fsx_free(&fsx);
	free(tail);
}

static void planted_mistakes_are_found(void **state)
{
	for (uint64_t seed = 1; seed <= 3; seed++) {
		find_and_replay(*state, "stale-tail:5", seed);
		find_and_replay(*state, "hole-kept:5", seed);
	}
	/* One mistake alone can be overwritten before it is read: these are not. */
	find_and_replay(*state, "flip:100", 1);
	find_and_replay(*state, "lost-write:100", 1);
}

/* Of single mistakes, each of which the next truncation or write may remove, most are seen. */
static void most_single_mistakes_are_found(void **state)
{
	struct fsx_outcome outcome;
	struct fsx_fault fault;
	struct fsx fsx;
	unsigned int found = 0;

	assert_int_equal(fsx_make(&fsx, FSX_SIZE_MOST, NULL), 0);
	assert_int_equal(fsx_fault_parse("flip:50", &fault, NULL), 0);
	fsx.fault = &fault;
	for (uint64_t seed = 1; seed <= 40; seed++)
		found += !exercise(&fsx, *state, seed, 1000, &outcome);
	if (found < 20)
		fail_msg("%u of 40 are found", found);
	print_message("%u of 40 single flipped bits are found\n", found);
	fsx_free(&fsx);
}

static void a_wrong_size_is_found(void **state)
{
	const struct scratch *scratch = *state;
	const struct fsx_place place = {.variant = "none"};
	struct fsx_outcome outcome = {.verdict = FSX_FINE};
	struct error error;
	struct fsx fsx;

	assert_int_equal(fsx_make(&fsx, FSX_SIZE_MOST, NULL), 0);
	assert_int_equal(fsx_begin(&fsx, scratch->fd, NAME, 1, NULL), 0);
	while (fsx.model.size == 0)
		assert_true(fsx_advance(&fsx, &outcome));
	/* Whatever the next step is, unless it decides about the size itself. */
	assert_int_equal(ftruncate(fsx.file.fd, fsx.model.size + 1), 0);
	assert_false(fsx_advance(&fsx, &outcome));
	assert_int_equal(outcome.verdict, FSX_WRONG_SIZE);
	assert_int_equal(outcome.found, outcome.expected + 1);
	assert_false(fsx_check_all(&fsx, &outcome));
	assert_int_equal(outcome.verdict, FSX_WRONG_SIZE);
	assert_int_equal(outcome.found, outcome.expected + 1);
	assert_int_equal(fsx_report(&fsx, &outcome, &place, &error), EIO);
	has(&error, "found in the whole file after step");
	assert_null(strstr(error.text, "--variants"));
	fsx_end(&fsx);
	fsx_free(&fsx);
}

/* A call that fails is no wrong byte. */
static void a_call_that_fails_is_named(void **state)
{
	const struct fsx_place place = {.scratch = "/var/tmp"};
	struct fsx_outcome outcome;
	struct rlimit before;
	struct rlimit small;
	struct error error;
	struct fsx fsx;

	assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
	small = (struct rlimit){.rlim_cur = 8192, .rlim_max = before.rlim_max};
	assert_int_equal(fsx_make(&fsx, FSX_SIZE_MOST, NULL), 0);
	signal(SIGXFSZ, SIG_IGN);
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
	assert_false(exercise(&fsx, *state, 1, 1000, &outcome));
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
	signal(SIGXFSZ, SIG_DFL);
	assert_int_equal(outcome.verdict, FSX_FAILED);
	assert_int_equal(fsx_report(&fsx, &outcome, &place, &error), EFBIG);
	has(&error, "File too large: found in step ");
	fsx_free(&fsx);
}

/* Refused is not wrong. */
static void a_refused_step_says_so(void **state)
{
	const struct fsx_place place = {.variant = "landlock:1"};
	const struct fsx_outcome outcome = {.verdict = FSX_FAILED, .failure = EACCES};
	struct error error;
	struct fsx fsx;

	(void)state;
	assert_int_equal(fsx_make(&fsx, FSX_SIZE_MOST, NULL), 0);
	fsx.step = 1;
	fsx.seed = 77;
	fsx.log[0] = (struct fsx_step){.kind = FSX_TRUNCATE, .length = 900};
	assert_int_equal(fsx_report(&fsx, &outcome, &place, &error), EACCES);
	has(&error,
	    "Permission denied, refused by a confinement or security module: found in step 1 "
	    "(truncate 900); seed 77;");
	fsx_free(&fsx);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_cut_off_comes_back_as_zeros),
		cmocka_unit_test(a_hole_is_zeros_and_keeps_the_size),
		cmocka_unit_test(a_read_ends_with_the_file_and_a_mapping_with_zeros),
		cmocka_unit_test(steps_stay_in_bounds),
		cmocka_unit_test(a_sound_file_system_passes),
		cmocka_unit_test(a_seed_repeats_its_steps),
		cmocka_unit_test(planted_mistakes_are_found),
		cmocka_unit_test(most_single_mistakes_are_found),
		cmocka_unit_test(a_wrong_size_is_found),
		cmocka_unit_test(a_call_that_fails_is_named),
		cmocka_unit_test(a_refused_step_says_so),
	};

	return cmocka_run_group_tests(tests, make_scratch, remove_scratch);
}
