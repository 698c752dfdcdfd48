/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lmbench_raw_rules.h - the lines and blocks of a raw LMbench file: how each begins, which of its
 * words is the value, which column that is and which operation of ours. Reader and writer of raw
 * files share them.
 */
#ifndef LSMBENCH_EXPORTS_LMBENCH_RAW_RULES_H
#define LSMBENCH_EXPORTS_LMBENCH_RAW_RULES_H

#include <stdbool.h>
#include <stddef.h>

#include "exports/lmbench/lmbench_record.h"

/* No column of a summary. */
#define LMBENCH_NO_COLUMN LMBENCH_COLUMNS

/* A line with one figure: "Simple stat: 1.0156 microseconds". */
struct lmbench_line_rule {
	const char *start;          /* the line begins so */
	unsigned int field;         /* of the value; words are counted from 0 */
	enum lmbench_column column; /* or LMBENCH_NO_COLUMN */
	const char *operation;      /* ours, or NULL */
	const char *parameter;      /* "" for none */
	const char *unit;           /* the word behind the value */
	bool is_net;
};

extern const struct lmbench_line_rule lmbench_line_rules[];
extern const size_t lmbench_line_rule_count;

/* A block: a title and lines "size value" up to an empty line; its last value is the column's. */
struct lmbench_block_rule {
	const char *start;          /* the title begins so, with or without a quote before it */
	bool is_quoted;             /* LMbench writes the quote */
	enum lmbench_column column; /* or LMBENCH_NO_COLUMN */
	const char *operation;      /* ours, or NULL */
	enum lmbench_unit unit;
};

extern const struct lmbench_block_rule lmbench_block_rules[];
extern const size_t lmbench_block_rule_count;

/* A column of context switches: processes, and the working set as LMbench's titles begin. */
struct lmbench_context_rule {
	const char *size;   /* "16" of "size=16k" or, in 2.x, "size=16" */
	const char *size_3; /* the same for the script of 3.0 */
	unsigned int processes;
	enum lmbench_column column;
};

extern const struct lmbench_context_rule lmbench_context_rules[];
extern const size_t lmbench_context_rule_count;

/* How lines begin that are LMbench's but say nothing that is used here. */
extern const char *const lmbench_silent_starts[];
extern const size_t lmbench_silent_start_count;

#endif
