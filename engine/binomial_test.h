/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * binomial_test.h - whether successes among trials fit a chance; the sign test is its commonest
 * use.
 */
#ifndef LSMBENCH_ENGINE_BINOMIAL_TEST_H
#define LSMBENCH_ENGINE_BINOMIAL_TEST_H

#include <stddef.h>

struct binomial_test {
	size_t successes;
	size_t trials;
	double p;    /* two-sided: all outcomes that are no likelier than the one seen */
	double low;  /* interval of the chance (Clopper, Pearson 1934); [0, 1] without trials */
	double high; /* its coverage is at least the confidence asked for */
};

/*
 * Exact; O(trials), of which there are at most 10^6. NaN when there are more, or more successes
 * than trials, or when chance or confidence lie outside [0, 1].
 */
struct binomial_test binomial_test_of(size_t successes, size_t trials, double chance,
				      double confidence);

/* Whether positive differences are as common as negative ones. Differences of 0 are no trials. */
struct binomial_test sign_test_of(const double *differences, size_t count, double confidence);

#endif
