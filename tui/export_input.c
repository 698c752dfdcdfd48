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

/* What can be compared but not exported: say so instead of what the reader of results says. */
static void explain_refusal(const char *path, struct error *error)
{
	char shown[TEXT_SHOW_SIZE];
	struct input input;
	struct error why;
	int status = input_name_read(path, &input, &why);

	/* The same words, or what is wrong with a host. */
	if (status < 0 && access(path, F_OK) < 0)
		*error = why;
	if (status < 0)
		return;
	error_set(error, -EINVAL,
		  "%s holds printed figures without samples, which only \"lsmbench compare\" and "
		  "\"lsmbench import\" take",
		  text_show(path, strlen(path), shown));
	input_clear(&input);
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

int export_input_read(const char *path, struct export_input *input, struct error *error)
{
	int status = csv_read_file(path, &input->result, error);
	int record_status;

	input->is_record = false;
	/* Standard input has been read. */
	if (status == 0 || strcmp(path, "-") == 0)
		return status;
	record_status = read_record(path, &input->record, error);
	input->is_record = record_status == 0;
	if (record_status != -ENODATA)
		return record_status;
	explain_refusal(path, error);
	return status;
}

void export_input_clear(struct export_input *input)
{
	if (input->is_record)
		lmbench_record_clear(&input->record);
	else
		result_clear(&input->result);
}

struct export_item export_input_item(const struct export_input *input)
{
	if (input->is_record)
		return (struct export_item){.record = &input->record};
	return (struct export_item){.result = &input->result};
}
