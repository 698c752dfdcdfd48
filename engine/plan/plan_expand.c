/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * plan_expand.c - fill in what a plan leaves open, and derive its cases.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "engine/operation/suite.h"
#include "engine/plan/plan_private.h"
#include "engine/plan/plan_select.h"
#include "engine/variant/variant.h"
#include "fixtures/text_show.h"

/* Insert text at index. */
static int list_insert(struct text_list *list, size_t index, const char *text)
{
	char *item;

	if (text_list_add(list, text) < 0)
		return -ENOMEM;
	item = list->items[list->count - 1];
	memmove(&list->items[index + 1], &list->items[index],
		(list->count - 1 - index) * sizeof(*list->items));
	list->items[index] = item;
	return 0;
}

/* The baseline comes first, and the A/A variant cannot be it. */
static int add_baseline(struct text_list *list)
{
	if (list->count > 0 && strcmp(list->items[0], PLAN_AA) != 0)
		return 0;
	for (size_t i = list->count; i-- > 0;) {
		if (strcmp(list->items[i], PLAN_BASELINE) == 0)
			text_list_remove(list, i);
	}
	return list_insert(list, 0, PLAN_BASELINE);
}

/* One name for two commands: nobody could tell their figures apart. */
static int check_labels(const struct text_list *list, struct error *error)
{
	for (size_t i = 0; i < list->count; i++) {
		char label[VARIANT_SIZE];

		variant_label(list->items[i], label, sizeof(label));
		for (size_t j = 0; j < i; j++) {
			char other[VARIANT_SIZE];

			variant_label(list->items[j], other, sizeof(other));
			if (strcmp(label, other) == 0)
				return error_set(error, -EINVAL,
						 "variants: %.100s stands for two commands: give "
						 "each a name of its own",
						 label);
		}
	}
	return 0;
}

static int add_variants(struct plan *plan, struct error *error)
{
	struct text_list *list = &plan->variants;
	int status = check_labels(list, error);

	if (status < 0)
		return status;
	status = add_baseline(list);

	if (status == 0 && list->count > 1 && !plan->no_aa && !text_list_has(list, PLAN_AA))
		status = list_insert(list, PLAN_AA_INDEX, PLAN_AA);
	if (status < 0)
		return error_set(error, status, "out of memory");
	if (list->count > PLAN_VARIANTS_MAXIMUM)
		return error_set(error, -EINVAL,
				 "variants: %zu with the baseline and its A/A row; at most %u fit",
				 list->count, PLAN_VARIANTS_MAXIMUM);
	return 0;
}

/* With several scratch file systems their names stand in cells of the result. */
static int check_scratches(const struct plan *plan, struct error *error)
{
	const struct text_list *list = &plan->scratches;

	for (size_t i = 0; list->count > 1 && i < list->count; i++) {
		char shown[TEXT_SHOW_SIZE];

		if (!plan_is_plain(list->items[i]))
			return error_set(
				error, -EINVAL,
				"scratch: '%s' cannot be named in a result, where one of several "
				"has to be: only letters, digits, blanks and _ . : / * + , - can",
				text_show(list->items[i], strlen(list->items[i]), shown));
	}
	return 0;
}

/* Nine digits: easy to type again. */
static uint64_t seed_from_clock(void)
{
	struct timespec now;
	uint64_t mixed;

	clock_gettime(CLOCK_REALTIME, &now);
	mixed = (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
	mixed *= 0x9e3779b97f4a7c15u;
	return (mixed >> 32) % 999999999u + 1;
}

static void fill_in(struct plan *plan)
{
	const struct plan_defaults defaults = plan_defaults(plan);

	if (plan->runs == 0)
		plan->runs = defaults.runs;
	if (plan->passes == 0)
		plan->passes = defaults.passes;
	if (plan->batch_ns == 0)
		plan->batch_ns = defaults.batch_ns;
	if (plan->precision == 0)
		plan->precision = defaults.precision;
	if (plan->session_limit_ns == 0 ||
	    (plan->quick && plan->session_limit_ns > PLAN_QUICK_LIMIT_NS))
		plan->session_limit_ns = defaults.session_limit_ns;
	if (plan->watchdog_seconds == 0)
		plan->watchdog_seconds = defaults.watchdog_seconds;
	if (plan->seed == 0)
		plan->seed = seed_from_clock();
}

static int name_suite(struct plan *plan, struct error *error)
{
	if (!plan_selects_nothing(plan))
		return 0;
	return plan_set(plan, "suite", SUITE_PUBLISHED, error);
}

static int expand(struct plan *plan, struct error *error)
{
	int status = name_suite(plan, error);

	if (status == 0)
		status = add_variants(plan, error);
	if (status == 0)
		status = check_scratches(plan, error);
	if (status == 0)
		status = plan_select(plan, error);
	return status;
}

int plan_expand(struct plan *plan, struct error *error)
{
	struct plan work;
	int status;

	if (plan_copy(&work, plan) < 0)
		return error_set(error, -ENOMEM, "out of memory");
	plan_drop_cases(&work);
	status = expand(&work, error);
	if (status < 0) {
		plan_clear(&work);
		return status;
	}
	fill_in(&work);
	work.expanded = true;
	plan_clear(plan);
	*plan = work;
	return 0;
}

/* What expanding it here would fill in again. */
static void drop_cpus(struct plan *plan)
{
	struct text_list usual = {0};

	if (plan_number_defaults(&parameter_cpus, &usual) == 0 &&
	    text_list_equal(&usual, &plan->cpus))
		text_list_clear(&plan->cpus);
	text_list_clear(&usual);
}

void plan_unexpand(struct plan *plan)
{
	struct plan_defaults defaults;

	if (!plan->expanded)
		return;
	defaults = plan_defaults(plan);
	if (plan->runs == defaults.runs)
		plan->runs = 0;
	if (plan->passes == defaults.passes)
		plan->passes = 0;
	if (plan->batch_ns == defaults.batch_ns)
		plan->batch_ns = 0;
	if (memcmp(&plan->precision, &defaults.precision, sizeof(plan->precision)) == 0)
		plan->precision = 0;
	if (plan->session_limit_ns == defaults.session_limit_ns)
		plan->session_limit_ns = 0;
	if (plan->watchdog_seconds == defaults.watchdog_seconds)
		plan->watchdog_seconds = 0;
	drop_cpus(plan);
	if (plan->variants.count > PLAN_AA_INDEX + 1 && !plan->no_aa &&
	    strcmp(plan->variants.items[PLAN_AA_INDEX], PLAN_AA) == 0)
		text_list_remove(&plan->variants, PLAN_AA_INDEX);
	if (plan->variants.count == 1 && strcmp(plan->variants.items[0], PLAN_BASELINE) == 0)
		text_list_remove(&plan->variants, 0);
	plan_drop_cases(plan);
}
