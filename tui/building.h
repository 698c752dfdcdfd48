/* SPDX-License-Identifier: GPL-2.0-or-later */
/* building.h - what is told of a fixture while it is made, beside the number of its files. */
#ifndef LSMBENCH_TUI_BUILDING_H
#define LSMBENCH_TUI_BUILDING_H

#include "engine/plan/plan.h"

#define BUILDING_SIZE 48u

/* Of a case with a tree of files how much all of them hold: ", 64 MB"; of others "". */
const char *building_size(const struct plan *plan, size_t case_index, char buffer[BUILDING_SIZE]);

#endif
