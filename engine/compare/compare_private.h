/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * compare_private.h - what the files of the comparison share among themselves.
 */
#ifndef LSMBENCH_ENGINE_COMPARE_PRIVATE_H
#define LSMBENCH_ENGINE_COMPARE_PRIVATE_H

#include "engine/compare/compare.h"

/* "stat FFF on /srv: user", malloc'ed; NULL without memory. */
char *comparison_case_name(const struct operation *operation, const struct metric *metric,
			   const char *parameter, const char *place);
/* Make a row empty of figures and give it names; label stays the caller's. 0 or -ENOMEM. */
int comparison_row_begin(struct comparison_row *row, enum result_unit unit,
			 const struct operation *operation, const struct metric *metric,
			 const char *parameter, const char *place, const char *label);

/* Does a glob match the name of the row's case or operation? Without globs all are wanted. */
bool comparison_is_wanted(const struct comparison_row *row, const struct text_list *globs);
/* Free what the row owns. */
void comparison_row_clear(struct comparison_row *row);

/* Estimate, interval and p of a row of COMPARISON_VARIANTS from its parts. 0 or -ENOMEM. */
int comparison_row_estimate(struct comparison_row *row);

/* Whether the rows are tested together: those of one role do, controls of one variant only. */
bool comparison_same_family(const struct comparison_row *a, const struct comparison_row *b);

/*
 * A row of control or A/A that should not have moved, and did. However small the move is: it was
 * found, so something makes equal things differ, and what it is nobody knows.
 */
bool comparison_has_moved(const struct comparison_row *row);

/* Adjust p of the rows of each family, count the tests, find what a verdict needs. 0 or -ENOMEM. */
int comparison_adjust(struct comparison *comparison);

/* Give each row of COMPARISON_VARIANTS its verdict. 0 or -ENOMEM. */
int comparison_judge_variants(struct comparison *comparison);

/*
 * "kernel.release differs; --despite kernel.release compares all the same", or NULL when the
 * environments let the sides be compared. In buffer.
 */
const char *comparison_environment_trouble(const struct comparison *comparison, char *buffer,
					   size_t size);

/*
 * Across boots, where there are too few for so many tests: note which cases differ by more than
 * both sides scatter, and which scatter too much to be used. 0 or -ENOMEM.
 */
int comparison_remark(struct comparison *comparison);

/* Give a row of COMPARISON_SESSIONS its verdict; its limit holds the pooled sd before. */
void comparison_judge_session(const struct comparison *comparison,
			      const struct comparison_options *options, struct comparison_row *row);

/*
 * Give the comparison's last row its verdict where sessions of the two groups did other work in
 * that case (a setting of case_figures.work differs). Where despite names "plan.SETTING", and of
 * seeds, that is a note. 0 or -ENOMEM.
 */
int comparison_check_work(const struct comparison_group *base, const struct comparison_group *other,
			  const struct case_figures *which, const struct text_list *despite,
			  struct comparison *comparison);

/* Whether other repeats base's boot: rungs of the same kernel that its ladder calls so. */
bool comparison_is_repeat(const struct comparison_group *base,
			  const struct comparison_group *other);

/*
 * The verdict that a row counts as among others: its own, but a count that moved is slower or
 * faster there, and one within the resolution, or a repeat, no difference.
 */
enum verdict comparison_counted_as(const struct comparison_row *row);

/* Give each row of a comparison of instructions its verdict (struct comparison_row). 0, -ENOMEM. */
int comparison_judge_counts(struct comparison *comparison);

/* And take it back from those of whose two sides one is made of rungs that are not alike. */
void comparison_refuse_unlike(const struct comparison_group *groups, size_t count,
			      struct comparison *comparison);

/*
 * Let a row of a metric that was 0 somewhere have the medians of values, which are as they were
 * told and are sorted on the way; the row has no parts.
 */
void comparison_take_zeros(struct comparison_row *row, double *base, size_t base_count,
			   double *other, size_t other_count);
/* Its verdict: none, and why. */
void comparison_judge_zeros(struct comparison_row *row);

/* Take back a "no difference" or "did not move" that could not have seen any but a huge one. */
void comparison_judge_blind(struct comparison_row *row);

/* Set the row's verdict and reason. */
void comparison_say(struct comparison_row *row, enum verdict verdict, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Standard deviation (n - 1) of values; NaN below two. */
double comparison_sd(const double *values, size_t count);
/* The median of values, which are sorted on the way; NaN of none. */
double comparison_median(double *values, size_t count);

/*
 * The median of the row's figures, which are sorted on the way: the figure whose shown value is the
 * median of the shown ones. The mean of the two in the middle is another one for rates than for
 * times.
 */
double comparison_center(const struct comparison_row *row, double *values, size_t count);

/* Add a note. 0 or -ENOMEM. */
int comparison_note(struct comparison *comparison, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

#endif
