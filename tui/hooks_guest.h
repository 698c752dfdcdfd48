/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * hooks_guest.h - counts the hooks that cases call in a guest that boots another kernel.
 */
#ifndef LSMBENCH_TUI_HOOKS_GUEST_H
#define LSMBENCH_TUI_HOOKS_GUEST_H

#include <stdbool.h>

#include "engine/hooks/hook_table.h"
#include "engine/ladder/ladder.h"
#include "engine/plan/plan.h"
#include "fixtures/error.h"

struct hooks_guest {
	struct kernel_image *image; /* is moved */
	const char *lsm;            /* as of "lsmbench ladder --lsm" */
	const char *append;         /* further words of the command line */
};

/*
 * Make of plan, which is not expanded, and guest a ladder of one rung that counts hooks; ladder was
 * initialised. 0, -ENOMEM, or -EINVAL for what was asked for, with a line.
 */
int hooks_guest_plan(const struct plan *plan, const struct hooks_guest *guest,
		     struct ladder_plan *ladder, struct error *error);

/*
 * Boot the kernel and count each case. A signal (signals_start_run) ends it with -EINTR. 0 or a
 * negative errno with a line; table (empty before) then is empty.
 */
int hooks_guest_count(const struct ladder_plan *ladder, bool quiet, struct hook_table *table,
		      struct error *error);

#endif
