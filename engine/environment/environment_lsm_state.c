/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * environment_lsm_state.c - what each active security module is set to.
 *
 * A module that is not active gets one item that says so, and no empty details.
 */
#include "engine/environment/environment_internal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "engine/environment/security_module.h"

#ifdef SYS_landlock_create_ruleset
#define LANDLOCK_CREATE_RULESET SYS_landlock_create_ruleset
#else
#define LANDLOCK_CREATE_RULESET 444
#endif
#define LANDLOCK_VERSION_FLAG 1U

struct detail {
	const char *key;
	const char *path;
	const char *hint;
};

static const char hint_securityfs[] = "needs securityfs, and for some files root";
static const char hint_selinuxfs[] = "selinuxfs is not mounted: mount -t selinuxfs selinuxfs "
				     "/sys/fs/selinux";

static const struct detail selinux_details[] = {
	{"lsm.selinux.enforce", "/sys/fs/selinux/enforce", hint_selinuxfs},
	{"lsm.selinux.deny_unknown", "/sys/fs/selinux/deny_unknown", hint_selinuxfs},
	{"lsm.selinux.policy_version", "/sys/fs/selinux/policyvers", hint_selinuxfs},
	{"lsm.selinux.mls", "/sys/fs/selinux/mls", hint_selinuxfs},
	{"lsm.selinux.avc_threshold", "/sys/fs/selinux/avc/cache_threshold", hint_selinuxfs},
	{"lsm.selinux.avc_hash", "/sys/fs/selinux/avc/hash_stats", hint_selinuxfs},
	{NULL, NULL, NULL},
};

static const struct detail apparmor_details[] = {
	{"lsm.apparmor.enabled", "/sys/module/apparmor/parameters/enabled", NULL},
	{"lsm.apparmor.mode", "/sys/module/apparmor/parameters/mode", NULL},
	{"lsm.apparmor.own_profile", "/proc/self/attr/apparmor/current",
	 "the file is there from Linux 5.8; see self.attr.current"},
	{NULL, NULL, NULL},
};

static const struct detail smack_details[] = {
	{"lsm.smack.own_label", "/proc/self/attr/smack/current", NULL},
	{"lsm.smack.onlycap", "/sys/fs/smackfs/onlycap", "smackfs is not mounted"},
	{NULL, NULL, NULL},
};

static const struct detail tomoyo_details[] = {
	{"lsm.tomoyo.version", "/sys/kernel/security/tomoyo/version", hint_securityfs},
	{"lsm.tomoyo.statistics", "/sys/kernel/security/tomoyo/stat", hint_securityfs},
	{NULL, NULL, NULL},
};

static const struct detail yama_details[] = {
	{"lsm.yama.ptrace_scope", "/proc/sys/kernel/yama/ptrace_scope", NULL},
	{NULL, NULL, NULL},
};

static const struct detail loadpin_details[] = {
	{"lsm.loadpin.enforce", "/proc/sys/kernel/loadpin/enforce",
	 "the file is there where the device is writable"},
	{NULL, NULL, NULL},
};

static const struct detail safesetid_details[] = {
	{"lsm.safesetid.users", "/sys/kernel/security/safesetid/uid_allowlist_policy",
	 hint_securityfs},
	{NULL, NULL, NULL},
};

static const struct detail ipe_details[] = {
	{"lsm.ipe.enforce", "/sys/kernel/security/ipe/enforce", hint_securityfs},
	{"lsm.ipe.success_audit", "/sys/kernel/security/ipe/success_audit", hint_securityfs},
	{NULL, NULL, NULL},
};

static const struct detail ima_details[] = {
	{"lsm.ima.measurements", "/sys/kernel/security/ima/runtime_measurements_count",
	 hint_securityfs},
	{"lsm.ima.violations", "/sys/kernel/security/ima/violations", hint_securityfs},
	{NULL, NULL, NULL},
};

static const struct detail evm_details[] = {
	{"lsm.evm.mode", "/sys/kernel/security/evm", hint_securityfs},
	{NULL, NULL, NULL},
};

static const struct detail bpf_details[] = {
	{"lsm.bpf.unprivileged_disabled", "/proc/sys/kernel/unprivileged_bpf_disabled", NULL},
	{"lsm.bpf.jit", "/proc/sys/net/core/bpf_jit_enable", NULL},
	{NULL, NULL, NULL},
};

static const struct {
	const char *name;
	const struct detail *details;
	const char *trace; /* is there whenever the module is active, for kernels without a list */
} modules[] = {
	{"selinux", selinux_details, "/sys/fs/selinux/enforce"},
	{"apparmor", apparmor_details, NULL},
	{"smack", smack_details, "/sys/fs/smackfs/onlycap"},
	{"tomoyo", tomoyo_details, "/sys/kernel/security/tomoyo/version"},
	{"yama", yama_details, "/proc/sys/kernel/yama/ptrace_scope"},
	{"loadpin", loadpin_details, NULL},
	{"safesetid", safesetid_details, NULL},
	{"ipe", ipe_details, "/sys/kernel/security/ipe/enforce"},
	{"ima", ima_details, "/sys/kernel/security/ima/violations"},
	{"evm", evm_details, "/sys/kernel/security/evm"},
	{"bpf", bpf_details, NULL},
};

