/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * kernel_image_config.c - where the configuration of an image is looked for.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "engine/ladder/kernel_image_private.h"

/* gzread reads plain text too. The length, or a negative errno. */
static ssize_t read_text(int fd, char *text)
{
	gzFile file = gzdopen(fd, "r");
	int got, closed;

	if (!file) {
		close(fd);
		return -ENOMEM;
	}
	got = gzread(file, text, (unsigned int)KERNEL_CONFIG_SIZE);
	closed = gzclose_r(file);
	if (got < 0 || closed != Z_OK || memchr(text, '\0', (size_t)got))
		return -EIO;
	return got;
}

/* 1 when the file at path is a configuration, and is taken; 0 when it is not; -ENOMEM. */
static int take_file(const char *path, struct kernel_image *image)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	struct stat status;
	ssize_t length;
	char *text;

	if (fd < 0)
		return 0;
	if (fstat(fd, &status) || !S_ISREG(status.st_mode)) {
		close(fd);
		return 0;
	}
	text = malloc(KERNEL_CONFIG_SIZE + 1);
	length = text ? read_text(fd, text) : -ENOMEM;
	if (!text)
		close(fd);
	if (length < 0 || !text) {
		free(text);
		return length == -ENOMEM ? -ENOMEM : 0;
	}
	text[length] = '\0';
	if (!strstr(text, "CONFIG_")) {
		free(text);
		return 0;
	}
	image->config = text;
	image->config_size = (size_t)length;
	snprintf(image->config_source, sizeof(image->config_source), "%s", path);
	return 1;
}

__attribute__((format(printf, 2, 3))) static int try_file(struct kernel_image *image,
							  const char *format, ...)
{
	char path[PATH_MAX];
	va_list arguments;
	int length;

	va_start(arguments, format);
	length = vsnprintf(path, sizeof(path), format, arguments);
	va_end(arguments);
	return length < (int)sizeof(path) ? take_file(path, image) : 0;
}

/* Beside the image, and above it where it lies in a build tree that was not given as such. */
static int try_beside(struct kernel_image *image, bool has_release)
{
	static const char in_tree[] = "/" KERNEL_IMAGE_IN_TREE;
	const size_t length = strlen(image->path), part = sizeof(in_tree) - 1;
	const char *slash = strrchr(image->path, '/');
	int directory = slash ? (int)(slash - image->path) : 1;
	int code = 0;

	if (length > part && !strcmp(image->path + length - part, in_tree))
		code = try_file(image, "%.*s/.config", (int)(length - part), image->path);
	if (!code && has_release)
		code = try_file(image, "%.*s/config-%s", directory, slash ? image->path : ".",
				image->release);
	return code;
}

static int try_files(const char *tree, const char *root, struct kernel_image *image)
{
	bool has_release = image->release[0] && !strchr(image->release, '/');
	int code = tree ? try_file(image, "%s/.config", tree) : 0;

	if (!code)
		code = try_beside(image, has_release);
	if (!code && has_release)
		code = try_file(image, "%s/boot/config-%s", root, image->release);
	if (!code && has_release)
		code = try_file(image, "%s/lib/modules/%s/config", root, image->release);
	return code;
}

int kernel_image_find_config(int fd, const char *tree, const char *root,
			     const struct kernel_payload *payload, struct kernel_image *image)
{
	int code = try_files(tree, root, image);

	if (code)
		return code < 0 ? code : 0;
	code = kernel_image_unpack_config(fd, payload, &image->config, &image->config_size);
	if (!code)
		snprintf(image->config_source, sizeof(image->config_source),
			 "IKCONFIG of the image");
	return code == -ENOENT ? 0 : code;
}
