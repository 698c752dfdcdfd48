/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * variant_wrapper.c - variants by a command that starts the worker, and by a label that it gives
 * itself: what has to be there, and how the command is put together.
 *
 * AppArmor, SELinux and Smack: no kernel with one of them was at hand, so only the refusals were
 * tested.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/variant/variant_private.h"
#include "fixtures/text_show.h"

/* Sets errno when it is none: a directory can be entered, but not run. */
static bool is_program(const char *path)
{
	struct stat status;

	if (access(path, X_OK) < 0 || stat(path, &status) < 0)
		return false;
	if (S_ISDIR(status.st_mode))
		errno = EISDIR;
	return !S_ISDIR(status.st_mode);
}

/* Whether the search path leads to a program of that name. */
static bool in_search_path(const char *name)
{
	const char *place = getenv("PATH");

	for (; place && *place; place += strspn(place, ":")) {
		size_t length = strcspn(place, ":");
		char path[PATH_MAX];

		snprintf(path, sizeof(path), "%.*s/%s", (int)length, place, name);
		if (is_program(path))
			return true;
		place += length;
	}
	return false;
}

static int check_program(const char *variant, const char *program, const char *package,
			 struct error *error)
{
	char shown[TEXT_SHOW_SIZE];
	const char *name = text_show(program, strlen(program), shown);

	if (strchr(program, '/')) {
		if (is_program(program))
			return 0;
		return error_set(error, -errno, "%s: %s: %s: name a program that can be run",
				 variant, name, error_words(errno));
	}
	if (in_search_path(program))
		return 0;
	return error_set(
		error, -ENOENT, "%s: %s is not in the search path: install %s%s%s", variant, name,
		package ? package : "it, or give its path", package ? " (Debian's name)" : "",
		strchr(program, '+') ? "; a + within a command is the command's: other parts "
				       "stand before exec"
				     : "");
}

static int add_words(struct text_list *words, const char *const *more)
{
	int code = 0;

	for (; *more && code == 0; more++)
		code = text_list_add(words, *more);
	return code;
}

int variant_exec_available(const struct variant_part *part, struct error *error)
{
	char name[VARIANT_SIZE + 8];

	snprintf(name, sizeof(name), "exec:%s", part->argument);
	return check_program(name, part->words.items[0], NULL, error);
}

int variant_exec_wrap(const struct variant_part *part, struct text_list *words)
{
	int code = 0;

	for (size_t i = 0; i < part->words.count && code == 0; i++)
		code = text_list_add(words, part->words.items[i]);
	return code;
}

int variant_apparmor_available(const struct variant_part *part, struct error *error)
{
	return check_program(part->variant->name, "aa-exec", "apparmor", error);
}

int variant_apparmor_wrap(const struct variant_part *part, struct text_list *words)
{
	const char *const command[] = {"aa-exec", "-p", part->argument, "--", NULL};

	return add_words(words, command);
}

int variant_selinux_available(const struct variant_part *part, struct error *error)
{
	return check_program(part->variant->name, "runcon", "coreutils", error);
}

/* runcon takes no "--", but everything behind the context is the command. */
int variant_selinux_wrap(const struct variant_part *part, struct text_list *words)
{
	const char *const command[] = {"runcon", part->argument, NULL};

	return add_words(words, command);
}

int variant_smack_confine(const struct variant_part *part, const struct landlock_scope *scope,
			  struct error *error)
{
	static const char path[] = "/proc/self/attr/current";
	ssize_t length = (ssize_t)strlen(part->argument);
	ssize_t written;
	int code = 0;
	int fd = open(path, O_WRONLY | O_CLOEXEC);

	(void)scope;
	if (fd < 0)
		return error_set(error, -errno, "smack: %s: %s", path, error_words(errno));
	written = write(fd, part->argument, (size_t)length);
	if (written != length)
		code = written < 0 ? -errno : -EIO;
	close(fd);
	return code == 0
		       ? 0
		       : error_set(error, code,
				   "smack: the kernel refuses the label %s (%s): changing it takes "
				   "CAP_MAC_ADMIN, or the label in /sys/fs/smackfs/relabel-self",
				   part->argument, error_words(code));
}
