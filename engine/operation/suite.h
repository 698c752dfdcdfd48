/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * suite.h - lists of cases that belong together, in the order in which their figures are known.
 */
#ifndef LSMBENCH_ENGINE_SUITE_H
#define LSMBENCH_ENGINE_SUITE_H

#include <stddef.h>

/* A case of a suite; without a parameter (NULL) those of the operation's default values. */
struct suite_case {
	const char *operation;
	const char *parameter; /* canonical */
};

struct suite {
	const char *name;
	const char *other_name; /* or NULL */
	const char *summary;
	const struct suite_case *cases;
	size_t case_count;
};

extern const struct suite suites[];
extern const size_t suite_count;

/* The 47 cases of the files published for Linux 5.3: suites[0]. */
#define SUITE_PUBLISHED "published"
/* What LMbench measures: every column of its 2.0 summary, and what its programs print beside. */
#define SUITE_LMBENCH "lmbench"

/* The suite called name, by either of its names; NULL when there is none. */
const struct suite *suite_find(const char *name);

#endif
