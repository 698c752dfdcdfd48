/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * plan_name.c - steps and the names of cases.
 */
#include <errno.h>
#include <string.h>

#include "engine/plan/plan_private.h"
#include "engine/plan/plan_select.h"

size_t plan_step_count(const struct plan *plan)
{
	return plan->case_count * plan->variants.count;
}

size_t plan_step(const struct plan *plan, size_t case_index, size_t variant_index)
{
	return case_index * plan->variants.count + variant_index;
}

const struct plan_case *plan_step_case(const struct plan *plan, size_t step)
{
	return &plan->cases[step / plan->variants.count];
}

const char *plan_step_variant(const struct plan *plan, size_t step)
{
	return plan->variants.items[step % plan->variants.count];
}

const char *plan_step_label(const struct plan *plan, size_t step, char buffer[PLAN_LABEL_SIZE])
{
	return variant_label(plan_step_variant(plan, step), buffer, PLAN_LABEL_SIZE);
}

bool plan_step_is_control(const struct plan *plan, size_t step)
{
	const struct operation *operation = plan_step_case(plan, step)->operation;
	const char *variant = plan_step_variant(plan, step);

	return variant != plan->variants.items[0] && strcmp(variant, PLAN_AA) != 0 &&
	       variant_spares(variant, operation) &&
	       variant_spares(plan->variants.items[0], operation);
}

/* The directory that a case's cell names, or NULL. */
static const char *named_scratch(const struct plan *plan, const struct plan_case *entry)
{
	if (plan->scratches.count < 2 || !plan_scratch_matters(entry))
		return NULL;
	return plan->scratches.items[entry->scratch];
}

void plan_case_parameter(const struct plan *plan, size_t case_index, char *buffer, size_t size)
{
	const struct plan_case *entry = &plan->cases[case_index];
	const char *scratch = named_scratch(plan, entry);

	if (scratch)
		snprintf(buffer, size, "%s%son %s", entry->parameter,
			 entry->parameter[0] ? " " : "", scratch);
	else
		snprintf(buffer, size, "%s", entry->parameter);
}

void plan_case_name(const struct plan *plan, size_t case_index, char *buffer, size_t size)
{
	const struct plan_case *entry = &plan->cases[case_index];
	const char *scratch = named_scratch(plan, entry);

	snprintf(buffer, size, "%s%s%s%s%s", entry->operation->name, entry->parameter[0] ? " " : "",
		 entry->parameter, scratch ? " on " : "", scratch ? scratch : "");
}

/* True when cell is what plan_case_parameter writes for the case, without writing it. */
static bool is_cell(const struct plan *plan, const struct plan_case *entry, const char *cell)
{
	const char *scratch = named_scratch(plan, entry);
	size_t length = strlen(entry->parameter);

	if (strncmp(cell, entry->parameter, length) != 0)
		return false;
	cell += length;
	if (!scratch)
		return *cell == '\0';
	if (length > 0 && *cell++ != ' ')
		return false;
	return strncmp(cell, "on ", 3) == 0 && strcmp(cell + 3, scratch) == 0;
}

long plan_find_case(const struct plan *plan, const char *operation, const char *parameter)
{
	const struct operation *wanted = operation_find(operation);

	for (size_t i = 0; wanted && i < plan->case_count; i++) {
		if (plan->cases[i].operation == wanted && is_cell(plan, &plan->cases[i], parameter))
			return (long)i;
	}
	return -ENOENT;
}
