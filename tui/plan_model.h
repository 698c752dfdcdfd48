/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * plan_model.h - the Plan page without a screen: the rows of its panes, derived from the operation
 * table, the path shapes, the parameter table, the variants, plan_keys and the plan itself,
 * and what picking a row does to the plan. Every change goes through plan_set.
 *
 * A group may be folded: the rows below it are there, but hidden. Those are open at first of which
 * a part is picked; what the person opens or closes stays so.
 */
#ifndef LSMBENCH_TUI_PLAN_MODEL_H
#define LSMBENCH_TUI_PLAN_MODEL_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/plan/plan.h"
#include "fixtures/error.h"
#include "tui/layout.h"

enum plan_row_kind {
	PLAN_ROW_ITEM,  /* one value of a plan key */
	PLAN_ROW_GROUP, /* stands for the rows of its key below it, up to the next group */
	PLAN_ROW_ADD,   /* asks for one value more */
	PLAN_ROW_SETTING,
};

enum plan_mark {
	MARK_OFF,
	MARK_ON,      /* picked by itself */
	MARK_SOME,    /* of a group: a part of it runs */
	MARK_IMPLIED, /* runs because of a suite, a whole case or a default */
	MARK_ADDED,   /* runs although nobody asked for it */
	MARK_UNAVAILABLE,
};

struct plan_row {
	enum plan_row_kind kind;
	enum plan_mark mark;
	const struct plan_key *key; /* what it acts on */
	char *value;                /* one item for plan_set; of a setting: all of it, or "" */
	char *label;                /* as shown */
	char note[24];              /* flush right beside it */
	char *help;                 /* one line */
	bool fixed;                 /* a suite decides it: picking it would change nothing */
	bool folded;                /* of a group: the rows below it are hidden */
	bool hidden;
};

struct plan_rows {
	struct plan_row *rows;
	size_t count;
	size_t capacity;
	int status;            /* -ENOMEM when a row is missing */
	struct plan_row spare; /* what a row that found no memory is written to */
};

struct plan_model {
	struct plan_rows panes[PLAN_PANE_COUNT];
	struct text_list opened; /* groups that stay open, and closed, whatever is picked */
	struct text_list closed;
};

/*
 * Derive all rows from plan. expanded is the same plan after plan_expand, or NULL when that failed;
 * settings that the person left open then show no value. 0, or -ENOMEM: model is then empty.
 */
int plan_model_fill(struct plan_model *model, const struct plan *plan, const struct plan *expanded);
void plan_model_clear(struct plan_model *model);

/* How many rows are not hidden; how many of those stand before row; the one at a place of them. */
size_t plan_rows_visible(const struct plan_rows *rows);
size_t plan_rows_place(const struct plan_rows *rows, size_t row);
size_t plan_rows_at(const struct plan_rows *rows, size_t place);
/* The group that row is, or stands in; rows->count: in none. */
size_t plan_rows_group(const struct plan_rows *rows, size_t row);

/* Fold a group, or open it. 0 or -ENOMEM. */
int plan_model_fold(struct plan_model *model, enum plan_pane pane, size_t group, bool folded);
/* Fold all groups of a pane, or open them when all are folded. 0 or -ENOMEM. */
int plan_model_fold_all(struct plan_model *model, enum plan_pane pane);
/* Forget what was opened and closed; the next plan_model_fill starts anew. */
void plan_model_fold_anew(struct plan_model *model);

/*
 * Pick or drop the row: of a group of operations, all of them; a heading of numbers takes
 * their default values back. -EINVAL with a message when that cannot be; the plan is then
 * unchanged.
 */
int plan_model_toggle(const struct plan_model *model, struct plan *plan, enum plan_pane pane,
		      size_t row, struct error *error);

/* Pick all items of a pane (of its numbers: those of row's key), or drop them when all are. */
int plan_model_toggle_all(const struct plan_model *model, struct plan *plan, enum plan_pane pane,
			  size_t row, struct error *error);

/* Add text, as a PLAN_ROW_ADD was told, to what the pane shows as picked. */
int plan_model_add(const struct plan_model *model, struct plan *plan, enum plan_pane pane,
		   size_t row, const char *text, struct error *error);

/* Set a setting to text; empty text leaves it to the default. */
int plan_model_set(struct plan *plan, const struct plan_key *key, const char *text,
		   struct error *error);

/* A plan that is ready made. */
struct plan_preset {
	int key;
	const char *label;
	/* Keys and values for plan_set, NULL-terminated pairs. */
	const char *const *values;
};
extern const struct plan_preset plan_presets[];
extern const size_t plan_preset_count;

/* Make plan the preset: its selection and counts; scratch, CPU, label and the like stay. */
int plan_model_preset(struct plan *plan, const struct plan_preset *preset, struct error *error);

#endif
