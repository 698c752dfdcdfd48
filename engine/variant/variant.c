/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * variant.c - the table of variants, and what a whole variant does: the sum of its parts.
 */
#include "engine/variant/variant.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/operation/call_hooks.h"
#include "engine/variant/seccomp.h"
#include "engine/variant/variant_private.h"

/*
 * Where Landlock has hooks (6.1 to 6.18). It has none where attributes are read or changed, an open
 * file is used or mapped, or a semaphore.
 */
#define HOOKS_OF_LANDLOCK                                                                          \
	(HOOK_OPEN | HOOK_PATH | HOOK_TRUNCATE | HOOK_IOCTL | HOOK_SOCKET | HOOK_TASK | HOOK_SIGNAL)

static int available_landlock(const struct variant_part *part, struct error *error)
{
	(void)part;
	return landlock_check(error);
}

static int confine_landlock(const struct variant_part *part, const struct landlock_scope *scope,
			    struct error *error)
{
	return landlock_confine(part->count, scope, error);
}

static int available_seccomp(const struct variant_part *part, struct error *error)
{
	(void)part;
	return seccomp_check(error);
}

static int available_in_tests(const struct variant_part *part, struct error *error)
{
	const char *tests = getenv("LSMBENCH_TESTS");

	if (tests && strcmp(tests, "1") == 0)
		return 0;
	return error_set(error, -EPERM,
			 "%s makes up %s, for the tests of lsmbench: only with "
			 "LSMBENCH_TESTS=1",
			 part->variant->name,
			 part->variant->system_wide ? "a turn of its own" : "a difference");
}

static int confine_seccomp(const struct variant_part *part, const struct landlock_scope *scope,
			   struct error *error)
{
	(void)scope;
	return seccomp_confine(SECCOMP_READS_ARGUMENT, part->count, error);
}

static int confine_seccomp_allow(const struct variant_part *part,
				 const struct landlock_scope *scope, struct error *error)
{
	(void)scope;
	return seccomp_confine(SECCOMP_CONSTANT_ALLOWS, part->count, error);
}

const struct variant variants[] = {
	{.name = VARIANT_NONE,
	 .written = "none",
	 .offered = "none",
	 .summary = "not confined: the baseline",
	 .argument = VARIANT_ALONE},
	{.name = VARIANT_SAME,
	 .written = "same",
	 .offered = "same",
	 .summary = "a second baseline: the A/A row",
	 .argument = VARIANT_ALONE},
	{.name = "landlock",
	 .written = "landlock:N",
	 .offered = "landlock:1",
	 .summary = "N Landlock layers (1 to 16) that allow the scratch root and what a case reads",
	 .argument = VARIANT_COUNT,
	 .maximum = LANDLOCK_LAYERS_MAXIMUM,
	 .counted = "layers",
	 .reach = REACH_HOOKS,
	 .hooks = HOOKS_OF_LANDLOCK,
	 .available = available_landlock,
	 .confine = confine_landlock},
	{.name = "seccomp",
	 .written = "seccomp:N",
	 .offered = "seccomp:1",
	 .summary = "N seccomp filters that read an argument and allow",
	 .argument = VARIANT_COUNT,
	 .maximum = SECCOMP_FILTERS_MAXIMUM,
	 .counted = "filters",
	 .reach = REACH_CALLS,
	 .available = available_seccomp,
	 .confine = confine_seccomp},
	{.name = "seccomp-allow",
	 .written = "seccomp-allow:N",
	 .offered = "seccomp-allow:1",
	 .summary = "N seccomp filters that allow whatever comes: the kernel caches that",
	 .argument = VARIANT_COUNT,
	 .maximum = SECCOMP_FILTERS_MAXIMUM,
	 .counted = "filters",
	 .reach = REACH_CALLS,
	 .available = available_seccomp,
	 .confine = confine_seccomp_allow},
	{.name = "apparmor",
	 .written = "apparmor:PROFILE",
	 .summary = "under an AppArmor profile, by aa-exec (untested)",
	 .argument = VARIANT_WORD,
	 .reach = REACH_CALLS,
	 .needs_module = true,
	 .available = variant_apparmor_available,
	 .wrap = variant_apparmor_wrap},
	{.name = "selinux",
	 .written = "selinux:CONTEXT",
	 .summary = "in an SELinux context, by runcon (untested)",
	 .argument = VARIANT_WORD,
	 .reach = REACH_CALLS,
	 .needs_module = true,
	 .available = variant_selinux_available,
	 .wrap = variant_selinux_wrap},
	{.name = "smack",
	 .written = "smack:LABEL",
	 .summary = "with a Smack label (untested)",
	 .argument = VARIANT_WORD,
	 .reach = REACH_CALLS,
	 .needs_module = true,
	 .confine = variant_smack_confine},
	{.name = "bpf",
	 .written = "bpf:HOOK*K,HOOK",
	 .offered = "bpf:inode_permission*1",
	 .summary = "K BPF programs (1 to 38) that do nothing on each HOOK, for all processes",
	 .argument = VARIANT_HOOKS,
	 .reach = REACH_CALLS,
	 .system_wide = true,
	 .needs_module = true},
	{.name = "longer",
	 .written = "longer:N",
	 .summary = "runs N iterations in a thousand more than it reports",
	 .argument = VARIANT_COUNT,
	 .for_tests = true,
	 .maximum = 1000,
	 .counted = "iterations",
	 .reach = REACH_EVERYTHING,
	 .available = available_in_tests},
	{.name = "apart",
	 .written = "apart:N",
	 .summary = "changes nothing, and takes N ms to do so before each turn of its own",
	 .argument = VARIANT_COUNT,
	 .for_tests = true,
	 .maximum = 60000,
	 .counted = "ms",
	 .reach = REACH_EVERYTHING,
	 .system_wide = true,
	 .available = available_in_tests},
	{.name = "exec",
	 .written = "exec:NAME=COMMAND",
	 .summary = "started by any COMMAND that executes what follows it: bwrap, unshare ...",
	 .argument = VARIANT_COMMAND,
	 .reach = REACH_CALLS,
	 .available = variant_exec_available,
	 .wrap = variant_exec_wrap},
};

