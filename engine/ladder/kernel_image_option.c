/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * kernel_image_option.c - one option out of the text of a kernel's configuration.
 */
#include <string.h>

#include "engine/ladder/kernel_image.h"

/* The value of a line "CONFIG_option=VALUE", or NULL when the line is about something else. */
static const char *value_of(const char *line, const char *option, size_t length)
{
	static const char prefix[] = "CONFIG_";
	const size_t part = sizeof(prefix) - 1;

	if (strncmp(line, prefix, part) != 0 || strncmp(line + part, option, length) != 0 ||
	    line[part + length] != '=')
		return NULL;
	return line + part + length + 1;
}

static const char *copy_value(const char *value, char *buffer, size_t size)
{
	size_t length = strcspn(value, "\r\n");

	if (length >= 2 && value[0] == '"' && value[length - 1] == '"') {
		value++;
		length -= 2;
	}
	if (length >= size)
		length = size - 1;
	memcpy(buffer, value, length);
	buffer[length] = '\0';
	return buffer;
}

const char *kernel_image_option(const struct kernel_image *image, const char *option, char *buffer,
				size_t size)
{
	const size_t length = strlen(option);

	for (const char *line = image->config; line && *line;) {
		const char *value = value_of(line, option, length);

		if (value)
			return copy_value(value, buffer, size);
		line += strcspn(line, "\n");
		line += *line == '\n';
	}
	return NULL;
}
