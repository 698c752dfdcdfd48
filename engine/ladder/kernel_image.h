/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * kernel_image.h - a kernel that a ladder boots: what can be told from its file, before a boot.
 */
#ifndef LSMBENCH_ENGINE_KERNEL_IMAGE_H
#define LSMBENCH_ENGINE_KERNEL_IMAGE_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

#include "fixtures/error.h"

struct kernel_image {
	char path[PATH_MAX]; /* of the bzImage */
	char release[128];   /* "6.12.117+deb12-cloud-amd64" */
	char banner[256];    /* release, builder and build as the image's header has them */
	char digest[65];     /* SHA-256 of the file, in hex */
	char *config;        /* the text of its configuration, or NULL */
	size_t config_size;
	char config_source[PATH_MAX]; /* where that was found: a file, "IKCONFIG of the image" */
};

/*
 * path is a bzImage for x86, or a kernel build tree, whose arch/x86/boot/bzImage is taken. The
 * configuration is looked for in the tree's .config, beside the image (config-RELEASE) and in
 * /boot, by the release in the image's header, and inside the image (CONFIG_IKCONFIG). Negative
 * errno with a line that says what the file is instead: missing, not readable by this user, an
 * ELF vmlinux, for another machine, cut off.
 */
int kernel_image_read(const char *path, struct kernel_image *image, struct error *error);
void kernel_image_clear(struct kernel_image *image);

/* The image of the running kernel: its path, or -ENOENT/-EACCES with a line that says why not. */
int kernel_image_running(char path[PATH_MAX], struct error *error);

/* The value of a CONFIG_ option: "y", "m", a string without its quotes; NULL when it is not set or
 * no configuration is known. buffer is returned. */
const char *kernel_image_option(const struct kernel_image *image, const char *option, char *buffer,
				size_t size);

#endif
