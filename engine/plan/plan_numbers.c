/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * plan_numbers.c - the values that the numbers of a plan come to for a parameter: each first number
 * with each second one, and both with each case that they are about.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/plan/plan_private.h"

const struct text_list *plan_number_list(const struct plan *plan, const struct parameter *parameter)
{
	const struct plan_key *key = plan_key_find(parameter->option);

	return key && key->type == PLAN_KEY_WORDS ? plan_field_const(plan, key) : NULL;
}

int plan_number_defaults(const struct parameter *parameter, struct text_list *texts)
{
	int status = 0;

	for (size_t i = 0; i < parameter_default_count(parameter) && status == 0; i++) {
		struct parameter bare = *parameter;
		char text[PARAMETER_NUMBER_SIZE];

		bare.prefix = NULL;
		bare.suffix = NULL;
		status = text_list_add(
			texts, parameter_show(&bare, parameter_default(parameter, i), text));
	}
	return status;
}

/* The parameter's numbers as texts: those given, else its defaults. 0 or -ENOMEM. */
static int numbers_of(const struct plan *plan, const struct parameter *parameter,
		      struct text_list *texts)
{
	const struct text_list *given = plan_number_list(plan, parameter);

	if (given && given->count > 0)
		return text_list_copy(texts, given);
	return plan_number_defaults(parameter, texts);
}

/* What is this machine's number of CPUs must not be another's when the plan is read there. */
static int keep_numbers(struct plan *plan, const struct parameter *parameter,
			const struct text_list *texts)
{
	struct text_list *list = (struct text_list *)plan_number_list(plan, parameter);

	return list && list->count == 0 ? text_list_copy(list, texts) : 0;
}

/* The pair, alone or with each case. */
static int add_value(const struct plan *plan, const struct parameter *parameter, const char *first,
		     const char *second, struct text_list *values)
{
	const char *slash = parameter->second ? "/" : "";
	int status = 0;

	if (!parameter->of || plan->of.count == 0)
		return text_list_add_format(values, "%s%s%s", first, slash, second);
	for (size_t i = 0; i < plan->of.count && status == 0; i++)
		status = text_list_add_format(values, "%s%s%s %s", first, slash, second,
					      plan->of.items[i]);
	return status;
}

static int add_values(const struct plan *plan, const struct parameter *parameter,
		      const struct text_list *firsts, const struct text_list *seconds,
		      struct text_list *values)
{
	int status = 0;

	for (size_t i = 0; i < firsts->count && status == 0; i++) {
		if (!parameter->second)
			status = add_value(plan, parameter, firsts->items[i], "", values);
		for (size_t j = 0; j < seconds->count && status == 0; j++)
			status = add_value(plan, parameter, firsts->items[i], seconds->items[j],
					   values);
	}
	return status;
}

int plan_number_values(struct plan *plan, const struct parameter *parameter,
		       struct text_list *values, struct error *error)
{
	struct text_list firsts = {0};
	struct text_list seconds = {0};
	int status = numbers_of(plan, parameter, &firsts);

	if (status == 0 && parameter->second)
		status = numbers_of(plan, parameter->second, &seconds);
	if (status == 0 && parameter->second && parameter->second->up_to_cpus)
		status = keep_numbers(plan, parameter->second, &seconds);
	if (status == 0)
		status = add_values(plan, parameter, &firsts, &seconds, values);
	text_list_clear(&firsts);
	text_list_clear(&seconds);
	return status < 0 ? error_set(error, status, "out of memory") : 0;
}
