/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * environment_field.c - which names an environment's items can have, so that a misspelt one can be
 * refused.
 *
 * A number between dots counts places or processes: the table says 0 for all of them.
 */
#include "engine/environment/environment_difference.h"

#include <ctype.h>
#include <string.h>

#include "engine/environment/environment_internal.h"
#include "engine/environment/rung_facts.h"

#define NAME_SIZE 128

static const char *const names[] = {
	"audit.backlog_limit",
	"audit.daemon",
	"audit.enabled",
	"audit.rate_limit",
	"audit.rules",
	"counter.audit_backlog",
	"counter.audit_lost",
	"counter.avc_lookups",
	"counter.avc_misses",
	"counter.context_switches",
	"counter.core_throttled",
	"counter.package_throttled",
	"counter.steal",
	"counter.ticks",
	"counter.uptime",
	"counter.worker_steal",
	"counter.worker_ticks",
	"cpu.cache",
	"cpu.cache_l1d",
	"cpu.cache_l1i",
	"cpu.cache_l2",
	"cpu.cache_l3",
	"cpu.cache_l4",
	"cpu.core_siblings",
	"cpu.energy_preference",
	"cpu.frequency_driver",
	"cpu.governor",
	"cpu.isolated",
	"cpu.khz_maximum",
	"cpu.mhz",
	"cpu.microcode",
	"cpu.model",
	"cpu.nohz_full",
	"cpu.online",
	"cpu.possible",
	"cpu.smt",
	"cpu.turbo",
	"cpu.worker",
	"during.audit_lost",
	"during.audit_records",
	"during.audit_records_of_case.0",
	"during.avc_lookups",
	"during.avc_misses",
	"during.changed",
	"during.context_switch_rate",
	"during.context_switches",
	"during.core_throttled",
	"during.load_at_end",
	"during.package_throttled",
	"during.seconds",
	"during.steal",
	"during.worker_steal",
	"host.name",
	"host.user",
	"kernel.boot",
	"kernel.command_line",
	"kernel.config_sha256",
	"kernel.config_source",
	"kernel.machine",
	"kernel.name",
	"kernel.release",
	"kernel.tainted",
	"kernel.version",
	"load.average",
	"load.cpu_pressure",
	"load.memory_available",
	"load.running",
	"load.siblings_busy",
	"lsm.active",
	"lsm.apparmor.enabled",
	"lsm.apparmor.mode",
	"lsm.apparmor.own_profile",
	"lsm.apparmor.profiles",
	"lsm.apparmor.state",
	"lsm.bpf.jit",
	"lsm.bpf.state",
	"lsm.bpf.unprivileged_disabled",
	"lsm.built",
	"lsm.debug",
	"lsm.default",
	"lsm.evm.mode",
	"lsm.evm.state",
	"lsm.ima.measurements",
	"lsm.ima.policy_rules",
	"lsm.ima.state",
	"lsm.ima.violations",
	"lsm.ipe.enforce",
	"lsm.ipe.state",
	"lsm.ipe.success_audit",
	"lsm.landlock.abi",
	"lsm.loadpin.enforce",
	"lsm.loadpin.state",
	"lsm.lockdown.mode",
	"lsm.requested",
	"lsm.safesetid.state",
	"lsm.safesetid.users",
	"lsm.securityfs",
	"lsm.selinux.avc_hash",
	"lsm.selinux.avc_threshold",
	"lsm.selinux.deny_unknown",
	"lsm.selinux.enforce",
	"lsm.selinux.mls",
	"lsm.selinux.policy_version",
	"lsm.selinux.state",
	"lsm.smack.onlycap",
	"lsm.smack.own_label",
	"lsm.smack.state",
	"lsm.tomoyo.state",
	"lsm.tomoyo.statistics",
	"lsm.tomoyo.version",
	"lsm.yama.ptrace_scope",
	"lsm.yama.state",
	"lsmbench.version",
	"machine.board",
	"machine.clocksource",
	"machine.clocksources",
	"machine.container",
	"machine.dirty_background_ratio",
	"machine.dirty_expire_centisecs",
	"machine.dirty_ratio",
	"machine.dirty_writeback_centisecs",
	"machine.firmware",
	"machine.huge_pages",
	"machine.memory",
	"machine.model",
	"machine.power",
	"machine.product",
	"machine.randomize_addresses",
	"machine.scheduler_autogroup",
	"machine.swap",
	"machine.vendor",
	"machine.virtualization",
	"process.busiest.0",
	"process.count",
	"process.other_worker",
	"scratch.0.block_size",
	"scratch.0.device",
	"scratch.0.free_inodes",
	"scratch.0.free_space",
	"scratch.0.mount_point",
	"scratch.0.options",
	"scratch.0.path",
	"scratch.0.queue_depth",
	"scratch.0.rotational",
	"scratch.0.scheduler",
	"scratch.0.type",
	"scratch.0.writeback_throttle_us",
	"scratch.0.write_cache",
	"self.attr.current",
	"self.attr.exec",
	"self.attr.fscreate",
	"self.attr.keycreate",
	"self.attr.prev",
	"self.attr.sockcreate",
	"self.cpus_allowed",
	"self.effective_capabilities",
	"self.no_new_privileges",
	"self.seccomp",
	"self.seccomp_filters",
	"self.speculation_store_bypass",
	"variant.bpf",
	"variant.depth",
	"variant.further_rules",
	"variant.landlock",
};

/* "scratch.12.type" as "scratch.0.type". False when it is too long to be a name. */
static bool take_numbers(const char *name, char plain[NAME_SIZE])
{
	size_t length = 0;

	while (*name) {
		size_t digits =
			length > 0 && plain[length - 1] == '.' ? strspn(name, "0123456789") : 0;

		if (length + 1 == NAME_SIZE)
			return false;
		if (digits > 0 && (name[digits] == '.' || !name[digits])) {
			plain[length++] = '0';
			name += digits;
		} else {
			plain[length++] = *name++;
		}
	}
	plain[length] = '\0';
	return true;
}

/* Of what the kernel names itself, or that is too much for a table. */
static bool is_open_name(const char *name, bool is_beginning)
{
	const char *mitigation = "mitigation.";
	const char *config = "config.";

	if (strncmp(name, config, strlen(config)) == 0)
		return environment_keeps_option(name + strlen(config), is_beginning);
	if (strncmp(name, mitigation, strlen(mitigation)) == 0)
		return is_beginning || name[strlen(mitigation)] != '\0';
	return is_beginning && (strncmp(config, name, strlen(name)) == 0 ||
				strncmp(mitigation, name, strlen(name)) == 0);
}

static bool fits(const char *name, const char *plain, size_t length, bool is_beginning)
{
	return is_beginning ? strncmp(name, plain, length) == 0 : strcmp(name, plain) == 0;
}

bool environment_field_exists(const char *name)
{
	char plain[NAME_SIZE];
	size_t length;
	bool is_beginning;

	if (!take_numbers(name, plain) || !plain[0])
		return false;
	length = strlen(plain);
	is_beginning = plain[length - 1] == '*';
	if (is_beginning)
		plain[--length] = '\0';
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		if (fits(names[i], plain, length, is_beginning))
			return true;
	}
	for (enum rung_fact fact = 0; fact < RUNG_FACT_COUNT; fact++) {
		if (fits(rung_fact_key(fact), plain, length, is_beginning))
			return true;
	}
	return is_open_name(plain, is_beginning);
}
