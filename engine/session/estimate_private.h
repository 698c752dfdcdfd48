/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * estimate_private.h - what the files of the estimate share: estimate.c (what a plan takes),
 * estimate_learn.c (what a session teaches), estimate_recordings.c (what times itself).
 */
#ifndef LSMBENCH_ENGINE_ESTIMATE_PRIVATE_H
#define LSMBENCH_ENGINE_ESTIMATE_PRIVATE_H

#include "engine/session/estimate.h"

/* By which name a case is known: of one that has steps it is a step that is. */
void estimate_case_name(const struct plan *plan, size_t case_index, char name[ESTIMATE_NAME_SIZE]);
/* What is known of a case by that name, or NULL. */
struct estimate_case *estimate_find(const struct estimate *estimate, const char *name);
/* Add or replace. An estimate that cannot grow stays as it is. */
void estimate_set(struct estimate *estimate, const char *name, double ns);
void estimate_set_costs(struct estimate *estimate, const struct file_costs *costs);

/* What calibrating and warming take, of batches that last so long. */
double estimate_warming_ns(double batch);
/* Attaching and taking off what the variants put on hooks, once in a pass of a case. */
double estimate_attaching_ns(const struct plan *plan);

#endif
