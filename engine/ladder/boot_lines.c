/* SPDX-License-Identifier: GPL-2.0-or-later */
/* boot_lines.c - pieces are put together until a newline comes. */
#include "engine/ladder/boot_lines.h"

#include <string.h>

static void append(struct boot_lines *lines, const char *bytes, size_t size)
{
	if (lines->too_long || size >= sizeof(lines->line) - lines->length) {
		lines->too_long = true;
		lines->length = 0;
		return;
	}
	memcpy(lines->line + lines->length, bytes, size);
	lines->length += size;
}

/* The line is complete. */
static bool hand_over(struct boot_lines *lines, boot_line_taker *take, void *argument)
{
	bool whole = !lines->too_long;

	lines->line[lines->length] = '\0';
	lines->length = 0;
	lines->too_long = false;
	return whole ? take(argument, lines->line) : true;
}

bool boot_lines_take(struct boot_lines *lines, const char *bytes, size_t size,
		     boot_line_taker *take, void *argument)
{
	while (size > 0) {
		const char *newline = memchr(bytes, '\n', size);
		size_t piece = newline ? (size_t)(newline - bytes) : size;

		append(lines, bytes, piece);
		if (!newline)
			return true;
		if (!hand_over(lines, take, argument))
			return false;
		bytes += piece + 1;
		size -= piece + 1;
	}
	return true;
}
