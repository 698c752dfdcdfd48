/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * words.c - quotes, backslashes and blanks.
 */
#include "engine/text/words.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Where a scan stands: inside which quote, '\0' outside. */
struct scan {
	const char *text;
	char quote;
};

/*
 * The next character that counts, in *letter. True when it stands for itself, false when it is a
 * bare one, which may separate. '\0' at the end. Quotes and backslashes themselves are passed over.
 */
static bool next(struct scan *scan, char *letter)
{
	for (;;) {
		*letter = *scan->text;
		if (*letter == '\0')
			return false;
		scan->text++;
		if (scan->quote && *letter == scan->quote) {
			scan->quote = '\0';
			continue;
		}
		if (!scan->quote && (*letter == '\'' || *letter == '"')) {
			scan->quote = *letter;
			continue;
		}
		if (*letter != '\\' || scan->quote == '\'')
			return scan->quote != '\0';
		if (scan->quote == '"' && (!*scan->text || !strchr("\"\\$`", *scan->text)))
			return true;
		*letter = *scan->text;
		if (*letter)
			scan->text++;
		return true;
	}
}

static bool is_blank(char letter)
{
	return letter == ' ' || letter == '\t';
}

/* Whether scan ended inside of a quote or behind a lone backslash. */
static int check_end(const struct scan *scan, bool lone, struct error *error)
{
	if (scan->quote)
		return error_set(error, -EINVAL, "a %c is not closed: add the other one",
				 scan->quote);
	if (lone)
		return error_set(error, -EINVAL, "it ends in a backslash: write two for one");
	return 0;
}

/* One word into buffer, which has room for all of the text. */
static int take_word(struct scan *scan, char *buffer, struct error *error)
{
	size_t length = 0;
	char letter;

	for (;;) {
		bool itself = next(scan, &letter);

		if (letter == '\0') {
			buffer[length] = '\0';
			return check_end(scan, itself, error);
		}
		if (!itself && is_blank(letter))
			break;
		buffer[length++] = letter;
	}
	buffer[length] = '\0';
	return 0;
}

int words_split(const char *text, struct text_list *list, struct error *error)
{
	struct scan scan = {.text = text};
	char *buffer = malloc(strlen(text) + 1);
	int code = buffer ? 0 : error_set(error, -ENOMEM, "out of memory");

	while (code == 0) {
		scan.text += strspn(scan.text, " \t");
		if (*scan.text == '\0')
			break;
		code = take_word(&scan, buffer, error);
		if (code == 0 && text_list_add(list, buffer) < 0)
			code = error_set(error, -ENOMEM, "out of memory");
	}
	free(buffer);
	return code;
}

size_t words_span(const char *text, const char *ends)
{
	struct scan scan = {.text = text};
	char letter;

	for (;;) {
		bool itself = next(&scan, &letter);

		if (letter == '\0')
			return (size_t)(scan.text - text);
		if (!itself && strchr(ends, letter))
			return (size_t)(scan.text - 1 - text);
	}
}
