/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * stacker_read.h - the table of whole workloads that a mail of 2005 set two kernels apart with:
 * sections ("SMP RESULTS", "1-cpu RESULTS"), in each dbench, reaim, tbench and kernbench, of each
 * the runs of "nostack" and "stack". The archive joined its lines.
 */
#ifndef LSMBENCH_EXPORTS_STACKER_READ_H
#define LSMBENCH_EXPORTS_STACKER_READ_H

#include "exports/workload/workload_import.h"

/* Whether the text has such sections. */
bool stacker_is(const char *text, size_t length);

/*
 * Take all sections: throughputs of dbench and tbench, reaim's rows as readings of an operation
 * that only imports have, kernbench's runs as those of a command of that name. What stands outside
 * of runs is passed over. 0 or negative errno with a message that names the line.
 */
int stacker_read(struct workload_import *import, struct error *error);

#endif
