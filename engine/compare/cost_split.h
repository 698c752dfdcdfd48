/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * cost_split.h - what a difference is made of: a price per system call, per path component, per
 * directory entry; and whether it is the price of entering the kernel rather than a hook's.
 */
#ifndef LSMBENCH_ENGINE_COST_SPLIT_H
#define LSMBENCH_ENGINE_COST_SPLIT_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/compare/compare.h"
#include "engine/statistics/theil_sen.h"
#include "engine/text/text_list.h"

enum cost_subject {
	COST_BASE,       /* the base's medians */
	COST_OTHER,      /* the medians of what is compared with it */
	COST_DIFFERENCE, /* other - base */
};

enum cost_axis {
	COST_PER_COMPONENT, /* x is the path components that a lookup walks */
	COST_PER_ENTRY,     /* x is the files in the directory, for readdir */
};

/*
 * The line of Theil and Sen through (x, ns): its intercept is the ns per iteration (of
 * the whole operation, however many system calls it makes), its slope the ns per component or
 * entry. Shapes that parameter_fits_line() leaves
 * out are no points of it: links, missing files, "default".
 */
struct cost_line {
	const struct operation *operation;
	const char *place;   /* as in struct comparison_row */
	const char *label;   /* NULL for COST_BASE */
	const char *variant; /* across sessions "[landlock:1]", where it is not the usual; or "" */
	enum cost_subject subject;
	enum cost_axis axis;
	struct theil_sen line;
	double median;  /* of the points' ns: what holds when the slope is none */
	size_t decided; /* points that are slower or faster by verdict */
	/* SLOWER or FASTER when half of the points are; else what most of the others are. */
	enum verdict verdict;
};

/* An operation's difference divided by its system calls. */
struct cost_per_call {
	const struct operation *operation;
	const char *label;
	const char *variant; /* as in struct cost_line */
	double calls;        /* of its usual case */
	double ns;           /* the median of its cases; of readdir, from the line's intercept */
	size_t cases;
	size_t decided; /* of them slower or faster by verdict */
};

/* Whether one price per system call explains the differences of all operations. */
struct cost_entry {
	const char *label;
	const char *variant; /* as in struct cost_line */
	double ns;           /* the median of operations */
	double low;          /* extremes of those that agree */
	double high;
	size_t agree;      /* operations within COST_AGREES times of the median, either way */
	size_t operations; /* that make system calls */
	/*
	 * At least three operations, three quarters of all, agree, with different numbers of calls
	 * among them; within a session, at least half of the cases are slower or faster, too.
	 */
	bool is_constant;
	enum verdict verdict; /* of the cases, as in struct cost_line */
};

#define COST_AGREES 1.5

struct cost_split {
	enum comparison_kind kind;
	enum result_unit unit; /* of what is called ns here */
	struct cost_line *lines;
	size_t line_count;
	struct cost_per_call *per_calls;
	size_t per_call_count;
	struct cost_entry *entries; /* one for each label and variant with system calls */
	size_t entry_count;
};

/* Points into comparison, which must stay as it is. 0 or -ENOMEM, and then split is empty. */
int cost_split_of(const struct comparison *comparison, struct cost_split *split,
		  struct error *error);
void cost_split_clear(struct cost_split *split);

const struct cost_line *cost_split_line(const struct cost_split *split,
					const struct operation *operation, const char *label,
					enum cost_subject subject);
const struct cost_entry *cost_split_entry(const struct cost_split *split, const char *label);

/*
 * What it means, a sentence each. What at least half of the cases bear out is asserted:
 * "seccomp:1 adds 41 ns per system call in 5 of 5 operations: entry cost, not a hook's",
 * "landlock:1 adds 211 ns per iteration and 37 ns per component to open-close". A price per
 * component or entry without an interval (fewer than five of them) is not told. Within a session
 * nothing else is said; across sessions without a verdict, how the medians differ, and that it is
 * no verdict. 0 or -ENOMEM.
 */
int cost_split_sentences(const struct cost_split *split, struct text_list *sentences);

#endif
