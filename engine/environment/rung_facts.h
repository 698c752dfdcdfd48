/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * rung_facts.h - what a result says of how its guest was booted, when it is a rung of a ladder: the
 * items "ladder.*" of its environment, and which rungs are one.
 *
 * Whoever writes, reads or compares rungs asks here, so that all of them agree.
 */
#ifndef LSMBENCH_ENGINE_RUNG_FACTS_H
#define LSMBENCH_ENGINE_RUNG_FACTS_H

#include <stdbool.h>

#include "engine/environment/environment.h"

enum rung_kind {
	RUNG_FIRST,   /* what the others are compared with; the first of each kernel */
	RUNG_SAME,    /* the first once more with another seed: A/A */
	RUNG_PLACEBO, /* the first once more with an irrelevant word on its command line */
	RUNG_OTHER,
};

/* "first", "same", "placebo", "other". */
const char *rung_kind_name(enum rung_kind kind);
/* 0 and *kind, or -EINVAL. */
int rung_kind_find(const char *name, enum rung_kind *kind);
/* Whether such a rung is the first one once more. */
bool rung_kind_is_repeat(enum rung_kind kind);

enum rung_fact {
	RUNG_FACT_COMMAND_LINE,  /* the whole one */
	RUNG_FACT_CPU,           /* the emulated processor */
	RUNG_FACT_KERNEL,        /* the image's path */
	RUNG_FACT_KERNEL_DIGEST, /* SHA-256 of the image */
	RUNG_FACT_KIND,
	RUNG_FACT_LSM_ASKED, /* as "lsm=" takes it; "default": none was asked for */
	RUNG_FACT_NAME,
	RUNG_FACT_POLICY, /* as --policy takes it; "none" */
	RUNG_FACT_QEMU,   /* the emulator's version */
	RUNG_FACT_SEED,
	RUNG_FACT_SESSION, /* the same in all rungs of one ladder */
	RUNG_FACT_COUNT,
};

/* The item's key: "ladder.kernel_digest". */
const char *rung_fact_key(enum rung_fact fact);
/* The fact whose item this is; RUNG_FACT_COUNT for any other key. */
enum rung_fact rung_fact_find(const char *key);
/* What the environment says of it; "" when that is unknown. */
const char *rung_fact(const struct environment *environment, enum rung_fact fact);
/* Whether both say the same of it, or both nothing. */
bool rung_same(const struct environment *a, const struct environment *b, enum rung_fact fact);

/* Whether the environment is that of a rung: 0 and *kind, or -EINVAL. */
int rung_kind_of(const struct environment *environment, enum rung_kind *kind);
bool rung_is(const struct environment *environment, enum rung_kind kind);
/* The policy that was loaded, or NULL for none. */
const char *rung_policy(const struct environment *environment);

/* Whether two rungs are of one kernel: its image is the same, wherever it lies. */
bool rung_same_kernel(const struct environment *a, const struct environment *b);

/* Whether the same was asked of both, perhaps of different kernels: list, words and policy. */
bool rung_asked_alike(const struct environment *a, const struct environment *b);

/*
 * Whether two boots stand for one thing: kernel, list, words and policy. The word that a placebo
 * has more does not count.
 */
bool rung_stands_for(const struct environment *a, const struct environment *b);

/* Whether repeat is a repeat, and of this first rung. */
bool rung_is_repeat_of(const struct environment *repeat, const struct environment *first);

#endif
