/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * guest_place.h - in the guest: what stands around the cases. A guest begins with nothing but its
 * program: no mounts, no network, no files.
 */
#ifndef LSMBENCH_ENGINE_GUEST_PLACE_H
#define LSMBENCH_ENGINE_GUEST_PLACE_H

#include "engine/plan/plan.h"
#include "fixtures/error.h"

/* The tmpfs on which scratch roots are made. */
#define GUEST_SCRATCH_DIRECTORY "/scratch"

/* Mount the kernel's file systems, as far as it has them, and a tmpfs; give the loopback interface
 * its address. */
void guest_place_make(void);

/* Make the files outside of the scratch root that a plan's cases walk to: empty ones. */
void guest_place_make_files(const struct plan *plan);

/* All of a file, malloc'ed, with a terminator behind it. 0 or negative errno with a message. */
int guest_place_read(const char *path, char **text, size_t *length, struct error *error);

#endif
