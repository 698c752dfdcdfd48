/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ladder_files_save.c - the files of a ladder, written.
 */
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "engine/environment/rung_facts.h"
#include "exports/csv/hooks_csv.h"
#include "fixtures/text_show.h"
#include "tui/directories.h"
#include "tui/ladder_files.h"
#include "tui/save_result.h"

/* As much of a rung's name as its file bears. */
#define NAME_LENGTH 60

int ladder_files_make_directory(const char *directory, struct error *error)
{
	char shown[TEXT_SHOW_SIZE];
	struct stat status;
	int code;

	if (mkdir(directory, 0777) == 0)
		return 0;
	code = errno;
	text_show(directory, strlen(directory), shown);
	if (stat(directory, &status) < 0)
		return error_set(error, -code, "cannot make the directory %s: %s", shown,
				 error_words(code));
	if (!S_ISDIR(status.st_mode))
		return error_set(error, -ENOTDIR,
				 "%s is no directory: a ladder needs one for its files", shown);
	return 0;
}

/* text with nothing in it that a shell or another system could take for more than a letter. */
static void make_plain(const char *text, char *buffer, size_t size)
{
	size_t used = 0;

	for (; *text && used + 1 < size; text++) {
		unsigned char byte = (unsigned char)*text;
		bool is_plain = byte < 128 && (isalnum(byte) || strchr("._=+", byte));

		/* Commas part files from each other where several are named. */
		if (is_plain || byte == ',')
			buffer[used++] = byte == ',' ? '+' : (char)byte;
		else if (used > 0 && buffer[used - 1] != '-')
			buffer[used++] = '-';
	}
	while (used > 0 && buffer[used - 1] == '-')
		used--;
	buffer[used] = '\0';
}

/* What a rung's file is called: by what it is, not by what its guest reports unasked. */
static void file_name(const struct result *result, char *buffer, size_t size)
{
	const struct environment *environment = &result->environment;
	const char *name = rung_fact(environment, RUNG_FACT_NAME);
	const char *open = strstr(name, " (");
	const char *close = open ? strchr(open, ')') : NULL;
	enum rung_kind kind;
	char text[256];

	if (rung_kind_of(environment, &kind) == 0 && rung_kind_is_repeat(kind))
		snprintf(text, sizeof(text), "%s", rung_kind_name(kind));
	else if (close && open > name)
		snprintf(text, sizeof(text), "%.*s%s", (int)(open - name), name, close + 1);
	else
		snprintf(text, sizeof(text), "%s", name);
	make_plain(text, buffer, size);
	if (buffer[0] == '\0')
		snprintf(buffer, size, "rung");
}

int ladder_files_save(const char *directory, size_t number, const struct result *result, bool force,
		      char *path, size_t size, struct error *error)
{
	static const struct export_options options = {0};
	char name[NAME_LENGTH];

	file_name(result, name, sizeof(name));
	if ((size_t)snprintf(path, size, "%s/%02zu-%s.csv", directory, number, name) >= size)
		return error_set(error, -ENAMETOOLONG, "%.200s: the path is too long", directory);
	return save_result(result, export_format_native(), &options, path, force, error);
}

int ladder_files_save_hooks(const char *directory, const struct hook_table *table, bool force,
			    struct error *error)
{
	char path[PATH_MAX];
	char release[NAME_LENGTH];
	struct error why;
	struct save save;
	int status;

	make_plain(table->release ? table->release : "unknown", release, sizeof(release));
	if ((size_t)snprintf(path, sizeof(path), "%s/hooks-%s.csv", directory, release) >=
	    sizeof(path))
		return error_set(error, -ENAMETOOLONG, "%.200s: the path is too long", directory);
	status = save_open_as(&save, path, SIGNATURE_HOOKS, force, error);
	if (status < 0)
		return status;
	status = hooks_csv_write(table, save.file, &why);
	if (status == 0)
		return save_commit(&save, error);
	save_abort(&save);
	return error_set(error, status, "cannot write %s: %.400s", path, why.text);
}
