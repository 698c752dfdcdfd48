/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * save.c - write a file whole or not at all.
 *
 * What cannot be renamed over (standard output, a device, a pipe) is written in place.
 */
#include "exports/save.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "exports/number.h"

/* The kernel gives up following links here, too. */
#define LINKS_MAXIMUM 40
/* Five seconds. */
#define READER_TRIES 250

/* The open descriptor that target names ("-", /dev/stdout, /dev/fd/5, /proc/self/fd/5), or -1. */
static int named_descriptor(const char *target)
{
	static const char *const directories[] = {"/dev/fd/", "/proc/self/fd/"};
	uint64_t number;

	if (strcmp(target, "-") == 0 || strcmp(target, "/dev/stdout") == 0)
		return STDOUT_FILENO;
	if (strcmp(target, "/dev/stderr") == 0)
		return STDERR_FILENO;
	for (size_t i = 0; i < sizeof(directories) / sizeof(directories[0]); i++) {
		size_t length = strlen(directories[i]);

		if (strncmp(target, directories[i], length) == 0 &&
		    number_parse(target + length, INT32_MAX, &number) == 0)
			return (int)number;
	}
	return -1;
}

/* Make save->file of the descriptor, which is closed on failure. */
static int adopt(struct save *save, int fd, struct error *error)
{
	int code;

	save->file = fdopen(fd, "w");
	if (save->file)
		return 0;
	code = errno;
	close(fd);
	return error_set(error, -code, "cannot write to %s: %s", save->target, error_words(code));
}

static int open_descriptor(struct save *save, int descriptor, struct error *error)
{
	int fd = fcntl(descriptor, F_DUPFD_CLOEXEC, 3);

	if (fd < 0)
		return error_set(error, -errno, "cannot write to %s: it is not open: %s",
				 save->target, error_words(errno));
	/* One that a shell closed was filled with something that only reads. */
	if ((fcntl(fd, F_GETFL) & O_ACCMODE) == O_RDONLY) {
		close(fd);
		return error_set(error, -EBADF, "cannot write to %s: it is closed", save->target);
	}
	return adopt(save, fd, error);
}

/*
 * A pipe's reader may start a moment after us. Waiting for it without end would look like a hang
 * and leave nothing to be done but to kill us.
 */
static int open_pipe(const char *path)
{
	const struct timespec pause = {.tv_nsec = 20000000};
	int fd = -1;
	int flags;

	for (int i = 0; i < READER_TRIES; i++) {
		fd = open(path, O_WRONLY | O_CLOEXEC | O_NONBLOCK);
		if (fd >= 0 || errno != ENXIO)
			break;
		nanosleep(&pause, NULL);
	}
	if (fd < 0)
		return -1;
	flags = fcntl(fd, F_GETFL);
	if (flags >= 0 && fcntl(fd, F_SETFL, flags & ~O_NONBLOCK) == 0)
		return fd;
	close(fd);
	errno = EIO;
	return -1;
}

static int open_in_place(struct save *save, mode_t type, struct error *error)
{
	int fd = S_ISFIFO(type) ? open_pipe(save->target)
				: open(save->target, O_WRONLY | O_CLOEXEC | O_NOCTTY);

	if (fd < 0 && errno == ENXIO && S_ISFIFO(type))
		return error_set(error, -ENXIO,
				 "cannot write to the pipe %s: nobody reads it; start its reader "
				 "first",
				 save->target);
	if (fd < 0)
		return error_set(error, -errno, "cannot write to %s: %s", save->target,
				 error_words(errno));
	return adopt(save, fd, error);
}

/* Replace the last component of path by name. -ENAMETOOLONG when it does not fit. */
static int replace_last(char path[PATH_MAX], const char *name)
{
	char *slash = strrchr(path, '/');
	size_t directory = slash ? (size_t)(slash - path) + 1 : 0;

	if (name[0] == '/')
		directory = 0;
	if (directory + strlen(name) >= PATH_MAX)
		return -ENAMETOOLONG;
	memcpy(path + directory, name, strlen(name) + 1);
	return 0;
}

/* Follow save->target while it is a symbolic link, also one to a file that does not exist yet. */
static int follow_links(struct save *save, struct error *error)
{
	char content[PATH_MAX];

	for (int i = 0; i < LINKS_MAXIMUM; i++) {
		ssize_t length = readlink(save->target, content, sizeof(content) - 1);

		if (length < 0)
			return 0;
		content[length] = '\0';
		if (replace_last(save->target, content) < 0)
			return error_set(error, -ENAMETOOLONG,
					 "cannot follow the link %s: the path is too long",
					 save->target);
	}
	return error_set(error, -ELOOP, "cannot write to %s: too many symbolic links",
			 save->target);
}

static const char *name_of_kind(enum signature kind)
{
	switch (kind) {
	case SIGNATURE_NONE:
		return "is no result of lsmbench";
	case SIGNATURE_RESULT:
		return "holds the samples of a result, which this would not";
	case SIGNATURE_PLAN:
		return "is a plan of lsmbench";
	default:
		return "was written by another version of lsmbench";
	}
}

/* Whether the existing file may be replaced: it is empty or of a kind that can be. */
static int check_ours(const struct save *save, enum signature kind, struct error *error)
{
	enum signature old;
	char start[SIGNATURE_SIZE];
	int fd = open(save->target, O_RDONLY | O_CLOEXEC);
	ssize_t length;

	if (fd < 0)
		return error_set(error, -errno,
				 "will not overwrite %s, which cannot be read: %s; choose another "
				 "name or use --force",
				 save->target, error_words(errno));
	length = read(fd, start, sizeof(start));
	close(fd);
	old = length > 0 ? signature_of(start, (size_t)length) : SIGNATURE_NONE;
	if (length == 0 || signature_may_replace(kind, old))
		return 0;
	return error_set(error, -EEXIST, "%s exists and %s; choose another name or use --force",
			 save->target, name_of_kind(old));
}

