/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * compare_rungs.h - sessions put in the order of their active security modules, so that each step
 * shows what one module added: a kernel without CONFIG_SECURITY, capability only, then one more
 * each.
 */
#ifndef LSMBENCH_ENGINE_COMPARE_RUNGS_H
#define LSMBENCH_ENGINE_COMPARE_RUNGS_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/compare/compare_source.h"
#include "engine/text/text_list.h"
#include "fixtures/error.h"

/*
 * Sessions with the same modules, whatever their order. Of guests (ladder.*) also of the same
 * kernel, command line and policy, or repeats of such a one; a step from a rung leads to one of its
 * kernel, but for that without CONFIG_SECURITY, which is another by nature.
 */
struct rung {
	struct text_list modules; /* sorted; empty without CONFIG_SECURITY */
	char *name; /* "capability,landlock", "no CONFIG_SECURITY"; or what its ladder says */
	bool no_security;
	const struct figures *
		*sessions; /* the caller's; those of guests are told by rung_facts.h */
	size_t count;
	long below;  /* the rung it is compared with: the largest whose modules it has all; -1: none
		      */
	char *added; /* the modules that the step from there adds: "landlock"; "" without below */
};

struct rungs {
	struct rung *items; /* from few modules to many */
	size_t count;
	struct text_list missing; /* a line for each rung that is not there but should be */
};

/*
 * Order sessions. -EINVAL with the file's name when its active modules are unknown; -ENOMEM; or 0,
 * and then rungs needs compare_rungs_clear.
 */
int compare_rungs_of(const struct figures *const *sessions, size_t count, struct rungs *rungs,
		     struct error *error);
void compare_rungs_clear(struct rungs *rungs);

#endif
