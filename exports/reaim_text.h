/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * reaim_text.h - runs of our mixed workload in the layout of reaim's table, as people have
 * published it. The jobs are ours, not reaim's: only tables of the same program can be compared.
 */
#ifndef LSMBENCH_EXPORTS_REAIM_TEXT_H
#define LSMBENCH_EXPORTS_REAIM_TEXT_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "engine/result/result.h"
#include "fixtures/error.h"

/* A row of the table. */
struct reaim_figures {
	uint64_t forked;
	double parent; /* seconds */
	double system; /* seconds, of all children */
	double user;
	double jobs_per_minute; /* of all children; each child's is that by forked */
	double sd;              /* of the children's times, in seconds, dividing by n */
	double percent;         /* the same, of their mean */
};

/*
 * The heads of the columns, the rows, and "Max Jobs per Minute". JTI is floor(100 - percent), of
 * the percentage before it is rounded for print.
 */
void reaim_text_table(const struct reaim_figures *rows, size_t count, FILE *file);

/*
 * A table for each result, variant, number of CPUs and run of the mixed workload. 0 or -ENOMEM with
 * a message.
 */
int reaim_text_write(const struct result *const *results, size_t count, FILE *file,
		     struct error *error);

#endif
