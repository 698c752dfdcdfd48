/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * initramfs.h - the file system that a guest starts from: a newc archive, made with libarchive. Its
 * bytes depend on nothing but what is put in.
 */
#ifndef LSMBENCH_ENGINE_INITRAMFS_H
#define LSMBENCH_ENGINE_INITRAMFS_H

#include <stddef.h>
#include <sys/types.h>

#include "fixtures/error.h"

struct initramfs_entry {
	const char *path; /* "dev/console", without a leading "/" */
	mode_t mode;      /* S_IFREG, S_IFDIR or S_IFCHR and the permissions */
	const void *bytes;
	size_t size;
	dev_t device; /* S_IFCHR */
};

/* Write an archive of the entries, in their order, to fd. 0 or negative errno with a message. */
int initramfs_write(int fd, const struct initramfs_entry *entries, size_t count,
		    struct error *error);

#endif