static void probe_details(struct collection *collection, const struct detail *details)
{
	for (; details->key; details++)
		collection_file(collection, details->key, details->path, details->hint);
}

static bool exists(const struct collection *collection, const char *absolute)
{
	char path[512];

	return absolute && !collection_path(collection, absolute, path, sizeof(path)) &&
	       !access(path, F_OK);
}

/* What a module shows of itself where the list is unknown. */
static const char *state_without_list(const struct collection *collection, const char *name,
				      const char *trace)
{
	char enabled[8];

	if (!strcmp(name, "apparmor") &&
	    !collection_read_line(collection, "/sys/module/apparmor/parameters/enabled", enabled,
				  sizeof(enabled)))
		return enabled[0] == 'Y' ? "active" : "not active";
	return exists(collection, trace) ? "active" : NULL;
}

/* IMA and EVM became modules in Linux 6.9; before, they worked without being in the list. */
static bool list_names_integrity(const struct collection *collection)
{
	const char *release = environment_value(collection->environment, "kernel.release", "");
	unsigned int major, minor;

	if (sscanf(release, "%u.%u", &major, &minor) != 2)
		return false;
	return major > 6 || (major == 6 && minor >= 9);
}

static const char *state_unlisted(const struct collection *collection, const char *name,
				  const char *trace)
{
	bool mounted = !strcmp(environment_value(collection->environment, "lsm.securityfs", ""),
			       "mounted");

	if (strcmp(name, "ima") != 0 && strcmp(name, "evm") != 0)
		return "not active";
	if (list_names_integrity(collection))
		return "not active";
	if (exists(collection, trace))
		return "active";
	return mounted ? "not active" : NULL;
}

static void set_state(struct collection *collection, const char *key, const char *name,
		      const char *trace)
{
	const struct environment_item *list =
		environment_find(collection->environment, "lsm.active");
	const char *state, *source = "its files in /sys and /proc";

	if (!list || !list->value) {
		state = state_without_list(collection, name, trace);
	} else if (module_list_has(list->value, name)) {
		state = "active";
		source = list->source;
	} else {
		state = state_unlisted(collection, name, trace);
		if (state && !strcmp(state, "not active"))
			source = list->source;
	}
	if (state)
		collection_set(collection, key, state, source);
	else if (list && list->value)
		collection_unknown(collection, key,
				   "the list names it only from Linux 6.9, and securityfs is "
				   "not mounted");
	else
		collection_unknown(collection, key, "the list of active modules is unknown");
}

static void probe_module(struct collection *collection, const char *name,
			 const struct detail *details, const char *trace)
{
	char key[64];

	snprintf(key, sizeof(key), "lsm.%s.state", name);
	set_state(collection, key, name, trace);
	if (!strcmp(environment_value(collection->environment, key, ""), "active"))
		probe_details(collection, details);
}

static bool is_active(const struct collection *collection, const char *name)
{
	char key[64];

	snprintf(key, sizeof(key), "lsm.%s.state", name);
	return !strcmp(environment_value(collection->environment, key, ""), "active");
}

/* One line a profile; root only, and long on a desktop. */
static void probe_line_count(struct collection *collection, const char *key, const char *path)
{
	FILE *file = collection_open(collection, path);
	unsigned long lines = 0;
	int c;

	if (!file) {
		collection_unreadable(collection, key, path, errno, hint_securityfs);
		return;
	}
	errno = 0;
	while ((c = getc(file)) != EOF)
		lines += c == '\n';
	if (ferror(file))
		collection_unreadable(collection, key, path, errno, hint_securityfs);
	else
		collection_format(collection, key, path, "%lu", lines);
	fclose(file);
}

static void probe_landlock(struct collection *collection)
{
	const char *key = "lsm.landlock.abi";
	long version;

	if (!collection->roots->live) {
		collection_unknown(collection, key, "only the running kernel can be asked");
		return;
	}
	version = syscall(LANDLOCK_CREATE_RULESET, NULL, 0, LANDLOCK_VERSION_FLAG);
	if (version >= 0)
		collection_format(collection, key, "landlock_create_ruleset(2)", "%ld", version);
	else
		collection_unknown(collection, key, "landlock_create_ruleset(2): %s; %s",
				   error_words(errno),
				   errno == EOPNOTSUPP ? "landlock is built in but not among lsm="
						       : "landlock is not built, or Linux is older "
							 "than 5.13");
}

void environment_probe_lsm_state(struct collection *collection)
{
	for (size_t i = 0; i < sizeof(modules) / sizeof(modules[0]); i++)
		probe_module(collection, modules[i].name, modules[i].details, modules[i].trace);
	collection_choice(collection, "lsm.lockdown.mode", "/sys/kernel/security/lockdown",
			  hint_securityfs);
	probe_landlock(collection);
	if (is_active(collection, "apparmor"))
		probe_line_count(collection, "lsm.apparmor.profiles",
				 "/sys/kernel/security/apparmor/profiles");
	if (is_active(collection, "ima"))
		probe_line_count(collection, "lsm.ima.policy_rules",
				 "/sys/kernel/security/ima/policy");
}
