/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ladder_sections.h - the parts of a ladder that are tables, for the formats that people read.
 */
#ifndef LSMBENCH_EXPORTS_LADDER_SECTIONS_H
#define LSMBENCH_EXPORTS_LADDER_SECTIONS_H

#include "exports/ladder/ladder_export.h"
#include "exports/ladder/ladder_grid.h"

/*
 * Each makes *grid (needs ladder_grid_clear also on failure), of a kernel where it takes one. A
 * grid without rows or columns has nothing to say. 0 or -ENOMEM.
 *
 * Cases by rungs: what the first rung needs, what the others need more; beside a rung of several
 * modules the sum of what these need alone; the resolution.
 */
int ladder_section_costs(const struct ladder_report *report, size_t kernel,
			 struct ladder_grid *grid);
/* Operations by rungs: "per call / per component". */
int ladder_section_splits(const struct ladder_report *report, size_t kernel,
			  struct ladder_grid *grid);
/*
 * Operations by rungs: how the modules of a rung touch an operation, "call", "component", "-"; with
 * an exclamation mark where the hooks predict something else. Nothing to say of a first rung alone.
 */
int ladder_section_touches(const struct ladder_report *report, size_t kernel,
			   struct ladder_grid *grid);
/* Cases by the rungs that a kernel has in common with the first kernel: what it needs more there.
 */
int ladder_section_between(const struct ladder_report *report, size_t kernel,
			   struct ladder_grid *grid);

/*
 * How often operations call which hooks in a kernel, a line for those that call the same. 0 or
 * -ENOMEM.
 */
int ladder_hook_lines(const struct ladder_report *report, size_t kernel, struct text_list *lines);

#endif
