/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * kernel_play.h - small kernel images for tests, made as the boot protocol of x86 documents them:
 * a header, a banner, a payload; and a scratch directory for them.
 */
#ifndef LSMBENCH_TESTS_KERNEL_PLAY_H
#define LSMBENCH_TESTS_KERNEL_PLAY_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define PLAY_RELEASE "6.9.0-play"
#define PLAY_BANNER PLAY_RELEASE " (tester@here) #1 SMP 2026"
#define PLAY_SECTORS 3u
#define PLAY_SETUP ((PLAY_SECTORS + 1) * 512u)

struct play_image {
	unsigned char bytes[PLAY_SETUP + 65536];
	size_t size;
};

static inline void play_number(struct play_image *image, size_t at, size_t size, size_t value)
{
	for (size_t i = 0; i < size; i++, value >>= 8)
		image->bytes[at + i] = (unsigned char)value;
}

/* A 64-bit bzImage of boot protocol 2.15 whose payload are these bytes. */
static inline void play_make(struct play_image *image, const void *payload, size_t length)
{
	memset(image, 0, sizeof(*image));
	image->bytes[0x1f1] = PLAY_SECTORS;
	memcpy(image->bytes + 0x202, "HdrS", 4);
	play_number(image, 0x206, 2, 0x20f);
	play_number(image, 0x20e, 2, 0x300 - 0x200);
	memcpy(image->bytes + 0x300, PLAY_BANNER, sizeof(PLAY_BANNER));
	image->bytes[0x211] = 1;
	image->bytes[0x236] = 1;
	play_number(image, 0x248, 4, 64);
	play_number(image, 0x24c, 4, length);
	if (length)
		memcpy(image->bytes + PLAY_SETUP + 64, payload, length);
	image->size = PLAY_SETUP + (64 + length + 15) / 16 * 16;
	play_number(image, 0x1f4, 4, (image->size - PLAY_SETUP) / 16);
}

/* Write bytes to directory/name; the directories in name are made. */
static inline void play_write(const char *directory, const char *name, const void *bytes,
			      size_t size)
{
	char path[1200];
	FILE *file;

	snprintf(path, sizeof(path), "%s/%s", directory, name);
	for (char *slash = strchr(path + strlen(directory) + 1, '/'); slash;
	     slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		mkdir(path, 0755);
		*slash = '/';
	}
	file = fopen(path, "we");
	if (!file || fwrite(bytes, 1, size, file) != size || fclose(file))
		abort();
}

static inline char *play_directory(char *template)
{
	const char *root = getenv("TMPDIR");

	snprintf(template, 512, "%s/lsmbench-kernel-XXXXXX", root ? root : "/tmp");
	if (!mkdtemp(template))
		abort();
	return template;
}

static inline void play_remove(const char *directory)
{
	char command[600];

	snprintf(command, sizeof(command), "rm -rf '%s'", directory);
	if (system(command))
		abort();
}

#endif
