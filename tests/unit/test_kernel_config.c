/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_kernel_config.c - where the configuration of a kernel image is found, and its options.
 */
#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <unistd.h>
#include <zlib.h>

#include <cmocka.h>

#include "engine/ladder/kernel_image_private.h"
#include "tests/unit/kernel_play.h"

#define INSIDE "# inside\nCONFIG_SECURITY=y\nCONFIG_LSM=\"landlock,bpf\"\n"

static char place[512];

static void write_image(const char *name, const void *payload, size_t length)
{
	struct play_image play;

	play_make(&play, payload, length);
	play_write(place, name, play.bytes, play.size);
}

static void write_text(const char *name, const char *text)
{
	play_write(place, name, text, strlen(text));
}

static void assert_config(const char *name, const char *source, const char *text)
{
	struct kernel_image image;
	char path[600], expected[700];

	snprintf(path, sizeof(path), "%s/%s", place, name);
	assert_int_equal(kernel_image_read(path, &image, NULL), 0);
	assert_non_null(image.config);
	assert_string_equal(image.config, text);
	assert_int_equal(image.config_size, strlen(text));
	snprintf(expected, sizeof(expected), "%s/%s", place, source);
	assert_string_equal(image.config_source, source[0] == 'I' ? source : expected);
	kernel_image_clear(&image);
	assert_null(image.config);
}

/* A kernel as it is unpacked: a mark that only code has, then the packed text. Its length. */
static size_t make_kernel(unsigned char *kernel, size_t size, const char *text)
{
	static const char around[] = "code with IKCFG_ST in it, and then IKCFG_ST";
	z_stream stream = {.next_in = (unsigned char *)text, .avail_in = (uInt)strlen(text)};

	memcpy(kernel, around, sizeof(around) - 1);
	stream.next_out = kernel + sizeof(around) - 1;
	stream.avail_out = (uInt)(size - sizeof(around));
	assert_int_equal(deflateInit2(&stream, 9, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY),
			 Z_OK);
	assert_int_equal(deflate(&stream, Z_FINISH), Z_STREAM_END);
	deflateEnd(&stream);
	memcpy(stream.next_out, "IKCFG_ED", 8);
	return (size_t)(stream.next_out + 8 - kernel);
}

/* Pack kernel with a filter of libarchive (0: none), behind it the size as a kernel's build adds
 * it. The length. */
static size_t pack(int filter, const void *kernel, size_t length, unsigned char *packed,
		   size_t size)
{
	struct archive *archive = archive_write_new();
	struct archive_entry *entry = archive_entry_new();
	size_t used = 0;

	assert_int_equal(archive_write_add_filter(archive, filter), ARCHIVE_OK);
	assert_int_equal(archive_write_set_format_raw(archive), ARCHIVE_OK);
	assert_int_equal(archive_write_set_bytes_in_last_block(archive, 1), ARCHIVE_OK);
	assert_int_equal(archive_write_open_memory(archive, packed, size, &used), ARCHIVE_OK);
	archive_entry_set_filetype(entry, AE_IFREG);
	assert_int_equal(archive_write_header(archive, entry), ARCHIVE_OK);
	assert_int_equal(archive_write_data(archive, kernel, length), (int)length);
	archive_entry_free(entry);
	archive_write_close(archive);
	archive_write_free(archive);
	memcpy(packed + used, "\x10\x20\x00\x00", 4);
	return filter == ARCHIVE_FILTER_GZIP ? used : used + 4;
}

static void a_packed_configuration_is_found(void **state)
{
	static const int filters[] = {
		ARCHIVE_FILTER_NONE, ARCHIVE_FILTER_GZIP, ARCHIVE_FILTER_BZIP2, ARCHIVE_FILTER_LZMA,
		ARCHIVE_FILTER_XZ,   ARCHIVE_FILTER_LZ4,  ARCHIVE_FILTER_ZSTD};
	unsigned char kernel[4096], packed[8192];
	size_t length = make_kernel(kernel, sizeof(kernel), INSIDE);

	(void)state;
	for (size_t i = 0; i < sizeof(filters) / sizeof(filters[0]); i++) {
		size_t size = pack(filters[i], kernel, length, packed, sizeof(packed));

		write_image("inside/image", packed, size);
		assert_config("inside/image", "IKCONFIG of the image", INSIDE);
	}
}

