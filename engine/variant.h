/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * variant.h - how a worker is confined. "none" and "same" (a second baseline: the A/A row).
 *
 * A variant is written as a name, with a number where it takes one. It acts at one of two
 * moments: on its own process when a worker starts (confine), or on the whole system when its
 * pass begins (enter and leave).
 */
#ifndef LSMBENCH_ENGINE_VARIANT_H
#define LSMBENCH_ENGINE_VARIANT_H

#include <stddef.h>

#include "fixtures/error.h"

struct variant {
	const char *name;     /* "none" */
	const char *summary;  /* one line for forms and help */
	const char *argument; /* what follows the name, for help: "LAYERS"; NULL: nothing may */
	const char *control;  /* the operation that it cannot affect, or NULL */
	/* Confine the calling process; NULL: nothing to do. argument is what follows the name. */
	int (*confine)(const char *argument, struct error *error);
	/* Change the system for the pass, and undo it; NULL: nothing to do. */
	int (*enter)(const char *argument, struct error *error);
	int (*leave)(const char *argument, struct error *error);
	/* 0 when it can work here; else a negative errno and the line that says what is missing. */
	int (*available)(const char *argument, struct error *error);
};

extern const struct variant variants[];
extern const size_t variant_count;

/* The variant that text ("none", "same") names; *argument then points into text. NULL:
 * unknown, or given an argument that it does not take. */
const struct variant *variant_find(const char *text, const char **argument);

#endif
