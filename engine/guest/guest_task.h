/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * guest_task.h - what a guest is to do, as the host writes it into the guest's file system.
 *
 * "/plan" holds the plan's keys (plan_write); "/task" the lines "settle: SECONDS", "measure: yes",
 * "hooks: yes", "steps: NUMBER", "policy: MODULE DOMAIN"; "/policy" the compiled policy. The guest
 * expands the plan as the host did: both speak of the same steps by number.
 */
#ifndef LSMBENCH_ENGINE_GUEST_TASK_H
#define LSMBENCH_ENGINE_GUEST_TASK_H

#include <stdbool.h>
#include <stdio.h>

#include "engine/guest/guest_policy.h"
#include "engine/plan/plan.h"

#define GUEST_PLAN_FILE "plan"
#define GUEST_TASK_FILE "task"
#define GUEST_POLICY_FILE "policy"

struct guest_task {
	unsigned int settle_seconds; /* of the guest's clock, before anything is measured */
	bool measure;
	bool hooks;     /* count them, after everything was measured */
	uint32_t steps; /* of the host's plan, which the guest's must have, too; 0: not compared */
	struct guest_policy policy;
};

/* The lines of the task, which are all but the plan. */
void guest_task_write(const struct guest_task *task, FILE *file);
/* Read them from text. 0, -ENOMEM or -EINVAL. task needs guest_policy_clear(&task->policy). */
int guest_task_read(struct guest_task *task, const char *text, struct error *error);

#endif
