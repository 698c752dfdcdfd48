/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * plan.c - a plan's life: made, copied, compared, cleared, by the table of its keys.
 */
#include "engine/plan/plan.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "engine/plan/plan_private.h"
#include "fixtures/scratch.h"

void *plan_field(struct plan *plan, const struct plan_key *key)
{
	return (char *)plan + key->offset;
}

const void *plan_field_const(const struct plan *plan, const struct plan_key *key)
{
	return (const char *)plan + key->offset;
}

uint64_t plan_count(const struct plan *plan, const struct plan_key *key)
{
	const void *field = plan_field_const(plan, key);

	return key->size == sizeof(uint32_t) ? *(const uint32_t *)field : *(const uint64_t *)field;
}

void plan_init(struct plan *plan)
{
	*plan = (struct plan){.cpu = -1};
	for (size_t i = 0; i < plan_key_count; i++) {
		if (plan_keys[i].type == PLAN_KEY_TEXT)
			*(char **)plan_field(plan, &plan_keys[i]) = strdup("");
	}
}

void plan_drop_cases(struct plan *plan)
{
	for (size_t i = 0; i < plan->case_count; i++)
		free(plan->cases[i].parameter);
	free(plan->cases);
	plan->cases = NULL;
	plan->case_count = 0;
	plan->expanded = false;
}

void plan_clear(struct plan *plan)
{
	for (size_t i = 0; i < plan_key_count; i++) {
		void *field = plan_field(plan, &plan_keys[i]);

		if (plan_keys[i].type == PLAN_KEY_TEXT)
			free(*(char **)field);
		else if (plan_keys[i].type == PLAN_KEY_WORDS || plan_keys[i].type == PLAN_KEY_EACH)
			text_list_clear(field);
	}
	plan_drop_cases(plan);
	*plan = (struct plan){.cpu = -1};
}

/* Make the key's field of copy equal to that of plan. 0 or -ENOMEM. */
static int copy_field(struct plan *copy, const struct plan *plan, const struct plan_key *key)
{
	void *to = plan_field(copy, key);
	const void *from = plan_field_const(plan, key);

	switch (key->type) {
	case PLAN_KEY_TEXT:
		*(char **)to = strdup(*(char *const *)from);
		return *(char **)to ? 0 : -ENOMEM;
	case PLAN_KEY_WORDS:
	case PLAN_KEY_EACH:
		return text_list_copy(to, from);
	default:
		memcpy(to, from, key->size);
		return 0;
	}
}

static int copy_cases(struct plan *copy, const struct plan *plan)
{
	if (plan->case_count == 0)
		return 0;
	copy->cases = calloc(plan->case_count, sizeof(*copy->cases));
	if (!copy->cases)
		return -ENOMEM;
	for (size_t i = 0; i < plan->case_count; i++) {
		copy->cases[i] = plan->cases[i];
		copy->cases[i].parameter = strdup(plan->cases[i].parameter);
		copy->case_count = i + 1;
		if (!copy->cases[i].parameter)
			return -ENOMEM;
	}
	return 0;
}

int plan_copy(struct plan *copy, const struct plan *plan)
{
	int status = 0;

	*copy = (struct plan){0};
	for (size_t i = 0; i < plan_key_count && status == 0; i++)
		status = copy_field(copy, plan, &plan_keys[i]);
	if (status == 0)
		status = copy_cases(copy, plan);
	copy->expanded = plan->expanded;
	if (status < 0)
		plan_clear(copy);
	return status;
}

static bool is_set(const struct plan *plan, const struct plan_key *key)
{
	const void *field = plan_field_const(plan, key);

	if (key->type == PLAN_KEY_TEXT)
		return (*(char *const *)field)[0] != '\0';
	return ((const struct text_list *)field)->count > 0;
}

bool plan_selects_nothing(const struct plan *plan)
{
	for (size_t i = 0; i < plan_key_count; i++)
		if (plan_keys[i].selects && is_set(plan, &plan_keys[i]))
			return false;
	return true;
}

int plan_deselect(struct plan *plan)
{
	int status = 0;

	for (size_t i = 0; i < plan_key_count && status == 0; i++)
		if (plan_keys[i].selects)
			status = plan_set(plan, plan_keys[i].name, "", NULL);
	return status;
}

static bool equal_field(const struct plan *a, const struct plan *b, const struct plan_key *key)
{
	const void *left = plan_field_const(a, key);
	const void *right = plan_field_const(b, key);

	switch (key->type) {
	case PLAN_KEY_TEXT:
		return strcmp(*(char *const *)left, *(char *const *)right) == 0;
	case PLAN_KEY_WORDS:
	case PLAN_KEY_EACH:
		return text_list_equal(left, right);
	default:
		return memcmp(left, right, key->size) == 0;
	}
}

bool plan_equal(const struct plan *a, const struct plan *b)
{
	for (size_t i = 0; i < plan_key_count; i++) {
		if (!equal_field(a, b, &plan_keys[i]))
			return false;
	}
	if (a->expanded != b->expanded || a->case_count != b->case_count)
		return false;
	for (size_t i = 0; i < a->case_count; i++) {
		if (a->cases[i].operation != b->cases[i].operation ||
		    a->cases[i].scratch != b->cases[i].scratch ||
		    a->cases[i].added != b->cases[i].added ||
		    strcmp(a->cases[i].parameter, b->cases[i].parameter) != 0)
			return false;
	}
	return true;
}

int plan_scratches(const struct plan *plan, struct text_list *parents)
{
	if (plan->scratches.count > 0)
		return text_list_copy(parents, &plan->scratches);
	*parents = (struct text_list){0};
	return text_list_add(parents, scratch_default_parent());
}
