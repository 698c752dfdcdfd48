/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * escape.c - free text and names made fit to stand in a result file.
 */
#include "exports/csv/escape.h"

#include <csv.h>
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "engine/operation/parameter.h"

static const char hexadecimal[] = "0123456789ABCDEF";

/* Whether the byte at index of text stands as it is. */
typedef bool keeps(const char *text, size_t index);

static bool is_edge(const char *text, size_t index)
{
	return index == 0 || text[index + 1] == '\0';
}

static bool keeps_in_text(const char *text, size_t index)
{
	unsigned char byte = (unsigned char)text[index];

	if (byte == ' ')
		return !is_edge(text, index);
	return byte > 0x20 && byte < 0x7f && byte != '%';
}

static bool keeps_in_word(const char *text, size_t index)
{
	return text[index] != ' ' && keeps_in_text(text, index);
}

static bool keeps_in_name(const char *text, size_t index)
{
	if (!parameter_is_plain(text[index]))
		return false;
	if (text[index] == ' ')
		return !is_edge(text, index);
	return index > 0 || !strchr("_.:+*,-", text[index]);
}

static char *escape(const char *text, keeps *keep)
{
	char *escaped = malloc(3 * strlen(text) + 1);
	char *out = escaped;

	if (!escaped)
		return NULL;
	for (size_t i = 0; text[i]; i++) {
		unsigned char byte = (unsigned char)text[i];

		if (keep(text, i)) {
			*out++ = text[i];
			continue;
		}
		*out++ = '%';
		*out++ = hexadecimal[byte >> 4];
		*out++ = hexadecimal[byte & 15];
	}
	*out = '\0';
	return escaped;
}

char *escape_text(const char *text)
{
	return escape(text, keeps_in_text);
}

char *escape_word(const char *text)
{
	return escape(text, keeps_in_word);
}

char *escape_name(const char *text)
{
	return escape(text, keeps_in_name);
}

/* The value of a hexadecimal digit, or -1. */
static int digit_value(char digit)
{
	if (digit >= '0' && digit <= '9')
		return digit - '0';
	if (digit >= 'A' && digit <= 'F')
		return digit - 'A' + 10;
	if (digit >= 'a' && digit <= 'f')
		return digit - 'a' + 10;
	return -1;
}

/* The byte that stands at text, in *byte; returns the bytes it is written with, 0 when none can. */
static size_t take_byte(const char *text, char *byte)
{
	int high;
	int low;

	if ((unsigned char)text[0] < 0x20 || text[0] == 0x7f)
		return 0;
	*byte = text[0];
	if (text[0] != '%')
		return 1;
	high = digit_value(text[1]);
	low = high < 0 ? -1 : digit_value(text[2]);
	if (low < 0 || high * 16 + low == 0)
		return 0;
	*byte = (char)(high * 16 + low);
	return 3;
}

int unescape_text(char *text, size_t *at)
{
	char *out = text;

	for (size_t i = 0; text[i];) {
		char byte;
		size_t used = take_byte(text + i, &byte);

		if (used == 0) {
			if (at)
				*at = i;
			return -EINVAL;
		}
		*out++ = byte;
		i += used;
	}
	*out = '\0';
	return 0;
}

char *escape_cell(const char *name)
{
	size_t length = strlen(name);
	size_t size = 2 * length + 3;
	char *cell;

	if (!strpbrk(name, ",\""))
		return strdup(name);
	cell = malloc(size);
	if (!cell)
		return NULL;
	cell[csv_write(cell, size - 1, name, length)] = '\0';
	return cell;
}

int escape_write_cell(const char *text, FILE *file)
{
	char *name = escape_name(text);
	char *cell = name ? escape_cell(name) : NULL;

	if (cell)
		fprintf(file, "%s,", cell);
	free(name);
	free(cell);
	return cell ? 0 : -ENOMEM;
}
