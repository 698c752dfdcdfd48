/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ladder_idle.c - what the environment of a guest says of the policies of its modules.
 */
#include "exports/ladder/ladder_idle.h"

#include <stdlib.h>
#include <string.h>

#include "engine/environment/rung_facts.h"
#include "engine/variant/variant.h"

/* A module, the item that tells whether it has anything to decide, and the words when it has not.
 */
struct idle_module {
	const char *name;
	const char *key;  /* NULL: only a policy of the ladder would change it */
	const char *idle; /* the value of key that says so; "" for none in it */
	const char *why;
};

static const struct idle_module idle_modules[] = {
	{"apparmor", "lsm.apparmor.own_profile", "unconfined", "unconfined"},
	{"selinux", "lsm.selinux.enforce", "0", "no policy"},
	{"tomoyo", NULL, "", "profile 0"},
	{"smack", NULL, "", "no rules"},
	{"ima", "lsm.ima.policy_rules", "0", "no policy"},
	{"ipe", NULL, "", "no policy"},
	{"landlock", NULL, "", "nothing confined"},
	{"bpf", NULL, "", "no programs"},
};

/* Whether the ladder gave the guest a policy for the module: "MODULE=..." or "MODULE ...". */
static bool has_policy(const struct environment *environment, const char *module)
{
	const char *policy = rung_fact(environment, RUNG_FACT_POLICY);
	size_t length = strlen(module);

	return strncmp(policy, module, length) == 0 && strchr("= :", policy[length]);
}

const char *ladder_idle(const char *module, const struct environment *environment,
			const char *variant)
{
	for (size_t i = 0; i < sizeof(idle_modules) / sizeof(idle_modules[0]); i++) {
		const struct idle_module *idle = &idle_modules[i];
		const char *value;

		if (strcmp(idle->name, module) != 0)
			continue;
		if (has_policy(environment, module) || variant_has(variant, module))
			return NULL;
		if (!idle->key)
			return idle->why;
		value = environment_value(environment, idle->key, idle->idle);
		return strcmp(value, idle->idle) == 0 ? idle->why : NULL;
	}
	return NULL;
}
