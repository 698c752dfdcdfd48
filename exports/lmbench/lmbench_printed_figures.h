/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lmbench_printed_figures.h - a host's rows of a printed summary as figures that can be compared.
 */
#ifndef LSMBENCH_EXPORTS_LMBENCH_PRINTED_FIGURES_H
#define LSMBENCH_EXPORTS_LMBENCH_PRINTED_FIGURES_H

#include "engine/compare/compare_source.h"
#include "exports/lmbench/lmbench_printed.h"

/*
 * Make figures (uninitialised before, needs figures_clear after success) of a host's rows: each row
 * is a session of its variant, each cell with a column of ours a pass of it, in ns; bandwidths
 * become ns per iteration. Everything else is kept in labels, unassigned, printed and notes. source
 * names the text, host is one of its hosts or NULL.
 *
 * -EINVAL for a host that is not there, and for none of several: the message lists them and shows
 * how one is picked. -ENODATA when the rows hold no figure at all; -ENOMEM.
 */
int printed_figures_of(const struct printed_summary *summary, const char *source, const char *host,
		       struct figures *figures, struct error *error);

#endif
