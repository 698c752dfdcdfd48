/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * input_read.c - tell formats apart by how they begin, and hand over to their readers.
 */
#include "exports/input_read.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "exports/csv_layout.h"
#include "exports/csv_read.h"
#include "exports/figures_csv.h"
#include "exports/signature.h"
#include "exports/text_read.h"
#include "fixtures/text_show.h"

/* Standard input cannot be read twice, so it is kept, up to this size. */
#define INPUT_MAXIMUM ((size_t)1 << 30)

struct buffer {
	char *text;
	size_t length;
	size_t room; /* text has one byte more */
};

/* Read until length bytes are there, or all. 0 or a negative errno. */
static int fill(struct buffer *buffer, int fd, size_t length)
{
	while (buffer->length < length) {
		ssize_t got;

		if (buffer->length == buffer->room) {
			size_t room = buffer->room ? 2 * buffer->room : 65536;
			char *text = realloc(buffer->text, room + 1);

			if (!text)
				return -ENOMEM;
			buffer->text = text;
			buffer->room = room;
		}
		got = read(fd, buffer->text + buffer->length, buffer->room - buffer->length);
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return -errno;
		if (got == 0)
			return 0;
		buffer->length += (size_t)got;
	}
	return 0;
}

/* Read a native result, from buffer where path is standard input. */
static int read_native(const char *path, int fd, struct buffer *buffer, struct input *input,
		       struct error *error)
{
	bool is_input = fd == STDIN_FILENO;
	int status;

	input->result = malloc(sizeof(*input->result));
	if (!input->result)
		return error_set(error, -ENOMEM, "no memory to read %s", path);
	if (is_input) {
		status = fill(buffer, fd, INPUT_MAXIMUM);
		if (status == 0)
			status = csv_read_memory(buffer->text, buffer->length, "standard input",
						 input->result, error);
		else
			error_set(error, status, "cannot read standard input: %s",
				  error_words(status));
	} else {
		status = csv_read_file(path, input->result, error);
	}
	if (status < 0) {
		free(input->result);
		input->result = NULL;
		return status;
	}
	status = figures_of_result(input->result, is_input ? "standard input" : path,
				   &input->figures, error);
	if (status < 0) {
		result_clear(input->result);
		free(input->result);
		input->result = NULL;
	}
	return status;
}

static int read_text(const char *path, int fd, enum signature kind, struct buffer *buffer,
		     struct input *input, struct error *error)
{
	const char *source = fd == STDIN_FILENO ? "standard input" : path;
	char shown[TEXT_SHOW_SIZE];
	int status = fill(buffer, fd, (size_t)TEXT_READ_MAXIMUM + 1);

	text_show(source, strlen(source), shown);
	if (status < 0)
		return error_set(error, status, "cannot read %s: %s", shown, error_words(status));
	/* An editor may have left the last line without its end. */
	if (buffer->length > 0 && buffer->text[buffer->length - 1] != '\n')
		buffer->text[buffer->length++] = '\n';
	if (kind == SIGNATURE_FIGURES)
		return figures_csv_read(buffer->text, buffer->length, source, &input->figures,
					error);
	status = text_read_memory(buffer->text ? buffer->text : "", buffer->length, source,
				  &input->figures, error);
	if (status == -ENODATA)
		status = error_set(error, -EINVAL,
				   "%s: neither a result of lsmbench (first line \"%s\") nor the "
				   "published text (\"Simple stat median=...\")",
				   shown, signature_line(SIGNATURE_RESULT));
	return status;
}

static int read_kind(const char *path, int fd, struct buffer *buffer, struct input *input,
		     struct error *error)
{
	enum signature kind = signature_of(buffer->text ? buffer->text : "", buffer->length);

	switch (kind) {
	case SIGNATURE_NONE:
	case SIGNATURE_TEXT:
	case SIGNATURE_FIGURES:
		return read_text(path, fd, kind, buffer, input, error);
	default:
		/* What is ours and no result: its reader says so. */
		return read_native(path, fd, buffer, input, error);
	}
}

/* What has one host without a name: asked for by a name, there is nothing to give. */
static int check_host(const char *path, const char *host, struct input *input, struct error *error)
{
	char shown[TEXT_SHOW_SIZE];
	char shown_host[TEXT_SHOW_SIZE];

	if (!host)
		return 0;
	input_clear(input);
	return error_set(error, -EINVAL, "%s: there is no host \"%s\" in it: it names no hosts",
			 text_show(path, strlen(path), shown),
			 text_show(host, strlen(host), shown_host));
}

int input_read(const char *path, const char *host, struct input *input, struct error *error)
{
	bool is_input = strcmp(path, "-") == 0;
	int fd = is_input ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
	struct buffer buffer = {0};
	int status;

	*input = (struct input){0};
	if (fd < 0)
		return error_set(error, -errno, "cannot open %s: %s", path, error_words(errno));
	status = fill(&buffer, fd, SIGNATURE_SIZE);
	if (status < 0)
		error_set(error, status, "cannot read %s: %s", path, error_words(status));
	else
		status = read_kind(path, fd, &buffer, input, error);
	if (status == 0)
		status = check_host(path, host, input, error);
	free(buffer.text);
	if (!is_input)
		close(fd);
	return status;
}

void input_clear(struct input *input)
{
	if (input->result)
		result_clear(input->result);
	free(input->result);
	figures_clear(&input->figures);
	*input = (struct input){0};
}
