/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_environment_trees.c - the probes on three machines that this one is not: a laptop, a box
 * under SELinux, an old kernel (tests/data/environment).
 */
#include "tests/unit/environment_check.h"

static void the_laptop_is_described(void **state)
{
	char *paths[] = {"/home/jo/bench", "/var/tmp", "/media/a b/x", "/homestead"};
	struct text_list list = {paths, 4};
	struct environment_request request = {&list, 1};
	struct environment laptop;

	(void)state;
	collect_tree(&laptop, "laptop", &request);
	assert_value(&laptop, "kernel.release", "6.1.0-28-amd64");
	assert_value(&laptop, "kernel.config_source", "/proc/config.gz");
	/* sha256sum of the decompressed text */
	assert_value(&laptop, "kernel.config_sha256",
		     "6a4f627284b50fa2c8335edb0a6ad8190e540714d8a5170c05d016ef16e7d380");
	assert_value(&laptop, "config.hz", "250");
	assert_value(&laptop, "config.security_smack", "n");
	assert_value(&laptop, "config.cc_version_text", "gcc-12 (Debian 12.2.0-14) 12.2.0");
	assert_value(&laptop, "config.page_table_isolation", "y");
	assert_null(environment_find(&laptop, "config.ext4_fs"));
	assert_value(&laptop, "mitigation.meltdown", "Mitigation: PTI");
	assert_value(&laptop, "cpu.model", "Intel(R) Core(TM) i7-8650U CPU @ 1.90GHz");
	assert_value(&laptop, "cpu.mhz", "800.012");
	assert_value(&laptop, "cpu.online", "8 (0-7)");
	assert_value(&laptop, "cpu.isolated", "empty");
	assert_value(&laptop, "cpu.governor", "powersave");
	assert_value(&laptop, "cpu.turbo", "on");
	assert_value(&laptop, "cpu.core_siblings", "1,5");
	assert_value(&laptop, "machine.memory", "16237552 kB");
	assert_value(&laptop, "load.memory_available", "9237552 kB");
	assert_value(&laptop, "machine.clocksource", "tsc");
	assert_value(&laptop, "machine.huge_pages", "madvise");
	assert_value(&laptop, "machine.power", "battery");
	assert_value(&laptop, "machine.vendor", "LENOVO");
	assert_unknown(&laptop, "machine.virtualization", "no trace of a hypervisor");
	assert_value(&laptop, "load.average", "0.31 0.28 0.22");
	environment_clear(&laptop);
}

/* printf 0f1e2d3c-4b5a-4697-8889-a0b1c2d3e4f5 | sha256sum */
static void a_boot_is_told_by_a_digest(void **state)
{
	struct environment environment;
	char text[128];

	(void)state;
	collect_tree(&environment, "laptop", NULL);
	assert_value(&environment, "kernel.boot", "a63fef9035395c27");
	assert_true(environment_is_volatile("kernel.boot"));
	/* Nothing of the id itself, and nothing that redacting would take out. */
	environment_redacted_value(&environment, environment_find(&environment, "kernel.boot"),
				   text, sizeof(text));
	assert_string_equal(text, "a63fef9035395c27");
	environment_clear(&environment);
	collect_tree(&environment, "old", NULL);
	assert_unknown(&environment, "kernel.boot", "/proc/sys/kernel/random/boot_id");
	environment_clear(&environment);
}

