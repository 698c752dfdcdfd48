/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ladder_files.c - the files of a ladder, read.
 */
#include "tui/ladder_files.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "exports/csv/hooks_csv.h"
#include "fixtures/text_show.h"
#include "tui/ladder_files_settle.h"

static bool ends_with_csv(const char *name)
{
	size_t length = strlen(name);

	return length > 4 && strcmp(name + length - 4, ".csv") == 0;
}

/* "04-apparmor.csv" */
static bool is_rung_name(const char *name)
{
	size_t digits = strspn(name, "0123456789");

	return digits >= 2 && name[digits] == '-' && ends_with_csv(name);
}

static bool is_hooks_name(const char *name)
{
	return strncmp(name, "hooks-", 6) == 0 && ends_with_csv(name);
}

static int rung_only(const struct dirent *entry)
{
	return is_rung_name(entry->d_name);
}

static int hooks_only(const struct dirent *entry)
{
	return is_hooks_name(entry->d_name);
}

static int by_number(const struct dirent **a, const struct dirent **b)
{
	unsigned long first = strtoul((*a)->d_name, NULL, 10);
	unsigned long second = strtoul((*b)->d_name, NULL, 10);

	return first != second ? (first < second ? -1 : 1) : strcmp((*a)->d_name, (*b)->d_name);
}

/* Add the paths of the entries that choose takes, in order. 0 or negative errno. */
static int list(const char *directory, int (*choose)(const struct dirent *),
		struct text_list *paths)
{
	struct dirent **entries;
	int count = scandir(directory, &entries, choose, by_number);
	int status = 0;

	if (count < 0)
		return -errno;
	for (int i = 0; i < count; i++) {
		if (status == 0)
			status =
				text_list_add_format(paths, "%s/%s", directory, entries[i]->d_name);
		free(entries[i]);
	}
	free(entries);
	return status;
}

