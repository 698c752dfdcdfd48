/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_audit_watch.c - records are counted, those that found no room, too.
 */
#include "tests/unit/audit_play.h"

static void test_records_are_counted(void **state)
{
	struct audit_watch watch;
	uint64_t before;

	(void)state;
	open_or_skip(&watch);
	before = counted(&watch, 1);
	assert_true(before >= 1);
	for (int i = 0; i < 3; i++)
		assert_int_equal(write_record(), 0);
	assert_true(counted(&watch, before + 3) >= before + 3);
	audit_watch_close(&watch);
	assert_int_equal(audit_watch_count(&watch), 0);
}

/* With room for hardly any, the others are dropped, which is a count, too. */
static void test_what_is_dropped_counts(void **state)
{
	struct audit_watch watch;
	int small = 1;
	uint64_t before;

	(void)state;
	open_or_skip(&watch);
	assert_int_equal(setsockopt(watch.fd, SOL_SOCKET, SO_RCVBUF, &small, sizeof(small)), 0);
	before = counted(&watch, 1);
	for (int i = 0; i < 20; i++)
		assert_int_equal(write_record(), 0);
	/* Unread until all are written. */
	poll(NULL, 0, 50);
	assert_true(counted(&watch, before + 20) >= before + 20);
	assert_true(watch.taken < before + 20);
	audit_watch_close(&watch);
}

static void test_not_watching(void **state)
{
	struct audit_watch watch = {.fd = -1};

	(void)state;
	assert_int_equal(audit_watch_count(&watch), 0);
	audit_watch_close(&watch);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_records_are_counted),
		cmocka_unit_test(test_what_is_dropped_counts),
		cmocka_unit_test(test_not_watching),
	};

	return cmocka_run_group_tests_name("audit_watch", tests, NULL, NULL);
}
