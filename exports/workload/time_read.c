/* SPDX-License-Identifier: GPL-2.0-or-later */
/* time_read.c - lines of time(1), and above them whose they are. */
#include "exports/workload/time_read.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* Where nothing says what was run. */
static const char unnamed[] = "time";

bool time_is(const char *text, size_t length)
{
	static const char first[] = "elapsed ";
	static const char last[] = "maxresident)k";

	return memmem(text, length, first, strlen(first)) &&
	       memmem(text, length, last, strlen(last));
}

/* Behind "# command:": the rest of the line. */
static void take_command(struct workload_words *words, char command[PARAMETER_COMMAND_SIZE])
{
	const size_t line = words->items[words->at - 1].line;
	size_t used = 0;

	command[0] = '\0';
	while (workload_word_ahead(words, 0) && workload_word_ahead(words, 0)->line == line) {
		const struct workload_word *word = workload_word_ahead(words, 0);

		if (used < PARAMETER_COMMAND_SIZE)
			used += (size_t)snprintf(command + used, PARAMETER_COMMAND_SIZE - used,
						 "%s%.*s", used > 0 ? " " : "", (int)word->length,
						 word->text);
		words->at++;
	}
}

/* "landlock:1:" alone on its line, above a line of time(1). */
static bool is_label(const struct workload_words *words)
{
	const struct workload_word *word = workload_word_ahead(words, 0);
	const struct workload_word *next = workload_word_ahead(words, 1);
	static const char user[] = "user";

	return word->length > 1 && word->text[word->length - 1] == ':' && next &&
	       next->line == word->line + 1 && next->length > strlen(user) &&
	       memcmp(next->text + next->length - strlen(user), user, strlen(user)) == 0;
}

static int take_label(struct workload_import *import, struct error *error)
{
	const struct workload_word *word = workload_word_ahead(&import->words, 0);
	char name[WORKLOAD_NAME_SIZE];

	import->words.at++;
	workload_copy_name(name, word->text, word->length - 1);
	return workload_enter_group(import, name, error);
}

/* A comment says nothing more, however much a word in it looks like a time. */
static void pass_over_line(struct workload_words *words)
{
	const size_t line = workload_line(words);

	while (workload_word_ahead(words, 0) && workload_word_ahead(words, 0)->line == line)
		words->at++;
}

int time_read(struct workload_import *import, struct error *error)
{
	struct workload_words *words = &import->words;
	char command[PARAMETER_COMMAND_SIZE];
	struct time_line line;
	size_t results = 0;
	int code = 0;

	snprintf(command, sizeof(command), "%s", unnamed);
	while (code == 0 && workload_word_ahead(words, 0)) {
		if (workload_words_skip(words, "# command:"))
			take_command(words, command);
		else if (workload_words_follow(words, "# measured by:") && results++ > 0)
			code = workload_refuse(words, "one result only (cut the text in two)",
					       error);
		else if (workload_word_ahead(words, 0)->text[0] == '#')
			pass_over_line(words);
		else if (is_label(words))
			code = take_label(import, error);
		else if (workload_number_follows(words, "user"))
			code = time_take_line(import, command, &line, error);
		else
			words->at++;
	}
	return code;
}
