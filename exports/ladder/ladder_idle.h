/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ladder_idle.h - which modules of a rung have nothing to decide: what is measured of them is not
 * what they cost in use.
 */
#ifndef LSMBENCH_EXPORTS_LADDER_IDLE_H
#define LSMBENCH_EXPORTS_LADDER_IDLE_H

#include "engine/environment/environment.h"

/*
 * Why the module called name is idle in a guest with this environment, under this variant:
 * "unconfined", "no policy"; NULL when it is not, or nobody knows. A static string.
 */
const char *ladder_idle(const char *name, const struct environment *environment,
			const char *variant);

#endif
