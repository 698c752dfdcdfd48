/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * output.c - where a command's result goes, and in which format.
 */
#include "tui/output.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fixtures/text_show.h"
#include "tui/command.h"
#include "tui/input_name.h"
#include "tui/save_result.h"

static int unknown_format(const char *name, struct error *error)
{
	char known[256] = "";
	size_t used = 0;
	char shown[TEXT_SHOW_SIZE];

	for (size_t i = 0; i < export_format_count && used < sizeof(known); i++)
		used += (size_t)snprintf(known + used, sizeof(known) - used, "%s%s", i ? ", " : "",
					 export_formats[i].name);
	return error_set(error, -EINVAL, "--format: unknown format '%s'; there are %s",
			 text_show(name, strlen(name), shown), known);
}

/* The format whose files are usually called like target: "x.summary.csv" is no native "x.csv". */
static const struct export_format *format_of_target(const char *target)
{
	const struct export_format *found = NULL;
	size_t length = target ? strlen(target) : 0;
	size_t longest = 0;

	for (size_t i = 0; i < export_format_count; i++) {
		size_t extension = strlen(export_formats[i].extension);

		if (length > extension && extension > longest &&
		    strcmp(target + length - extension, export_formats[i].extension) == 0) {
			found = &export_formats[i];
			longest = extension;
		}
	}
	return found;
}

int output_choose(struct output *output, const char *format_name, struct error *error)
{
	if (format_name) {
		output->format = export_format_find(format_name);
		return output->format ? 0 : unknown_format(format_name, error);
	}
	output->format = format_of_target(output->target);
	if (!output->format)
		output->format = export_format_native();
	return 0;
}

bool output_has_extension(const char *target)
{
	const char *slash = strrchr(target, '/');
	struct stat status;

	if (!strrchr(slash ? slash : target, '.'))
		return false;
	/* Whoever names a device or a pipe has a reason. */
	return stat(target, &status) < 0 || S_ISREG(status.st_mode);
}

void output_tell_format(const struct output *output, const char *format_name)
{
	if (format_name || !output->target || format_of_target(output->target) ||
	    !output_has_extension(output->target))
		return;
	command_complain("%s: no format is called like that, so it gets native CSV; --format names "
			 "another",
			 output->target);
}

/* Is the file at path ("-": standard input) the regular file that target names, by any name? */
static bool is_same_file(const char *path, const char *target)
{
	struct stat read;
	struct stat written;
	int status = strcmp(path, "-") == 0 ? fstat(STDIN_FILENO, &read) : stat(path, &read);

	return status == 0 && stat(target, &written) == 0 && S_ISREG(written.st_mode) &&
	       written.st_ino == read.st_ino && written.st_dev == read.st_dev;
}

int output_check_input(const struct output *output, const char *input, struct error *error)
{
	char shown[TEXT_SHOW_SIZE];
	struct input_name name;
	bool same;
	int status;

	if (output->force || !output->target || strcmp(output->target, "-") == 0)
		return 0;
	status = input_name_split(input, &name, error);
	if (status < 0)
		return status;
	same = is_same_file(name.path, output->target);
	input_name_clear(&name);
	if (!same)
		return 0;
	return error_set(error, -EEXIST,
			 "%s is read here and would be replaced; choose another name or use "
			 "--force",
			 text_show(output->target, strlen(output->target), shown));
}

int output_content(const struct output *output, enum signature kind, output_writer *writer,
		   const void *what, struct error *error)
{
	struct error why = {""};
	struct save save;
	int status = save_open_as(&save, output->target ? output->target : "-", kind, output->force,
				  error);

	if (status < 0)
		return status;
	status = writer(what, save.file, &why);
	if (status == 0)
		return save_commit(&save, error);
	if (status == -EINVAL)
		error_set(error, status, "%s", why.text);
	else
		error_set(error, status, "cannot write %s: %.400s", save.target, why.text);
	save_abort(&save);
	return status;
}

static int open_target(struct output *output, struct error *error)
{
	return save_open_as(&output->save, output->target ? output->target : "-",
			    export_format_kind(output->format), output->force, error);
}

int output_prepare(struct output *output, struct error *error)
{
	int status = open_target(output, error);

	if (status < 0)
		return status;
	/* A file beside the target would stay behind if we were killed; a pipe must stay open. */
	if (output->save.temporary[0])
		save_abort(&output->save);
	else
		output->open = true;
	return 0;
}

int output_write_items(struct output *output, const struct export_item *items, size_t count,
		       struct error *error)
{
	int status = output->open ? 0 : open_target(output, error);
	struct error why = {""};

	if (status < 0)
		return status;
	output->open = false;
	status = export_write_items(output->format, items, count, &output->options,
				    output->save.file, &why);
	if (status == 0)
		return save_commit(&output->save, error);
	error_set(error, status, "cannot write %s: %.400s", output->save.target, why.text);
	save_abort(&output->save);
	return status;
}

int output_write(struct output *output, const struct result *const *results, size_t count,
		 struct error *error)
{
	int status = output->open ? 0 : open_target(output, error);

	if (status < 0)
		return status;
	output->open = false;
	return save_results(&output->save, output->format, results, count, &output->options, error);
}

void output_close(struct output *output)
{
	if (output->open)
		save_abort(&output->save);
	output->open = false;
}
