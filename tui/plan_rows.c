/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * plan_rows.c - the rows of the Plan page, derived from the tables: an entry that is added to
 * one of them appears here by itself.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/operation.h"
#include "engine/suite.h"
#include "engine/variant.h"
#include "tui/plan_model.h"

/* Keys that panes of their own show; all others are settings. */
static const char *const pane_keys[] = {"suite", "ops",  "paths", "depths",
					"path",  "dirs", "cases", "variants"};

/* Without memory the spare row is given, so that callers need not look; rows->status tells. */
static struct plan_row *add_row(struct plan_rows *rows, enum plan_row_kind kind, const char *key,
				const char *value, const char *label)
{
	struct plan_row *row;

	if (rows->count == rows->capacity) {
		size_t capacity = rows->capacity * 2 + 16;
		struct plan_row *more = reallocarray(rows->rows, capacity, sizeof(*more));

		if (more == NULL) {
			rows->status = -ENOMEM;
			return &rows->spare;
		}
		rows->rows = more;
		rows->capacity = capacity;
	}
	row = &rows->rows[rows->count++];
	memset(row, 0, sizeof(*row));
	row->kind = kind;
	row->key = plan_key_find(key);
	row->value = strdup(value);
	row->label = strdup(label);
	row->help = strdup(row->key->help);
	if (row->value == NULL || row->label == NULL || row->help == NULL)
		rows->status = -ENOMEM;
	return row;
}

