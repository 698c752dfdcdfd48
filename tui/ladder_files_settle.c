/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ladder_files_settle.c - which of the rungs that were read belong together, and with which the
 * others are compared, whatever the order of their files and whichever are missing.
 */
#include "tui/ladder_files_settle.h"

#include <string.h>

int ladder_files_keep_newest(struct ladder_files *files, size_t first)
{
	const struct result *newest = NULL;
	size_t kept = first;
	int status = 0;

	for (size_t i = first; i < files->count; i++) {
		const struct result *result = files->sources[i].result;

		if (!newest || result->started > newest->started)
			newest = result;
	}
	for (size_t i = first; i < files->count; i++) {
		if (rung_same(&files->sources[i].result->environment, &newest->environment,
			      RUNG_FACT_SESSION)) {
			files->inputs[kept] = files->inputs[i];
			files->sources[kept++] = files->sources[i];
			continue;
		}
		if (status == 0)
			status = text_list_add(&files->left_out, files->inputs[i].figures.source);
		input_clear(&files->inputs[i]);
	}
	files->count = kept;
	return status;
}

/* Each rung's kernel: one that was met before, or the next. */
static void number_kernels(struct ladder_files *files)
{
	for (size_t i = 0; i < files->count; i++) {
		size_t j = 0;

		while (j < i && !rung_same_kernel(&files->sources[j].result->environment,
						  &files->sources[i].result->environment))
			j++;
		files->sources[i].kernel = j < i ? files->sources[j].kernel : files->kernel_count++;
	}
}

/* The first rung of a kernel that is of this kind, or SIZE_MAX. */
static size_t find_kind(const struct ladder_files *files, size_t kernel, enum rung_kind kind)
{
	for (size_t i = 0; i < files->count; i++) {
		if (files->sources[i].kernel == kernel && files->sources[i].kind == kind)
			return i;
	}
	return SIZE_MAX;
}

/* Another takes the place of a first rung that is missing: its repeat, if that is there. */
static int replace_first(struct ladder_files *files, size_t kernel, size_t *first)
{
	static const enum rung_kind kinds[] = {RUNG_SAME, RUNG_PLACEBO, RUNG_OTHER};
	struct ladder_source *source;

	for (size_t i = 0; *first == SIZE_MAX && i < sizeof(kinds) / sizeof(kinds[0]); i++)
		*first = find_kind(files, kernel, kinds[i]);
	source = &files->sources[*first];
	return text_list_add_format(
		&files->notes,
		"the first rung of kernel %s is not among the files: %s%s stands for it",
		environment_value(&source->result->environment, "kernel.release", ""),
		source->kind == RUNG_SAME      ? "its A/A, "
		: source->kind == RUNG_PLACEBO ? "its placebo, "
					       : "",
		source->name);
}

/* Of several ladders the first's first rung counts; repeats are of one that was asked for so. */
static void demote(struct ladder_files *files, size_t first)
{
	const struct ladder_source *base = &files->sources[first];

	for (size_t i = 0; i < files->count; i++) {
		struct ladder_source *source = &files->sources[i];

		if (i == first || source->kernel != base->kernel)
			continue;
		if (source->kind == RUNG_FIRST ||
		    (rung_kind_is_repeat(source->kind) &&
		     !rung_stands_for(&source->result->environment, &base->result->environment)))
			source->kind = RUNG_OTHER;
	}
}

/* Move a rung to the front, before the others of its kernel. */
static void move_to_front(struct ladder_files *files, size_t first)
{
	const struct ladder_source source = files->sources[first];
	const struct input input = files->inputs[first];
	size_t place = 0;

	while (files->sources[place].kernel != source.kernel)
		place++;
	memmove(&files->sources[place + 1], &files->sources[place],
		(first - place) * sizeof(source));
	memmove(&files->inputs[place + 1], &files->inputs[place], (first - place) * sizeof(input));
	files->sources[place] = source;
	files->inputs[place] = input;
}

int ladder_files_settle(struct ladder_files *files)
{
	int status = 0;

	number_kernels(files);
	for (size_t kernel = 0; kernel < files->kernel_count && status == 0; kernel++) {
		size_t first = find_kind(files, kernel, RUNG_FIRST);

		if (first == SIZE_MAX)
			status = replace_first(files, kernel, &first);
		files->sources[first].kind = RUNG_FIRST;
		demote(files, first);
		move_to_front(files, first);
	}
	return status;
}
