/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * read_all.h - a whole file into memory.
 */
#ifndef LSMBENCH_TUI_READ_ALL_H
#define LSMBENCH_TUI_READ_ALL_H

#include <stddef.h>

/*
 * Read what fd still holds, at most limit bytes: *text is malloc'ed, *length bytes and a NUL
 * behind them. 0, -EFBIG when there is more, -ENOMEM, or the errno of reading.
 */
int read_all(int fd, size_t limit, char **text, size_t *length);

#endif
