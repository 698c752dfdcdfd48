/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * hook_counter.h - counts calls of the security_*() functions of the running kernel through kprobe
 * events of tracefs (kprobe_events, kprobe_profile). Exact, without BPF; needs root and a tracefs
 * that lets itself be written to. The events are of one group of this process, lsmbench_PID, and
 * are removed again; those of a process that was killed are removed by the next one.
 *
 * It counts the calls of all processes. On a quiet machine (a guest) that is exactly those of what
 * runs between two readings; hook_case.h counts a case so that others do not matter elsewhere.
 *
 *	hook_counter_open(&counter, &error);	   tracefs must be mounted; takes about a second
 *	hook_case_count(counter, &hook_case, table, &error);	once for each case
 *	hook_counter_take_refused(counter, table);
 *	hook_users_read(table, &error);
 *	hook_counter_close(counter);
 *
 * Watched functions cost more: measure before it is opened or after it is closed, never between.
 */
#ifndef LSMBENCH_ENGINE_HOOK_COUNTER_H
#define LSMBENCH_ENGINE_HOOK_COUNTER_H

#include <stddef.h>
#include <stdint.h>

#include "engine/hooks/hook_table.h"
#include "engine/text/text_list.h"
#include "fixtures/error.h"

struct hook_counter; /* opaque */

/*
 * Watch every hook that the kernel has. Looks for tracefs in the usual places. Negative errno with
 * one line: -EPERM/-EACCES where the kernel refuses, -ENOENT without tracefs or kprobe events.
 */
int hook_counter_open(struct hook_counter **counter, struct error *error);

/* The same with a tracefs and a list of symbols (as /proc/kallsyms) that are named. */
int hook_counter_open_at(struct hook_counter **counter, const char *tracefs, const char *symbols,
			 struct error *error);

/* The hooks that are watched, and those that cannot be, each with its reason. Owned by counter. */
const struct text_list *hook_counter_hooks(const struct hook_counter *counter);
const struct text_list *hook_counter_refused(const struct hook_counter *counter);

/* Append the refused ones to table->uncounted. 0 or -ENOMEM. */
int hook_counter_take_refused(const struct hook_counter *counter, struct hook_table *table);

/*
 * Read the hits so far, one per hook, in the order of hook_counter_hooks. What earlier readings
 * themselves have called is taken off.
 */
int hook_counter_read(struct hook_counter *counter, uint64_t *hits, struct error *error);

/*
 * Watch nothing any more. NULL is fine. The kernel waits twice for each hook: 5 to 20 seconds in
 * all. A guest that is about to power off need not do it.
 */
void hook_counter_close(struct hook_counter *counter);

#endif