static bool is_directory(const char *path)
{
	struct stat status;

	return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

static int list_directory(const char *directory, struct text_list *rungs, struct text_list *hooks,
			  struct error *error)
{
	char shown[TEXT_SHOW_SIZE];
	size_t before = rungs->count;
	int status = list(directory, rung_only, rungs);

	if (status == 0)
		status = list(directory, hooks_only, hooks);
	text_show(directory, strlen(directory), shown);
	if (status < 0)
		return error_set(error, status, "cannot read %s: %s", shown, error_words(-status));
	if (rungs->count == before)
		return error_set(error, -ENOENT,
				 "%s holds no rungs: they are called 01-NAME.csv, and \"lsmbench "
				 "ladder -o %s\" writes them",
				 shown, shown);
	return 0;
}

static int read_rung(const char *path, struct ladder_files *files, struct error *error)
{
	struct input *input = &files->inputs[files->count];
	struct ladder_source *source = &files->sources[files->count];
	char shown[TEXT_SHOW_SIZE];
	int status = input_read(path, NULL, input, error);

	if (status < 0)
		return status;
	text_show(path, strlen(path), shown);
	if (!input->result || input->result->unit != RESULT_INSTRUCTIONS ||
	    rung_kind_of(&input->result->environment, &source->kind) < 0) {
		input_clear(input);
		return error_set(error, -EINVAL, "%s is no rung of a ladder%s", shown,
				 " (\"lsmbench compare\" shows other results)");
	}
	source->result = input->result;
	source->name = rung_fact(&input->result->environment, RUNG_FACT_NAME);
	files->count++;
	return 0;
}

static int make_room(struct ladder_files *files, size_t more)
{
	size_t count = files->count + more + 1;
	void *inputs = reallocarray(files->inputs, count, sizeof(*files->inputs));
	void *sources;

	if (!inputs)
		return -ENOMEM;
	files->inputs = inputs;
	sources = reallocarray(files->sources, count, sizeof(*files->sources));
	if (!sources)
		return -ENOMEM;
	files->sources = sources;
	memset(&files->sources[files->count], 0, (more + 1) * sizeof(*files->sources));
	return 0;
}

/* Whether a file has been seen; a path that leads nowhere is left to who opens it. */
static int is_new(const char *path, struct text_list *seen)
{
	char real[PATH_MAX];

	if (!realpath(path, real))
		return 1;
	if (text_list_has(seen, real))
		return 0;
	return text_list_add(seen, real) < 0 ? -ENOMEM : 1;
}

static int read_rungs(const struct text_list *rungs, struct text_list *seen,
		      struct ladder_files *files, struct error *error)
{
	int status = make_room(files, rungs->count);

	for (size_t i = 0; i < rungs->count && status == 0; i++) {
		status = is_new(rungs->items[i], seen);
		if (status > 0)
			status = read_rung(rungs->items[i], files, error);
	}
	return status == -ENOMEM ? error_set(error, status, "no memory for a ladder") : status;
}

/* What is behind a path: a file, or all of a directory. */
static int read_path(const char *path, struct text_list *hooks, struct text_list *seen,
		     struct ladder_files *files, struct error *error)
{
	const bool whole = is_directory(path);
	const char *slash = strrchr(path, '/');
	size_t first = files->count;
	struct text_list rungs = {0};
	int status;

	if (whole)
		status = list_directory(path, &rungs, hooks, error);
	else
		status = text_list_add(is_hooks_name(slash ? slash + 1 : path) ? hooks : &rungs,
				       path);
	if (status == 0)
		status = read_rungs(&rungs, seen, files, error);
	if (status == 0 && whole)
		status = ladder_files_keep_newest(files, first);
	text_list_clear(&rungs);
	return status == -ENOMEM ? error_set(error, status, "no memory for a ladder") : status;
}

static int read_hooks(const struct text_list *paths, struct ladder_files *files,
		      struct error *error)
{
	int status = 0;

	files->hook_tables = calloc(paths->count + 1, sizeof(*files->hook_tables));
	files->hooks = calloc(files->kernel_count + 1, sizeof(void *));
	if (!files->hook_tables || !files->hooks)
		return error_set(error, -ENOMEM, "no memory for a ladder");
	for (size_t i = 0; i < paths->count && status == 0; i++) {
		status = hooks_csv_read_file(paths->items[i], &files->hook_tables[i], error);
		files->hook_count += status == 0;
	}
	return status;
}

/* The hooks of a kernel are those that were counted in one of its release. */
static void match_hooks(struct ladder_files *files)
{
	for (size_t i = 0; i < files->count; i++) {
		const char *release = environment_value(&files->sources[i].result->environment,
							"kernel.release", "");

		for (size_t j = 0; j < files->hook_count; j++) {
			const struct hook_table *table = &files->hook_tables[j];

			if (table->release && strcmp(table->release, release) == 0)
				files->hooks[files->sources[i].kernel] = table;
		}
	}
}

int ladder_files_read(const struct text_list *paths, struct ladder_files *files,
		      struct error *error)
{
	struct text_list hooks = {0};
	struct text_list seen = {0};
	int status = 0;

	*files = (struct ladder_files){0};
	for (size_t i = 0; i < paths->count && status == 0; i++)
		status = read_path(paths->items[i], &hooks, &seen, files, error);
	if (status == 0 && ladder_files_settle(files) < 0)
		status = error_set(error, -ENOMEM, "no memory for a ladder");
	if (status == 0)
		status = read_hooks(&hooks, files, error);
	if (status == 0)
		match_hooks(files);
	else
		ladder_files_clear(files);
	text_list_clear(&hooks);
	text_list_clear(&seen);
	return status;
}

void ladder_files_clear(struct ladder_files *files)
{
	for (size_t i = 0; i < files->count; i++)
		input_clear(&files->inputs[i]);
	for (size_t i = 0; i < files->hook_count; i++)
		hook_table_clear(&files->hook_tables[i]);
	free(files->inputs);
	free(files->sources);
	free(files->hook_tables);
	free(files->hooks);
	text_list_clear(&files->left_out);
	text_list_clear(&files->notes);
	*files = (struct ladder_files){0};
}

size_t ladder_files_left(const char *directory, const struct text_list *written)
{
	struct text_list paths = {0};
	size_t left = 0;

	(void)list(directory, rung_only, &paths);
	for (size_t i = 0; i < paths.count; i++)
		left += !text_list_has(written, paths.items[i]);
	text_list_clear(&paths);
	return left;
}
