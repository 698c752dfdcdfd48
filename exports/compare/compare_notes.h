/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * compare_notes.h - the reasons behind the verdicts of a comparison, for every format.
 */
#ifndef LSMBENCH_EXPORTS_COMPARE_NOTES_H
#define LSMBENCH_EXPORTS_COMPARE_NOTES_H

#include "engine/compare/compare.h"
#include "engine/text/text_list.h"

/*
 * Add to notes the reasons behind the verdicts, each once: "open-denied, same; open-denied,
 * landlock:1: no verdict: the baseline failed: ..." or "12 rows: no verdict: needs 6 passes, has
 * 4". 0 or -ENOMEM.
 */
int compare_notes_of(const struct comparison *comparison, struct text_list *notes);

#endif
