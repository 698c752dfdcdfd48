/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ladder_idle.c - what the environment of a guest says of the policies of its modules.
 */
#include "exports/ladder/ladder_idle.h"

#include <stdlib.h>
#include <string.h>

#include "engine/environment/rung_facts.h"
#include "engine/environment/security_module.h"
#include "engine/variant/variant.h"

/* Whether the ladder gave the guest a policy for the module: "MODULE=..." or "MODULE ...". */
static bool has_policy(const struct environment *environment, const char *module)
{
	const char *policy = rung_fact(environment, RUNG_FACT_POLICY);
	size_t length = strlen(module);

	return strncmp(policy, module, length) == 0 && strchr("= :", policy[length]);
}

const char *ladder_idle(const char *name, const struct environment *environment,
			const char *variant)
{
	const struct security_module *module = security_module_find(name);
	const struct security_module_idle *idle;

	if (!module || has_policy(environment, name) || variant_has(variant, name))
		return NULL;
	idle = &module->idle;
	if (!idle->item ||
	    strcmp(environment_value(environment, idle->item, idle->value), idle->value) == 0)
		return idle->why;
	return NULL;
}
