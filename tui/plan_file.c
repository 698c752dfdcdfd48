/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * plan_file.c - a plan from a file and into one: a plan file, or a result, whose session is
 * repeated.
 */
#include "tui/plan_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/result.h"
#include "exports/csv_read.h"
#include "exports/save.h"
#include "exports/signature.h"
#include "tui/read_all.h"

/* A result of a million samples is some 80 MB. */
#define FILE_MAXIMUM ((size_t)1 << 31)

static int read_source(const char *path, char **text, size_t *length, struct error *error)
{
	bool standard = strcmp(path, "-") == 0;
	int fd = standard ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
	int status;

	if (fd < 0)
		return error_set(error, -errno, "cannot read %s: %s", path, error_words(errno));
	status = read_all(fd, FILE_MAXIMUM, text, length);
	if (!standard)
		close(fd);
	if (status < 0)
		return error_set(error, status, "cannot read %s: %s", path, error_words(status));
	return 0;
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

int plan_file_read(struct plan *plan, const char *path, struct error *error)
{
	const char *source = strcmp(path, "-") == 0 ? "standard input" : path;
	enum signature kind;
	char *text = NULL;
	size_t length = 0;
	int status = read_source(path, &text, &length, error);

	if (status < 0)
		return status;
	kind = signature_of(text, length);
	/* A plan that somebody wrote by hand has no signature; of the rest the reader complains. */
	if (kind == SIGNATURE_PLAN || kind == SIGNATURE_NONE)
		status = plan_read(plan, text, length, source, error);
	else
		status = take_plan(plan, text, length, source, error);
	free(text);
	return status;
}

int plan_file_write(const struct plan *plan, const char *path, struct error *error)
{
	struct save save;
	int status = save_open(&save, path, false, error);

	if (status < 0)
		return status;
	signature_write(SIGNATURE_PLAN, save.file);
	plan_write(plan, save.file);
	return save_commit(&save, error);
}
