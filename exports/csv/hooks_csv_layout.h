/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * hooks_csv_layout.h - what the writer and the reader of a table of hooks share.
 */
#ifndef LSMBENCH_EXPORTS_HOOKS_CSV_LAYOUT_H
#define LSMBENCH_EXPORTS_HOOKS_CSV_LAYOUT_H

#define HOOKS_CSV_COLUMNS "operation,parameter,hook,count,varies"
#define HOOKS_CSV_CELLS 5
/* "# user MODULE: HOOK HOOK ..." */
#define HOOKS_CSV_USER "user "

#endif
