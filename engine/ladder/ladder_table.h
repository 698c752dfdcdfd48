/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ladder_table.h - what a ladder came to: cases by rungs (and variants), in instructions.
 *
 * The first column of a kernel holds instructions per iteration, every further one the difference
 * from it. How far differences can be trusted is what the two repeats of the first rung (another
 * seed; an irrelevant word) differ from it in the same case.
 */
#ifndef LSMBENCH_ENGINE_LADDER_TABLE_H
#define LSMBENCH_ENGINE_LADDER_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/hooks/hook_table.h"
#include "engine/ladder/ladder_rung.h"
#include "engine/result/result.h"
#include "engine/text/text_list.h"

/* What the table is made of: a rung, live or read back from its file. */
struct ladder_source {
	const struct result *result; /* NULL while the rung is queued */
	enum rung_kind kind;
	size_t kernel;
	const char *name; /* ladder_rung_name */
};

struct ladder_cell {
	bool known;
	double median;     /* instructions per iteration; whole (rounded) */
	bool repeats;      /* the passes agree within half an instruction, rounded */
	double spread;     /* largest less smallest of the passes' medians */
	double difference; /* from the first column of the kernel; 0 there */
};

struct ladder_column {
	size_t source;
	const char *variant; /* the plan's; "none" */
	size_t base;         /* the column that it is compared with; itself for a first one */
};

/* Cost of an operation under a column: a line through its path cases (or directory sizes). */
struct ladder_split {
	const char *operation;
	size_t column;
	bool known;           /* at least two different depths */
	double per_call;      /* instructions per iteration without any component (or entry) */
	double per_component; /* or per entry */
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

int ladder_table_make(struct ladder_table *table, const struct ladder_source *sources, size_t count,
		      struct error *error);
void ladder_table_clear(struct ladder_table *table);
const struct ladder_cell *ladder_table_cell(const struct ladder_table *table, size_t row,
					    size_t column);
double ladder_table_resolution(const struct ladder_table *table, size_t row, size_t column);
const struct ladder_split *ladder_table_split(const struct ladder_table *table,
					      const char *operation, size_t column);

/*
 * For each column whose rung names several modules that have rungs of their own: the sum of their
 * differences beside what they cost together, where these differ by more than the resolution. A
 * sentence each. 0 or -ENOMEM.
 */
int ladder_table_sums(const struct ladder_table *table, const struct ladder_source *sources,
		      struct text_list *sentences);

#endif
