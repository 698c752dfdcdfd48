/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * figures_rename.c - cases of one source under the names that others have for the same.
 *
 * A published table says "dbench 4c on SMP" of what is measured here as "dbench 4c".
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "engine/compare/compare_private.h"

/* 1 or 0, -ENOMEM. */
static int is_called(const struct case_figures *which, const char *name)
{
	char *own = comparison_case_name(which->operation, NULL, which->parameter, which->place);
	int same = own ? strcmp(own, name) == 0 : -ENOMEM;

	free(own);
	return same;
}

const struct case_figures *figures_named(const struct figures *figures, const char *name)
{
	for (size_t i = 0; i < figures->case_count; i++) {
		if (is_called(&figures->cases[i], name) == 1)
			return &figures->cases[i];
	}
	return NULL;
}

static int rename_case(struct figures *figures, struct case_figures *which,
		       const struct case_figures *to)
{
	char *parameter;
	char *place;

	if (to->operation != which->operation)
		return -EINVAL;
	if (figures_find_metric(figures, to->operation, to->parameter, to->place, which->variant,
				which->metric))
		return -EEXIST;
	parameter = strdup(to->parameter);
	place = strdup(to->place);
	if (!parameter || !place) {
		free(parameter);
		free(place);
		return -ENOMEM;
	}
	free(which->parameter);
	free(which->place);
	which->parameter = parameter;
	which->place = place;
	return 1;
}

int figures_rename(struct figures *figures, const char *from, const struct case_figures *to)
{
	int renamed = 0;

	for (size_t i = 0; i < figures->case_count; i++) {
		int status = is_called(&figures->cases[i], from);

		if (status == 1)
			status = rename_case(figures, &figures->cases[i], to);
		if (status < 0)
			return status;
		renamed += status;
	}
	return renamed;
}
