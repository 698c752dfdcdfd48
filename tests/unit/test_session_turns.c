/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_session_turns.c - variants that take turns of their own within a pass: which samples stand
 * where, what limits them, what ends them, and that nothing is held any more afterwards.
 *
 * "apart" is such a variant that attaches nothing, so that it works on every kernel. What programs
 * on hooks do is shown in a guest, by tests/ladder/test_bpf_live.sh.
 */
#include "tests/unit/session_play.h"

#include "engine/session/session_private.h"
#include "engine/variant/bpf.h"

#define VARIANTS 4u

static const char *const four[] = {
	"ops", "stat,loop", "paths", "FFF",      "runs",
	"8",   "passes",    "12",    "variants", "none,landlock:1,apart:1,same",
	NULL};

/* The places of a variant's samples in a pass of a case: from first to last. */
struct span {
	uint32_t first;
	uint32_t last;
	uint32_t count;
};

static void find_spans(const struct sample *samples, uint32_t count, struct span spans[VARIANTS])
{
	memset(spans, 0, VARIANTS * sizeof(*spans));
	for (uint32_t i = 0; i < count; i++) {
		struct span *span = &spans[samples[i].step % VARIANTS];

		if (span->count++ == 0)
			span->first = i;
		span->last = i;
		assert_int_equal(samples[i].order, i);
		if (i > 0)
			assert_true(samples[i].start_ns >=
				    samples[i - 1].start_ns + samples[i - 1].duration_ns);
	}
}

static bool is_alone(const struct span *span)
{
	return span->last - span->first + 1 == span->count;
}

/* Which of the turns of "apart", "same" and the others together come in which order: 0 to 5. */
static unsigned int turn_order(const struct span spans[VARIANTS])
{
	return (spans[2].first < spans[3].first) + 2u * (spans[0].first < spans[2].first) +
	       (spans[0].first < spans[3].first);
}

static void run_four(struct result *result)
{
	struct tally tally = {0};

	finish(open_session(four), &tally, result);
	assert_int_equal(tally.failed, 0);
	assert_non_null(strstr(tally.notice, "global to the system"));
	assert_complete(result);
	assert_nothing_left();
	assert_no_children();
}

static void turns_are_whole_and_their_order_is_drawn(void **state)
{
	unsigned int descriptors = count_descriptors();
	struct result result;
	bool seen[6] = {false};
	unsigned int orders = 0;

	(void)state;
	run_four(&result);
	for (size_t i = 0; i < result.sample_count; i += 8 * VARIANTS) {
		struct span spans[VARIANTS];

		find_spans(&result.samples[i], 8 * VARIANTS, spans);
		assert_true(is_alone(&spans[2]));
		assert_true(is_alone(&spans[3]));
		/* Interleaved as ever. */
		assert_false(is_alone(&spans[0]));
		assert_false(is_alone(&spans[1]));
		assert_int_equal(turn_order(spans) < 6, 1);
		seen[turn_order(spans)] = true;
	}
	for (size_t i = 0; i < 6; i++)
		orders += seen[i];
	assert_true(orders >= 3);
	assert_int_equal(count_descriptors(), descriptors);
	result_clear(&result);
}

static void the_seed_decides_the_order(void **state)
{
	struct result one;
	struct result two;

	(void)state;
	run_four(&one);
	run_four(&two);
	assert_int_equal(one.sample_count, two.sample_count);
	for (size_t i = 0; i < one.sample_count; i++)
		assert_int_equal(one.samples[i].step, two.samples[i].step);
	result_clear(&one);
	result_clear(&two);
}

/* Without such a variant the A/A variant alternates with the baseline. */
static void others_share_one_turn(void **state)
{
	const char *const pairs[] = {"ops", "loop",     "runs",      "20", "passes",
				     "1",   "variants", "none,same", NULL};
	struct tally tally = {0};
	struct result result;
	unsigned int changes = 0;

	(void)state;
	finish(open_session(pairs), &tally, &result);
	assert_int_equal(tally.notices, 0);
	for (size_t i = 1; i < result.sample_count; i++)
		changes += result.samples[i].step != result.samples[i - 1].step;
	assert_true(changes >= 19);
	result_clear(&result);
}

/* Whether no turn had a fifth of another one's runs: the last ones come before the limit, too. */
static bool is_shared(const struct result *result)
{
	size_t counts[3] = {0};
	size_t least = SIZE_MAX;
	size_t most = 0;

	for (size_t i = 0; i < result->sample_count; i++)
		counts[result->samples[i].step]++;
	for (size_t i = 0; i < 3; i++) {
		least = counts[i] < least ? counts[i] : least;
		most = counts[i] > most ? counts[i] : most;
	}
	return least * 5 >= most;
}

