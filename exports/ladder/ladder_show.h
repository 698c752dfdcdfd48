/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ladder_show.h - the parts of a ladder as short texts: cases, figures, headings, legends.
 */
#ifndef LSMBENCH_EXPORTS_LADDER_SHOW_H
#define LSMBENCH_EXPORTS_LADDER_SHOW_H

#include <stdbool.h>
#include <stddef.h>

#include "exports/ladder/ladder_export.h"
#include "exports/number.h"

#define LADDER_CELL_SIZE 64u
#define LADDER_HEAD_SIZE 512u

/*
 * A case as a row's name: "stat depth 4" where its path is a plain one of 4 components, else as
 * plan_case_name has it. Returns buffer.
 */
const char *ladder_show_case(const struct plan *plan, size_t row, char *buffer, size_t size);

/*
 * Whole instructions, with a sign if so asked, and "~SPREAD" behind those that do not repeat:
 * "+72", "4287~12". Returns buffer.
 */
const char *ladder_show_cell(const struct ladder_cell *cell, bool sign,
			     char buffer[LADDER_CELL_SIZE]);

/* A price that is a line's: whole, or with one decimal where that is not 0; "-" for NaN. */
const char *ladder_show_price(double price, bool sign, char buffer[NUMBER_SIZE]);

/* "+-3", or "?" when it is unknown. Returns buffer. */
const char *ladder_show_resolution(double resolution, char buffer[LADDER_CELL_SIZE]);

/*
 * What stands above a column: the rung's modules, policy and words in lines of a few letters, the
 * number of the rung, "idle" where it has nothing to decide, the variant. Returns buffer.
 */
const char *ladder_show_head(const struct ladder_report *report, size_t column, char *buffer,
			     size_t size);

/*
 * The modules of a column that have nothing to decide: "apparmor unconfined, landlock nothing
 * confined" in buffer, "" when there are none. 0 or -ENOMEM.
 */
int ladder_show_idle(const struct ladder_report *report, size_t column, char *buffer, size_t size);

/* The release of a kernel of the ladder, or "?". */
const char *ladder_release(const struct ladder_report *report, size_t kernel);

/* The first rung of a kernel that has a result, or NULL. */
const struct ladder_source *ladder_first(const struct ladder_report *report, size_t kernel);

/* What a rung is, for the legend: "apparmor: idle, not its cost (unconfined)". 0 or -ENOMEM. */
int ladder_show_rung(const struct ladder_report *report, size_t source, char *buffer, size_t size);

#endif
