/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ladder_model.h - the Ladder page without a screen: which kernels and rungs the person has chosen,
 * what became of those that were booted, and both as lines of text of any width.
 *
 * A rung is known by its key: the kernel, what was asked for, its kind and policy. So what was
 * measured of a rung stays beside it when rungs are added, and a rung that was dropped stays
 * dropped.
 */
#ifndef LSMBENCH_TUI_LADDER_MODEL_H
#define LSMBENCH_TUI_LADDER_MODEL_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/ladder/ladder.h"
#include "engine/ladder/ladder_table.h"
#include "engine/text/text_list.h"
#include "fixtures/error.h"

/* Of engine/ladder/ladder_signature.h, whose names are not those of exports/signature.h. */
struct touch_signatures;

/* Room for the name of a rung, and for the heading of a case's column. */
#define LADDER_NAME_SIZE 256
#define LADDER_HEADING_SIZE 18
/* Not booted, or no such column. */
#define LADDER_NONE ((size_t)-1)

enum ladder_row_kind {
	LADDER_ROW_KERNEL,  /* a heading, where there are several */
	LADDER_ROW_RUNG,    /* also what its first variant costs */
	LADDER_ROW_VARIANT, /* a further one of the rung above */
};

struct ladder_row {
	enum ladder_row_kind kind;
	size_t kernel;  /* of the plan */
	size_t rung;    /* of the plan */
	size_t ran;     /* of what was booted, or LADDER_NONE */
	size_t column;  /* of the table, or LADDER_NONE */
	size_t variant; /* of what was booted */
};

/* A case that is shown as a column. */
struct ladder_shown {
	size_t index; /* in ladder_model_cases */
	char heading[LADDER_HEADING_SIZE];
};

struct ladder_model {
	/* What the person chose. */
	struct ladder_plan plan;  /* every rung, picked or not; its plan is not expanded */
	struct text_list texts;   /* of the rungs; the others are compared with the first */
	struct text_list dropped; /* keys of the rungs that are not picked */
	struct guest_policy *policies;
	size_t policy_count;
	struct plan cases; /* expanded: what would be measured; empty when nothing can be */
	struct error cases_error;

	/* What was booted: borrowed from the ladder until ladder_model_forget. */
	const struct ladder_plan *ran;
	struct rung_status *statuses; /* a rung of ran each */
	char (*names)[LADDER_NAME_SIZE];
	struct ladder_source *sources;
	const struct hook_table **hooks; /* a kernel of ran each */
	struct ladder_table table;
	bool has_table;
	struct touch_signatures *signatures; /* NULL: there are none */
	struct text_list sums;

	/* What is shown. */
	struct ladder_row *rows;
	size_t row_count;
	bool every_case; /* of the selected one's operation; else one case an operation */
	struct ladder_shown *shown;
	size_t shown_count;
	size_t selected_case;              /* of shown */
	const struct operation *operation; /* of that */
};

/* How the table is laid out in a width. */
struct ladder_columns {
	int name;     /* width of the rungs' names */
	int state;    /* width of what they are doing */
	int room;     /* for the cases together */
	size_t first; /* of model->shown, and how many of them */
	size_t count;
};

void ladder_model_init(struct ladder_model *model);
void ladder_model_clear(struct ladder_model *model);

/*
 * Take over kernel (cleared also on failure); the first one brings the rungs that it can build.
 * -EEXIST when it is there already, -ENOMEM, or what ladder_plan_set_rungs says.
 */
int ladder_model_add_kernel(struct ladder_model *model, struct kernel_image *kernel,
			    struct error *error);
int ladder_model_remove_kernel(struct ladder_model *model, size_t kernel, struct error *error);
/* The kernel whose image is at path, or LADDER_NONE. */
size_t ladder_model_find_kernel(const struct ladder_model *model, const char *path);

/* Add "LIST WORD..." to the rungs. -EEXIST, -EINVAL, -ENOMEM with a message. */
int ladder_model_add_rung(struct ladder_model *model, const char *text, struct error *error);
/*
 * Add "MODULE=FILE:DOMAIN", and a rung for MODULE unless there is one; an empty text removes all
 * policies.
 */
int ladder_model_add_policy(struct ladder_model *model, const char *text, struct error *error);

bool ladder_model_is_picked(const struct ladder_model *model, size_t rung);
/* Pick a rung of the plan, or drop it. -EBUSY with a message: others are compared with it. */
int ladder_model_toggle(struct ladder_model *model, size_t rung, struct error *error);
/* Compare all others with this one from now on. -EINVAL with a message when it is a repeat. */
int ladder_model_set_first(struct ladder_model *model, size_t rung, struct error *error);

