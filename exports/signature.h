/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * signature.h - the first line of our own files: "# lsmbench: KIND VERSION".
 *
 * It tells the program what it reads, and which files it may write over without being asked.
 */
#ifndef LSMBENCH_EXPORTS_SIGNATURE_H
#define LSMBENCH_EXPORTS_SIGNATURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum signature {
	SIGNATURE_NONE,    /* no file of ours */
	SIGNATURE_UNKNOWN, /* ours, of a kind or a version that is not known here */
	SIGNATURE_RESULT,
	SIGNATURE_TEXT,
	SIGNATURE_SUMMARY,
	SIGNATURE_PLAN,
	SIGNATURE_FIGURES,    /* imported summaries: figures_csv.h */
	SIGNATURE_HOOKS,      /* which hooks cases call: hooks_csv.h */
	SIGNATURE_COMPARISON, /* what a comparison says, for people and programs */
	SIGNATURE_LADDER,     /* the table of a ladder */
	SIGNATURE_REPORT,     /* a report in a layout that has no room for such a line */
};

/* Bytes of a file that suffice to tell its kind. */
#define SIGNATURE_SIZE 256

/* What our reports begin with that have no such line. */
extern const char signature_markdown[];
extern const char signature_lmbench[];
extern const char signature_lmbench3[];
extern const char signature_lmbench_raw[];
extern const char signature_compared[]; /* a comparison in Markdown */
extern const char signature_json[];     /* a comparison in JSON */
extern const char signature_chart[];    /* a comparison in SVG: a comment before the root */
extern const char signature_fsopbench[];
extern const char signature_latencies[];
extern const char signature_ladder[]; /* the table of a ladder in Markdown */

/* The line without its end: "# lsmbench: result 1". Not of NONE, UNKNOWN and REPORT. */
const char *signature_line(enum signature kind);

/* Write the line. */
void signature_write(enum signature kind, FILE *file);

/* What the file is that begins with text; a byte order mark in front is let pass. */
enum signature signature_of(const char *text, size_t length);

/*
 * Whether a file of kind new may take the place of one of kind old without being asked: a report
 * can be made again, the samples of a result and a plan cannot. A new kind of NONE is any report.
 */
bool signature_may_replace(enum signature new, enum signature old);

#endif
