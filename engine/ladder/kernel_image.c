/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * kernel_image.c - a kernel that a ladder boots: the file is found, checked and read.
 */
#include "engine/ladder/kernel_image.h"

#include <errno.h>
#include <fcntl.h>
#include <sha256.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "engine/ladder/kernel_image_private.h"

static int say_unreadable(const char *path, int code, struct error *error)
{
	if (code == -EACCES || code == -EPERM)
		return error_set(error, code,
				 "%s may not be read by this user: some distributions keep kernel "
				 "images for root; take a copy, as with \"sudo install -m 644 %s "
				 "/tmp/vmlinuz\"",
				 path, path);
	if (code == -ENOENT)
		return error_set(
			error, code,
			"%s does not exist: give a bzImage as /boot/vmlinuz-*, or a kernel "
			"build tree",
			path);
	return error_set(error, code, "%s cannot be opened: %s", path, error_words(code));
}

static bool exists_in(const char *directory, const char *name)
{
	char path[PATH_MAX];

	return snprintf(path, sizeof(path), "%s/%s", directory, name) < (int)sizeof(path) &&
	       !access(path, F_OK);
}

/* A directory is a build tree, and the image in it is meant. */
static int enter_tree(const char *tree, struct kernel_image *image, struct error *error)
{
	int length =
		snprintf(image->path, sizeof(image->path), "%s/%s", tree, KERNEL_IMAGE_IN_TREE);

	if (length >= (int)sizeof(image->path))
		return error_set(error, -ENAMETOOLONG, "the path %.200s... is too long", tree);
	if (exists_in(tree, KERNEL_IMAGE_IN_TREE))
		return 0;
	if (exists_in(tree, "Kbuild") || exists_in(tree, ".config"))
		return error_set(error, -ENOENT,
				 "%s is a kernel tree without an image for x86: build it with "
				 "\"make bzImage\", or give the folder of its O=",
				 tree);
	return error_set(error, -ENOENT,
			 "%s is a folder and no kernel build tree: there is no %s in it", tree,
			 KERNEL_IMAGE_IN_TREE);
}

/* Open a regular file; anything else, as a device or a pipe, is not waited for. */
static int open_file(const char *path, struct error *error)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	struct stat status;

	if (fd < 0)
		return say_unreadable(path, -errno, error);
	if (!fstat(fd, &status) && S_ISREG(status.st_mode))
		return fd;
	close(fd);
	return error_set(error, -ENOEXEC, "%s is no regular file, so no kernel image", path);
}

static int take_digest(int fd, struct kernel_image *image, struct error *error)
{
	unsigned char block[16384];
	SHA2_CTX context;
	off_t at = 0;
	ssize_t got;

	SHA256Init(&context);
	for (;;) {
		got = pread(fd, block, sizeof(block), at);
		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			break;
		SHA256Update(&context, block, (size_t)got);
		at += got;
	}
	if (got < 0)
		return error_set(error, -errno, "%s cannot be read: %s", image->path,
				 error_words(errno));
	SHA256End(&context, image->digest);
	return 0;
}

static int read_open(int fd, const char *tree, struct kernel_image *image, struct error *error)
{
	struct kernel_payload payload = {0, 0};
	int code = kernel_image_header(fd, image, &payload, error);

	if (!code)
		code = take_digest(fd, image, error);
	if (code)
		return code;
	code = kernel_image_find_config(fd, tree, "", &payload, image);
	return code ? error_set(error, code, "no memory to read the configuration of %s",
				image->path)
		    : 0;
}

int kernel_image_read(const char *path, struct kernel_image *image, struct error *error)
{
	struct stat status;
	bool is_tree;
	int fd, code = 0;

	*image = (struct kernel_image){.config = NULL};
	if (strlen(path) >= sizeof(image->path))
		return error_set(error, -ENAMETOOLONG, "the path %.200s... is too long", path);
	if (stat(path, &status))
		return say_unreadable(path, -errno, error);
	is_tree = S_ISDIR(status.st_mode);
	if (is_tree)
		code = enter_tree(path, image, error);
	else
		snprintf(image->path, sizeof(image->path), "%s", path);
	if (code)
		return code;
	fd = open_file(image->path, error);
	if (fd < 0)
		return fd;
	code = read_open(fd, is_tree ? path : NULL, image, error);
	close(fd);
	if (code)
		kernel_image_clear(image);
	return code;
}

void kernel_image_clear(struct kernel_image *image)
{
	free(image->config);
	*image = (struct kernel_image){.config = NULL};
}

/* Where distributions keep the image of a release: Debian and most, Fedora, Gentoo. */
static const struct {
	const char *before;
	const char *behind;
} places[] = {{"/boot/vmlinuz-", ""}, {"/lib/modules/", "/vmlinuz"}, {"/boot/kernel-", ""}};

int kernel_image_of_release(const char *root, const char *release, char path[PATH_MAX],
			    struct error *error)
{
	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
		int length = snprintf(path, PATH_MAX, "%s%s%s%s", root, places[i].before, release,
				      places[i].behind);

		if (length >= PATH_MAX)
			continue;
		if (!access(path, R_OK))
			return 0;
		if (errno == EACCES)
			return say_unreadable(path, -EACCES, error);
	}
	path[0] = '\0';
	return error_set(error, -ENOENT,
			 "the image of the running kernel is not here (/boot/vmlinuz-%s), as often "
			 "in a container or a virtual machine: name one with --kernel",
			 release);
}

int kernel_image_running(char path[PATH_MAX], struct error *error)
{
	struct utsname names;

	if (uname(&names))
		return error_set(error, -errno, "uname: %s", error_words(errno));
	return kernel_image_of_release("", names.release, path, error);
}
