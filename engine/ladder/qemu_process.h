/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * qemu_process.h - QEMU as a child of ours that never outlives us: in a process group of its own,
 * so that the terminal's signals pass it by, and killed by the kernel when we are gone. For
 * engine/ladder/ only.
 */
#ifndef LSMBENCH_ENGINE_QEMU_PROCESS_H
#define LSMBENCH_ENGINE_QEMU_PROCESS_H

#include <sys/types.h>

#include "engine/text/text_list.h"
#include "fixtures/error.h"

struct qemu_process {
	pid_t pid;   /* 0: none, or reaped */
	int process; /* pidfd, readable once it has ended; -1 */
	int output;  /* what it writes to its standard output, non-blocking; -1 */
	int status;  /* as waitpid gives it, once reaped */
};

/* None. */
void qemu_process_init(struct qemu_process *process);

/*
 * Start words. Its standard input is empty; its standard error goes to errors, or nowhere when that
 * is -1. 0 or negative errno with a message.
 */
int qemu_process_start(struct qemu_process *process, const struct text_list *words, int errors,
		       struct error *error);

/* Kill it with its process group, wait for it, close everything. Fine when there is none. */
void qemu_process_end(struct qemu_process *process);

/* How it ended, from status: "exited with status 1", "was killed by signal 9 (Killed)". */
void qemu_process_describe(const struct qemu_process *process, char *buffer, size_t size);

#endif
