/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * environment_difference.h - in what the environments of two results, or of two groups of results,
 * differ; what belongs to the security modules apart from all else.
 */
#ifndef LSMBENCH_ENGINE_ENVIRONMENT_DIFFERENCE_H
#define LSMBENCH_ENGINE_ENVIRONMENT_DIFFERENCE_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/environment/environment.h"
#include "engine/text/text_list.h"

enum difference_kind {
	DIFFERENCE_LSM,     /* what an LSM comparison may differ in */
	DIFFERENCE_RUNG,    /* what the rungs of a ladder may: the guest is the same but for them */
	DIFFERENCE_FOLLOWS, /* follows from another: the build stamp of another configuration */
	DIFFERENCE_OTHER,   /* makes results not comparable */
	DIFFERENCE_UNKNOWN, /* known on one side only: nothing can be said */
};

/* A value is NULL when it is unknown or not recorded. */
struct difference_item {
	enum difference_kind kind;
	char *key;
	char *base;
	char *other;
	bool excused; /* DIFFERENCE_OTHER that the person accepts */
};

struct environment_difference {
	struct difference_item *items; /* by kind, then in the order of the environment */
	size_t count;
	bool base_unknown; /* a result carries no environment at all */
	bool other_unknown;
};

/*
 * Compare groups of environments: an item differs when not all of base and other have the same
 * value; the values shown are the first ones that differ. What changes from minute to minute
 * (environment_is_volatile) is left out. despite (may be NULL) names keys, or with a "*" behind it
 * the beginning of keys, that are excused. 0 or -ENOMEM, and then difference is empty.
 *
 * Where all are rungs of a ladder (they have ladder.kind), another kernel or command line is what
 * was asked for, and only another QEMU or processor (ladder.qemu, ladder.cpu) is DIFFERENCE_OTHER.
 */
int environment_difference_of(const struct environment *const *base, size_t base_count,
			      const struct environment *const *other, size_t other_count,
			      const struct text_list *despite,
			      struct environment_difference *difference);
void environment_difference_clear(struct environment_difference *difference);

/* Whether despite (may be NULL) names key, or with a "*" behind it the beginning of it. */
bool environment_is_excused(const char *key, const struct text_list *despite);

/* How many items of a kind are there; excused ones do not count. */
size_t environment_difference_count(const struct environment_difference *difference,
				    enum difference_kind kind);
/* The first item of that kind that is not excused, or NULL. */
const struct difference_item *
environment_difference_first(const struct environment_difference *difference,
			     enum difference_kind kind);

/* "Security modules", "Everything else", ...: the heading of a kind; static. */
const char *difference_kind_title(enum difference_kind kind);
/* "lsm", "rung", "follows", "other", "unknown"; static. */
const char *difference_kind_name(enum difference_kind kind);

/*
 * Whether an environment can have an item of that name, as --despite takes it: a key ("cpu.model",
 * "scratch.1.type", "config.hz"), or with a "*" behind it the beginning of keys. Names that the
 * kernel makes up (mitigation.*) are believed.
 */
bool environment_field_exists(const char *name);

#endif
