/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * multiplicity.h - p values of a family of tests, adjusted for being many.
 */
#ifndef LSMBENCH_ENGINE_MULTIPLICITY_H
#define LSMBENCH_ENGINE_MULTIPLICITY_H

#include <stddef.h>

/*
 * Write to adjusted[i] the smallest level of the whole family at which test i would be rejected,
 * at most 1 (Holm 1979): it bounds the chance of any false alarm, whatever the tests have in
 * common. A p of NaN was not tested: it stays NaN and does not count. p and adjusted may be the
 * same. 0 or -ENOMEM.
 */
int multiplicity_adjust(const double *p, size_t count, double *adjusted);

#endif
