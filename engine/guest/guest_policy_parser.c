/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * guest_policy_parser.c - the compiler of AppArmor's profiles, apparmor_parser: run, and heard.
 */
#include "engine/guest/guest_policy_parser.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fixtures/text_show.h"

/* What it writes fits into memory with ease: Debian's largest profiles make 500 KB. */
#define OUTPUT_MAXIMUM ((size_t)64 << 20)

/*
 * What a kernel knows cannot be asked of this one, which is not the guest's. Debian's own choice
 * for its kernels comes first; the features of a profile's "abi" rule count beside it.
 */
static const char *const features[] = {"/usr/share/apparmor-features/features",
				       "/etc/apparmor.d/abi/3.0", "/etc/apparmor.d/abi/4.0"};

/* Administrators' folders are not on every person's PATH. */
static const char *const places[] = {"/usr/sbin/apparmor_parser", "/sbin/apparmor_parser",
				     "/usr/bin/apparmor_parser"};

struct run {
	int output; /* files in memory, -1 when closed */
	int message;
	int status; /* as of waitpid */
};

static const char *first_there(const char *const *paths, size_t count, int mode)
{
	for (size_t i = 0; i < count; i++)
		if (!access(paths[i], mode))
			return paths[i];
	return NULL;
}

static int spawn(struct run *run, char *const *words)
{
	posix_spawn_file_actions_t actions;
	char *const environment[] = {"LC_ALL=C", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", NULL};
	pid_t child;
	int code = posix_spawn_file_actions_init(&actions);

	if (code)
		return -code;
	code = posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
	if (!code)
		code = posix_spawn_file_actions_adddup2(&actions, run->output, 1);
	if (!code)
		code = posix_spawn_file_actions_adddup2(&actions, run->message, 2);
	if (!code)
		code = posix_spawn(&child, words[0], &actions, NULL, words, environment);
	posix_spawn_file_actions_destroy(&actions);
	if (code)
		return -code;
	while (waitpid(child, &run->status, 0) < 0)
		if (errno != EINTR)
			return -errno;
	return 0;
}

static void run_clear(struct run *run)
{
	if (run->output >= 0)
		close(run->output);
	if (run->message >= 0)
		close(run->message);
}

/* Run words; what is written to both outputs is in run then, which needs run_clear. */
static int run_parser(struct run *run, char *const *words, struct error *error)
{
	int code = 0;

	*run = (struct run){.output = memfd_create("output", MFD_CLOEXEC),
			    .message = memfd_create("message", MFD_CLOEXEC)};
	if (run->output < 0 || run->message < 0)
		code = -errno;
	if (!code)
		code = spawn(run, words);
	return code ? error_set(error, code, "%s cannot be run: %s", words[0], error_words(code))
		    : 0;
}

/* All of a file in memory, malloc'ed and terminated. */
static int take(int fd, void **bytes, size_t *size)
{
	struct stat status;
	ssize_t got;
	char *all;

	if (fstat(fd, &status))
		return -errno;
	if ((size_t)status.st_size > OUTPUT_MAXIMUM)
		return -EFBIG;
	all = malloc((size_t)status.st_size + 1);
	if (!all)
		return -ENOMEM;
	got = pread(fd, all, (size_t)status.st_size, 0);
	if (got != status.st_size) {
		free(all);
		return -EIO;
	}
	all[got] = '\0';
	*bytes = all;
	*size = (size_t)got;
	return 0;
}

/* The parser's own words: its last line, behind warnings. */
static int say_failed(const struct run *run, const char *file, struct error *error)
{
	char shown[TEXT_SHOW_SIZE * 4] = "it says nothing";
	void *bytes = NULL;
	size_t size = 0;

	if (!take(run->message, &bytes, &size) && bytes) {
		char *line = bytes;

		while (size && line[size - 1] == '\n')
			line[--size] = '\0';
		if (strrchr(line, '\n'))
			line = strrchr(line, '\n') + 1;
		if (line[0])
			text_show_in(line, strlen(line), shown, sizeof(shown));
		free(bytes);
	}
	return error_set(error, -EINVAL, "%s is no profile that apparmor_parser takes: %s", file,
			 shown);
}

static int run_and_take(char *const *words, const char *file, void **bytes, size_t *size,
			struct error *error)
{
	struct run run;
	int code = run_parser(&run, words, error);

	if (!code && (!WIFEXITED(run.status) || WEXITSTATUS(run.status)))
		code = say_failed(&run, file, error);
	else if (!code) {
		code = take(run.output, bytes, size);
		if (code)
			error_set(error, code, "what apparmor_parser made of %s: %s", file,
				  error_words(code));
	}
	run_clear(&run);
	return code;
}

/* Whether profile is one of the lines of names, which become one line of a message. */
static bool names_have(char *names, const char *profile)
{
	const size_t length = strlen(profile);
	bool found = false;

	for (char *line = names; *line;) {
		size_t size = strcspn(line, "\n");

		found = found || (size == length && !memcmp(line, profile, length));
		line += size;
		if (*line) {
			line++;
			line[-1] = *line ? ' ' : '\0';
		}
	}
	return found;
}

static int check_name(const char *parser, const char *file, const char *profile,
		      struct error *error)
{
	char *const words[] = {(char *)parser, "--names", (char *)file, NULL};
	char shown[TEXT_SHOW_SIZE];
	void *names = NULL;
	size_t size = 0;
	int code = run_and_take(words, file, &names, &size, error);

	if (code || !names)
		return code;
	if (!names_have(names, profile))
		code = error_set(error, -ENOENT, "%s has no profile %s; it has %s", file, profile,
				 text_show(names, strlen(names), shown));
	free(names);
	return code;
}

int guest_policy_parser_compile(const char *file, const char *profile, void **bytes, size_t *size,
				struct error *error)
{
	const char *parser = first_there(places, sizeof(places) / sizeof(places[0]), X_OK);
	const char *known = first_there(features, sizeof(features) / sizeof(features[0]), R_OK);
	int code;

	if (!parser)
		return error_set(error, -ENOENT,
				 "apparmor_parser is not here, which compiles %s: apt-get install "
				 "apparmor, or give a profile that is compiled already",
				 file);
	code = check_name(parser, file, profile, error);
	if (code)
		return code;
	if (!known)
		return error_set(error, -ENOENT,
				 "no features of AppArmor to compile %s for: none of %s and %s is "
				 "here",
				 file, features[0], features[1]);
	return run_and_take((char *const[]){(char *)parser, "--skip-kernel-load", "--skip-cache",
					    "--stdout", "--kernel-features", (char *)known,
					    "--policy-features", (char *)known, (char *)file, NULL},
			    file, bytes, size, error);
}
