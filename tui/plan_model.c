/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * plan_model.c - what picking, adding and setting do to the plan.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "engine/operation/operation.h"
#include "engine/operation/suite.h"
#include "tui/plan_model.h"

/* Replace all that key holds by items. The plan is changed only when each of them is taken. */
static int replace(struct plan *plan, const char *key, const struct text_list *items,
		   struct error *error)
{
	struct plan copy;
	int status = plan_copy(&copy, plan);
	size_t i;

	if (status < 0)
		return error_set(error, status, "out of memory");
	status = plan_set(&copy, key, "", error);
	for (i = 0; i < items->count && status == 0; i++)
		status = plan_set(&copy, key, items->items[i], error);
	if (status < 0) {
		plan_clear(&copy);
		return status;
	}
	plan_clear(plan);
	*plan = copy;
	return 0;
}

/* The values of key that are picked in a pane, if flipped (one flag a row, may be NULL) were. */
static int gather(const struct plan_rows *rows, const struct plan_key *key, const bool *flipped,
		  struct text_list *items)
{
	size_t i;

	for (i = 0; i < rows->count; i++) {
		const struct plan_row *row = &rows->rows[i];
		bool picked = row->mark == MARK_ON;

		if (row->kind != PLAN_ROW_ITEM || row->key != key)
			continue;
		if (flipped != NULL && flipped[i])
			picked = !picked;
		if (picked && text_list_add(items, row->value) < 0)
			return -ENOMEM;
	}
	return 0;
}

/* An empty list of these means "all of them" or "the default ones", so it cannot say "none". */
static bool empty_means_default(const struct plan *plan, const char *key)
{
	if (strcmp(key, "paths") == 0)
		return plan->depths.count == 0 && plan->own_paths.count == 0;
	return parameter_by_option(key) != NULL;
}

/* Store what is picked of key. */
static int store(const struct plan_rows *rows, struct plan *plan, const struct plan_key *key,
		 const bool *flipped, struct error *error)
{
	struct text_list items = {0};
	int status = gather(rows, key, flipped, &items);

	if (status < 0)
		error_set(error, status, "out of memory");
	else if (items.count == 0 && empty_means_default(plan, key->name))
		status = error_set(error, -EINVAL,
				   "%s: one must stay picked; pick another first, or %s", key->name,
				   parameter_by_option(key->name) != NULL
					   ? "take the default values back on the heading"
					   : "drop the operations that need it");
	else if (items.count == 0 && strcmp(key->name, "variants") == 0)
		status = error_set(error, -EINVAL, "variants: the baseline must stay picked");
	else
		status = replace(plan, key->name, &items, error);
	text_list_clear(&items);
	return status;
}

/* Store every key of a pane of which a row was flipped. */
static int store_flipped(const struct plan_rows *rows, struct plan *plan, const bool *flipped,
			 struct error *error)
{
	int status = 0;
	size_t i;
	size_t j;

	for (i = 0; i < rows->count && status == 0; i++) {
		if (!flipped[i])
			continue;
		for (j = 0; j < i; j++)
			if (flipped[j] && rows->rows[j].key == rows->rows[i].key)
				break;
		if (j == i)
			status = store(rows, plan, rows->rows[i].key, flipped, error);
	}
	return status;
}

static bool can_flip(const struct plan_row *row, const struct plan_key *key)
{
	return row->kind == PLAN_ROW_ITEM && row->key == key && row->mark != MARK_UNAVAILABLE;
}

/* One that starts a command is picked by itself alone: there may be no command. */
static bool starts_command(const struct plan_row *row)
{
	const struct operation *operation =
		strcmp(row->key->name, "ops") == 0 ? operation_find(row->value) : NULL;

	return operation != NULL && operation->starts_commands;
}

