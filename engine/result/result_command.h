/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * result_command.h - the command that measures again what a result holds.
 */
#ifndef LSMBENCH_ENGINE_RESULT_COMMAND_H
#define LSMBENCH_ENGINE_RESULT_COMMAND_H

#include "engine/result/result.h"

/*
 * The command line, quoted for a shell: that of the plan (plan_command), or of a rung of a ladder
 * "lsmbench ladder --kernel FILE --lsm 'LIST WORDS' ...", as its facts tell. malloc'ed; NULL
 * without memory.
 */
char *result_command(const struct result *result);

/*
 * The words of a guest's command line that a person gave: those behind the ladder's own, but for
 * the list of modules and the placebo. Blanks between them; malloc'ed, NULL without memory.
 */
char *result_guest_words(const struct result *result);

#endif
