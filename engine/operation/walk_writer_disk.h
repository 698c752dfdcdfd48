/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * walk_writer_disk.h - having the disk write what a writer has written, and how much of it that
 * was.
 */
#ifndef LSMBENCH_ENGINE_WALK_WRITER_DISK_H
#define LSMBENCH_ENGINE_WALK_WRITER_DISK_H

#include <stdbool.h>
#include <stdint.h>

/* Have the kernel begin to write size bytes of the file from there on, without waiting for it. */
void walk_writer_disk_begin(int fd, uint64_t from, uint64_t size);

/* Wait until all contents of the file are written. 0, or the positive errno. */
int walk_writer_disk_await(int fd);

/* The kernel's counts of this process, for walk_writer_disk_read; -1 where there are none. */
int walk_writer_disk_open(void);

/*
 * Bytes that this process has made the kernel write, or going to write, to a disk, less those that
 * it took back by deleting them before. False where the kernel does not say.
 */
bool walk_writer_disk_read(int counts, uint64_t *bytes);

#endif
