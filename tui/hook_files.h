/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * hook_files.h - tables of hooks among the files of a command line: "lsmbench compare *.csv" in the
 * directory of a ladder means the rungs, and such a table stands beside them.
 */
#ifndef LSMBENCH_TUI_HOOK_FILES_H
#define LSMBENCH_TUI_HOOK_FILES_H

#include "engine/text/text_list.h"

/*
 * Take the tables of hooks out of files and say so in a line of standard error. Nothing is taken
 * out when nothing else is there: whoever reads the files says then what they are.
 */
void hook_files_leave_out(struct text_list *files);

#endif
