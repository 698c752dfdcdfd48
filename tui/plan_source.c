/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * plan_source.c - a plan from a file: a plan file, or a result, whose session is repeated.
 */
#include "tui/plan_source.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/result.h"
#include "exports/csv_read.h"

/* A result of a million samples is some 80 MB. */
#define FILE_MAXIMUM ((size_t)1 << 31)

static int read_stream(FILE *file, char **text, size_t *length)
{
	size_t room = 0;
	size_t used = 0;
	char *buffer = NULL;

	while (!feof(file)) {
		if (used == room) {
			char *grown =
				room < FILE_MAXIMUM ? realloc(buffer, room * 2 + 65536) : NULL;

			if (!grown) {
				free(buffer);
				return room < FILE_MAXIMUM ? -ENOMEM : -EFBIG;
			}
			buffer = grown;
			room = room * 2 + 65536;
		}
		used += fread(buffer + used, 1, room - used, file);
		if (ferror(file)) {
			free(buffer);
			return errno ? -errno : -EIO;
		}
	}
	*text = buffer;
	*length = used;
	return 0;
}

static int read_source(const char *path, char **text, size_t *length, struct error *error)
{
	bool standard = strcmp(path, "-") == 0;
	FILE *file = standard ? stdin : fopen(path, "re");
	int status;

	if (!file)
		return error_set(error, -errno, "cannot read %s: %s", path, error_words(errno));
	errno = 0;
	status = read_stream(file, text, length);
	if (!standard)
		fclose(file);
	if (status < 0)
		return error_set(error, status, "cannot read %s: %s", path, error_words(status));
	return 0;
}

static bool is_result(const char *text, size_t length)
{
	static const char mark[] = "\xef\xbb\xbf";
	static const char signature[] = "# lsmbench:";

	if (length >= 3 && memcmp(text, mark, 3) == 0) {
		text += 3;
		length -= 3;
	}
	return length >= sizeof(signature) - 1 &&
	       memcmp(text, signature, sizeof(signature) - 1) == 0;
}

static int take_plan(struct plan *plan, const char *text, size_t length, const char *source,
		     struct error *error)
{
	struct result result;
	int status = csv_read_memory(text, length, source, &result, error);

	if (status < 0)
		return status;
	plan_clear(plan);
	status = plan_copy(plan, &result.plan);
	result_clear(&result);
	if (status < 0) {
		plan_init(plan);
		return error_set(error, status, "out of memory");
	}
	return 0;
}

int plan_source_read(struct plan *plan, const char *path, struct error *error)
{
	const char *source = strcmp(path, "-") == 0 ? "standard input" : path;
	char *text = NULL;
	size_t length = 0;
	int status = read_source(path, &text, &length, error);

	if (status < 0)
		return status;
	if (is_result(text, length))
		status = take_plan(plan, text, length, source, error);
	else
		status = plan_read(plan, text, length, source, error);
	free(text);
	return status;
}
