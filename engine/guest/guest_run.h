/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * guest_run.h - in the guest: everything from its first line to its last one.
 */
#ifndef LSMBENCH_ENGINE_GUEST_RUN_H
#define LSMBENCH_ENGINE_GUEST_RUN_H

/* For the first process of a guest alone: it mounts, and kills all processes but itself. */
void guest_run(void);

#endif
