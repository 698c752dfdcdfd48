/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * page_ladder_files.c - finds kernels in a directory.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tui/page_ladder_files.h"
#include "tui/path_probe.h"

/* Nobody picks from more; a path can be typed. */
#define ROWS_MAXIMUM 2000
/* Where the header of an image for x86 says that it is one: Documentation/arch/x86/boot.rst. */
#define MAGIC_OFFSET 0x202
#define TREE_IMAGE "arch/x86/boot/bzImage"

static void clear_items(struct kernel_file *items, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		free(items[i].name);
		free(items[i].path);
		free(items[i].image);
	}
	free(items);
}

void kernel_files_clear(struct kernel_files *files)
{
	clear_items(files->items, files->count);
	memset(files, 0, sizeof(*files));
}

/* image NULL: nothing would boot. */
static int add(struct kernel_files *files, enum kernel_file_kind kind, const char *name,
	       const char *path, const char *image, off_t bytes)
{
	struct kernel_file *items =
		reallocarray(files->items, files->count + 1, sizeof(*files->items));
	struct kernel_file *item;

	if (items == NULL)
		return -ENOMEM;
	files->items = items;
	item = &items[files->count];
	*item = (struct kernel_file){
		.kind = kind,
		.name = strdup(name),
		.path = strdup(path),
		.image = image != NULL ? strdup(image) : NULL,
		.bytes = bytes,
	};
	files->count++;
	return item->name == NULL || item->path == NULL || (image != NULL && item->image == NULL)
		       ? -ENOMEM
		       : 0;
}

static bool is_image(int directory, const char *name)
{
	char magic[4];
	int fd = openat(directory, name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	ssize_t count = fd < 0 ? -1 : pread(fd, magic, sizeof(magic), MAGIC_OFFSET);

	if (fd >= 0)
		close(fd);
	return count == (ssize_t)sizeof(magic) && memcmp(magic, "HdrS", sizeof(magic)) == 0;
}

static int add_file(struct kernel_files *files, int directory, const char *name, const char *path,
		    off_t bytes)
{
	if (is_image(directory, name))
		return add(files, KERNEL_FILE_IMAGE, name, path, path, bytes);
	/* Some distributions hide the running kernel's image from its users: that is to be seen. */
	if (strncmp(name, "vmlinuz", 7) == 0 && faccessat(directory, name, R_OK, 0) < 0)
		return add(files, KERNEL_FILE_CLOSED, name, path, path, bytes);
	return 0;
}

/* A directory is not asked about: a file system that hangs may be mounted there. */
static int add_entry(struct kernel_files *files, int directory, const struct dirent *entry)
{
	const char *name = entry->d_name;
	struct stat status = {.st_mode = S_IFDIR};
	char path[PATH_MAX];
	int length = snprintf(path, sizeof(path), "%s%s%s", files->directory,
			      strcmp(files->directory, "/") == 0 ? "" : "/", name);

	if (length < 0 || (size_t)length >= sizeof(path) ||
	    (entry->d_type != DT_DIR && fstatat(directory, name, &status, 0) < 0))
		return 0;
	if (S_ISDIR(status.st_mode))
		return add(files, KERNEL_FILE_DIRECTORY, name, path, NULL, 0);
	if (S_ISREG(status.st_mode))
		return add_file(files, directory, name, path, status.st_size);
	return 0;
}

static int add_entries(struct kernel_files *files, DIR *directory)
{
	const struct dirent *entry;
	int status = 0;

	while (status == 0 && files->count < ROWS_MAXIMUM && (entry = readdir(directory)) != NULL)
		if (entry->d_name[0] != '.')
			status = add_entry(files, dirfd(directory), entry);
	return status;
}

static int add_parent(struct kernel_files *files)
{
	char path[PATH_MAX];
	char *slash;

	snprintf(path, sizeof(path), "%s", files->directory);
	slash = strrchr(path, '/');
	if (slash == NULL || slash[1] == '\0')
		return 0;
	slash[slash == path] = '\0';
	return add(files, KERNEL_FILE_DIRECTORY, "..", path, NULL, 0);
}

/* The directory itself, where a kernel was built in it. */
static int add_tree(struct kernel_files *files, int directory)
{
	char image[PATH_MAX];
	struct stat status;
	int length = snprintf(image, sizeof(image), "%s/" TREE_IMAGE, files->directory);

	if (length < 0 || (size_t)length >= sizeof(image) ||
	    fstatat(directory, TREE_IMAGE, &status, 0) < 0 || !is_image(directory, TREE_IMAGE))
		return 0;
	return add(files, KERNEL_FILE_TREE, "this build tree", files->directory, image,
		   status.st_size);
}

static int compare_items(const void *first, const void *second)
{
	const struct kernel_file *a = first;
	const struct kernel_file *b = second;

	if ((a->kind == KERNEL_FILE_DIRECTORY) != (b->kind == KERNEL_FILE_DIRECTORY))
		return a->kind == KERNEL_FILE_DIRECTORY ? -1 : 1;
	if ((a->kind == KERNEL_FILE_TREE) != (b->kind == KERNEL_FILE_TREE))
		return a->kind == KERNEL_FILE_TREE ? -1 : 1;
	return strcmp(a->name, b->name);
}

static int list_into(struct kernel_files *list, const char *directory, struct error *error)
{
	DIR *opened;
	int status = path_probe_directory(directory, error);

	if (status < 0)
		return status;
	if (realpath(directory, list->directory) == NULL ||
	    (opened = opendir(list->directory)) == NULL) {
		status = -errno;
		return error_set(error, status, "%s: %s", directory, error_words(status));
	}
	status = add_parent(list);
	if (status == 0)
		status = add_tree(list, dirfd(opened));
	if (status == 0)
		status = add_entries(list, opened);
	closedir(opened);
	if (status < 0)
		return error_set(error, status, "out of memory");
	qsort(list->items, list->count, sizeof(*list->items), compare_items);
	return 0;
}

int kernel_files_list(struct kernel_files *files, const char *directory, struct error *error)
{
	struct kernel_files list = {.directory = ""};
	int status = list_into(&list, directory, error);

	if (status < 0) {
		kernel_files_clear(&list);
		return status;
	}
	kernel_files_clear(files);
	*files = list;
	/* Most people want a kernel of this directory. */
	while (files->selected + 1 < files->count &&
	       files->items[files->selected].kind == KERNEL_FILE_DIRECTORY)
		files->selected++;
	return 0;
}
