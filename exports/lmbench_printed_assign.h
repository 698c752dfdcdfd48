/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lmbench_printed_assign.h - what the cells of a whole summary mean: its generation, their columns
 * and values, and whether its rows of means and deviations fit the rows above them.
 */
#ifndef LSMBENCH_EXPORTS_LMBENCH_PRINTED_ASSIGN_H
#define LSMBENCH_EXPORTS_LMBENCH_PRINTED_ASSIGN_H

#include "exports/lmbench_printed.h"

/*
 * Find the generation by how the cells are written, give each cell its column where that is
 * certain, and its value. A MEAN or STDEV cell belongs to the column whose rows have that mean or
 * deviation, when there are not as many cells as columns; one that does not fit its column is
 * noted. 0 or -ENOMEM.
 */
int printed_assign(struct printed_summary *summary);

/*
 * The mean and the deviation (divided by n) of the table's rows from..to-1 in a column; NaN when no
 * row has it.
 */
struct printed_moments {
	double mean;
	double sd;
	double precision; /* of the rows' cells: the largest */
	size_t count;
};

void printed_moments_of(const struct printed_table *table, size_t from, size_t to, size_t column,
			struct printed_moments *moments);

/*
 * Whether the cell, as printed, is within one unit of its last digit of value, which may be off by
 * precision itself; a bound ("<.01") agrees with what is below it.
 */
bool printed_agrees(const struct printed_cell *cell, double value, double precision);

#endif
