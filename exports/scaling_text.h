/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * scaling_text.h - how much more several processes do than one: a table of rates and of scaling
 * efficiency for the operations together and together-shared.
 */
#ifndef LSMBENCH_EXPORTS_SCALING_TEXT_H
#define LSMBENCH_EXPORTS_SCALING_TEXT_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "engine/result/result.h"
#include "fixtures/error.h"

/*
 * The rate of processes on cpus over what as many CPUs as can be busy would do at the rate of one
 * process on one CPU, in percent: 100 * rate / (min(processes, cpus) * single). NaN for no single.
 */
double scaling_efficiency(double rate, uint64_t processes, uint64_t cpus, double single);

/* A table for each result, variant and kind of work: medians of its runs. 0 or -ENOMEM with a
 * message. */
int scaling_text_write(const struct result *const *results, size_t count, FILE *file,
		       struct error *error);

#endif
