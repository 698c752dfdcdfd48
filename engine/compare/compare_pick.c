/* SPDX-License-Identifier: GPL-2.0-or-later */
/* compare_pick.c - one variant of figures that have several, as if it had been measured alone. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "engine/compare/compare_source.h"

#define ALONE "none"

int figures_variants(const struct figures *figures, struct text_list *variants)
{
	int status = 0;

	for (size_t i = 0; i < figures->case_count && status == 0; i++) {
		if (!text_list_has(variants, figures->cases[i].variant))
			status = text_list_add(variants, figures->cases[i].variant);
	}
	return status;
}

int figures_pick_variant(struct figures *figures, const char *variant)
{
	const size_t count = figures->case_count;
	int status = 0;

	figures->case_count = 0;
	for (size_t i = 0; i < count; i++) {
		struct case_figures which = figures->cases[i];
		char *name = strcmp(which.variant, variant) == 0 ? strdup(ALONE) : NULL;

		if (!name) {
			status = strcmp(which.variant, variant) == 0 ? -ENOMEM : status;
			figures_clear_case(&which);
			continue;
		}
		free(which.variant);
		which.variant = name;
		figures->cases[figures->case_count++] = which;
	}
	return status < 0 || figures->case_count > 0 ? status : -ENOENT;
}
