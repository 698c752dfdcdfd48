/* SPDX-License-Identifier: GPL-2.0-or-later */
/* guest_line.c - lines of a guest, made and taken apart. */
#include "engine/guest/guest_line.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <zlib.h>

#include "engine/text/number_read.h"

static const char line_mark[] = "lsmbench ";

/* Eight hexadecimal digits. */
#define CHECKSUM_LENGTH 8u
#define CHECKSUM_FORMAT "%08x"

static bool has_control(const char *text, size_t length)
{
	for (size_t i = 0; i < length; i++)
		if ((unsigned char)text[i] < 0x20 || text[i] == 0x7f)
			return true;
	return false;
}

/* Of the number as it is written, a blank, and the text. */
static void write_checksum(char checksum[CHECKSUM_LENGTH + 1], const char *number,
			   size_t number_length, const char *text, size_t length)
{
	uLong sum = crc32(0, (const Bytef *)number, (uInt)number_length);

	sum = crc32(sum, (const Bytef *)" ", 1);
	sum = crc32(sum, (const Bytef *)text, (uInt)length);
	snprintf(checksum, CHECKSUM_LENGTH + 1, CHECKSUM_FORMAT, (unsigned int)sum);
}

int guest_line_write(char buffer[GUEST_LINE_SIZE], uint32_t number, const char *text)
{
	const size_t length = strlen(text);
	char digits[16];
	char checksum[CHECKSUM_LENGTH + 1];
	size_t digits_length = (size_t)snprintf(digits, sizeof(digits), "%u", number);

	if (length >= GUEST_TEXT_SIZE || has_control(text, length))
		return -EINVAL;
	write_checksum(checksum, digits, digits_length, text, length);
	return snprintf(buffer, GUEST_LINE_SIZE, "%s%s %zu %s %s\n", line_mark, digits, length,
			checksum, text);
}

/* Digits and the blank behind them; *at moves behind both. */
static int take_number(const char **at, const char *end, uint64_t maximum, uint64_t *number)
{
	const char *behind;
	int code = number_take(*at, (size_t)(end - *at), maximum, number, &behind);

	if (code < 0 || behind == end || *behind != ' ')
		return -EBADMSG;
	*at = behind + 1;
	return 0;
}

/* What stands behind the mark of a line, up to its end. 0 or -EBADMSG. */
static int read_at(const char *at, const char *end, uint32_t *number, char text[GUEST_TEXT_SIZE])
{
	const char *digits = at;
	char checksum[CHECKSUM_LENGTH + 1];
	size_t digits_length;
	uint64_t value;
	uint64_t length;

	if (take_number(&at, end, UINT32_MAX, &value) < 0)
		return -EBADMSG;
	digits_length = (size_t)(at - 1 - digits);
	if (take_number(&at, end, GUEST_TEXT_SIZE - 1, &length) < 0 ||
	    (uint64_t)(end - at) != CHECKSUM_LENGTH + 1 + length || at[CHECKSUM_LENGTH] != ' ' ||
	    has_control(at, (size_t)(end - at)))
		return -EBADMSG;
	write_checksum(checksum, digits, digits_length, at + CHECKSUM_LENGTH + 1, length);
	if (memcmp(at, checksum, CHECKSUM_LENGTH) != 0)
		return -EBADMSG;
	*number = (uint32_t)value;
	memcpy(text, at + CHECKSUM_LENGTH + 1, length);
	text[length] = '\0';
	return 0;
}

int guest_line_read(const char *line, uint32_t *number, char text[GUEST_TEXT_SIZE])
{
	const size_t mark_length = sizeof(line_mark) - 1;
	const char *end = line + strlen(line);
	int code = -ENOENT;

	if (end > line && end[-1] == '\r')
		end--;
	/* The mark may have been cut off once and written again, or stand in a text. */
	for (const char *at = strstr(line, line_mark); at; at = strstr(at + 1, line_mark)) {
		if (at + mark_length >= end || at[mark_length] < '0' || at[mark_length] > '9')
			continue;
		code = read_at(at + mark_length, end, number, text);
		if (code == 0)
			break;
	}
	return code;
}
