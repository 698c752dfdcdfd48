/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * trust.h - what the parts of "make trust" share: sessions measured from beginning to end, the load
 * that they run under, and how a figure is printed.
 */
#ifndef LSMBENCH_TESTS_TRUST_TRUST_H
#define LSMBENCH_TESTS_TRUST_TRUST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "engine/compare/compare.h"

/* --- trust_session.c: one session --------------------------------------------------------- */

/* A session that has ended, and what it says. */
struct measured {
	struct comparison comparison; /* owned: measured_clear */
	double seconds;               /* from opening to closing it */
	double batch_seconds;         /* of them, inside timed batches */
	size_t steps;                 /* cases times variants, the A/A row's too */
};

/* Say what went wrong and exit with 2: a session that cannot be measured is no figure. */
_Noreturn void give_up(const char *what, const char *why);

/*
 * Measure the default plan of these cases ("stat FFF,chmod DIR0") and variants, with that seed,
 * on that CPU (-1: the engine's choice).
 */
void measure(const char *cases, const char *variants, uint64_t seed, int cpu,
	     struct measured *measured);
void measured_clear(struct measured *measured);

/* The row of an operation under a variant. */
const struct comparison_row *measured_row(const struct measured *measured, const char *operation,
					  const char *label);

/* --- trust_load.c: forced drift ----------------------------------------------------------- */

/* Busy loops, one for each CPU, that come and go at random. */
struct disturbers {
	pid_t pids[2];
	size_t count;
};

/* One busy loop on cpu, and one on another CPU if there is one; they come and go by the seed. */
void disturbers_start(struct disturbers *disturbers, int cpu, uint64_t seed);
void disturbers_stop(struct disturbers *disturbers);

#endif
