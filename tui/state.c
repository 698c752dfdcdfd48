/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * state.c - what the program learns and keeps for later starts.
 */
#include "tui/state.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "exports/save.h"
#include "fixtures/scratch.h"
#include "tui/directories.h"

static const char estimates_file[] = "estimates";
static const char scratches_file[] = "scratch-directories";
static const char kept_file[] = "kept-leftovers";

#define FILE_MAXIMUM (4u * 1024u * 1024u)
/* The oldest is forgotten when there are more. */
#define SCRATCHES_MAXIMUM 64u

/* The text of a state file, malloc'ed, or NULL. */
static char *read_state(const char *file, size_t *length)
{
	char path[PATH_MAX];
	char *text;

	if (directories_state(file, path, sizeof(path), NULL) < 0 ||
	    directories_read(path, FILE_MAXIMUM, &text, length, NULL) < 0)
		return NULL;
	return text;
}

static int open_state(struct save *save, const char *file, struct error *error)
{
	char path[PATH_MAX];
	int status = directories_state(file, path, sizeof(path), error);

	if (status == 0)
		status = directories_make(path, error);
	return status < 0 ? status : save_open(save, path, true, error);
}

void state_load_estimate(struct estimate *estimate)
{
	size_t length;
	char *text = read_state(estimates_file, &length);
	FILE *file;

	estimate_init(estimate);
	if (!text)
		return;
	file = length > 0 ? fmemopen(text, length, "r") : NULL;
	if (file) {
		estimate_read(estimate, file);
		fclose(file);
	}
	free(text);
}

int state_save_estimate(const struct estimate *estimate, struct error *error)
{
	struct save save;
	int status = open_state(&save, estimates_file, error);

	if (status < 0)
		return status;
	estimate_write(estimate, save.file);
	return save_commit(&save, error);
}

/* Append the paths that a state file holds to list. */
static int load_paths(const char *name, struct text_list *list)
{
	size_t length;
	char *text = read_state(name, &length);
	char *rest = text;
	const char *line;
	int status = 0;

	while (text && status == 0 && (line = strsep(&rest, "\n"))) {
		if (line[0] == '/' && !text_list_has(list, line))
			status = text_list_add(list, line);
	}
	free(text);
	return status;
}

static int save_paths(const char *name, const struct text_list *list, struct error *error)
{
	struct save save;
	int status = open_state(&save, name, error);

	if (status < 0)
		return status;
	for (size_t i = 0; i < list->count; i++)
		fprintf(save.file, "%s\n", list->items[i]);
	return save_commit(&save, error);
}

/* Append to list what it lacks of parents; *changed when that was anything. */
static int add_scratches(struct text_list *list, const struct text_list *parents, bool *changed)
{
	int status = 0;

	*changed = false;
	for (size_t i = 0; i < parents->count && status == 0; i++) {
		if (parents->items[i][0] != '/' || strchr(parents->items[i], '\n') ||
		    text_list_has(list, parents->items[i]))
			continue;
		status = text_list_add(list, parents->items[i]);
		*changed = true;
	}
	while (list->count > SCRATCHES_MAXIMUM)
		text_list_remove(list, 0);
	return status;
}

int state_remember_scratches(const struct plan *plan, struct error *error)
{
	struct text_list parents;
	struct text_list list = {0};
	bool changed = false;
	int status = plan_scratches(plan, &parents);

	if (status == 0)
		status = load_paths(scratches_file, &list);
	if (status == 0)
		status = add_scratches(&list, &parents, &changed);
	if (status < 0)
		error_set(error, status, "out of memory");
	else if (changed)
		status = save_paths(scratches_file, &list, error);
	text_list_clear(&parents);
	text_list_clear(&list);
	return status;
}

int state_scratch_parents(struct text_list *parents)
{
	int status;

	*parents = (struct text_list){0};
	status = text_list_add(parents, scratch_default_parent());
	return status < 0 ? status : load_paths(scratches_file, parents);
}

int state_kept_leftovers(struct text_list *paths)
{
	*paths = (struct text_list){0};
	return load_paths(kept_file, paths);
}

int state_keep_leftovers(const struct text_list *paths, struct error *error)
{
	return save_paths(kept_file, paths, error);
}
