/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * verdict_limit.c - the smallest difference that a rank test would have found; verdict.h has the
 * formulas.
 */
#include <math.h>
#include <stdlib.h>

#include "engine/compare/verdict.h"
#include "engine/statistics/distribution.h"
#include "engine/statistics/rank_sum.h"
#include "engine/statistics/rank_test.h"

/* Beyond so many standard deviations nothing is left of a normal distribution. */
#define REACH 8.0
#define STEPS 400

/* Up to this critical sum, samples with no or one negative value are counted exactly. */
#define FEW_SUMS 8

typedef double integrand(double x, const void *what);

/* The integral of f(x) phi(x) over the line, by Simpson's rule. */
static double normal_integral(integrand *f, const void *what)
{
	const double step = 2 * REACH / STEPS;
	double sum = 0;

	for (int i = 0; i <= STEPS; i++) {
		double x = -REACH + i * step;
		double weight = i == 0 || i == STEPS ? 1 : i % 2 ? 4 : 2;

		sum += weight * f(x, what) * exp(-x * x / 2);
	}
	return sum * step / 3 / sqrt(2 * M_PI);
}

/* P(Y < -X, Z < -X) for X = shift + x. */
static double both_below(double x, const void *what)
{
	double below = normal_cumulative(-x - 2 * *(const double *)what);

	return below * below;
}

/*
 * The largest rank sum of negatives with which a two-sided signed-rank test of n values rejects at
 * level; -1 when none does, -2 without memory.
 */
static double critical_sum(size_t n, double level)
{
	size_t sums = n * (n + 1) / 2;
	size_t *ranks = malloc(n * sizeof(*ranks));
	double *ways = malloc((sums + 1) * sizeof(*ways));
	double tail = 0;
	double critical = -2;

	if (ranks && ways) {
		for (size_t i = 0; i < n; i++)
			ranks[i] = i + 1;
		rank_sum_any(ranks, n, sums, ways);
		critical = -1;
		for (size_t i = 0; i <= sums; i++) {
			tail += ways[i];
			if (2 * ldexp(tail, -(int)n) > level)
				break;
			critical = (double)i;
		}
	}
	free(ranks);
	free(ways);
	return critical;
}

/* The same by the normal limit, for more values than are counted exactly. */
static double critical_normal(size_t count, double level)
{
	double n = (double)count;
	double mean = n * (n + 1) / 4;

	return floor(mean + normal_quantile(level / 2) * sqrt(mean * (2 * n + 1) / 6) - 0.5);
}

struct one_negative {
	double shift;
	size_t n;
	double critical;
};

/* The chance that the only negative value is shift - z, and that its rank is at most critical. */
static double one_negative(double z, const void *what)
{
	const struct one_negative *sample = what;
	double above = normal_cumulative(2 * sample->shift - z);
	double below = normal_cumulative(sample->shift) - above;
	double others = (double)sample->n - 1;
	double ways = (double)sample->n;
	double sum = 0;

	if (z <= sample->shift)
		return 0;
	/* rank - 1 of the others are positive and smaller, the rest larger. */
	for (size_t rank = 1; rank <= sample->n && (double)rank <= sample->critical; rank++) {
		double smaller = (double)rank - 1;

		sum += ways * pow(below, smaller) * pow(above, others - smaller);
		ways *= (others - smaller) / (double)rank;
	}
	return sum;
}

