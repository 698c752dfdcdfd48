/* SPDX-License-Identifier: GPL-2.0-or-later */
/* compare_as.c - cases that have another name in one file than in another, compared all the same.
 */
#include "tui/compare_as.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* A pair, taken apart. */
struct same_case {
	const char *pair;
	const char *from;
	const struct case_figures *to;
};

static const struct case_figures *find_case(const struct compare_inputs *inputs, const char *name)
{
	const struct case_figures *which = NULL;

	for (size_t i = 0; i < inputs->input_count && !which; i++)
		which = figures_named(&inputs->inputs[i].figures, name);
	return which;
}

/* Rename in all files. 0, or a negative errno with a message. */
static int rename_all(struct compare_inputs *inputs, const struct same_case *same,
		      struct error *error)
{
	for (size_t i = 0; i < inputs->input_count; i++) {
		struct figures *figures = &inputs->inputs[i].figures;
		int status = figures_rename(figures, same->from, same->to);

		if (status == -EINVAL)
			return error_set(error, status,
					 "--as '%.200s': they are of different operations",
					 same->pair);
		if (status == -EEXIST)
			return error_set(error, -EINVAL, "--as '%.200s': %s holds both of them",
					 same->pair, figures->source);
		if (status < 0)
			return error_set(error, status, "out of memory");
	}
	return 0;
}

static int apply(struct compare_inputs *inputs, const char *pair, struct error *error)
{
	char *from = strdup(pair);
	char *to = from ? strchr(from, '=') : NULL;
	struct same_case same = {.pair = pair, .from = from};
	const char *unknown;
	int status;

	if (!from)
		return error_set(error, -ENOMEM, "out of memory");
	if (!to || to == from || to[1] == '\0') {
		free(from);
		return error_set(error, -EINVAL,
				 "--as %.100s: give two names of cases, --as 'NAME=OTHER'", pair);
	}
	*to++ = '\0';
	same.to = find_case(inputs, to);
	unknown = !find_case(inputs, from) ? from : !same.to ? to : NULL;
	status = unknown ? error_set(error, -EINVAL,
				     "--as '%.200s': no case of the files is called %.100s", pair,
				     unknown)
			 : rename_all(inputs, &same, error);
	free(from);
	return status;
}

int compare_as(struct compare_inputs *inputs, const struct text_list *pairs, struct error *error)
{
	int status = 0;

	if (pairs->count > 0 && inputs->input_count < 2)
		return error_set(error, -EINVAL,
				 "--as: name a second file, whose cases have the other names");
	for (size_t i = 0; i < pairs->count && status == 0; i++)
		status = apply(inputs, pairs->items[i], error);
	return status;
}
