/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * csv_write.h - write a result as its native file; csv_layout.h says how it looks.
 */
#ifndef LSMBENCH_EXPORTS_CSV_WRITE_H
#define LSMBENCH_EXPORTS_CSV_WRITE_H

#include <stddef.h>
#include <stdio.h>

#include "engine/result/result.h"
#include "fixtures/error.h"

/*
 * Write results[0], the only one, to file. Errors of the file itself show in ferror(file), too. 0,
 * -EINVAL when count is not 1, -ENOMEM, or the errno of writing.
 */
int csv_write_result(const struct result *const *results, size_t count, FILE *file,
		     struct error *error);

#endif
