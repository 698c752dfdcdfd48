/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * hooks_guest.h - counts the hooks that cases call in a guest that boots another kernel.
 */
#ifndef LSMBENCH_TUI_HOOKS_GUEST_H
#define LSMBENCH_TUI_HOOKS_GUEST_H

#include "engine/hooks/hook_table.h"
#include "engine/plan/plan.h"
#include "fixtures/error.h"

struct hooks_guest {
	const char *kernel; /* an image or a build tree */
	const char *lsm;    /* as of "lsmbench ladder --lsm" */
	const char *append; /* further words of the command line */
	bool quiet;
};

/*
 * Boot the kernel and count each case of plan, which is not expanded. A signal
 * (signals_start_run) ends it with -EINTR. 0 or a negative errno with a line; table (empty before)
 * then is empty. -ENOEXEC and what kernel_image_read says of a file that is no kernel.
 */
int hooks_guest_count(const struct plan *plan, const struct hooks_guest *guest,
		      struct hook_table *table, struct error *error);

#endif
