/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * environment_read.c - small readers of /proc and /sys: a bounded file becomes one clean line.
 *
 * Every text comes from files that a container or a module may have written: nothing is trusted.
 */
#include "engine/environment/environment_internal.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fixtures/text_show.h"

/* Files end in a newline, attributes of LSMs in a NUL, neither is part of the value. */
static size_t trimmed_length(const char *text, size_t length)
{
	while (length && (text[length - 1] == '\0' || isspace((unsigned char)text[length - 1])))
		length--;
	return length;
}

void text_clean(const char *source, size_t length, char *clean, size_t size)
{
	size_t out = 0, step;

	length = trimmed_length(source, length);
	for (size_t in = 0; in < length; in += step) {
		char replacement[] = {source[in] == '\t' ? ' ' : '?', '\0'};
		const char *from = source + in;
		size_t count = step = text_character_length(source + in, length - in);

		if (source[in] == '\n') {
			from = "; ";
			count = 2;
		} else if (!step) {
			from = replacement;
			count = 1;
		}
		step = step ? step : 1;
		if (out + count + sizeof("...") > size) {
			snprintf(clean + out, size - out, "...");
			return;
		}
		memcpy(clean + out, from, count);
		out += count;
	}
	clean[out] = '\0';
}

int collection_path(const struct collection *collection, const char *absolute, char *path,
		    size_t size)
{
	int length = snprintf(path, size, "%s%s", collection->roots->root, absolute);

	return length < 0 || (size_t)length >= size ? -ENAMETOOLONG : 0;
}

static int collection_open_fd(const struct collection *collection, const char *absolute, int flags)
{
	char path[PATH_MAX];
	int fd, code = collection_path(collection, absolute, path, sizeof(path));

	if (code)
		return code;
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | flags);
	if (fd < 0)
		return -errno;
	return fd;
}

static ssize_t read_whole(int fd, char *buffer, size_t size)
{
	size_t length = 0;

	while (length < size - 1) {
		ssize_t got = read(fd, buffer + length, size - 1 - length);

		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return -errno;
		if (got == 0)
			break;
		length += (size_t)got;
	}
	buffer[length] = '\0';
	return (ssize_t)length;
}

ssize_t collection_read(const struct collection *collection, const char *absolute, char *buffer,
			size_t size)
{
	int fd = collection_open_fd(collection, absolute, 0);
	ssize_t length;

	buffer[0] = '\0';
	if (fd < 0)
		return fd;
	length = read_whole(fd, buffer, size);
	close(fd);
	return length;
}

bool collection_read_number(const struct collection *collection, const char *absolute,
			    uint64_t *number)
{
	char text[64], *end;

	if (collection_read(collection, absolute, text, sizeof(text)) < 0)
		return false;
	if (!isdigit((unsigned char)text[0]))
		return false;
	errno = 0;
	*number = strtoull(text, &end, 10);
	return errno == 0;
}

int collection_read_line(const struct collection *collection, const char *absolute, char *line,
			 size_t size)
{
	char raw[VALUE_SIZE];
	ssize_t length = collection_read(collection, absolute, raw, sizeof(raw));

	line[0] = '\0';
	if (length < 0)
		return (int)length;
	text_clean(raw, (size_t)length, line, size);
	return 0;
}

FILE *collection_open(const struct collection *collection, const char *absolute)
{
	int fd = collection_open_fd(collection, absolute, 0);
	FILE *file;

	if (fd < 0) {
		errno = -fd;
		return NULL;
	}
	file = fdopen(fd, "r");
	if (!file)
		close(fd);
	return file;
}

DIR *collection_open_directory(const struct collection *collection, const char *absolute)
{
	int fd = collection_open_fd(collection, absolute, O_DIRECTORY);
	DIR *directory;

	if (fd < 0) {
		errno = -fd;
		return NULL;
	}
	directory = fdopendir(fd);
	if (!directory)
		close(fd);
	return directory;
}

void collection_set(struct collection *collection, const char *key, const char *value,
		    const char *source)
{
	int code = environment_set(collection->environment, key, value, source);

	if (code)
		collection->failed = code;
}

void collection_format(struct collection *collection, const char *key, const char *source,
		       const char *format, ...)
{
	char value[VALUE_SIZE];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(value, sizeof(value), format, arguments);
	va_end(arguments);
	collection_set(collection, key, value, source);
}

void collection_unknown(struct collection *collection, const char *key, const char *format, ...)
{
	char reason[VALUE_SIZE];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(reason, sizeof(reason), format, arguments);
	va_end(arguments);
	collection_set(collection, key, NULL, reason);
}

void collection_warn(struct collection *collection, enum warning_level level, const char *format,
		     ...)
{
	char text[VALUE_SIZE];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(text, sizeof(text), format, arguments);
	va_end(arguments);
	if (environment_warn(collection->environment, level, text))
		collection->failed = -ENOMEM;
}

void collection_unreadable(struct collection *collection, const char *key, const char *absolute,
			   int code, const char *hint)
{
	if (hint)
		collection_unknown(collection, key, "%s: %s; %s", absolute, error_words(code),
				   hint);
	else
		collection_unknown(collection, key, "%s: %s", absolute, error_words(code));
}

bool collection_file(struct collection *collection, const char *key, const char *absolute,
		     const char *hint)
{
	char raw[VALUE_SIZE + 1], value[VALUE_SIZE];
	ssize_t length = collection_read(collection, absolute, raw, sizeof(raw));

	if (length < 0) {
		collection_unreadable(collection, key, absolute, (int)length, hint);
		return false;
	}
	text_clean(raw, (size_t)length, value, sizeof(value));
	collection_set(collection, key, value[0] ? value : "empty", absolute);
	return true;
}

/* "none [mq-deadline] kyber": what stands in brackets is chosen; without any it is all there is. */
void collection_choice(struct collection *collection, const char *key, const char *absolute,
		       const char *hint)
{
	char line[256], *open, *close;
	int code = collection_read_line(collection, absolute, line, sizeof(line));

	if (code) {
		collection_unreadable(collection, key, absolute, code, hint);
		return;
	}
	open = strchr(line, '[');
	close = open ? strchr(open, ']') : NULL;
	if (close)
		*close = '\0';
	collection_set(collection, key, close ? open + 1 : line, absolute);
}

const char *collection_value(const struct collection *collection, const char *key)
{
	return environment_value(collection->environment, key, NULL);
}