static void the_laptops_scratches_are_on_their_mounts(void **state)
{
	char *paths[] = {"/home/jo/bench", "/homestead", "/media/a b/x", "/tmp"};
	struct text_list list = {paths, 4};
	struct environment_request request = {&list, 1};
	struct environment laptop;

	(void)state;
	collect_tree(&laptop, "laptop", &request);
	assert_value(&laptop, "scratch.0.mount_point", "/home");
	assert_value(&laptop, "scratch.0.device", "/dev/nvme0n1p3");
	assert_unknown(&laptop, "scratch.0.scheduler", "ext4 shows no block device");
	assert_value(&laptop, "scratch.1.mount_point", "/");
	assert_value(&laptop, "scratch.1.type", "ext4");
	assert_value(&laptop, "scratch.1.options", "rw,noatime,errors=remount-ro");
	assert_value(&laptop, "scratch.1.scheduler", "none");
	assert_value(&laptop, "scratch.1.write_cache", "write back");
	assert_value(&laptop, "scratch.1.writeback_throttle_us", "2000");
	assert_value(&laptop, "scratch.2.mount_point", "/media/a b");
	assert_value(&laptop, "scratch.2.type", "vfat");
	assert_value(&laptop, "scratch.3.type", "tmpfs");
	environment_clear(&laptop);
}

static void the_laptops_modules_are_described(void **state)
{
	struct environment_request request = {NULL, 1};
	struct environment laptop;

	(void)state;
	collect_tree(&laptop, "laptop", &request);
	/* the file ends without a newline */
	assert_value(&laptop, "lsm.active", "lockdown,capability,landlock,yama,apparmor,bpf");
	assert_source(&laptop, "lsm.active", "/sys/kernel/security/lsm");
	assert_value(&laptop, "lsm.built",
		     "capability,selinux,apparmor,yama,lockdown,bpf,landlock,ima");
	assert_value(&laptop, "lsm.requested",
		     "lsm=landlock,lockdown,yama,integrity,apparmor,bpf,tomoyo apparmor=1");
	assert_value(&laptop, "lsm.lockdown.mode", "none");
	assert_value(&laptop, "lsm.yama.ptrace_scope", "0");
	assert_value(&laptop, "lsm.apparmor.state", "active");
	assert_value(&laptop, "lsm.apparmor.mode", "enforce");
	assert_value(&laptop, "lsm.apparmor.profiles", "3");
	assert_value(&laptop, "lsm.apparmor.own_profile", "unconfined");
	assert_value(&laptop, "lsm.selinux.state", "not active");
	assert_null(environment_find(&laptop, "lsm.selinux.enforce"));
	/* before Linux 6.9 IMA works without being in the list */
	assert_value(&laptop, "lsm.ima.state", "active");
	assert_value(&laptop, "lsm.ima.violations", "0");
	assert_unknown(&laptop, "lsm.ima.policy_rules", "No such file");
	assert_value(&laptop, "lsm.evm.state", "not active");
	assert_value(&laptop, "self.attr.current", "unconfined");
	assert_value(&laptop, "self.attr.exec", "empty");
	assert_value(&laptop, "self.seccomp", "none");
	environment_clear(&laptop);
}

static void the_laptops_processes_are_ranked(void **state)
{
	struct environment_request request = {NULL, 1};
	const char *busiest;
	struct environment laptop;

	(void)state;
	collect_tree(&laptop, "laptop", &request);
	assert_value(&laptop, "process.count", "3");
	busiest = environment_value(&laptop, "process.busiest.1", "");
	assert_ptr_equal(strstr(busiest, "a) b (c) (812): 0 ms in the last "), busiest);
	assert_non_null(strstr(busiest, ", 100.00 s since it began"));
	assert_non_null(strstr(environment_value(&laptop, "process.busiest.2", ""), "systemd (1)"));
	assert_non_null(
		strstr(environment_value(&laptop, "process.busiest.3", ""), "evil?[2J (900)"));
	assert_null(environment_find(&laptop, "process.busiest.4"));
	environment_clear(&laptop);
}

static void the_laptop_gets_its_warnings(void **state)
{
	struct environment_request request = {NULL, 1};
	struct environment laptop;

	(void)state;
	collect_tree(&laptop, "laptop", &request);
	assert_warning(&laptop, WARNING_ALARM,
		       "governor is powersave on CPU 1, medians drift: cpupower -c 1");
	assert_warning(&laptop, WARNING_ALARM, "on battery");
	assert_warning(&laptop, WARNING_NOTE, "CPUs 1,5 share one core (SMT)");
	assert_warning(&laptop, WARNING_NOTE,
		       "echo 1 > /sys/devices/system/cpu/intel_pstate/no_turbo");
	assert_warning(&laptop, WARNING_NOTE, "asks for tomoyo, which is not active");
	assert_warning_count(&laptop, 5);
	environment_clear(&laptop);
}

