/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lmbench_printed_layout.h - the tables of LMbench's summaries: how their heads read, and what
 * their columns mean.
 */
#ifndef LSMBENCH_EXPORTS_LMBENCH_PRINTED_LAYOUT_H
#define LSMBENCH_EXPORTS_LMBENCH_PRINTED_LAYOUT_H

#include <stddef.h>

/* Columns beside Host and OS. */
#define PRINTED_COLUMNS_MAXIMUM 12

enum printed_column_kind {
	PRINTED_WORDS,       /* a description */
	PRINTED_PLAIN,       /* a number of no time: Mhz, pages */
	PRINTED_MICROSECOND, /* of an iteration */
	PRINTED_NANOSECOND,
	PRINTED_RATE, /* MB/s, of 10^6 bytes: bigger is better */
};

struct printed_column {
	const char *name; /* "null call" */
	enum printed_column_kind kind;
	int width; /* of its cells; 0: that of the dashes */
	/* What of ours it is; NULL: nothing. */
	const char *operation;
	const char *parameter; /* canonical */
};

#define PRINTED_HEADS_MAXIMUM 3

enum printed_trait {
	PRINTED_STRICT,  /* cells end where the dashes over them end */
	PRINTED_LOOSE,   /* cells only overlap them: memory latencies */
	PRINTED_REPEATS, /* strict, and the first column is that of the context switch table again
			  */
};

struct printed_layout {
	const char *title; /* for messages */
	enum printed_trait trait;
	/* The lines over the dashes, with single blanks; "": none. */
	const char *heads[PRINTED_HEADS_MAXIMUM];
	const struct printed_column *columns;
	size_t column_count;
};

extern const struct printed_layout printed_layouts[];
extern const size_t printed_layout_count;

/* The layout with these heads, each with single blanks ("": none such line), or NULL. */
const struct printed_layout *printed_layout_find(const char *const heads[PRINTED_HEADS_MAXIMUM]);

/* What a table's heads tell of the version that printed it: 2 or 3; 0: nothing. */
int printed_layout_version(const struct printed_layout *layout);

/* Columns of layout that hold numbers. */
size_t printed_layout_numbers(const struct printed_layout *layout);

#endif
