/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * csv_steps.h - the step lines of a header being read, and how they and the plan come together.
 *
 * The plan says what was asked for, the steps which cases that came to. Another version may derive
 * other cases from the same plan (a new path shape, say); then the steps count.
 */
#ifndef LSMBENCH_EXPORTS_CSV_STEPS_H
#define LSMBENCH_EXPORTS_CSV_STEPS_H

#include <stddef.h>

#include "engine/result/result.h"

/* A step line as read. */
struct csv_step_line {
	struct step step;
	char *variant; /* as the plan names it; owned */
	char *name;    /* of the case; owned */
};

struct csv_steps {
	struct csv_step_line *lines;
	size_t count;
	size_t capacity;
};

/* Take "step.NUMBER: value", which is changed. 0, -EINVAL or -ENOMEM. */
int csv_steps_take(struct csv_steps *steps, const char *number, char *value, struct error *error);
/* Take "reason.NUMBER: value". The same. */
int csv_steps_take_reason(struct csv_steps *steps, const char *number, const char *value,
			  struct error *error);
/*
 * Expand plan so that it has these steps, and begin result with both. plan and steps are empty
 * then. -EINVAL when this version knows no such plan.
 */
int csv_steps_begin(struct csv_steps *steps, struct plan *plan, struct result *result,
		    struct error *error);
void csv_steps_clear(struct csv_steps *steps);

#endif
