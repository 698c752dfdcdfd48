/* SPDX-License-Identifier: GPL-2.0-or-later */
/* variant.c - the table of variants. */
#include "engine/variant.h"

#include <string.h>

const struct variant variants[] = {
	{.name = "none", .summary = "not confined: the baseline"},
	{.name = "same", .summary = "a second baseline: the A/A row", .control = "loop"},
};

const size_t variant_count = sizeof(variants) / sizeof(variants[0]);

const struct variant *variant_find(const char *text, const char **argument)
{
	size_t length = strcspn(text, ":=");

	for (size_t i = 0; i < variant_count; i++) {
		if (strlen(variants[i].name) != length ||
		    strncmp(variants[i].name, text, length) != 0)
			continue;
		if (text[length] && !variants[i].argument)
			return NULL;
		if (argument)
			*argument = text[length] ? text + length + 1 : text + length;
		return &variants[i];
	}
	return NULL;
}
