/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * text_list.c - a growing list of strings that it owns.
 */
#include "engine/text/text_list.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/text/words.h"

/* Take over text, which is freed when there is no room for it. */
static int list_take(struct text_list *list, char *text)
{
	char **items;

	if (!text)
		return -ENOMEM;
	items = reallocarray(list->items, list->count + 1, sizeof(*items));
	if (!items) {
		free(text);
		return -ENOMEM;
	}
	items[list->count++] = text;
	list->items = items;
	return 0;
}

int text_list_add(struct text_list *list, const char *text)
{
	return list_take(list, strdup(text));
}

int text_list_add_format(struct text_list *list, const char *format, ...)
{
	va_list arguments;
	char *text;
	int length;

	va_start(arguments, format);
	length = vasprintf(&text, format, arguments);
	va_end(arguments);
	return length < 0 ? -ENOMEM : list_take(list, text);
}

int text_list_add_words(struct text_list *list, const char *text)
{
	static const char blanks[] = " \t";

	for (;;) {
		const char *end;
		size_t length;

		text += strspn(text, ", \t");
		if (*text == '\0')
			return 0;
		end = text + words_span(text, ",");

		length = (size_t)(end - text);
		while (strchr(blanks, text[length - 1]))
			length--;
		if (list_take(list, strndup(text, length)) < 0)
			return -ENOMEM;
		text = end;
	}
}

int text_list_copy(struct text_list *copy, const struct text_list *list)
{
	*copy = (struct text_list){0};
	for (size_t i = 0; i < list->count; i++) {
		if (text_list_add(copy, list->items[i]) < 0) {
			text_list_clear(copy);
			return -ENOMEM;
		}
	}
	return 0;
}

void text_list_remove(struct text_list *list, size_t index)
{
	free(list->items[index]);
	list->count--;
	memmove(&list->items[index], &list->items[index + 1],
		(list->count - index) * sizeof(*list->items));
}

bool text_list_has(const struct text_list *list, const char *text)
{
	for (size_t i = 0; i < list->count; i++) {
		if (strcmp(list->items[i], text) == 0)
			return true;
	}
	return false;
}

bool text_list_equal(const struct text_list *a, const struct text_list *b)
{
	if (a->count != b->count)
		return false;
	for (size_t i = 0; i < a->count; i++) {
		if (strcmp(a->items[i], b->items[i]) != 0)
			return false;
	}
	return true;
}

void text_list_clear(struct text_list *list)
{
	for (size_t i = 0; i < list->count; i++)
		free(list->items[i]);
	free(list->items);
	*list = (struct text_list){0};
}
