/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * verdict.h - the words in which a comparison answers, and what a test must have before it may.
 */
#ifndef LSMBENCH_ENGINE_VERDICT_H
#define LSMBENCH_ENGINE_VERDICT_H

#include <stddef.h>

/* The chance of any false alarm that a whole comparison may have. */
#define VERDICT_LEVEL 0.05
/* How surely a difference of the stated limit would have been found. */
#define VERDICT_POWER 0.8

enum verdict {
	VERDICT_NONE, /* no verdict: the reason says what is missing */
	VERDICT_SLOWER,
	VERDICT_FASTER,
	VERDICT_NO_DIFFERENCE,  /* none detected; the limit says what would have been */
	VERDICT_NOT_COMPARABLE, /* the environments differ outside the LSM fields */
	VERDICT_UNTRUSTWORTHY,  /* control moved, A/A significant, drift */
	/* One boot a side, judged by the spread of both sessions only; weaker than the others. */
	VERDICT_MOVED,
	VERDICT_NOT_MOVED,
};

/* "slower", "no difference detected", ...; static. */
const char *verdict_word(enum verdict verdict);
/* The same without blanks, for files that programs read: "no-difference". */
const char *verdict_key(enum verdict verdict);

/*
 * The fewest passes with which the smallest p of a signed-rank test, 2^(1 - passes), survives the
 * correction for so many tests: 2^(1 - passes) * tests <= VERDICT_LEVEL. No tests count as one.
 */
size_t verdict_passes_needed(size_t tests);

/*
 * The same for sessions a side and the test of Mann and Whitney, whose smallest p is
 * 2 / C(2k, k) with k sessions a side: 4 for one test, 5 for up to 6.
 */
size_t verdict_sessions_needed(size_t tests);
/* The smallest two-sided p that a and b sessions can give: 2 / C(a + b, a). */
double verdict_smallest_p(size_t a, size_t b);

/*
 * The smallest difference that a signed-rank test at level VERDICT_LEVEL / tests over so many
 * passes finds with probability VERDICT_POWER, when the passes scatter normally with sd around it;
 * in the unit of sd. INFINITY with too few passes, NaN when sd is.
 *
 * With W the rank sum of the negative passes, the test rejects when W <= c, c from the exact
 * distribution. A shift of t standard deviations is found with probability
 *   P(W <= c) ~ Phi((c + 1/2 - E) / S),        E = n p1 + n (n - 1) p2 / 2,
 *   S^2 = n p1 (1 - p1) + n (n - 1) / 2 (2 (p1 - p2)^2 + 3 p2 (1 - p2)) + n (n - 1)(n - 2)(p3 -
 * p2^2), p1 = P(X < 0), p2 = P(X + Y < 0), p3 = P(X + Y < 0, X + Z < 0) for X, Y, Z ~ N(t, 1)
 * (Lehmann, Nonparametrics, 1975, section 4.2), and at least with the probability of no or one
 * negative pass,
 *   Phi(t)^n + n sum over r = 1..c of C(n - 1, r - 1)
 *     integral of phi(x + t) (Phi(t) - Phi(t - x))^(r - 1) Phi(t - x)^(n - r), x from 0 on,
 * which is exact for c <= 2. t is found by bisection.
 */
double verdict_limit_paired(double sd, size_t passes, size_t tests);

/*
 * Likewise for two groups of a and b sessions that scatter with the same sd: where only complete
 * separation rejects, P(every x < every y) by integration; else the t approximation
 * (t(1 - level / 2) + t(power)) sd sqrt(pi / 3) sqrt(1 / a + 1 / b), a + b - 2 degrees of freedom,
 * with the level that the exact test really attains; pi / 3 is what ranks cost when all is normal.
 */
double verdict_limit_groups(double sd, size_t a, size_t b, size_t tests);

#endif
