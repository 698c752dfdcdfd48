/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ladder_against.h - "lsmbench ladder --against BASE.csv": a rung of an earlier ladder on one side,
 * the same rung of this one on the other.
 */
#ifndef LSMBENCH_TUI_LADDER_AGAINST_H
#define LSMBENCH_TUI_LADDER_AGAINST_H

#include <stdbool.h>
#include <stdio.h>

#include "engine/ladder/ladder_table.h"
#include "engine/result/result.h"
#include "exports/input_read.h"
#include "fixtures/error.h"

struct ladder_against {
	char *file;       /* NULL: not asked for */
	char *fail_above; /* "20" or "5%", or NULL */

	double limit; /* instructions, or percent; NaN without */
	bool is_percent;
	bool is_read;
	struct input base;
};

/*
 * Check the options and read the base, before anything is booted. Returns -1, or, having
 * complained, an exit status.
 */
int ladder_against_prepare(struct ladder_against *against);

/* The rung of the base; after ladder_against_prepare, with a file. */
const struct result *ladder_against_base(const struct ladder_against *against);

/*
 * Print on file which cases need more instructions than the base says, and by how much, and say on
 * standard error in what the two differ beside the kernel. Returns EXIT_REGRESSION when one needs
 * more than the limit beyond the resolution (at least LADDER_FINEST_RESOLUTION), EXIT_UNTESTED when
 * the kernel leaves nothing to compare, EXIT_ENVIRONMENT for another emulator or processor,
 * EXIT_USAGE for another list of modules than the base's, else EXIT_FINE.
 */
int ladder_against_report(const struct ladder_against *against, const struct ladder_table *table,
			  const struct ladder_source *sources, FILE *file);

void ladder_against_clear(struct ladder_against *against);

#endif
