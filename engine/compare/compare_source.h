/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * compare_source.h - a session reduced to what can be compared across boots: figures per case,
 * variant and pass. A result's samples fill it, and so can a published text that never had any.
 */
#ifndef LSMBENCH_ENGINE_COMPARE_SOURCE_H
#define LSMBENCH_ENGINE_COMPARE_SOURCE_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/environment/environment.h"
#include "engine/operation/operation.h"
#include "engine/result/result.h"
#include "engine/text/text_list.h"
#include "fixtures/error.h"

/* All in the unit of the figures; NaN where the source does not say. */
struct pass_figures {
	size_t session; /* which of figures.sessions it belongs to, from 0; 0 where there is one */
	size_t runs;
	double median;
	double mean;
	double mean_half_width; /* 95% */
	double variance;
	double sd;
	/*
	 * How far the value may lie from what is printed, because the source cut off digits: half a
	 * unit of the last one, or a whole where digits were dropped instead of rounded. 0: exact
	 * for all that is known.
	 */
	double precision;
	/* The printed text can mean several values (a K that was cut off): the figures are as
	 * printed, and no verdict may rest on them. */
	bool ambiguous;
};

struct case_figures {
	const struct operation *operation;
	/* What of its runs the figures are, in its own unit; NULL: the run's own figure, in that of
	 * all figures. */
	const struct metric *metric;
	char *parameter; /* canonical value, "" for none */
	char *place;     /* scratch directory where that tells cases apart, else "" */
	char *variant;
	struct pass_figures *passes; /* in order; those without runs are not there */
	size_t pass_count;
	size_t failed_runs;
	char *trouble; /* why it was not measured (to the end), or NULL */
	/* What the work of its runs was, a setting each, as plan_case_work says; empty: unknown. */
	struct text_list work;
	char *audit; /* of a denied case what is known of its audit records, or NULL */
};

struct figures {
	char *source;                   /* the file, for messages */
	enum result_unit unit;          /* of all figures but metrics; what is imported has ns */
	bool summaries_only;            /* imported: there are no samples behind it */
	bool partial;                   /* some cases did not get all their runs */
	bool stopped;                   /* the session was stopped before its end */
	struct environment environment; /* without items: unknown */
	struct case_figures *cases;
	size_t case_count;
	/* A printed summary has a row a session: a pass then is a session of its own. 0: all passes
	 * belong to one. */
	size_t sessions;
	/* Where a comparison sees one of several sessions alone: whose, and which. NULL: whole. */
	const struct figures *part_of;
	size_t part;
	struct text_list notes; /* what the reader left out, a line each */
	/* What an import keeps beside figures, a line each: */
	struct text_list labels;     /* "K6-2.orig = Plain 2.4.4 Kernel.", "OS: Linux 2.4.4" */
	struct text_list unassigned; /* values that belong to no column with certainty */
	struct text_list printed;    /* MEAN, STDEV and CI rows as they stand */
};

void figures_init(struct figures *figures);
void figures_clear(struct figures *figures);

/* Reduce result. source is kept as a copy. 0 or -ENOMEM, and then figures is empty. */
int figures_of_result(const struct result *result, const char *source, struct figures *figures,
		      struct error *error);

/*
 * The figures of a case, added when it is not there yet; NULL without memory. The pointer holds
 * until the next case is added. parameter must be canonical.
 */
struct case_figures *figures_case(struct figures *figures, const struct operation *operation,
				  const char *parameter, const char *place, const char *variant);
/* The same, or NULL when it is not there. */
const struct case_figures *figures_find(const struct figures *figures,
					const struct operation *operation, const char *parameter,
					const char *place, const char *variant);

/* The same of a metric that runs have told; NULL: of the runs' own figure. */
struct case_figures *figures_metric_case(struct figures *figures, const struct operation *operation,
					 const char *parameter, const char *place,
					 const char *variant, const struct metric *metric);
const struct case_figures *figures_find_metric(const struct figures *figures,
					       const struct operation *operation,
					       const char *parameter, const char *place,
					       const char *variant, const struct metric *metric);

/* The case of figures that is the same as which, a case of others; NULL: there is none. */
const struct case_figures *figures_find_same(const struct figures *figures,
					     const struct case_figures *which);

/* Add a pass, behind those of its session and earlier ones. 0 or -ENOMEM. */
int figures_add_pass(struct case_figures *which, const struct pass_figures *pass);

/* Add the names of the figures' variants, each once, in the order of their cases. 0 or -ENOMEM. */
int figures_variants(const struct figures *figures, struct text_list *variants);

/*
 * Leave the cases of one variant alone, which is called "none" then: so they meet those of another
 * file. -ENOENT: it has none, and then the figures are empty; -ENOMEM.
 */
int figures_pick_variant(struct figures *figures, const char *variant);

/* The first case that a comparison calls name, "dbench 4c on SMP", or NULL. */
const struct case_figures *figures_named(const struct figures *figures, const char *name);
/*
 * Give the cases called from, under all variants and with their metrics, the name of to, a case of
 * other figures. How many they were; -EINVAL when it is of another operation, -EEXIST when such a
 * case is there already, -ENOMEM.
 */
int figures_rename(struct figures *figures, const char *from, const struct case_figures *to);

/* Free what a case owns. */
void figures_clear_case(struct case_figures *which);

/* Passes of all cases together. */
size_t figures_pass_count(const struct figures *figures);

/* The median of the passes' medians; NaN without passes. */
double figures_median(const struct case_figures *which);

/* How many boots the figures count as: their sessions, at least 1. */
size_t figures_session_count(const struct figures *figures);
/*
 * The median of the passes that belong to a session, below figures_session_count(); NaN when it has
 * none. Figures of one session have all their passes in it.
 */
double figures_session_median(const struct figures *figures, const struct case_figures *which,
			      size_t session);
/* The largest precision of the passes; 0 when none is known. */
double figures_precision(const struct case_figures *which);
/* Whether any pass is ambiguous. */
bool figures_is_ambiguous(const struct case_figures *which);

#endif
