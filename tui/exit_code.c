/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * exit_code.c - the table of exit statuses.
 */
#include "tui/exit_code.h"

const struct exit_code_meaning exit_code_meanings[] = {
	{EXIT_FINE, "all went well"},
	{EXIT_REGRESSION, "a comparison found a case slower than --fail-above allows"},
	{EXIT_USAGE, "the command line or the plan cannot be understood, or does not fit together"},
	{EXIT_TERMINAL, "the console found no usable terminal"},
	{EXIT_ENVIRONMENT,
	 "this machine cannot do what was asked, or --fail-above could decide nothing"},
	{EXIT_INPUT, "an input file cannot be read, is damaged, or does not hold what it takes"},
	{EXIT_OUTPUT, "the output cannot be written; what was measured is saved elsewhere"},
	{EXIT_CASES_FAILED, "some cases failed; the others were measured and saved"},
	{EXIT_INTERRUPTED, "interrupted; what was measured until then is saved, marked partial"},
	{EXIT_UNTESTED,
	 "ladder --against: the kernel does not boot, or nothing could be measured or compared"},
	{EXIT_NO_VERDICT,
	 "ladder --against: whatever else went wrong, which no other kernel mends"},
};

const size_t exit_code_meaning_count = sizeof(exit_code_meanings) / sizeof(exit_code_meanings[0]);
