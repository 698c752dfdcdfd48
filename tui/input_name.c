/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * input_name.c - a file, and perhaps one of the hosts in it.
 */
#include "tui/input_name.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tui/command.h"

/* Is there something to read? Who may not read it shall be told that, of that name. */
static bool is_there(const char *path)
{
	return strcmp(path, "-") == 0 || access(path, F_OK) == 0 || errno == EACCES;
}

int input_name_split(const char *word, struct input_name *name, struct error *error)
{
	size_t length;

	*name = (struct input_name){.path = strdup(word)};
	if (!name->path)
		return error_set(error, -ENOMEM, "out of memory");
	if (is_there(word))
		return 0;
	/* A variant's name has colons of its own, and a file's may have some, too: the longest. */
	for (length = strlen(word); length-- > 0;) {
		if (word[length] != ':')
			continue;
		name->path[length] = '\0';
		if (is_there(name->path)) {
			name->host = &name->path[length + 1];
			return 0;
		}
		name->path[length] = ':';
	}
	return 0;
}

void input_name_clear(struct input_name *name)
{
	free(name->path);
	*name = (struct input_name){0};
}

bool input_name_exists(const char *word)
{
	struct input_name name;
	bool exists;

	if (input_name_split(word, &name, NULL) < 0)
		return false;
	exists = is_there(name.path);
	input_name_clear(&name);
	return exists;
}

int input_name_source(struct input *input, const char *word, struct error *error)
{
	char *source = strdup(word);

	if (!source) {
		input_clear(input);
		return error_set(error, -ENOMEM, "out of memory");
	}
	free(input->figures.source);
	input->figures.source = source;
	return 0;
}

int input_name_read(const char *word, struct input *input, struct error *error)
{
	struct input_name name;
	int status = input_name_split(word, &name, error);

	*input = (struct input){0};
	if (status < 0)
		return status;
	status = input_read(name.path, name.host, input, error);
	if (status == 0 && name.host)
		status = input_name_source(input, word, error);
	input_name_clear(&name);
	return status;
}

void input_name_print_notes(const char *word, const struct figures *figures, bool verbose)
{
	const struct text_list *notes = &figures->notes;

	if (notes->count > 1 && !verbose) {
		command_complain("%s: %zu things were left out; \"lsmbench import --verbose\" "
				 "lists them",
				 word, notes->count);
		return;
	}
	for (size_t i = 0; i < notes->count; i++)
		command_complain("%s: %s", word, notes->items[i]);
}
