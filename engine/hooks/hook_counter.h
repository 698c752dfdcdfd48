/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * hook_counter.h - counts calls of the security_*() functions of the running kernel through kprobe
 * events of tracefs (kprobe_events, kprobe_profile). Exact, without BPF; needs root and a tracefs
 * that lets itself be written to. All events are of one group, and are removed again.
 */
#ifndef LSMBENCH_ENGINE_HOOK_COUNTER_H
#define LSMBENCH_ENGINE_HOOK_COUNTER_H

#include <stddef.h>
#include <stdint.h>

#include "engine/text/text_list.h"
#include "fixtures/error.h"

struct hook_counter; /* opaque */

/*
 * Watch every hook that the kernel has. Looks for tracefs in the usual places. Negative errno with
 * one line: -EPERM/-EACCES where the kernel refuses, -ENOENT without tracefs or kprobe events.
 */
int hook_counter_open(struct hook_counter **counter, struct error *error);

/* The hooks that are watched, and those that cannot be, each with its reason. Owned by counter. */
const struct text_list *hook_counter_hooks(const struct hook_counter *counter);
const struct text_list *hook_counter_refused(const struct hook_counter *counter);

/* Read the hits so far, one per hook, in the order of hook_counter_hooks. */
int hook_counter_read(struct hook_counter *counter, uint64_t *hits, struct error *error);

/* Watch nothing any more. NULL is fine. */
void hook_counter_close(struct hook_counter *counter);

#endif