static void the_selinux_box_is_described(void **state)
{
	struct environment_request request = {NULL, -1};
	struct environment box;

	(void)state;
	collect_tree(&box, "selinux", &request);
	assert_value(&box, "kernel.config_source", "/lib/modules/6.17.7-300.fc43.x86_64/config");
	assert_value(&box, "lsm.active",
		     "lockdown,capability,yama,selinux,bpf,landlock,ipe,ima,evm");
	assert_value(&box, "lsm.default", "lockdown,yama,integrity,selinux,bpf,landlock,ipe");
	/* what stands behind "--" is for init */
	assert_value(&box, "lsm.requested", "nothing");
	assert_value(&box, "lsm.selinux.enforce", "1");
	assert_value(&box, "lsm.selinux.deny_unknown", "0");
	assert_value(&box, "lsm.selinux.policy_version", "33");
	assert_value(&box, "lsm.selinux.avc_hash",
		     "entries: 506; buckets used: 335/512; longest chain: 5");
	assert_value(&box, "counter.avc_lookups", "3000");
	assert_value(&box, "counter.avc_misses", "40");
	assert_value(&box, "lsm.lockdown.mode", "integrity");
	assert_value(&box, "lsm.ipe.enforce", "1");
	assert_value(&box, "lsm.evm.state", "active");
	assert_value(&box, "lsm.evm.mode", "0");
	assert_value(&box, "lsm.ima.violations", "2");
	assert_unknown(&box, "lsm.landlock.abi", "only the running kernel");
	/* the file ends in a NUL */
	assert_value(&box, "self.attr.current",
		     "unconfined_u:unconfined_r:unconfined_t:s0-s0:c0.c1023");
	assert_value(&box, "self.seccomp", "filter");
	assert_value(&box, "self.seccomp_filters", "3");
	assert_value(&box, "cpu.model", "ARM implementer 0x41, part 0xd0c, variant 0x3");
	assert_value(&box, "cpu.online", "3 (0-1,4)");
	assert_unknown(&box, "cpu.worker", "no CPU is chosen yet");
	assert_value(&box, "machine.virtualization", "xen");
	assert_value(&box, "machine.power", "mains");
	environment_clear(&box);
}

static void the_selinux_box_gets_its_warnings(void **state)
{
	char *paths[] = {"/srv/x", "/net/y", "/run/doc/z", "/srv/inner/good"};
	struct text_list list = {paths, 4};
	struct environment_request request = {&list, -1};
	struct environment box;

	(void)state;
	collect_tree(&box, "selinux", &request);
	assert_warning(&box, WARNING_ALARM, "3 seccomp filters, \"none\" includes them");
	assert_warning(&box, WARNING_ALARM, "scratch directory 1 is on overlay");
	assert_warning(&box, WARNING_ALARM, "scratch directory 2 is on nfs4");
	assert_warning(&box, WARNING_ALARM, "scratch directory 3 is on fuse.portal");
	assert_warning(&box, WARNING_NOTE, "took 8.0% of this machine's time since boot");
	assert_warning(&box, WARNING_NOTE, "echo 0 > /sys/devices/system/cpu/cpufreq/boost");
	assert_warning_count(&box, 6);
	environment_clear(&box);
}

