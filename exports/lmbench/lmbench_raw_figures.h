/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lmbench_raw_figures.h - one run of LMbench as figures that can be compared.
 */
#ifndef LSMBENCH_EXPORTS_LMBENCH_RAW_FIGURES_H
#define LSMBENCH_EXPORTS_LMBENCH_RAW_FIGURES_H

#include "engine/compare/compare_source.h"
#include "exports/lmbench/lmbench_record.h"

/*
 * Make figures (uninitialised before, needs figures_clear after success) of record: one session of
 * one pass, in ns; a bandwidth becomes ns of an iteration. What LMbench has taken an overhead off
 * is a case that only imports have. Notes say what the reader let pass and what no case of ours is.
 * source names the file. -ENODATA when no case is left; -ENOMEM.
 */
int lmbench_raw_figures_of(const struct lmbench_record *record, const char *source,
			   struct figures *figures, struct error *error);

#endif
