/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * compare_model.h - the Compare page without a screen: the comparison, kept up to date while a
 * session runs at a cost that the session does not feel, and the lines of its table.
 */
#ifndef LSMBENCH_TUI_COMPARE_MODEL_H
#define LSMBENCH_TUI_COMPARE_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/compare/compare.h"
#include "engine/compare/compare_source.h"
#include "engine/compare/cost_split.h"
#include "engine/result/result.h"
#include "engine/text/text_list.h"
#include "fixtures/error.h"
#include "tui/compare_inputs.h"

enum compare_order {
	COMPARE_AS_PLANNED,    /* by case, under a heading each */
	COMPARE_LARGEST_FIRST, /* all rows, the largest difference first */
	COMPARE_ORDER_COUNT
};

/* A line of the table. */
struct compare_line {
	size_t row;   /* of the comparison; of a heading the first one of its case */
	bool heading; /* names the case and its baseline */
};

struct compare_model {
	const struct result *result;  /* whose variants are compared; not owned; or NULL */
	bool has_files;               /* or groups of files: */
	struct compare_inputs inputs; /* read; of one file alone, result is its own */
	struct text_list despite;     /* keys of the environment that may differ between them */

	struct comparison comparison;
	struct cost_split split;
	struct text_list sentences;
	size_t needed[ROW_AA + 1]; /* passes, by role, once all rows have some */
	bool valid;                /* the above hold something */
	struct error error;        /* why not */
	unsigned int generation;   /* one more with each comparison */

	enum compare_order order;
	const struct operation *filter; /* NULL: all */
	struct compare_line *lines;
	size_t line_count;
	size_t capacity;

	/* When the next one is due. */
	bool live;           /* more samples may come */
	bool finished;       /* all that can come has been compared */
	int64_t next_ms;     /* not before this */
	size_t samples_seen; /* how many the last one looked at */
	size_t samples_then; /* how many there were */
};

/* The shortest time between two comparisons, and the share of the time that they may take. */
#define COMPARE_INTERVAL_MS 500
#define COMPARE_SHARE 20

/* True when there is something to compare in result: two variants or more. */
bool compare_model_can(const struct result *result);

/* Compare the variants of result (NULL: nothing) from now on. */
void compare_model_begin(struct compare_model *model, const struct result *result, bool live);
/*
 * Compare groups of files that have been read, all with the first, or the variants of the only
 * file; takes over what is in inputs.
 */
void compare_model_begin_files(struct compare_model *model, struct compare_inputs *inputs);
/* Let groups of files differ in a key of their environment, or no longer. 0 or -ENOMEM. */
int compare_model_excuse(struct compare_model *model, const char *key);
/* The files of the group called name, count of them; NULL and 0 when there is none. */
const struct input *compare_model_group(const struct compare_model *model, const char *name,
					size_t *count);
void compare_model_clear(struct compare_model *model);

/* The same result has moved in memory, and no more samples will come. */
void compare_model_ended(struct compare_model *model, const struct result *result);

/*
 * How many of the result's samples a comparison may look at now: while a session runs, what
 * belongs to a pass that has not ended is left out, unless it is the case's first.
 */
size_t compare_model_ripe(const struct compare_model *model);

/*
 * True when a comparison is due at now_ms: the first at once; then when passes have ended, or an
 * eighth of the samples is new, and at least COMPARE_INTERVAL_MS and COMPARE_SHARE times what the
 * last one took have gone by. When the session has ended, once more.
 */
bool compare_model_is_due(const struct compare_model *model, int64_t now_ms);

/* Compare if it is due. True when something new is there to be shown. */
bool compare_model_update(struct compare_model *model, int64_t now_ms);

/* Make the lines anew after order or filter has changed. */
void compare_model_arrange(struct compare_model *model);
/* The next operation of the comparison as the filter; after the last one, none. */
void compare_model_next_filter(struct compare_model *model);

/* The command that a row is of, in full, or NULL. */
const char *compare_model_command(const struct compare_model *model,
				  const struct comparison_row *row);
/* The row of a line; NULL when there is no such line. */
const struct comparison_row *compare_model_row(const struct compare_model *model, size_t line);
/* The line that shows a row of the comparison; 0 when none does. */
size_t compare_model_line_of(const struct compare_model *model, size_t row);
/* The nearest line from line on, then before it, that is no heading; line when there is none. */
size_t compare_model_no_heading(const struct compare_model *model, size_t line, int direction);

/* Smallest and largest percent among the lines, intervals included as far as they are of use. */
void compare_model_range(const struct compare_model *model, double *low, double *high);

/* A percent for one decimal: 0 where no digit would show its sign. */
double compare_model_percent(double percent);
/* "slower", "no diff <0.4%"; while a session runs, "pass 3/9" for what lacks passes. */
const char *compare_model_verdict(const struct compare_model *model,
				  const struct comparison_row *row, char *buffer, size_t size);
/* "landlock:1  open-close XXX/FFF: +30.0% (95% +29.6 to +30.4), slower". */
const char *compare_model_sentence(const struct comparison_row *row, char *buffer, size_t size);

#endif
