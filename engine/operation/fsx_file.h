/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fsx_file.h - the exerciser's file, and its steps as system calls.
 */
#ifndef LSMBENCH_ENGINE_FSX_FILE_H
#define LSMBENCH_ENGINE_FSX_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/operation/fsx_step.h"
#include "fixtures/error.h"

struct fsx_file {
	int directory;
	const char *name; /* in the directory */
	int fd;           /* -1: not open */
	size_t page;      /* of this machine */
};

/* What goes into a step and comes out of it. */
struct fsx_transfer {
	const unsigned char *data; /* what is to be written: the step's length */
	unsigned char *buffer;     /* for what is read, as long */
	size_t moved;              /* how much was read */
};

/* Whether a positive errno says that the file system, or a quota, has no room left. */
bool fsx_file_is_full(int failure);

/* Make it anew, empty. 0 or negative errno with a message. */
int fsx_file_make(struct fsx_file *file, int directory, const char *name, struct error *error);

/* Close it and remove it. */
void fsx_file_remove(struct fsx_file *file);

/*
 * Find out, on the file, what kinds of steps its file system has, a bit each: one that fails with
 * EOPNOTSUPP is left out. 0 or negative errno with a message, when one is refused.
 */
int fsx_file_probe(struct fsx_file *file, unsigned int *kinds, struct error *error);

/* Perform a step. 0 or a positive errno. */
int fsx_file_perform(struct fsx_file *file, const struct fsx_step *step,
		     struct fsx_transfer *transfer);

/* The size of the file, or a negative errno. */
int64_t fsx_file_size(const struct fsx_file *file);

#endif
