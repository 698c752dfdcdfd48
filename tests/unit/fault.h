/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fault.h - for tests that need a child: with mounts of its own, with system calls that fail, or
 * with few descriptors. What the child finds wrong it prints, and ends with 1.
 */
#ifndef LSMBENCH_TESTS_FAULT_H
#define LSMBENCH_TESTS_FAULT_H

#include "tests/unit/playground.h"

#include <sched.h>
#include <sys/mount.h>

#include "fixtures/fixture.h"

enum { SKIPPED = 77 };

/* In a child the assertions of cmocka would jump into the parent's tests: end instead. */
static inline void demand(bool condition, const char *what)
{
	if (condition)
		return;
	fprintf(stderr, "%s: errno %d (%s)\n", what, errno, strerror(errno));
	_exit(1);
}

static inline void demand_code(int code, int wanted, const struct error *error)
{
	if (code == wanted)
		return;
	fprintf(stderr, "code %d instead of %d: %s\n", code, wanted, error->text);
	_exit(1);
}

/* One line that names the place and the remedy. */
static inline void demand_message(const struct error *error, const char *place)
{
	demand(strstr(error->text, place), error->text);
	demand(strchr(error->text, ';'), error->text);
	demand(!strchr(error->text, '\n'), error->text);
}

static inline size_t entries(const char *path)
{
	DIR *directory = opendir(path);
	size_t count = 0;

	demand(directory, path);
	while (readdir(directory))
		count++;
	closedir(directory);
	return count - 2;
}

typedef void body(const struct playground *play);

/* Run what in a child. */
static inline void in_child(const struct playground *play, body *what)
{
	int status;
	pid_t pid = fork();

	if (pid == 0) {
		what(play);
		_exit(0);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	if (WIFEXITED(status) && WEXITSTATUS(status) == SKIPPED)
		skip();
	assert_int_equal(status, 0);
	assert_int_equal(playground_entries(play->path), 0);
	playground_check_canary(play);
}

static inline void write_map(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC);

	demand(fd >= 0 && write(fd, text, strlen(text)) > 0, path);
	close(fd);
}

/* A mount namespace of our own, in a user namespace of our own unless we are root. */
static inline void enter_namespace(void)
{
	char users[64];
	char groups[64];
	bool root = geteuid() == 0;

	snprintf(users, sizeof(users), "0 %ld 1", (long)geteuid());
	snprintf(groups, sizeof(groups), "0 %ld 1", (long)getegid());
	if (unshare(root ? CLONE_NEWNS : CLONE_NEWNS | CLONE_NEWUSER) < 0) {
		printf("skipped: no mount namespace here: %s\n", strerror(errno));
		fflush(stdout);
		_exit(SKIPPED);
	}
	if (!root) {
		write_map("/proc/self/uid_map", users);
		write_map("/proc/self/setgroups", "deny");
		write_map("/proc/self/gid_map", groups);
	}
	demand(mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0, "private mounts");
}

static inline void create(struct scratch *scratch, const struct playground *play)
{
	struct error error = {""};

	demand_code(scratch_create(scratch, play->path, &error), 0, &error);
}

static inline struct fixture_spec directory_of(uint64_t files)
{
	return (struct fixture_spec){.kind = FIXTURE_DIRECTORY, .files = files};
}

static inline struct fixture_spec path_of(unsigned int depth)
{
	struct fixture_spec spec = {.kind = FIXTURE_PATH};

	for (unsigned int i = 0; i < depth; i++)
		strcat(spec.path, "LLL/");
	strcat(spec.path, "FFF");
	return spec;
}

/* The build fails with code and says so, and the root holds the marker alone again. */
static inline void demand_failure(const struct scratch *scratch, const struct fixture_spec *spec,
				  int code)
{
	struct error error = {""};

	demand_code(fixture_build(scratch->fd, "case", spec, NULL, NULL, &error), code, &error);
	demand_message(&error, scratch->path);
	demand(entries(scratch->path) == 1, "entries after a failed build");
}

static inline void demand_success(const struct scratch *scratch, const struct fixture_spec *spec)
{
	struct error error = {""};

	demand_code(fixture_build(scratch->fd, "case", spec, NULL, NULL, &error), 0, &error);
	demand_code(fixture_remove(scratch->fd, "case", NULL, NULL, &error), 0, &error);
	demand(entries(scratch->path) == 1, "entries after a removal");
}

static inline void finish(struct scratch *scratch, const struct playground *play)
{
	struct error error = {""};

	demand_code(scratch_remove(scratch, &error), 0, &error);
	demand(entries(play->path) == 0, "entries after removing the root");
}

static inline int try_root(const struct playground *play, int code)
{
	struct scratch scratch;
	struct error error = {""};
	size_t before = entries(play->path);
	int result = scratch_create(&scratch, play->path, &error);

	if (result == 0) {
		demand_code(scratch_remove(&scratch, &error), 0, &error);
	} else {
		demand_code(result, code, &error);
		demand_message(&error, play->path);
		demand(strstr(error.text, "--scratch") || code == -EMFILE || code == -ENFILE,
		       error.text);
	}
	demand(entries(play->path) == before, "entries after trying to make a root");
	return result;
}

#endif
