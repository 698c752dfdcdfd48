/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ladder_export.h - the formats in which the table of a ladder leaves.
 *
 * One table drives "lsmbench ladder --format", its help and the console. It and the report are in
 * ladder_report.c, the writers in a source each.
 */
#ifndef LSMBENCH_EXPORTS_LADDER_EXPORT_H
#define LSMBENCH_EXPORTS_LADDER_EXPORT_H

#include <stddef.h>
#include <stdio.h>

#include "engine/ladder/ladder_table.h"
#include "engine/text/text_list.h"
#include "fixtures/error.h"

/* Columns of a line, unless the reader's screen is wider. */
#define LADDER_WIDTH 80u

struct touch_signatures; /* engine/ladder/ladder_signature.h */

/* A table with all that is said of it. */
struct ladder_report {
	struct ladder_table table;
	const struct ladder_source *sources; /* the caller's; must stay */
	size_t source_count;
	const struct hook_table *const
		*hooks;                      /* by kernel, NULL where none were counted; or NULL */
	struct touch_signatures *signatures; /* owned */
	struct text_list about;              /* kernels, emulator, guest, a line each */
	struct text_list notes; /* what has to be known of the figures, a sentence each */
};

/*
 * Make *report (uninitialised before, needs ladder_report_clear after success). hooks: of each
 * kernel, NULL where none were counted; or NULL; they must stay. advice (NULL: none) is what has to
 * be known of the rungs, a sentence each. 0 or -ENOMEM.
 */
int ladder_report_make(const struct ladder_source *sources, size_t count,
		       const struct hook_table *const *hooks, const struct text_list *advice,
		       struct ladder_report *report, struct error *error);
void ladder_report_clear(struct ladder_report *report);

struct ladder_format {
	const char *name;      /* "text" */
	const char *extension; /* ".txt" */
	const char *summary;   /* one line */
	/* Write report to file, in lines of width columns where that means anything. 0 or negative
	 * errno with a message without the target's name. */
	int (*write)(const struct ladder_report *report, size_t width, FILE *file,
		     struct error *error);
};

extern const struct ladder_format ladder_formats[];
extern const size_t ladder_format_count;
/* The format called name, or NULL. */
const struct ladder_format *ladder_format_find(const char *name);

#endif
