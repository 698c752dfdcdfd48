/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_environment_warnings.c - each warning comes with its cause, and only with it.
 */
#include "tests/unit/environment_check.h"

struct cause {
	const char *key;
	const char *value;
};

/* The worker on CPU 2, one scratch directory. */
static void judge(struct environment *environment, const struct cause *causes, size_t count)
{
	char *paths[] = {"/x"};
	struct text_list list = {paths, 1};
	struct environment_request request = {&list, 2};
	struct environment_roots roots = {"", false};
	struct collection collection = {environment, &request, &roots, 0};

	*environment = (struct environment){0};
	for (size_t i = 0; i < count && causes[i].key; i++)
		assert_int_equal(environment_set(environment, causes[i].key, causes[i].value,
						 "/sys/devices/system/cpu/cpufreq/boost"),
				 0);
	environment_judge(&collection);
	assert_int_equal(collection.failed, 0);
}

static void every_cause_has_its_warning(void **state)
{
	static const struct {
		struct cause causes[3];
		enum warning_level level;
		const char *part;
	} rows[] = {
		{{{"cpu.governor", "schedutil"}}, WARNING_ALARM, "cpupower -c 2 frequency-set"},
		{{{"cpu.smt", "on"}, {"cpu.core_siblings", "2-3"}}, WARNING_NOTE, "slows CPU 2"},
		{{{"cpu.smt", "on"}, {"cpu.core_siblings", "2,6"}, {"load.siblings_busy", "50%"}},
		 WARNING_ALARM,
		 "is busy and slows the worker: choose another --cpu"},
		{{{"cpu.turbo", "on"}}, WARNING_NOTE, "echo 0 > "},
		{{{"load.average", "1.01 0.50 0.20"}}, WARNING_ALARM, "load is 1.01"},
		{{{"process.other_worker", "lsmbench-worker (7) on CPU 2"}},
		 WARNING_ALARM,
		 "another session measures here (lsmbench-worker (7) on CPU 2)"},
		{{{"counter.steal", "11"}, {"counter.ticks", "1000"}}, WARNING_NOTE, "took 1.1%"},
		{{{"lsm.securityfs", "not mounted"}}, WARNING_NOTE, "mount -t securityfs"},
		{{{"self.seccomp", "filter"}, {"self.seccomp_filters", "1"}},
		 WARNING_ALARM,
		 "1 seccomp filter, \"none\" includes it"},
		{{{"cpu.online", "1 (0)"}}, WARNING_NOTE, "only one CPU"},
		{{{"scratch.0.type", "fuse.sshfs"}}, WARNING_ALARM, "user space"},
		{{{"scratch.0.type", "9p"}}, WARNING_ALARM, "on 9p"},
		{{{"scratch.0.free_space", "199 MiB of 5000 MiB"}}, WARNING_ALARM, "199 MiB left"},
		{{{"scratch.0.free_inodes", "19999 of 5"}}, WARNING_ALARM, "19999 inodes"},
		{{{"machine.power", "battery"}}, WARNING_ALARM, "battery"},
		{{{"machine.clocksource", "hpet"}}, WARNING_ALARM, "clock source is hpet"},
		{{{"config.kasan", "y"}, {"config.kcsan", "n"}}, WARNING_ALARM, "kernel (kasan)"},
		{{{"audit.enabled", "on"}, {"audit.rules", "3"}}, WARNING_NOTE, "with 3 rules"},
		{{{"lsm.active", "capability,bpf"}, {"lsm.requested", "x=1 lsm=bpf,yama audit=1"}},
		 WARNING_NOTE,
		 "asks for yama"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct environment environment;

		judge(&environment, rows[i].causes, 3);
		assert_warning(&environment, rows[i].level, rows[i].part);
		assert_warning_count(&environment, 1);
		environment_clear(&environment);
	}
}

static void a_quiet_machine_has_none(void **state)
{
	static const struct cause quiet[] = {
		{"cpu.governor", "performance"},
		{"cpu.smt", "on"},
		{"cpu.core_siblings", "2"},
		{"cpu.turbo", "off"},
		{"load.average", "1.00 5.00 5.00"},
		{"counter.steal", "10"},
		{"counter.ticks", "1000"},
		{"lsm.securityfs", "mounted"},
		{"self.seccomp", "none"},
		{"self.seccomp_filters", "0"},
		{"cpu.online", "16 (0-15)"},
		{"scratch.0.type", "ext4"},
		{"scratch.0.free_space", "200 MiB of 500 MiB"},
		{"scratch.0.free_inodes", "20000 of 50000"},
		{"machine.power", "mains"},
		{"machine.clocksource", "kvm-clock"},
		{"config.kasan", "n"},
		{"audit.enabled", "off"},
		{"audit.rules", "3"},
		{"lsm.active", "capability,landlock,ima"},
		{"lsm.requested", "lsm=landlock,integrity security=x"},
	};
	struct environment environment;

	(void)state;
	judge(&environment, quiet, sizeof(quiet) / sizeof(quiet[0]));
	assert_warning_count(&environment, 0);
	environment_clear(&environment);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_cause_has_its_warning),
		cmocka_unit_test(a_quiet_machine_has_none),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
