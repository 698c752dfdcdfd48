/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lmbench_fold.c - lines under LMbench's tables, which are no wider than the tables.
 */
#include "exports/lmbench/lmbench_fold.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "exports/lmbench/lmbench_table.h"

/* What continues a line stands behind this. */
static const char indent[] = "  ";

int lmbench_fold_begin(struct lmbench_fold *fold)
{
	*fold = (struct lmbench_fold){0};
	fold->file = open_memstream(&fold->text, &fold->size);
	return fold->file ? 0 : -ENOMEM;
}

/*
 * The bytes of a line of length bytes that stand before the blank where it is broken, which is the
 * last one that leaves at most width characters before it, or else the first.
 */
static size_t bytes_before_break(const char *line, size_t length, size_t width)
{
	size_t characters = 0;
	size_t found = length;

	for (size_t i = 0; i < length; i++) {
		/* A blank before any word is the line's own indent. */
		bool is_break = line[i] == ' ' && strspn(line, " ") < i;

		if (is_break && (characters <= width || found == length))
			found = i;
		characters += ((unsigned char)line[i] & 0xc0) != 0x80;
	}
	return characters <= width ? length : found;
}

static void write_folded(const char *line, size_t length, FILE *file)
{
	size_t width = LMBENCH_LINE_WIDTH;

	for (;;) {
		size_t bytes = bytes_before_break(line, length, width);

		fwrite(line, 1, bytes, file);
		fputc('\n', file);
		if (bytes == length)
			return;
		bytes++;
		line += bytes;
		length -= bytes;
		width = LMBENCH_LINE_WIDTH - strlen(indent);
		fputs(indent, file);
	}
}

int lmbench_fold_end(struct lmbench_fold *fold, FILE *file)
{
	static const char command[] = "repeat with: ";

	if (fclose(fold->file) != 0) {
		free(fold->text);
		return -ENOMEM;
	}
	for (const char *line = fold->text; *line;) {
		size_t length = strcspn(line, "\n");

		if (strncmp(line, command, strlen(command)) == 0)
			fprintf(file, "%.*s\n", (int)length, line);
		else
			write_folded(line, length, file);
		line += length + (line[length] == '\n');
	}
	free(fold->text);
	return 0;
}
