/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * run_table.h - what a person at a terminal is shown of a session of several variants: what they
 * cost, with verdicts, as "lsmbench compare" says it.
 */
#ifndef LSMBENCH_TUI_RUN_TABLE_H
#define LSMBENCH_TUI_RUN_TABLE_H

#include <stdbool.h>
#include <stdio.h>

#include "engine/result/result.h"
#include "fixtures/error.h"

/*
 * Write the comparison of result's variants to file; with redact no host, user or path is named.
 * -EINVAL when there is nothing to compare, -ENOMEM, or the errno of writing, with a message.
 */
int run_table_write(const struct result *result, bool redact, FILE *file, struct error *error);

#endif
