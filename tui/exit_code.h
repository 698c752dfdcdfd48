/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * exit_code.h - how the program says with its exit status what became of the request.
 */
#ifndef LSMBENCH_TUI_EXIT_CODE_H
#define LSMBENCH_TUI_EXIT_CODE_H

#include <stddef.h>

enum exit_code {
	EXIT_FINE = 0,
	EXIT_REGRESSION = 1,
	EXIT_USAGE = 2,
	EXIT_TERMINAL = 3,
	EXIT_ENVIRONMENT = 4,
	EXIT_INPUT = 5,
	EXIT_OUTPUT = 6,
	EXIT_CASES_FAILED = 7,
	EXIT_INTERRUPTED = 8,
	EXIT_UNTESTED = 125,   /* "git bisect run" skips such a commit */
	EXIT_NO_VERDICT = 128, /* and ends with any from 128 on */
};

/* What the help and the README say of each. */
struct exit_code_meaning {
	enum exit_code code;
	const char *meaning;
};

extern const struct exit_code_meaning exit_code_meanings[];
extern const size_t exit_code_meaning_count;

#endif
