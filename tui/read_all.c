/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * read_all.c - a whole file into memory.
 */
#include "tui/read_all.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

/* The first piece; each next one is as long as all before it. */
#define PIECE 65536u

/* Make room for more bytes and a NUL behind used ones. */
static int make_room(char **buffer, size_t used, size_t *room)
{
	size_t more = used == 0 ? PIECE : 2 * used;
	char *grown;

	if (used < *room)
		return 0;
	grown = realloc(*buffer, more + 1);
	if (!grown)
		return -ENOMEM;
	*buffer = grown;
	*room = more;
	return 0;
}

int read_all(int fd, size_t limit, char **text, size_t *length)
{
	char *buffer = NULL;
	size_t room = 0;
	size_t used = 0;
	ssize_t got = 1;
	int status = 0;

	while (status == 0 && got != 0) {
		status = make_room(&buffer, used, &room);
		if (status < 0)
			break;
		got = read(fd, buffer + used, room - used);
		if (got < 0 && errno != EINTR)
			status = -errno;
		used += got > 0 ? (size_t)got : 0;
		if (used > limit)
			status = -EFBIG;
	}
	if (status < 0) {
		free(buffer);
		return status;
	}
	buffer[used] = '\0';
	*text = buffer;
	*length = used;
	return 0;
}
