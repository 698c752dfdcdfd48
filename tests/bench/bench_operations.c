/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * bench_operations.c - whether operations do no more, and no less, than a minimal program of the
 * same thing (bare_loops.c), timed in turn with it on the same CPU (interleave.h).
 *
 * bench_operations OPERATION times only that one.
 */
#include <stdio.h>
#include <string.h>

#include "tests/bench/figure.h"
#include "tests/bench/interleave.h"

#define TOLERANCE 0.03

static const struct timed timed[] = {
	{"null-call", ""},      {"read-zero", ""},      {"write-null", ""},
	{"stat", "FFF"},        {"fstat", ""},          {"open-close", "FFF"},
	{"signal-install", ""}, {"signal-catch", ""},   {"pipe-latency", ""},
	{"unix-latency", ""},   {"page-fault", ""},     {"mmap-latency", "512K"},
	{"mmap-latency", "8M"}, {"memory-read", "32K"}, {"memory-read", "512K"},
	{"memory-read", "8M"},
};

int main(int argc, char **argv)
{
	static struct interleave interleave;
	bool met = true;

	interleave_open(&interleave);
	for (size_t i = 0; i < sizeof(timed) / sizeof(timed[0]); i++) {
		struct interleave_ratio found;
		char name[64];

		if (argc > 1 && strcmp(argv[1], timed[i].operation) != 0)
			continue;
		found = interleave_compare(&interleave, &timed[i]);
		snprintf(name, sizeof(name), "bare program: %s%s%s", timed[i].operation,
			 timed[i].parameter[0] ? " " : "", timed[i].parameter);
		met = figure_equal(name, found.ratio, TOLERANCE, found.spread) && met;
	}
	interleave_close(&interleave);
	return met ? 0 : 1;
}
