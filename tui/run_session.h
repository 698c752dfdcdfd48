/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * run_session.h - a whole session without the console: from a plan to its result.
 */
#ifndef LSMBENCH_TUI_RUN_SESSION_H
#define LSMBENCH_TUI_RUN_SESSION_H

#include <stdbool.h>

#include "engine/plan/plan.h"
#include "engine/result/result.h"
#include "engine/session/estimate.h"
#include "fixtures/error.h"

/*
 * Measure plan, which is expanded, and show progress on standard error. A signal stops the
 * session; then and when the session breaks, result holds what was measured. Returns 0 when
 * *result is filled and needs result_clear, *broken when it ended by itself and error says why;
 * negative errno, and no result, when the session could not start. estimate says how
 * long it may take, and learns from it.
 */
int run_session(const struct plan *plan, struct estimate *estimate, bool quiet,
		struct result *result, bool *broken, struct error *error);

#endif
