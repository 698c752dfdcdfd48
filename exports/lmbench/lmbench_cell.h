/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lmbench_cell.h - a number in the few characters that a column of LMbench's summary gives it.
 */
#ifndef LSMBENCH_EXPORTS_LMBENCH_CELL_H
#define LSMBENCH_EXPORTS_LMBENCH_CELL_H

/* Width of the widest column, and room for its cell with a terminator. */
#define LMBENCH_WIDTH_MAXIMUM 15
#define LMBENCH_CELL_SIZE (LMBENCH_WIDTH_MAXIMUM + 1)

/*
 * value in width (3 to LMBENCH_WIDTH_MAXIMUM) characters, in LMbench's style but correctly
 * rounded: "0.54", "12.3", "135.", "2580", "12.K", "1.0M". What its style would show as 0.00 is
 * shown as ".004" or "<.01". Blanks for NaN and for what is not positive. Returns cell.
 */
const char *lmbench_cell(double value, int width, char cell[LMBENCH_CELL_SIZE]);

/* The same for a standard deviation, where 0 is a figure: "0". */
const char *lmbench_cell_spread(double value, int width, char cell[LMBENCH_CELL_SIZE]);

/*
 * value as the summary script of LMbench 2.0 itself prints it: digits that do not fit are cut off,
 * so that 999999 in 4 characters reads 100K. For reading and comparing old tables. Returns cell.
 */
const char *lmbench_cell_original(double value, int width, char cell[LMBENCH_CELL_SIZE]);
/* The same for the script of 3.0, which prints what is below .001 in a format of its own. */
const char *lmbench_cell_original_3(double value, int width, char cell[LMBENCH_CELL_SIZE]);

#endif
