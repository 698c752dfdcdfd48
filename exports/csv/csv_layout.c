/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * csv_layout.c - what writer and reader of the native result agree on: columns, flags, fields.
 */
#include "exports/csv/csv_layout.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "exports/number.h"
#include "exports/utc.h"

const char *const csv_column_names[CSV_COLUMN_COUNT] = {
	"operation",   "parameter",  "variant", "pass", "run",   "order", "start_ns",
	"duration_ns", "iterations", "metric",  "unit", "value", "flags",
};

static const struct {
	enum sample_flag flag;
	const char *word;
} flag_words[] = {
	{SAMPLE_FAILED, "failed"},
	{SAMPLE_SUSPENDED, "suspended"},
	{SAMPLE_RESUMED, "resumed"},
};

#define FLAG_COUNT (sizeof(flag_words) / sizeof(flag_words[0]))

const char *csv_flags_show(unsigned int flags, char buffer[CSV_FLAGS_SIZE])
{
	char *end = buffer;

	buffer[0] = '\0';
	for (size_t i = 0; i < FLAG_COUNT; i++) {
		if (!(flags & flag_words[i].flag))
			continue;
		if (buffer[0])
			end = stpcpy(end, "+");
		end = stpcpy(end, flag_words[i].word);
	}
	return buffer;
}

int csv_flags_parse(const char *text, uint16_t *flags)
{
	*flags = 0;
	if (text[0] == '\0')
		return 0;
	for (size_t i = 0; i < FLAG_COUNT; i++) {
		size_t length = strlen(flag_words[i].word);

		if (strncmp(text, flag_words[i].word, length) != 0)
			continue;
		*flags |= (uint16_t)flag_words[i].flag;
		if (text[length] == '\0')
			return 0;
		if (text[length] != '+')
			return -EINVAL;
		text += length + 1;
	}
	return -EINVAL;
}

const char *csv_metric(enum result_unit unit, uint64_t bytes)
{
	if (unit == RESULT_INSTRUCTIONS)
		return "instructions";
	return bytes ? "bandwidth" : "latency";
}

/* 1 byte a nanosecond is 1000 MB/s. */
static char *put_rate(char *out, uint64_t bytes, const struct sample *sample)
{
	uint64_t moved;

	if (sample->duration_ns == 0 || sample->duration_ns > NUMBER_ITERATIONS_MAXIMUM ||
	    __builtin_mul_overflow(bytes, sample->iterations, &moved) ||
	    __builtin_mul_overflow(moved, 1000u, &moved))
		return out;
	return number_put_quotient(out, moved, sample->duration_ns);
}

char *csv_put_value(char *out, uint64_t bytes, const struct sample *sample)
{
	if (sample->iterations == 0)
		return out;
	return bytes ? put_rate(out, bytes, sample)
		     : number_put_quotient(out, sample->duration_ns, sample->iterations);
}

static int set_words(char *field, size_t size, const char *text)
{
	if (strlen(text) >= size)
		return -EINVAL;
	memcpy(field, text, strlen(text) + 1);
	return 0;
}

static void show_version(const struct result *result, char *buffer, size_t size)
{
	snprintf(buffer, size, "%s", result->version);
}

static int set_version(struct result *result, const char *text)
{
	return set_words(result->version, sizeof(result->version), text);
}

static void show_state(const struct result *result, char *buffer, size_t size)
{
	snprintf(buffer, size, "%s", result->partial ? "partial" : "complete");
}

static int set_state(struct result *result, const char *text)
{
	result->partial = strcmp(text, "partial") == 0;
	return result->partial || strcmp(text, "complete") == 0 ? 0 : -EINVAL;
}

static void show_suspended(const struct result *result, char *buffer, size_t size)
{
	snprintf(buffer, size, "%s", result->suspended ? "yes" : "no");
}

static int set_suspended(struct result *result, const char *text)
{
	result->suspended = strcmp(text, "yes") == 0;
	return result->suspended || strcmp(text, "no") == 0 ? 0 : -EINVAL;
}

