/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * operation_together_inner.h - what each of several processes does: one of our operations, or the
 * mixed workload, which is several of them in turn.
 */
#ifndef LSMBENCH_ENGINE_OPERATION_TOGETHER_INNER_H
#define LSMBENCH_ENGINE_OPERATION_TOGETHER_INNER_H

#include <limits.h>
#include <stddef.h>
#include <stdint.h>

#include "fixtures/error.h"

struct operation;

/* The name of the mixed workload. */
#define TOGETHER_MIXED "mixed"
#define TOGETHER_PARTS_MAXIMUM 12u

struct together_part {
	const struct operation *operation;
	const char *parameter; /* its canonical value */
	uint64_t iterations;   /* of a job; 0: as many as last a millisecond */
};

struct together_inner {
	size_t count;
	struct together_part parts[TOGETHER_PARTS_MAXIMUM];
	char parameter[PATH_MAX]; /* what the only part's may point to */
};

/*
 * The canonical name in *canonical (malloc'ed) of "stat XXX/FFF", "chmod DIR100", "fork-wait",
 * "mixed"; an operation alone stands for its smallest case ("stat": "stat FFF"). -EINVAL with a
 * message for what several processes cannot do: what times itself, runs by its own name only, has a
 * worker of its own, or is applied to a file that is not ours.
 */
int together_inner_parse(const char *text, char **canonical, struct error *error);

/* What such a name stands for. 0 or negative errno with a message. */
int together_inner_find(const char *text, struct together_inner *inner, struct error *error);

/* Files outside of the scratch root that a part uses, as operation.outside; NULL: none. */
const char *const *together_inner_outside(const char *text);

#endif
