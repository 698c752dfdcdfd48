/* SPDX-License-Identifier: GPL-2.0-or-later */
/* csv_line.c - a line of a small CSV file taken apart. */
#include "exports/csv/csv_line.h"

#include <csv.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static void take_cell(void *text, size_t length, void *what)
{
	struct csv_line *line = what;

	if (line->count < CSV_LINE_CELLS) {
		line->cells[line->count] = strndup(text ? text : "", length);
		line->failed |= !line->cells[line->count];
	}
	line->count++;
}

int csv_line_split(struct csv_line *line, const char *text, size_t length, size_t expected,
		   const char *columns, struct error *error)
{
	struct csv_parser parser;
	size_t taken;

	if (csv_init(&parser, CSV_STRICT | CSV_STRICT_FINI) != 0)
		return error_set(error, -ENOMEM, "no memory");
	taken = csv_parse(&parser, text, length, take_cell, NULL, line);
	if (taken == length && csv_fini(&parser, take_cell, NULL, line) != 0)
		taken = 0;
	csv_free(&parser);
	if (line->failed)
		return error_set(error, -ENOMEM, "no memory");
	if (taken != length || line->count != expected)
		return error_set(error, -EINVAL, "%zu cells, expected %s", line->count, columns);
	return 0;
}

void csv_line_clear(struct csv_line *line)
{
	for (size_t i = 0; i < CSV_LINE_CELLS; i++)
		free(line->cells[i]);
	*line = (struct csv_line){0};
}