/*
 * A limit of time ends each turn, and leaves none of them without samples. A busy machine may
 * disturb a turn, but not each time.
 */
static void a_limit_is_shared_between_turns(void **state)
{
	const char *const pairs[] = {"ops",        "loop",   "runs",     "100000",
				     "passes",     "1",      "variants", "none,apart:1",
				     "time-limit", "1500ms", NULL};
	bool shared = false;

	(void)state;
	for (int attempt = 0; attempt < 6 && !shared; attempt++) {
		struct tally tally = {0};
		struct result result;

		finish(open_session(pairs), &tally, &result);
		assert_int_equal(result.plan.variants.count, 3);
		for (size_t i = 0; i < 3; i++) {
			assert_int_equal(result.steps[i].state, STEP_EARLY);
			assert_non_null(strstr(result.steps[i].reason, "time limit"));
			assert_int_equal(result_pass_count(&result, i), 1);
		}
		shared = is_shared(&result);
		result_clear(&result);
	}
	assert_true(shared);
	assert_nothing_left();
}

/* Whoever holds the programs is killed: the session ends, and says why. */
static void without_its_holder_a_session_ends(void **state)
{
	const char *const pairs[] = {"ops", "loop",     "runs",         "100000", "passes",
				     "1",   "variants", "none,apart:1", NULL};
	unsigned int descriptors = count_descriptors();
	struct session *session = open_session(pairs);
	struct tally tally = {0};
	struct error error;

	(void)state;
	while (session->stage != STAGE_RUN)
		pump(session, &tally);
	kill(bpf_holder_pid(session->holder), SIGKILL);
	while (!tally.ended)
		pump(session, &tally);
	assert_non_null(session_broken(session));
	assert_non_null(strstr(session_broken(session), "holds BPF programs has ended"));
	assert_int_equal(session_close(session, NULL, &error), 0);
	assert_nothing_left();
	assert_no_children();
	assert_int_equal(count_descriptors(), descriptors);
}

/* Who is lost before its turn leaves the others theirs. */
static void a_lost_variant_leaves_its_turn(void **state)
{
	const char *const pairs[] = {"ops",          "loop",   "runs", "9", "variants",
				     "none,apart:1", "passes", "1",    NULL};
	struct tally tally = {0};
	struct session *session = open_session(pairs);
	struct result result;
	bool killed = false;

	(void)state;
	while (!tally.ended) {
		if (!killed && session->stage == STAGE_SETUP && session->workers[1].pid > 0) {
			kill(session->workers[1].pid, SIGKILL);
			killed = true;
		}
		pump(session, &tally);
	}
	assert_true(killed);
	assert_int_equal(session_close(session, &result, NULL), 0);
	assert_int_equal(result.steps[0].state, STEP_DONE);
	assert_int_equal(result.steps[1].state, STEP_FAILED);
	assert_int_equal(result.steps[2].state, STEP_DONE);
	result_clear(&result);
	assert_nothing_left();
}

static void what_the_kernel_refuses_opens_no_session(void **state)
{
	const char *const pairs[] = {
		"ops",  "stat", "paths",  "FFF", "variants", "none,bpf:inode_getattr",
		"runs", "5",    "passes", "1",   NULL};
	unsigned int descriptors = count_descriptors();
	struct session *session;
	struct bpf_hooks hooks;
	struct error error = {.text = ""};
	struct plan plan;
	int code;

	(void)state;
	assert_int_equal(bpf_hooks_parse("inode_getattr", &hooks, NULL), 0);
	if (bpf_check(&hooks, NULL) == 0)
		skip();
	make_plan(&plan, pairs);
	code = session_open(&session, &plan, NULL, &error);
	assert_true(code < 0);
	assert_null(session);
	assert_int_equal(strncmp(error.text, "bpf", 3), 0);
	plan_clear(&plan);
	assert_int_equal(count_descriptors(), descriptors);
	assert_nothing_left();
	assert_no_children();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(turns_are_whole_and_their_order_is_drawn),
		cmocka_unit_test(the_seed_decides_the_order),
		cmocka_unit_test(others_share_one_turn),
		cmocka_unit_test(a_limit_is_shared_between_turns),
		cmocka_unit_test(without_its_holder_a_session_ends),
		cmocka_unit_test(a_lost_variant_leaves_its_turn),
		cmocka_unit_test(what_the_kernel_refuses_opens_no_session),
	};

	setenv("LSMBENCH_TESTS", "1", 1);
	return cmocka_run_group_tests(tests, make_place, remove_place);
}
