/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lmbench_printed_row.h - a line of a printed table taken apart.
 */
#ifndef LSMBENCH_EXPORTS_LMBENCH_PRINTED_ROW_H
#define LSMBENCH_EXPORTS_LMBENCH_PRINTED_ROW_H

#include <stdbool.h>

#include "exports/lmbench/lmbench_printed.h"

/* No line of a table is longer; a longer one is none. */
#define PRINTED_LINE_SIZE 512u

/*
 * The next word of text at or behind *at, which moves behind it: its begin, with its length in
 * *length; NULL when there is none.
 */
const char *printed_word(const char *text, size_t *at, size_t *length);

/*
 * Take line apart into row: host, system, words and cells, which have no columns yet; line and
 * summary stay. False when it is no row of the table. A row with damaged cells, or with too many,
 * keeps its place among the others; whether it is one the caller has to judge, a sentence can look
 * like it.
 */
bool printed_row_read(const struct printed_table *table, const char *line, struct printed_row *row);

#endif
