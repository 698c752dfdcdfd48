/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * plan_text.c - a plan as a file of "key: value" lines.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "engine/plan/plan_private.h"
#include "fixtures/text_show.h"

#define LINE_MAXIMUM 65536u

/* Set the key of one line, which has its end cut off. */
static int read_line(struct plan *plan, char *line, size_t length, struct error *error)
{
	char shown[TEXT_SHOW_SIZE];
	char *colon;

	if (length > 0 && line[length - 1] == '\r')
		line[--length] = '\0';
	if (memchr(line, '\0', length))
		return error_set(error, -EINVAL, "holds a NUL byte: this is no plan");
	line += strspn(line, " \t");
	if (*line == '\0' || *line == '#')
		return 0;
	colon = strchr(line, ':');
	if (!colon)
		return error_set(error, -EINVAL, "'%s' is not \"key: value\"",
				 text_show(line, strlen(line), shown));
	*colon = '\0';
	return plan_set(plan, line, colon + 1, error);
}

static int read_lines(struct plan *plan, const char *text, size_t length, const char *source,
		      struct error *error)
{
	const char *end = text + length;
	unsigned long number = 1;

	for (; text < end; number++) {
		const char *stop = memchr(text, '\n', (size_t)(end - text));
		size_t size = (size_t)((stop ? stop : end) - text);
		struct error why;
		char *line;
		int status;

		if (size > LINE_MAXIMUM)
			return error_set(error, -EINVAL,
					 "%s: line %lu: the line is longer than %u bytes", source,
					 number, LINE_MAXIMUM);
		line = malloc(size + 1);
		if (!line)
			return error_set(error, -ENOMEM, "out of memory");
		memcpy(line, text, size);
		line[size] = '\0';
		status = read_line(plan, line, size, &why);
		free(line);
		if (status < 0)
			return error_set(error, status, "%s: line %lu: %.600s", source, number,
					 why.text);
		text += size + 1;
	}
	return 0;
}

int plan_read(struct plan *plan, const char *text, size_t length, const char *source,
	      struct error *error)
{
	size_t mark = text_mark_length(text, length);
	char shown[TEXT_SHOW_SIZE];
	struct plan work;
	int status;

	if (plan_copy(&work, plan) < 0)
		return error_set(error, -ENOMEM, "out of memory");
	status = read_lines(&work, text + mark, length - mark,
			    text_show(source, strlen(source), shown), error);
	if (status < 0) {
		plan_clear(&work);
		return status;
	}
	plan_clear(plan);
	*plan = work;
	return 0;
}

static int write_line(const struct plan_key *key, const char *value, void *file)
{
	fprintf(file, "%s: %s\n", key->name, value);
	return 0;
}

void plan_write(const struct plan *plan, FILE *file)
{
	plan_each(plan, write_line, file);
}
