/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * directories.c - where a user's files of lsmbench live, by the XDG base directory rules.
 */
#include "tui/directories.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tui/read_all.h"

/* The variable's value when it names an absolute directory: the rules say to ignore others. */
static const char *absolute_variable(const char *name)
{
	const char *value = getenv(name);

	return value && value[0] == '/' ? value : NULL;
}

static int locate(const char *variable, const char *below_home, const char *file, char *buffer,
		  size_t size, struct error *error)
{
	const char *base = absolute_variable(variable);
	const char *below = "";

	if (!base) {
		base = absolute_variable("HOME");
		below = below_home;
	}
	/* What lies below a home may be made, a home not. */
	if (base && below[0] && access(base, F_OK) < 0)
		return error_set(error, -ENOENT, "HOME (%s) does not exist: nothing is kept", base);
	if (!base)
		return error_set(error, -ENOENT,
				 "neither %s nor HOME names an absolute directory: nothing is kept",
				 variable);
	if ((size_t)snprintf(buffer, size, "%s%s/lsmbench/%s", base, below, file) >= size)
		return error_set(error, -ENAMETOOLONG, "%s is too long: nothing is kept",
				 below[0] ? "HOME" : variable);
	return 0;
}

int directories_config(const char *file, char *buffer, size_t size, struct error *error)
{
	return locate("XDG_CONFIG_HOME", "/.config", file, buffer, size, error);
}

int directories_state(const char *file, char *buffer, size_t size, struct error *error)
{
	return locate("XDG_STATE_HOME", "/.local/state", file, buffer, size, error);
}

int directories_make(const char *path, struct error *error)
{
	char directory[PATH_MAX];

	if (strlen(path) >= sizeof(directory))
		return error_set(error, -ENAMETOOLONG, "%s: the path is too long", path);
	strcpy(directory, path);
	for (char *slash = strchr(directory + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		if (mkdir(directory, 0700) < 0 && errno != EEXIST) {
			int code = errno;

			/* An existing directory above may forbid to look at all: go on. */
			if (access(directory, F_OK) < 0)
				return error_set(error, -code, "cannot make %s: %s", directory,
						 error_words(code));
		}
		*slash = '/';
	}
	return 0;
}

int directories_read(const char *path, size_t limit, char **text, size_t *length,
		     struct error *error)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	struct stat status;
	int code;

	if (fd < 0)
		return error_set(error, -errno, "cannot read %s: %s", path, error_words(errno));
	if (fstat(fd, &status) < 0)
		code = -errno;
	else if (!S_ISREG(status.st_mode))
		code = -EINVAL;
	else
		code = read_all(fd, limit, text, length);
	close(fd);
	if (code < 0)
		error_set(error, code, "cannot read %s: %s", path,
			  code == -EINVAL ? "it is no regular file" : error_words(code));
	return code;
}
