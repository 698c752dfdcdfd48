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

#include "engine/result/result.h"
#include "exports/csv/csv_read.h"
#include "exports/save.h"
#include "exports/signature.h"
#include "fixtures/text_show.h"

/* 65536 cases with long names are a quarter of it. */
#define PLAN_MAXIMUM ((size_t)16 << 20)

struct source {
	int fd;
	const char *name; /* as messages have it */
	char *text;       /* what was read so far */
	size_t length;
};

/* Read until there are size bytes or there is no more. */
static int fill(struct source *source, size_t size, struct error *error)
{
	char *grown = realloc(source->text, size);
	ssize_t got = 1;

	if (!grown)
		return error_set(error, -ENOMEM, "no memory to read %s", source->name);
	source->text = grown;
	while (got != 0 && source->length < size) {
		got = read(source->fd, source->text + source->length, size - source->length);
		if (got < 0 && errno != EINTR)
			return error_set(error, -errno, "cannot read %s: %s", source->name,
					 error_words(errno));
		source->length += got > 0 ? (size_t)got : 0;
	}
	return 0;
}

static int take_result(struct plan *plan, const struct source *source, struct error *error)
{
	struct result result;
	int status = csv_read_begun(source->fd, source->text, source->length, source->name, &result,
				    error);

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

/* Whether there is any line but blank ones and comments. */
static bool says_anything(const char *text, size_t length)
{
	bool comment = false;

	for (size_t i = text_mark_length(text, length); i < length; i++) {
		if (text[i] == '\n')
			comment = false;
		else if (text[i] == '#')
			comment = true;
		else if (!comment && !strchr(" \t\r", text[i]))
			return true;
	}
	return false;
}

static int take_plan(struct plan *plan, struct source *source, bool signed_by_us,
		     struct error *error)
{
	int status = fill(source, PLAN_MAXIMUM + 1, error);

	if (status < 0)
		return status;
	if (source->length > PLAN_MAXIMUM)
		return error_set(error, -EFBIG, "%s: it is longer than the %zu MiB of a plan",
				 source->name, PLAN_MAXIMUM >> 20);
	/* Our own may well hold the defaults alone. */
	if (!signed_by_us && !says_anything(source->text, source->length))
		return error_set(error, -EINVAL,
				 "%s: it holds no plan: not one line \"key: value\"", source->name);
	return plan_read(plan, source->text, source->length, source->name, error);
}

static int take(struct plan *plan, struct source *source, struct error *error)
{
	enum signature kind;
	int status = fill(source, SIGNATURE_SIZE, error);

	if (status < 0)
		return status;
	kind = signature_of(source->text, source->length);
	/* A plan that somebody wrote by hand has no signature; of the rest the reader complains. */
	if (kind == SIGNATURE_PLAN || kind == SIGNATURE_NONE)
		return take_plan(plan, source, kind == SIGNATURE_PLAN, error);
	return take_result(plan, source, error);
}

int plan_file_read(struct plan *plan, const char *path, struct error *error)
{
	bool standard = strcmp(path, "-") == 0;
	char shown[TEXT_SHOW_SIZE];
	struct source source = {
		.fd = standard ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY),
		.name = standard ? "standard input" : text_show(path, strlen(path), shown),
	};
	int status;

	if (source.fd < 0)
		return error_set(error, -errno, "cannot read %s: %s", source.name,
				 error_words(errno));
	status = take(plan, &source, error);
	if (!standard)
		close(source.fd);
	free(source.text);
	return status;
}

int plan_file_write(const struct plan *plan, const char *path, struct error *error)
{
	struct save save;
	int status = save_open_as(&save, path, SIGNATURE_PLAN, false, error);

	if (status < 0)
		return status;
	signature_write(SIGNATURE_PLAN, save.file);
	plan_write(plan, save.file);
	return save_commit(&save, error);
}
