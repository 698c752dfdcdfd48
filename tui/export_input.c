/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * export_input.c - read what is exported; a file says itself what it is.
 */
#include "tui/export_input.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "exports/csv/csv_read.h"
#include "exports/lmbench/lmbench_raw_read.h"
#include "exports/signature.h"
#include "fixtures/text_show.h"
#include "tui/input_name.h"
#include "tui/read_all.h"

/* What is open, and what of it has been read: a pipe can be read once only. */
struct source {
	int fd;
	const char *name; /* in messages */
	const char *host; /* asked for; NULL: none */
	char start[SIGNATURE_SIZE];
	size_t length; /* of start */
};

/* 0 or a negative errno. */
static int read_start(struct source *source)
{
	while (source->length < sizeof(source->start)) {
		ssize_t got = read(source->fd, source->start + source->length,
				   sizeof(source->start) - source->length);

		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return -errno;
		if (got == 0)
			return 0;
		source->length += (size_t)got;
	}
	return 0;
}

/* Everything, malloc'ed in *text. 0 or a negative errno, as read_all. */
static int read_rest(const struct source *source, char **text, size_t *length)
{
	char *rest;
	size_t rest_length;
	int status = read_all(source->fd, LMBENCH_RAW_MAXIMUM, &rest, &rest_length);

	if (status < 0)
		return status;
	*length = source->length + rest_length;
	*text = malloc(*length + 1);
	if (*text) {
		memcpy(*text, source->start, source->length);
		memcpy(*text + source->length, rest, rest_length);
		(*text)[*length] = '\0';
	}
	free(rest);
	return *text ? 0 : -ENOMEM;
}

/* Figures go only into formats that take imports. */
static int check_figures(const struct source *source, const struct export_format *format,
			 struct input *input, struct error *error)
{
	char shown[TEXT_SHOW_SIZE];

	if (format->imports && !input->result)
		return 0;
	input_clear(input);
	return error_set(error, -EINVAL,
			 "%s holds printed figures without samples, which only \"lsmbench "
			 "compare\", \"lsmbench import\" and exports in LMbench's layout take",
			 text_show(source->name, strlen(source->name), shown));
}

/* A row without a figure would look like a host on which nothing was measured. */
static int read_record(const struct source *source, const char *text, size_t length,
		       struct lmbench_record *record, struct error *error)
{
	char shown[TEXT_SHOW_SIZE];
	int status = lmbench_raw_read(text, length, source->name, record, error);

	if (status < 0 || lmbench_record_is_measured(record))
		return status;
	lmbench_record_clear(record);
	return error_set(error, -ENODATA, "%s: no figure of LMbench's in it",
			 text_show(source->name, strlen(source->name), shown));
}

/* What is no native result: a raw result of LMbench, or figures. */
static int read_foreign(const struct source *source, const struct export_format *format,
			struct export_input *input, struct error *error)
{
	char shown[TEXT_SHOW_SIZE];
	size_t length;
	char *text;
	int status = read_rest(source, &text, &length);

	if (status < 0)
		return error_set(error, status, "cannot read %s: %s",
				 text_show(source->name, strlen(source->name), shown),
				 error_words(status));
	if (!source->host && lmbench_raw_is(text, length)) {
		input->kind = EXPORT_RECORD;
		status = read_record(source, text, length, &input->record, error);
	} else {
		input->kind = EXPORT_FIGURES;
		status = input_read_begun(source->fd, text, length, source->name, source->host,
					  &input->input, error);
		if (status == 0)
			status = check_figures(source, format, &input->input, error);
	}
	free(text);
	return status;
}

static bool is_foreign(const struct source *source)
{
	enum signature kind = signature_of(source->start, source->length);

	return source->host || kind == SIGNATURE_NONE || kind == SIGNATURE_TEXT ||
	       kind == SIGNATURE_FIGURES || kind == SIGNATURE_REPORT;
}

static int read_source(struct source *source, const struct export_format *format,
		       struct export_input *input, struct error *error)
{
	char shown[TEXT_SHOW_SIZE];
	int status = read_start(source);

	if (status < 0)
		return error_set(error, status, "cannot read %s: %s",
				 text_show(source->name, strlen(source->name), shown),
				 error_words(status));
	if (source->length > 0 && is_foreign(source))
		return read_foreign(source, format, input, error);
	input->kind = EXPORT_RESULT;
	return csv_read_begun(source->fd, source->start, source->length, source->name,
			      &input->result, error);
}

int export_input_read(const char *word, const struct export_format *format,
		      struct export_input *input, struct error *error)
{
	char shown[TEXT_SHOW_SIZE];
	struct input_name name;
	struct source source = {.fd = STDIN_FILENO};
	int status = input_name_split(word, &name, error);
	bool is_input;

	if (status < 0)
		return status;
	is_input = strcmp(name.path, "-") == 0;
	source.name = is_input ? "standard input" : name.path;
	source.host = name.host;
	if (!is_input)
		source.fd = open(name.path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
	if (source.fd < 0)
		status = error_set(error, -errno, "cannot open %s: %s",
				   text_show(name.path, strlen(name.path), shown),
				   error_words(errno));
	else
		status = read_source(&source, format, input, error);
	if (status == 0 && name.host)
		status = input_name_source(&input->input, word, error);
	if (!is_input && source.fd >= 0)
		close(source.fd);
	input_name_clear(&name);
	return status;
}

void export_input_clear(struct export_input *input)
{
	if (input->kind == EXPORT_RESULT)
		result_clear(&input->result);
	else if (input->kind == EXPORT_RECORD)
		lmbench_record_clear(&input->record);
	else
		input_clear(&input->input);
}

struct export_item export_input_item(const struct export_input *input)
{
	switch (input->kind) {
	case EXPORT_RECORD:
		return (struct export_item){.record = &input->record};
	case EXPORT_FIGURES:
		return (struct export_item){.figures = &input->input.figures};
	default:
		return (struct export_item){.result = &input->result};
	}
}
