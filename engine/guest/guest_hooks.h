/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * guest_hooks.h - in the guest: which hooks of the security framework each case calls, unconfined.
 */
#ifndef LSMBENCH_ENGINE_GUEST_HOOKS_H
#define LSMBENCH_ENGINE_GUEST_HOOKS_H

#include "engine/guest/guest_case.h"
#include "engine/guest/guest_report.h"

/*
 * Count and report. Watched hooks cost more, and stay watched: nothing is measured after it. What
 * cannot be counted is reported as such: 0, or -ENOMEM with a message.
 */
int guest_hooks_count(const struct guest_ground *ground, struct guest_report *report,
		      struct error *error);

#endif
