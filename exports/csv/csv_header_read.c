/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * csv_header_read.c - the "# key: value" lines of a native result, read.
 *
 * Keys that are not known are let pass, so that a file of a newer version with more of them can
 * be read.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "exports/csv/csv_header.h"
#include "exports/csv/csv_layout.h"
#include "exports/csv/escape.h"
#include "exports/number.h"
#include "fixtures/text_show.h"

/* Far more than any environment has; each addition searches those before it. */
#define ITEMS_MAXIMUM 4096u

void csv_header_init(struct csv_header *header, struct result *result)
{
	*header = (struct csv_header){.result = result};
	plan_init(&header->plan);
}

void csv_header_clear(struct csv_header *header)
{
	plan_clear(&header->plan);
	csv_steps_clear(&header->steps);
}

static int bad_value(const char *key, const char *value, const char *expected, struct error *error)
{
	char shown_key[TEXT_SHOW_SIZE];
	char shown[TEXT_SHOW_SIZE];

	return error_set(error, -EINVAL, "%s: found \"%s\", expected %s",
			 text_show(key, strlen(key), shown_key),
			 text_show(value, strlen(value), shown), expected);
}

static int no_memory(struct error *error)
{
	return error_set(error, -ENOMEM, "no memory for the header");
}

static int take_plan(struct csv_header *header, const char *key, const char *value,
		     struct error *error)
{
	if (!plan_key_find(key))
		return 0;
	return plan_set(&header->plan, key, value, error);
}

static int take_item(struct csv_header *header, const char *key, const char *value,
		     const char *source, struct error *error)
{
	struct environment *environment = &header->result->environment;

	if (environment->item_count >= ITEMS_MAXIMUM)
		return error_set(error, -EINVAL, "there are more than %u environment items",
				 ITEMS_MAXIMUM);
	switch (environment_set(environment, key, value, source)) {
	case 0:
		return 0;
	case -ENOMEM:
		return no_memory(error);
	default:
		return bad_value("key", key, "one of a-z 0-9 . _", error);
	}
}

static int take_env(struct csv_header *header, const char *key, const char *value,
		    struct error *error)
{
	return take_item(header, key, value, NULL, error);
}

static int take_unknown(struct csv_header *header, const char *key, const char *value,
			struct error *error)
{
	return take_item(header, key, NULL, value[0] ? value : NULL, error);
}

static int take_source(struct csv_header *header, const char *key, const char *value,
		       struct error *error)
{
	const struct environment_item *item = environment_find(&header->result->environment, key);
	char *known = item && item->value ? strdup(item->value) : NULL;
	int status;

	if (!item || !item->value)
		return bad_value("source", key, "the key of an env line before it", error);
	if (!known)
		return no_memory(error);
	status = take_item(header, key, known, value, error);
	free(known);
	return status;
}

static int take_warning(struct csv_header *header, const char *name, const char *value,
			struct error *error)
{
	struct environment *environment = &header->result->environment;
	enum warning_level level;

	if (warning_level_find(name, &level) < 0)
		return bad_value("warning", name, "warning.note or warning.alarm", error);
	if (environment->warning_count >= ITEMS_MAXIMUM)
		return error_set(error, -EINVAL, "there are more than %u warnings", ITEMS_MAXIMUM);
	if (environment_warn(environment, level, value) < 0)
		return no_memory(error);
	return 0;
}

static int take_reason(struct csv_header *header, const char *number, const char *value,
		       struct error *error)
{
	return csv_steps_take_reason(&header->steps, number, value, error);
}

/* The keys that count what is below. */
static const struct counter {
	const char *key;
	size_t offset; /* in struct csv_header */
	const char *expected;
} counters[] = {
	{"samples", offsetof(struct csv_header, samples), "the number of rows below"},
	{"readings", offsetof(struct csv_header, readings),
	 "the number of rows below that are readings"},
	{"latencies", offsetof(struct csv_header, latencies),
	 "the number of lines below that are latencies"},
};

static const struct counter *find_counter(const char *key)
{
	for (size_t i = 0; i < sizeof(counters) / sizeof(counters[0]); i++) {
		if (strcmp(counters[i].key, key) == 0)
			return &counters[i];
	}
	return NULL;
}

static int take_counter(struct csv_header *header, const struct counter *counter, const char *value,
			struct error *error)
{
	uint64_t number;

	if (number_parse(value, UINT32_MAX, &number) < 0)
		return bad_value(counter->key, value, counter->expected, error);
	memcpy((char *)header + counter->offset, &number, sizeof(number));
	header->has_samples |= counter->offset == offsetof(struct csv_header, samples);
	return 0;
}

static const struct csv_field *find_field(const char *key)
{
	for (size_t i = 0; i < csv_field_count; i++) {
		if (strcmp(csv_fields[i].key, key) == 0)
			return &csv_fields[i];
	}
	return NULL;
}

/* A key without a group. */
static int take_field(struct csv_header *header, const struct csv_field *field, const char *value,
		      struct error *error)
{
	if (field->set(header->result, value) < 0)
		return bad_value(field->key, value, field->expected, error);
	return 0;
}

/* The keys that have a name in them: "env.kernel.release". */
static const struct group {
	const char *prefix;
	int (*take)(struct csv_header *header, const char *name, const char *value,
		    struct error *error);
} groups[] = {
	{"plan.", take_plan},       {"env.", take_env},         {"source.", take_source},
	{"unknown.", take_unknown}, {"warning.", take_warning}, {"reason.", take_reason},
};

static const struct group *find_group(const char *key)
{
	for (size_t i = 0; i < sizeof(groups) / sizeof(groups[0]); i++) {
		if (strncmp(key, groups[i].prefix, strlen(groups[i].prefix)) == 0)
			return &groups[i];
	}
	return NULL;
}

static int take_unescaped(struct csv_header *header, const char *key, char *value,
			  struct error *error)
{
	const struct csv_field *field = find_field(key);
	const struct group *group = find_group(key);
	const struct counter *counter = find_counter(key);
	size_t at;

	if (!field && !group && !counter)
		return 0;
	if (unescape_text(value, &at) < 0)
		return bad_value(key, value + at,
				 "a character, or % and two hexadecimal digits (%25 is %)", error);
	if (counter)
		return take_counter(header, counter, value, error);
	if (field)
		return take_field(header, field, value, error);
	return group->take(header, key + strlen(group->prefix), value, error);
}

int csv_header_take(struct csv_header *header, char *line, struct error *error)
{
	char *key = line + 1 + (line[1] == ' ');
	char *colon = strchr(key, ':');
	char *value;

	if (!colon)
		return 0;
	*colon = '\0';
	value = colon + 1 + (colon[1] == ' ');
	/* Its two names are unescaped apart, for blanks divide it. */
	if (strncmp(key, "step.", 5) == 0)
		return csv_steps_take(&header->steps, key + 5, value, error);
	return take_unescaped(header, key, value, error);
}

int csv_header_end(struct csv_header *header, struct error *error)
{
	int status = csv_steps_begin(&header->steps, &header->plan, header->result, error);

	if (status < 0)
		return status;
	if (!header->has_samples)
		return error_set(error, -EINVAL,
				 "the header above lacks the line \"# samples: N\": it was cut");
	return 0;
}