/* Flip the key's items in [from, to) so that all are picked, or none when all were. */
static void flip_range(const struct plan_rows *rows, const struct plan_key *key, size_t from,
		       size_t to, bool *flipped)
{
	bool all = true;
	size_t i;

	for (i = from; i < to; i++)
		if (can_flip(&rows->rows[i], key) && rows->rows[i].mark != MARK_ON &&
		    !starts_command(&rows->rows[i]))
			all = false;
	for (i = from; i < to; i++)
		if (can_flip(&rows->rows[i], key))
			flipped[i] = (rows->rows[i].mark == MARK_ON) == all &&
				     (all || !starts_command(&rows->rows[i]));
}

static int refuse_fixed(const struct plan *plan, const struct plan_key *key, struct error *error)
{
	return error_set(error, -ENOTSUP,
			 "%s: the suite %s decides them; pick an operation that takes them by "
			 "itself, too",
			 key->name, plan->suite);
}

/* The heading of numbers: each operation has its default values again. */
static int take_defaults(struct plan *plan, const struct plan_key *key, struct error *error)
{
	char given[2];

	if (plan_get(plan, key->name, 0, given, sizeof(given)) == 0 && given[0] == '\0')
		return error_set(error, -EINVAL, "%s: these are the default values", key->name);
	return plan_set(plan, key->name, "", error);
}

int plan_model_toggle(const struct plan_model *model, struct plan *plan, enum plan_pane pane,
		      size_t row, struct error *error)
{
	const struct plan_rows *rows = &model->panes[pane];
	size_t end = row + 1;
	bool *flipped;
	int status;

	if (rows->rows[row].mark == MARK_UNAVAILABLE)
		return error_set(error, -ENOTSUP, "%s", rows->rows[row].help);
	if (rows->rows[row].fixed)
		return refuse_fixed(plan, rows->rows[row].key, error);
	if (pane == PANE_NUMBERS && rows->rows[row].kind == PLAN_ROW_GROUP)
		return take_defaults(plan, rows->rows[row].key, error);
	flipped = calloc(rows->count, sizeof(*flipped));
	if (flipped == NULL)
		return error_set(error, -ENOMEM, "out of memory");
	if (rows->rows[row].kind == PLAN_ROW_GROUP) {
		while (end < rows->count && rows->rows[end].kind == PLAN_ROW_ITEM &&
		       rows->rows[end].key == rows->rows[row].key)
			end++;
		flip_range(rows, rows->rows[row].key, row + 1, end, flipped);
	} else {
		flipped[row] = true;
	}
	status = store_flipped(rows, plan, flipped, error);
	free(flipped);
	return status;
}

int plan_model_toggle_all(const struct plan_model *model, struct plan *plan, enum plan_pane pane,
			  size_t row, struct error *error)
{
	const struct plan_rows *rows = &model->panes[pane];
	const struct plan_key *key = NULL;
	bool *flipped;
	size_t i;
	int status;

	/* The pane's own key is that of its last group or, without groups, its first item. */
	for (i = 0; i < rows->count; i++)
		if (rows->rows[i].kind == PLAN_ROW_GROUP ||
		    (rows->rows[i].kind == PLAN_ROW_ITEM && !key))
			key = rows->rows[i].key;
	if (pane == PANE_NUMBERS && row < rows->count)
		key = rows->rows[row].key;
	if (row < rows->count && rows->rows[row].fixed)
		return refuse_fixed(plan, rows->rows[row].key, error);
	flipped = calloc(rows->count + 1, sizeof(*flipped));
	if (flipped == NULL)
		return error_set(error, -ENOMEM, "out of memory");
	flip_range(rows, key, 0, rows->count, flipped);
	status = store_flipped(rows, plan, flipped, error);
	free(flipped);
	return status;
}

/*
 * Make explicit what a pane shows as picked by default, so that adding to it does not drop it:
 * with a depth beside it, an empty list of shapes would mean no shape. What only a suite, or
 * each operation for itself, brings along is none of it.
 */
static int keep_defaults(const struct plan_rows *rows, struct plan *plan, const char *key,
			 struct error *error)
{
	const struct plan_key *defaulted = plan_key_find(key);
	size_t i;

