/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ladder_rung_words.c - words of a kernel's command line.
 */
#include "engine/ladder/ladder_rung_words.h"

#include <string.h>

const char *command_word(const char *words, const char *key, size_t *length)
{
	const size_t part = strlen(key);
	const char *value = NULL;

	for (words += strspn(words, " "); *words; words += strspn(words, " ")) {
		size_t size = strcspn(words, " ");

		if (size > part && memcmp(words, key, part) == 0 && words[part] == '=') {
			value = words + part + 1;
			*length = size - part - 1;
		}
		words += size;
	}
	return value;
}

bool command_word_is(const char *words, const char *key, const char *value)
{
	size_t length = 0;
	const char *found = command_word(words, key, &length);

	return found && length == strlen(value) && memcmp(found, value, length) == 0;
}
