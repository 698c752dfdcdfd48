/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * guest_line.h - a line of what a guest says on its serial port, so that one that was cut, mixed
 * with a kernel message or corrupted is told from a good one:
 *
 *	lsmbench NUMBER LENGTH CHECKSUM TEXT
 *
 * NUMBER counts the lines of a boot from 0; LENGTH is that of TEXT in bytes; CHECKSUM is the CRC-32
 * (zlib's) of "NUMBER TEXT" in eight hex digits. TEXT has no control characters.
 */
#ifndef LSMBENCH_ENGINE_GUEST_LINE_H
#define LSMBENCH_ENGINE_GUEST_LINE_H

#include <stddef.h>
#include <stdint.h>

/* The longest text, and the longest line with its newline and terminator. */
#define GUEST_TEXT_SIZE 4096u
#define GUEST_LINE_SIZE (GUEST_TEXT_SIZE + 64u)

/* Write a line with its newline into buffer. Returns its length, or -EINVAL for a text that is too
 * long or has a control character. */
int guest_line_write(char buffer[GUEST_LINE_SIZE], uint32_t number, const char *text);

/*
 * Take a line (without its newline; a CR at its end is dropped) apart. It may begin anywhere in
 * line: what a kernel message left before it is skipped. 0 with *number and text;
 * -ENOENT when it is no line of ours; -EBADMSG when it is one that was damaged.
 */
int guest_line_read(const char *line, uint32_t *number, char text[GUEST_TEXT_SIZE]);

#endif
