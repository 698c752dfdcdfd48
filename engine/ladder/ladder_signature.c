/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ladder_signature.c - what was measured and what the hooks predict, operation by column.
 *
 * Measured: "nothing" when no case differs from the first rung by more than it resolves, and it
 * resolves what one empty hook costs; what lies below a coarser resolution is unknown. "Per
 * component" when the line through the differences rises over the depths that were measured by
 * more than its two ends can be off together, twice the resolution. Else "per call", unless a hook
 * per component would not show.
 *
 * Predicted: of every module that the rung has beyond the first one's, each hook that it
 * implements, by how often the operation calls it. The strongest of them all counts.
 */
#include "engine/ladder/ladder_signature.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/hooks/hook_line.h"

/* What one empty hook costs, in instructions: what resolves less sees no hook that does little. */
#define EMPTY_HOOK 7.0

const char *touch_name(enum touch touch)
{
	switch (touch) {
	case TOUCH_NOTHING:
		return "not at all";
	case TOUCH_CALL:
		return "per call";
	case TOUCH_COMPONENT:
		return "per component";
	default:
		return "unknown";
	}
}

/* What of an operation's differences under a column decides. */
struct differences {
	size_t known;
	size_t placed;
	bool any;      /* beyond what its case resolves */
	double finest; /* what the cases resolve */
	double coarsest;
	double low; /* the places between which the line runs */
	double high;
};

/*
 * What can be told apart in a case: by how much boots of one kernel differ, and by how much passes
 * do in the two cells that are compared.
 */
static double resolved(const struct ladder_table *table, size_t row, size_t column)
{
	const struct ladder_cell *cell = ladder_table_cell(table, row, column);
	const struct ladder_cell *base = ladder_table_cell(table, row, table->columns[column].base);
	double resolution =
		fmax(LADDER_FINEST_RESOLUTION, ladder_table_resolution(table, row, column));

	return fmax(resolution, fmax(cell->spread, base->spread));
}

static void gather(const struct ladder_table *table, const struct operation *operation,
		   size_t column, struct differences *all)
{
	*all = (struct differences){.finest = INFINITY};
	for (size_t row = 0; row < table->row_count; row++) {
		const struct ladder_cell *cell = ladder_table_cell(table, row, column);
		const struct plan_case *which = &table->plan->cases[row];
		double resolution = resolved(table, row, column);
		double x;

		if (which->operation != operation || !cell->known || isnan(cell->difference))
			continue;
		all->known++;
		all->any = all->any || fabs(cell->difference) > resolution;
		all->finest = fmin(all->finest, resolution);
		all->coarsest = fmax(all->coarsest, resolution);
		if (!hook_line_place(operation, which->parameter, &x))
			continue;
		if (all->placed == 0 || x < all->low)
			all->low = x;
		if (all->placed == 0 || x > all->high)
			all->high = x;
		all->placed++;
	}
}

static enum touch not_resolved(struct touch_signature *signature, const char *what,
			       double resolution)
{
	snprintf(signature->because, sizeof(signature->because), "%s: +-%.0f", what, resolution);
	return TOUCH_UNKNOWN;
}

/* Of differences that lie on a line, or could. */
static enum touch measure_line(const struct ladder_split *split, const struct differences *all,
			       struct touch_signature *signature)
{
	double length = all->high - all->low;

	if (!split || !split->known || length <= 0) {
		snprintf(signature->because, sizeof(signature->because),
			 "measured at one depth only");
		return TOUCH_UNKNOWN;
	}
	if (fabs(split->per_component) * length > 2 * all->coarsest)
		return TOUCH_COMPONENT;
	if (EMPTY_HOOK * length > 2 * all->coarsest)
		return TOUCH_CALL;
	return not_resolved(signature, "not resolved by component", all->coarsest);
}

