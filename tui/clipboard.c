/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * clipboard.c - OSC 52 (xterm's control sequences, "Manipulate Selection Data"): ESC ] 52 ; c ;
 * base64 BEL. Terminals without it ignore it.
 */
#include <stdlib.h>
#include <string.h>

#include "tui/clipboard.h"
#include "tui/terminal.h"

/* Some terminals give up beyond this. */
#define TEXT_MAXIMUM 65536u

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/* RFC 4648; returns the end of what was written. */
static char *encode(char *to, const char *text, size_t length)
{
	size_t i;

	for (i = 0; i < length; i += 3) {
		unsigned long group = (unsigned long)(unsigned char)text[i] << 16;

		if (i + 1 < length)
			group |= (unsigned long)(unsigned char)text[i + 1] << 8;
		if (i + 2 < length)
			group |= (unsigned long)(unsigned char)text[i + 2];
		*to++ = digits[group >> 18];
		*to++ = digits[group >> 12 & 63];
		*to++ = '=';
		*to++ = '=';
		if (i + 1 < length)
			to[-2] = digits[group >> 6 & 63];
		if (i + 2 < length)
			to[-1] = digits[group & 63];
	}
	return to;
}

char *clipboard_sequence(const char *text)
{
	static const char start[] = "\033]52;c;";
	size_t length = strlen(text);
	char *sequence;
	char *end;

	if (length > TEXT_MAXIMUM)
		return NULL;
	sequence = malloc(sizeof(start) + (length + 2) / 3 * 4 + 2);
	if (sequence == NULL)
		return NULL;
	memcpy(sequence, start, sizeof(start) - 1);
	end = encode(sequence + sizeof(start) - 1, text, length);
	*end++ = '\a';
	*end = '\0';
	return sequence;
}

bool clipboard_copy(const char *text)
{
	char *sequence = clipboard_sequence(text);

	if (sequence == NULL)
		return false;
	terminal_write(sequence, strlen(sequence));
	free(sequence);
	return true;
}
