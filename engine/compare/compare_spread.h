/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * compare_spread.h - what imported figures can bear: they were rounded when they were printed, some
 * are differences of others, and nobody kept samples that would show a disturbed session.
 */
#ifndef LSMBENCH_ENGINE_COMPARE_SPREAD_H
#define LSMBENCH_ENGINE_COMPARE_SPREAD_H

#include <stddef.h>

#include "engine/compare/compare.h"

/* A side whose sessions differ by more than this factor says nothing of a difference. */
#define SPREAD_FACTOR 2.0

/* Take account of a side: how exact its figures are and whether they can be read several ways. */
void comparison_spread_side(struct comparison_row *row, const struct comparison_group *group,
			    const struct case_figures *which);

/* The same of its sessions' medians (ln), which may be in any order. */
void comparison_spread_medians(struct comparison_row *row, const double *medians, size_t count);

/*
 * After the test: take back a verdict on figures that cannot bear one, and say why. The limit is no
 * smaller than what was cut off the printed cells.
 */
void comparison_spread_judge(struct comparison_row *row);

/* A session is apart in a case when it lies beyond so many times its group's median, or below it by
 * as much. */
#define SPREAD_APART 1.5

/*
 * Note in comparison which sessions are apart from their group in many cases. groups are those
 * compared. 0 or -ENOMEM.
 */
int comparison_spread_note(const struct comparison_group *groups, size_t count,
			   struct comparison *comparison);

#endif
