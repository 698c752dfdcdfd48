/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * csv_header_write.c - the "# key: value" lines of a native result, written.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "engine/result/result_command.h"
#include "exports/csv/csv_header.h"
#include "exports/csv/csv_latencies.h"
#include "exports/csv/csv_layout.h"
#include "exports/csv/escape.h"
#include "exports/signature.h"

/* Where to cut an escaped value so that no %XX is torn apart. */
static size_t cut_at(const char *escaped, size_t room)
{
	size_t length = strlen(escaped);

	if (length <= room)
		return length;
	if (escaped[room - 1] == '%')
		return room - 1;
	return escaped[room - 2] == '%' ? room - 2 : room;
}

/* Write "# key: value" with value escaped (and cut if it is absurdly long). 0 or -ENOMEM. */
static int header_line(FILE *file, const char *key, const char *value)
{
	char *escaped = escape_text(value);
	size_t room = CSV_LINE_MAXIMUM - strlen(key) - sizeof("# : ");

	if (!escaped)
		return -ENOMEM;
	escaped[cut_at(escaped, room)] = '\0';
	fprintf(file, "# %s:%s%s\n", key, escaped[0] ? " " : "", escaped);
	free(escaped);
	return 0;
}

/* A line whose key is a group and a name in it. */
static int group_line(FILE *file, const char *group, const char *name, const char *value)
{
	char *key;
	int status;

	if (asprintf(&key, "%s.%s", group, name) < 0)
		return -ENOMEM;
	status = header_line(file, key, value);
	free(key);
	return status;
}

static int numbered_line(FILE *file, const char *group, size_t number, const char *value)
{
	char name[24];

	snprintf(name, sizeof(name), "%zu", number);
	return group_line(file, group, name, value);
}

static int write_fields(const struct result *result, FILE *file)
{
	char text[128];

	for (size_t i = 0; i < csv_field_count; i++) {
		csv_fields[i].show(result, text, sizeof(text));
		if (header_line(file, csv_fields[i].key, text) < 0)
			return -ENOMEM;
	}
	return 0;
}

static int write_command(const struct result *result, FILE *file)
{
	char *command = result_command(result);
	int status = command ? header_line(file, "command", command) : -ENOMEM;

	free(command);
	return status;
}

static int write_plan_key(const struct plan_key *key, const char *value, void *file)
{
	return group_line(file, "plan", key->name, value);
}

static int write_item(const struct environment_item *item, FILE *file)
{
	int status;

	if (!item->value)
		return group_line(file, "unknown", item->key, item->reason ? item->reason : "");
	status = group_line(file, "env", item->key, item->value);
	if (status == 0 && item->source)
		status = group_line(file, "source", item->key, item->source);
	return status;
}

static int write_environment(const struct environment *environment, FILE *file)
{
	int status = 0;

	for (size_t i = 0; i < environment->item_count && status == 0; i++)
		status = write_item(&environment->items[i], file);
	for (size_t i = 0; i < environment->warning_count && status == 0; i++) {
		const struct environment_warning *warning = &environment->warnings[i];

		status = group_line(file, "warning", warning_level_name(warning->level),
				    warning->text);
	}
	return status;
}

static int write_step(const struct result *result, size_t step, FILE *file)
{
	char *text = csv_step_show(result, step);

	if (!text)
		return -ENOMEM;
	/* The text is escaped already, where it has to be. */
	fprintf(file, "# step.%zu: %s\n", step, text);
	free(text);
	if (!result->steps[step].reason)
		return 0;
	return numbered_line(file, "reason", step, result->steps[step].reason);
}

static int write_steps(const struct result *result, FILE *file)
{
	size_t count = result->steps ? plan_step_count(&result->plan) : 0;
	int status = 0;

	for (size_t i = 0; i < count && status == 0; i++)
		status = write_step(result, i, file);
	return status;
}

/* Those that are written: a run may have told some and then not have ended. */
static size_t count_readings(const struct result *result)
{
	size_t total = 0;

	for (size_t i = 0; i < result->sample_count && result->reading_count > 0; i++) {
		size_t count;

		(void)result_readings_of(result, &result->samples[i], &count);
		total += count;
	}
	return total;
}

int csv_header_write(const struct result *result, FILE *file, struct error *error)
{
	const size_t readings = count_readings(result);
	const size_t latencies = csv_latencies_count(result);

	signature_write(SIGNATURE_RESULT, file);
	if (write_fields(result, file) < 0 || write_command(result, file) < 0 ||
	    header_line(file, "direction", "smaller is better") < 0 ||
	    plan_each(&result->plan, write_plan_key, file) < 0 ||
	    write_environment(&result->environment, file) < 0 || write_steps(result, file) < 0)
		return error_set(error, -ENOMEM, "no memory to write the header");
	fprintf(file, "# samples: %zu\n", result->sample_count);
	if (readings > 0)
		fprintf(file, "# readings: %zu\n", readings);
	if (latencies > 0)
		fprintf(file, "# latencies: %zu\n", latencies);
	return 0;
}
