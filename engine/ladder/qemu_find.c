/* SPDX-License-Identifier: GPL-2.0-or-later */
/* qemu_find.c - where QEMU is, and which version it says it is. */
#include <errno.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "engine/ladder/qemu.h"
#include "engine/ladder/qemu_process.h"
#include "fixtures/text_show.h"

static const char program[] = "qemu-system-x86_64";

/* It answers in some ten milliseconds; a busy machine may need its time. */
#define VERSION_SECONDS 10
#define VERSION_BYTES 4096

static bool usable(const char *path)
{
	struct stat status;

	if (stat(path, &status) < 0)
		return false;
	if (!S_ISREG(status.st_mode)) {
		errno = EACCES;
		return false;
	}
	return access(path, X_OK) == 0;
}

/* Look for name in the directories of the search path, as a shell does. */
static bool search_path(const char *name, char *buffer, size_t size)
{
	const char *path = getenv("PATH");

	while (path && *path) {
		size_t length = strcspn(path, ":");
		int written = length > 0
				      ? snprintf(buffer, size, "%.*s/%s", (int)length, path, name)
				      : snprintf(buffer, size, "./%s", name);

		if (written > 0 && (size_t)written < size && usable(buffer))
			return true;
		path += length;
		path += *path == ':';
	}
	errno = ENOENT;
	return false;
}

static int find_program(struct qemu *qemu, struct error *error)
{
	const char *named = getenv("LSMBENCH_QEMU");
	char shown[TEXT_SHOW_SIZE];
	bool found;

	if (!named || !named[0]) {
		if (search_path(program, qemu->path, sizeof(qemu->path)))
			return 0;
		return error_set(error, -ENOENT,
				 "%s: not on the PATH: install the package qemu-system-x86, or "
				 "name the program in LSMBENCH_QEMU",
				 program);
	}
	if (strchr(named, '/')) {
		snprintf(qemu->path, sizeof(qemu->path), "%s", named);
		found = usable(qemu->path);
	} else {
		found = search_path(named, qemu->path, sizeof(qemu->path));
	}
	if (found)
		return 0;
	return error_set(error, -ENOENT,
			 "LSMBENCH_QEMU=%s: %s: unset it, or name a qemu-system-x86_64 (package "
			 "qemu-system-x86)",
			 text_show(named, strlen(named), shown), error_words(errno));
}

static int64_t now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Read what it prints until it closes its output: 0, or -ETIMEDOUT. */
static int read_output(int fd, char *buffer, size_t size)
{
	const int64_t end = now_ms() + VERSION_SECONDS * 1000;
	size_t length = 0;

	buffer[0] = '\0';
	for (;;) {
		struct pollfd ready = {.fd = fd, .events = POLLIN};
		int64_t left = end - now_ms();
		ssize_t got;

		if (left <= 0 || (poll(&ready, 1, (int)left) == 0))
			return -ETIMEDOUT;
		got = read(fd, buffer + length, size - 1 - length);
		if (got < 0 && (errno == EINTR || errno == EAGAIN))
			continue;
		if (got <= 0)
			return 0;
		length += (size_t)got;
		buffer[length] = '\0';
		/* More than any QEMU says: enough is known. */
		if (length == size - 1)
			return 0;
	}
}

/* "QEMU emulator version 7.2.22 (Debian ...)": what stands behind "version". */
static int take_version(struct qemu *qemu, const char *output, struct error *error)
{
	static const char words[] = "QEMU emulator version ";
	const char *version =
		strncmp(output, words, sizeof(words) - 1) == 0 ? output + sizeof(words) - 1 : NULL;
	size_t length = version ? strcspn(version, "\r\n") : 0;
	char shown[TEXT_SHOW_SIZE];

	if (output[strspn(output, " \r\n")] == '\0')
		return error_set(error, -EINVAL,
				 "%s --version says nothing on its standard output: that is no "
				 "QEMU; name one in LSMBENCH_QEMU (package qemu-system-x86)",
				 qemu->path);
	if (length == 0)
		return error_set(error, -EINVAL,
				 "%s --version says \"%s\": that is no QEMU; name one in "
				 "LSMBENCH_QEMU (package qemu-system-x86)",
				 qemu->path, text_show(output, strcspn(output, "\r\n"), shown));
	text_show_in(version, length, qemu->version, sizeof(qemu->version));
	return 0;
}

static int ask_version(struct qemu *qemu, struct error *error)
{
	struct text_list words = {NULL, 0};
	struct qemu_process process;
	char output[VERSION_BYTES];
	int code = text_list_add(&words, qemu->path);

	if (code == 0)
		code = text_list_add(&words, "--version");
	if (code < 0)
		error_set(error, code, "out of memory");
	else
		code = qemu_process_start(&process, &words, -1, error);
	text_list_clear(&words);
	if (code < 0)
		return code;
	code = read_output(process.output, output, sizeof(output));
	qemu_process_end(&process);
	if (code < 0)
		return error_set(error, code, "%s --version does not end within %d s", qemu->path,
				 VERSION_SECONDS);
	return take_version(qemu, output, error);
}

int qemu_find(struct qemu *qemu, struct error *error)
{
	int code;

	*qemu = (struct qemu){.path = ""};
	code = find_program(qemu, error);
	return code < 0 ? code : ask_version(qemu, error);
}
