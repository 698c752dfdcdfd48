/* SPDX-License-Identifier: GPL-2.0-or-later */
/* shell_command.c - start the shell, drain its output, wait for its end. */
#include "engine/operation/shell_command.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "engine/operation/child.h"
#include "engine/text/words.h"
#include "fixtures/text_show.h"

#define SECOND_NS 1000000000u
#define LIVE_NS (SECOND_NS / 2)
#define CHUNK_SIZE 65536u
/* After the end so much is still read: something in the background may write for ever. */
#define CHUNKS_AT_END 64
/* The shell's own status for what it could not start. */
#define NOT_STARTED 127
/* How many bytes of the last lines of output a description holds. */
#define DESCRIBED_SIZE 400u
#define BETWEEN_LINES " | "
/* Where each byte of it ends a line. */
#define FLAT_SIZE (DESCRIBED_SIZE * (sizeof(BETWEEN_LINES) - 1) + 1)

static uint64_t now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * SECOND_NS + (uint64_t)now.tv_nsec;
}

int shell_output_open(struct shell_output *output, struct error *error)
{
	int ends[2];

	if (pipe2(ends, O_CLOEXEC) < 0)
		return error_set(error, -errno, "cannot make a pipe for the command's output: %s",
				 error_words(errno));
	*output = (struct shell_output){.from = ends[0], .into = ends[1]};
	/* Only our end does not wait: a command that writes much is slowed, as by any pipe. */
	if (fcntl(output->from, F_SETFL, O_NONBLOCK) == 0)
		return 0;
	error_set(error, -errno, "a pipe for the command's output: %s", error_words(errno));
	shell_output_close(output);
	return -EIO;
}

void shell_output_close(struct shell_output *output)
{
	close(output->from);
	close(output->into);
}

/* Keep the last SHELL_TAIL_SIZE bytes of what was kept and text together. */
static void keep_tail(struct shell_output *output, const char *text, size_t length)
{
	size_t kept = output->tail_size;

	if (length > SHELL_TAIL_SIZE) {
		text += length - SHELL_TAIL_SIZE;
		length = SHELL_TAIL_SIZE;
	}
	if (kept + length > SHELL_TAIL_SIZE) {
		kept = SHELL_TAIL_SIZE - length;
		memmove(output->tail, output->tail + output->tail_size - kept, kept);
	}
	memcpy(output->tail + kept, text, length);
	output->tail_size = kept + length;
}

/* Read what is there, at most so many chunks. */
static void drain(struct shell_output *output, int chunks)
{
	char chunk[CHUNK_SIZE];

	while (chunks-- > 0) {
		ssize_t length = read(output->from, chunk, sizeof(chunk));

		if (length <= 0)
			return;
		keep_tail(output, chunk, (size_t)length);
	}
}

/* What the child needs to become the command. */
struct start {
	const struct shell_command *command;
	int into;
};

static int fail_start(const char *what, const char *which)
{
	char line[512];
	const int length =
		snprintf(line, sizeof(line), "%s%.300s: %s\n", what, which, error_words(errno));

	(void)!write(STDERR_FILENO, line, (size_t)length);
	return NOT_STARTED;
}

/* We are the child: what is taken here is gone with exec. */
static int become_words(const char *text)
{
	struct text_list words = {0};

	/* Behind the last word a list has no NULL of its own. */
	if (words_split(text, &words, NULL) < 0 || words.count == 0 ||
	    text_list_add(&words, "") < 0)
		return NOT_STARTED;
	free(words.items[words.count - 1]);
	words.items[words.count - 1] = NULL;
	execvp(words.items[0], words.items);
	return fail_start("cannot start ", words.items[0]);
}

static int become_command(void *argument)
{
	const struct start *start = argument;
	const struct shell_command *command = start->command;

	setpgid(0, 0);
	if (dup2(start->into, STDOUT_FILENO) < 0 || dup2(start->into, STDERR_FILENO) < 0)
		return NOT_STARTED;
	close(start->into);
	if (sched_setaffinity(0, sizeof(*command->cpus), command->cpus) < 0)
		return fail_start("cannot use all CPUs", "");
	if (command->directory[0] && chdir(command->directory) < 0)
		return fail_start("cannot enter ", command->directory);
	if (command->no_shell)
		return become_words(command->text);
	execl("/bin/sh", "sh", "-c", command->text, (char *)NULL);
	return fail_start("cannot start ", "/bin/sh");
}

/* Wait until then at most. True when the process behind the descriptor has ended. */
static bool wait_a_moment(int process, struct shell_output *output, uint64_t until_ns)
{
	struct pollfd waits[] = {
		{.fd = process, .events = POLLIN},
		{.fd = output->from, .events = POLLIN},
	};
	const uint64_t now = now_ns();
	const int timeout = now >= until_ns ? 0 : (int)((until_ns - now) / 1000000) + 1;

	if (poll(waits, 2, timeout) <= 0)
		return false;
	if (waits[0].revents)
		return true;
	drain(output, 1);
	return false;
}

