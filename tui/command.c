/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * command.c - the table of subcommands, and how they complain.
 */
#include "tui/command.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fixtures/text_show.h"
#include "tui/exit_code.h"

const struct command commands[] = {
	{"run", "measure, without the console", command_run},
	{"time", "time a command, under variants or alone", command_time},
	{"demo", "show what security modules cost, in two minutes", command_demo},
	{"export", "write result files in another format", command_export},
	{"compare", "show what variants or boots differ in", command_compare},
	{"import", "read published text into a file that compare takes", command_import},
	{"baseline", "keep sessions to compare with", command_baseline},
	{"ladder", "show what security modules cost, to the instruction", command_ladder},
	{"hooks", "count the security hooks that operations call", command_hooks},
	{"ops", "list what can be measured", command_ops},
	{"env", "show this machine as a result records it", command_env},
	{"clean", "remove what killed sessions left behind", command_clean},
	{"help", "explain commands, exit statuses and files", command_help},
};

const size_t command_count = sizeof(commands) / sizeof(commands[0]);

const struct command *command_find(const char *name)
{
	for (size_t i = 0; i < command_count; i++) {
		if (strcmp(commands[i].name, name) == 0)
			return &commands[i];
	}
	return NULL;
}

void command_complain(const char *format, ...)
{
	va_list arguments;
	char *text = NULL;

	va_start(arguments, format);
	if (vasprintf(&text, format, arguments) < 0)
		text = NULL;
	va_end(arguments);
	fputs("lsmbench: ", stderr);
	/* It may name files, whose names may hold anything. */
	text_write_safe(text ? text : "out of memory", stderr);
	fputc('\n', stderr);
	free(text);
}

int command_usage(const char *message)
{
	command_complain("%s", message);
	return EXIT_USAGE;
}
