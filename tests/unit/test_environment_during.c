/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_environment_during.c - what happened between two readings, and the alarms that follow.
 */
#include "tests/unit/environment_check.h"

struct row {
	const char *key;
	const char *before;
	const char *after;
};

/* An environment of the rows' values before, compared with one of those after. */
static void compare(struct environment *environment, const struct row *rows, size_t count)
{
	struct environment_request request = {NULL, 1};
	struct environment_roots roots = {"", false};
	struct collection collection = {environment, &request, &roots, 0};
	struct environment now = {0};

	*environment = (struct environment){0};
	for (size_t i = 0; i < count; i++) {
		environment_set(environment, rows[i].key, rows[i].before, "before");
		environment_set(&now, rows[i].key, rows[i].after, "after");
	}
	environment_compare_during(&collection, &now);
	assert_int_equal(collection.failed, 0);
	environment_clear(&now);
}

static void a_quiet_session_changes_nothing(void **state)
{
	static const struct row rows[] = {
		{"counter.uptime", "100.00", "160.50"},
		{"counter.ticks", "1000", "13100"},
		{"counter.steal", "500", "621"}, /* exactly 1% */
		{"counter.worker_ticks", "500", "6550"},
		{"counter.worker_steal", "0", "60"},
		{"counter.context_switches", "1000", "7050"},
		{"counter.core_throttled", "12", "12"},
		{"counter.package_throttled", NULL, NULL},
		{"load.average", "0.10 0.10 0.10", "1.20 0.30 0.10"},
		{"cpu.governor", "performance", "performance"},
		{"cpu.mhz", "800.0", "3100.0"},
		{"lsm.selinux.avc_hash", "entries: 1", "entries: 2"},
		{"self.cpus_allowed", "0-3", "0,2-3"},
		{"lsm.securityfs", "not mounted", "mounted"},
		{"lsm.lockdown.mode", NULL, "none"},
		{"lsm.ima.violations", "1", NULL},
	};
	struct environment session;

	(void)state;
	compare(&session, rows, sizeof(rows) / sizeof(rows[0]));
	assert_value(&session, "during.seconds", "60.50");
	assert_value(&session, "during.steal", "1.00%");
	assert_value(&session, "during.worker_steal", "0.99%");
	assert_value(&session, "during.context_switches", "6050");
	assert_value(&session, "during.context_switch_rate", "100/s");
	assert_value(&session, "during.core_throttled", "0");
	assert_unknown(&session, "during.package_throttled", "after");
	assert_value(&session, "during.load_at_end", "1.20 0.30 0.10");
	assert_value(&session, "during.changed", "nothing");
	assert_null(environment_find(&session, "during.avc_lookups"));
	assert_warning_count(&session, 0);
	environment_clear(&session);
}

static void disturbances_raise_alarms(void **state)
{
	static const struct row rows[] = {
		{"counter.ticks", "1000", "2000"},
		{"counter.steal", "0", "11"},
		{"counter.core_throttled", "12", "14"},
		{"counter.package_throttled", "40", "47"},
		{"audit.enabled", "on", "on"},
		{"counter.audit_lost", "1", "2"},
		{"lsm.selinux.state", "active", "active"},
		{"counter.avc_lookups", "3000", "3500"},
		{"counter.avc_misses", "40", "42"},
		{"cpu.governor", "performance", "powersave"},
		{"lsm.selinux.enforce", "1", "0"},
		{"kernel.command_line", "a", "b"}, /* private: not told in a warning */
	};
	struct environment session;

	(void)state;
	compare(&session, rows, sizeof(rows) / sizeof(rows[0]));
	assert_value(&session, "during.avc_lookups", "500");
	assert_value(&session, "during.avc_misses", "2");
	assert_unknown(&session, "during.seconds", "not read twice");
	assert_warning(&session, WARNING_ALARM, "took 1.1% of this machine's time");
	assert_warning(&session, WARNING_ALARM, "throttled 7 times");
	assert_warning(&session, WARNING_ALARM, "audit lost records");
	assert_warning(&session, WARNING_ALARM, "cpu.governor from performance to powersave");
	assert_warning(&session, WARNING_ALARM, "lsm.selinux.enforce from 1 to 0");
	assert_null(find_warning(&session, "command_line"));
	assert_warning_count(&session, 4);
	environment_clear(&session);
}

