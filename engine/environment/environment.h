/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * environment.h - what a result must carry so that its numbers can be defended: kernel, LSMs,
 * machine, scratch file systems, and what disturbed the session.
 *
 * Each item is a value with its source, or unknown with the reason. Nothing is guessed.
 */
#ifndef LSMBENCH_ENGINE_ENVIRONMENT_H
#define LSMBENCH_ENGINE_ENVIRONMENT_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/text/text_list.h"
#include "fixtures/error.h"

struct environment_item {
	char *key;    /* "kernel.release", "lsm.active", "scratch.0.type"; a-z 0-9 . _ */
	char *value;  /* NULL when unknown */
	char *source; /* where value was read: "uname(2)", "/proc/config.gz"; NULL when unknown */
	char *reason; /* why it is unknown; NULL when known */
};

enum warning_level {
	WARNING_NOTE,  /* good to know */
	WARNING_ALARM, /* the numbers suffer: says what to do */
};

struct environment_warning {
	enum warning_level level;
	char *text; /* one sentence with its remedy */
};

struct environment {
	struct environment_item *items; /* grouped: the part of key before the first "." */
	size_t item_count;
	struct environment_warning *warnings;
	size_t warning_count;
};

/* What the collection needs to know of the session. */
struct environment_request {
	const struct text_list
		*scratches; /* directories whose file systems are described; may be NULL */
	int cpu;            /* the workers' CPU, or -1 */
};

/*
 * Read everything, without privilege and without changing anything. Takes well under 100 ms. 0
 * or -ENOMEM, and then environment is empty; what cannot be read is an unknown item, not an
 * error. environment holds nothing before: clear an old one first.
 */
int environment_collect(struct environment *environment, const struct environment_request *request,
			struct error *error);

/*
 * Read again what a session changes (steal time, AVC statistics, audit, throttling, load) and add
 * the "during." items that say by how much, with the warnings that follow from them.
 */
int environment_finish(struct environment *environment, const struct environment_request *request,
		       struct error *error);

/*
 * Add or replace an item; texts are copied. value NULL makes it unknown, source is the reason
 * then. A new item stands behind the last one of its group. 0, -ENOMEM, or -EINVAL for a key with
 * a character outside a-z 0-9 . _
 */
int environment_set(struct environment *environment, const char *key, const char *value,
		    const char *source);

/* "note" or "alarm". */
const char *warning_level_name(enum warning_level level);
/* 0 and *level, or -EINVAL. */
int warning_level_find(const char *name, enum warning_level *level);

/* Add a warning unless the same text is there already. 0 or -ENOMEM. */
int environment_warn(struct environment *environment, enum warning_level level, const char *text);

/* The item called key, or NULL. */
const struct environment_item *environment_find(const struct environment *environment,
						const char *key);
/* The value of key, or otherwise when it is unknown or absent. */
const char *environment_value(const struct environment *environment, const char *key,
			      const char *otherwise);

int environment_copy(struct environment *copy, const struct environment *environment);
bool environment_equal(const struct environment *a, const struct environment *b);
void environment_clear(struct environment *environment);

/* Bytes of key that name its group: those before the first ".". */
size_t environment_group_length(const char *key);

/* Whether two keys are of one group. */
bool environment_same_group(const char *a, const char *b);

/* A group's title for people ("lsm" -> "Security modules"); the group itself when it has none. */
const char *environment_group_title(const char *group);

/*
 * True for items whose value may name the host, the user, a UUID or a path of this machine:
 * --redact writes environment_redacted_value() for them, or leaves their values out.
 */
bool environment_is_private(const char *key);

/*
 * item's value with host, user, UUIDs, disk labels and paths masked ("root=UUID=<redacted>"), for
 * any item, cut to size bytes. Returns buffer; empty when the value is unknown. Masking never
 * makes a value longer than ten times its length.
 */
const char *environment_redacted_value(const struct environment *environment,
				       const struct environment_item *item, char *buffer,
				       size_t size);

/*
 * True for items that change from minute to minute (load, processes, counters, free space) or from
 * boot to boot (kernel.boot): a difference in them does not make two results incomparable.
 */
bool environment_is_volatile(const char *key);

#endif
