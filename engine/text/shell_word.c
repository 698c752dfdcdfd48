/* SPDX-License-Identifier: GPL-2.0-or-later */
/* shell_word.c - quoting for a shell. */
#include "engine/text/shell_word.h"

#include <string.h>

void shell_word_write(const char *text, FILE *file)
{
	static const char safe[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
				   "0123456789_.:/+,-%@=";

	if (text[0] && text[strspn(text, safe)] == '\0') {
		fputs(text, file);
		return;
	}
	fputc('\'', file);
	for (; *text; text++) {
		if (*text == '\'')
			fputs("'\\''", file);
		else
			fputc(*text, file);
	}
	fputc('\'', file);
}
