/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ladder_files.c - the scratch root of a ladder, and in it the archives that its guests start from.
 *
 * All guests of one task start from the same archive, and archives of the same files have the same
 * size whatever the task says: what a kernel does before it comes to us is then the same too.
 */
#include "engine/ladder/ladder_private.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "engine/guest/guest_task.h"
#include "engine/ladder/initramfs.h"

/* A task's lines are filled up to this with empty ones. */
#define TASK_BYTES 512u
#define ENTRIES_MOST 12u

/* Bytes of a file or of our own; freed by free_bytes. */
struct bytes {
	void *at;
	size_t size;
	bool mapped;
};

static void free_bytes(struct bytes *bytes)
{
	if (bytes->mapped)
		munmap(bytes->at, bytes->size);
	else
		free(bytes->at);
	*bytes = (struct bytes){.at = NULL};
}

static int map_program(struct bytes *bytes, struct error *error)
{
	char path[PATH_MAX];
	struct stat status;
	void *at;
	int code = ladder_guest_program(path, sizeof(path), error);
	int fd;

	if (code < 0)
		return code;
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd >= 0 && fstat(fd, &status) == 0 && status.st_size > 0) {
		bytes->size = (size_t)status.st_size;
		at = mmap(NULL, bytes->size, PROT_READ, MAP_PRIVATE, fd, 0);
		bytes->mapped = at != MAP_FAILED;
		if (bytes->mapped)
			bytes->at = at;
		else
			code = -errno;
	} else {
		code = fd < 0 ? -errno : -ENOEXEC;
	}
	if (fd >= 0)
		close(fd);
	return code < 0 ? error_set(error, code, "%s: %s", path, error_words(code)) : 0;
}

/* What write puts into a stream, malloc'ed. */
static int write_text(struct bytes *bytes, void (*write)(const void *what, FILE *file),
		      const void *what)
{
	char *text = NULL;
	FILE *file = open_memstream(&text, &bytes->size);
	bool failed;

	if (!file)
		return -ENOMEM;
	write(what, file);
	failed = ferror(file) != 0;
	failed = fclose(file) != 0 || failed;
	bytes->at = text;
	return failed ? -ENOMEM : 0;
}

static void write_plan(const void *what, FILE *file)
{
	plan_write(what, file);
}

static void write_task(const void *what, FILE *file)
{
	long length;

	guest_task_write(what, file);
	fflush(file);
	for (length = ftell(file); length < (long)TASK_BYTES; length++)
		fputc('\n', file);
}

static int make_task(const struct rung_run *run, struct bytes *bytes)
{
	const struct ladder_plan *plan = &run->ladder->plan;
	const struct guest_task task = {
		.settle_seconds = plan->settle_seconds,
		.measure = plan->measure,
		.hooks = run->counts_hooks,
		.steps = (uint32_t)plan_step_count(&plan->plan),
		/* Lent. */
		.policy = rung_of(run)->policy,
	};

	return write_text(bytes, write_task, &task);
}

/* What an archive is put together from. */
struct parts {
	struct bytes program;
	struct bytes plan;
	struct bytes task;
	struct bytes policy;
};

static void add_file(struct initramfs_entry *entries, size_t *count, const char *path, mode_t mode,
		     const struct bytes *bytes)
{
	entries[(*count)++] = (struct initramfs_entry){
		.path = path, .mode = S_IFREG | mode, .bytes = bytes->at, .size = bytes->size};
}

static size_t list_entries(struct initramfs_entry entries[ENTRIES_MOST], const struct parts *parts)
{
	static const char *const directories[] = {"dev", "proc", "sys", "tmp"};
	size_t count = 0;

	for (size_t i = 0; i < sizeof(directories) / sizeof(directories[0]); i++)
		entries[count++] =
			(struct initramfs_entry){.path = directories[i], .mode = S_IFDIR | 0755};
	/* The kernel opens it for the first process before anything is mounted. */
	entries[count++] = (struct initramfs_entry){
		.path = "dev/console", .mode = S_IFCHR | 0600, .device = makedev(5, 1)};
	add_file(entries, &count, "init", 0755, &parts->program);
	add_file(entries, &count, GUEST_PLAN_FILE, 0644, &parts->plan);
	add_file(entries, &count, GUEST_TASK_FILE, 0644, &parts->task);
	if (parts->policy.at)
		add_file(entries, &count, GUEST_POLICY_FILE, 0600, &parts->policy);
	return count;
}

