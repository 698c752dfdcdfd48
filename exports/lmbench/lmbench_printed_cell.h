/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lmbench_printed_cell.h - what a cell of a printed summary says, and how exactly.
 */
#ifndef LSMBENCH_EXPORTS_LMBENCH_PRINTED_CELL_H
#define LSMBENCH_EXPORTS_LMBENCH_PRINTED_CELL_H

#include <stdbool.h>
#include <stddef.h>

#include "exports/lmbench/lmbench_printed.h"

/* Whether length bytes of text are a cell's number: digits, a point perhaps, K or M. */
bool printed_is_number(const char *text, size_t length);

/* The number, K and M multiplied; NaN when text is none. */
double printed_number(const char *text);

/* What one more in its last digit adds: 0.01 of "0.46", 1 of "380.", 100 of "12.3K". */
double printed_unit(const char *text);

/*
 * In both of these a width of 0 is not known.
 *
 * Whether a script of that generation can have printed text in a cell of width characters: a value
 * below 10 fills the cell with decimals, and what is longer is cut to it.
 */
bool printed_fits(const char *text, int width, enum printed_generation generation);

/*
 * Set the cell's value, precision and ambiguity from its text.
 *
 * Alpha and beta round: half a unit. The final cuts what does not fit: a whole unit for "380.",
 * "1901", "13.K". Digits before the point can have been cut, too: "100K" in 4 characters may have
 * been 1000.0K. In the beta a number from 10 on has no decimals: "10.3060" has lost its K.
 */
void printed_cell_read(struct printed_cell *cell, int width, enum printed_generation generation);

/*
 * The same of a cell that 3.0's script made one wider than its column and cut at the end: TCP
 * connect's. "27." was 27.7, "10.7" has lost its K, and "123." may have.
 */
void printed_cell_read_cut(struct printed_cell *cell);

#endif
