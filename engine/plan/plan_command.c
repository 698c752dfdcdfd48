/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * plan_command.c - the command line that repeats a plan.
 */
#include <stdlib.h>
#include <string.h>

#include "engine/plan/plan_private.h"
#include "engine/text/shell_word.h"

static int write_option(const struct plan_key *key, const char *value, void *argument)
{
	FILE *file = argument;

	fprintf(file, " --%s", key->name);
	if (key->type == PLAN_KEY_FLAG)
		return 0;
	/* A value that begins with a dash must not be taken for an option. */
	fputc(value[0] == '-' ? '=' : ' ', file);
	shell_word_write(value, file);
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
