/* SPDX-License-Identifier: GPL-2.0-or-later */
/* latency_row.c - the table of calls that are timed alone. */
#include "engine/operation/latency_row.h"

#include <string.h>

const struct latency_row_entry latency_rows[LATENCY_ROWS] = {
	[LATENCY_ROW_READDIR] = {"readdir", METRIC_WALK_READDIR},
	[LATENCY_ROW_LSTAT] = {"lstat", METRIC_WALK_LSTAT},
	[LATENCY_ROW_OPEN] = {"open", METRIC_WALK_OPEN},
	[LATENCY_ROW_FIRST_BYTE] = {"first-byte", METRIC_WALK_FIRST_BYTE},
};

enum latency_row latency_row_find(const char *name)
{
	unsigned int row = 0;

	while (row < LATENCY_ROWS && strcmp(latency_rows[row].name, name) != 0)
		row++;
	return (enum latency_row)row;
}