static void show_moment(int64_t moment, char *buffer, size_t size)
{
	char text[UTC_SIZE];

	utc_show(moment, text);
	snprintf(buffer, size, "%s", text);
}

static void show_started(const struct result *result, char *buffer, size_t size)
{
	show_moment(result->started, buffer, size);
}

static int set_started(struct result *result, const char *text)
{
	return utc_parse(text, &result->started);
}

static void show_ended(const struct result *result, char *buffer, size_t size)
{
	show_moment(result->ended, buffer, size);
}

static int set_ended(struct result *result, const char *text)
{
	return utc_parse(text, &result->ended);
}

static void show_unit(const struct result *result, char *buffer, size_t size)
{
	snprintf(buffer, size, "%s", result_unit_name(result->unit));
}

static int set_unit(struct result *result, const char *text)
{
	return result_unit_parse(text, &result->unit);
}

static void show_clock(const struct result *result, char *buffer, size_t size)
{
	snprintf(buffer, size, "%s", result->clock);
}

static int set_clock(struct result *result, const char *text)
{
	return set_words(result->clock, sizeof(result->clock), text);
}

static void show_number(double value, char *buffer, size_t size)
{
	char text[NUMBER_SIZE] = "unknown";

	if (isfinite(value))
		number_show_double(value, text);
	snprintf(buffer, size, "%s", text);
}

/* A time in nanoseconds, "unknown" is NaN. */
static int set_number(double *value, const char *text)
{
	if (strcmp(text, "unknown") == 0) {
		*value = (double)NAN;
		return 0;
	}
	return number_parse_double(text, value);
}

static void show_clock_cost(const struct result *result, char *buffer, size_t size)
{
	show_number(result->clock_cost_ns, buffer, size);
}

static int set_clock_cost(struct result *result, const char *text)
{
	return set_number(&result->clock_cost_ns, text);
}

static void show_clock_step(const struct result *result, char *buffer, size_t size)
{
	show_number(result->clock_step_ns, buffer, size);
}

static int set_clock_step(struct result *result, const char *text)
{
	return set_number(&result->clock_step_ns, text);
}

static void show_loop(const struct result *result, char *buffer, size_t size)
{
	show_number(result->loop_ns, buffer, size);
}

static int set_loop(struct result *result, const char *text)
{
	return set_number(&result->loop_ns, text);
}

static void show_cpu(const struct result *result, char *buffer, size_t size)
{
	if (result->cpu < 0)
		snprintf(buffer, size, "unknown");
	else
		snprintf(buffer, size, "%d", result->cpu);
}

static int set_cpu(struct result *result, const char *text)
{
	uint64_t number;

	if (strcmp(text, "unknown") == 0) {
		result->cpu = -1;
		return 0;
	}
	if (number_parse(text, INT32_MAX, &number) < 0)
		return -EINVAL;
	result->cpu = (int)number;
	return 0;
}

#define MOMENT "a moment like 2026-11-30T11:28:00Z, or unknown"
#define NANOSECONDS "a number of nanoseconds, or unknown"

const struct csv_field csv_fields[] = {
	{"version", "at most 31 characters", show_version, set_version},
	{"state", "complete or partial", show_state, set_state},
	{"suspended", "yes or no", show_suspended, set_suspended},
	{"started", MOMENT, show_started, set_started},
	{"ended", MOMENT, show_ended, set_ended},
	{"unit", "ns or instructions", show_unit, set_unit},
	{"clock", "at most 31 characters", show_clock, set_clock},
	{"clock.cost_ns", NANOSECONDS, show_clock_cost, set_clock_cost},
	{"clock.step_ns", NANOSECONDS, show_clock_step, set_clock_step},
	{"loop_ns", NANOSECONDS, show_loop, set_loop},
	{"cpu", "a CPU's number, or unknown", show_cpu, set_cpu},
};

const size_t csv_field_count = sizeof(csv_fields) / sizeof(csv_fields[0]);
