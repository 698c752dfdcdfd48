/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * path_probe.h - whether a path can be opened and read without a wait, before the console does so:
 * nothing is drawn and no key is taken while the console waits for a pipe's writer, a device or a
 * server that has gone away.
 */
#ifndef LSMBENCH_TUI_PATH_PROBE_H
#define LSMBENCH_TUI_PATH_PROBE_H

#include "fixtures/error.h"

/*
 * -EINVAL when path leads to something else than a file, -EAGAIN when it holds its reader up,
 * -ETIMEDOUT when there is no answer within 3 seconds, -ENOMEM; each with a message. 0 otherwise,
 * also when path cannot be opened at all: who opens it then hears at once why.
 */
int path_probe_file(const char *path, struct error *error);
/* The same of a directory. */
int path_probe_directory(const char *path, struct error *error);

#endif
