/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * export_file.h - the console's bookkeeping of where its result is saved.
 */
#ifndef LSMBENCH_TUI_EXPORT_FILE_H
#define LSMBENCH_TUI_EXPORT_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "fixtures/error.h"

struct console;

/* The result is in the file at path now: it is not lost any more. */
void export_note_saved(struct console *console, const char *path);

/* Write the result in the native format under its default name. False, and said, when it fails. */
bool export_save_native(struct console *console);

/*
 * Save an unsaved result where it can be written: here, in the state directory, in $TMPDIR.
 * Its name goes to path. 0; 1 when there was nothing to save; negative errno.
 */
int console_rescue(struct console *console, char *path, size_t size, struct error *error);
/* Write the result to the file at path, which console_rescue made, once more. */
int console_rescue_again(struct console *console, const char *path, struct error *error);

#endif
