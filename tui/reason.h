/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * reason.h - why a case ended as it did, where there is not room for all of it.
 *
 * What a failed command wrote last tells most: of "exit status 2: ...", only the beginning of the
 * output is left out.
 */
#ifndef LSMBENCH_TUI_REASON_H
#define LSMBENCH_TUI_REASON_H

#include <stddef.h>

/* As much of reason as fits into so many columns. */
void reason_fit(char *buffer, size_t size, const char *reason, int columns);

/* As much of it as fits into so many lines, broken at blanks as draw_wrapped does. */
void reason_fit_lines(char *buffer, size_t size, const char *reason, int columns, int lines);

#endif
