/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * despite.h - the fields of --despite, checked before they excuse anything.
 */
#ifndef LSMBENCH_TUI_DESPITE_H
#define LSMBENCH_TUI_DESPITE_H

#include "engine/environment/environment.h"
#include "engine/text/text_list.h"

/*
 * Complain about a field that no environment can have, and offer those of example that resemble
 * it. Returns -1 when all can exist, else an exit status.
 */
int despite_check(const struct text_list *fields, const struct environment *example);

#endif