static double paired_power(double shift, size_t count, double critical)
{
	double n = (double)count;
	double p1 = normal_cumulative(-shift);
	double p2 = normal_cumulative(-shift * sqrt(2));
	double p3 = normal_integral(both_below, &shift);
	double mean = n * p1 + n * (n - 1) * p2 / 2;
	double variance = n * p1 * (1 - p1) +
			  n * (n - 1) / 2 * (2 * (p1 - p2) * (p1 - p2) + 3 * p2 * (1 - p2)) +
			  n * (n - 1) * (n - 2) * (p3 - p2 * p2);

	const struct one_negative sample = {shift, count, critical};
	double few_negative = pow(normal_cumulative(shift), n);

	/* Far from 0 the normal limit is good, and this would take long. */
	if (critical <= FEW_SUMS)
		few_negative += normal_integral(one_negative, &sample);
	if (critical <= 2 || variance <= 0)
		return few_negative;
	return fmax(few_negative, normal_cumulative((critical + 0.5 - mean) / sqrt(variance)));
}

double verdict_limit_paired(double sd, size_t passes, size_t tests)
{
	double level = VERDICT_LEVEL / (double)(tests ? tests : 1);
	double low = 0;
	double high = REACH;
	double critical;

	if (passes < verdict_passes_needed(tests))
		return INFINITY;
	critical = passes <= SIGNED_RANK_EXACT_UP_TO ? critical_sum(passes, level)
						     : critical_normal(passes, level);
	if (critical < -1 || isnan(sd))
		return NAN;
	for (int i = 0; i < 40; i++) {
		double middle = (low + high) / 2;

		if (paired_power(middle, passes, critical) < VERDICT_POWER)
			low = middle;
		else
			high = middle;
	}
	return high * sd;
}

struct separation {
	double shift;
	double a;
	double b;
};

/* Density of the largest of a values at x, times the chance that b shifted ones lie above it. */
static double all_above(double x, const void *what)
{
	const struct separation *groups = what;

	return groups->a * pow(normal_cumulative(x), groups->a - 1) *
	       pow(normal_cumulative(groups->shift - x), groups->b);
}

static double limit_by_separation(size_t a, size_t b)
{
	struct separation groups = {.a = (double)a, .b = (double)b};
	double low = 0;
	double high = 2 * REACH;

	for (int i = 0; i < 40; i++) {
		groups.shift = (low + high) / 2;
		if (normal_integral(all_above, &groups) < VERDICT_POWER)
			low = groups.shift;
		else
			high = groups.shift;
	}
	return high;
}

/*
 * The level that an exact test of a and b values really has, at most level: few values give few
 * different p. NaN without memory.
 */
static double attained_level(size_t a, size_t b, double level)
{
	size_t count = a + b;
	size_t limit = a * (2 * count - a + 1) / 2;
	size_t *ranks = malloc(count * sizeof(*ranks));
	double *ways = malloc((limit + 1) * sizeof(*ways));
	double tail = 0;
	double attained = NAN;

	for (size_t i = 0; ranks && i < count; i++)
		ranks[i] = i + 1;
	if (ranks && ways && rank_sum_drawn(ranks, count, a, limit, ways) == 0) {
		attained = 0;
		/* The smallest p belongs to a single way, which gives the unit. */
		for (size_t i = 0; i <= limit; i++) {
			tail += ways[i] * verdict_smallest_p(a, b);
			if (tail > level * (1 + 1e-9))
				break;
			attained = tail;
		}
	}
	free(ranks);
	free(ways);
	return attained;
}

double verdict_limit_groups(double sd, size_t a, size_t b, size_t tests)
{
	double level = VERDICT_LEVEL / (double)(tests ? tests : 1);
	double smallest = verdict_smallest_p(a, b);
	double degrees = (double)a + (double)b - 2;

	if (smallest > level * (1 + 1e-9))
		return INFINITY;
	if (a < MANN_WHITNEY_EXACT_BELOW && b < MANN_WHITNEY_EXACT_BELOW)
		level = attained_level(a, b, level);
	/* The next outcome has twice the smallest p. */
	if (2 * smallest > level)
		return sd * limit_by_separation(a, b);
	return (student_quantile(1 - level / 2, degrees) +
		student_quantile(VERDICT_POWER, degrees)) *
	       sd * sqrt(M_PI / 3) * sqrt(1 / (double)a + 1 / (double)b);
}
