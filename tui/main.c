/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * main.c - lsmbench: the console, or one of the subcommands.
 */
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/text/nearest.h"
#include "engine/text/version.h"
#include "fixtures/text_show.h"
#include "tui/command.h"
#include "tui/compare_inputs.h"
#include "tui/console.h"
#include "tui/exit_code.h"
#include "tui/input_name.h"

/*
 * Started with a standard descriptor closed, the next file opened would take its place, and
 * messages would go into it. So the place is taken, in a way that using it fails as before.
 */
static bool fill_descriptors(void)
{
	static const int modes[] = {O_WRONLY, O_RDONLY, O_WRONLY};

	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
		int taken = fcntl(fd, F_GETFD) < 0 ? open("/dev/null", modes[fd]) : fd;

		/* The lowest number that is free is this one. */
		if (taken != fd)
			return false;
	}
	return true;
}

static const char *command_name(const void *table, size_t index)
{
	return ((const struct command *)table)[index].name;
}

static int unknown(const char *word)
{
	char shown[TEXT_SHOW_SIZE];
	char near[128];

	nearest_names(word, command_name, commands, command_count, near, sizeof(near));
	command_complain("'%s' is neither a command nor a file%s \"lsmbench help\" lists the "
			 "commands",
			 text_show(word, strlen(word), shown), near[0] ? near : ";");
	return EXIT_USAGE;
}

/* Words that do not fit together are found before any file is read. Returns -1 or a status. */
static int check_words(int argc, char **argv)
{
	const struct text_list none = {NULL, 0};
	const struct text_list words = {argv + 1, (size_t)argc - 1};
	struct compare_inputs inputs = {0};
	struct error error;
	int status = compare_inputs_sort(&inputs, &none, &words, &error);

	compare_inputs_clear(&inputs);
	return status < 0 ? command_usage(error.text) : -1;
}

/* What is no command must be a result to open; with others, they are compared. */
static int open_file(int argc, char **argv)
{
	const char *path = argv[1];
	int status;

	if (path[0] == '-')
		return unknown(path);
	if (!input_name_exists(path) && !strchr(path, '/') && !strchr(path, '=') &&
	    !strstr(path, ".csv"))
		return unknown(path);
	status = check_words(argc, argv);
	if (status >= 0)
		return status;
	return command_console(&(struct console_request){.files = {argv + 1, (size_t)argc - 1}});
}

static int dispatch(int argc, char **argv)
{
	const struct command *command = argc > 1 ? command_find(argv[1]) : NULL;

	if (argc < 2)
		return command_console(&(struct console_request){0});
	if (strcmp(argv[1], "--version") == 0) {
		printf("lsmbench %s\n", LSMBENCH_VERSION);
		return EXIT_FINE;
	}
	if (command_asks_help(argv[1]))
		return command_help(1, argv);
	return command ? command->run(argc - 1, argv + 1) : open_file(argc, argv);
}

/* Why standard output took not all; code is errno, 0 where an earlier write failed. */
static const char *why_unwritten(int code)
{
	/* Where it was closed, fill_descriptors put something that only reads. */
	if ((fcntl(STDOUT_FILENO, F_GETFL) & O_ACCMODE) == O_RDONLY)
		return "it is closed";
	return error_words(code ? code : EIO);
}

/* What a command printed must have arrived. */
static int finish_output(int status)
{
	errno = 0;
	if (fflush(stdout) == 0 && !ferror(stdout))
		return status;
	if (status != EXIT_FINE)
		return status;
	command_complain("cannot write to standard output: %s", why_unwritten(errno));
	return EXIT_OUTPUT;
}

int main(int argc, char **argv)
{
	if (!fill_descriptors())
		return EXIT_ENVIRONMENT;
	/* A file that may not grow any further is an error of writing, not death. */
	signal(SIGXFSZ, SIG_IGN);
	/* Characters as the terminal has them; numbers as files need them. */
	setlocale(LC_CTYPE, "");
	return finish_output(dispatch(argc, argv));
}
