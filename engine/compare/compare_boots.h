/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * compare_boots.h - which sessions are of one boot, and so count as one where boots are compared.
 */
#ifndef LSMBENCH_ENGINE_COMPARE_BOOTS_H
#define LSMBENCH_ENGINE_COMPARE_BOOTS_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/compare/compare.h"

/* The boots of a group's sessions. */
struct boots {
	size_t *of; /* for each session the place of the first one of its boot */
	size_t count;
};

/* Find them. 0, and then boots needs boots_clear, or -ENOMEM. */
int boots_of(const struct comparison_group *group, struct boots *boots);
void boots_clear(struct boots *boots);

/*
 * Add notes to comparison: what was taken together within a group, what stands on both sides, and
 * when both sides are of one boot. boots has an item for each group. 0 or -ENOMEM.
 */
int boots_note(const struct comparison_group *groups, const struct boots *boots, size_t count,
	       struct comparison *comparison);

#endif
