/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * input_name.h - how a person names what is to be read: FILE, or FILE:HOST, one host of a file
 * that has several.
 */
#ifndef LSMBENCH_TUI_INPUT_NAME_H
#define LSMBENCH_TUI_INPUT_NAME_H

#include <stdbool.h>

#include "exports/input_read.h"
#include "fixtures/error.h"

struct input_name {
	char *path; /* malloc'ed; "-" is standard input */
	char *host; /* the part behind the file's name and a colon, same memory; NULL: none */
};

/*
 * Take word apart. A file that has the whole of word as its name is meant by it; else, when there
 * is a file of the name in front of a colon (of several the last such one), what stands behind that
 * is a host, or a variant like "landlock:1". When there is neither, the whole is the path, for the
 * message that it cannot be opened. 0, or -ENOMEM with a message.
 */
int input_name_split(const char *word, struct input_name *name, struct error *error);
void input_name_clear(struct input_name *name);

/* Whether there is a file that word names. */
bool input_name_exists(const char *word);

/*
 * Of several hosts in a file the reports must tell which one it is: let word be the figures'
 * source. 0, or -ENOMEM with a message; input is cleared then.
 */
int input_name_source(struct input *input, const char *word, struct error *error);

/* Read what word names, as input_read() does. A host stands in the figures' source, too. */
int input_name_read(const char *word, struct input *input, struct error *error);

/*
 * Say on standard error what the reader left out of the file called word: all of it when verbose,
 * else how much, or the only one.
 */
void input_name_print_notes(const char *word, const struct figures *figures, bool verbose);

#endif
