/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ladder_model_private.h - what the files of the ladder's model share. For ladder_model*.c alone.
 */
#ifndef LSMBENCH_TUI_LADDER_MODEL_PRIVATE_H
#define LSMBENCH_TUI_LADDER_MODEL_PRIVATE_H

#include "tui/ladder_model.h"

/* What tells a rung of plan from every other: malloc'ed, NULL without memory. */
char *ladder_model_key(const struct ladder_plan *plan, size_t index);

/* Work out all that follows from what was chosen. */
void ladder_model_derive(struct ladder_model *model);
/* The rows, from the plan and from what was booted. Without memory there are none. */
void ladder_model_make_rows(struct ladder_model *model);
/* The row itself, or another one of its kernel that was booted; NULL when there is none. */
const struct ladder_row *ladder_model_booted(const struct ladder_model *model,
					     const struct ladder_row *row);
/* The columns; the selected case stays selected where it is still there. */
void ladder_model_show_cases(struct ladder_model *model);

#endif
