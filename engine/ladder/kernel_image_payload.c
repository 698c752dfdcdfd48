/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * kernel_image_payload.c - the configuration that CONFIG_IKCONFIG=y packs into a kernel: the
 * kernel is unpacked into memory, and between two marks in it lies the text, packed by gzip.
 */
#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>
#include <zlib.h>

#include "engine/ladder/kernel_image_private.h"

#define MARK "IKCFG_ST"
#define BLOCK ((size_t)64 << 10)
/* A kernel is not larger than this when unpacked, and what claims to be is not unpacked further. */
#define KERNEL_SIZE ((size_t)256 << 20)
#define GZIP_ONLY (15 + 16) /* window bits of zlib */

struct source {
	int fd;
	uint64_t at;
	uint64_t end;
	unsigned char block[BLOCK];
};

struct unpacked {
	unsigned char *bytes;
	size_t length;
	size_t room;
};

static la_ssize_t read_block(struct archive *archive, void *argument, const void **block)
{
	struct source *source = argument;
	uint64_t left = source->end - source->at;
	ssize_t got;

	do
		got = pread(source->fd, source->block, left < BLOCK ? (size_t)left : BLOCK,
			    (off_t)source->at);
	while (got < 0 && errno == EINTR);
	if (got < 0) {
		archive_set_error(archive, errno, "pread");
		return -1;
	}
	source->at += (uint64_t)got;
	*block = source->block;
	return got;
}

static bool make_room(struct unpacked *unpacked)
{
	size_t room = unpacked->room ? 2 * unpacked->room : 16 * BLOCK;
	unsigned char *bytes;

	if (unpacked->room - unpacked->length >= BLOCK)
		return true;
	bytes = realloc(unpacked->bytes, room);
	if (!bytes)
		return false;
	unpacked->bytes = bytes;
	unpacked->room = room;
	return true;
}

/* What kernels are packed with. None of these starts a program. */
static struct archive *open_archive(struct source *source)
{
	struct archive *archive = archive_read_new();
	struct archive_entry *entry;

	if (!archive)
		return NULL;
	archive_read_support_filter_gzip(archive);
	archive_read_support_filter_bzip2(archive);
	archive_read_support_filter_lzma(archive);
	archive_read_support_filter_xz(archive);
	archive_read_support_filter_lz4(archive);
	archive_read_support_filter_zstd(archive);
	archive_read_support_format_raw(archive);
	if (archive_read_open(archive, source, NULL, read_block, NULL) == ARCHIVE_OK &&
	    archive_read_next_header(archive, &entry) == ARCHIVE_OK)
		return archive;
	archive_read_free(archive);
	return NULL;
}

/* Whatever ends the reading: what was unpacked before counts. */
static int unpack(struct archive *archive, struct unpacked *unpacked)
{
	while (unpacked->length < KERNEL_SIZE) {
		la_ssize_t got;

		if (!make_room(unpacked))
			return -ENOMEM;
		got = archive_read_data(archive, unpacked->bytes + unpacked->length, BLOCK);
		if (got <= 0)
			break;
		unpacked->length += (size_t)got;
	}
	return 0;
}

/* The build puts the size of the unpacked kernel behind the packed one, 4 bytes; gzip has them. */
static uint64_t packed_end(int fd, const struct kernel_payload *payload)
{
	unsigned char magic[2];

	if (payload->length < 4 ||
	    (pread(fd, magic, sizeof(magic), (off_t)payload->offset) == sizeof(magic) &&
	     magic[0] == 0x1f && magic[1] == 0x8b))
		return payload->offset + payload->length;
	return payload->offset + payload->length - 4;
}

static int unpack_kernel(int fd, const struct kernel_payload *payload, struct unpacked *unpacked)
{
	struct source *source = malloc(sizeof(*source));
	struct archive *archive;
	int code = 0;

	if (!source)
		return -ENOMEM;
	source->fd = fd;
	source->at = payload->offset;
	source->end = packed_end(fd, payload);
	archive = open_archive(source);
	if (archive) {
		code = unpack(archive, unpacked);
		archive_read_free(archive);
	}
	free(source);
	return code;
}

/* Unpack what begins at bytes into text, which has room for KERNEL_CONFIG_SIZE and its end. */
static bool inflate_text(const unsigned char *bytes, size_t length, char *text, size_t *size)
{
	z_stream stream = {.next_in = (unsigned char *)bytes,
			   .avail_in = length > KERNEL_CONFIG_SIZE ? (uInt)KERNEL_CONFIG_SIZE
								   : (uInt)length,
			   .next_out = (unsigned char *)text,
			   .avail_out = (uInt)KERNEL_CONFIG_SIZE};
	int code;

	if (inflateInit2(&stream, GZIP_ONLY) != Z_OK)
		return false;
	code = inflate(&stream, Z_FINISH);
	*size = stream.total_out;
	inflateEnd(&stream);
	text[*size] = '\0';
	return code == Z_STREAM_END && !memchr(text, '\0', *size);
}

/* The mark may stand elsewhere too, in code that looks for it: only one with gzip behind it counts.
 */
static bool find_text(const struct unpacked *unpacked, char *text, size_t *size)
{
	const unsigned char *at = unpacked->bytes, *end = unpacked->bytes + unpacked->length;

	while (at && (at = memmem(at, (size_t)(end - at), MARK, strlen(MARK)))) {
		at += strlen(MARK);
		if (inflate_text(at, (size_t)(end - at), text, size))
			return true;
	}
	return false;
}

int kernel_image_unpack_config(int fd, const struct kernel_payload *payload, char **config,
			       size_t *size)
{
	struct unpacked unpacked = {.bytes = NULL};
	char *text, *fitting;
	int code = unpack_kernel(fd, payload, &unpacked);

	text = code ? NULL : malloc(KERNEL_CONFIG_SIZE + 1);
	if (!text)
		code = -ENOMEM;
	else if (!find_text(&unpacked, text, size))
		code = -ENOENT;
	free(unpacked.bytes);
	if (code) {
		free(text);
		return code;
	}
	fitting = realloc(text, *size + 1);
	*config = fitting ? fitting : text;
	return 0;
}
