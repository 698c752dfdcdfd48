/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_session_many.c - as many variants side by side as there may be, and hundreds of workers: no
 * descriptor and no process is left of any of them.
 */
#include "tests/unit/variant_play.h"

#include "engine/worker/ring.h"

static void test_two_hundred_workers_leave_no_descriptor(void **state)
{
	const char *const pairs[] = {
		"ops",         "stat,loop",
		"paths",       "FFF",
		"variants",    "none,same,seccomp:1,seccomp:2,seccomp:3,seccomp:4,seccomp:5",
		"variants",    "seccomp:6,seccomp:7,seccomp-allow:1,seccomp-allow:2",
		"variants",    "seccomp-allow:3,seccomp-allow:4,seccomp-allow:5,seccomp-allow:6",
		"variants",    "exec:sh=sh -c 'exec \"$@\"' sh",
		"runs",        "2",
		"passes",      "7",
		"no-controls", "yes",
		NULL};
	const unsigned int before = count_descriptors();
	struct session *session;
	struct tally tally = {0};
	unsigned int early;

	(void)state;
	need(seccomp_check);
	session = open_session(pairs);
	assert_int_equal(session_result(session)->plan.variants.count, RING_SLOTS_MAXIMUM);
	while (tally.cases_done < 1)
		pump(session, &tally);
	early = count_descriptors();
	while (tally.cases_done < 13)
		pump(session, &tally);
	/* At either moment the case's workers are gone; one of the next may have begun. */
	assert_true(count_descriptors() < early + 4 * RING_SLOTS_MAXIMUM);
	finish_whole(session, &tally);
	assert_int_equal(count_descriptors(), before);
	assert_no_children();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_two_hundred_workers_leave_no_descriptor),
	};

	return cmocka_run_group_tests(tests, make_place, remove_place);
}
