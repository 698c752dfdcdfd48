/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * kernel_image_private.h - the parts in which the kernel_image files read an image.
 */
#ifndef LSMBENCH_ENGINE_KERNEL_IMAGE_PRIVATE_H
#define LSMBENCH_ENGINE_KERNEL_IMAGE_PRIVATE_H

#include <stddef.h>
#include <stdint.h>

#include "engine/ladder/kernel_image.h"

#define KERNEL_IMAGE_IN_TREE "arch/x86/boot/bzImage"
#define KERNEL_CONFIG_SIZE ((size_t)4 << 20) /* real ones have 100 to 350 KB */

/* Where the compressed kernel lies in the file; length 0: nowhere. */
struct kernel_payload {
	uint64_t offset;
	uint64_t length;
};

/*
 * kernel_image_header.c: check what the descriptor is open on, and take release and banner from its
 * header. image->path says which file it is.
 */
int kernel_image_header(int fd, struct kernel_image *image, struct kernel_payload *payload,
			struct error *error);

/*
 * kernel_image_config.c: look for the configuration. tree is the build tree that was given, or
 * NULL; root is put before /boot. 0 also when none is found, or -ENOMEM.
 */
int kernel_image_find_config(int fd, const char *tree, const char *root,
			     const struct kernel_payload *payload, struct kernel_image *image);

/*
 * kernel_image_payload.c: the configuration that CONFIG_IKCONFIG packs into a kernel: malloc'ed and
 * terminated. -ENOENT when there is none in it, -ENOMEM.
 */
int kernel_image_unpack_config(int fd, const struct kernel_payload *payload, char **config,
			       size_t *size);

/* kernel_image.c: the image of the kernel release below root, for the test. */
int kernel_image_of_release(const char *root, const char *release, char path[PATH_MAX],
			    struct error *error);

#endif
