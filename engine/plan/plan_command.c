/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * plan_command.c - the command line that repeats a plan.
 */
#include <stdlib.h>
#include <string.h>

#include "engine/plan/plan_private.h"

/* Write text so that a shell reads it as one word. */
static void write_word(FILE *file, const char *text)
{
	static const char safe[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
				   "0123456789_.:/+,-%@=";

	if (text[0] && text[strspn(text, safe)] == '\0') {
		fputs(text, file);
		return;
	}
	fputc('\'', file);
	for (; *text; text++) {
		if (*text == '\'')
			fputs("'\\''", file);
		else
			fputc(*text, file);
	}
	fputc('\'', file);
}

static int write_option(const struct plan_key *key, const char *value, void *argument)
{
	FILE *file = argument;

	fprintf(file, " --%s", key->name);
	if (key->type == PLAN_KEY_FLAG)
		return 0;
	/* A value that begins with a dash must not be taken for an option. */
	fputc(value[0] == '-' ? '=' : ' ', file);
	write_word(file, value);
	return 0;
}

static int write_command(const struct plan *plan, FILE *file)
{
	fputs("lsmbench run", file);
	return plan_each(plan, write_option, file);
}

char *plan_command(const struct plan *plan)
{
	struct plan work;
	char *text = NULL;
	size_t size;
	FILE *file;
	int status;

	if (plan_copy(&work, plan) < 0)
		return NULL;
	plan_unexpand(&work);
	file = open_memstream(&text, &size);
	status = file ? write_command(&work, file) : -1;
	plan_clear(&work);
	if (file && (fclose(file) != 0 || status < 0)) {
		free(text);
		return NULL;
	}
	return text;
}
