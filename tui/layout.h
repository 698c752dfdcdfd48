/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * layout.h - where things stand on a screen of any size: pure functions from rows and columns to
 * rectangles. Knows nothing of a terminal, so that every size can be tested.
 *
 * What does not fit is dropped from the right and from the bottom: its rectangle is empty.
 */
#ifndef LSMBENCH_TUI_LAYOUT_H
#define LSMBENCH_TUI_LAYOUT_H

#include <stdbool.h>

struct rectangle {
	int row;
	int column;
	int rows; /* rows or columns 0: not shown */
	int columns;
};

/* Below this size a page shows one line of status. */
#define LAYOUT_ROWS_MINIMUM 10
#define LAYOUT_COLUMNS_MINIMUM 40

/* What all pages share. */
struct layout_frame {
	bool one_line; /* the screen is tiny: only body is shown, and it has one row */
	struct rectangle tabs;
	struct rectangle body;
	struct rectangle footer; /* keys, messages and prompts */
};

enum plan_pane {
	PANE_OPERATIONS,
	PANE_SHAPES,
	PANE_NUMBERS,
	PANE_VARIANTS,
	PANE_SETTINGS,
	PLAN_PANE_COUNT
};

struct layout_plan {
	struct rectangle host;
	struct rectangle rule_top;
	struct rectangle panes[PLAN_PANE_COUNT]; /* heading row included, except PANE_SETTINGS */
	struct rectangle separators[2];          /* between the columns, one column wide */
	struct rectangle cases;                  /* what the plan comes to; wide screens only */
	struct rectangle case_separator;
	struct rectangle rule_bottom;
	struct rectangle help; /* what the rule had no room for */
	struct rectangle forecast;
	struct rectangle warnings;
};

struct layout_run {
	struct rectangle progress;
	struct rectangle rule;
	struct rectangle heading;
	struct rectangle table;
	struct rectangle detail_title;
	struct rectangle histogram;
	struct rectangle separator;
	struct rectangle sequence;
};

struct layout_compare {
	struct rectangle tabs; /* the page's own */
	struct rectangle about;
	struct rectangle rule;
	struct rectangle heading;
	struct rectangle table; /* or whatever else the tab shows */
	struct rectangle notes_rule;
	struct rectangle notes;
};

/* The Compare page's detail of a row, in what layout_compare left for the table. */
struct layout_pair {
	struct rectangle title;
	struct rectangle distributions;
	struct rectangle separator;
	struct rectangle passes;
};

struct layout_export {
	struct rectangle heading;
	struct rectangle formats;
	struct rectangle fields; /* file name and options */
	struct rectangle rule;
	struct rectangle preview;
};

bool layout_is_empty(const struct rectangle *rectangle);

void layout_frame(int rows, int columns, struct layout_frame *frame);

/*
 * The Plan page. Where not all columns fit, those are shown that include focus. numbers is how
 * many rows the numbers show, so that the variants below them come close.
 */
void layout_plan(const struct rectangle *body, enum plan_pane focus, int numbers,
		 struct layout_plan *layout);

/* The Run page; detail false: the table takes all. */
void layout_run(const struct rectangle *body, bool detail, struct layout_run *layout);

/* Whether the detail pane fits below the table; and the page with the pane instead of it. */
bool layout_run_has_pane(const struct rectangle *body);
void layout_run_pane(const struct rectangle *body, struct layout_run *layout);

/* The Compare page; without heading or notes the table takes their rows. */
void layout_compare(const struct rectangle *body, bool heading, bool notes,
		    struct layout_compare *layout);

void layout_pair(const struct rectangle *area, struct layout_pair *layout);

void layout_export(const struct rectangle *body, int formats, struct layout_export *layout);

/* A box of rows x columns in the middle of the screen, cut to fit. */
void layout_box(int screen_rows, int screen_columns, int rows, int columns, struct rectangle *box);

/* The first line to show of a list of count lines in a window of rows, so that selected shows. */
int layout_scroll(int first, int selected, int count, int rows);

#endif
