/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_session_pause.c - a pause within the turn of a variant that is attached to the whole system:
 * what is attached goes, for other processes pay for it, and is there again before a batch runs.
 *
 * The variant is "bpf" where the kernel allows it, as in the guest of
 * tests/ladder/test_bpf_live.sh; elsewhere "apart", which attaches nothing.
 */
#include "tests/unit/session_play.h"

#include <linux/bpf.h>
#include <sys/syscall.h>

#include "engine/session/session_private.h"
#include "engine/variant/bpf.h"

#define BPF_VARIANT "bpf:inode_getattr*1"
#define APART_VARIANT "apart:1"
/* Of a turn: about a second. */
#define RUNS 1000u
#define RUNS_TEXT "1000"

static const char *variant = APART_VARIANT;

/* How many programs are on hooks of this kernel. */
static size_t count_links(void)
{
	union bpf_attr attributes = {.start_id = 0};
	size_t count = 0;

	while (syscall(SYS_bpf, BPF_LINK_GET_NEXT_ID, &attributes, sizeof(attributes)) == 0) {
		attributes = (union bpf_attr){.start_id = attributes.next_id};
		count++;
	}
	return count;
}

/* A kernel frees what nobody holds a moment later. */
static void expect_links(size_t wanted)
{
	for (int i = 0; i < 1000 && count_links() != wanted; i++)
		usleep(10000);
	assert_int_equal(count_links(), wanted);
}

static struct session *open_paused(struct tally *tally)
{
	char list[64];
	const char *const pairs[] = {"ops",         "stat",    "paths",    "FFF", "batch", "1ms",
				     "runs",        RUNS_TEXT, "passes",   "1",   "no-aa", "yes",
				     "no-controls", "yes",     "variants", list,  NULL};
	struct session *session;

	snprintf(list, sizeof(list), "none,%s", variant);
	session = open_session(pairs);
	while (session->stage != STAGE_RUN || !session->alone[session_server(session, 0)] ||
	       session_samples_taken(session) < session->earlier + 5)
		pump(session, tally);
	assert_string_equal(bpf_holder_holds(session->holder), variant);
	if (strcmp(variant, BPF_VARIANT) == 0)
		expect_links(1);
	session_pause(session);
	return session;
}

static void await_held(struct session *session, struct tally *tally, const char *wanted)
{
	for (int i = 0; i < 600 && strcmp(bpf_holder_holds(session->holder), wanted) != 0; i++)
		pump(session, tally);
	assert_string_equal(bpf_holder_holds(session->holder), wanted);
}

static void what_is_attached_goes_in_a_pause(void **state)
{
	struct tally tally = {0};
	struct session *session = open_paused(&tally);
	struct result result;
	size_t resumed = 0;
	size_t count;

	(void)state;
	await_held(session, &tally, VARIANT_NONE);
	expect_links(0);
	pump(session, &tally);
	count = session_result(session)->sample_count;
	for (int i = 0; i < 5; i++)
		pump(session, &tally);
	assert_int_equal(session_result(session)->sample_count, count);
	session_resume(session);
	/* None runs before it is there again. */
	while (session_result(session)->sample_count == count)
		pump(session, &tally);
	/* Where one CPU serves both, all that was left may have run before we come to look. */
	if (session_samples_taken(session) < session->earlier + RUNS)
		assert_string_equal(bpf_holder_holds(session->holder), variant);
	finish(session, &tally, &result);
	assert_int_equal(tally.failed, 0);
	assert_int_equal(result.sample_count, 2 * RUNS);
	for (size_t i = 0; i < result.sample_count; i++)
		resumed += (result.samples[i].flags & SAMPLE_RESUMED) != 0;
	assert_int_equal(resumed, 1);
	expect_links(0);
	result_clear(&result);
	assert_nothing_left();
	assert_no_children();
}

/* Whoever changes their mind at once. */
static void pauses_may_follow_each_other(void **state)
{
	struct tally tally = {0};
	struct session *session = open_paused(&tally);
	struct result result;

	(void)state;
	for (int i = 0; i < 20; i++) {
		session_resume(session);
		session_pause(session);
		if (i % 3 == 0)
			pump(session, &tally);
	}
	await_held(session, &tally, VARIANT_NONE);
	for (int i = 0; i < 20; i++) {
		session_pause(session);
		session_resume(session);
	}
	finish(session, &tally, &result);
	assert_int_equal(tally.failed, 0);
	assert_int_equal(result.sample_count, 2 * RUNS);
	expect_links(0);
	result_clear(&result);
	assert_nothing_left();
}

static void a_session_can_be_stopped_in_such_a_pause(void **state)
{
	struct tally tally = {0};
	struct session *session = open_paused(&tally);
	struct result result;

	(void)state;
	await_held(session, &tally, VARIANT_NONE);
	session_stop(session);
	finish(session, &tally, &result);
	assert_true(result.partial);
	expect_links(0);
	result_clear(&result);
	assert_nothing_left();
	assert_no_children();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_attached_goes_in_a_pause),
		cmocka_unit_test(pauses_may_follow_each_other),
		cmocka_unit_test(a_session_can_be_stopped_in_such_a_pause),
	};
	struct bpf_hooks hooks;

	if (bpf_hooks_parse("inode_getattr", &hooks, NULL) == 0 && bpf_check(&hooks, NULL) == 0)
		variant = BPF_VARIANT;
	setenv("LSMBENCH_TESTS", "1", 1);
	return cmocka_run_group_tests(tests, make_place, remove_place);
}
