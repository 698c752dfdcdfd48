/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lmbench_printed_assign.h - what the cells of a whole summary mean: its generation, their columns
 * and values, and whether its rows of means and deviations fit the rows above them.
 */
#ifndef LSMBENCH_EXPORTS_LMBENCH_PRINTED_ASSIGN_H
#define LSMBENCH_EXPORTS_LMBENCH_PRINTED_ASSIGN_H

#include "exports/lmbench/lmbench_printed.h"

/*
 * Find the generation by how the cells are written, give each cell its column where that is
 * certain, and its value. A MEAN or STDEV cell belongs to the column whose rows have that mean or
 * deviation, when there are not as many cells as columns; one that does not fit its column is
 * noted. 0 or -ENOMEM.
 */
int printed_assign(struct printed_summary *summary);

#endif
