/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ladder_table.h - what a ladder came to: cases by rungs (and variants), in instructions.
 *
 * The first column of a kernel holds instructions per iteration, every further one the difference
 * from it. The first rung is booted twice more (with another seed; with an irrelevant word). Its
 * column holds of each case the median of the three: one boot in several takes three instructions
 * less (or more) a call than all others, which would else show in every difference. How far
 * differences can be trusted is what the three differ by from that median.
 *
 * All of it also works while rungs are missing or under way: what is not there is unknown.
 */
#ifndef LSMBENCH_ENGINE_LADDER_TABLE_H
#define LSMBENCH_ENGINE_LADDER_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/compare/compare.h"
#include "engine/hooks/hook_table.h"
#include "engine/ladder/ladder_rung.h"
#include "engine/result/result.h"
#include "engine/text/text_list.h"

/*
 * Boots of one kernel were seen to differ by so many instructions where both repeats of the first
 * happened to agree with it: nothing is concluded from less.
 */
#define LADDER_FINEST_RESOLUTION COMPARISON_FINEST_COUNT

/* What the table is made of: a rung, live or read back from its file. */
struct ladder_source {
	const struct result *result; /* NULL while the rung is queued */
	enum rung_kind kind;
	size_t kernel;
	const char *name; /* ladder_rung_name */
};

struct ladder_cell {
	bool known;
	double median; /* instructions per iteration; whole (rounded); a first column's: see above
			*/
	double own;    /* the rung's own */
	bool repeats;  /* the passes agree within half an instruction, rounded; or it is one */
	double spread; /* largest less smallest of the passes' medians */
	double difference; /* from the first column of the kernel; 0 there; NaN when that is unknown
			    */
	unsigned int passes; /* that have samples */
};

struct ladder_column {
	size_t source;
	size_t kernel;       /* of the source */
	const char *variant; /* the plan's; "none" */
	size_t base;         /* the column that it is compared with; itself for a first one */
	bool of_three;       /* holds medians of the first rung and its two repeats */
};

/*
 * Cost of an operation under a column: a line through its path cases (or directory sizes), the one
 * of Theil and Sen. Where the cases are no line, per_call is the median of all cases and
 * per_component NaN.
 */
struct ladder_split {
	const char *operation;
	size_t column;
	bool known;           /* at least two different depths */
	double per_call;      /* instructions per iteration without any component (or entry) */
	double per_component; /* or per entry */
	bool per_entry;       /* per_component is the price of a directory entry */
	size_t points;
};

struct ladder_table {
	struct ladder_column *columns;
	size_t column_count;
	const struct plan *plan; /* of the first source that has one: its cases are the rows */
	size_t row_count;
	struct ladder_cell *cells; /* row * column_count + column */
	double *resolution; /* by row and kernel: row * kernel_count + kernel; < 0: unknown */
	size_t kernel_count;
	struct ladder_split *splits; /* of differences; of first columns of the values themselves */
	size_t split_count;
};

/* sources must stay as long as the table. 0 or -ENOMEM. Without any result the table is empty. */
int ladder_table_make(struct ladder_table *table, const struct ladder_source *sources, size_t count,
		      struct error *error);
void ladder_table_clear(struct ladder_table *table);
const struct ladder_cell *ladder_table_cell(const struct ladder_table *table, size_t row,
					    size_t column);
/* Of the kernel whose column it is; < 0: unknown. */
double ladder_table_resolution(const struct ladder_table *table, size_t row, size_t column);
/* NULL when no case of the operation is known there. */
const struct ladder_split *ladder_table_split(const struct ladder_table *table,
					      const char *operation, size_t column);

/*
 * The modules that a column's rung has beyond the first rung of its kernel, as its guest reports
 * them, into extra (empty before). 0 or -ENOMEM; none where one of the two is not known.
 */
int ladder_table_extra(const struct ladder_table *table, const struct ladder_source *sources,
		       size_t column, struct text_list *extra);

/*
 * Whether each module that a column's rung has beyond the first has a rung of its own, and they are
 * several: then columns[0..*count-1] (malloc'ed) are these. Else *count is 0. 0 or -ENOMEM.
 */
int ladder_table_singles(const struct ladder_table *table, const struct ladder_source *sources,
			 size_t column, size_t **columns, size_t *count);

/* The sum of the differences of such columns in a row; NaN when one is unknown. */
double ladder_table_sum(const struct ladder_table *table, size_t row, const size_t *columns,
			size_t count);

/*
 * For each column whose rung names several modules that have rungs of their own: the sum of their
 * differences beside what they cost together, where these differ by more than the resolution. A
 * sentence each. 0 or -ENOMEM.
 */
int ladder_table_sums(const struct ladder_table *table, const struct ladder_source *sources,
		      struct text_list *sentences);

#endif
