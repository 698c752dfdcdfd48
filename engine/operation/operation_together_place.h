/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * operation_together_place.h - where each of several processes works: a directory for each process
 * and each part of what it does, below one of ours in the case's directory.
 */
#ifndef LSMBENCH_ENGINE_OPERATION_TOGETHER_PLACE_H
#define LSMBENCH_ENGINE_OPERATION_TOGETHER_PLACE_H

#include <stdint.h>

#include "engine/operation/operation_together_inner.h"
#include "fixtures/error.h"

/* The most files that all places of a case hold in sum. */
#define TOGETHER_FILES_MAXIMUM 100000u

struct together_places {
	int parent; /* the case's directory, not ours to close */
	int fd;     /* our directory; -1: there is none */
	char name[16];
};

/*
 * Make count places for each part of inner, below the directory parent. 0 or negative errno with a
 * message: -EOPNOTSUPP when they would hold more than TOGETHER_FILES_MAXIMUM files. What was made
 * is removed again then.
 */
int together_places_make(struct together_places *places, int parent,
			 const struct together_inner *inner, uint64_t count, struct error *error);

/* Open the index-th place of a part: a descriptor that the caller closes, or -errno. */
int together_place_open(const struct together_places *places, uint64_t index, size_t part);

/* Remove all, also what a process that was killed has left in its place. */
void together_places_remove(struct together_places *places);

#endif