const size_t variant_count = sizeof(variants) / sizeof(variants[0]);

int variant_wrap(const char *text, struct text_list *words, struct error *error)
{
	struct variant_parts parts;
	int code = variant_parse(text, &parts, error);

	if (code < 0)
		return code;
	for (size_t i = 0; i < parts.count && code == 0; i++)
		if (parts.parts[i].variant->wrap)
			code = parts.parts[i].variant->wrap(&parts.parts[i], words);
	variant_parts_clear(&parts);
	return code < 0 ? error_set(error, code, "out of memory") : 0;
}

int variant_confine(const char *text, const struct landlock_scope *scope, struct error *error)
{
	struct variant_parts parts;
	int code = variant_parse(text, &parts, error);

	if (code < 0)
		return code;
	/* From the last to the first: a label is written to /proc, which Landlock closes. */
	for (size_t i = parts.count; i-- > 0 && code == 0;)
		if (parts.parts[i].variant->confine)
			code = parts.parts[i].variant->confine(&parts.parts[i], scope, error);
	variant_parts_clear(&parts);
	return code;
}

bool variant_has(const char *text, const char *name)
{
	struct variant_parts parts;
	bool has = false;

	if (variant_parse(text, &parts, NULL) < 0)
		return false;
	for (size_t i = 0; i < parts.count; i++)
		has = has || strcmp(parts.parts[i].variant->name, name) == 0;
	variant_parts_clear(&parts);
	return has;
}

bool variant_is_system_wide(const char *text)
{
	struct variant_parts parts;
	bool wide = false;

	if (variant_parse(text, &parts, NULL) < 0)
		return false;
	for (size_t i = 0; i < parts.count; i++)
		wide = wide || parts.parts[i].variant->system_wide;
	variant_parts_clear(&parts);
	return wide;
}

static bool spares(const struct variant *variant, const struct operation *operation)
{
	/* What it does while it times itself is more than its table of calls can tell. */
	if (operation->record)
		return variant->reach == REACH_NOTHING;
	switch (variant->reach) {
	case REACH_NOTHING:
		return true;
	case REACH_HOOKS:
		return (operation_hooks(operation) & variant->hooks) == 0;
	case REACH_CALLS:
		return !operation_makes_calls(operation);
	case REACH_EVERYTHING:
		break;
	}
	return false;
}

bool variant_spares(const char *text, const struct operation *operation)
{
	struct variant_parts parts;
	bool spared = true;

	if (variant_parse(text, &parts, NULL) < 0)
		return false;
	for (size_t i = 0; i < parts.count; i++)
		spared = spared && spares(parts.parts[i].variant, operation);
	variant_parts_clear(&parts);
	return spared;
}

/* The widest reach of a variant's parts. */
static enum variant_reach reach_of(const char *text)
{
	enum variant_reach reach = REACH_NOTHING;
	struct variant_parts parts;

	if (variant_parse(text, &parts, NULL) < 0)
		return REACH_EVERYTHING;
	for (size_t i = 0; i < parts.count; i++)
		if (parts.parts[i].variant->reach > reach)
			reach = parts.parts[i].variant->reach;
	variant_parts_clear(&parts);
	return reach;
}

const char *variant_control(const char *text)
{
	enum variant_reach reach = reach_of(text);

	if (reach == REACH_NOTHING || reach == REACH_EVERYTHING)
		return NULL;
	/* A system call that walks a path, as what is measured does, is the closer control. */
	return variant_spares(text, operation_find("stat")) ? "stat" : "loop";
}

/* The count of the part called name; 0: there is none. */
static uint32_t count_of(const char *text, const char *name)
{
	struct variant_parts parts;
	uint32_t count = 0;

	if (variant_parse(text, &parts, NULL) < 0)
		return 0;
	for (size_t i = 0; i < parts.count; i++)
		if (strcmp(parts.parts[i].variant->name, name) == 0)
			count = parts.parts[i].count;
	variant_parts_clear(&parts);
	return count;
}

uint32_t variant_longer(const char *text)
{
	return count_of(text, "longer");
}

uint32_t variant_apart(const char *text)
{
	return count_of(text, "apart");
}

uint32_t variant_programs(const char *text)
{
	return count_of(text, "bpf");
}

const char *variant_label(const char *text, char *buffer, size_t size)
{
	struct variant_parts parts;
	const char *command = NULL;

	if (variant_parse(text, &parts, NULL) == 0) {
		const struct variant_part *last = &parts.parts[parts.count - 1];

		if (last->variant->argument == VARIANT_COMMAND)
			command = strchr(text + strlen(text) - strlen(last->written), '=');
		variant_parts_clear(&parts);
	}
	snprintf(buffer, size, "%.*s", command ? (int)(command - text) : (int)strlen(text), text);
	return buffer;
}
