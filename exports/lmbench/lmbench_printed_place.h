/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lmbench_printed_place.h - which column a cell of a printed table belongs to: only ever the one
 * that is certain.
 */
#ifndef LSMBENCH_EXPORTS_LMBENCH_PRINTED_PLACE_H
#define LSMBENCH_EXPORTS_LMBENCH_PRINTED_PLACE_H

#include <stdbool.h>

#include "exports/lmbench/lmbench_printed.h"

/* The width of the table's cells in that column; 0: not known. */
int printed_width(const struct printed_table *table, size_t column);

/* Place the cells as they stand under the dashes. False, and none is placed, when one does not. */
bool printed_place_under_dashes(const struct printed_table *table, struct printed_row *row);

/* Place the cells one after the other when there are as many as columns. False when not. */
bool printed_place_by_count(const struct printed_table *table, struct printed_row *row);

/* Whether a cell may belong to a column, as far as its text tells. */
typedef bool (*printed_may_be)(const void *about, const struct printed_cell *cell, size_t column);

/*
 * Place those cells for which one column is left when all ways to spread the cells, in their order,
 * over the columns that may_be allows are gone through. The others have none.
 */
void printed_place_certain(const struct printed_table *table, struct printed_row *row,
			   printed_may_be may_be, const void *about);

#endif
