/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * regressions.h - what --fail-above makes of a comparison: an exit status that scripts can use.
 */
#ifndef LSMBENCH_TUI_REGRESSIONS_H
#define LSMBENCH_TUI_REGRESSIONS_H

#include <stdbool.h>

#include "engine/compare/compare.h"

/*
 * Read a percentage, with or without its sign, that the option was given. Returns -1 and *percent,
 * or, having complained, an exit status.
 */
int regressions_read_percent(const char *option, const char *text, double *percent);

/*
 * What --fail-above makes of comparison: EXIT_REGRESSION when a case is slower by more than
 * fail_above percent (NaN: not asked for, EXIT_FINE), by verdict; with single_boot also by the
 * weaker words of one boot a side. Where some cases are decided they rule, and the others are named
 * on standard error; where none is, EXIT_ENVIRONMENT and why.
 */
int regressions_find(const struct comparison *comparison, double fail_above, bool single_boot);

#endif
