/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * figures_operation.h - the cell of a row of figures that names their operation: "command", or, of
 * what its runs have told, "command:user".
 */
#ifndef LSMBENCH_EXPORTS_FIGURES_OPERATION_H
#define LSMBENCH_EXPORTS_FIGURES_OPERATION_H

#include "engine/compare/compare_source.h"

/* Room for the names of an operation and a metric. */
#define FIGURES_OPERATION_SIZE 128

/* The cell, in buffer, which is returned. */
const char *figures_operation_show(const struct case_figures *which,
				   char buffer[FIGURES_OPERATION_SIZE]);

/*
 * The operation of a cell, one of ours or of imports, and in *metric the one behind the colon, NULL
 * without one. NULL when either is not known.
 */
const struct operation *figures_operation_find(const char *cell, const struct metric **metric);

#endif
