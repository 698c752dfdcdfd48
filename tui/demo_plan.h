/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * demo_plan.h - the plan of the demonstration: what security modules cost, shown in two minutes.
 * No screen here.
 */
#ifndef LSMBENCH_TUI_DEMO_PLAN_H
#define LSMBENCH_TUI_DEMO_PLAN_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/plan/plan.h"
#include "fixtures/error.h"

/* How long it goes on measuring: as many whole passes as there is time for. */
#define DEMO_SECONDS 120

/*
 * Whether a variant can work here: 0, or a negative errno and why not. variant_available(), or in
 * tests another machine.
 */
typedef int demo_available(const char *variant, struct error *error);

/*
 * Make plan (uninitialised before, needs plan_clear after success) the demonstration, expanded:
 * Landlock in one, four and sixteen layers and a seccomp filter against none, in many short
 * passes, so that all cases show something within seconds and then settle. Scratch directories, CPU
 * and seed are those of own. What cannot work here is left out or replaced; note then says
 * what and why, in one line, and is "" otherwise. 0, -EINVAL or -ENOMEM.
 */
int demo_plan_make(struct plan *plan, const struct plan *own, demo_available *available, char *note,
		   size_t size, struct error *error);

#endif
