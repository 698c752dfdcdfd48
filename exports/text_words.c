/* SPDX-License-Identifier: GPL-2.0-or-later */
/* text_words.c - lines, less marks of quotation and notes of progress, as words. */
#include "exports/text_words.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "exports/lines.h"

#define LINE_MAXIMUM 65536

static int add_word(struct text_words *words, const char *text, size_t length, size_t line)
{
	struct text_word *word;

	if (words->count == words->room) {
		size_t room = words->room ? 2 * words->room : 1024;
		struct text_word *items = realloc(words->items, room * sizeof(*items));

		if (!items)
			return -ENOMEM;
		words->items = items;
		words->room = room;
	}
	word = &words->items[words->count];
	*word = (struct text_word){.text = strndup(text, length), .line = line};
	if (!word->text)
		return -ENOMEM;
	words->count++;
	return 0;
}

static bool is_blank(char byte)
{
	return byte == ' ' || byte == '\t';
}

/* What remains of a line behind marks of quotation and a note of progress, whole or its end. */
static const char *skip_marks(const char *line, const char *end)
{
	static const char *const notes[] = {"Creating benchmark environment...",
					    "benchmark environment...", "environment..."};

	while (line < end && (is_blank(*line) || *line == '>' || *line == '|'))
		line++;
	for (size_t i = 0; i < sizeof(notes) / sizeof(notes[0]); i++) {
		size_t length = strlen(notes[i]);

		if ((size_t)(end - line) >= length && memcmp(line, notes[i], length) == 0)
			return line + length;
	}
	return line;
}

static int take_line(struct text_words *words, const char *line, size_t length, size_t number)
{
	const char *end = line + length;
	size_t before = words->count;

	line = skip_marks(line, end);
	while (line < end) {
		const char *begin = line;

		while (line < end && !is_blank(*line))
			line++;
		if (line > begin && add_word(words, begin, (size_t)(line - begin), number) < 0)
			return -ENOMEM;
		while (line < end && is_blank(*line))
			line++;
	}
	if (words->count > before) {
		words->items[before].first = true;
		words->items[words->count - 1].last = true;
	}
	return 0;
}

int text_words_take(struct text_words *words, const char *text, size_t length, struct error *error)
{
	struct lines lines;
	const char *line;
	size_t size;
	int status;

	lines_of_memory(&lines, text, length, LINE_MAXIMUM);
	while ((status = lines_next(&lines, &line, &size, error)) > 0) {
		status = take_line(words, line, size, lines.number);
		if (status < 0)
			return error_set(error, status, "no memory");
	}
	if (status == -EINVAL) {
		struct error inner = *error;

		return error_set(error, status, "line %zu: %s", lines.number + 1, inner.text);
	}
	return status;
}

void text_words_clear(struct text_words *words)
{
	for (size_t i = 0; i < words->count; i++)
		free(words->items[i].text);
	free(words->items);
	*words = (struct text_words){0};
}
