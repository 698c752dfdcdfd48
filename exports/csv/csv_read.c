/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * csv_read.c - read a native result file back: first line, header, column names, rows.
 *
 * The file is untrusted: it is read line by line in bounded memory, and every complaint names
 * the file, the line and what was expected there.
 */
#include "exports/csv/csv_read.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "exports/csv/csv_header.h"
#include "exports/csv/csv_layout.h"
#include "exports/csv/csv_row.h"
#include "exports/lines.h"
#include "exports/signature.h"
#include "fixtures/text_show.h"

/* Beyond the reasons of all steps that a plan can have; without a bound a file need not end. */
#define COMMENTS_MAXIMUM ((size_t)1 << 22)

struct reader {
	struct lines lines;
	struct csv_header header;
	struct csv_rows rows;
	bool rows_begun;
	size_t comments;
	char *line; /* a changeable copy of a header line */
	const char *source;
};

/* Put file and line number before what is wrong. */
static int complain(const struct reader *reader, int status, const char *what, struct error *error)
{
	char shown[TEXT_SHOW_SIZE];
	const char *source = text_show(reader->source, strlen(reader->source), shown);

	if (status == -EINVAL && reader->lines.number > 0)
		return error_set(error, status, "%s: line %zu: %s", source, reader->lines.number,
				 what);
	return error_set(error, status, "%s: %s", source, what);
}

static int check_signature(const char *line, size_t length, struct error *error)
{
	const char *expected = signature_line(SIGNATURE_RESULT);
	size_t unversioned = strlen(expected) - 1;
	char shown[TEXT_SHOW_SIZE];

	if (signature_of(line, length) == SIGNATURE_RESULT)
		return 0;
	if (length > unversioned && memcmp(line, expected, unversioned) == 0)
		return error_set(error, -EINVAL,
				 "this is \"%s\", written by a newer lsmbench; this version reads "
				 "\"result 1\": update lsmbench",
				 text_show(line + 2, length - 2, shown));
	return error_set(error, -EINVAL, "not a result of lsmbench: found \"%s\", expected \"%s\"",
			 text_show(line, length, shown), expected);
}

static int begin_rows(struct reader *reader, const char *line, size_t length, struct error *error)
{
	int status = csv_header_end(&reader->header, error);

	if (status == 0)
		status =
			csv_rows_init(&reader->rows, reader->header.result, &reader->header, error);
	if (status < 0)
		return status;
	reader->rows_begun = true;
	return csv_rows_take_names(&reader->rows, line, length, error);
}

static int take_line(struct reader *reader, const char *line, size_t length, struct error *error)
{
	if (reader->lines.number == 1)
		return check_signature(line, length, error);
	if (length > 0 && line[0] == '#') {
		if (++reader->comments > COMMENTS_MAXIMUM)
			return error_set(error, -EINVAL, "there are more than %zu comments",
					 COMMENTS_MAXIMUM);
		if (reader->rows_begun)
			return csv_rows_take_comment(&reader->rows, line, length, error);
		memcpy(reader->line, line, length);
		reader->line[length] = '\0';
		return csv_header_take(&reader->header, reader->line, error);
	}
	if (!reader->rows_begun)
		return begin_rows(reader, line, length, error);
	return csv_rows_take(&reader->rows, line, length, error);
}

static int take_end(const struct reader *reader, struct error *error)
{
	if (reader->lines.number == 0)
		return error_set(error, -EINVAL,
				 "the file is empty, expected a result of lsmbench");
	if (!reader->rows_begun)
		return error_set(
			error, -EINVAL,
			"the file ends within its header: it was truncated, copy it again");
	return csv_rows_end(&reader->rows, error);
}

static int take_all(struct reader *reader, struct error *error)
{
	struct error inner;
	const char *line;
	size_t length;
	int status;

	while ((status = lines_next(&reader->lines, &line, &length, &inner)) > 0) {
		status = take_line(reader, line, length, &inner);
		if (status < 0)
			break;
	}
	if (status == 0)
		status = take_end(reader, &inner);
	return status < 0 ? complain(reader, status, inner.text, error) : 0;
}

/* Read what reader->lines gives. */
static int read_result(struct reader *reader, struct result *result, struct error *error)
{
	int status = -ENOMEM;

	result_init(result);
	csv_header_init(&reader->header, result);
	reader->line = malloc(CSV_LINE_MAXIMUM + 1);
	if (reader->line)
		status = take_all(reader, error);
	else
		complain(reader, status, "no memory to read it", error);
	if (reader->rows_begun)
		csv_rows_clear(&reader->rows);
	csv_header_clear(&reader->header);
	free(reader->line);
	if (status < 0)
		result_clear(result);
	return status;
}

int csv_read_memory(const char *text, size_t length, const char *source, struct result *result,
		    struct error *error)
{
	struct reader reader = {.source = source};

	lines_of_memory(&reader.lines, text, length, CSV_LINE_MAXIMUM);
	return read_result(&reader, result, error);
}

int csv_read_begun(int fd, const char *start, size_t length, const char *source,
		   struct result *result, struct error *error)
{
	struct reader reader = {.source = source};
	char shown[TEXT_SHOW_SIZE];
	int status;

	if (lines_of_file(&reader.lines, fd, CSV_LINE_MAXIMUM) < 0)
		return error_set(error, -ENOMEM, "no memory to read %s",
				 text_show(source, strlen(source), shown));
	if (length > 0)
		lines_put_back(&reader.lines, start, length);
	status = read_result(&reader, result, error);
	lines_clear(&reader.lines);
	return status;
}

int csv_read_file(const char *path, struct result *result, struct error *error)
{
	bool is_input = strcmp(path, "-") == 0;
	char shown[TEXT_SHOW_SIZE];
	int fd = is_input ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
	int status;

	if (fd < 0)
		return error_set(error, -errno, "cannot open %s: %s",
				 text_show(path, strlen(path), shown), error_words(errno));
	status = csv_read_begun(fd, NULL, 0, is_input ? "standard input" : path, result, error);
	if (!is_input)
		close(fd);
	return status;
}
