/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * landlock.c - rulesets and rules by raw system calls: the C library has no functions for them, and
 * the headers of Debian 12 end with version 2 of the interface.
 */
#include "engine/variant/landlock.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <linux/landlock.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "engine/environment/lsm.h"

/* The same numbers on every architecture but alpha. */
#ifndef SYS_landlock_create_ruleset
#define SYS_landlock_create_ruleset 444
#define SYS_landlock_add_rule 445
#define SYS_landlock_restrict_self 446
#endif

/* include/uapi/linux/landlock.h: the rights of version 1, and those that came later. */
#define RIGHTS_FIRST 0x1fffu
#define RIGHT_REFER 0x2000u
#define RIGHT_TRUNCATE 0x4000u
#define RIGHT_IOCTL_DEV 0x8000u

int landlock_abi(void)
{
	long abi = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);

	return abi < 0 ? -errno : (int)abi;
}

uint64_t landlock_handled(int abi)
{
	uint64_t rights = 0;

	if (abi >= 1)
		rights |= RIGHTS_FIRST;
	if (abi >= 2)
		rights |= RIGHT_REFER;
	if (abi >= 3)
		rights |= RIGHT_TRUNCATE;
	if (abi >= 5)
		rights |= RIGHT_IOCTL_DEV;
	return rights;
}

int landlock_check(struct error *error)
{
	int abi = landlock_abi();
	char active[256];

	if (abi > 0)
		return 0;
	if (abi == -ENOSYS)
		return error_set(error, abi,
				 "landlock is not built into this kernel: take Linux 5.13 or later "
				 "with CONFIG_SECURITY_LANDLOCK=y");
	if (abi != -EOPNOTSUPP)
		return error_set(error, abi,
				 "landlock: the kernel answers %s: a seccomp filter around this "
				 "process may forbid it, so start it outside of the container",
				 error_words(abi));
	if (lsm_active(active, sizeof(active)) < 0)
		return error_set(error, abi,
				 "landlock not in the active LSM list: boot with lsm=landlock,... "
				 "(the list that CONFIG_LSM has behind it)");
	return error_set(error, abi,
			 "landlock not in the active LSM list (%s): boot with "
			 "lsm=landlock,%s",
			 active, active);
}

static int create_ruleset(uint64_t rights)
{
	const struct landlock_ruleset_attr attributes = {.handled_access_fs = rights};
	long fd = syscall(SYS_landlock_create_ruleset, &attributes, sizeof(attributes), 0);

	return fd < 0 ? -errno : (int)fd;
}

static int add_rule(int ruleset, int object, uint64_t rights)
{
	const struct landlock_path_beneath_attr rule = {.allowed_access = rights,
							.parent_fd = object};

	if (syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) < 0)
		return -errno;
	return 0;
}

/* Reading, and listing where the object is a directory: other rights are refused for a file. */
static int add_reading(int ruleset, int object)
{
	uint64_t rights = LANDLOCK_ACCESS_FS_READ_FILE;
	struct stat status;

	if (fstat(object, &status) < 0)
		return -errno;
	if (S_ISDIR(status.st_mode))
		rights |= LANDLOCK_ACCESS_FS_READ_DIR;
	return add_rule(ruleset, object, rights);
}

static int allow_outside(int ruleset, const struct landlock_scope *scope, struct error *error)
{
	char path[PATH_MAX];
	const char *allowed = scope->outside;
	int object;
	int code;

	if (!scope->outside)
		return 0;
	if (scope->whole_directory) {
		/* A link is followed first: what counts is where the file really is. */
		if (!realpath(scope->outside, path))
			return error_set(error, -errno,
					 "landlock: no rule can be made for %s: %s: name a file "
					 "that you can reach",
					 scope->outside, error_words(errno));
		allowed = dirname(path);
	}
	object = open(allowed, O_PATH | O_CLOEXEC);
	if (object < 0)
		return error_set(error, -errno,
				 "landlock: no rule can be made for %s: %s: name a file that you "
				 "can reach",
				 allowed, error_words(errno));
	code = add_reading(ruleset, object);
	close(object);
	return code < 0 ? error_set(error, code, "landlock rule for %s: %s", allowed,
				    error_words(code))
			: 0;
}

/* Reading, writing, executing: what a program that is started may do there. */
static int add_using(int ruleset, int object)
{
	uint64_t rights = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE |
			  LANDLOCK_ACCESS_FS_EXECUTE;
	struct stat status;

	if (fstat(object, &status) < 0)
		return -errno;
	if (S_ISDIR(status.st_mode))
		rights |= LANDLOCK_ACCESS_FS_READ_DIR;
	return add_rule(ruleset, object, rights);
}