/*
 * What is measured: "ops" or "variants" are set to text, replacing what they held; an empty text
 * takes them back to the ladder's own choice. -EINVAL with a message.
 */
int ladder_model_set(struct ladder_model *model, const char *key, const char *text,
		     struct error *error);
/* Measure what plan selects, under its variants. */
int ladder_model_use(struct ladder_model *model, const struct plan *plan, struct error *error);

/* What is picked, expanded: for ladder_open. *run is empty before; -EINVAL, -ENOMEM with a
 * message. */
int ladder_model_run(const struct ladder_model *model, struct ladder_plan *run,
		     struct error *error);

/* A ladder has begun: ran is its plan and lives until ladder_model_forget. 0 or -ENOMEM. */
int ladder_model_begin(struct ladder_model *model, const struct ladder_plan *ran);
/* Forget what was booted. */
void ladder_model_forget(struct ladder_model *model);
/* News of a rung of ran. What status points to lives until it is told anew or forgotten. */
void ladder_model_tell(struct ladder_model *model, size_t rung, const struct rung_status *status);
/* Work out the table from what was told. 0, -ENOMEM or what makes no table, with a message. */
int ladder_model_update(struct ladder_model *model, struct error *error);

/* The cases that are shown: of what was booted, else those that would be measured. NULL: none. */
const struct plan *ladder_model_cases(const struct ladder_model *model);
/* The selected case, or NULL. */
const struct plan_case *ladder_model_case(const struct ladder_model *model);
/* Move to another column; change between one case an operation and every case of this one. */
void ladder_model_move(struct ladder_model *model, long by);
void ladder_model_change_cases(struct ladder_model *model);

/* What a row's rung is doing, or NULL when it was not booted. */
const struct rung_status *ladder_model_status(const struct ladder_model *model,
					      const struct ladder_row *row);
/* The table's cell of a row and a case, NULL when there is none. */
const struct ladder_cell *ladder_model_cell(const struct ladder_model *model,
					    const struct ladder_row *row, size_t index);
/* The hooks counted in a row's kernel, or NULL. */
const struct hook_table *ladder_model_hooks(const struct ladder_model *model,
					    const struct ladder_row *row);
/*
 * Whether a row's rung costs the selected case's operation what its hooks predict, a sentence in
 * buffer; false when nothing is to be said, as of the rung that the others are compared with.
 */
bool ladder_model_prediction(const struct ladder_model *model, const struct ladder_row *row,
			     char *buffer, size_t size);

/* How a row is called: of a rung, by what its guest reported, once it did, and whether that is
 * idle. */
void ladder_model_row_name(const struct ladder_model *model, const struct ladder_row *row,
			   char *buffer, size_t size);
/*
 * The modules of a row's rung that have nothing to decide, so that what is measured is not what
 * they cost in use: "selinux no policy, bpf no programs". False when there are none.
 */
bool ladder_model_idle(const struct ladder_model *model, const struct ladder_row *row, char *buffer,
		       size_t size);
/* The components that the case's path has; 0 where these are not a matter of depth alone. */
unsigned int ladder_model_depth(const struct ladder_model *model, const struct plan_case *which);

/*
 * Lay the table out in width columns, so that the selected case is among those shown; first is
 * where the columns began before.
 */
void ladder_columns_fit(struct ladder_columns *columns, const struct ladder_model *model, int width,
			size_t first);
/* The heading; the selected case stands in brackets. */
void ladder_columns_heading(const struct ladder_columns *columns, const struct ladder_model *model,
			    char *buffer, size_t size);
/* A row: check mark, name, figures or what the rung is doing. */
void ladder_columns_row(const struct ladder_columns *columns, const struct ladder_model *model,
			const struct ladder_row *row, char *buffer, size_t size);

/* A bar: what a column of the table costs the selected case's operation beside the first rung. */
struct ladder_bar {
	char name[LADDER_NAME_SIZE];
	bool split; /* both below are known; else cost is that of the selected case alone */
	double per_call;
	double per_component;
	double cost;   /* of the selected case */
	bool first;    /* the rung itself, not a difference */
	size_t column; /* of the table */
};

/* Bars for the kernel of row, repeats left out: malloc'ed in *bars; how many, or 0. */
size_t ladder_model_bars(const struct ladder_model *model, const struct ladder_row *row,
			 struct ladder_bar **bars);

/* The largest resolution of the shown cases of a row's kernel, in instructions; negative: unknown.
 */
double ladder_model_resolution(const struct ladder_model *model, const struct ladder_row *row);

/* Rungs that have ended, of all that were booted. */
size_t ladder_model_done(const struct ladder_model *model);

#endif
