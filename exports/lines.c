/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lines.c - the lines of an untrusted file, one after the other, in bounded memory.
 */
#include "exports/lines.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fixtures/text_show.h"

/* Read in pieces of this size; the buffer holds one more than the longest line. */
#define PIECE 65536u

static void skip_byte_order_mark(struct lines *lines)
{
	lines->begin += text_mark_length(lines->text + lines->begin, lines->end - lines->begin);
}

void lines_of_memory(struct lines *lines, const char *text, size_t length, size_t maximum)
{
	*lines = (struct lines){.fd = -1,
				.text = text ? text : "",
				.end = length,
				.maximum = maximum,
				.is_at_end = true};
	skip_byte_order_mark(lines);
}

int lines_of_file(struct lines *lines, int fd, size_t maximum)
{
	*lines = (struct lines){.fd = fd, .maximum = maximum, .is_first_read = true};
	lines->buffer = malloc(maximum + 2 + PIECE);
	lines->text = lines->buffer;
	return lines->buffer ? 0 : -ENOMEM;
}

void lines_put_back(struct lines *lines, const char *start, size_t length)
{
	/* Nothing may be no address at all. */
	if (length > 0)
		memcpy(lines->buffer, start, length);
	lines->end = length;
	lines->is_first_read = false;
	skip_byte_order_mark(lines);
}

void lines_clear(struct lines *lines)
{
	free(lines->buffer);
	lines->buffer = NULL;
}

/* Read a piece behind what is there. There is room: a longer line was refused before. */
static int read_piece(struct lines *lines, struct error *error)
{
	ssize_t length;

	if (lines->begin > 0) {
		memmove(lines->buffer, lines->buffer + lines->begin, lines->end - lines->begin);
		lines->end -= lines->begin;
		lines->begin = 0;
	}
	do
		length = read(lines->fd, lines->buffer + lines->end, PIECE);
	while (length < 0 && errno == EINTR);
	if (length < 0)
		return error_set(error, -errno, "cannot be read: %s", error_words(errno));
	lines->is_at_end = length == 0;
	lines->end += (size_t)length;
	return 0;
}

/* Read until text holds a line end; *found is NULL when none comes. */
static int find_end(struct lines *lines, const char **found, struct error *error)
{
	size_t searched = 0;
	int status;

	for (;;) {
		size_t from = lines->begin + searched;

		*found = memchr(lines->text + from, '\n', lines->end - from);
		searched = lines->end - lines->begin;
		if (*found || lines->is_at_end || searched > lines->maximum + 1)
			return 0;
		status = read_piece(lines, error);
		if (status < 0)
			return status;
		if (lines->is_first_read && (lines->end >= 3 || lines->is_at_end)) {
			lines->is_first_read = false;
			skip_byte_order_mark(lines);
			searched = 0;
		}
	}
}

int lines_next(struct lines *lines, const char **line, size_t *length, struct error *error)
{
	const char *found = NULL;
	int status = find_end(lines, &found, error);

	if (status < 0)
		return status;
	lines->is_first_read = false;
	*line = lines->text + lines->begin;
	*length = found ? (size_t)(found - *line) : lines->end - lines->begin;
	if (!found && *length == 0)
		return 0;
	lines->number++;
	if (*length > lines->maximum + 1)
		return error_set(
			error, -EINVAL,
			"the line is longer than the %zu bytes that a result's line may have",
			lines->maximum);
	if (memchr(*line, '\0', *length))
		return error_set(error, -EINVAL, "it holds a NUL byte: this is no text file");
	if (!found)
		return error_set(error, -EINVAL,
				 "the file ends within this line: it was truncated, copy it again");
	lines->begin += *length + 1;
	if (*length > 0 && (*line)[*length - 1] == '\r')
		--*length;
	if (*length > lines->maximum)
		return error_set(
			error, -EINVAL,
			"the line is longer than the %zu bytes that a result's line may have",
			lines->maximum);
	return 1;
}
