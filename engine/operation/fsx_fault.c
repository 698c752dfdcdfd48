/* SPDX-License-Identifier: GPL-2.0-or-later */
/* fsx_fault.c - mistakes of a file system, made on purpose. */
#include "engine/operation/fsx_fault.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const names[FSX_FAULT_KINDS] = {
	[FSX_FAULT_FLIP] = "flip",
	[FSX_FAULT_LOST_WRITE] = "lost-write",
	[FSX_FAULT_STALE_TAIL] = "stale-tail",
	[FSX_FAULT_HOLE_KEPT] = "hole-kept",
};

int fsx_fault_parse(const char *text, struct fsx_fault *fault, struct error *error)
{
	for (unsigned int i = 0; i < FSX_FAULT_KINDS; i++) {
		const size_t length = strlen(names[i]);
		char *end;

		if (strncmp(text, names[i], length) != 0 || text[length] != ':')
			continue;
		*fault = (struct fsx_fault){.kind = (enum fsx_fault_kind)i};
		fault->at = strtoull(text + length + 1, &end, 10);
		if (fault->at > 0 && *end == '\0')
			return 0;
	}
	return error_set(error, -EINVAL,
			 "'%.40s' is no fault: flip:N, lost-write:N, stale-tail:N or hole-kept:N",
			 text);
}

static int write_at(const struct fsx_file *file, const unsigned char *data, uint32_t offset,
		    uint32_t length)
{
	return pwrite(file->fd, data, length, offset) == (ssize_t)length ? 0 : EIO;
}

static int flip(const struct fsx_file *file, const struct fsx_step *step,
		const struct fsx_transfer *transfer)
{
	const uint32_t middle = step->length / 2;
	const unsigned char wrong = transfer->data[middle] ^ 1;

	return write_at(file, &wrong, step->offset + middle, 1);
}

/* The file is as long as if it had been written. */
static int lose(const struct fsx_file *file, const struct fsx_step *step)
{
	if (step->offset + step->length <= step->size)
		return 0;
	return ftruncate(file->fd, step->offset + step->length) < 0 ? errno : 0;
}

static int keep_tail(const struct fsx_file *file, const struct fsx_step *step,
		     struct fsx_fault *fault)
{
	const size_t length = step->size - step->length;

	fault->tail_from = step->length;
	fault->tail_to = step->size;
	return pread(file->fd, fault->tail, length, step->length) == (ssize_t)length ? 0 : EIO;
}

static int put_tail_back(const struct fsx_file *file, const struct fsx_step *step,
			 struct fsx_fault *fault)
{
	const uint32_t end = step->length < fault->tail_to ? step->length : fault->tail_to;
	const uint32_t from = fault->tail_from;

	fault->tail_to = fault->tail_from;
	return write_at(file, fault->tail, from, end - from);
}

static int stale(struct fsx_file *file, const struct fsx_step *step, struct fsx_transfer *transfer,
		 struct fsx_fault *fault)
{
	const bool cuts = step->kind == FSX_TRUNCATE && step->length < step->size;
	int failure = 0;

	fault->seen += cuts;
	if (cuts && fault->seen >= fault->at)
		failure = keep_tail(file, step, fault);
	if (!failure)
		failure = fsx_file_perform(file, step, transfer);
	if (failure || cuts || fault->tail_to == fault->tail_from)
		return failure;
	if (step->kind == FSX_TRUNCATE && step->length > step->size)
		return put_tail_back(file, step, fault);
	/* Whatever else made it grow has used the place. */
	if (fsx_file_size(file) > (int64_t)step->size)
		fault->tail_to = fault->tail_from;
	return 0;
}

int fsx_fault_perform(struct fsx_file *file, const struct fsx_step *step,
		      struct fsx_transfer *transfer, struct fsx_fault *fault)
{
	int failure;

	if (fault->kind == FSX_FAULT_STALE_TAIL)
		return stale(file, step, transfer, fault);
	if (fault->kind == FSX_FAULT_HOLE_KEPT && step->kind == FSX_PUNCH_HOLE &&
	    ++fault->seen >= fault->at)
		return 0;
	if (fault->kind == FSX_FAULT_HOLE_KEPT || step->kind != FSX_WRITE ||
	    ++fault->seen != fault->at)
		return fsx_file_perform(file, step, transfer);
	if (fault->kind == FSX_FAULT_LOST_WRITE)
		return lose(file, step);
	failure = fsx_file_perform(file, step, transfer);
	return failure ? failure : flip(file, step, transfer);
}
