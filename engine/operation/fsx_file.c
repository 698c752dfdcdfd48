/* SPDX-License-Identifier: GPL-2.0-or-later */
/* fsx_file.c - the steps of the exerciser as system calls. */
#include "engine/operation/fsx_file.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/operation/fsx_map.h"

bool fsx_file_is_full(int failure)
{
	return failure == ENOSPC || failure == EDQUOT;
}

static const char *advice(int failure)
{
	return fsx_file_is_full(failure) ? ": free some, or name another place with --scratch" : "";
}

int fsx_file_make(struct fsx_file *file, int directory, const char *name, struct error *error)
{
	*file = (struct fsx_file){
		.directory = directory, .name = name, .page = (size_t)sysconf(_SC_PAGESIZE)};
	unlinkat(directory, name, 0);
	file->fd = openat(directory, name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	fsx_map_begin();
	return file->fd < 0 ? error_set(error, -errno, "the file %s to exercise: %s%s", name,
					error_words(errno), advice(errno))
			    : 0;
}

void fsx_file_remove(struct fsx_file *file)
{
	if (file->fd >= 0)
		close(file->fd);
	file->fd = -1;
	if (file->name)
		unlinkat(file->directory, file->name, 0);
	file->name = NULL;
	fsx_map_end();
}

/* Without an error a call may do less than it was asked for; what is left then tells why. */
static int read_range(int fd, const struct fsx_step *step, struct fsx_transfer *transfer)
{
	transfer->moved = 0;
	while (transfer->moved < step->length) {
		ssize_t got = pread(fd, transfer->buffer + transfer->moved,
				    step->length - transfer->moved,
				    (off_t)(step->offset + transfer->moved));

		if (got < 0)
			return errno;
		if (got == 0)
			break;
		transfer->moved += (size_t)got;
	}
	return 0;
}

static int write_range(int fd, const struct fsx_step *step, const unsigned char *data)
{
	size_t done = 0;

	while (done < step->length) {
		ssize_t written =
			pwrite(fd, data + done, step->length - done, (off_t)(step->offset + done));

		if (written <= 0)
			return written < 0 ? errno : ENOSPC;
		done += (size_t)written;
	}
	return 0;
}

static int allocate(int fd, int mode, const struct fsx_step *step)
{
	return fallocate(fd, mode, step->offset, step->length) < 0 ? errno : 0;
}

static int reopen(struct fsx_file *file)
{
	int code = close(file->fd);

	file->fd = -1;
	if (code < 0)
		return errno;
	file->fd = openat(file->directory, file->name, O_RDWR | O_CLOEXEC);
	return file->fd < 0 ? errno : 0;
}

int fsx_file_perform(struct fsx_file *file, const struct fsx_step *step,
		     struct fsx_transfer *transfer)
{
	switch (step->kind) {
	case FSX_READ:
		return read_range(file->fd, step, transfer);
	case FSX_WRITE:
		return write_range(file->fd, step, transfer->data);
	case FSX_TRUNCATE:
		return ftruncate(file->fd, step->length) < 0 ? errno : 0;
	case FSX_MAP_READ:
	case FSX_MAP_WRITE:
		return fsx_map_perform(file, step, transfer);
	case FSX_ALLOCATE:
		return allocate(file->fd, 0, step);
	case FSX_ALLOCATE_KEEP:
		return allocate(file->fd, FALLOC_FL_KEEP_SIZE, step);
	case FSX_PUNCH_HOLE:
		return allocate(file->fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, step);
	case FSX_SYNC:
		return fsync(file->fd) < 0 ? errno : 0;
	case FSX_REOPEN:
		return reopen(file);
	case FSX_KINDS:
		break;
	}
	return EINVAL;
}

int fsx_file_probe(struct fsx_file *file, unsigned int *kinds, struct error *error)
{
	static const enum fsx_kind probed[] = {FSX_ALLOCATE, FSX_ALLOCATE_KEEP, FSX_PUNCH_HOLE};

	*kinds = FSX_ALL_KINDS;
	for (size_t i = 0; i < sizeof(probed) / sizeof(probed[0]); i++) {
		const struct fsx_step step = {.kind = probed[i], .length = FSX_PAGE};
		struct fsx_transfer nothing = {.data = NULL};
		int failure = fsx_file_perform(file, &step, &nothing);

		if (failure == EOPNOTSUPP)
			*kinds &= ~(1u << probed[i]);
		else if (failure)
			return error_set(error, -failure, "%s on a new file: %s%s",
					 fsx_kind_name(probed[i]), error_words(failure),
					 advice(failure));
	}
	if (ftruncate(file->fd, 0) < 0)
		return error_set(error, -errno, "truncate of a new file: %s", error_words(errno));
	return 0;
}

int64_t fsx_file_size(const struct fsx_file *file)
{
	struct stat status;

	return fstat(file->fd, &status) < 0 ? -errno : (int64_t)status.st_size;
}
