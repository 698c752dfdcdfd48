/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * shell_command.h - a command line run by sh -c, or its words themselves, watched until it ends:
 * how it ended, how long it took, what the kernel charged it for, and the last that it wrote.
 */
#ifndef LSMBENCH_ENGINE_SHELL_COMMAND_H
#define LSMBENCH_ENGINE_SHELL_COMMAND_H

#include <sched.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/resource.h>

#include "fixtures/error.h"

/* So much of what commands write is kept: the last of it. */
#define SHELL_TAIL_SIZE 4096u

/*
 * Where commands write, standard output and standard error alike. It is one for all of them, so
 * that what one of them left running in the background can still write there.
 */
struct shell_output {
	int from; /* we read here, without waiting */
	int into; /* commands write here */
	char tail[SHELL_TAIL_SIZE];
	size_t tail_size;
};

/* 0 or negative errno with a message. Closing it is due only after 0. */
int shell_output_open(struct shell_output *output, struct error *error);
void shell_output_close(struct shell_output *output);

struct shell_command {
	const char *text;
	bool no_shell; /* text is words (words.h), the first of which is looked up in PATH */
	const char *directory; /* where it runs; "": where we stand */
	const cpu_set_t *cpus; /* where its processes may run */
	/* Called twice a second while it runs; false: it is killed. */
	bool (*live)(void *argument, uint64_t elapsed_ns);
	void *argument;
};

/* How a command ended. */
struct shell_end {
	int status; /* as wait4(2) gives it */
	uint64_t elapsed_ns;
	/* Of the shell and of all processes that it, or one of them, has waited for. */
	struct rusage usage;
};

/*
 * Run command in a process group of its own and wait for the shell's end, whatever its exit
 * status; what it wrote is in output. Processes that it leaves in the background go on: the
 * session's keeper ends them with the worker. 0; -ECANCELED when live said so; or negative errno
 * with a message.
 */
int shell_command_run(const struct shell_command *command, struct shell_output *output,
		      struct shell_end *end, struct error *error);

/* Whether a command ended with exit status 0. */
bool shell_end_is_good(const struct shell_end *end);

/* The exit status as a shell has it: 128 and the signal's number for one that was killed. */
int shell_end_code(const struct shell_end *end);

/* Whether it is the status of a command that could not be started at all. */
bool shell_end_is_not_started(const struct shell_end *end);

/*
 * "exit status 2: make: *** No rule to make target" with the last lines of output, the parts of
 * which stand apart by " | ", in buffer, which is returned. Harmless to terminals, one line. Where
 * lines before those are left out, "..." stands for them; the last ones are whole.
 */
const char *shell_end_describe(const struct shell_end *end, const struct shell_output *output,
			       char *buffer, size_t size);

#endif
