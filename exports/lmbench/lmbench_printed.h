/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lmbench_printed.h - the tables that LMbench's summary scripts print, read out of whatever text
 * they came in: a file, a mail, an archive that has lost the columns' alignment.
 *
 * Four generations print them: alpha ("1.9" and the first "2.0": whole numbers, 0.06K), beta
 * ("2.0", 2001: whole numbers from 10 on, 15K), the final 2.5 (12.3, 135., 13.K) and 3.0, whose
 * cells follow the final's rules. A value whose column is not certain belongs to none.
 */
#ifndef LSMBENCH_EXPORTS_LMBENCH_PRINTED_H
#define LSMBENCH_EXPORTS_LMBENCH_PRINTED_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/text/text_list.h"
#include "exports/lmbench/lmbench_printed_layout.h"
#include "fixtures/error.h"

/* No text to be read is longer, in bytes, and no summary in it has more rows. */
#define PRINTED_MAXIMUM ((size_t)16 << 20)
#define PRINTED_ROWS_MAXIMUM 4096u

#define PRINTED_CELL_SIZE 32u
#define PRINTED_NAME_SIZE 64u

enum printed_generation {
	PRINTED_ALPHA,
	PRINTED_BETA,
	PRINTED_FINAL,
};

struct printed_cell {
	char text[PRINTED_CELL_SIZE];
	size_t begin; /* where it stands in its line */
	size_t end;
	int column;       /* of the layout; -1: not certain */
	double value;     /* in the column's unit, K and M multiplied; NaN: no number */
	double precision; /* how far the value may lie from that, in the same unit */
	bool ambiguous;   /* the text can mean other values, too */
	bool damaged;     /* the text is no cell at all; it holds the place of one */
};

enum printed_row_kind {
	PRINTED_HOST,
	PRINTED_MEAN,
	PRINTED_STDEV,
	PRINTED_CI,
};

struct printed_row {
	enum printed_row_kind kind;
	char host[PRINTED_NAME_SIZE];
	char system[PRINTED_NAME_SIZE]; /* "Linux 2.4.4-l" */
	char note[PRINTED_NAME_SIZE];   /* the cell of words: "i586-pc-linux-gnu", "No L2 cache?" */
	size_t line;                    /* from 1 */
	size_t variant;                 /* of the summary's variants, from 1; 0: none */
	size_t summary; /* which summary of the text, from 0: the next begins where a table returns
			 */
	struct printed_cell cells[PRINTED_COLUMNS_MAXIMUM];
	size_t cell_count;
	size_t damaged; /* of the cells */
	/* More cells than columns: which is whose is lost, so none is kept, but the row is. */
	bool overfull;
};

/* A column of dashes under the heads: characters begin..end-1 of a line. */
struct printed_range {
	size_t begin;
	size_t end;
};

struct printed_table {
	const struct printed_layout *layout;
	size_t line;    /* of the head */
	size_t summary; /* which summary of the text, from 0 */
	int title;      /* the version that the last title named, 2 or 3; 0: none did */
	bool collapsed; /* runs of blanks have become one: places say nothing */
	/* Of Host, OS and the layout's columns; range_count is 0 where the dashes do not fit it. */
	struct printed_range ranges[PRINTED_COLUMNS_MAXIMUM + 2];
	size_t range_count;
	struct printed_row *rows;
	size_t row_count;
};

struct printed_summary {
	enum printed_generation generation;
	struct printed_table *tables;
	size_t table_count;
	size_t rows;             /* in all tables */
	struct text_list labels; /* lines such as "K6-2.orig = Plain 2.4.4 Kernel." */
	/* What our own tables say above rows: "landlock:1" of "variant landlock:1:". */
	struct text_list variants;
	char by[32];            /* "lsmbench 0.1.0", as the title of our tables says; "" */
	size_t skipped;         /* lines that said nothing to the reader */
	struct text_list notes; /* a line each: what was let pass, what does not add up */
};

/*
 * Read text into summary (uninitialised before, needs printed_clear after success). -ENODATA when
 * there is no such table in it; -EINVAL for a NUL, a line or a text that is too long, or too many
 * rows; -ENOMEM; with a message. Untrusted input: notes and labels may hold any byte but NUL, LF.
 */
int printed_read(const char *text, size_t length, struct printed_summary *summary,
		 struct error *error);
void printed_clear(struct printed_summary *summary);

/* "mean" row or so in messages: "MEAN", "STDEV", "CI"; static. "" of a host's row. */
const char *printed_row_word(enum printed_row_kind kind);

/* The variant of number, as a row has it: "none" of 0. */
const char *printed_variant(const struct printed_summary *summary, size_t number);

#endif
