/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * guest_child.h - in the guest: a fresh process for each thing that is measured, which cannot hold
 * the guest up.
 */
#ifndef LSMBENCH_ENGINE_GUEST_CHILD_H
#define LSMBENCH_ENGINE_GUEST_CHILD_H

#include "fixtures/error.h"

/*
 * Call function in a child and wait for it, at most so many seconds of the guest's clock. Then no
 * process but the calling one is left: this is for the first process alone, and refused to any
 * other (-EPERM). 0 when function returned; else a negative errno with a sentence that says how the
 * child ended: -ETIMEDOUT when it did not in time, -ECHILD when it was killed or gave a status.
 */
int guest_child_run(void (*function)(void *argument), void *argument, unsigned int seconds,
		    struct error *error);

#endif