/* Until the command has ended, or nobody wants it any more (false). */
static bool watch(const struct shell_command *command, struct shell_output *output, int process,
		  uint64_t begin_ns)
{
	uint64_t due_ns = begin_ns + LIVE_NS;

	while (!wait_a_moment(process, output, due_ns)) {
		const uint64_t now = now_ns();

		if (now < due_ns)
			continue;
		if (!command->live(command->argument, now - begin_ns))
			return false;
		due_ns = now + LIVE_NS;
	}
	return true;
}

static int wait_for(pid_t child, struct shell_end *end)
{
	pid_t ended;

	do {
		ended = wait4(child, &end->status, 0, &end->usage);
	} while (ended < 0 && errno == EINTR);
	return ended < 0 ? -errno : 0;
}

int shell_command_run(const struct shell_command *command, struct shell_output *output,
		      struct shell_end *end, struct error *error)
{
	struct start start = {command, output->into};
	uint64_t begin_ns;
	bool ended;
	pid_t child;
	int process;
	int code;

	drain(output, CHUNKS_AT_END);
	output->tail_size = 0;
	begin_ns = now_ns();
	child = child_start(&output->into, 1, become_command, &start, error);
	if (child < 0)
		return child;
	process = pidfd_open(child, 0);
	ended = process >= 0 && watch(command, output, process, begin_ns);
	end->elapsed_ns = now_ns() - begin_ns;
	if (!ended) {
		kill(-child, SIGKILL);
		kill(child, SIGKILL);
	}
	code = wait_for(child, end);
	drain(output, CHUNKS_AT_END);
	if (process < 0)
		return error_set(error, -EMFILE, "cannot watch a command: too many open files");
	close(process);
	if (code < 0)
		return error_set(error, code, "cannot wait for a command: %s", error_words(code));
	return ended ? 0 : error_set(error, -ECANCELED, "the command was ended");
}

bool shell_end_is_good(const struct shell_end *end)
{
	return WIFEXITED(end->status) && WEXITSTATUS(end->status) == 0;
}

int shell_end_code(const struct shell_end *end)
{
	return WIFSIGNALED(end->status) ? 128 + WTERMSIG(end->status) : WEXITSTATUS(end->status);
}

bool shell_end_is_not_started(const struct shell_end *end)
{
	return WIFEXITED(end->status) && WEXITSTATUS(end->status) == NOT_STARTED;
}

static bool is_end_of_line(char byte)
{
	return byte == '\n' || byte == '\r';
}

/* The bytes of from..end-1 in buffer, ends of lines as " | ", what is no text as '?'. */
static void flatten(const char *from, const char *end, char *buffer, size_t size)
{
	size_t used = 0;

	while (from < end && used + 4 < size) {
		size_t length = text_character_length(from, (size_t)(end - from));

		if (is_end_of_line(*from)) {
			while (from < end && (is_end_of_line(*from) || *from == ' '))
				from++;
			used += (size_t)snprintf(buffer + used, size - used, BETWEEN_LINES);
			continue;
		}
		if (length == 0)
			buffer[used++] = *from == '\t' ? ' ' : '?';
		memcpy(buffer + used, from, length);
		used += length;
		from += length > 0 ? length : 1;
	}
	buffer[used] = '\0';
}

/* Where the last room bytes of text begin: at a line, where one begins there. */
static const char *last_lines(const char *text, size_t length, size_t room)
{
	const char *from = text + length - room;
	const char *line = strstr(from, BETWEEN_LINES);

	if (line)
		return line;
	/* Not in the midst of a character. */
	while ((*from & 0xc0) == 0x80)
		from++;
	return from;
}

/* The last of the output, with "..." for what came before, in buffer. */
static void describe_output(const struct shell_output *output, const char *end, char *buffer,
			    size_t size)
{
	char flat[FLAT_SIZE];
	size_t length = (size_t)(end - output->tail);
	bool is_cut = output->tail_size == SHELL_TAIL_SIZE || length > DESCRIBED_SIZE;
	const char *shown = flat;

	if (length > DESCRIBED_SIZE)
		length = DESCRIBED_SIZE;
	flatten(end - length, end, flat, sizeof(flat));
	length = strlen(flat);
	if (length > DESCRIBED_SIZE || is_cut) {
		is_cut = true;
		shown = last_lines(flat, length, length < DESCRIBED_SIZE ? length : DESCRIBED_SIZE);
	}
	snprintf(buffer, size, "%s%s", is_cut ? "..." : "", shown);
}

const char *shell_end_describe(const struct shell_end *end, const struct shell_output *output,
			       char *buffer, size_t size)
{
	const char *last = output->tail + output->tail_size;
	int used;

	while (last > output->tail && (is_end_of_line(last[-1]) || last[-1] == ' '))
		last--;
	if (WIFSIGNALED(end->status))
		used = snprintf(buffer, size, "killed by signal %d (%s)", WTERMSIG(end->status),
				strsignal(WTERMSIG(end->status)));
	else
		used = snprintf(buffer, size, "exit status %d", WEXITSTATUS(end->status));
	if (last == output->tail || (size_t)used + 3 >= size)
		return buffer;
	used += snprintf(buffer + used, size - (size_t)used, ": ");
	describe_output(output, last, buffer + used, size - (size_t)used);
	return buffer;
}
