/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * compile_read.h - times of kernel compilations as a mail listed them: a group a kernel, a time a
 * line, and "# elements: 3, mean 71.624333, variance 0.121114, std dev 0.348014" behind them.
 */
#ifndef LSMBENCH_EXPORTS_COMPILE_READ_H
#define LSMBENCH_EXPORTS_COMPILE_READ_H

#include "exports/workload/workload_import.h"

/* Whether the text has such a line. */
bool compile_is(const char *text, size_t length);

/*
 * Take all groups: the operation command with the name "kernel compile". The variance that is
 * printed divides by n. 0 or negative errno with a message that names the line.
 */
int compile_read(struct workload_import *import, struct error *error);

#endif
