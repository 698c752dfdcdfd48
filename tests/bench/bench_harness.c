/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * bench_harness.c - what the worker costs per iteration over a bare loop of the same call, for
 * three operations on files (interleave.h). bench_operations asks the same of more operations, and
 * less strictly.
 */
#include <stdio.h>

#include "tests/bench/figure.h"
#include "tests/bench/interleave.h"

static const struct timed timed[] = {{"stat", "FFF"}, {"open-close", "FFF"}, {"chmod", "DIR0"}};

int main(void)
{
	static struct interleave interleave;
	bool met = true;

	interleave_open(&interleave);
	for (size_t i = 0; i < sizeof(timed) / sizeof(timed[0]); i++) {
		struct interleave_ratio found = interleave_compare(&interleave, &timed[i]);
		char name[64];

		snprintf(name, sizeof(name), "harness: %s %s", timed[i].operation,
			 timed[i].parameter);
		met = figure_ratio(name, found.ratio, 1.01, false, found.spread) && met;
	}
	interleave_close(&interleave);
	return met ? 0 : 1;
}