static enum touch measure(const struct ladder_table *table, const struct operation *operation,
			  size_t column, struct touch_signature *signature)
{
	struct differences all;

	gather(table, operation, column, &all);
	if (all.known == 0) {
		snprintf(signature->because, sizeof(signature->because), "not measured");
		return TOUCH_UNKNOWN;
	}
	if (!all.any && all.finest < EMPTY_HOOK)
		return TOUCH_NOTHING;
	if (!all.any)
		return not_resolved(signature, "not resolved", all.finest);
	if (all.placed == 0)
		return TOUCH_CALL;
	return measure_line(ladder_table_split(table, operation->name, column), &all, signature);
}

/*
 * How the calls of one hook would show. What comes once in many entries, as the calls that read a
 * long directory, is no call per entry.
 */
static enum touch touch_of(const struct hook_line *line)
{
	if (!line->called)
		return TOUCH_NOTHING;
	return line->per_component >= 0.5 ? TOUCH_COMPONENT : TOUCH_CALL;
}

/* "inode_permission x depth, inode_getattr x 1" */
static void add_reason(struct touch_signature *signature, const char *hook,
		       const struct hook_line *line, bool entries)
{
	size_t used = strlen(signature->because);
	char how[96];

	if (touch_of(line) == TOUCH_COMPONENT)
		snprintf(how, sizeof(how), "%s", entries ? "entries" : "depth");
	else
		snprintf(how, sizeof(how), "%g", line->per_call);
	snprintf(signature->because + used, sizeof(signature->because) - used, "%s%s x %s",
		 used ? ", " : "", hook, how);
}

static bool uses_any(const struct hook_table *hooks, const struct text_list *modules,
		     const char *hook)
{
	for (size_t i = 0; i < modules->count; i++)
		if (hook_table_uses(hooks, modules->items[i], hook))
			return true;
	return false;
}

/* The first count of a hook under an operation: each hook is looked at once. */
static bool is_first_of_hook(const struct hook_table *hooks, size_t index)
{
	for (size_t i = 0; i < index; i++)
		if (strcmp(hooks->counts[i].operation, hooks->counts[index].operation) == 0 &&
		    strcmp(hooks->counts[i].hook, hooks->counts[index].hook) == 0)
			return false;
	return true;
}

static enum touch predict_by_hooks(const struct hook_table *hooks,
				   const struct operation *operation,
				   const struct text_list *modules,
				   struct touch_signature *signature)
{
	enum touch strongest = TOUCH_UNKNOWN;

	for (size_t i = 0; i < hooks->count_count; i++) {
		const struct hook_count *count = &hooks->counts[i];
		struct hook_line line;
		enum touch touch;

		if (strcmp(count->operation, operation->name) != 0)
			continue;
		if (strongest == TOUCH_UNKNOWN)
			strongest = TOUCH_NOTHING;
		if (!is_first_of_hook(hooks, i) || !uses_any(hooks, modules, count->hook))
			continue;
		hook_line_of(hooks, operation, count->hook, &line);
		touch = touch_of(&line);
		if (touch == TOUCH_NOTHING)
			continue;
		add_reason(signature, count->hook, &line, hook_line_has_entries(operation));
		if (touch > strongest)
			strongest = touch;
	}
	return strongest;
}

/* Whether a module's hooks are known at all: it may be newer than we are. */
static const char *unknown_module(const struct hook_table *hooks, const struct text_list *modules)
{
	for (size_t i = 0; i < modules->count; i++) {
		bool known = false;

		for (size_t j = 0; j < hooks->user_count && !known; j++)
			known = strcmp(hooks->users[j].module, modules->items[i]) == 0;
		if (!known)
			return modules->items[i];
	}
	return NULL;
}

static enum touch unknown(struct touch_signature *signature, const char *reason, const char *what)
{
	snprintf(signature->because, sizeof(signature->because), "%s%s", reason, what);
	return TOUCH_UNKNOWN;
}

static const char *item(const struct ladder_source *source, const char *key)
{
	return source->result ? environment_value(&source->result->environment, key, "") : "";
}

