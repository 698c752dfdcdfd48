/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * compare_redact.c - paths and private values of a comparison masked.
 *
 * All paths are gathered first, then every text is searched for them: a name, a reason and a list
 * call the same path the same.
 */
#include "exports/compare/compare_redact.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PLACEHOLDER "/redacted"

static int add_path(struct text_list *paths, const char *path, size_t length)
{
	char *copy;
	int status = 0;

	if (length < 2 || path[0] != '/')
		return 0;
	copy = strndup(path, length);
	if (!copy)
		return -ENOMEM;
	if (!text_list_has(paths, copy))
		status = text_list_add(paths, copy);
	free(copy);
	return status;
}

/* The paths of a name: "stat /own/path on /scratch [variant]". */
static int add_paths_of_name(struct text_list *paths, const char *name)
{
	const char *begin = strstr(name, " /");
	int status = 0;

	while (begin && status == 0) {
		const char *on = strstr(begin + 1, " on /");
		const char *variant = strstr(begin + 1, " [");
		const char *end = on ? on : variant ? variant : begin + strlen(begin);

		status = add_path(paths, begin + 1, (size_t)(end - begin - 1));
		begin = on ? on + 3 : NULL;
	}
	return status;
}

static int gather_list(struct text_list *paths, const struct text_list *names)
{
	int status = 0;

	for (size_t i = 0; i < names->count && status == 0; i++)
		status = add_paths_of_name(paths, names->items[i]);
	return status;
}

static int gather(const struct comparison *comparison, struct text_list *paths)
{
	int status = 0;

	for (size_t i = 0; i < comparison->row_count && status == 0; i++) {
		const struct comparison_row *row = &comparison->rows[i];

		status = add_path(paths, row->parameter, strlen(row->parameter));
		if (status == 0)
			status = add_path(paths, row->place, strlen(row->place));
	}
	if (status == 0)
		status = gather_list(paths, &comparison->only_base);
	return status == 0 ? gather_list(paths, &comparison->only_other) : status;
}

/* The longest of paths that begins at text; its index, or -1. */
static long path_at(const struct text_list *paths, const char *text)
{
	long found = -1;

	for (size_t i = 0; i < paths->count; i++) {
		size_t length = strlen(paths->items[i]);

		if (strncmp(text, paths->items[i], length) == 0 &&
		    (found < 0 || length > strlen(paths->items[found])))
			found = (long)i;
	}
	return found;
}

/* text with its paths masked, those that nobody knows, too; malloc'ed, NULL without memory. */
static char *masked(const struct text_list *paths, const char *text)
{
	char *out = NULL;
	size_t size;
	FILE *file = open_memstream(&out, &size);
	char before = ' ';

	if (!file)
		return NULL;
	while (*text) {
		bool begins = *text == '/' && (before == ' ' || before == '"' || before == '\'');
		long index = begins ? path_at(paths, text) : -1;
		size_t length = index >= 0 ? strlen(paths->items[index])
				: begins   ? strcspn(text, " \"',;")
					   : 1;

		before = text[length - 1];
		if (index >= 0)
			fprintf(file, PLACEHOLDER "/%ld", index + 1);
		else if (begins)
			fputs(PLACEHOLDER, file);
		else
			fputc(*text, file);
		text += length;
	}
	if (fclose(file) == 0)
		return out;
	free(out);
	return NULL;
}

static int mask(const struct text_list *paths, char **text)
{
	char *changed = masked(paths, *text);

	if (!changed)
		return -ENOMEM;
	free(*text);
	*text = changed;
	return 0;
}

static int mask_row(const struct text_list *paths, struct comparison_row *row)
{
	char *reason = masked(paths, row->reason);
	int status = reason ? 0 : -ENOMEM;

	if (status == 0)
		snprintf(row->reason, sizeof(row->reason), "%s", reason);
	free(reason);
	if (status == 0)
		status = mask(paths, &row->parameter);
	if (status == 0)
		status = mask(paths, &row->place);
	return status == 0 ? mask(paths, &row->name) : status;
}

static int mask_list(const struct text_list *paths, struct text_list *list)
{
	int status = 0;

	for (size_t i = 0; i < list->count && status == 0; i++)
		status = mask(paths, &list->items[i]);
	return status;
}

/* That it differs may be told, what it is may not. */
static int mask_value(char **value)
{
	char *changed = strdup("redacted");

	if (!*value || !changed) {
		free(changed);
		return *value ? -ENOMEM : 0;
	}
	free(*value);
	*value = changed;
	return 0;
}

static int mask_difference(struct environment_difference *difference)
{
	int status = 0;

	for (size_t i = 0; i < difference->count && status == 0; i++) {
		struct difference_item *item = &difference->items[i];

		if (!environment_is_private(item->key))
			continue;
		status = mask_value(&item->base);
		if (status == 0)
			status = mask_value(&item->other);
	}
	return status;
}

int compare_redact(struct comparison *comparison)
{
	struct text_list paths = {0};
	int status = gather(comparison, &paths);

	for (size_t i = 0; i < comparison->row_count && status == 0; i++)
		status = mask_row(&paths, &comparison->rows[i]);
	if (status == 0)
		status = mask_list(&paths, &comparison->only_base);
	if (status == 0)
		status = mask_list(&paths, &comparison->only_other);
	if (status == 0)
		status = mask_list(&paths, &comparison->notes);
	if (status == 0)
		status = mask_difference(&comparison->difference);
	text_list_clear(&paths);
	return status;
}
