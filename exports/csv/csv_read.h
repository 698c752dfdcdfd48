/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * csv_read.h - read a native result file back, bit for bit.
 */
#ifndef LSMBENCH_EXPORTS_CSV_READ_H
#define LSMBENCH_EXPORTS_CSV_READ_H

#include <stddef.h>

#include "engine/result/result.h"
#include "fixtures/error.h"

/*
 * Read the file at path ("-": standard input) into *result (uninitialised before, needs
 * result_clear after success). CR LF as line end, a byte order mark, comments and header keys that
 * are not known are accepted; a file that was cut anywhere is not. Untrusted input: sizes are
 * bounded, a bad line is named by number and column, control characters are shown escaped. -EINVAL
 * for bad content, else the errno of opening or reading.
 */
int csv_read_file(const char *path, struct result *result, struct error *error);

/*
 * The same from fd, of which the caller has read the first length bytes already: start, at
 * most CSV_LINE_MAXIMUM of them. source names it in messages. The caller closes fd.
 */
int csv_read_begun(int fd, const char *start, size_t length, const char *source,
		   struct result *result, struct error *error);

/* The same from memory; source names it in messages. */
int csv_read_memory(const char *text, size_t length, const char *source, struct result *result,
		    struct error *error);

#endif
