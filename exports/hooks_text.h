/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * hooks_text.h - a table of hooks for people: a block for each operation, a row for each hook, a
 * column for each case.
 */
#ifndef LSMBENCH_EXPORTS_HOOKS_TEXT_H
#define LSMBENCH_EXPORTS_HOOKS_TEXT_H

#include <stddef.h>
#include <stdio.h>

#include "engine/hooks/hook_table.h"
#include "engine/operation/operation.h"
#include "fixtures/error.h"

/* Columns of a line, unless the reader's screen is wider. */
#define HOOKS_TEXT_WIDTH 80u

/* Write table in lines of width columns, where they can be that short. 0 or negative errno. */
int hooks_text_write(const struct hook_table *table, size_t width, FILE *file, struct error *error);

/* Room for a sentence of hooks_text_case. */
#define HOOKS_TEXT_CASE_SIZE 1024

/*
 * The hooks of one case in a line, the most called first: "inode_permission 5, file_open 1"; "none"
 * for a case that calls none, "" for one that was not counted. Returns buffer.
 */
const char *hooks_text_case(const struct hook_table *table, const char *operation,
			    const char *parameter, char buffer[HOOKS_TEXT_CASE_SIZE]);

/*
 * How the calls of an operation depend on its cases: "once per component: inode_permission; once
 * per call: inode_getattr". "" where no case was counted, or only one depth. Returns buffer.
 */
const char *hooks_text_operation(const struct hook_table *table, const struct operation *operation,
				 char buffer[HOOKS_TEXT_CASE_SIZE]);

#endif
