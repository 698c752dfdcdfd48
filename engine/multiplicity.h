/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * multiplicity.h - p values of a family of tests, adjusted for being many.
 */
#ifndef LSMBENCH_ENGINE_MULTIPLICITY_H
#define LSMBENCH_ENGINE_MULTIPLICITY_H

#include <stddef.h>

enum multiplicity {
	MULTIPLICITY_BONFERRONI, /* any false alarm, whatever the tests have in common */
	MULTIPLICITY_HOLM,       /* the same guarantee, never less powerful (Holm 1979) */
	MULTIPLICITY_HOCHBERG,   /* any false alarm, for independent tests (Hochberg 1988) */
	MULTIPLICITY_BENJAMINI_HOCHBERG, /* the share of false alarms among the alarms (1995) */
};

/*
 * Write to adjusted[i] the smallest level of the whole family at which test i would be rejected,
 * at most 1. A p of NaN was not tested: it stays NaN and does not count. p and adjusted may be the
 * same. 0 or -ENOMEM.
 */
int multiplicity_adjust(enum multiplicity method, const double *p, size_t count, double *adjusted);

#endif
