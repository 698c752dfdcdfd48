/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * number_read.c - whole numbers from text.
 */
#include "engine/text/number_read.h"

#include <errno.h>
#include <string.h>

int number_take(const char *text, size_t length, uint64_t maximum, uint64_t *value,
		const char **end)
{
	uint64_t number = 0;
	size_t at = 0;
	int status = 0;

	for (; at < length && text[at] >= '0' && text[at] <= '9'; at++) {
		unsigned int digit = (unsigned int)(text[at] - '0');

		if (number > (UINT64_MAX - digit) / 10)
			status = -ERANGE;
		else
			number = number * 10 + digit;
	}
	*end = text + at;
	if (at == 0)
		return -EINVAL;
	if (status < 0 || number > maximum)
		return -ERANGE;
	*value = number;
	return 0;
}

int number_parse(const char *text, uint64_t maximum, uint64_t *value)
{
	const char *end;
	uint64_t number;
	int status = number_take(text, strlen(text), maximum, &number, &end);

	if (*end)
		return -EINVAL;
	if (status == 0)
		*value = number;
	return status;
}