	if (!empty_means_default(plan, key))
		return 0;
	for (i = 0; i < rows->count; i++)
		if (rows->rows[i].key == defaulted && rows->rows[i].kind == PLAN_ROW_ITEM &&
		    rows->rows[i].mark == MARK_ON)
			return store(rows, plan, defaulted, NULL, error);
	return 0;
}

int plan_model_add(const struct plan_model *model, struct plan *plan, enum plan_pane pane,
		   size_t row, const char *text, struct error *error)
{
	const struct plan_rows *rows = &model->panes[pane];
	const struct plan_key *key = rows->rows[row].key;
	struct plan copy;
	int status = plan_copy(&copy, plan);

	if (status < 0)
		return error_set(error, status, "out of memory");
	if (rows->rows[row].fixed)
		status = refuse_fixed(plan, key, error);
	else if (*text == '\0')
		status = error_set(error, -EINVAL, "%s: nothing given; Esc cancels", key->name);
	if (status == 0 && pane == PANE_SHAPES)
		status = keep_defaults(rows, &copy, "paths", error);
	if (status == 0 && pane == PANE_NUMBERS)
		status = keep_defaults(rows, &copy, key->name, error);
	if (status == 0)
		status = plan_set(&copy, key->name, text, error);
	if (status < 0) {
		plan_clear(&copy);
		return status;
	}
	plan_clear(plan);
	*plan = copy;
	return 0;
}

int plan_model_set(struct plan *plan, const struct plan_key *key, const char *text,
		   struct error *error)
{
	struct text_list items = {0};
	int status = 0;

	if (*text != '\0')
		status = key->type == PLAN_KEY_EACH ? text_list_add_words(&items, text)
						    : text_list_add(&items, text);
	if (status < 0)
		error_set(error, status, "out of memory");
	else
		status = replace(plan, key->name, &items, error);
	text_list_clear(&items);
	return status;
}

static const char *const preset_published[] = {"suite", "published", NULL};
static const char *const preset_quick[] = {"suite", "published", "quick", "yes", NULL};
static const char *const preset_lmbench[] = {"suite", SUITE_LMBENCH, NULL};
static const char *const preset_everything[] = {"ops", "*", NULL};
static const char *const preset_depths[] = {"ops", "stat,open-close", "depths", "1,2,4,8,16,32",
					    NULL};

const struct plan_preset plan_presets[] = {
	{'p', "published: the 47 cases of the v5.3 thread, 2 passes of 300 runs", preset_published},
	{'q', "quick: the same cases in two minutes at most", preset_quick},
	{'l', "lmbench: every column of LMbench 2.0's summary", preset_lmbench},
	{'e', "everything: each operation on each of its shapes and sizes", preset_everything},
	{'d', "depth: what a path component costs, 1 to 32 of them", preset_depths},
};
const size_t plan_preset_count = sizeof(plan_presets) / sizeof(plan_presets[0]);

/* What a preset decides beside the selection; the rest is the machine's or the person's. */
static const char *const preset_keys[] = {"runs",      "passes",     "batch",        "quick",
					  "precision", "time-limit", "session-limit"};

int plan_model_preset(struct plan *plan, const struct plan_preset *preset, struct error *error)
{
	struct plan copy;
	size_t i;
	int status = plan_copy(&copy, plan);

	if (status < 0)
		return error_set(error, status, "out of memory");
	status = plan_deselect(&copy);
	for (i = 0; i < sizeof(preset_keys) / sizeof(preset_keys[0]) && status == 0; i++)
		status = plan_set(&copy, preset_keys[i], "", error);
	for (i = 0; preset->values[i] != NULL && status == 0; i += 2)
		status = plan_set(&copy, preset->values[i], preset->values[i + 1], error);
	if (status < 0) {
		plan_clear(&copy);
		return status;
	}
	plan_clear(plan);
	*plan = copy;
	return 0;
}