/* What cannot be unpacked, or has no text in it, is a kernel of unknown configuration. */
static void a_damaged_payload_tells_nothing(void **state)
{
	unsigned char kernel[4096], packed[8192];
	size_t length = make_kernel(kernel, sizeof(kernel), INSIDE), size;
	struct kernel_image image;
	char path[600];

	(void)state;
	snprintf(path, sizeof(path), "%s/damaged/image", place);
	for (size_t cut = 4; cut < length; cut += 7) {
		size = pack(ARCHIVE_FILTER_GZIP, kernel, length - cut, packed, sizeof(packed));
		write_image("damaged/image", packed, cut % 2 ? size : size / 2);
		assert_int_equal(kernel_image_read(path, &image, NULL), 0);
		/* Only the mark at the end may be missing. */
		if (cut > 8 || cut % 2 == 0)
			assert_null(image.config);
		kernel_image_clear(&image);
	}
}

static void a_build_tree_has_its_own(void **state)
{
	unsigned char kernel[4096];
	size_t length = make_kernel(kernel, sizeof(kernel), INSIDE);

	(void)state;
	write_image("tree/arch/x86/boot/bzImage", kernel, length);
	assert_config("tree", "IKCONFIG of the image", INSIDE);
	write_text("tree/.config", "CONFIG_TREE=y\n");
	assert_config("tree", "tree/.config", "CONFIG_TREE=y\n");
	assert_config("tree/arch/x86/boot/bzImage", "tree/.config", "CONFIG_TREE=y\n");
}

static void a_file_beside_counts_for_its_release(void **state)
{
	struct kernel_image image;
	char path[600];

	(void)state;
	write_image("beside/vmlinuz", "x", 1);
	write_text("beside/config-other", "CONFIG_OTHER=y\n");
	snprintf(path, sizeof(path), "%s/beside/vmlinuz", place);
	assert_int_equal(kernel_image_read(path, &image, NULL), 0);
	assert_null(image.config);
	write_text("beside/config-" PLAY_RELEASE, "no configuration at all\n");
	assert_int_equal(kernel_image_read(path, &image, NULL), 0);
	assert_null(image.config);
	write_text("beside/config-" PLAY_RELEASE, "CONFIG_BESIDE=y\n");
	assert_config("beside/vmlinuz", "beside/config-" PLAY_RELEASE, "CONFIG_BESIDE=y\n");
}

/* Below another root than "/", which has what it has. */
static void boot_is_looked_at_by_the_release(void **state)
{
	const struct kernel_payload none = {0, 0};
	struct kernel_image image = {.path = "/absent/image", .release = PLAY_RELEASE};
	char expected[600];
	int fd = open("/dev/null", O_RDONLY | O_CLOEXEC);

	(void)state;
	write_text("root/boot/config-" PLAY_RELEASE, "CONFIG_BOOT=y\n");
	snprintf(expected, sizeof(expected), "%s/root", place);
	assert_int_equal(kernel_image_find_config(fd, NULL, expected, &none, &image), 0);
	assert_string_equal(image.config, "CONFIG_BOOT=y\n");
	kernel_image_clear(&image);
	/* A release is not a way out of the directory. */
	snprintf(image.release, sizeof(image.release), "x/../../boot/config-%s", PLAY_RELEASE);
	assert_int_equal(kernel_image_find_config(fd, NULL, expected, &none, &image), 0);
	assert_null(image.config);
	close(fd);
}

static void options_are_whole_names(void **state)
{
	char config[] = "# CONFIG_OFF is not set\nCONFIG_SECURITY_X=m\nCONFIG_SECURITY=y\n"
			"CONFIG_LSM=\"landlock,bpf\"\nCONFIG_EMPTY=\"\"\nCONFIG_LAST=0x10";
	const struct kernel_image image = {.config = config}, unknown = {.config = NULL};
	char value[16], small[4];

	(void)state;
	assert_string_equal(kernel_image_option(&image, "SECURITY", value, sizeof(value)), "y");
	assert_string_equal(kernel_image_option(&image, "SECURITY_X", value, sizeof(value)), "m");
	assert_string_equal(kernel_image_option(&image, "LSM", value, sizeof(value)),
			    "landlock,bpf");
	assert_string_equal(kernel_image_option(&image, "LSM", small, sizeof(small)), "lan");
	assert_string_equal(kernel_image_option(&image, "EMPTY", value, sizeof(value)), "");
	assert_string_equal(kernel_image_option(&image, "LAST", value, sizeof(value)), "0x10");
	assert_null(kernel_image_option(&image, "OFF", value, sizeof(value)));
	assert_null(kernel_image_option(&image, "SECUR", value, sizeof(value)));
	assert_null(kernel_image_option(&unknown, "SECURITY", value, sizeof(value)));
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
		cmocka_unit_test(a_packed_configuration_is_found),
		cmocka_unit_test(a_damaged_payload_tells_nothing),
		cmocka_unit_test(a_build_tree_has_its_own),
		cmocka_unit_test(a_file_beside_counts_for_its_release),
		cmocka_unit_test(boot_is_looked_at_by_the_release),
		cmocka_unit_test(options_are_whole_names),
	};

	return cmocka_run_group_tests(tests, open_place, close_place);
}
