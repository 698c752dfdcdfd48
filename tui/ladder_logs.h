/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ladder_logs.h - the logs of guests that failed, where nobody named a directory for them: with
 * what else the program keeps, and only the last ones.
 */
#ifndef LSMBENCH_TUI_LADDER_LOGS_H
#define LSMBENCH_TUI_LADDER_LOGS_H

#include <stddef.h>

/* So many are kept, and no more bytes of all but the last one. */
#define LADDER_LOGS_KEPT 20u
#define LADDER_LOGS_BYTES (64u << 20)

/*
 * Before a ladder: the directory "ladder" in the state directory, made where it is missing, in
 * path; "" where it cannot be made, and then no logs are kept. The oldest logs in it are removed;
 * what does not bear the name of such a log is left alone.
 */
void ladder_logs_prepare(char *path, size_t size);

#endif
