/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lmbench_layout.h - the tables of LMbench's summaries: their heads to the byte, and what their
 * cells are made of.
 */
#ifndef LSMBENCH_EXPORTS_LMBENCH_LAYOUT_H
#define LSMBENCH_EXPORTS_LMBENCH_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>

#include "exports/lmbench/lmbench_record.h"

/* Entries of an array: tables are initialised with it, where no function can stand. */
#define LMBENCH_COUNT(array) (sizeof(array) / sizeof((array)[0]))

enum lmbench_cell_kind {
	LMBENCH_CELL_NUMBER,  /* the value as it is */
	LMBENCH_CELL_INVERSE, /* microseconds of what the value counts by the second */
	LMBENCH_CELL_IO,      /* the mean of read (the column) and write, or write alone */
	LMBENCH_CELL_WHOLE,   /* digits before the point only */
	LMBENCH_CELL_TEXT,    /* the text as it stands */
	LMBENCH_CELL_ROUNDED, /* Mhz, "%4.0f" */
	LMBENCH_CELL_CUT,     /* Mhz, "%4d" */
};

struct lmbench_cell_layout {
	enum lmbench_column column;
	enum lmbench_cell_kind kind;
	int width;      /* for which the value is formatted */
	int shown;      /* the characters that the table gives it; the rest is cut off */
	bool is_scaled; /* blank where several copies of LMbench ran at once */
	int gap;        /* blanks in front */
};

struct lmbench_table {
	const char *heads;
	const struct lmbench_cell_layout *cells;
	size_t cell_count;
	const enum lmbench_column *needs; /* 3.0 leaves out rows that have none of these */
	size_t need_count;
	bool has_description;
	bool has_guesses;
};

/* In the order in which they are printed; those of 3.0 are more. */
extern const struct lmbench_table lmbench_tables_2[];
extern const size_t lmbench_table_count_2;
extern const struct lmbench_table lmbench_tables_3[];
extern const size_t lmbench_table_count_3;

#endif
