/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * number.c - numbers as text and back, exactly and without the locale's decimal comma.
 */
#include "exports/number.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *number_put(char *out, uint64_t value)
{
	char digits[20];
	size_t at = sizeof(digits);

	do {
		digits[--at] = (char)('0' + value % 10);
		value /= 10;
	} while (value);
	memcpy(out, digits + at, sizeof(digits) - at);
	return out + (sizeof(digits) - at);
}

char *number_put_quotient(char *out, uint64_t duration, uint64_t iterations)
{
	uint64_t whole = duration / iterations;
	uint64_t rest = duration % iterations;
	unsigned int decimals = 0;

	for (int i = 0; i < 4; i++) {
		rest *= 10;
		decimals = decimals * 10 + (unsigned int)(rest / iterations);
		rest %= iterations;
	}
	if (rest >= iterations - rest)
		decimals++;
	whole += decimals / 10000;
	decimals %= 10000;
	out = number_put(out, whole);
	*out++ = '.';
	for (unsigned int power = 1000; power; power /= 10)
		*out++ = (char)('0' + decimals / power % 10);
	return out;
}

void number_show_double(double value, char buffer[NUMBER_SIZE])
{
	for (int digits = 15; digits <= 17; digits++) {
		snprintf(buffer, NUMBER_SIZE, "%.*g", digits, value);
		if (strtod(buffer, NULL) == value)
			return;
	}
}

int number_parse_double(const char *text, double *value)
{
	char *end;
	double number;

	if (text[0] == '\0' || text[strspn(text, "0123456789.eE+-")])
		return -EINVAL;
	number = strtod(text, &end);
	if (*end || !isfinite(number))
		return -EINVAL;
	*value = number;
	return 0;
}

const char *number_show_fixed(double value, int decimals, char buffer[NUMBER_SIZE])
{
	/* Beyond this a double holds no fraction, and the digits would not fit the buffer. */
	const double longest = 1e30;

	if (!isfinite(value))
		return "-";
	if (fabs(value) < longest)
		snprintf(buffer, NUMBER_SIZE, "%.*f", decimals, value);
	else
		snprintf(buffer, NUMBER_SIZE, "%.6e", value);
	return buffer;
}
