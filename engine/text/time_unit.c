/* SPDX-License-Identifier: GPL-2.0-or-later */
/* time_unit.c - seconds, and the smaller units where there is less than one of them. */
#include "engine/text/time_unit.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define UNIT_COUNT 3u

static const struct time_unit units[UNIT_COUNT] = {{"s", 1}, {"ms", 1e-3}, {"us", 1e-6}};

struct time_unit time_unit_of(double seconds)
{
	const double size = fabs(seconds);

	if (!isfinite(seconds) || size <= 0)
		return units[0];
	for (unsigned int i = 0; i + 1 < UNIT_COUNT; i++)
		if (size >= units[i].seconds)
			return units[i];
	return units[UNIT_COUNT - 1];
}

int time_unit_decimals(const struct time_unit *unit, double value)
{
	const double size = fabs(value);

	if (unit->seconds >= 1)
		return size < 1e4 ? 3 : 0;
	return size < 9.9995 ? 3 : size < 99.995 ? 2 : size < 1e4 ? 1 : 0;
}

const char *time_show(double seconds, char buffer[TIME_SHOWN_SIZE])
{
	const struct time_unit unit = time_unit_of(seconds);
	const double value = seconds / unit.seconds;

	if (!isfinite(seconds) || fabs(value) >= 1e15)
		return strcpy(buffer, "-");
	snprintf(buffer, TIME_SHOWN_SIZE, "%.*f %s", time_unit_decimals(&unit, value), value,
		 unit.name);
	return buffer;
}