static int write_archive(const struct rung_run *run, const struct parts *parts, struct error *error)
{
	struct initramfs_entry entries[ENTRIES_MOST];
	char path[PATH_MAX];
	struct error why = {""};
	int code = ladder_initramfs_path(run, path);
	int fd = code < 0 ? -1 : open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);

	if (fd < 0) {
		code = code < 0 ? code : -errno;
		return error_set(error, code, "cannot make a guest's file system in %s: %s",
				 run->ladder->root.scratch.path, error_words(code));
	}
	code = initramfs_write(fd, entries, list_entries(entries, parts), &why);
	if (code < 0)
		error_set(error, code, "%s; it stands in %s: TMPDIR names another directory",
			  why.text, run->ladder->root.scratch.path);
	if (close(fd) < 0 && code == 0)
		code = error_set(error, -errno, "cannot write %s: %s", path, error_words(errno));
	return code;
}

static bool same_text(const char *a, const char *b)
{
	return (!a && !b) || (a && b && strcmp(a, b) == 0);
}

static bool same_task(const struct rung_run *a, const struct rung_run *b)
{
	const struct guest_policy *one = &rung_of(a)->policy;
	const struct guest_policy *other = &rung_of(b)->policy;

	return a->counts_hooks == b->counts_hooks && same_text(one->module, other->module) &&
	       same_text(one->file, other->file) && same_text(one->domain, other->domain);
}

/* Its own archive, or that of a rung before it with the same task. */
static int make_archive(struct rung_run *run, struct parts *parts, struct error *error)
{
	struct ladder *ladder = run->ladder;
	const struct guest_policy *policy = &rung_of(run)->policy;
	int code = 0;

	run->initramfs = rung_index(run);
	for (size_t i = 0; i < rung_index(run); i++) {
		if (same_task(run, &ladder->runs[i])) {
			run->initramfs = ladder->runs[i].initramfs;
			return 0;
		}
	}
	if (policy->module)
		code = guest_policy_compile(policy, &parts->policy.at, &parts->policy.size, error);
	if (code == 0 && make_task(run, &parts->task) < 0)
		code = error_set(error, -ENOMEM, "out of memory");
	if (code == 0)
		code = write_archive(run, parts, error);
	free_bytes(&parts->task);
	free_bytes(&parts->policy);
	return code;
}

/* A ladder takes no --scratch, which the remedies for sessions name. */
static int make_root(struct ladder *ladder, struct error *error)
{
	static const char option[] = "with --scratch";
	struct error why = {""};
	int code = scratch_guarded_create(&ladder->root, scratch_default_parent(), &why);
	size_t length = strlen(why.text);

	if (code == 0)
		return 0;
	if (length < sizeof(option) || strcmp(why.text + length - strlen(option), option) != 0)
		return error_set(error, code, "%s", why.text);
	return error_set(error, code, "%.*swith TMPDIR", (int)(length - strlen(option)), why.text);
}

int ladder_make_files(struct ladder *ladder, struct error *error)
{
	struct parts parts = {.program = {.at = NULL}};
	int code = map_program(&parts.program, error);

	if (code == 0 && write_text(&parts.plan, write_plan, &ladder->plan.plan) < 0)
		code = error_set(error, -ENOMEM, "out of memory");
	if (code == 0)
		code = make_root(ladder, error);
	for (size_t i = 0; i < ladder->plan.rung_count && code == 0; i++)
		code = make_archive(&ladder->runs[i], &parts, error);
	free_bytes(&parts.program);
	free_bytes(&parts.plan);
	return code;
}

int ladder_initramfs_path(const struct rung_run *run, char path[PATH_MAX])
{
	int length = snprintf(path, PATH_MAX, "%s/initramfs-%zu", run->ladder->root.scratch.path,
			      run->initramfs);

	return length < PATH_MAX ? 0 : -ENAMETOOLONG;
}

int ladder_log_path(const struct rung_run *run, char path[PATH_MAX])
{
	int length = snprintf(path, PATH_MAX, "%s/log-%zu-%u", run->ladder->root.scratch.path,
			      rung_index(run), run->attempt);

	return length < PATH_MAX ? 0 : -ENAMETOOLONG;
}
