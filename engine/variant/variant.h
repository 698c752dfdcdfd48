/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * variant.h - how a worker is confined: the table of variants, and what a text that names one
 * means.
 *
 * A variant is one part, or several joined with "+": "none", "landlock:4", "landlock:1+seccomp:2",
 * "seccomp:1+exec:box=bwrap --dev-bind / / --". A part acts at one of three moments:
 * - wrap: a command is put before the worker's program, which it has to execute with its
 *   descriptors 3 to 5 open. At most one part may do so. The command of exec runs to the end of the
 *   text, so exec stands last;
 * - confine: the worker confines itself, inside of the wrapper. Several parts do so from the last
 *   in the table to the first, whatever order they are written in;
 * - attach: the whole system is changed while a turn of the variant lasts (bpf.h), from outside of
 *   the worker, which does not even link what it takes. Such a variant has turns of its own in
 *   every pass: variant_is_system_wide.
 *
 * A comma separates variants in a list. Inside quotes, and behind a backslash, it does not: a
 * command, a profile, a context, a label and a list of hooks are written as for a shell ('...',
 * "...", \), but nothing is expanded. A whole variant may stand in quotes as well:
 * none,'bpf:file_open,inode_permission*2'.
 */
#ifndef LSMBENCH_ENGINE_VARIANT_H
#define LSMBENCH_ENGINE_VARIANT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/operation/operation.h"
#include "engine/text/text_list.h"
#include "engine/variant/landlock.h"
#include "fixtures/error.h"

/* The longest text of a variant, its end included. */
#define VARIANT_SIZE 1024u

/* What follows a variant's name. */
enum variant_argument {
	VARIANT_ALONE,  /* nothing, and nothing joins it: "none" */
	VARIANT_COUNT,  /* ":N", a number; 1 when it is left out */
	VARIANT_WORD,   /* ":WORD" */
	VARIANT_HOOKS,  /* ":HOOK*K,HOOK*K", of bpf_hooks.h; in quotes when they are several */
	VARIANT_COMMAND /* ":NAME=COMMAND", to the end of the text */
};

/* What a variant can make slower; whatever it cannot serves as its control. */
enum variant_reach {
	REACH_NOTHING,
	REACH_HOOKS, /* what passes certain security hooks */
	REACH_CALLS, /* every system call */
	REACH_EVERYTHING
};

/* A part of a variant: an entry of the table and its argument. */
struct variant_part {
	const struct variant *variant;
	uint32_t count; /* VARIANT_COUNT */
	/* VARIANT_WORD: unquoted; VARIANT_HOOKS: canonical, unquoted; VARIANT_COMMAND: the name. */
	char argument[VARIANT_SIZE];
	struct text_list words;     /* VARIANT_COMMAND: the command */
	char written[VARIANT_SIZE]; /* canonical spelling */
};

struct variant {
	const char *name;    /* "landlock" */
	const char *written; /* as a person writes it: "landlock:N" */
	const char *offered; /* what a form offers to pick; NULL: a person has to complete it */
	const char *summary; /* one line for forms and help */
	enum variant_argument argument;
	bool for_tests;      /* no list shows it */
	uint32_t maximum;    /* VARIANT_COUNT */
	const char *counted; /* VARIANT_COUNT: "layers" */
	enum variant_reach reach;
	unsigned int hooks; /* REACH_HOOKS: enum call_hook */
	bool system_wide;   /* attached from outside: bpf_attachments_open */
	bool needs_module;  /* the security module of this name has to be active */
	/* 0 when what it needs beside that is here; else a negative errno and the line that says
	 * what is missing. */
	int (*available)(const struct variant_part *part, struct error *error);
	/* Add the words of the command that starts the worker. 0 or -ENOMEM. NULL: none. */
	int (*wrap)(const struct variant_part *part, struct text_list *words);
	/* Confine the calling process. NULL: nothing to do. */
	int (*confine)(const struct variant_part *part, const struct landlock_scope *scope,
		       struct error *error);
};

extern const struct variant variants[];
extern const size_t variant_count;

/* The usual baseline, and the A/A variant: confined as the baseline is, whatever that is. */
#define VARIANT_NONE "none"
#define VARIANT_SAME "same"

/* The entry of the table that the first part of text names; NULL: unknown. */
const struct variant *variant_find(const char *text);

/*
 * Check text, without a look at this machine, and give its canonical spelling (malloc'ed) in
 * *canonical: "seccomp+landlock:01" becomes "landlock:1+seccomp:1". -EINVAL or -ENOMEM with a
 * message.
 */
int variant_check(const char *text, char **canonical, struct error *error);

/*
 * 0 when the variant can work here as far as can be told without starting it; else a negative
 * errno and one line that says what is missing and how to get it. Cheap; changes nothing.
 */
int variant_available(const char *text, struct error *error);

/* Add the words to put before the worker's program: none unless a part wraps. */
int variant_wrap(const char *text, struct text_list *words, struct error *error);

/* Confine the calling process, by whatever of text acts inside the worker. */
int variant_confine(const char *text, const struct landlock_scope *scope, struct error *error);

/* True when a part of text is the variant called name. */
bool variant_has(const char *text, const char *name);

/* True when a part of text changes the whole system while it is attached. */
bool variant_is_system_wide(const char *text);

/* True when the variant cannot affect the operation. */
bool variant_spares(const char *text, const struct operation *operation);

/* The operation to measure as the variant's control; NULL when it needs none. */
const char *variant_control(const char *text);

/*
 * How many iterations in a thousand a worker runs beyond those that it reports: a difference whose
 * size is known, by which tests measure what a session finds. 0 for all but "longer:N", which works
 * only with LSMBENCH_TESTS=1 in the environment.
 */
uint32_t variant_longer(const char *text);

/*
 * How many ms it takes at least to attach a variant, likewise for tests: those of "apart:N", which
 * takes turns of its own though it changes nothing. 0 for all others.
 */
uint32_t variant_apart(const char *text);

/* How many programs a variant puts on hooks in all. */
uint32_t variant_programs(const char *text);

/* The short name for people: "exec:box" for "exec:box=bwrap ... --", else text. Returns buffer. */
const char *variant_label(const char *text, char *buffer, size_t size);

#endif
