/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * boot_log.h - what stands in a guest's log, for people. For engine/ladder/ only.
 */
#ifndef LSMBENCH_ENGINE_BOOT_LOG_H
#define LSMBENCH_ENGINE_BOOT_LOG_H

#include <stdbool.h>
#include <stddef.h>

/* Of a line that is shown, with its terminator; and how many of the last ones are. */
#define BOOT_LOG_LINE 200
#define BOOT_LOG_LINES 6

struct boot_log {
	char panic[BOOT_LOG_LINE];                /* the kernel's own words, or "" */
	char last[BOOT_LOG_LINES][BOOT_LOG_LINE]; /* oldest first; unused ones are "" */
};

/* Read the log behind fd, control characters escaped. One that cannot be read is empty. */
void boot_log_read(int fd, struct boot_log *log);

#endif
