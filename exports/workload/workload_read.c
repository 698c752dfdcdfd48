/* SPDX-License-Identifier: GPL-2.0-or-later */
/* workload_read.c - which of the tables a text holds, and which of its groups are meant. */
#include "exports/workload/workload_read.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "exports/workload/compile_read.h"
#include "exports/workload/fsopbench_read.h"
#include "exports/workload/reaim_read.h"
#include "exports/workload/stacker_read.h"
#include "exports/workload/time_read.h"
#include "exports/workload/workload_import.h"
#include "fixtures/text_show.h"

/* More are only counted. */
#define NAMED_GROUPS 8u

static const struct reader {
	bool (*is)(const char *text, size_t length);
	int (*read)(struct workload_import *import, struct error *error);
} readers[] = {
	{fsopbench_is, fsopbench_read}, {reaim_is, reaim_read}, {compile_is, compile_read},
	{stacker_is, stacker_read},     {time_is, time_read},
};

static const struct reader *find_reader(const char *text, size_t length)
{
	for (size_t i = 0; i < sizeof(readers) / sizeof(readers[0]); i++)
		if (readers[i].is(text, length))
			return &readers[i];
	return NULL;
}

/* "only "nostack", "stack"". */
static int refuse_host(const struct workload_import *import, struct error *error)
{
	const struct text_list *groups = &import->groups;
	char names[NAMED_GROUPS * (TEXT_SHOW_SIZE + 4) + 32] = "";
	char shown[TEXT_SHOW_SIZE];
	size_t used = 0;

	for (size_t i = 0; i < groups->count && i < NAMED_GROUPS; i++)
		used += (size_t)snprintf(
			names + used, sizeof(names) - used, "%s\"%s\"", i ? ", " : "",
			text_show(groups->items[i], strlen(groups->items[i]), shown));
	if (groups->count > NAMED_GROUPS)
		snprintf(names + used, sizeof(names) - used, " and %zu more",
			 groups->count - NAMED_GROUPS);
	text_show(import->wanted, strlen(import->wanted), shown);
	if (groups->count == 0)
		return error_set(error, -EINVAL, "there is no host \"%s\" in it: it names no hosts",
				 shown);
	return error_set(error, -EINVAL, "there is no host \"%s\" in it, only %s", shown, names);
}

static int read_all(const struct reader *reader, struct workload_import *import,
		    struct error *error)
{
	int code = reader->read(import, error);

	if (code == 0 && import->wanted && !text_list_has(&import->groups, import->wanted))
		code = refuse_host(import, error);
	if (code == 0 && import->figures->case_count == 0)
		code = error_set(error, -EINVAL, "there is no figure in it");
	return code;
}

/* Say which of several groups was taken. */
static int label_group(struct workload_import *import, struct error *error)
{
	if (!import->wanted ||
	    text_list_add_format(&import->figures->labels, "host: %s", import->wanted) == 0)
		return 0;
	return error_set(error, -ENOMEM, "no memory to read a text");
}

static int read_words(const struct reader *reader, const char *text, size_t length,
		      struct workload_import *import, struct error *error)
{
	int code;

	if (length > WORKLOAD_TEXT_MAXIMUM)
		return error_set(error, -EINVAL,
				 "longer than %u KiB: cut out of it what is to be read",
				 WORKLOAD_TEXT_MAXIMUM >> 10);
	code = workload_words_split(&import->words, text, length, error);
	if (code < 0)
		return code;
	code = label_group(import, error);
	if (code == 0)
		code = read_all(reader, import, error);
	workload_words_clear(&import->words);
	text_list_clear(&import->groups);
	return code;
}

int workload_read_memory(const char *text, size_t length, const char *source, const char *host,
			 struct figures *figures, struct error *error)
{
	struct workload_import import = {.figures = figures, .wanted = host};
	const struct reader *reader = find_reader(text, length);
	char shown[TEXT_SHOW_SIZE];
	struct error inner = {""};
	int code;

	figures_init(figures);
	if (!reader)
		return error_set(error, -ENODATA, "no table of a workload");
	figures->summaries_only = true;
	figures->source = strdup(source);
	if (!figures->source)
		return error_set(error, -ENOMEM, "no memory to read a text");
	code = read_words(reader, text, length, &import, &inner);
	if (code == 0)
		return 0;
	figures_clear(figures);
	return error_set(error, code, "%s: %s", text_show(source, strlen(source), shown),
			 inner.text);
}
