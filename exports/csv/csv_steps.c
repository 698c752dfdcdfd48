/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * csv_steps.c - the step lines of a header being read, and how they and the plan come together.
 */
#include "exports/csv/csv_steps.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "engine/text/version.h"
#include "exports/csv/csv_layout.h"
#include "exports/csv/escape.h"
#include "exports/number.h"
#include "exports/report.h"
#include "fixtures/text_show.h"

static int no_memory(struct error *error)
{
	return error_set(error, -ENOMEM, "no memory for the header's steps");
}

static int make_room(struct csv_steps *steps)
{
	size_t capacity = steps->capacity + steps->capacity / 2 + 64;
	struct csv_step_line *lines;

	if (steps->count < steps->capacity)
		return 0;
	lines = reallocarray(steps->lines, capacity, sizeof(*lines));
	if (!lines)
		return -ENOMEM;
	steps->lines = lines;
	steps->capacity = capacity;
	return 0;
}

int csv_steps_take(struct csv_steps *steps, const char *number, char *value, struct error *error)
{
	struct csv_step_line line = {0};
	const char *expected;
	uint64_t index;
	char shown[TEXT_SHOW_SIZE];

	if (number_parse(number, UINT32_MAX, &index) < 0 || index != steps->count)
		return error_set(error, -EINVAL, "found step \"%s\", expected step %zu",
				 text_show(number, strlen(number), shown), steps->count);
	if (csv_step_parse(value, &line.step, &line.variant, &line.name, &expected) < 0)
		return error_set(error, -EINVAL, "step %zu: expected %s", steps->count, expected);
	if (unescape_text(line.variant, NULL) < 0 || unescape_text(line.name, NULL) < 0)
		return error_set(error, -EINVAL,
				 "step %zu: expected names without control characters, and two "
				 "hexadecimal digits behind each %%",
				 steps->count);
	if (make_room(steps) < 0)
		return no_memory(error);
	line.variant = strdup(line.variant);
	line.name = strdup(line.name);
	steps->lines[steps->count++] = line;
	return line.variant && line.name ? 0 : no_memory(error);
}

int csv_steps_take_reason(struct csv_steps *steps, const char *number, const char *value,
			  struct error *error)
{
	char shown[TEXT_SHOW_SIZE];
	uint64_t index;
	char *copy;

	if (number_parse(number, UINT32_MAX, &index) < 0 || index >= steps->count)
		return error_set(error, -EINVAL, "reason: found \"%s\", expected a step above",
				 text_show(number, strlen(number), shown));
	copy = strdup(value);
	if (!copy)
		return no_memory(error);
	free(steps->lines[index].step.reason);
	steps->lines[index].step.reason = copy;
	return 0;
}

/* Has the expanded plan exactly these steps? Otherwise error says which is the first that differs.
 */
static int compare(const struct csv_steps *steps, const struct plan *plan, struct error *error)
{
	size_t count = plan_step_count(plan);

	for (size_t i = 0; i < steps->count && i < count; i++) {
		const struct csv_step_line *line = &steps->lines[i];
		char name[2 * PATH_MAX + 64];
		char shown[2][TEXT_SHOW_SIZE];

		plan_case_name(plan, i / report_variants(plan), name, sizeof(name));
		if (strcmp(line->name, name) != 0 ||
		    strcmp(line->variant, plan_step_variant(plan, i)) != 0)
			return error_set(error, -EINVAL,
					 "step %zu is \"%s\" in the file, but \"%s\" in its plan",
					 i, text_show(line->name, strlen(line->name), shown[0]),
					 text_show(name, strlen(name), shown[1]));
	}
	if (steps->count == count)
		return 0;
	return error_set(error, -EINVAL, "the header has %zu of the plan's %zu step lines",
			 steps->count, count);
}

static int expand(const struct csv_steps *steps, struct plan *plan, struct error *error)
{
	int status = plan_expand(plan, error);

	return status < 0 ? status : compare(steps, plan, error);
}

