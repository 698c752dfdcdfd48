/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_kernel_image.c - what is read from a kernel image, and what is said of other files.
 */
#include <elf.h>
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <unistd.h>

#include <cmocka.h>

#include "engine/ladder/kernel_image_private.h"
#include "tests/unit/kernel_play.h"

static char place[512];

static void assert_refused(const char *name, int code, const char *says)
{
	struct kernel_image image;
	struct error error;
	char path[600];

	snprintf(path, sizeof(path), "%s/%s", place, name);
	assert_int_equal(kernel_image_read(path, &image, &error), code);
	if (!strstr(error.text, says) || !strstr(error.text, path))
		fail_msg("%s: '%s' does not say '%s' or not of which file", name, error.text, says);
	assert_null(image.config);
}

static void an_image_tells_release_and_digest(void **state)
{
	struct play_image play;
	struct kernel_image image;
	char path[600], digest[100] = "", command[700];
	FILE *pipe;

	(void)state;
	play_make(&play, "payload", 7);
	play_write(place, "vmlinuz", play.bytes, play.size);
	snprintf(path, sizeof(path), "%s/vmlinuz", place);
	assert_int_equal(kernel_image_read(path, &image, NULL), 0);
	assert_string_equal(image.path, path);
	assert_string_equal(image.release, PLAY_RELEASE);
	assert_string_equal(image.banner, PLAY_BANNER);
	snprintf(command, sizeof(command), "sha256sum '%s'", path);
	pipe = popen(command, "re");
	assert_non_null(pipe);
	assert_int_equal(fread(digest, 1, 64, pipe), 64);
	pclose(pipe);
	assert_string_equal(image.digest, digest);
	assert_null(image.config);
	kernel_image_clear(&image);
}

/* A signature behind the image, and a last paragraph that is not full, are fine. */
static void the_end_need_not_be_exact(void **state)
{
	struct play_image play;

	(void)state;
	for (int more = -15; more <= 100; more += 115) {
		struct kernel_image image;
		char path[600];

		play_make(&play, "payload", 7);
		play_write(place, "end", play.bytes, (size_t)((int)play.size + more));
		snprintf(path, sizeof(path), "%s/end", place);
		assert_int_equal(kernel_image_read(path, &image, NULL), 0);
		kernel_image_clear(&image);
	}
	play_write(place, "end", play.bytes, play.size - 16);
	assert_refused("end", -ENOEXEC,
		       "is cut off: its header speaks of 2128 bytes, and it has "
		       "2112");
	play_write(place, "end", play.bytes, 0x260);
	assert_refused("end", -ENOEXEC, "no kernel image");
}

static void broken_headers_are_refused(void **state)
{
	struct play_image play;

	(void)state;
	play_make(&play, "x", 1);
	play.bytes[0x236] = 0;
	play_write(place, "bits", play.bytes, play.size);
	assert_refused("bits", -ENOEXEC, "32-bit x86");
	play_make(&play, "x", 1);
	play.bytes[0x211] = 0;
	play_write(place, "old", play.bytes, play.size);
	assert_refused("old", -ENOEXEC, "older than Linux 2.6.26");
	play_make(&play, "x", 1);
	play_number(&play, 0x206, 2, 0x207);
	play_write(place, "old", play.bytes, play.size);
	assert_refused("old", -ENOEXEC, "boot protocol 2.07");
	for (size_t at = 0; at <= 0xffff; at += 0xffff) {
		play_make(&play, "x", 1);
		play_number(&play, 0x20e, 2, at);
		play_write(place, "nameless", play.bytes, play.size);
		assert_refused("nameless", -ENOEXEC, "does not name its release");
	}
}

/* A banner that steers terminals is shown in a way that does not. */
static void a_banner_is_made_fit_to_be_shown(void **state)
{
	struct play_image play;
	struct kernel_image image;
	char path[600];

	(void)state;
	play_make(&play, "x", 1);
	memcpy(play.bytes + 0x300, "6.9\033[2J x", 10);
	play_write(place, "steers", play.bytes, play.size);
	snprintf(path, sizeof(path), "%s/steers", place);
	assert_int_equal(kernel_image_read(path, &image, NULL), 0);
	assert_string_equal(image.banner, "6.9\\x1b[2J x");
	assert_string_equal(image.release, "6.9\\x1b[2J");
	kernel_image_clear(&image);
}

