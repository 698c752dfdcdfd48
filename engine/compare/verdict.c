/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * verdict.c - words of verdicts, and how many passes or sessions a verdict needs.
 */
#include "engine/compare/verdict.h"

#include <math.h>

static const struct {
	const char *word;
	const char *key;
} names[] = {
	[VERDICT_NONE] = {"no verdict", "none"},
	[VERDICT_SLOWER] = {"slower", "slower"},
	[VERDICT_FASTER] = {"faster", "faster"},
	[VERDICT_NO_DIFFERENCE] = {"no difference detected", "no-difference"},
	[VERDICT_NOT_COMPARABLE] = {"not comparable", "not-comparable"},
	[VERDICT_UNTRUSTWORTHY] = {"untrustworthy", "untrustworthy"},
	[VERDICT_MOVED] = {"moved beyond the spread of both sessions", "moved"},
	[VERDICT_NOT_MOVED] = {"did not move", "not-moved"},
};

const char *verdict_word(enum verdict verdict)
{
	return names[verdict].word;
}

const char *verdict_key(enum verdict verdict)
{
	return names[verdict].key;
}

size_t verdict_passes_needed(size_t tests)
{
	double p = (double)(tests ? tests : 1);
	size_t passes = 1;

	for (; p > VERDICT_LEVEL; passes++)
		p /= 2;
	return passes;
}

double verdict_smallest_p(size_t a, size_t b)
{
	double n = (double)a + (double)b;

	if (a == 0 || b == 0)
		return 1;
	return fmin(1, 2 * exp(lgamma((double)a + 1) + lgamma((double)b + 1) - lgamma(n + 1)));
}

size_t verdict_sessions_needed(size_t tests)
{
	size_t sessions = 2;

	/* The margin takes the rounding of the logarithms; no p comes that near the level. */
	while (verdict_smallest_p(sessions, sessions) * (double)(tests ? tests : 1) >
	       VERDICT_LEVEL * (1 + 1e-9))
		sessions++;
	return sessions;
}