static int allow_used(int ruleset, const struct landlock_scope *scope, struct error *error)
{
	for (const char *const *path = scope->used; path && *path; path++) {
		int object = open(*path, O_PATH | O_CLOEXEC);
		int code;

		/* One list serves all machines, and not each has /lib64. */
		if (object < 0 && errno == ENOENT)
			continue;
		code = object < 0 ? -errno : add_using(ruleset, object);
		if (object >= 0)
			close(object);
		if (code < 0)
			return error_set(error, code, "landlock rule for %s: %s", *path,
					 error_words(code));
	}
	return 0;
}

static int add_for(int ruleset, const char *path, uint64_t rights, struct error *error)
{
	int object = open(path, O_PATH | O_CLOEXEC);
	int code = object < 0 ? -errno : add_rule(ruleset, object, rights);

	if (object >= 0)
		close(object);
	return code < 0 && code != -ENOENT
		       ? error_set(error, code, "landlock rule for %s: %s", path, error_words(code))
		       : 0;
}

/* A command must be able to start, and to do its work where the person stands. */
static int allow_commands(int ruleset, const struct landlock_scope *scope, uint64_t rights,
			  struct error *error)
{
	const uint64_t reading = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR |
				 LANDLOCK_ACCESS_FS_EXECUTE;
	const uint64_t devices = LANDLOCK_ACCESS_FS_WRITE_FILE | (rights & RIGHT_IOCTL_DEV);
	int code;

	if (!scope->worked_in)
		return 0;
	code = add_for(ruleset, "/", reading, error);
	if (code == 0)
		code = add_for(ruleset, "/dev", reading | devices, error);
	for (const char *const *path = scope->worked_in; *path && code == 0; path++)
		code = add_for(ruleset, *path, rights, error);
	return code;
}

static int allow_filler(int ruleset, int directory, uint32_t number)
{
	char name[32];
	int object;
	int code;

	snprintf(name, sizeof(name), "f%07u", number);
	object = openat(directory, name, O_PATH | O_NOFOLLOW | O_CLOEXEC);
	if (object < 0)
		return -errno;
	code = add_reading(ruleset, object);
	close(object);
	return code;
}

static int allow_fillers(int ruleset, const struct landlock_scope *scope, struct error *error)
{
	int code = 0;
	int directory;

	if (scope->fillers == 0)
		return 0;
	directory = openat(scope->root, LANDLOCK_FILLER_DIRECTORY,
			   O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (directory < 0)
		return error_set(error, -errno, "%s below the scratch root: %s",
				 LANDLOCK_FILLER_DIRECTORY, error_words(errno));
	for (uint32_t i = 0; i < scope->fillers && code == 0; i++)
		code = allow_filler(ruleset, directory, i);
	close(directory);
	return code < 0 ? error_set(error, code, "one of %u landlock rules: %s", scope->fillers,
				    error_words(code))
			: 0;
}

static int restrict_self(int ruleset, uint32_t layers, struct error *error)
{
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0)
		return error_set(error, -errno, "no_new_privs: %s", error_words(errno));
	for (uint32_t layer = 0; layer < layers; layer++) {
		if (syscall(SYS_landlock_restrict_self, ruleset, 0) == 0)
			continue;
		if (errno == E2BIG)
			return error_set(error, -E2BIG,
					 "landlock: layer %u of %u is one too many: at most %u "
					 "stack, and this process carried %u before; ask for %u",
					 layer + 1, layers, LANDLOCK_LAYERS_MAXIMUM,
					 LANDLOCK_LAYERS_MAXIMUM - layer, layer);
		return error_set(error, -errno, "landlock layer %u: %s", layer + 1,
				 error_words(errno));
	}
	return 0;
}

int landlock_confine(uint32_t layers, const struct landlock_scope *scope, struct error *error)
{
	const uint64_t rights = landlock_handled(landlock_abi());
	int code = landlock_check(error);
	int ruleset;

	if (code < 0)
		return code;
	ruleset = create_ruleset(rights);
	if (ruleset < 0)
		return error_set(error, ruleset, "landlock ruleset: %s", error_words(ruleset));
	code = add_rule(ruleset, scope->root, rights);
	if (code < 0)
		error_set(error, code, "landlock rule for the scratch root: %s", error_words(code));
	if (code == 0)
		code = allow_outside(ruleset, scope, error);
	if (code == 0)
		code = allow_used(ruleset, scope, error);
	if (code == 0)
		code = allow_commands(ruleset, scope, rights, error);
	if (code == 0)
		code = allow_fillers(ruleset, scope, error);
	/* The same ruleset again is a layer again: each is asked on its own. */
	if (code == 0)
		code = restrict_self(ruleset, layers, error);
	close(ruleset);
	return code;
}

const char *landlock_describe(int abi, char *buffer, size_t size)
{
	snprintf(buffer, size,
		 "ABI %d, handled rights 0x%llx%s; allowed: everything below the scratch root, "
		 "reading in the directory of the shape default, reading own paths, using the "
		 "programs and devices that an operation starts or opens",
		 abi, (unsigned long long)landlock_handled(abi),
		 abi > LANDLOCK_ABI_KNOWN ? " (rights of a newer ABI are left unhandled)" : "");
	return buffer;
}