static void other_files_are_told_apart(void **state)
{
	static const struct {
		size_t at, length;
		const char *bytes, *says;
	} cases[] = {
		{0x38, 4, "ARM\x64", "a kernel for arm64"},
		{0x38, 4, "RSC\x05", "a kernel for RISC-V"},
		{0, 8, "MZ\0\0zimg", "zboot"},
		{0, 2, "MZ", "an EFI program"},
		{0, 3, "\x1f\x8b\x08", "packed by gzip"},
		{0, 5, "07070", "an initramfs"},
		{0, 8, "!<arch>\n", "dpkg-deb -x"},
		{0, 4, "text", "HdrS is not at its place"},
	};
	unsigned char bytes[1024];

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		memset(bytes, 0, sizeof(bytes));
		memcpy(bytes + cases[i].at, cases[i].bytes, cases[i].length);
		play_write(place, "other", bytes, sizeof(bytes));
		assert_refused("other", -ENOEXEC, cases[i].says);
	}
	play_write(place, "other", "", 0);
	assert_refused("other", -ENOEXEC, "is empty");
}

static void an_elf_vmlinux_names_the_bzimage(void **state)
{
	Elf64_Ehdr header = {.e_ident = ELFMAG, .e_machine = EM_X86_64};

	(void)state;
	play_write(place, "vmlinux", &header, sizeof(header));
	assert_refused("vmlinux", -ENOEXEC, KERNEL_IMAGE_IN_TREE " of the same build");
	header.e_machine = EM_S390;
	play_write(place, "vmlinux", &header, sizeof(header));
	assert_refused("vmlinux", -ENOEXEC, "for another machine");
}

static void what_cannot_be_read_says_why(void **state)
{
	char path[600];

	(void)state;
	assert_refused("absent", -ENOENT, "does not exist");
	assert_refused("vmlinuz/absent", -ENOTDIR, "cannot be opened");
	snprintf(path, sizeof(path), "%s/pipe", place);
	assert_int_equal(mkfifo(path, 0600), 0);
	assert_refused("pipe", -ENOEXEC, "no regular file");
	play_write(place, "empty/x", "", 0);
	assert_refused("empty", -ENOENT, "no kernel build tree");
	play_write(place, "unbuilt/Kbuild", "", 0);
	assert_refused("unbuilt", -ENOENT, "make bzImage");
}

/* As another user, for root reads everything. */
static void a_private_image_says_how_to_copy_it(void **state)
{
	struct error error;
	char path[PATH_MAX];
	uid_t was = geteuid();
	int code;

	(void)state;
	play_write(place, "lib/modules/1.2-private/vmlinuz", "x", 1);
	snprintf(path, sizeof(path), "%s/lib/modules/1.2-private/vmlinuz", place);
	assert_int_equal(chmod(path, 0), 0);
	if (was == 0) {
		assert_int_equal(chmod(place, 0755), 0);
		assert_int_equal(setresuid(65534, 65534, 0), 0);
	}
	assert_refused("lib/modules/1.2-private/vmlinuz", -EACCES, "sudo install -m 644");
	code = kernel_image_of_release(place, "1.2-private", path, &error);
	if (was == 0)
		assert_int_equal(setresuid(0, 0, 0), 0);
	assert_int_equal(code, -EACCES);
	assert_non_null(strstr(error.text, "may not be read by this user"));
}

static void the_running_kernel_is_looked_for(void **state)
{
	struct error error;
	char path[PATH_MAX], expected[600];

	(void)state;
	assert_int_equal(kernel_image_of_release(place, "9.9", path, &error), -ENOENT);
	assert_non_null(strstr(error.text, "/boot/vmlinuz-9.9"));
	play_write(place, "lib/modules/9.9/vmlinuz", "x", 1);
	assert_int_equal(kernel_image_of_release(place, "9.9", path, &error), 0);
	snprintf(expected, sizeof(expected), "%s/lib/modules/9.9/vmlinuz", place);
	assert_string_equal(path, expected);
}

static int open_place(void **state)
{
	(void)state;
	play_directory(place);
	return 0;
}

static int close_place(void **state)
{
	(void)state;
	play_remove(place);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_image_tells_release_and_digest),
		cmocka_unit_test(the_end_need_not_be_exact),
		cmocka_unit_test(broken_headers_are_refused),
		cmocka_unit_test(a_banner_is_made_fit_to_be_shown),
		cmocka_unit_test(other_files_are_told_apart),
		cmocka_unit_test(an_elf_vmlinux_names_the_bzimage),
		cmocka_unit_test(what_cannot_be_read_says_why),
		cmocka_unit_test(a_private_image_says_how_to_copy_it),
		cmocka_unit_test(the_running_kernel_is_looked_for),
	};

	return cmocka_run_group_tests(tests, open_place, close_place);
}
