/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * compare_redact.h - a comparison without what names the host, the user, a disk or a path.
 *
 * Done after comparing: redacted results could no longer be matched, since each numbers its own
 * paths.
 */
#ifndef LSMBENCH_EXPORTS_COMPARE_REDACT_H
#define LSMBENCH_EXPORTS_COMPARE_REDACT_H

#include "engine/compare/compare.h"

/*
 * Change comparison: own paths and scratch directories become /redacted/1 and so on, the same
 * everywhere; values of private environment items that differ become "redacted". 0 or -ENOMEM, and
 * then comparison is only good for comparison_clear.
 */
int compare_redact(struct comparison *comparison);

#endif
