/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * export_file.c - the files that a result is saved to: their names, and where they go when the
 * console must end.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "exports/export.h"
#include "tui/console_state.h"
#include "tui/directories.h"
#include "tui/export_file.h"

#define NAMES_TRIED 1000

/* The native format is the first of the table. */
static const struct export_format *native_format(void)
{
	const struct export_format *format = export_format_find("csv");

	return format != NULL ? format : &export_formats[0];
}

static void make_stamp(const struct result *result, char *buffer, size_t size)
{
	time_t when = result->started != 0 ? (time_t)result->started : time(NULL);
	struct tm local;

	localtime_r(&when, &local);
	strftime(buffer, size, "%Y%m%d-%H%M%S", &local);
}

/* "PREFIXlsmbench-STAMP.csv", from the second on "PREFIXlsmbench-STAMP-2.csv". */
static void name_of(char *buffer, size_t size, const char *prefix, const char *stamp,
		    const char *extension, int number)
{
	if (number == 1)
		snprintf(buffer, size, "%slsmbench-%s%s", prefix, stamp, extension);
	else
		snprintf(buffer, size, "%slsmbench-%s-%d%s", prefix, stamp, number, extension);
}

void export_default_name(const struct result *result, const char *extension, char *buffer,
			 size_t size)
{
	char stamp[64];
	int number = 1;

	make_stamp(result, stamp, sizeof(stamp));
	do
		name_of(buffer, size, "", stamp, extension, number++);
	while (access(buffer, F_OK) == 0 && number < NAMES_TRIED);
}

int export_write(const struct result *result, const struct export_format *format,
		 const struct export_options *options, const char *path, bool force,
		 struct error *error)
{
	struct save save;
	int status;

	if (*path == '\0')
		return error_set(error, -EINVAL, "no file name given");
	status = save_open(&save, path, force, error);
	if (status < 0)
		return status;
	status = format->write(&result, 1, options, save.file, error);
	if (status < 0) {
		save_abort(&save);
		return status;
	}
	return save_commit(&save, error);
}

/* The file is the result's home now: what it holds is not lost any more. */
void export_note_saved(struct console *console, const char *path)
{
	console->unsaved = false;
	snprintf(console->result_source, sizeof(console->result_source), "%s", path);
}

bool export_save_native(struct console *console)
{
	const struct result *result = console_result(console);
	const struct export_options options = {.redact = false};
	struct error error;
	char path[PATH_MAX];

	if (result == NULL)
		return false;
	export_default_name(result, native_format()->extension, path, sizeof(path));
	if (export_write(result, native_format(), &options, path, false, &error) < 0) {
		console_say(console, ROLE_ALARM, "%s", error.text);
		return false;
	}
	export_note_saved(console, path);
	console_say(console, ROLE_GOOD, "saved to %s", path);
	return true;
}

/* prefix is a directory with a slash behind it, or "". */
static int rescue_to(struct console *console, const char *prefix, char *path, size_t size,
		     struct error *error)
{
	const struct result *result = console_result(console);
	const struct export_options options = {.redact = false};
	char stamp[64];
	int number = 1;
	int status;

	make_stamp(result, stamp, sizeof(stamp));
	do
		name_of(path, size, prefix, stamp, native_format()->extension, number++);
	while (access(path, F_OK) == 0 && number < NAMES_TRIED);
	status = export_write(result, native_format(), &options, path, false, error);
	if (status == 0)
		export_note_saved(console, path);
	return status;
}

/* Into the user's state directory, where other programs keep such things. */
static int rescue_to_state(struct console *console, char *path, size_t size, struct error *error)
{
	char prefix[PATH_MAX];
	int status = directories_state("", prefix, sizeof(prefix), error);

	if (status == 0)
		status = directories_make(prefix, error);
	return status < 0 ? status : rescue_to(console, prefix, path, size, error);
}

int console_rescue_again(struct console *console, const char *path, struct error *error)
{
	const struct export_options options = {.redact = false};

	return export_write(console_result(console), native_format(), &options, path, true, error);
}

int console_rescue(struct console *console, char *path, size_t size, struct error *error)
{
	const char *temporary = getenv("TMPDIR");
	char prefix[PATH_MAX];

	if (!console->unsaved || console_result(console) == NULL)
		return 1;
	if (rescue_to(console, "", path, size, error) == 0 ||
	    rescue_to_state(console, path, size, error) == 0)
		return 0;
	snprintf(prefix, sizeof(prefix), "%.4000s/",
		 temporary != NULL && temporary[0] == '/' ? temporary : "/tmp");
	return rescue_to(console, prefix, path, size, error);
}
