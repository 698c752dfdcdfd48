/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * hooks_csv.h - which hooks the cases of a kernel call, as a file of ours: a row a case and hook.
 *
 *	# lsmbench: hooks 1
 *	# release: 6.12.117+deb12-cloud-amd64
 *	# user apparmor: file_open inode_getattr ...	hooks that the module implements
 *	# uncounted: HOOK: REASON			one line each
 *	# rows: 2
 *	operation,parameter,hook,count,varies
 *	stat,XXX/FFF,inode_permission,2,
 *	loop,,,0,			a case that calls no hook
 *
 * count is calls per iteration; varies is "yes" where two countings disagreed, else empty.
 */
#ifndef LSMBENCH_EXPORTS_HOOKS_CSV_H
#define LSMBENCH_EXPORTS_HOOKS_CSV_H

#include <stddef.h>
#include <stdio.h>

#include "engine/hooks/hook_table.h"
#include "fixtures/error.h"

/* No file is longer, in bytes; none has more rows. */
#define HOOKS_CSV_MAXIMUM (4u << 20)
#define HOOKS_CSV_ROWS_MAXIMUM 20000u

/* 0, -ENOMEM, or the errno of writing. */
int hooks_csv_write(const struct hook_table *table, FILE *file, struct error *error);

/*
 * Read text[0..length-1] into *table (uninitialised before, needs hook_table_clear after
 * success). Untrusted: -EINVAL names the line. source names it in messages.
 */
int hooks_csv_read(const char *text, size_t length, const char *source, struct hook_table *table,
		   struct error *error);

/* The same of the file at path. Else the errno of opening or reading. */
int hooks_csv_read_file(const char *path, struct hook_table *table, struct error *error);

#endif
