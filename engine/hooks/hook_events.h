/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * hook_events.h - the kprobe events of a process in tracefs: making, enabling and removing them.
 */
#ifndef LSMBENCH_ENGINE_HOOK_EVENTS_H
#define LSMBENCH_ENGINE_HOOK_EVENTS_H

#include <limits.h>
#include <stddef.h>
#include <sys/types.h>

#include "engine/text/text_list.h"
#include "fixtures/error.h"

struct hook_events {
	char tracefs[PATH_MAX];
	int events; /* kprobe_events, open for appending; -1: not open */
	pid_t pid;  /* of the process that has opened it: events are named by it */
};

/* Where tracefs with kprobe events is. Negative errno with a line that says what to do. */
int hook_events_find(char *tracefs, size_t size, struct error *error);

/* Open, and remove the events of processes that are no more. */
int hook_events_open(struct hook_events *events, const char *tracefs, struct error *error);

/* Make and enable the event of a hook. 0 or a negative errno, and then there is none. */
int hook_events_add(struct hook_events *events, const char *hook);

/* Disable and remove the events of hooks, and close. Fine after hook_events_open has failed. */
void hook_events_close(struct hook_events *events, const struct text_list *hooks);

/* The hook that an event (its name in kprobe_profile) counts, within event; NULL: not one of ours.
 */
const char *hook_events_hook(const struct hook_events *events, const char *event);

#endif
