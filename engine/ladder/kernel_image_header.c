/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * kernel_image_header.c - what kind of file a kernel image is, by its first kilobytes.
 *
 * The header of a bzImage: Documentation/arch/x86/boot.rst of Linux, "The Real-Mode Kernel Header".
 */
#include <elf.h>
#include <endian.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/ladder/kernel_image_private.h"
#include "fixtures/text_show.h"

#define SECTOR 512u
/* The largest setup part: 64 sectors; the header and the banner stand in it. */
#define START_SIZE (64u * SECTOR)

#define AT_SETUP_SECTORS 0x1f1u
#define AT_SYSTEM_SIZE 0x1f4u /* in paragraphs of 16 bytes */
#define AT_MAGIC 0x202u
#define AT_PROTOCOL 0x206u
#define AT_BANNER 0x20eu /* less 0x200 */
#define AT_LOAD_FLAGS 0x211u
#define AT_EXTENDED_FLAGS 0x236u
#define AT_PAYLOAD_OFFSET 0x248u
#define AT_PAYLOAD_LENGTH 0x24cu
#define HEADER_END 0x268u

#define PROTOCOL_PAYLOAD 0x0208u
#define PROTOCOL_EXTENDED_FLAGS 0x020cu
#define LOADED_HIGH 0x01u
#define KERNEL_64 0x01u
#define PARAGRAPH 16u

struct start {
	unsigned char bytes[START_SIZE];
	size_t length;
	uint64_t file_size;
};

static uint32_t number(const struct start *start, size_t at, size_t size)
{
	uint32_t value = 0;

	for (size_t i = size; i-- > 0;)
		value = value << 8 | start->bytes[at + i];
	return value;
}

static bool has(const struct start *start, size_t at, const char *bytes, size_t length)
{
	return at + length <= start->length && memcmp(start->bytes + at, bytes, length) == 0;
}

static int read_start(int fd, struct start *start, const char *path, struct error *error)
{
	struct stat status;

	if (fstat(fd, &status))
		return error_set(error, -errno, "%s cannot be looked at: %s", path,
				 error_words(errno));
	start->file_size = (uint64_t)status.st_size;
	while (start->length < sizeof(start->bytes)) {
		ssize_t got = pread(fd, start->bytes + start->length,
				    sizeof(start->bytes) - start->length, (off_t)start->length);

		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return error_set(error, -errno, "%s cannot be read: %s", path,
					 error_words(errno));
		if (got == 0)
			break;
		start->length += (size_t)got;
	}
	return 0;
}

static int say_elf(const struct start *start, const char *path, struct error *error)
{
	if (start->length >= 20 && number(start, 18, 2) == EM_X86_64)
		return error_set(error, -ENOEXEC,
				 "%s is an ELF file, perhaps a vmlinux: a guest boots the bzImage "
				 "that is made of it, %s of the same build",
				 path, KERNEL_IMAGE_IN_TREE);
	return error_set(
		error, -ENOEXEC,
		"%s is an ELF file for another machine: a guest boots a bzImage for x86-64", path);
}

/* Files that people take for what a guest can boot, each by its first bytes. */
static const struct {
	size_t at;
	size_t length;
	const char *bytes;
	const char *is;
} others[] = {
	{0x38, 4, "ARM\x64", "a kernel for arm64"},
	{0x38, 4, "RSC\x05", "a kernel for RISC-V"},
	{4, 4, "zimg", "a compressed EFI image (zboot) for arm64, RISC-V or LoongArch"},
	{0, 2, "MZ", "an EFI program, perhaps a unified kernel image, and not the kernel alone"},
	{0, 4, "\x27\x05\x19\x56", "an image for U-Boot, for another machine"},
	{0, 2, "\x1f\x8b",
	 "a file packed by gzip, as kernels for arm64 or a vmlinux.gz are: unpack it to see"},
	{0, 6,
	 "\xfd"
	 "7zXZ",
	 "a file packed by xz"},
	{0, 4, "\x28\xb5\x2f\xfd", "a file packed by zstd"},
	{0, 5, "07070", "an initramfs, not a kernel"},
	{0, 8, "!<arch>\n",
	 "a Debian package or a library: unpack it (dpkg-deb -x), the image is "
	 "boot/vmlinuz-RELEASE in it"},
};

