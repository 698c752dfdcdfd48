/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * binomial_test.c - exact binomial and sign tests.
 */
#include "engine/binomial_test.h"

#include <math.h>

#include "engine/distribution.h"

/* The probability of all outcomes that are no likelier than successes. */
static double two_sided(size_t successes, size_t trials, double chance)
{
	/* Outcomes that are equally likely must count in spite of rounding (R's allowance). */
	double bound = binomial_probability(successes, trials, chance) * (1 + 1e-7);
	double p = 0;

	for (size_t i = 0; i <= trials; i++) {
		double probability = binomial_probability(i, trials, chance);

		if (probability <= bound)
			p += probability;
	}
	return fmin(1, p);
}

struct binomial_test binomial_test_of(size_t successes, size_t trials, double chance,
				      double confidence)
{
	struct binomial_test test = {successes, trials, NAN, NAN, NAN};
	double tail = (1 - confidence) / 2;
	double k = (double)successes;
	double n = (double)trials;

	if (successes > trials || !(chance >= 0 && chance <= 1))
		return test;
	test.p = two_sided(successes, trials, chance);
	test.low = successes > 0 ? beta_quantile(tail, k, n - k + 1) : 0;
	test.high = successes < trials ? beta_quantile(1 - tail, k + 1, n - k) : 1;
	return test;
}

struct binomial_test sign_test_of(const double *differences, size_t count, double confidence)
{
	size_t positive = 0;
	size_t negative = 0;

	for (size_t i = 0; i < count; i++) {
		positive += differences[i] > 0;
		negative += differences[i] < 0;
	}
	return binomial_test_of(positive, positive + negative, 0.5, confidence);
}
