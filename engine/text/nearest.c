/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * nearest.c - "did you mean": the known names that an unknown one resembles.
 */
#include "engine/text/nearest.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#define LENGTH_MAXIMUM 63
#define OFFERS_MAXIMUM 3

static unsigned int least(unsigned int a, unsigned int b, unsigned int c)
{
	unsigned int smaller = a < b ? a : b;

	return smaller < c ? smaller : c;
}

/* Insertions, deletions, replacements and swaps of neighbours from a to b (Damerau 1964). */
static unsigned int distance(const char *a, const char *b)
{
	unsigned int rows[3][LENGTH_MAXIMUM + 1];
	size_t a_length = strlen(a);
	size_t b_length = strlen(b);

	if (a_length > LENGTH_MAXIMUM || b_length > LENGTH_MAXIMUM)
		return UINT_MAX;
	for (size_t j = 0; j <= b_length; j++)
		rows[0][j] = (unsigned int)j;
	for (size_t i = 1; i <= a_length; i++) {
		unsigned int *row = rows[i % 3];
		const unsigned int *above = rows[(i + 2) % 3];

		row[0] = (unsigned int)i;
		for (size_t j = 1; j <= b_length; j++) {
			row[j] = least(above[j] + 1, row[j - 1] + 1,
				       above[j - 1] + (a[i - 1] != b[j - 1]));
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
				row[j] = least(row[j], row[j], rows[(i + 1) % 3][j - 2] + 1);
		}
	}
	return rows[a_length % 3][b_length];
}

/* How far name is from word; UINT_MAX when it is no help. */
static unsigned int strangeness(const char *word, const char *name)
{
	size_t length = strlen(word);
	unsigned int changes = distance(word, name);

	if (changes <= (length + 2) / 3)
		return changes;
	if (length >= 3 && strstr(name, word))
		return (unsigned int)length;
	return UINT_MAX;
}

const char *nearest_names(const char *word, nearest_name *name_at, const void *table, size_t count,
			  char *buffer, size_t size)
{
	const char *offers[OFFERS_MAXIMUM];
	size_t offered = 0;
	size_t used = 0;

	for (unsigned int far = 0; far <= LENGTH_MAXIMUM && offered < OFFERS_MAXIMUM; far++) {
		for (size_t i = 0; i < count && offered < OFFERS_MAXIMUM; i++) {
			if (strangeness(word, name_at(table, i)) == far)
				offers[offered++] = name_at(table, i);
		}
	}
	buffer[0] = '\0';
	for (size_t i = 0; i < offered && used < size; i++) {
		const char *before = i == 0 ? ", did you mean " : i + 1 == offered ? " or " : ", ";

		used += (size_t)snprintf(buffer + used, size - used, "%s%s%s", before, offers[i],
					 i + 1 == offered ? "?" : "");
	}
	return buffer;
}
