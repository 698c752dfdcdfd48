/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * boot_lines.h - lines out of the bytes of a serial port, in whatever pieces these arrive. For
 * engine/ladder/ only.
 */
#ifndef LSMBENCH_ENGINE_BOOT_LINES_H
#define LSMBENCH_ENGINE_BOOT_LINES_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/guest/guest_line.h"

/* All 0 at first. */
struct boot_lines {
	char line[GUEST_LINE_SIZE];
	size_t length;
	bool too_long; /* more than a line of a guest can have: dropped up to its end */
};

/* Told of each whole line, without its newline. False: take no more. */
typedef bool boot_line_taker(void *argument, const char *line);

/* Take bytes; a NUL among them ends its line early. False when take has said so. */
bool boot_lines_take(struct boot_lines *lines, const char *bytes, size_t size,
		     boot_line_taker *take, void *argument);

#endif
