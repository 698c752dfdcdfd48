/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * plan_value.c - times and percentages as text, exact in both directions.
 */
#include "engine/plan/plan_value.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engine/text/number_read.h"

struct unit {
	const char *name;
	uint64_t ns;
};

/* From large to small; the last name of a size is not used for writing. */
static const struct unit units[] = {
	{"h", 3600000000000u}, {"min", 60000000000u}, {"s", 1000000000u},
	{"ms", 1000000u},      {"us", 1000u},         {"ns", 1u},
	{"µs", 1000u},
};

/* Percentages are kept in steps of a millionth of a percent. */
#define PERCENT_STEPS 1000000u

/* Add the decimals at *text, which stands on the point, times scale to *value. */
static int read_fraction(const char **text, uint64_t scale, uint64_t *value)
{
	const char *at = *text + 1;

	if (*at < '0' || *at > '9')
		return -EINVAL;
	for (; *at >= '0' && *at <= '9'; at++) {
		uint64_t digit = (uint64_t)(*at - '0');

		if (digit != 0 && (scale == 0 || digit * scale % 10 != 0))
			return -EINVAL;
		if (__builtin_add_overflow(*value, digit * scale / 10, value))
			return -ERANGE;
		scale = scale % 10 == 0 ? scale / 10 : 0;
	}
	*text = at;
	return 0;
}

/* Read the decimal number that text begins with, times scale, which must come out whole. */
static int read_decimal(const char **text, uint64_t scale, uint64_t *value)
{
	uint64_t whole = 0;
	const char *at;
	int status = number_take(*text, strlen(*text), UINT64_MAX, &whole, &at);

	if (status < 0)
		return status;
	if (__builtin_mul_overflow(whole, scale, &whole))
		return -ERANGE;
	if (*at == '.') {
		status = read_fraction(&at, scale, &whole);
		if (status < 0)
			return status;
	}
	*text = at;
	*value = whole;
	return 0;
}

/* The size in ns of the unit called name; 0 when there is none. */
static uint64_t unit_size(const char *name)
{
	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
		if (strcmp(units[i].name, name) == 0)
			return units[i].ns;
	}
	return 0;
}

int plan_value_time(const char *text, const char *default_unit, uint64_t *ns)
{
	const char *unit = text + strspn(text, "0123456789.");
	uint64_t size;
	int status;

	unit += strspn(unit, " ");
	size = unit_size(*unit ? unit : default_unit);
	if (size == 0)
		return -EINVAL;
	status = read_decimal(&text, size, ns);
	if (status < 0)
		return status;
	text += strspn(text, " ");
	return text == unit ? 0 : -EINVAL;
}

void plan_value_show_time(uint64_t ns, char *buffer, size_t size)
{
	const struct unit *unit = units;

	while (ns % unit->ns != 0)
		unit++;
	snprintf(buffer, size, "%" PRIu64 "%s", ns / unit->ns, unit->name);
}

int plan_value_percent(const char *text, double *value)
{
	uint64_t steps;
	int status = read_decimal(&text, PERCENT_STEPS, &steps);

	if (status < 0)
		return status;
	text += strspn(text, " ");
	if (*text == '%')
		text++;
	if (*text != '\0')
		return -EINVAL;
	*value = (double)steps / (100.0 * PERCENT_STEPS);
	return 0;
}

void plan_value_show_percent(double value, char *buffer, size_t size)
{
	uint64_t steps = (uint64_t)llround(value * 100.0 * PERCENT_STEPS);
	char text[32];
	size_t length;

	snprintf(text, sizeof(text), "%" PRIu64 ".%06u", steps / PERCENT_STEPS,
		 (unsigned int)(steps % PERCENT_STEPS));
	length = strlen(text);
	while (text[length - 1] == '0')
		length--;
	if (text[length - 1] == '.')
		length--;
	snprintf(buffer, size, "%.*s%%", (int)length, text);
}
