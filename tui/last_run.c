/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * last_run.c - where the samples of the last run are.
 */
#include "tui/last_run.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "exports/save.h"
#include "fixtures/text_show.h"
#include "tui/directories.h"
#include "tui/save_result.h"

static const char copy_file[] = "last.csv";
/* One line: the path of what the last run wrote. */
static const char place_file[] = "last-run";

int last_run_remember(const char *path, struct error *error)
{
	char place[PATH_MAX];
	char *whole = realpath(path, NULL);
	struct save save;
	int status =
		whole ? directories_state(place_file, place, sizeof(place), error)
		      : error_set(error, -errno, "cannot find %s: %s", path, error_words(errno));

	if (status == 0)
		status = directories_make(place, error);
	if (status == 0)
		status = save_open(&save, place, true, error);
	if (status == 0) {
		fprintf(save.file, "%s\n", whole);
		status = save_commit(&save, error);
	}
	free(whole);
	return status;
}

int last_run_keep(const struct result *result, const struct export_options *options, char *path,
		  size_t size, struct error *error)
{
	int status = directories_state(copy_file, path, size, error);

	if (status == 0)
		status = directories_make(path, error);
	if (status == 0)
		status = save_result(result, export_format_native(), options, path, false, error);
	return status < 0 ? status : last_run_remember(path, error);
}

/* What the place file names, in path. 0 or negative errno. */
static int read_place(const char *place, char *path, size_t size)
{
	struct error error;
	size_t length;
	char *text;
	int status = directories_read(place, PATH_MAX + 1, &text, &length, &error);

	if (status < 0)
		return status;
	text[strcspn(text, "\n")] = '\0';
	snprintf(path, size, "%s", text);
	free(text);
	return path[0] == '/' ? 0 : -EINVAL;
}

int last_run_find(char *path, size_t size, struct error *error)
{
	char shown[TEXT_SHOW_SIZE];
	char place[PATH_MAX];
	int status = directories_state(place_file, place, sizeof(place), error);

	if (status < 0)
		return status;
	/* What a version left that remembered nothing. */
	if (read_place(place, path, size) < 0) {
		status = directories_state(copy_file, path, size, error);
		if (status < 0 || access(path, F_OK) == 0)
			return status;
		return error_set(error, -ENODATA,
				 "there is no last run to save; name a file: lsmbench baseline "
				 "save NAME FILE.csv");
	}
	if (access(path, F_OK) == 0)
		return 0;
	return error_set(
		error, -ENODATA,
		"the last run wrote %s, which is not there any more; name a file: lsmbench "
		"baseline save NAME FILE.csv",
		text_show(path, strlen(path), shown));
}