static enum touch predict(const struct ladder_table *table, const struct ladder_source *sources,
			  const struct hook_table *hooks, const struct operation *operation,
			  const struct text_list *modules, struct touch_signature *signature)
{
	const struct ladder_column *column = &table->columns[signature->column];
	const struct ladder_column *base = &table->columns[column->base];
	const struct ladder_source *source = &sources[column->source];
	const char *name;
	enum touch touch;

	if (strcmp(column->variant, base->variant) != 0)
		return unknown(signature, "a variant is not told by hooks: ", column->variant);
	if (item(source, "lsm.active")[0] == '\0')
		return unknown(signature, "the guest reports no modules", "");
	if (modules->count == 0 && source->kind == RUNG_OTHER && column->base != signature->column)
		return unknown(signature, "the rung differs in other things than modules", "");
	if (modules->count == 0)
		return TOUCH_NOTHING;
	if (!hooks)
		return unknown(signature, "hooks were not counted", "");
	name = unknown_module(hooks, modules);
	if (name)
		return unknown(signature, "no functions are known of module ", name);
	signature->because[0] = '\0';
	touch = predict_by_hooks(hooks, operation, modules, signature);
	return touch == TOUCH_UNKNOWN
		       ? unknown(signature, "hooks were not counted of ", operation->name)
		       : touch;
}

static int judge(const struct ladder_table *table, const struct ladder_source *sources,
		 const struct hook_table *hooks, const struct operation *operation,
		 struct touch_signature *signature)
{
	struct text_list modules = {0};
	char measured_because[sizeof(signature->because)];
	int status = ladder_table_extra(table, sources, signature->column, &modules);

	if (status < 0)
		return status;
	signature->measured = measure(table, operation, signature->column, signature);
	memcpy(measured_because, signature->because, sizeof(measured_because));
	signature->predicted = predict(table, sources, hooks, operation, &modules, signature);
	/* What cannot be measured needs no prediction. */
	if (signature->measured == TOUCH_UNKNOWN)
		memcpy(signature->because, measured_because, sizeof(measured_because));
	else if (signature->because[0] == '\0')
		snprintf(signature->because, sizeof(signature->because),
			 "none of its hooks is called");
	signature->agrees = signature->measured == TOUCH_UNKNOWN ||
			    signature->predicted == TOUCH_UNKNOWN ||
			    signature->measured == signature->predicted;
	text_list_clear(&modules);
	return 0;
}

static bool is_first_of_operation(const struct plan *plan, size_t row)
{
	for (size_t i = 0; i < row; i++)
		if (plan->cases[i].operation == plan->cases[row].operation)
			return false;
	return true;
}

static int add_operation(const struct ladder_table *table, const struct ladder_source *sources,
			 const struct hook_table *const *hooks, const struct operation *operation,
			 struct touch_signatures *signatures)
{
	int status = 0;

	for (size_t column = 0; column < table->column_count && status == 0; column++) {
		struct touch_signature *signature = &signatures->items[signatures->count];

		if (table->columns[column].base == column)
			continue;
		*signature =
			(struct touch_signature){.operation = operation->name, .column = column};
		status = judge(table, sources, hooks ? hooks[table->columns[column].kernel] : NULL,
			       operation, signature);
		signatures->count++;
	}
	return status;
}

int ladder_signatures_of(const struct ladder_table *table, const struct ladder_source *sources,
			 const struct hook_table *const *hooks, struct touch_signatures *signatures,
			 struct error *error)
{
	size_t room = table->row_count * table->column_count;
	int status = 0;

	*signatures = (struct touch_signatures){0};
	signatures->items = calloc(room ? room : 1, sizeof(*signatures->items));
	if (!signatures->items)
		return error_set(error, -ENOMEM, "out of memory");
	for (size_t row = 0; row < table->row_count && status == 0; row++)
		if (is_first_of_operation(table->plan, row))
			status = add_operation(table, sources, hooks,
					       table->plan->cases[row].operation, signatures);
	if (status == 0)
		return 0;
	ladder_signatures_clear(signatures);
	return error_set(error, status, "out of memory");
}

void ladder_signatures_clear(struct touch_signatures *signatures)
{
	free(signatures->items);
	*signatures = (struct touch_signatures){0};
}
