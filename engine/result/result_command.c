/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * result_command.c - the command that measures again what a result holds.
 */
#include "engine/result/result_command.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/environment/rung_facts.h"

/* The last of the words that a ladder gives every guest. */
#define LAST_OF_OURS "panic=-1"

static const char *fact(const struct result *result, enum rung_fact fact)
{
	return rung_fact(&result->environment, fact);
}

/* Words that say what else is known of the rung. */
static bool is_ours(const char *word, size_t length)
{
	return strncmp(word, "lsm=", 4) == 0 ||
	       (length >= 17 && strncmp(word, "lsmbench.placebo=", 17) == 0);
}

char *result_guest_words(const struct result *result)
{
	const char *at = strstr(fact(result, RUNG_FACT_COMMAND_LINE), LAST_OF_OURS);
	char *words = calloc(1, at ? strlen(at) + 1 : 1);

	if (!words || !at)
		return words;
	at += strlen(LAST_OF_OURS);
	while (*(at += strspn(at, " "))) {
		size_t length = strcspn(at, " ");

		if (!is_ours(at, length)) {
			strcat(words, words[0] ? " " : "");
			strncat(words, at, length);
		}
		at += length;
	}
	return words;
}

/* Write text so that a shell reads it as one word. */
static void write_quoted(const char *text, FILE *file)
{
	fputc('\'', file);
	for (; *text; text++) {
		if (*text == '\'')
			fputs("'\\''", file);
		else
			fputc(*text, file);
	}
	fputc('\'', file);
}

static void write_ladder(const struct result *result, const char *words, const char *command,
			 FILE *file)
{
	const char *policy = rung_policy(&result->environment);
	const char *asked = fact(result, RUNG_FACT_LSM_ASKED);
	char *list;

	fputs("lsmbench ladder --kernel ", file);
	write_quoted(fact(result, RUNG_FACT_KERNEL), file);
	fputs(" --lsm ", file);
	if (asprintf(&list, "%s%s%s", asked[0] ? asked : "default", words[0] ? " " : "", words) >=
	    0) {
		write_quoted(list, file);
		free(list);
	}
	if (policy) {
		fputs(" --policy ", file);
		write_quoted(policy, file);
	}
	/* The options of the plan are those of "lsmbench run". */
	fputs(command + strlen("lsmbench run"), file);
}

char *result_command(const struct result *result)
{
	char *command = plan_command(&result->plan);
	char *words;
	char *text = NULL;
	size_t size;
	FILE *file;

	if (result->unit != RESULT_INSTRUCTIONS || !command || !fact(result, RUNG_FACT_KERNEL)[0])
		return command;
	words = result_guest_words(result);
	file = words ? open_memstream(&text, &size) : NULL;
	if (file) {
		write_ladder(result, words, command, file);
		if (fclose(file) != 0) {
			free(text);
			text = NULL;
		}
	}
	free(words);
	free(command);
	return text;
}
