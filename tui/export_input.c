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

#include "exports/csv_read.h"
#include "exports/lmbench_raw_read.h"
#include "fixtures/text_show.h"
#include "tui/input_name.h"
#include "tui/read_all.h"

/*
 * Read figures, which go only into formats that take imports. Negative errno: error is then as it
 * was, or says what else could be done with the file.
 */
static int read_figures(const char *word, const struct export_format *format, struct input *input,
			struct error *error)
{
	char shown[TEXT_SHOW_SIZE];
	struct error why;
	int status = input_name_read(word, input, &why);

	/* The same words, or what is wrong with a host. */
	if (status < 0 && (access(word, F_OK) < 0 || format->imports))
		*error = why;
	if (status < 0 || (format->imports && !input->result))
		return status;
	input_clear(input);
	return error_set(error, -EINVAL,
			 "%s holds printed figures without samples, which only \"lsmbench "
			 "compare\", \"lsmbench import\" and exports in LMbench's layout take",
			 text_show(word, strlen(word), shown));
}

/* Read a raw result. -ENODATA when the file is none; error is then as it was. */
static int read_record(const char *path, struct lmbench_record *record, struct error *error)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	char *text = NULL;
	size_t length = 0;
	int status = -ENODATA;

	if (fd < 0)
		return status;
	if (read_all(fd, LMBENCH_RAW_MAXIMUM, &text, &length) == 0 && lmbench_raw_is(text, length))
		status = lmbench_raw_read(text, length, path, record, error);
	free(text);
	close(fd);
	return status;
}

int export_input_read(const char *word, const struct export_format *format,
		      struct export_input *input, struct error *error)
{
	int status = csv_read_file(word, &input->result, error);
	int other;

	input->kind = EXPORT_RESULT;
	/* Standard input has been read. */
	if (status == 0 || strcmp(word, "-") == 0)
		return status;
	other = read_record(word, &input->record, error);
	input->kind = EXPORT_RECORD;
	if (other != -ENODATA)
		return other;
	input->kind = EXPORT_FIGURES;
	return read_figures(word, format, &input->input, error) == 0 ? 0 : status;
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
