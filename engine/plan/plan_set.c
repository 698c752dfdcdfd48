/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * plan_set.c - one key of a plan from text.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "engine/plan/plan_private.h"
#include "engine/plan/plan_value.h"
#include "engine/text/nearest.h"
#include "engine/text/number_read.h"
#include "fixtures/text_show.h"

static const char *key_name(const void *table, size_t index)
{
	(void)table;
	return plan_keys[index].name;
}

static int unknown_key(const char *name, struct error *error)
{
	char shown[TEXT_SHOW_SIZE];
	char near[128];

	return error_set(error, -EINVAL, "unknown key '%s'%s", text_show(name, strlen(name), shown),
			 nearest_names(name, key_name, NULL, plan_key_count, near, sizeof(near)));
}

/* Say what is wrong with a value: "runs: 0 is outside 1 to 1000000". */
static int refuse(const struct plan_key *key, const char *text, const char *why,
		  struct error *error)
{
	char shown[TEXT_SHOW_SIZE];

	return error_set(error, -EINVAL, "%s: '%s' %s", key->name,
			 text_show(text, strlen(text), shown), why);
}

/* Put the key's name before the message of a check. */
static int name_key(const struct plan_key *key, int status, const struct error *why,
		    struct error *error)
{
	return error_set(error, status, "%s: %.700s", key->name, why->text);
}

static int check_item(const struct plan_key *key, const char *item, char **canonical,
		      struct error *error)
{
	struct error why;
	int status;

	if (!key->check && !key->number) {
		*canonical = strdup(item);
		return *canonical ? 0 : error_set(error, -ENOMEM, "out of memory");
	}
	status = key->number ? plan_check_number(key->number, item, canonical, &why)
			     : key->check(item, canonical, &why);
	return status < 0 ? name_key(key, status, &why, error) : 0;
}

static int set_text(const struct plan_key *key, char **field, const char *text, struct error *error)
{
	char *canonical;
	int status = check_item(key, text, &canonical, error);

	if (status < 0)
		return status;
	free(*field);
	*field = canonical;
	return 0;
}

/* What the items of list come to as text, with a separator behind each. */
static size_t list_length(const struct text_list *list)
{
	size_t length = 0;

	for (size_t i = 0; i < list->count; i++)
		length += strlen(list->items[i]) + 1;
	return length;
}

_Static_assert(PLAN_VALUE_SIZE == 65536, "add_items says so");

/* Append the checked items of given to list, those that it does not hold. */
static int add_items(const struct plan_key *key, struct text_list *list,
		     const struct text_list *given, struct error *error)
{
	size_t length = list_length(list);

	for (size_t i = 0; i < given->count; i++) {
		char *canonical;
		int status = check_item(key, given->items[i], &canonical, error);

		if (status < 0)
			return status;
		length += strlen(canonical) + 1;
		if (length > PLAN_VALUE_SIZE)
			status = refuse(key, given->items[i],
					"is one item too many: all together may have 65536 bytes",
					error);
		else if (text_list_has(list, canonical))
			length -= strlen(canonical) + 1;
		else if (text_list_add(list, canonical) < 0)
			status = error_set(error, -ENOMEM, "out of memory");
		free(canonical);
		if (status < 0)
			return status;
	}
	return 0;
}

static int set_list(const struct plan_key *key, struct text_list *field, const char *text,
		    struct error *error)
{
	const size_t before = field->count;
	struct text_list given = {0};
	int status = key->type == PLAN_KEY_EACH ? text_list_add(&given, text)
						: text_list_add_words(&given, text);

	if (status < 0)
		status = error_set(error, -ENOMEM, "out of memory");
	else if (given.count == 0)
		status = refuse(key, text, "names nothing", error);
	else
		status = add_items(key, field, &given, error);
	text_list_clear(&given);
	while (status < 0 && field->count > before)
		text_list_remove(field, field->count - 1);
	return status;
}

static int set_count(const struct plan_key *key, void *field, const char *text, struct error *error)
{
	uint64_t value;

	if (number_parse(text, key->maximum, &value) < 0 || value < key->minimum) {
		char shown[TEXT_SHOW_SIZE];

		return error_set(error, -EINVAL,
				 "%s: '%s' is not a whole number from %" PRIu64 " to %" PRIu64,
				 key->name, text_show(text, strlen(text), shown), key->minimum,
				 key->maximum);
	}
	if (key->size == sizeof(uint32_t))
		*(uint32_t *)field = (uint32_t)value;
	else
		*(uint64_t *)field = value;
	return 0;
}

