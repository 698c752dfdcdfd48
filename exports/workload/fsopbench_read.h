/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fsopbench_read.h - the tables that fsopbench prints: single file operations timed, reading alone
 * and in competition with writers.
 */
#ifndef LSMBENCH_EXPORTS_FSOPBENCH_READ_H
#define LSMBENCH_EXPORTS_FSOPBENCH_READ_H

#include "exports/workload/workload_import.h"

/* Whether the text has such a row. */
bool fsopbench_is(const char *text, size_t length);

/*
 * Take all tables: cases of the operation walk, with as many writers as a table's head says, and a
 * metric for each number. What stands around them is passed over. 0 or negative errno with a
 * message that names the line.
 */
int fsopbench_read(struct workload_import *import, struct error *error);

#endif
