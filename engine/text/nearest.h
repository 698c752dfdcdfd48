/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * nearest.h - "did you mean": the known names that an unknown one resembles.
 */
#ifndef LSMBENCH_ENGINE_NEAREST_H
#define LSMBENCH_ENGINE_NEAREST_H

#include <stddef.h>

/* The name at index of some table; table is what nearest_names was given. */
typedef const char *nearest_name(const void *table, size_t index);

/*
 * Write ", did you mean A or B?" to buffer: the (at most three) names of the table that take the
 * fewest changes to become word, or that hold it. "" when none is near. Returns buffer.
 */
const char *nearest_names(const char *word, nearest_name *name_at, const void *table, size_t count,
			  char *buffer, size_t size);

#endif
