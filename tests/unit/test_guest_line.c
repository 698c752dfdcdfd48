/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_guest_line.c - lines of a guest: there and back, and none that was cut, corrupted or mixed
 * with something else is taken for a good one.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "engine/guest/guest_line.h"

static const char sample_text[] = "sample 3 1 0 7 19 123456789 4287094 1000";

/* What guest_line_write makes of it, without its newline. */
static void write_line(char line[GUEST_LINE_SIZE], uint32_t number, const char *text)
{
	int length = guest_line_write(line, number, text);

	assert_true(length > 0);
	assert_int_equal(strlen(line), length);
	assert_int_equal(line[length - 1], '\n');
	line[length - 1] = '\0';
}

static void assert_reads(const char *line, uint32_t number, const char *text)
{
	char read[GUEST_TEXT_SIZE];
	uint32_t read_number = ~number;

	assert_int_equal(guest_line_read(line, &read_number, read), 0);
	assert_int_equal(read_number, number);
	assert_string_equal(read, text);
}

static void assert_refused(const char *line, int code)
{
	char read[GUEST_TEXT_SIZE];
	uint32_t number;

	assert_int_equal(guest_line_read(line, &number, read), code);
}

/* The checksum is CRC-32 as everybody has it; computed with Python's zlib. */
static void test_format(void **state)
{
	char line[GUEST_LINE_SIZE];

	(void)state;
	write_line(line, 0, "hello 1");
	assert_string_equal(line, "lsmbench 0 7 7bcd5033 hello 1");
	write_line(line, UINT32_MAX, "");
	assert_string_equal(line, "lsmbench 4294967295 0 08399c95 ");
}

static void test_round_trip(void **state)
{
	static const uint32_t numbers[] = {0, 9, 10, 65536, UINT32_MAX};
	char line[GUEST_LINE_SIZE];
	char longest[GUEST_TEXT_SIZE];

	(void)state;
	memset(longest, 'x', sizeof(longest) - 1);
	longest[sizeof(longest) - 1] = '\0';
	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
		write_line(line, numbers[i], sample_text);
		assert_reads(line, numbers[i], sample_text);
		write_line(line, numbers[i], "");
		assert_reads(line, numbers[i], "");
		write_line(line, numbers[i], longest);
		assert_reads(line, numbers[i], longest);
	}
}

static void test_not_written(void **state)
{
	char line[GUEST_LINE_SIZE];
	char text[GUEST_TEXT_SIZE + 1];

	(void)state;
	memset(text, 'x', GUEST_TEXT_SIZE);
	text[GUEST_TEXT_SIZE] = '\0';
	assert_int_equal(guest_line_write(line, 1, text), -EINVAL);
	assert_int_equal(guest_line_write(line, 1, "two\nlines"), -EINVAL);
	assert_int_equal(guest_line_write(line, 1, "delete\x7f"), -EINVAL);
}

static void test_other_lines(void **state)
{
	(void)state;
	assert_refused("", -ENOENT);
	assert_refused("\r", -ENOENT);
	assert_refused("[    1.025] Run /init as init process", -ENOENT);
	assert_refused("[    1.025] lsmbench[71]: segfault at 0", -ENOENT);
	assert_refused("lsmbench", -ENOENT);
	assert_refused("lsmbench ", -ENOENT);
	assert_refused("lsmbench says hello", -ENOENT);
}

/* The serial line ends lines with CR LF, and a message of the kernel may stand before ours. */
static void test_surroundings(void **state)
{
	char line[GUEST_LINE_SIZE];
	char mixed[2 * GUEST_LINE_SIZE];

	(void)state;
	write_line(line, 12, sample_text);
	snprintf(mixed, sizeof(mixed), "%s\r", line);
	assert_reads(mixed, 12, sample_text);
	snprintf(mixed, sizeof(mixed), "[    2.5] random: crng init done%s", line);
	assert_reads(mixed, 12, sample_text);
	/* One that was cut off, and what came after it. */
	snprintf(mixed, sizeof(mixed), "lsmbench 11 40 12ab%s", line);
	assert_reads(mixed, 12, sample_text);
	snprintf(mixed, sizeof(mixed), "%s%s", line, line);
	assert_reads(mixed, 12, sample_text);
}

/* A message of the kernel in the middle, or behind the text, damages the line. */
static void test_mixed(void **state)
{
	char line[GUEST_LINE_SIZE];
	char mixed[2 * GUEST_LINE_SIZE];
	const size_t start = strlen("lsmbench 1");

	(void)state;
	write_line(line, 12, sample_text);
	for (size_t at = start; at <= strlen(line); at++) {
		snprintf(mixed, sizeof(mixed), "%.*s[ 3.1] audit: x%s", (int)at, line, line + at);
		assert_refused(mixed, -EBADMSG);
	}
}

static void test_cut(void **state)
{
	char line[GUEST_LINE_SIZE];
	const size_t mark = strlen("lsmbench ");
	char read[GUEST_TEXT_SIZE];
	uint32_t number;

	(void)state;
	write_line(line, 12, sample_text);
	for (size_t length = strlen(line) - 1; length > 0; length--) {
		line[length] = '\0';
		assert_refused(line, length > mark ? -EBADMSG : -ENOENT);
	}
	write_line(line, 12, sample_text);
	for (size_t from = 1; from < strlen(line); from++)
		assert_int_equal(guest_line_read(line + from, &number, read), -ENOENT);
}

/* Whatever one byte becomes: the line is not taken, or it says the same. */
static void test_corrupted(void **state)
{
	char line[GUEST_LINE_SIZE];
	char read[GUEST_TEXT_SIZE];
	uint32_t number;

	(void)state;
	write_line(line, 12, sample_text);
	for (size_t at = 0; line[at]; at++) {
		const char whole = line[at];

		for (int byte = 1; byte < 256; byte++) {
			line[at] = (char)byte;
			if (line[at] != whole)
				assert_true(guest_line_read(line, &number, read) < 0);
		}
		line[at] = whole;
	}
	assert_reads(line, 12, sample_text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_format),       cmocka_unit_test(test_round_trip),
		cmocka_unit_test(test_not_written),  cmocka_unit_test(test_other_lines),
		cmocka_unit_test(test_surroundings), cmocka_unit_test(test_mixed),
		cmocka_unit_test(test_cut),          cmocka_unit_test(test_corrupted),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
