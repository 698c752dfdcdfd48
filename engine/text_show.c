/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * text_show.c - untrusted text made fit to stand in a message.
 */
#include "engine/text_show.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* Bytes of the well-formed, printable UTF-8 character at text; 0 when it is not one. */
static size_t character_length(const unsigned char *text, size_t length)
{
	size_t count;

	if (text[0] >= 0x20 && text[0] < 0x7f)
		return 1;
	if (text[0] >= 0xc2 && text[0] <= 0xdf)
		count = 2;
	else if (text[0] >= 0xe0 && text[0] <= 0xef)
		count = 3;
	else if (text[0] >= 0xf0 && text[0] <= 0xf4)
		count = 4;
	else
		return 0;
	if (count > length)
		return 0;
	for (size_t i = 1; i < count; i++) {
		if ((text[i] & 0xc0) != 0x80)
			return 0;
	}
	/* U+0080..U+009F are control characters; overlong and surrogate forms are no characters. */
	if ((text[0] == 0xc2 && text[1] < 0xa0) || (text[0] == 0xe0 && text[1] < 0xa0) ||
	    (text[0] == 0xed && text[1] >= 0xa0) || (text[0] == 0xf0 && text[1] < 0x90))
		return 0;
	return count;
}

const char *text_show(const char *text, size_t length, char buffer[TEXT_SHOW_SIZE])
{
	const size_t room = TEXT_SHOW_SIZE - sizeof("...");
	size_t used = 0;
	size_t at = 0;

	while (at < length) {
		const unsigned char *here = (const unsigned char *)text + at;
		size_t count = character_length(here, length - at);

		if (used + (count ? count : 4) > room) {
			memcpy(buffer + used, "...", 3);
			used += 3;
			break;
		}
		if (count) {
			memcpy(buffer + used, here, count);
			used += count;
			at += count;
		} else {
			used += (size_t)sprintf(buffer + used, "\\x%02x", *here);
			at++;
		}
	}
	buffer[used] = '\0';
	return buffer;
}
