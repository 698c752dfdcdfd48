/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * hook_line.h - how the number of calls of a hook depends on what an operation is applied to: the
 * same at any depth of the path, or more with every component.
 */
#ifndef LSMBENCH_ENGINE_HOOK_LINE_H
#define LSMBENCH_ENGINE_HOOK_LINE_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/hooks/hook_table.h"
#include "engine/operation/operation.h"

struct hook_line {
	size_t cases;  /* of the operation that were counted */
	size_t places; /* different numbers of components (or entries) among them */
	bool called;   /* by any of the cases */
	bool differs;  /* not all cases call it equally often */
	bool exact;    /* all cases that have a place are on one line; false with fewer than two */
	double per_call;      /* with fewer than two places: of the first case */
	double per_component; /* or per entry, of a directory's */
};

/*
 * Where a case stands: *x is the components of its path, or the entries of its directory. False
 * when it has no place: it takes no path, or one that is no plain path.
 */
bool hook_line_place(const struct operation *operation, const char *parameter, double *x);

/* Whether the places of an operation are entries of a directory, not components. */
bool hook_line_has_entries(const struct operation *operation);

/* The line of hook under an operation, through its cases in table. */
void hook_line_of(const struct hook_table *table, const struct operation *operation,
		  const char *hook, struct hook_line *line);

/*
 * In words, in buffer, which is returned: "once per component", "2 per call", "once per component,
 * and once more per call", "not in step with components" when it is no line, "never",
 * "never on plain paths" of what only cases without a place call. What
 * cases without a place do is not said where there is a line.
 */
const char *hook_line_words(const struct hook_line *line, const struct operation *operation,
			    char *buffer, size_t size);

#endif
