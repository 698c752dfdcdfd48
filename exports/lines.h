/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lines.h - the lines of an untrusted file, one after the other, in bounded memory.
 */
#ifndef LSMBENCH_EXPORTS_LINES_H
#define LSMBENCH_EXPORTS_LINES_H

#include <stdbool.h>
#include <stddef.h>

#include "fixtures/error.h"

#define LINES_PUT_BACK_MAXIMUM 4096u

struct lines {
	int fd;             /* read from here; -1: all is in memory */
	const char *text;   /* what has been read */
	size_t begin;       /* of the next line in text */
	size_t end;         /* of what text holds */
	char *buffer;       /* text, when it is read from fd */
	size_t maximum;     /* longest line, in bytes without its end */
	size_t number;      /* of the line taken last, from 1 */
	bool is_first_read; /* nothing was read yet: a byte order mark may come */
	bool is_at_end;     /* fd has nothing more */
};

/* Lines of text[0..length-1], which must stay. Needs no lines_clear. */
void lines_of_memory(struct lines *lines, const char *text, size_t length, size_t maximum);
/* Lines of fd, which the caller closes. 0 or -ENOMEM; needs lines_clear. */
int lines_of_file(struct lines *lines, int fd, size_t maximum);
/* What the caller has read of fd already, before the first line is taken: 3 bytes at least, unless
 * fd has no more, and LINES_PUT_BACK_MAXIMUM at most. */
void lines_put_back(struct lines *lines, const char *start, size_t length);
void lines_clear(struct lines *lines);

/*
 * Take a line: 1, with *line of *length bytes, valid until the next call; LF or CR LF is cut off,
 * and a byte order mark in front of the first. 0 at the end. -EINVAL for a line that is too long,
 * holds a NUL, or ends with the file instead of a line end; else the errno of reading.
 */
int lines_next(struct lines *lines, const char **line, size_t *length, struct error *error);

#endif
