/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * command.h - the subcommands: one table behind dispatch and help.
 */
#ifndef LSMBENCH_TUI_COMMAND_H
#define LSMBENCH_TUI_COMMAND_H

#include <stdbool.h>
#include <stddef.h>

struct command {
	const char *name;
	const char *summary; /* one line */
	/* argv[0] is the subcommand's name. Returns an exit status (exit_code.h). */
	int (*run)(int argc, char **argv);
};

extern const struct command commands[];
extern const size_t command_count;
/* The subcommand called name, or NULL. */
const struct command *command_find(const char *name);

int command_run(int argc, char **argv);
int command_time(int argc, char **argv);
int command_export(int argc, char **argv);
int command_compare(int argc, char **argv);
int command_baseline(int argc, char **argv);
int command_import(int argc, char **argv);
int command_hooks(int argc, char **argv);
int command_ops(int argc, char **argv);
int command_env(int argc, char **argv);
int command_clean(int argc, char **argv);
int command_help(int argc, char **argv);
int command_demo(int argc, char **argv);
int command_ladder(int argc, char **argv);

struct console_request; /* tui/console.h */
/* Run the console as what asks, with the person's settings. Returns the exit status. */
int command_console(const struct console_request *what);

/* Whether a word stands for help: --help, -h, -?. */
bool command_asks_help(const char *word);

/* Print "lsmbench: " and a line on standard error. */
void command_complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Complain about what popt or the plan could not understand. Returns EXIT_USAGE. */
int command_usage(const char *message);

#endif