/* Cut " on DIRECTORY" off a case's name when it is one of several scratch directories. */
static void drop_scratch(char *name, const struct plan *plan)
{
	size_t length = strlen(name);

	for (size_t i = 0; plan->scratches.count > 1 && i < plan->scratches.count; i++) {
		size_t tail = strlen(plan->scratches.items[i]);

		if (length <= tail + 4 ||
		    strcmp(name + length - tail, plan->scratches.items[i]) != 0 ||
		    strncmp(name + length - tail - 4, " on ", 4) != 0)
			continue;
		name[length - tail - 4] = '\0';
		return;
	}
}

/* How many steps the first case has: those before the name changes. */
static size_t count_variants(const struct csv_steps *steps)
{
	size_t count = 0;

	while (count < steps->count && strcmp(steps->lines[count].name, steps->lines[0].name) == 0)
		count++;
	return count;
}

static int name_cases(const struct csv_steps *steps, struct plan *plan, struct error *error)
{
	size_t variants = count_variants(steps);
	int status = 0;

	for (size_t i = 0; i < variants && status == 0; i++)
		status = plan_set(plan, "variants", steps->lines[i].variant, error);
	for (size_t i = 0; i < steps->count && status == 0; i += variants) {
		char *name = strdup(steps->lines[i].name);

		if (!name)
			return no_memory(error);
		drop_scratch(name, plan);
		if (plan->cases_given.count == 0 ||
		    strcmp(plan->cases_given.items[plan->cases_given.count - 1], name) != 0)
			status = plan_set(plan, "cases", name, error);
		free(name);
	}
	return status;
}

/* Make plan select the steps' cases by name, and nothing else. */
static int select_steps(const struct csv_steps *steps, struct plan *plan, struct error *error)
{
	if (plan_deselect(plan) < 0)
		return no_memory(error);
	text_list_clear(&plan->variants);
	plan->no_aa = true;
	plan->no_controls = true;
	return name_cases(steps, plan, error);
}

/* The other way: a plan that names every case of the steps. */
static int expand_by_name(const struct csv_steps *steps, struct plan *plan, struct result *result,
			  struct error *error)
{
	int status = select_steps(steps, plan, error);
	char note[192];

	if (status == 0)
		status = expand(steps, plan, error);
	if (status < 0)
		return status;
	snprintf(
		note, sizeof(note),
		"lsmbench %s, which measured this, derived other cases from the plan than %s does: "
		"they are named one by one here",
		result->version, LSMBENCH_VERSION);
	return environment_warn(&result->environment, WARNING_NOTE, note) < 0 ? no_memory(error)
									      : 0;
}

/* Expand plan, in one way or the other; on failure it is as it was. */
static int settle(const struct csv_steps *steps, struct plan *plan, struct result *result,
		  struct error *error)
{
	struct error inner;
	struct plan work;
	int status;

	if (plan_copy(&work, plan) < 0)
		return no_memory(error);
	status = expand(steps, &work, &inner);
	if (status == -EINVAL && steps->count > 0) {
		plan_clear(&work);
		if (plan_copy(&work, plan) < 0)
			return no_memory(error);
		/* If this does not do either, the first complaint is the one that matters. */
		status = expand_by_name(steps, &work, result, NULL);
	}
	if (status < 0) {
		plan_clear(&work);
		return error_set(
			error, status,
			"the plan above means nothing to this version (%s; written by %s): "
			"%s",
			LSMBENCH_VERSION, result->version, inner.text);
	}
	plan_clear(plan);
	*plan = work;
	return 0;
}

int csv_steps_begin(struct csv_steps *steps, struct plan *plan, struct result *result,
		    struct error *error)
{
	int status = settle(steps, plan, result, error);

	if (status == 0)
		status = result_begin(result, plan, error);
	if (status < 0)
		return status;
	for (size_t i = 0; i < steps->count; i++) {
		result->steps[i] = steps->lines[i].step;
		steps->lines[i].step.reason = NULL;
	}
	csv_steps_clear(steps);
	return 0;
}

void csv_steps_clear(struct csv_steps *steps)
{
	for (size_t i = 0; i < steps->count; i++) {
		free(steps->lines[i].step.reason);
		free(steps->lines[i].variant);
		free(steps->lines[i].name);
	}
	free(steps->lines);
	*steps = (struct csv_steps){0};
}
