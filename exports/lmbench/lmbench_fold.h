/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lmbench_fold.h - lines under LMbench's tables, which are no wider than the tables.
 */
#ifndef LSMBENCH_EXPORTS_LMBENCH_FOLD_H
#define LSMBENCH_EXPORTS_LMBENCH_FOLD_H

#include <stddef.h>
#include <stdio.h>

/* Text that is kept until it is folded. */
struct lmbench_fold {
	FILE *file; /* write here */
	char *text;
	size_t size;
};

/* 0 or -ENOMEM; needs lmbench_fold_end after success. */
int lmbench_fold_begin(struct lmbench_fold *fold);

/*
 * Write what was kept to file, lines of more than LMBENCH_LINE_WIDTH characters broken at blanks
 * and continued behind two. A word that is longer than a line stays whole, and so does the command
 * to repeat a session, which is there to be copied. 0 or -ENOMEM.
 */
int lmbench_fold_end(struct lmbench_fold *fold, FILE *file);

#endif
