/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * figure.h - how every benchmark prints what it measured: NAME figure target A/A-spread met|missed.
 */
#ifndef LSMBENCH_TESTS_BENCH_FIGURE_H
#define LSMBENCH_TESTS_BENCH_FIGURE_H

#include <stdbool.h>
#include <stdio.h>

/*
 * A ratio that must be at most target, or at least target when at_least is set. It misses only
 * when it does so by more than spread, what the same comparison says of two equal things.
 */
static inline bool figure_ratio(const char *name, double figure, double target, bool at_least,
				double spread)
{
	bool met = at_least ? figure + spread >= target : figure - spread <= target;
	char wanted[32];

	snprintf(wanted, sizeof(wanted), "%s%.2f", at_least ? ">=" : "<=", target);
	printf("%-36s %12.4f %12s %12.4f %s\n", name, figure, wanted, spread,
	       met ? "met" : "missed");
	fflush(stdout);
	return met;
}

/* A ratio that must lie within tolerance of 1, give or take spread. */
static inline bool figure_equal(const char *name, double figure, double tolerance, double spread)
{
	bool met = figure >= 1 - tolerance - spread && figure <= 1 + tolerance + spread;
	char wanted[32];

	snprintf(wanted, sizeof(wanted), "1+-%.2f", tolerance);
	printf("%-36s %12.4f %12s %12.4f %s\n", name, figure, wanted, spread,
	       met ? "met" : "missed");
	fflush(stdout);
	return met;
}

#endif
