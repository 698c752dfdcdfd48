/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * page_ladder_files.h - which kernels a directory has: images by what they begin with, and build
 * trees by the image in them. No screen here.
 */
#ifndef LSMBENCH_TUI_PAGE_LADDER_FILES_H
#define LSMBENCH_TUI_PAGE_LADDER_FILES_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "fixtures/error.h"

enum kernel_file_kind {
	KERNEL_FILE_DIRECTORY,
	KERNEL_FILE_TREE, /* a directory with arch/x86/boot/bzImage in it */
	KERNEL_FILE_IMAGE,
	KERNEL_FILE_CLOSED, /* called vmlinuz, but not readable */
};

struct kernel_file {
	enum kernel_file_kind kind;
	char *name;
	char *path;
	char *image; /* what would boot; NULL for a directory */
	off_t bytes;
};

struct kernel_files {
	char directory[PATH_MAX];
	struct kernel_file *items;
	size_t count;
	size_t selected;
	int first;
	int rows;
};

/*
 * List directory: the one above it, its directories, then kernels, by name. Other files are left
 * out. Negative errno with a message, and then everything is as before.
 */
int kernel_files_list(struct kernel_files *files, const char *directory, struct error *error);
void kernel_files_clear(struct kernel_files *files);

#endif