static int set_size(const struct plan_key *key, uint64_t *field, const char *text,
		    struct error *error)
{
	const struct parameter bytes = {.name = key->name,
					.unit = "bytes",
					.is_bytes = true,
					.minimum = key->minimum,
					.maximum = key->maximum};

	return parameter_parse_number(&bytes, text, field, error);
}

static int set_time(const struct plan_key *key, uint64_t *field, const char *text,
		    struct error *error)
{
	char shown[TEXT_SHOW_SIZE];
	char least[32];
	char most[32];
	uint64_t ns;

	if (plan_value_time(text, key->default_unit, &ns) == 0 && ns >= key->minimum &&
	    ns <= key->maximum) {
		*field = ns;
		return 0;
	}
	plan_value_show_time(key->minimum, least, sizeof(least));
	plan_value_show_time(key->maximum, most, sizeof(most));
	return error_set(error, -EINVAL,
			 "%s: '%s' is not a time from %s to %s, such as 100us, 1ms, 2s or 3min",
			 key->name, text_show(text, strlen(text), shown), least, most);
}

static int set_percent(const struct plan_key *key, double *field, const char *text,
		       struct error *error)
{
	double value;

	if (plan_value_percent(text, &value) < 0 || value <= 0 || value > 1)
		return refuse(key, text, "is not a percentage above 0 and up to 100, such as 0.5%",
			      error);
	*field = value;
	return 0;
}

static int set_flag(const struct plan_key *key, bool *field, const char *text, struct error *error)
{
	if (strcmp(text, "yes") != 0 && strcmp(text, "no") != 0)
		return refuse(key, text, "is neither yes nor no", error);
	*field = strcmp(text, "yes") == 0;
	return 0;
}

static int set_field(const struct plan_key *key, void *field, const char *text, struct error *error)
{
	switch (key->type) {
	case PLAN_KEY_TEXT:
		return set_text(key, field, text, error);
	case PLAN_KEY_WORDS:
	case PLAN_KEY_EACH:
		return set_list(key, field, text, error);
	case PLAN_KEY_COUNT:
		return set_count(key, field, text, error);
	case PLAN_KEY_SIZE:
		return set_size(key, field, text, error);
	case PLAN_KEY_TIME:
		return set_time(key, field, text, error);
	case PLAN_KEY_PERCENT:
		return set_percent(key, field, text, error);
	case PLAN_KEY_FLAG:
		return set_flag(key, field, text, error);
	}
	return -EINVAL;
}

static int unset_field(const struct plan_key *key, void *field, struct error *error)
{
	switch (key->type) {
	case PLAN_KEY_TEXT: {
		char *empty = strdup("");

		if (!empty)
			return error_set(error, -ENOMEM, "out of memory");
		free(*(char **)field);
		*(char **)field = empty;
		return 0;
	}
	case PLAN_KEY_WORDS:
	case PLAN_KEY_EACH:
		text_list_clear(field);
		return 0;
	case PLAN_KEY_COUNT:
		memset(field, key->unset ? 0xff : 0, key->size);
		return 0;
	default:
		memset(field, 0, key->size);
		return 0;
	}
}

static bool is_command(const struct plan_key *key)
{
	static const char *const keys[] = {"command", "prepare", "cleanup"};

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		if (strcmp(key->name, keys[i]) == 0)
			return true;
	}
	return false;
}

int plan_set(struct plan *plan, const char *key, const char *text, struct error *error)
{
	const struct plan_key *entry = plan_key_find(key);
	char *trimmed;
	size_t length;
	int status;

	if (!entry)
		return unknown_key(key, error);
	if (text_has_control(text))
		return refuse(entry, text,
			      is_command(entry)
				      ? "holds a line's end or another control character: put the "
					"script into a file, and name that"
				      : "holds a control character: leave it out",
			      error);
	text += strspn(text, " ");
	length = strlen(text);
	while (length > 0 && text[length - 1] == ' ')
		length--;
	if (length >= PLAN_VALUE_SIZE)
		return refuse(entry, text, "is too long", error);
	trimmed = strndup(text, length);
	if (!trimmed)
		return error_set(error, -ENOMEM, "out of memory");
	if (length == 0)
		status = unset_field(entry, plan_field(plan, entry), error);
	else
		status = set_field(entry, plan_field(plan, entry), trimmed, error);
	free(trimmed);
	if (status == 0)
		plan_drop_cases(plan);
	return status;
}
