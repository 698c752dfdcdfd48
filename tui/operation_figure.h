/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * operation_figure.h - in words, what an operation's figure is where that is no plain time.
 */
#ifndef LSMBENCH_TUI_OPERATION_FIGURE_H
#define LSMBENCH_TUI_OPERATION_FIGURE_H

#include "engine/operation/operation.h"
#include "engine/result/result.h"

#define OPERATION_FIGURE_SIZE 128

/*
 * "moves 64K, shown in MB/s", "shown less signal-catch", both with "; " between, or "". In buffer,
 * which is returned.
 */
const char *operation_figure_show(const struct operation *operation,
				  char buffer[OPERATION_FIGURE_SIZE]);

/* value in at most width columns, whole numbers of instructions without decimals; "-": none. */
void figure_text(enum result_unit unit, double value, int width, char *buffer, size_t size);

#endif
