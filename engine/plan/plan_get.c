/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * plan_get.c - one key of a plan as text.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "engine/plan/plan_private.h"
#include "engine/plan/plan_value.h"

static int put_text(const char *text, char *buffer, size_t size)
{
	return (size_t)snprintf(buffer, size, "%s", text) < size ? 0 : -ERANGE;
}

static int put_words(const struct text_list *list, char *buffer, size_t size)
{
	size_t used = 0;

	for (size_t i = 0; i < list->count; i++) {
		used += (size_t)snprintf(buffer + used, size - used, "%s%s", i ? "," : "",
					 list->items[i]);
		if (used >= size)
			return -ERANGE;
	}
	return 0;
}

static int put_count(const struct plan *plan, const struct plan_key *key, char *buffer, size_t size)
{
	uint64_t count = plan_count(plan, key);

	if (count == key->unset)
		return 0;
	return (size_t)snprintf(buffer, size, "%" PRIu64, count) < size ? 0 : -ERANGE;
}

static int put_size(uint64_t bytes, char *buffer, size_t size)
{
	static const struct parameter plain = {.is_bytes = true};
	char text[PARAMETER_NUMBER_SIZE];

	return bytes == 0 ? 0 : put_text(parameter_show(&plain, bytes, text), buffer, size);
}

static int put_measure(const struct plan_key *key, const void *field, char *buffer, size_t size)
{
	char text[48] = "";

	if (key->type == PLAN_KEY_TIME && *(const uint64_t *)field > 0)
		plan_value_show_time(*(const uint64_t *)field, text, sizeof(text));
	else if (key->type == PLAN_KEY_PERCENT && *(const double *)field > 0)
		plan_value_show_percent(*(const double *)field, text, sizeof(text));
	else if (key->type == PLAN_KEY_FLAG && *(const bool *)field)
		return put_text("yes", buffer, size);
	return put_text(text, buffer, size);
}

int plan_get(const struct plan *plan, const char *key, size_t index, char *buffer, size_t size)
{
	const struct plan_key *entry = plan_key_find(key);
	const void *field;

	buffer[0] = '\0';
	if (!entry)
		return -EINVAL;
	field = plan_field_const(plan, entry);
	if (entry->type == PLAN_KEY_EACH) {
		const struct text_list *list = field;

		return index < list->count ? put_text(list->items[index], buffer, size) : -ENOENT;
	}
	if (index > 0)
		return -ENOENT;
	switch (entry->type) {
	case PLAN_KEY_TEXT:
		return put_text(*(char *const *)field, buffer, size);
	case PLAN_KEY_WORDS:
		return put_words(field, buffer, size);
	case PLAN_KEY_COUNT:
		return put_count(plan, entry, buffer, size);
	case PLAN_KEY_SIZE:
		return put_size(*(const uint64_t *)field, buffer, size);
	default:
		return put_measure(entry, field, buffer, size);
	}
}

/* One key: once, or for a key that is given again and again once an item. */
static int each_value(const struct plan *plan, const struct plan_key *key, char *value,
		      int (*each)(const struct plan_key *key, const char *value, void *argument),
		      void *argument)
{
	int status = 0;

	for (size_t i = 0; status == 0; i++) {
		if (plan_get(plan, key->name, i, value, PLAN_VALUE_SIZE) < 0)
			return 0;
		if (value[0])
			status = each(key, value, argument);
	}
	return status;
}

int plan_each(const struct plan *plan,
	      int (*each)(const struct plan_key *key, const char *value, void *argument),
	      void *argument)
{
	char *value = malloc(PLAN_VALUE_SIZE);
	int status = value ? 0 : -ENOMEM;

	for (size_t i = 0; i < plan_key_count && status == 0; i++)
		status = each_value(plan, &plan_keys[i], value, each, argument);
	free(value);
	return status;
}
