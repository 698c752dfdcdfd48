/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lsm_built.c - which security modules the running kernel has built in, by the probes that describe
 * it in the environment: the two cannot say different things.
 */
#include "engine/environment/lsm_built.h"

#include <errno.h>

#include "engine/environment/environment_internal.h"
#include "engine/environment/security_module.h"

int lsm_is_built_in(const char *name, const struct environment_roots *roots)
{
	const struct environment_request request = {.cpu = -1};
	struct environment environment = {.items = NULL};
	struct collection collection = {
		.environment = &environment, .request = &request, .roots = roots};
	const char *built;
	int code;

	environment_probe_kernel(&collection);
	environment_probe_config(&collection);
	environment_probe_lsm(&collection);
	built = collection_value(&collection, "lsm.built");
	code = collection.failed ? collection.failed
	       : built           ? module_list_has(built, name)
				 : -ENOENT;
	environment_clear(&environment);
	return code;
}

int lsm_is_built(const char *name)
{
	static const struct environment_roots here = {.root = "", .live = true};

	return lsm_is_built_in(name, &here);
}