static int say_other(const struct start *start, const char *path, struct error *error)
{
	if (start->length == 0)
		return error_set(error, -ENOEXEC, "%s is empty, no kernel image", path);
	if (has(start, 0, ELFMAG, SELFMAG))
		return say_elf(start, path, error);
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		if (has(start, others[i].at, others[i].bytes, others[i].length))
			return error_set(error, -ENOEXEC,
					 "%s is %s; a guest boots a bzImage for x86-64, as "
					 "/boot/vmlinuz-* or %s are",
					 path, others[i].is, KERNEL_IMAGE_IN_TREE);
	return error_set(
		error, -ENOEXEC,
		"%s is no kernel image for x86: the mark HdrS is not at its place; a guest "
		"boots a bzImage, as /boot/vmlinuz-* or %s are",
		path, KERNEL_IMAGE_IN_TREE);
}

/* Of the setup part and of the kernel; 0 sectors are 4, by the protocol's history. */
static uint64_t setup_size(const struct start *start)
{
	uint32_t sectors = number(start, AT_SETUP_SECTORS, 1);

	return ((uint64_t)(sectors ? sectors : 4) + 1) * SECTOR;
}

static int check(const struct start *start, const char *path, struct error *error)
{
	uint64_t whole = setup_size(start) + (uint64_t)number(start, AT_SYSTEM_SIZE, 4) * PARAGRAPH;
	uint32_t protocol = number(start, AT_PROTOCOL, 2);

	if (!(number(start, AT_LOAD_FLAGS, 1) & LOADED_HIGH) || protocol < PROTOCOL_PAYLOAD)
		return error_set(
			error, -ENOEXEC,
			"%s is a kernel for x86 of boot protocol %u.%02u, older than Linux "
			"2.6.26: a guest needs a newer one",
			path, protocol >> 8, protocol & 0xff);
	if (protocol >= PROTOCOL_EXTENDED_FLAGS &&
	    !(number(start, AT_EXTENDED_FLAGS, 2) & KERNEL_64))
		return error_set(error, -ENOEXEC,
				 "%s is a kernel for 32-bit x86: the guest's program needs x86-64 "
				 "(CONFIG_64BIT=y)",
				 path);
	/* The last paragraph need not be full. */
	if (start->file_size + PARAGRAPH <= whole)
		return error_set(error, -ENOEXEC,
				 "%s is cut off: its header speaks of %llu bytes, and it has %llu; "
				 "copy or build it again",
				 path, (unsigned long long)whole,
				 (unsigned long long)start->file_size);
	return 0;
}

static int take_banner(const struct start *start, struct kernel_image *image, struct error *error)
{
	size_t at = number(start, AT_BANNER, 2), limit, length;
	const char *banner;

	limit = setup_size(start) < start->length ? (size_t)setup_size(start) : start->length;
	at += 0x200;
	banner = (const char *)start->bytes + at;
	length = at > 0x200 && at < limit ? strnlen(banner, limit - at) : 0;
	if (length == 0)
		return error_set(error, -ENOEXEC,
				 "%s does not name its release in its header: it is damaged",
				 image->path);
	text_show_in(banner, length, image->banner, sizeof(image->banner));
	length = strcspn(image->banner, " ");
	if (length >= sizeof(image->release))
		length = sizeof(image->release) - 1;
	memcpy(image->release, image->banner, length);
	image->release[length] = '\0';
	return 0;
}

int kernel_image_header(int fd, struct kernel_image *image, struct kernel_payload *payload,
			struct error *error)
{
	struct start start = {.length = 0};
	int code = read_start(fd, &start, image->path, error);

	if (code < 0)
		return code;
	if (start.length < HEADER_END || !has(&start, AT_MAGIC, "HdrS", 4))
		return say_other(&start, image->path, error);
	code = check(&start, image->path, error);
	if (code)
		return code;
	payload->offset = setup_size(&start) + number(&start, AT_PAYLOAD_OFFSET, 4);
	payload->length = number(&start, AT_PAYLOAD_LENGTH, 4);
	if (payload->offset + payload->length > start.file_size)
		payload->length = 0;
	return take_banner(&start, image, error);
}
