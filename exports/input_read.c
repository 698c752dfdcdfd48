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

#include "exports/csv/csv_layout.h"
#include "exports/csv/csv_read.h"
#include "exports/csv/figures_csv.h"
#include "exports/lmbench/lmbench_printed.h"
#include "exports/lmbench/lmbench_printed_figures.h"
#include "exports/lmbench/lmbench_raw_figures.h"
#include "exports/lmbench/lmbench_raw_read.h"
#include "exports/signature.h"
#include "exports/text_read.h"
#include "exports/workload/workload_read.h"
#include "fixtures/text_show.h"

/* What is read, and how it is called. A pipe can be read once only: so is everything. */
struct request {
	const char *host; /* asked for; NULL: none */
	int fd;
	const char *source; /* path, or "standard input" */
	char shown[TEXT_SHOW_SIZE];
};

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

/* Put what was read before into an empty buffer. 0 or -ENOMEM. */
static int begin(struct buffer *buffer, const char *start, size_t length)
{
	buffer->text = malloc(length + 1);
	if (!buffer->text)
		return -ENOMEM;
	memcpy(buffer->text, start, length);
	buffer->length = length;
	buffer->room = length;
	return 0;
}

/* Read a native result, of which buffer holds what was read already. */
static int read_native(const struct request *request, struct buffer *buffer, struct input *input,
		       struct error *error)
{
	int status;

	input->result = malloc(sizeof(*input->result));
	if (!input->result)
		return error_set(error, -ENOMEM, "no memory to read %s", request->shown);
	/* More than a line of it was read only because it is another report of ours. */
	if (buffer->length > CSV_LINE_MAXIMUM)
		status = csv_read_memory(buffer->text, buffer->length, request->source,
					 input->result, error);
	else
		status = csv_read_begun(request->fd, buffer->text, buffer->length, request->source,
					input->result, error);
	if (status < 0) {
		free(input->result);
		input->result = NULL;
		return status;
	}
	status = figures_of_result(input->result, request->source, &input->figures, error);
	if (status < 0) {
		result_clear(input->result);
		free(input->result);
		input->result = NULL;
	}
	return status;
}

/* What no reader knows. */
static int unknown(const char *shown, struct error *error)
{
	return error_set(
		error, -EINVAL,
		"%s: neither a result of lsmbench (first line \"%s\"), nor one of LMbench "
		"or its summary, nor the published text (\"Simple stat median=...\"), nor a "
		"table of fsopbench, of kernel compilations or of dbench and reaim, nor lines of "
		"time(1)",
		shown, signature_line(SIGNATURE_RESULT));
}

static int nothing(const char *shown, struct error *error)
{
	return error_set(error, -EINVAL,
			 "%s: there is nothing in it: is it the right file, and is what writes it "
			 "done?",
			 shown);
}

/* Put the source's name in front of what a reader says of its text. */
static int name_source(struct error *error, int status, const char *shown)
{
	struct error inner = *error;

	return error_set(error, status, "%s: %s", shown, inner.text);
}

static int read_raw(const struct request *request, const struct buffer *buffer, struct input *input,
		    struct error *error)
{
	struct lmbench_record record;
	int status =
		lmbench_raw_read(buffer->text, buffer->length, request->source, &record, error);

	if (status < 0)
		return status;
	if (request->host && strcmp(request->host, record.host ? record.host : "") != 0)
		status = error_set(error, -EINVAL, "%s: the only host in it is \"%s\"%s",
				   request->shown, record.host ? record.host : "",
				   record.second_run > 0
					   ? "; another run follows it, which is not read: put "
					     "each into a file of its own"
					   : "");
	else
		status = lmbench_raw_figures_of(&record, request->source, &input->figures, error);
	lmbench_record_clear(&record);
	return status;
}

/* A printed summary. -ENODATA when there is none in the text. */
static int read_summary(const struct request *request, const struct buffer *buffer,
			struct input *input, struct error *error)
{
	struct printed_summary summary;
	int status = printed_read(buffer->text, buffer->length, &summary, error);

	if (status == -ENODATA)
		return status;
	if (status < 0)
		return name_source(error, status, request->shown);
	status = printed_figures_of(&summary, request->source, request->host, &input->figures,
				    error);
	printed_clear(&summary);
	return status == -ENODATA ? -EINVAL : status;
}

/* What has one host without a name: asked for by a name, there is nothing to give. */
static int refuse_host(const struct request *request, struct error *error)
{
	char shown[TEXT_SHOW_SIZE];

	if (!request->host)
		return 0;
	return error_set(error, -EINVAL, "%s: there is no host \"%s\" in it: it names no hosts",
			 request->shown, text_show(request->host, strlen(request->host), shown));
}

static int read_published(const struct request *request, const struct buffer *buffer,
			  struct input *input, struct error *error)
{
	int status = text_read_memory(buffer->text, buffer->length, request->source,
				      &input->figures, error);

