/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lmbench_of_figures.h - imported figures as a record: a session of a printed summary is a row.
 */
#ifndef LSMBENCH_EXPORTS_LMBENCH_OF_FIGURES_H
#define LSMBENCH_EXPORTS_LMBENCH_OF_FIGURES_H

#include "engine/compare/compare_source.h"
#include "exports/lmbench/lmbench_record.h"

/*
 * Make record (uninitialised before, needs lmbench_record_clear after success) of a session of
 * figures, below figures_session_count(), and of what was measured under variant. Host, system and
 * description are those that the import knows, or else the file's name. 0 or -ENOMEM.
 */
int lmbench_of_figures(const struct figures *figures, size_t session, const char *variant,
		       struct lmbench_record *record, struct error *error);

#endif
