/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * operation_imported.h - operations of which only published results know: they can be compared,
 * but not run.
 *
 * LMbench's summaries print figures that no case of ours is: the mean of two, a difference, a
 * memory size that is not said. Under a name of ours they would pass for what we measure. Of reaim
 * nobody has the jobs that it gave its processes.
 */
#ifndef LSMBENCH_ENGINE_OPERATION_IMPORTED_H
#define LSMBENCH_ENGINE_OPERATION_IMPORTED_H

#include <stdbool.h>

#include "engine/operation/operation.h"

/* The most processes of a row of reaim. */
#define REAIM_PROCESSES_MAXIMUM 4096u

/* The imported-only operation called name, or NULL. operation_find does not know them. */
const struct operation *operation_imported_find(const char *name);

/* Whether operation is one of them: it has no run. */
bool operation_is_imported(const struct operation *operation);

/* What operation stands for where LMbench has taken an overhead off already; NULL: nothing. */
const struct operation *operation_imported_net(const char *operation);

/*
 * Why a difference of such figures may be an artefact, as one clause; NULL: it is none. A
 * difference of two figures shrinks when the one that is taken off grows.
 */
const char *operation_artefact(const struct operation *operation);

#endif