	if (status == -ENODATA)
		return unknown(request->shown, error);
	if (status == 0)
		status = refuse_host(request, error);
	if (status < 0)
		figures_clear(&input->figures);
	return status;
}

static int read_foreign(const struct request *request, struct buffer *buffer, struct input *input,
			struct error *error)
{
	int status;

	if (lmbench_raw_is(buffer->text, buffer->length))
		return read_raw(request, buffer, input, error);
	/* An editor may have left the last line without its end. */
	if (buffer->length > 0 && buffer->text[buffer->length - 1] != '\n')
		buffer->text[buffer->length++] = '\n';
	status = read_summary(request, buffer, input, error);
	if (status == -ENODATA)
		status = workload_read_memory(buffer->text, buffer->length, request->source,
					      request->host, &input->figures, error);
	return status == -ENODATA ? read_published(request, buffer, input, error) : status;
}

/* Of an import's file the groups that it was made of are variants; one is asked for like a host. */
static int pick_variant(const struct request *request, struct input *input, struct error *error)
{
	struct text_list variants = {0};
	char shown[TEXT_SHOW_SIZE];
	int status;

	if (!request->host)
		return 0;
	text_show(request->host, strlen(request->host), shown);
	status = figures_variants(&input->figures, &variants);
	if (status == 0 && !text_list_has(&variants, request->host))
		status = error_set(error, -EINVAL, "%s: there is no variant \"%s\" in it%s%s",
				   request->shown, shown, variants.count ? "; the first is " : "",
				   variants.count ? variants.items[0] : "");
	if (status == 0)
		status = figures_pick_variant(&input->figures, request->host);
	if (status == -ENOMEM)
		error_set(error, status, "no memory to read %s", request->shown);
	text_list_clear(&variants);
	if (status < 0)
		figures_clear(&input->figures);
	return status;
}

static int read_text(const struct request *request, enum signature kind, struct buffer *buffer,
		     struct input *input, struct error *error)
{
	int status = fill(buffer, request->fd, (size_t)TEXT_READ_MAXIMUM + 1);

	if (status < 0)
		return error_set(error, status, "cannot read %s: %s", request->shown,
				 error_words(status));
	if (buffer->length == 0)
		return nothing(request->shown, error);
	if (kind != SIGNATURE_FIGURES)
		return read_foreign(request, buffer, input, error);
	status = figures_csv_read(buffer->text, buffer->length, request->source, &input->figures,
				  error);
	return status < 0 ? status : pick_variant(request, input, error);
}

/* Whether a report of ours is in the layout of LMbench or fsopbench, whose readers take it. */
static bool is_own_layout(const struct buffer *buffer)
{
	static const char title[] = "L M B E N C H";

	return buffer->text && (memmem(buffer->text, buffer->length, title, strlen(title)) ||
				memmem(buffer->text, buffer->length, signature_fsopbench,
				       strlen(signature_fsopbench)) ||
				lmbench_raw_is(buffer->text, buffer->length));
}

static int read_kind(const struct request *request, struct buffer *buffer, struct input *input,
		     struct error *error)
{
	enum signature kind = signature_of(buffer->text ? buffer->text : "", buffer->length);
	int status;

	switch (kind) {
	case SIGNATURE_NONE:
	case SIGNATURE_TEXT:
	case SIGNATURE_FIGURES:
		return read_text(request, kind, buffer, input, error);
	case SIGNATURE_REPORT:
		if (is_own_layout(buffer))
			return read_text(request, kind, buffer, input, error);
		break;
	default:
		break;
	}
	/* What is ours and no result: its reader says so. */
	status = refuse_host(request, error);
	return status < 0 ? status : read_native(request, buffer, input, error);
}

int input_read_begun(int fd, const char *start, size_t length, const char *source, const char *host,
		     struct input *input, struct error *error)
{
	struct request request = {.host = host, .fd = fd, .source = source};
	struct buffer buffer = {0};
	int status = 0;

	*input = (struct input){0};
	text_show(source, strlen(source), request.shown);
	if (length > 0)
		status = begin(&buffer, start, length);
	if (status == 0)
		status = fill(&buffer, fd, SIGNATURE_SIZE);
	if (status < 0)
		error_set(error, status, "cannot read %s: %s", request.shown, error_words(status));
	else
		status = read_kind(&request, &buffer, input, error);
	free(buffer.text);
	return status;
}

int input_read(const char *path, const char *host, struct input *input, struct error *error)
{
	bool is_input = strcmp(path, "-") == 0;
	int fd = is_input ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
	int status;

	*input = (struct input){0};
	if (fd < 0)
		return error_set(error, -errno, "cannot open %s: %s", path, error_words(errno));
	status = input_read_begun(fd, NULL, 0, is_input ? "standard input" : path, host, input,
				  error);
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
