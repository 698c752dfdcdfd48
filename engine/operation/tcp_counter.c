/* SPDX-License-Identifier: GPL-2.0-or-later */
/* tcp_counter.c - a line of names and a line of numbers. */
#include "engine/operation/tcp_counter.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char line_name[] = "TcpExt:";
static const char counter_name[] = "TCPSynRetrans";

/* More than all of its lines take. */
#define TEXT_SIZE 16384

/* The n-th line (from 0) that begins with the name, or NULL. */
static const char *find_line(const char *text, unsigned int n)
{
	for (; text; text = strchr(text, '\n')) {
		text += *text == '\n';
		if (strncmp(text, line_name, sizeof(line_name) - 1) == 0 && n-- == 0)
			return text;
	}
	return NULL;
}

/* The next word of a line, or NULL at its end; *length is that of the word before and after. */
static const char *next_word(const char *word, size_t *length)
{
	word += *length;
	word += strspn(word, " ");
	*length = strcspn(word, " \n");
	return *length > 0 ? word : NULL;
}

int tcp_counter_column(const char *text)
{
	const char *word = find_line(text, 0);
	size_t length = 0;

	for (int column = 0; word && (word = next_word(word, &length)); column++)
		if (length == sizeof(counter_name) - 1 && memcmp(word, counter_name, length) == 0)
			return column;
	return -1;
}

int tcp_counter_value(const char *text, unsigned int column, uint64_t *value)
{
	const char *word = find_line(text, 1);
	size_t length = 0;
	char *end;

	for (unsigned int i = 0; word && i <= column; i++)
		word = next_word(word, &length);
	if (!word)
		return EPROTO;
	errno = 0;
	*value = strtoull(word, &end, 10);
	return end == word + length && errno == 0 ? 0 : EPROTO;
}

/* 0 or the positive errno. */
static int read_text(int fd, char text[TEXT_SIZE])
{
	size_t size = 0;

	while (size < TEXT_SIZE - 1) {
		ssize_t got = pread(fd, text + size, TEXT_SIZE - 1 - size, (off_t)size);

		if (got < 0)
			return errno;
		if (got == 0)
			break;
		size += (size_t)got;
	}
	text[size] = '\0';
	return 0;
}

static int refuse(int failure, struct error *error)
{
	return error_set(error, -EOPNOTSUPP,
			 "%s, by which a lost SYN is noticed, cannot be read: %s", TCP_COUNTER_FILE,
			 error_words(failure));
}

int tcp_counter_open(struct tcp_counter *counter, struct error *error)
{
	char text[TEXT_SIZE];
	int failure;
	int column;

	counter->fd = open(TCP_COUNTER_FILE, O_RDONLY | O_CLOEXEC);
	if (counter->fd < 0)
		return refuse(errno, error);
	failure = read_text(counter->fd, text);
	if (failure)
		return refuse(failure, error);
	column = tcp_counter_column(text);
	if (column < 0)
		return error_set(error, -EOPNOTSUPP, "%s has no %s, by which a lost SYN is noticed",
				 TCP_COUNTER_FILE, counter_name);
	counter->column = (unsigned int)column;
	return 0;
}

int tcp_counter_read(const struct tcp_counter *counter, uint64_t *value)
{
	char text[TEXT_SIZE];
	int failure = read_text(counter->fd, text);

	return failure ? failure : tcp_counter_value(text, counter->column, value);
}
