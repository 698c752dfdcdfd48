/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * workload_read.h - read published tables of whole workloads: fsopbench's, times of kernel
 * compilations, and the mail that compared kernels by dbench, tbench, reaim and kernbench.
 */
#ifndef LSMBENCH_EXPORTS_WORKLOAD_READ_H
#define LSMBENCH_EXPORTS_WORKLOAD_READ_H

#include <stddef.h>

#include "engine/compare/compare_source.h"
#include "fixtures/error.h"

/* No such text to be read is longer, in bytes. */
#define WORKLOAD_TEXT_MAXIMUM (128u << 10)

/*
 * Read text[0..length-1] into *figures (uninitialised before, needs figures_clear after success):
 * each printed value is a pass of one run; all passes belong to one session, since the texts do not
 * say that a kernel was booted again in between. source names the text in messages. host picks one
 * of the groups that a text has, which is then compared without its name; NULL: all, as variants.
 *
 * -ENODATA when it is none of these; -EINVAL, with the line's number, when it is damaged, and for
 * a group that is not there; -ENOMEM. Untrusted input: what is shown of it is escaped.
 */
int workload_read_memory(const char *text, size_t length, const char *source, const char *host,
			 struct figures *figures, struct error *error);

#endif