static const char *remedy(int code)
{
	switch (code) {
	case ENOENT:
		return "; create the directory first";
	case EACCES:
	case EPERM:
	case EROFS:
		return "; choose a directory that you can write to";
	case ENOSPC:
	case EDQUOT:
		return "; free some space or choose another directory";
	default:
		return "";
	}
}

/* The rights a new file gets: those of the file it replaces, or what umask leaves. */
static mode_t rights_for(const struct stat *old)
{
	mode_t mask;

	if (old)
		return old->st_mode & 0777;
	mask = umask(0);
	umask(mask);
	return 0666 & ~mask;
}

/* Create the file beside the target; old describes the target, NULL when there is none. */
static int open_beside(struct save *save, const struct stat *old, struct error *error)
{
	int status;
	int code;
	int fd;

	memcpy(save->temporary, save->target, sizeof(save->temporary));
	if (replace_last(save->temporary, ".lsmbench.XXXXXX") < 0) {
		save->temporary[0] = '\0';
		return error_set(error, -ENAMETOOLONG, "cannot write to %s: the path is too long",
				 save->target);
	}
	fd = mkostemp(save->temporary, O_CLOEXEC);
	if (fd < 0) {
		code = errno;
		save->temporary[0] = '\0';
		return error_set(error, -code, "cannot create a file for %s: %s%s", save->target,
				 error_words(code), remedy(code));
	}
	/* Only root can give a file away; anyone else keeps what is his own. */
	if (old && fchown(fd, old->st_uid, old->st_gid) < 0)
		errno = 0;
	if (fchmod(fd, rights_for(old)) < 0)
		errno = 0;
	status = adopt(save, fd, error);
	if (status < 0) {
		unlink(save->temporary);
		save->temporary[0] = '\0';
	}
	return status;
}

static int open_existing(struct save *save, const struct stat *old, enum signature kind, bool force,
			 struct error *error)
{
	int status;

	if (S_ISDIR(old->st_mode))
		return error_set(error, -EISDIR, "cannot write to %s: it is a directory",
				 save->target);
	if (!S_ISREG(old->st_mode))
		return open_in_place(save, old->st_mode, error);
	status = follow_links(save, error);
	if (status == 0 && !force)
		status = check_ours(save, kind, error);
	return status < 0 ? status : open_beside(save, old, error);
}

int save_open(struct save *save, const char *target, bool force, struct error *error)
{
	return save_open_as(save, target, SIGNATURE_NONE, force, error);
}

int save_open_as(struct save *save, const char *target, enum signature kind, bool force,
		 struct error *error)
{
	int descriptor = named_descriptor(target);
	struct stat old;
	int status;

	*save = (struct save){0};
	if (target[0] == '\0')
		return error_set(error, -EINVAL, "the output file's name is empty");
	if (strlen(target) >= sizeof(save->target))
		return error_set(error, -ENAMETOOLONG, "the output file's name is too long");
	snprintf(save->target, sizeof(save->target), "%s",
		 descriptor == STDOUT_FILENO ? "standard output" : target);
	if (descriptor >= 0)
		return open_descriptor(save, descriptor, error);
	if (stat(target, &old) == 0)
		return open_existing(save, &old, kind, force, error);
	if (errno != ENOENT)
		return error_set(error, -errno, "cannot write to %s: %s%s", target,
				 error_words(errno), remedy(errno));
	status = follow_links(save, error);
	if (status < 0)
		return status;
	if (save->target[strlen(save->target) - 1] == '/')
		return error_set(error, -EISDIR, "cannot write to %s: it names a directory",
				 target);
	return open_beside(save, NULL, error);
}

/* Make the rename itself durable; a file system that cannot is not an error. */
static void sync_directory(const struct save *save)
{
	char path[PATH_MAX];
	int fd;

	memcpy(path, save->target, sizeof(path));
	if (replace_last(path, ".") < 0)
		return;
	fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0)
		return;
	fsync(fd);
	close(fd);
}

/* Everything written, and on the disk where there is one. 0 or a negative errno. */
static int finish_file(struct save *save)
{
	int code = 0;

	errno = 0;
	if (fflush(save->file) != 0 || ferror(save->file))
		code = errno ? errno : EIO;
	if (code == 0 && save->temporary[0] && fsync(fileno(save->file)) < 0)
		code = errno;
	if (fclose(save->file) != 0 && code == 0)
		code = errno;
	save->file = NULL;
	return -code;
}

int save_commit(struct save *save, struct error *error)
{
	int status = finish_file(save);

	if (status == 0 && save->temporary[0] && rename(save->temporary, save->target) < 0)
		status = -errno;
	if (status < 0) {
		error_set(error, status, "cannot write %s: %s%s%s", save->target,
			  error_words(-status), remedy(-status),
			  save->temporary[0] ? "; nothing there was changed" : "");
		save_abort(save);
		return status;
	}
	if (save->temporary[0])
		sync_directory(save);
	*save = (struct save){0};
	return 0;
}

void save_abort(struct save *save)
{
	if (save->file)
		fclose(save->file);
	if (save->temporary[0])
		unlink(save->temporary);
	*save = (struct save){0};
}
