/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * export_file.h - the console's bookkeeping of where its result is saved. For page_export.c; the
 * other parts of the console use what console_state.h offers.
 */
#ifndef LSMBENCH_TUI_EXPORT_FILE_H
#define LSMBENCH_TUI_EXPORT_FILE_H

struct console;

/* The result is in the file at path now: it is not lost any more. */
void export_note_saved(struct console *console, const char *path);

#endif
