/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * analysis.h - included by clang-tidy before every file, and by nothing else.
 *
 * The analyzer looks at one file at a time and so does not know that error_set returns its code,
 * and that the code is not positive: it would follow every error as if it were a success.
 */
#ifndef LSMBENCH_CI_ANALYSIS_H
#define LSMBENCH_CI_ANALYSIS_H

#include "fixtures/error.h"

static inline int analysis_code(int code)
{
	if (code > 0)
		__builtin_unreachable();
	return code;
}

#define error_set(error, code, ...) ((error_set)(error, code, __VA_ARGS__), analysis_code(code))

#endif
