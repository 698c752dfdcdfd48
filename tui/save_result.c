/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * save_result.c - a result into a file, and into another one when that cannot be.
 */
#include "tui/save_result.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "tui/directories.h"

#define NAMES_TRIED 1000

int save_results(struct save *save, const struct export_format *format,
		 const struct result *const *results, size_t count,
		 const struct export_options *options, struct error *error)
{
	struct error why;
	int status = export_write(format, results, count, options, save->file, &why);

	if (status < 0) {
		error_set(error, status, "cannot write %s: %.400s", save->target, why.text);
		save_abort(save);
		return status;
	}
	return save_commit(save, error);
}

int save_result(const struct result *result, const struct export_format *format,
		const struct export_options *options, const char *path, bool force,
		struct error *error)
{
	struct save save;
	int status = save_open_as(&save, path, export_format_kind(format), force, error);

	return status < 0 ? status : save_results(&save, format, &result, 1, options, error);
}

void save_result_name(const struct result *result, const char *prefix, const char *extension,
		      char *buffer, size_t size)
{
	time_t when = result->started != 0 ? (time_t)result->started : time(NULL);
	char stamp[64];
	struct tm local;

	localtime_r(&when, &local);
	strftime(stamp, sizeof(stamp), "%Y%m%d-%H%M%S", &local);
	snprintf(buffer, size, "%slsmbench-%s%s", prefix, stamp, extension);
	for (int number = 2; access(buffer, F_OK) == 0 && number <= NAMES_TRIED; number++)
		snprintf(buffer, size, "%slsmbench-%s-%d%s", prefix, stamp, number, extension);
}

/* prefix is a directory with a slash behind it, or "". */
static int rescue_to(const struct result *result, const struct export_options *options,
		     const char *prefix, char *path, size_t size, struct error *error)
{
	const struct export_format *format = export_format_native();

	save_result_name(result, prefix, format->extension, path, size);
	return save_result(result, format, options, path, false, error);
}

/* Into the user's state directory, where other programs keep such things. */
static int rescue_to_state(const struct result *result, const struct export_options *options,
			   char *path, size_t size, struct error *error)
{
	char prefix[PATH_MAX];
	int status = directories_state("", prefix, sizeof(prefix), error);

	if (status == 0)
		status = directories_make(prefix, error);
	return status < 0 ? status : rescue_to(result, options, prefix, path, size, error);
}

int rescue_result(const struct result *result, const struct export_options *options, bool here,
		  char *path, size_t size, struct error *error)
{
	const char *const directories[] = {getenv("TMPDIR"), "/var/tmp", "/tmp"};
	int status = -ENOENT;

	if (here)
		status = rescue_to(result, options, "", path, size, error);
	if (status < 0)
		status = rescue_to_state(result, options, path, size, error);
	for (size_t i = 0; status < 0 && i < sizeof(directories) / sizeof(directories[0]); i++) {
		char prefix[PATH_MAX];

		if (!directories[i] || directories[i][0] != '/' ||
		    (size_t)snprintf(prefix, sizeof(prefix), "%s/", directories[i]) >=
			    sizeof(prefix))
			continue;
		status = rescue_to(result, options, prefix, path, size, error);
	}
	return status;
}
