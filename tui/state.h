/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * state.h - what the program learns and keeps for later starts: how long cases take here, in which
 * directories it made scratch roots, so that leftovers are found, and which of those are to stay.
 *
 * Three files in $XDG_STATE_HOME/lsmbench (else ~/.local/state/lsmbench). Nothing depends on
 * them: what cannot be read is as good as empty.
 */
#ifndef LSMBENCH_TUI_STATE_H
#define LSMBENCH_TUI_STATE_H

#include "engine/plan/plan.h"
#include "engine/result/result.h"
#include "engine/session/estimate.h"
#include "engine/text/text_list.h"
#include "fixtures/error.h"

/* The estimates of this machine, or the usual ones; needs estimate_clear. */
void state_load_estimate(struct estimate *estimate);

/* Keep estimate. 0 or negative errno with a message. */
int state_save_estimate(const struct estimate *estimate, struct error *error);

/*
 * Remember the directories of a plan that is about to run, before a root is made in any. 0 or
 * negative errno: leftovers of a killed session are then looked for in the default one only.
 */
int state_remember_scratches(const struct plan *plan, struct error *error);

/*
 * Every directory that may hold leftovers: the default one, and the remembered ones, each once. 0
 * or -ENOMEM.
 */
int state_scratch_parents(struct text_list *parents);

/*
 * The leftovers that somebody was asked about and did not want removed, to be asked about no more;
 * paths needs text_list_clear. 0 or -ENOMEM.
 */
int state_kept_leftovers(struct text_list *paths);
/* Remember these alone. 0 or negative errno with a message. */
int state_keep_leftovers(const struct text_list *paths, struct error *error);

#endif
