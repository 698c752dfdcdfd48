/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * variant.c - the table of variants, and what a whole variant does: the sum of its parts.
 */
#include "engine/variant.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/seccomp.h"
#include "engine/variant_private.h"

/* Landlock has no hook in these; a loop and a procedure make no system call at all. */
#define SPARED_BY_ALL "loop procedure-call"
#define SPARED_BY_LANDLOCK                                                                         \
	"stat fstatat access chmod open-path getxattr setxattr null-call read-zero write-null "    \
	"fstat signal-install " SPARED_BY_ALL

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

static int available_longer(const struct variant_part *part, struct error *error)
{
	const char *tests = getenv("LSMBENCH_TESTS");

	if (tests && strcmp(tests, "1") == 0)
		return 0;
	return error_set(error, -EPERM,
			 "%s makes up a difference, for the tests of lsmbench: only with "
			 "LSMBENCH_TESTS=1",
			 part->variant->name);
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
	 .controls = SPARED_BY_LANDLOCK,
	 .available = available_landlock,
	 .confine = confine_landlock},
	{.name = "seccomp",
	 .written = "seccomp:N",
	 .offered = "seccomp:1",
	 .summary = "N seccomp filters that read an argument and allow",
	 .argument = VARIANT_COUNT,
	 .maximum = SECCOMP_FILTERS_MAXIMUM,
	 .counted = "filters",
	 .controls = SPARED_BY_ALL,
	 .available = available_seccomp,
	 .confine = confine_seccomp},
	{.name = "seccomp-allow",
	 .written = "seccomp-allow:N",
	 .offered = "seccomp-allow:1",
	 .summary = "N seccomp filters that allow whatever comes: the kernel caches that",
	 .argument = VARIANT_COUNT,
	 .maximum = SECCOMP_FILTERS_MAXIMUM,
	 .counted = "filters",
	 .controls = SPARED_BY_ALL,
	 .available = available_seccomp,
	 .confine = confine_seccomp_allow},
	{.name = "apparmor",
	 .written = "apparmor:PROFILE",
	 .summary = "under an AppArmor profile, by aa-exec (untested)",
	 .argument = VARIANT_WORD,
	 .controls = SPARED_BY_ALL,
	 .available = variant_apparmor_available,
	 .wrap = variant_apparmor_wrap},
	{.name = "selinux",
	 .written = "selinux:CONTEXT",
	 .summary = "in an SELinux context, by runcon (untested)",
	 .argument = VARIANT_WORD,
	 .controls = SPARED_BY_ALL,
	 .available = variant_selinux_available,
	 .wrap = variant_selinux_wrap},
	{.name = "smack",
	 .written = "smack:LABEL",
	 .summary = "with a Smack label (untested)",
	 .argument = VARIANT_WORD,
	 .controls = SPARED_BY_ALL,
	 .available = variant_smack_available,
	 .confine = variant_smack_confine},
	{.name = "longer",
	 .written = "longer:N",
	 .summary = "runs N iterations in a thousand more than it reports",
	 .argument = VARIANT_COUNT,
	 .for_tests = true,
	 .maximum = 1000,
	 .counted = "iterations",
	 .controls = "",
	 .available = available_longer},
	{.name = "exec",
	 .written = "exec:NAME=COMMAND",
	 .summary = "started by any COMMAND that executes what follows it: bwrap, unshare ...",
	 .argument = VARIANT_COMMAND,
	 .controls = SPARED_BY_ALL,
	 .available = variant_exec_available,
	 .wrap = variant_exec_wrap},
};

const size_t variant_count = sizeof(variants) / sizeof(variants[0]);

int variant_available(const char *text, struct error *error)
{
	struct variant_parts parts;
	int code = variant_parse(text, &parts, error);

	if (code < 0)
		return code;
	for (size_t i = 0; i < parts.count && code == 0; i++)
		if (parts.parts[i].variant->available)
			code = parts.parts[i].variant->available(&parts.parts[i], error);
	variant_parts_clear(&parts);
	return code;
}

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

/* Whether one of the words of list, which blanks separate, is word. */
static bool has_word(const char *list, const char *word)
{
	const size_t length = strlen(word);

	while (*list) {
		size_t size = strcspn(list, " ");

		if (size == length && strncmp(list, word, length) == 0)
			return true;
		list += size;
		list += strspn(list, " ");
	}
	return false;
}

bool variant_spares(const char *text, const char *operation)
{
	struct variant_parts parts;
	bool spares = true;

	if (variant_parse(text, &parts, NULL) < 0)
		return false;
	for (size_t i = 0; i < parts.count; i++) {
		const char *controls = parts.parts[i].variant->controls;

		spares = spares && (!controls || has_word(controls, operation));
	}
	variant_parts_clear(&parts);
	return spares;
}

const char *variant_control(const char *text)
{
	/* No list has the empty name, so only what affects nothing spares it. */
	if (variant_spares(text, ""))
		return NULL;
	if (variant_longer(text) > 0)
		return NULL;
	/* A system call that walks a path, as what is measured does, is the closer control. */
	return variant_spares(text, "stat") ? "stat" : "loop";
}

uint32_t variant_longer(const char *text)
{
	struct variant_parts parts;
	uint32_t longer = 0;

	if (variant_parse(text, &parts, NULL) < 0)
		return 0;
	for (size_t i = 0; i < parts.count; i++)
		if (parts.parts[i].variant->for_tests)
			longer = parts.parts[i].count;
	variant_parts_clear(&parts);
	return longer;
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
