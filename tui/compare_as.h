/* SPDX-License-Identifier: GPL-2.0-or-later */
/* compare_as.h - cases that have another name in one file than in another, compared all the same.
 */
#ifndef LSMBENCH_TUI_COMPARE_AS_H
#define LSMBENCH_TUI_COMPARE_AS_H

#include "fixtures/error.h"
#include "tui/compare_inputs.h"

/*
 * Rename cases of all that was read as pairs say, "dbench 4c on SMP=dbench 4c". 0; -EINVAL with a
 * message for what is no such pair, for names of no case, and for a file that has both; -ENOMEM.
 */
int compare_as(struct compare_inputs *inputs, const struct text_list *pairs, struct error *error);

#endif
