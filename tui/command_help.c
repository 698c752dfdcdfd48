/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * command_help.c - "lsmbench help": the overview.
 */
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "engine/text/nearest.h"
#include "fixtures/text_show.h"
#include "tui/command.h"
#include "tui/directories.h"
#include "tui/exit_code.h"

static const char introduction[] =
	"lsmbench measures what system calls cost, and what security modules add to them.\n"
	"\n"
	"  lsmbench               open the console\n"
	"  lsmbench FILE.csv      open a result in the console\n"
	"  lsmbench BASE NEW...   compare results in the console; or A=FILE,... B=FILE,...\n"
	"  lsmbench COMMAND ...   one of the commands below, without the console\n"
	"  lsmbench --version     print the version\n";

static const struct {
	const char *name;
	const char *meaning;
} variables[] = {
	{"TMPDIR", "where scratch directories are made (default /var/tmp)"},
	{"XDG_CONFIG_HOME", "where settings are kept (default ~/.config)"},
	{"XDG_STATE_HOME", "where estimates and rescued results are kept (default ~/.local/state)"},
	{"LSMBENCH_WORKER", "the worker program to use instead of the one beside lsmbench"},
	{"LSMBENCH_QEMU", "the emulator to use instead of qemu-system-x86_64"},
	{"LSMBENCH_GUEST", "the guest's program to use instead of the one beside lsmbench"},
	{"NO_COLOR", "when set and not empty, the console uses no colour"},
};

static const struct {
	int (*locate)(const char *file, char *buffer, size_t size, struct error *error);
	const char *file;
	const char *meaning;
} files[] = {
	{directories_config, "config", "settings of the console"},
	{directories_state, "estimates", "how long cases take on this machine"},
	{directories_state, "scratch-directories", "where \"lsmbench clean\" looks for leftovers"},
	{directories_state, "kept-leftovers", "those that the console asks about no more"},
	{directories_state, "last.csv", "the samples of the last run that wrote no file of them"},
	{directories_state, "ladder", "logs of guests that failed: the last 20"},
	{directories_state, "last-run", "where the samples of the last run are"},
	{directories_state, "baselines", "sessions kept by \"lsmbench baseline\""},
	{directories_state, "lsmbench-*.csv", "results whose own target could not be written"},
};

static void print_overview(void)
{
	fputs(introduction, stdout);
	puts("\nCommands (each has --help)");
	for (size_t i = 0; i < command_count; i++)
		printf("  %-10s %s\n", commands[i].name, commands[i].summary);
	puts("\nExit statuses");
	for (size_t i = 0; i < exit_code_meaning_count; i++)
		printf("  %d  %s\n", (int)exit_code_meanings[i].code,
		       exit_code_meanings[i].meaning);
	puts("\nEnvironment variables");
	for (size_t i = 0; i < sizeof(variables) / sizeof(variables[0]); i++)
		printf("  %-16s %s\n", variables[i].name, variables[i].meaning);
	puts("\nFiles");
	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		char path[PATH_MAX];
		struct error error;

		if (files[i].locate(files[i].file, path, sizeof(path), &error) == 0)
			printf("  %s\n      %s\n", path, files[i].meaning);
		else
			printf("  (%s: %s)\n      %s\n", files[i].file, error.text,
			       files[i].meaning);
	}
}

static const char *command_name(const void *table, size_t index)
{
	return ((const struct command *)table)[index].name;
}

/* "lsmbench help run" is "lsmbench run --help". */
static int help_for(const char *name)
{
	const struct command *command = command_find(name);
	char help[] = "--help";
	char *argv[] = {NULL, help, NULL};
	char shown[TEXT_SHOW_SIZE];
	char near[128];

	if (command && command->run != command_help)
		return command->run(2, argv);
	if (command) {
		print_overview();
		return EXIT_FINE;
	}
	command_complain(
		"there is no command '%s'%s", text_show(name, strlen(name), shown),
		nearest_names(name, command_name, commands, command_count, near, sizeof(near)));
	return EXIT_USAGE;
}

bool command_asks_help(const char *word)
{
	return strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0 || strcmp(word, "-?") == 0;
}

int command_help(int argc, char **argv)
{
	if (argc > 2)
		return command_usage("help takes one command at most");
	if (argc == 2 && !command_asks_help(argv[1]))
		return help_for(argv[1]);
	print_overview();
	return EXIT_FINE;
}
