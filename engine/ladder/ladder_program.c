/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ladder_program.c - where the program is that becomes a guest's first process. */
#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/ladder/ladder.h"
#include "fixtures/text_show.h"

static const char program[] = "lsmbench-guest";

/* It is read here, and executed elsewhere. */
static bool usable(const char *path)
{
	struct stat status;

	if (stat(path, &status) < 0)
		return false;
	if (!S_ISREG(status.st_mode)) {
		errno = EACCES;
		return false;
	}
	return access(path, R_OK) == 0;
}

/* Beside our own program, or where "make install" puts it from there. */
static bool find_near(char *buffer, size_t size)
{
	static const char *const places[] = {"", "../libexec/lsmbench/"};
	char self[PATH_MAX];
	ssize_t length = readlink("/proc/self/exe", self, sizeof(self) - 1);

	if (length <= 0)
		return false;
	self[length] = '\0';
	*strrchr(self, '/') = '\0';
	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
		if ((size_t)snprintf(buffer, size, "%s/%s%s", self, places[i], program) < size &&
		    usable(buffer))
			return true;
	}
	return false;
}

int ladder_guest_program(char *buffer, size_t size, struct error *error)
{
	const char *named = getenv("LSMBENCH_GUEST");
	char shown[TEXT_SHOW_SIZE];

	if (named && named[0]) {
		if ((size_t)snprintf(buffer, size, "%s", named) < size && usable(buffer))
			return 0;
		return error_set(error, -ENOENT,
				 "LSMBENCH_GUEST=%s: %s: unset it or name the program",
				 text_show(named, strlen(named), shown), error_words(errno));
	}
	if (find_near(buffer, size))
		return 0;
	if ((size_t)snprintf(buffer, size, "%s/%s", LSMBENCH_LIBEXECDIR, program) < size &&
	    usable(buffer))
		return 0;
	return error_set(error, -ENOENT,
			 "%s: found neither beside lsmbench nor in %s: build it with make, or name "
			 "it in LSMBENCH_GUEST",
			 program, LSMBENCH_LIBEXECDIR);
}
