/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * variant_available.c - whether a variant can be had here, and else what to do. In a file of its
 * own, since the worker neither asks this nor links what reads a kernel's configuration or loads
 * programs into it.
 */
#include <errno.h>
#include <stdio.h>

#include "engine/environment/lsm.h"
#include "engine/environment/lsm_built.h"
#include "engine/variant/bpf.h"
#include "engine/variant/variant_private.h"

int variant_module_inactive(const struct security_module *module, int built, const char *active,
			    struct error *error)
{
	char first[160] = "";

	if (built == 0)
		snprintf(first, sizeof(first), "build the kernel with CONFIG_%s=y and ",
			 module->option);
	else if (built < 0)
		snprintf(first, sizeof(first), "on a kernel that is built with CONFIG_%s=y, ",
			 module->option);
	return error_set(error, -EOPNOTSUPP,
			 "%s not in the active LSM list (%s)%s: %sboot with lsm=%s%s%s",
			 module->name, active, built > 0 ? ", though built into this kernel" : "",
			 first, active, active[0] ? "," : "", module->name);
}

static int check_module(const struct security_module *module, struct error *error)
{
	char active[512];
	int code = lsm_is_active(module->name);

	if (code == 1)
		return 0;
	if (code < 0)
		return error_set(
			error, code,
			"%s: whether it is active cannot be told (%s): mount -t securityfs "
			"securityfs /sys/kernel/security",
			module->name, error_words(code));
	if (lsm_active(active, sizeof(active)) < 0)
		active[0] = '\0';
	return variant_module_inactive(module, lsm_is_built(module->name), active, error);
}

static int check_hooks(const struct variant_part *part, struct error *error)
{
	struct bpf_hooks hooks;
	int code = bpf_hooks_parse(part->argument, &hooks, error);

	return code < 0 ? code : bpf_check(&hooks, error);
}

static int check_part(const struct variant_part *part, struct error *error)
{
	const struct variant *variant = part->variant;
	const struct security_module *module =
		variant->needs_module ? security_module_find(variant->name) : NULL;
	int code = module ? check_module(module, error) : 0;

	if (code == 0 && variant->argument == VARIANT_HOOKS)
		code = check_hooks(part, error);
	return code == 0 && variant->available ? variant->available(part, error) : code;
}

int variant_available(const char *text, struct error *error)
{
	struct variant_parts parts;
	int code = variant_parse(text, &parts, error);

	if (code < 0)
		return code;
	for (size_t i = 0; i < parts.count && code == 0; i++)
		code = check_part(&parts.parts[i], error);
	variant_parts_clear(&parts);
	return code;
}
