/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * export.h - the formats in which a result leaves.
 *
 * One table drives "lsmbench export --format", its help and the console's Export page.
 */
#ifndef LSMBENCH_EXPORTS_EXPORT_H
#define LSMBENCH_EXPORTS_EXPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "engine/result/result.h"
#include "exports/signature.h"
#include "fixtures/error.h"

struct figures;
struct lmbench_record;

struct export_options {
	bool redact; /* leave host, user, UUIDs and paths out */
	bool exact;  /* tables of LMbench's: cells as its own script cuts them */
	bool stats;  /* tables of LMbench's: MEAN, STDEV and 95% CI of each host */
	/* Of formats that hold one variant: which, as it is shown or spelled; NULL: the first. */
	const char *variant;
};

/* One of what is exported; the others are NULL. */
struct export_item {
	const struct result *result;         /* of ours */
	const struct lmbench_record *record; /* a raw result of LMbench's */
	const struct figures *figures;       /* an import: its sessions are rows */
};

struct export_format {
	const char *name;      /* "csv" */
	const char *extension; /* ".csv": what a file of it is usually called */
	const char *summary;   /* one line */
	bool many;             /* takes several results at once (a row each) */
	bool one_variant;      /* holds one variant of a result's */
	bool times;            /* holds times only: no result that counts instructions */
	bool imports;          /* takes raw results of LMbench and imported figures, too */
	/* Whether it can hold figures of an operation; NULL: of all. */
	bool (*takes)(const struct operation *operation);
	/* For export_write: results[0..count-1] as they are; or what takes items and options. */
	int (*write)(const struct result *const *results, size_t count, FILE *file,
		     struct error *error);
	int (*write_items)(const struct export_item *items, size_t count,
			   const struct export_options *options, FILE *file, struct error *error);
};

extern const struct export_format export_formats[];
extern const size_t export_format_count;
/* The format called name, or NULL. */
const struct export_format *export_format_find(const char *name);
/* The one that holds everything and reads back. */
const struct export_format *export_format_native(void);
/* What kind of file it makes, as far as it matters for what that may take the place of. */
enum signature export_format_kind(const struct export_format *format);

/* Does the format hold what the item is? 0, or -EINVAL with what it holds. */
int export_check_item(const struct export_format *format, const struct export_item *item,
		      struct error *error);

/* Whether anything that a plan is to measure can stand in the format. */
bool export_holds_any(const struct export_format *format, const struct plan *plan);

/*
 * Write results[0..count-1] to file in format, and flush it. 0 or negative errno with a message
 * (without the target's name, which the caller knows).
 */
int export_write(const struct export_format *format, const struct result *const *results,
		 size_t count, const struct export_options *options, FILE *file,
		 struct error *error);

/* The same of items; -EINVAL, too, for one that export_check_item() refuses. */
int export_write_items(const struct export_format *format, const struct export_item *items,
		       size_t count, const struct export_options *options, FILE *file,
		       struct error *error);

#endif
