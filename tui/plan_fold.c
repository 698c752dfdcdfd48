/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * plan_fold.c - which groups of the Plan page show the rows below them.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "tui/plan_rows.h"

/* Room for a group's name in the lists. */
#define NAME_SIZE 160

static void group_name(const struct plan_row *group, char name[NAME_SIZE])
{
	snprintf(name, NAME_SIZE, "%s %.100s", group->key->name, group->value);
}

size_t plan_rows_visible(const struct plan_rows *rows)
{
	return plan_rows_place(rows, rows->count);
}

size_t plan_rows_place(const struct plan_rows *rows, size_t row)
{
	size_t place = 0;
	size_t i;

	for (i = 0; i < row && i < rows->count; i++)
		if (!rows->rows[i].hidden)
			place++;
	return place;
}

size_t plan_rows_at(const struct plan_rows *rows, size_t place)
{
	size_t last = 0;
	size_t i;

	for (i = 0; i < rows->count; i++) {
		if (rows->rows[i].hidden)
			continue;
		last = i;
		if (place-- == 0)
			break;
	}
	return last;
}

size_t plan_rows_group(const struct plan_rows *rows, size_t row)
{
	size_t group = row + 1;

	if (row >= rows->count)
		return rows->count;
	while (group-- > 0)
		if (rows->rows[group].kind == PLAN_ROW_GROUP)
			return rows->rows[group].key == rows->rows[row].key ? group : rows->count;
	return rows->count;
}

static void hide(struct plan_rows *rows)
{
	size_t i;

	for (i = 0; i < rows->count; i++) {
		size_t group = plan_rows_group(rows, i);

		rows->rows[i].hidden = group < i && rows->rows[group].folded;
	}
}

int plan_rows_fold(struct plan_model *model)
{
	size_t pane;
	size_t i;

	for (pane = 0; pane < PLAN_PANE_COUNT; pane++) {
		struct plan_rows *rows = &model->panes[pane];

		for (i = 0; i < rows->count; i++) {
			struct plan_row *row = &rows->rows[i];
			char name[NAME_SIZE];

			if (row->kind != PLAN_ROW_GROUP)
				continue;
			group_name(row, name);
			if (text_list_has(&model->closed, name))
				row->folded = true;
			else if (text_list_has(&model->opened, name))
				row->folded = false;
			/* What is open stays open: a row must not vanish as it is picked. */
			else if (!row->folded && text_list_add(&model->opened, name) < 0)
				return -ENOMEM;
		}
		hide(rows);
	}
	return 0;
}

static void drop(struct text_list *names, const char *name)
{
	size_t i;

	for (i = 0; i < names->count; i++)
		if (strcmp(names->items[i], name) == 0)
			text_list_remove(names, i--);
}

int plan_model_fold(struct plan_model *model, enum plan_pane pane, size_t group, bool folded)
{
	struct plan_rows *rows = &model->panes[pane];
	char name[NAME_SIZE];

	group_name(&rows->rows[group], name);
	drop(folded ? &model->opened : &model->closed, name);
	if (!text_list_has(folded ? &model->closed : &model->opened, name) &&
	    text_list_add(folded ? &model->closed : &model->opened, name) < 0)
		return -ENOMEM;
	rows->rows[group].folded = folded;
	hide(rows);
	return 0;
}

int plan_model_fold_all(struct plan_model *model, enum plan_pane pane)
{
	const struct plan_rows *rows = &model->panes[pane];
	bool all = true;
	int status = 0;
	size_t i;

	for (i = 0; i < rows->count; i++)
		if (rows->rows[i].kind == PLAN_ROW_GROUP && !rows->rows[i].folded)
			all = false;
	for (i = 0; i < rows->count && status == 0; i++)
		if (rows->rows[i].kind == PLAN_ROW_GROUP)
			status = plan_model_fold(model, pane, i, !all);
	return status;
}

void plan_model_fold_anew(struct plan_model *model)
{
	text_list_clear(&model->opened);
	text_list_clear(&model->closed);
}
