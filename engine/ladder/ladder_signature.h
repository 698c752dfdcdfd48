/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ladder_signature.h - which operations a security module touches and how, by what was measured and
 * by what the hooks say: a module that implements a hook which an operation calls d times at
 * depth d should cost per component there, one whose hooks are called once per call, and one with
 * none of them nothing.
 */
#ifndef LSMBENCH_ENGINE_LADDER_SIGNATURE_H
#define LSMBENCH_ENGINE_LADDER_SIGNATURE_H

#include "engine/hooks/hook_table.h"
#include "engine/ladder/ladder_table.h"

enum touch {
	TOUCH_UNKNOWN,
	TOUCH_NOTHING,
	TOUCH_CALL,      /* the same at every depth */
	TOUCH_COMPONENT, /* more with every component */
};

const char *touch_name(enum touch touch); /* "not at all", "per call", ... */

struct touch_signature {
	const char *operation;
	size_t column;
	enum touch measured;
	enum touch predicted;
	bool agrees;       /* or one of them is unknown */
	char because[256]; /* "inode_permission x depth, inode_getattr x 1"; or why unknown */
};

struct touch_signatures {
	struct touch_signature *items; /* operation by column */
	size_t count;
};

/* hooks: of each kernel, NULL where none were counted. */
int ladder_signatures_of(const struct ladder_table *table, const struct ladder_source *sources,
			 const struct hook_table *const *hooks, struct touch_signatures *signatures,
			 struct error *error);
void ladder_signatures_clear(struct touch_signatures *signatures);

#endif
