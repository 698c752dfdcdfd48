/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * binomial_test.c - exact binomial and sign tests.
 */
#include "engine/binomial_test.h"

#include <math.h>

#include "engine/distribution.h"

/* Up to here binomial_cumulative() never fails. */
#define TRIALS_MAXIMUM 1000000

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

/*
 * The chance at which P(X <= successes) is share: bisection until no double lies between the
 * bounds, since the library's inverse of the beta distribution fails for many trials.
 */
static double chance_at(size_t successes, size_t trials, double share)
{
	double low = 0;
	double high = 1;

	for (double middle = 0.5; low < middle && middle < high; middle = low + (high - low) / 2) {
		if (binomial_cumulative(successes, trials, middle) > share)
			low = middle;
		else
			high = middle;
	}
	return high;
}

struct binomial_test binomial_test_of(size_t successes, size_t trials, double chance,
				      double confidence)
{
	struct binomial_test test = {successes, trials, NAN, NAN, NAN};
	double tail = (1 - confidence) / 2;

	if (successes > trials || trials > TRIALS_MAXIMUM || !(chance >= 0 && chance <= 1))
		return test;
	test.p = two_sided(successes, trials, chance);
	if (!(confidence >= 0 && confidence <= 1))
		return test;
	test.low = successes > 0 ? chance_at(successes - 1, trials, 1 - tail) : 0;
	test.high = successes < trials ? chance_at(successes, trials, tail) : 1;
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
