/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * leftovers.h - what killed sessions left behind, in all the directories that they may have used.
 */
#ifndef LSMBENCH_TUI_LEFTOVERS_H
#define LSMBENCH_TUI_LEFTOVERS_H

#include <stddef.h>

#include "engine/text/text_list.h"
#include "fixtures/error.h"
#include "fixtures/scratch.h"

struct leftovers {
	struct scratch_leftover *items;
	size_t count;
};

/*
 * The directories to look into: those where sessions have worked before, and those of more. Each
 * once, also when it goes by two names. 0 or -ENOMEM; parents needs text_list_clear either way.
 */
int leftovers_parents(const struct text_list *more, struct text_list *parents);

/* Append what stands in parent. Negative errno with a message. */
int leftovers_add(struct leftovers *leftovers, const char *parent, struct error *error);

/* Remember that these are to stay. Negative errno with a message. */
int leftovers_keep(const struct leftovers *leftovers, struct error *error);
/* Take out those that are to stay. */
void leftovers_drop_kept(struct leftovers *leftovers);

void leftovers_clear(struct leftovers *leftovers);

#endif