static void the_workers_own_steal_comes_first(void **state)
{
	static const struct row rows[] = {
		{"counter.ticks", "1000", "2000"},
		{"counter.steal", "0", "20"},
		{"counter.worker_ticks", "500", "1000"},
		{"counter.worker_steal", "0", "20"},
	};
	struct environment session;

	(void)state;
	compare(&session, rows, sizeof(rows) / sizeof(rows[0]));
	assert_warning(&session, WARNING_ALARM, "took 4.0% of CPU 1's time");
	assert_warning_count(&session, 1);
	environment_clear(&session);
}

/* A path that leads elsewhere now says nothing of what the workers held open. */
static void a_mount_at_the_scratch_directory_spoils_no_runs(void **state)
{
	static const struct row rows[] = {
		{"scratch.0.type", "tmpfs", "ext4"},
		{"scratch.0.scheduler", "none", "bfq"},
		{"scratch.1.type", "ext4", "ext4"},
	};
	struct environment session;

	(void)state;
	compare(&session, rows, sizeof(rows) / sizeof(rows[0]));
	assert_warning(&session, WARNING_NOTE,
		       "unmounted there during the session (scratch.0.type");
	assert_warning_count(&session, 1);
	assert_non_null(strstr(environment_value(&session, "during.changed", ""),
			       "scratch.0.type from tmpfs to ext4"));
	environment_clear(&session);
}

/* The same file system that works otherwise is another matter. */
static void a_scratch_directory_that_changes_spoils_runs(void **state)
{
	static const struct row rows[] = {
		{"scratch.0.type", "ext4", "ext4"},
		{"scratch.0.scheduler", "none", "bfq"},
	};
	struct environment session;

	(void)state;
	compare(&session, rows, sizeof(rows) / sizeof(rows[0]));
	assert_warning(&session, WARNING_ALARM, "scratch.0.scheduler from none to bfq");
	assert_warning_count(&session, 1);
	environment_clear(&session);
}

/* A counter that ran backwards was reset: nothing can be said of it. */
static void backward_counters_are_unknown(void **state)
{
	static const struct row rows[] = {
		{"counter.context_switches", "100", "50"},
		{"counter.ticks", "1000", "1000"},
		{"counter.steal", "5", "5"},
		{"counter.uptime", "9", "3"},
	};
	struct environment session;

	(void)state;
	compare(&session, rows, sizeof(rows) / sizeof(rows[0]));
	assert_unknown(&session, "during.context_switches", "not read at both ends");
	assert_unknown(&session, "during.steal", "no two different times");
	assert_unknown(&session, "during.seconds", "not read twice");
	assert_null(environment_find(&session, "during.context_switch_rate"));
	assert_warning_count(&session, 0);
	environment_clear(&session);
}

/* The whole way on a copied tree: read twice, it has changed nothing. */
static void a_tree_read_twice_is_the_same(void **state)
{
	struct environment_request request = {NULL, 1};
	const struct environment_roots roots = {"tests/data/environment/laptop", false};
	struct environment laptop;
	struct error error;
	size_t warnings;

	(void)state;
	collect_tree(&laptop, "laptop", &request);
	warnings = laptop.warning_count;
	assert_int_equal(environment_finish_from(&laptop, &request, &roots, &error), 0);
	assert_value(&laptop, "during.changed", "nothing");
	assert_value(&laptop, "during.seconds", "0.00");
	assert_value(&laptop, "during.core_throttled", "0");
	assert_int_equal(laptop.warning_count, warnings);
	environment_clear(&laptop);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_quiet_session_changes_nothing),
		cmocka_unit_test(disturbances_raise_alarms),
		cmocka_unit_test(the_workers_own_steal_comes_first),
		cmocka_unit_test(a_mount_at_the_scratch_directory_spoils_no_runs),
		cmocka_unit_test(a_scratch_directory_that_changes_spoils_runs),
		cmocka_unit_test(backward_counters_are_unknown),
		cmocka_unit_test(a_tree_read_twice_is_the_same),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
