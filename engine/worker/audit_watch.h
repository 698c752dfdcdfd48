/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * audit_watch.h - how many records the kernel's audit writes while something is measured.
 *
 * A socket joins the group to which the kernel copies each record. Nothing reads it meanwhile: what
 * does not fit into it is dropped, and the kernel counts what it drops, so that both together are
 * the number of records, whoever caused them.
 */
#ifndef LSMBENCH_ENGINE_AUDIT_WATCH_H
#define LSMBENCH_ENGINE_AUDIT_WATCH_H

#include <stdint.h>

struct audit_watch {
	int fd;         /* -1: not watching */
	uint64_t taken; /* records read from it so far */
};

/* Begin. 0, or a negative errno (-EPERM without CAP_AUDIT_READ), and then it is not watching. */
int audit_watch_open(struct audit_watch *watch);
/* Records since it was opened, 0 when it is not watching; takes the queued ones out. */
uint64_t audit_watch_count(struct audit_watch *watch);
void audit_watch_close(struct audit_watch *watch);

#endif
