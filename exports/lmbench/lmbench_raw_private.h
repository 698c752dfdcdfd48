/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lmbench_raw_private.h - what the parts of the raw reader share: where it stands, the words of a
 * line, and how it reports what it leaves out.
 */
#ifndef LSMBENCH_EXPORTS_LMBENCH_RAW_PRIVATE_H
#define LSMBENCH_EXPORTS_LMBENCH_RAW_PRIVATE_H

#include <stdbool.h>
#include <stddef.h>

#include "exports/lmbench/lmbench_raw_rules.h"

/* Longer lines hold no figure. */
#define LMBENCH_TEXT_SIZE 4096u
/* Longer words are no values. */
#define LMBENCH_WORD_SIZE 64u

enum lmbench_block {
	LMBENCH_BLOCK_NONE,
	LMBENCH_BLOCK_LAST,    /* of lmbench_block_rules: the last line counts */
	LMBENCH_BLOCK_SOCKETS, /* 3.0's bandwidths of TCP by transfer size: the last line counts */
	LMBENCH_BLOCK_CONTEXTS,
	LMBENCH_BLOCK_FILES,
	LMBENCH_BLOCK_STRIDE,
	LMBENCH_BLOCK_IGNORED, /* one with another host */
};

/* Which latencies the "stride=" blocks that follow hold. */
enum lmbench_latency { LMBENCH_LATENCY_UNSAID, LMBENCH_LATENCY_LOAD, LMBENCH_LATENCY_RANDOM };

struct lmbench_raw {
	struct lmbench_record *record;
	char line[LMBENCH_TEXT_SIZE]; /* as text, without its end */
	size_t number;                /* of the line, from 1 */
	bool is_cut;                  /* the file ends with this line, and without a line end */
	bool is_used;                 /* the line has given a value, whatever else it is */
	bool has_mhz;
	bool has_ended; /* a second run began */
	bool is_torn;   /* the file ends within a block */

	enum lmbench_block block;
	const struct lmbench_block_rule *rule; /* of LMBENCH_BLOCK_LAST */
	enum lmbench_latency latency;
	char size[LMBENCH_WORD_SIZE]; /* "16k" of "size=16k", "128" of "stride=128" */
	bool is_broken;               /* the block holds a line that is none of its */
	double last_bytes;
	char last[LMBENCH_GENERATIONS][LMBENCH_WORD_SIZE]; /* of the block's values so far */
};

/*
 * The word of that number in the line, in word: 1. 0 when there is none, it is too long, or it may
 * have been cut by the end of the file.
 */
int lmbench_raw_word(const struct lmbench_raw *raw, unsigned int number,
		     char word[LMBENCH_WORD_SIZE]);

/* Note "line 34: what: text". 0 or -ENOMEM. */
int lmbench_raw_note(struct lmbench_raw *raw, const char *what, const char *text);
/* Count the line as skipped, and note why: "not understood". 0 or -ENOMEM. */
int lmbench_raw_skip(struct lmbench_raw *raw, const char *why);

/*
 * Set a column's value unless it has one; what is no number above 0 is none but for the scripts. 0
 * or -ENOMEM.
 */
int lmbench_raw_set(struct lmbench_raw *raw, enum lmbench_generation generation,
		    enum lmbench_column column, const char *text);

/*
 * Add a figure if text is a number above 0 and nothing else; otherwise the line is skipped.
 * operation may be NULL: then there is nothing to add. 0 or -ENOMEM.
 */
int lmbench_raw_add(struct lmbench_raw *raw, const char *operation, const char *parameter,
		    const char *text, enum lmbench_unit unit, bool is_net);

/* Whether the line is a block's title: then the block is open, and one before is closed. 1, 0 or
 * -ENOMEM. */
int lmbench_block_open(struct lmbench_raw *raw);
/* Read the line as one of the open block: 1; 0 when it is none; -ENOMEM. */
int lmbench_block_line(struct lmbench_raw *raw);
/* Take the values that the block's last lines give, and close it. 0 or -ENOMEM. */
int lmbench_block_close(struct lmbench_raw *raw);

#endif