static void the_old_kernel_is_described(void **state)
{
	char *paths[] = {"/var/tmp", "/root"};
	struct text_list list = {paths, 2};
	struct environment_request request = {&list, 0};
	struct environment old;

	(void)state;
	collect_tree(&old, "old", &request);
	assert_unknown(&old, "lsm.active", "mount -t securityfs securityfs /sys/kernel/security");
	assert_unknown(&old, "lsm.selinux.state", "the list of active modules is unknown");
	assert_value(&old, "lsm.default", "selinux");
	assert_value(&old, "lsm.requested", "security=selinux selinux=1 audit=1");
	assert_value(&old, "kernel.config_source", "/boot/config-4.9.0-19-686");
	assert_unknown(&old, "kernel.machine", "from Linux 6.1");
	assert_unknown(&old, "mitigation.all", "No such file");
	assert_unknown(&old, "self.seccomp_filters", "from Linux 5.9");
	assert_unknown(&old, "self.attr.current", "No such file");
	assert_unknown(&old, "counter.steal", "unknown form");
	assert_value(&old, "machine.virtualization", "yes, unnamed");
	assert_value(&old, "cpu.online", "1 (0)");
	/* of two mounts on one directory the last is seen */
	assert_value(&old, "scratch.0.type", "tmpfs");
	assert_value(&old, "scratch.1.device", "/dev/root");
	assert_unknown(&old, "scratch.1.free_space", "only the running kernel");
	assert_value(&old, "process.count", "2");
	assert_value(&old, "process.other_worker", "lsmbench-worker (702) on CPU 0");
	environment_clear(&old);
}

static void the_old_kernel_gets_its_warnings(void **state)
{
	struct environment_request request = {NULL, 0};
	struct environment old;

	(void)state;
	collect_tree(&old, "old", &request);
	assert_warning(&old, WARNING_ALARM, "debug kernel (kasan, lockdep, prove_locking)");
	assert_warning(&old, WARNING_ALARM, "clock source is acpi_pm");
	assert_warning(&old, WARNING_ALARM, "load is 2.71");
	assert_warning(&old, WARNING_ALARM, "(busiest: make (700))");
	assert_warning(&old, WARNING_ALARM, "another session measures here");
	assert_warning(&old, WARNING_ALARM, "already carries seccomp filters");
	assert_warning(&old, WARNING_NOTE, "securityfs is not mounted");
	assert_warning(&old, WARNING_NOTE, "only one CPU is online");
	assert_warning_count(&old, 7);
	environment_clear(&old);
}

/* Nothing of a machine is there: every item has its reason and nothing is guessed. */
static void an_empty_tree_is_all_reasons(void **state)
{
	struct environment_request request = {NULL, 0};
	struct environment nothing;

	(void)state;
	collect_tree(&nothing, "no-such-tree", &request);
	assert_true(nothing.item_count > 30);
	for (size_t i = 0; i < nothing.item_count; i++) {
		const struct environment_item *item = &nothing.items[i];

		if (item->value && strcmp(item->key, "lsmbench.version") != 0 &&
		    strcmp(item->key, "cpu.worker") != 0)
			fail_msg("%s is %s, out of nowhere", item->key, item->value);
		if (!item->value)
			assert_true(strlen(item->reason) > 0);
	}
	assert_unknown(&nothing, "kernel.config_source",
		       "/proc/config.gz: No such file or directory; CONFIG_IKCONFIG_PROC is off");
	assert_warning_count(&nothing, 0);
	environment_clear(&nothing);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_laptop_is_described),
		cmocka_unit_test(a_boot_is_told_by_a_digest),
		cmocka_unit_test(the_laptops_scratches_are_on_their_mounts),
		cmocka_unit_test(the_laptops_modules_are_described),
		cmocka_unit_test(the_laptops_processes_are_ranked),
		cmocka_unit_test(the_laptop_gets_its_warnings),
		cmocka_unit_test(the_selinux_box_is_described),
		cmocka_unit_test(the_selinux_box_gets_its_warnings),
		cmocka_unit_test(the_old_kernel_is_described),
		cmocka_unit_test(the_old_kernel_gets_its_warnings),
		cmocka_unit_test(an_empty_tree_is_all_reasons),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
