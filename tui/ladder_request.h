/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ladder_request.h - what "lsmbench ladder" was asked for, as its options say, and the plan that
 * comes of it.
 */
#ifndef LSMBENCH_TUI_LADDER_REQUEST_H
#define LSMBENCH_TUI_LADDER_REQUEST_H

#include <stdbool.h>

#include "engine/ladder/ladder.h"
#include "engine/text/text_list.h"
#include "exports/ladder/ladder_export.h"
#include "tui/ladder_against.h"
#include "tui/options.h"

struct ladder_request {
	struct text_list kernels;
	struct text_list lists; /* of --lsm */
	struct text_list policies;
	char *append;
	char *jobs;
	char *settle;
	char *limit;
	char *directory;
	char *format_name;
	bool no_repeats;
	bool no_hooks;
	bool dry_run;
	bool show;
	bool force;
	bool quiet;
	struct ladder_against against;

	const struct ladder_format *format;
	struct ladder_plan plan; /* expanded by ladder_request_plan */
};

/*
 * Check what needs no kernel, and read the base of --against. Returns -1, or, having complained, an
 * exit status.
 */
int ladder_request_check(struct ladder_request *request, const struct options *options);

/*
 * Read the kernels and make the plan. Returns -1, or, having complained, an exit status:
 * EXIT_UNTESTED for a kernel that cannot be read where a base is given, so that a bisection skips
 * what did not build.
 */
int ladder_request_plan(struct ladder_request *request, const struct options *options);

void ladder_request_clear(struct ladder_request *request);

#endif
