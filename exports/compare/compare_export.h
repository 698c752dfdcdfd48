/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * compare_export.h - the formats in which a comparison leaves.
 *
 * One table drives "lsmbench compare --format", its help and the console. It and the report are in
 * compare_report.c, the writers in a source each.
 */
#ifndef LSMBENCH_EXPORTS_COMPARE_EXPORT_H
#define LSMBENCH_EXPORTS_COMPARE_EXPORT_H

#include <stddef.h>
#include <stdio.h>

#include "engine/compare/compare.h"
#include "engine/compare/cost_split.h"
#include "engine/hooks/hook_table.h"
#include "engine/result/result.h"
#include "engine/text/text_list.h"
#include "fixtures/error.h"

/* A comparison with all that is said of it. */
struct compare_report {
	const struct comparison *comparison; /* the caller's; must stay */
	double above;                        /* percent, what the headline counts from */
	struct cost_split split;
	struct text_list sentences; /* what the split means */
	struct text_list notes;     /* reasons behind verdicts, each once */
	struct text_list about;     /* whose figures these are, a line each */
	struct text_list hooks;     /* that the operations call, a line each; none: not counted */
	struct text_list method;    /* how they were measured and judged, a sentence each */
};

/* Make *report (uninitialised before, needs compare_report_clear after success). 0 or -ENOMEM. */
int compare_report_make(const struct comparison *comparison, double above,
			struct compare_report *report, struct error *error);
void compare_report_clear(struct compare_report *report);

/*
 * Add the lines that say where the sessions of a group were measured: file, kernel, LSMs active,
 * processor. 0 or -ENOMEM.
 */
int compare_report_about(struct compare_report *report, const char *group,
			 const struct figures *figures);

/*
 * Add what the command is that was timed, in full, with what prepared it and cleaned up, once
 * however many sessions have it. 0 or -ENOMEM.
 */
int compare_report_command(struct compare_report *report, const struct result *result);
/* Add the command that measures again what result holds, of the group ("": of all). 0 or -ENOMEM.
 */
int compare_report_repeat(struct compare_report *report, const char *group,
			  const struct result *result);
/* The command that a row is of, in full; NULL when it is of none, or nobody knows it (result may be
 * NULL). */
const char *compare_row_command(const struct result *result, const struct comparison_row *row);

/*
 * Add which hooks of the security framework the operations call, as counted in the kernel of
 * table. 0 or -ENOMEM.
 */
int compare_report_hooks(struct compare_report *report, const struct hook_table *table);

struct compare_format {
	const char *name;      /* "text" */
	const char *extension; /* ".txt" */
	const char *summary;   /* one line */
	/* Write report to file. 0 or negative errno with a message without the target's name. */
	int (*write)(const struct compare_report *report, FILE *file, struct error *error);
};

extern const struct compare_format compare_formats[];
extern const size_t compare_format_count;
/* The format called name, or NULL. */
const struct compare_format *compare_format_find(const char *name);
/* The format whose extension path ends with, the longest where several do; or NULL. */
const struct compare_format *compare_format_of(const char *path);

#endif