static void set_help(struct plan_row *row, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

static void set_help(struct plan_row *row, const char *format, ...)
{
	va_list arguments;
	char *help;

	va_start(arguments, format);
	if (vasprintf(&help, format, arguments) >= 0) {
		free(row->help);
		row->help = help;
	}
	va_end(arguments);
}

/*
 * Shapes or sizes without an operation mean all operations that take them: then the cases tell
 * which are picked.
 */
static bool is_implied(const struct plan *expanded, const struct operation *operation)
{
	size_t i;

	for (i = 0; i < expanded->case_count; i++)
		if (expanded->cases[i].operation == operation)
			return true;
	return false;
}

static bool plan_names(const struct plan *plan, const struct plan *expanded,
		       const struct operation *operation)
{
	size_t i;

	if (plan->operations.count == 0 && plan->suite[0] == '\0' && plan->cases_given.count == 0 &&
	    !plan_selects_nothing(plan) && expanded != NULL)
		return is_implied(expanded, operation);

	for (i = 0; i < plan->operations.count; i++) {
		const char *item = plan->operations.items[i];

		if (plan_word_names(item, operation) || operation_find(item) == operation)
			return true;
	}
	return false;
}

static void add_suite(struct plan_rows *rows, const struct plan *plan, const struct suite *suite)
{
	struct plan_row *row = add_row(rows, ROW_ITEM, "suite", suite->name, suite->name);
	bool implied = suite == &suites[0] && plan_selects_nothing(plan);

	set_help(row, "%s", suite->summary);
	row->mark = strcmp(plan->suite, suite->name) == 0 || implied ? MARK_ON : MARK_OFF;
	if (implied)
		set_help(row, "nothing else is picked, so the published suite runs");
}

/* "stat(path): newfstatat" - what one iteration does and the system calls it makes. */
static void describe_operation(struct plan_row *row, const struct operation *operation)
{
	char calls[OPERATION_CALLS_SIZE];

	operation_calls_show(operation, calls);
	set_help(row, "%s [%s]", operation->summary, calls[0] != '\0' ? calls : "no system call");
	snprintf(row->note, sizeof(row->note), "%g%s", operation_call_count(operation, ""),
		 operation->calls_note != NULL ? "+" : " ");
}

/* A group's mark follows from its items, which are the rows behind it. */
static void mark_group(struct plan_rows *rows, size_t group)
{
	size_t picked = 0;
	size_t i;

	for (i = group + 1; i < rows->count; i++)
		if (rows->rows[i].mark == MARK_ON)
			picked++;
	rows->rows[group].mark = picked == 0                         ? MARK_OFF
				 : picked == rows->count - group - 1 ? MARK_ON
								     : MARK_SOME;
	snprintf(rows->rows[group].note, sizeof(rows->rows[group].note), "%zu/%zu", picked,
		 rows->count - group - 1);
}

static void fill_operations(struct plan_rows *rows, const struct plan *plan,
			    const struct plan *expanded)
{
	const char *group = "";
	size_t group_row = 0;
	char label[80];
	size_t i;

	for (i = 0; i < suite_count; i++)
		add_suite(rows, plan, &suites[i]);
	for (i = 0; i < operation_count; i++) {
		const struct operation *operation = operations[i];
		struct plan_row *row;

		if (strcmp(operation->group, group) != 0) {
			group = operation->group;
			group_row = rows->count;
			row = add_row(rows, ROW_GROUP, "ops", group, group);
			set_help(row, "all operations of the group \"%s\"", group);
		}
		snprintf(label, sizeof(label), " %s", operation->name);
		row = add_row(rows, ROW_ITEM, "ops", operation->name, label);
		row->mark = plan_names(plan, expanded, operation) ? MARK_ON : MARK_OFF;
		describe_operation(row, operation);
		if (i + 1 == operation_count || strcmp(operations[i + 1]->group, group) != 0)
			mark_group(rows, group_row);
	}
	for (i = 0; i < plan->cases_given.count; i++)
		add_row(rows, ROW_ITEM, "cases", plan->cases_given.items[i],
			plan->cases_given.items[i])
			->mark = MARK_ON;
	add_row(rows, ROW_ADD, "cases", "", "one case ...");
}

/* The note beside a shape: components walked, or what is special about it. */
static void describe_shape(struct plan_row *row, const struct path_shape *shape)
{
	snprintf(row->note, sizeof(row->note), "%u", shape->components);
	if (shape->missing)
		snprintf(row->note, sizeof(row->note), "ENOENT");
	else if (strstr(shape->name, "LLL") != NULL)
		snprintf(row->note, sizeof(row->note), "link");
	set_help(row, "%s; %u component%s", shape->help, shape->components,
		 shape->components == 1 ? "" : "s");
}

static void fill_shapes(struct plan_rows *rows, const struct plan *plan)
{
	bool all = plan->paths.count == 0 && plan->depths.count == 0 && plan->own_paths.count == 0;
	char label[32];
	size_t i;

	for (i = 0; i < path_shape_count; i++) {
		const char *name = path_shapes[i].name;
		struct plan_row *row = add_row(rows, ROW_ITEM, "paths", name, name);

		row->mark = all || text_list_has(&plan->paths, name) ||
					    text_list_has(&plan->paths, "all")
				    ? MARK_ON
				    : MARK_OFF;
		describe_shape(row, &path_shapes[i]);
	}
	for (i = 0; i < plan->depths.count; i++) {
		struct plan_row *row;

		snprintf(label, sizeof(label), "depth %.20s", plan->depths.items[i]);
		row = add_row(rows, ROW_ITEM, "depths", plan->depths.items[i], label);
		row->mark = MARK_ON;
		snprintf(row->note, sizeof(row->note), "%.20s", plan->depths.items[i]);
	}
	for (i = 0; i < plan->own_paths.count; i++) {
		struct plan_row *row = add_row(rows, ROW_ITEM, "path", plan->own_paths.items[i],
					       plan->own_paths.items[i]);

		row->mark = MARK_ON;
		snprintf(row->note, sizeof(row->note), "%u",
			 parameter_components(plan->own_paths.items[i], NULL));
	}
	snprintf(label, sizeof(label), "depth 1..%u ...", PATH_DEPTH_MAXIMUM);
	add_row(rows, ROW_ADD, "depths", "", label);
	add_row(rows, ROW_ADD, "path", "", "own path ...");
}

static bool has_size(const struct text_list *sizes, uint64_t size)
{
	struct error ignored;
	bool found = false;
	size_t i;

	for (i = 0; i < sizes->count && !found; i++) {
		char *value;

		if (parameter_parse(&parameter_directory, sizes->items[i], &value, &ignored) < 0)
			continue;
		found = parameter_number(&parameter_directory, value) == size;
		free(value);
	}
	return found;
}

static bool is_default_size(const char *text)
{
	size_t i;

	for (i = 0; i < parameter_directory.default_count; i++) {
		char size[32];

		snprintf(size, sizeof(size), "%" PRIu64, parameter_directory.defaults[i]);
		if (strcmp(text + (strncmp(text, "DIR", 3) == 0 ? 3 : 0), size) == 0)
			return true;
	}
	return false;
}

static void fill_sizes(struct plan_rows *rows, const struct plan *plan)
{
	const struct parameter *parameter = &parameter_directory;
	char text[32];
	size_t i;

	for (i = 0; i < parameter->default_count; i++) {
		struct plan_row *row;

		snprintf(text, sizeof(text), "%" PRIu64, parameter->defaults[i]);
		row = add_row(rows, ROW_ITEM, parameter->option, text, text);
		set_help(row, "%s: %s", parameter->name, parameter->help);
		row->mark = plan->directories.count == 0 ||
					    has_size(&plan->directories, parameter->defaults[i])
				    ? MARK_ON
				    : MARK_OFF;
	}
	for (i = 0; i < plan->directories.count; i++)
		if (!is_default_size(plan->directories.items[i]))
			add_row(rows, ROW_ITEM, parameter->option, plan->directories.items[i],
				plan->directories.items[i])
				->mark = MARK_ON;
	add_row(rows, ROW_ADD, parameter->option, "", "other ...");
}

static void add_variant(struct plan_rows *rows, const struct plan *plan, const char *text)
{
	const struct variant *variant = variant_find(text);
	struct plan_row *row = add_row(rows, ROW_ITEM, "variants", text, text);
	const char *baseline =
		plan->variants.count > 0 ? plan->variants.items[0] : variants[0].offered;
	struct error why;

	row->mark = text_list_has(&plan->variants, text) || strcmp(text, baseline) == 0 ? MARK_ON
											: MARK_OFF;
	if (strcmp(text, baseline) == 0)
		snprintf(row->note, sizeof(row->note), "baseline");
	if (variant == NULL)
		return;
	set_help(row, "%s", variant->summary);
	if (variant_available(text, &why) < 0) {
		row->mark = MARK_UNAVAILABLE;
		set_help(row, "%s", why.text);
	}
}

static void fill_variants(struct plan_rows *rows, const struct plan *plan)
{
	size_t i;

	for (i = 0; i < plan->variants.count; i++)
		add_variant(rows, plan, plan->variants.items[i]);
	for (i = 0; i < variant_count; i++)
		if (variants[i].offered && !text_list_has(&plan->variants, variants[i].offered))
			add_variant(rows, plan, variants[i].offered);
}

/* All items of a key in one text; "" when it is not set. */
static void setting_text(const struct plan *plan, const struct plan_key *key, char *buffer,
			 size_t size)
{
	size_t used = 0;
	size_t index;

	buffer[0] = '\0';
	for (index = 0; used + 1 < size; index++) {
		if (plan_get(plan, key->name, index, buffer + used, size - used) < 0)
			break;
		used += strlen(buffer + used);
		if (key->type != PLAN_KEY_EACH)
			return;
		if (used + 1 < size)
			buffer[used++] = ',';
	}
	buffer[used > 0 ? used - 1 : 0] = '\0';
}

static void fill_settings(struct plan_rows *rows, const struct plan *plan,
			  const struct plan *expanded)
{
	char chosen[4200];
	char shown[4200];
	char label[4400];
	size_t i;
	size_t j;

	for (i = 0; i < plan_key_count; i++) {
		const struct plan_key *key = &plan_keys[i];

		for (j = 0; j < sizeof(pane_keys) / sizeof(pane_keys[0]); j++)
			if (strcmp(pane_keys[j], key->name) == 0)
				break;
		if (j < sizeof(pane_keys) / sizeof(pane_keys[0]))
			continue;
		setting_text(plan, key, chosen, sizeof(chosen));
		snprintf(shown, sizeof(shown), "%s", chosen);
		if (shown[0] == '\0' && expanded != NULL)
			setting_text(expanded, key, shown, sizeof(shown));
		if (shown[0] == '\0')
			snprintf(shown, sizeof(shown), "%s",
				 key->type == PLAN_KEY_FLAG ? "no" : "-");
		snprintf(label, sizeof(label), "%s %s", key->name, shown);
		add_row(rows, ROW_SETTING, key->name, chosen, label)->mark =
			chosen[0] != '\0' ? MARK_ON : MARK_OFF;
	}
}

void plan_model_clear(struct plan_model *model)
{
	size_t pane;
	size_t i;

	for (pane = 0; pane < PLAN_PANE_COUNT; pane++) {
		for (i = 0; i < model->panes[pane].count; i++) {
			free(model->panes[pane].rows[i].value);
			free(model->panes[pane].rows[i].label);
			free(model->panes[pane].rows[i].help);
		}
		free(model->panes[pane].rows);
		free(model->panes[pane].spare.help);
	}
	memset(model, 0, sizeof(*model));
}

int plan_model_fill(struct plan_model *model, const struct plan *plan, const struct plan *expanded)
{
	int status = 0;
	size_t pane;

	plan_model_clear(model);
	fill_operations(&model->panes[PANE_OPERATIONS], plan, expanded);
	fill_shapes(&model->panes[PANE_SHAPES], plan);
	fill_sizes(&model->panes[PANE_SIZES], plan);
	fill_variants(&model->panes[PANE_VARIANTS], plan);
	fill_settings(&model->panes[PANE_SETTINGS], plan, expanded);
	for (pane = 0; pane < PLAN_PANE_COUNT && status == 0; pane++)
		status = model->panes[pane].status;
	if (status < 0)
		plan_model_clear(model);
	return status;
}
