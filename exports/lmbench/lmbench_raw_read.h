/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lmbench_raw_read.h - read what LMbench's programs print, of 2.x and of 3.0.
 */
#ifndef LSMBENCH_EXPORTS_LMBENCH_RAW_READ_H
#define LSMBENCH_EXPORTS_LMBENCH_RAW_READ_H

#include <stdbool.h>
#include <stddef.h>

#include "exports/lmbench/lmbench_record.h"
#include "fixtures/error.h"

/* Files that are larger are refused: real ones have some 20 KB. */
#define LMBENCH_RAW_MAXIMUM ((size_t)8 << 20)

/* Whether text is a raw result: one of its first lines is "[lmbench3.0 results for ...". */
bool lmbench_raw_is(const char *text, size_t length);

/*
 * Read text, which comes from the file at path, into record (uninitialised before, needs
 * lmbench_record_clear after success). It goes as far as it can: what it does not understand it
 * counts in record->skipped and names in record->notes, with line numbers, what is not printable
 * escaped. The first of several values counts, the others are noted. A figure that stands at the
 * very end, without a blank or a line end behind it, may have been cut and is left out, so do not
 * add a line end that the file lacks. A file may hold no figure at all (figure_count 0), or end
 * where a second run begins: the first is read. -EINVAL when text is no raw result or is too large,
 * -ENOMEM; with a message.
 */
int lmbench_raw_read(const char *text, size_t length, const char *path,
		     struct lmbench_record *record, struct error *error);

#endif
