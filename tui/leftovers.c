/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * leftovers.c - what killed sessions left behind, in all the directories that they may have used.
 */
#include "tui/leftovers.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tui/state.h"

static int add_parent(struct text_list *parents, const char *path)
{
	char *real = realpath(path, NULL);
	int status = 0;

	if (!text_list_has(parents, real ? real : path))
		status = text_list_add(parents, real ? real : path);
	free(real);
	return status;
}

int leftovers_parents(const struct text_list *more, struct text_list *parents)
{
	struct text_list known;
	int status = state_scratch_parents(&known);

	*parents = (struct text_list){0};
	for (size_t i = 0; status == 0 && i < known.count; i++)
		status = add_parent(parents, known.items[i]);
	for (size_t i = 0; status == 0 && i < more->count; i++)
		status = add_parent(parents, more->items[i]);
	text_list_clear(&known);
	return status;
}

int leftovers_add(struct leftovers *leftovers, const char *parent, struct error *error)
{
	struct scratch_leftover *found = NULL;
	struct scratch_leftover *all;
	size_t count = 0;
	int status = scratch_find_leftovers(parent, &found, &count, error);

	if (status == 0 && count > 0) {
		all = reallocarray(leftovers->items, leftovers->count + count, sizeof(*all));
		if (all) {
			memcpy(all + leftovers->count, found, count * sizeof(*all));
			leftovers->items = all;
			leftovers->count += count;
		} else {
			status = error_set(error, -ENOMEM, "out of memory");
		}
	}
	free(found);
	return status;
}

int leftovers_keep(const struct leftovers *leftovers, struct error *error)
{
	struct text_list kept = {0};
	struct text_list paths = {0};
	int status = state_kept_leftovers(&kept);

	/* Those of before that have gone meanwhile are forgotten. */
	for (size_t i = 0; i < kept.count && status == 0; i++)
		if (access(kept.items[i], F_OK) == 0)
			status = text_list_add(&paths, kept.items[i]);
	for (size_t i = 0; i < leftovers->count && status == 0; i++)
		if (!text_list_has(&paths, leftovers->items[i].path))
			status = text_list_add(&paths, leftovers->items[i].path);
	status = status < 0 ? error_set(error, status, "out of memory")
			    : state_keep_leftovers(&paths, error);
	text_list_clear(&kept);
	text_list_clear(&paths);
	return status;
}

void leftovers_drop_kept(struct leftovers *leftovers)
{
	struct text_list kept = {0};
	size_t left = 0;

	/* Out of memory, there is a question too many. */
	(void)state_kept_leftovers(&kept);
	for (size_t i = 0; i < leftovers->count; i++)
		if (!text_list_has(&kept, leftovers->items[i].path))
			leftovers->items[left++] = leftovers->items[i];
	leftovers->count = left;
	text_list_clear(&kept);
}

void leftovers_clear(struct leftovers *leftovers)
{
	free(leftovers->items);
	*leftovers = (struct leftovers){0};
}
