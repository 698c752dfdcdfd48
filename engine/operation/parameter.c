/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * parameter.c - paths as parameters: their shapes, and the canonical spelling of values.
 */
#include "engine/operation/parameter.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/text/number_read.h"

const struct parameter parameter_none = {
	.name = "none",
	.option = "",
	.type = PARAMETER_NONE,
	.help = "takes no parameter",
};

const struct parameter parameter_path = {
	.name = "path",
	.option = "paths",
	.type = PARAMETER_PATH,
	.minimum = 1,
	.maximum = PATH_DEPTH_MAXIMUM,
	.help = "a path shape, a depth in components, or an absolute path of your own",
};

const struct path_shape path_shapes[] = {
	{"default", 5, false, false, "an absolute path to a system header"},
	{"FFF", 1, true, false, "a file in the current directory"},
	{"XXX/FFF", 2, true, false, "one directory deep"},
	{"XXX/YYY/ZZZ/FFF", 4, true, false, "three directories deep"},
	{"XXX/YYY/ZZZ/AAA/BBB/CCC/DDD/FFF", 8, true, false, "seven directories deep"},
	{"XXX/YYY/ZZZ/LLL", 4, false, false, "the last component is a symbolic link"},
	{"LLL/YYY/ZZZ/FFF", 4, false, false, "the first component is a symbolic link"},
	{"XXX/YYY/ZZZ/NNN", 4, false, true, "the last component is missing: ENOENT"},
	{"NNN/YYY/ZZZ/FFF", 1, false, true, "the first component is missing: ENOENT"},
	{"XXX/../FFF", 3, true, false, "one step down and up again"},
	{"XXX/YYY/../../AAA/BBB/../../FFF", 9, true, false, "twice two steps down and up again"},
};

const size_t path_shape_count = sizeof(path_shapes) / sizeof(path_shapes[0]);

const struct path_shape *path_shape_find(const char *name)
{
	for (size_t i = 0; i < path_shape_count; i++)
		if (strcmp(path_shapes[i].name, name) == 0)
			return &path_shapes[i];
	return NULL;
}

const char *path_default_file(void)
{
	/* Five components each, so that machines agree on the length of the walk. */
	static const char *const candidates[] = {
		"/usr/include/x86_64-linux-gnu/sys/types.h",
		"/usr/include/aarch64-linux-gnu/sys/types.h",
		"/usr/include/riscv64-linux-gnu/sys/types.h",
		"/usr/include/i386-linux-gnu/sys/types.h",
	};
	const size_t count = sizeof(candidates) / sizeof(candidates[0]);

	for (size_t i = 0; i < count; i++)
		if (access(candidates[i], F_OK) == 0)
			return candidates[i];
	return candidates[0];
}

int path_of_depth(unsigned int depth, char *buffer, size_t size, struct error *error)
{
	static const char *const names[] = {"XXX", "YYY", "ZZZ", "AAA", "BBB", "CCC", "DDD"};
	const size_t name_count = sizeof(names) / sizeof(names[0]);

	if (depth < 1 || depth > PATH_DEPTH_MAXIMUM)
		return error_set(error, -EINVAL, "depth %u: a depth is a number from 1 to %u",
				 depth, PATH_DEPTH_MAXIMUM);
	if (size < (size_t)depth * 4)
		return error_set(error, -ENAMETOOLONG, "depth %u: the path does not fit", depth);
	for (unsigned int i = 0; i + 1 < depth; i++) {
		memcpy(buffer, names[i % name_count], 3);
		buffer[3] = '/';
		buffer += 4;
	}
	memcpy(buffer, "FFF", 4);
	return 0;
}

static int keep(const char *text, char **value, struct error *error)
{
	*value = strdup(text);
	if (!*value)
		return error_set(error, -ENOMEM, "out of memory");
	return 0;
}

static int parse_depth(uint64_t depth, char **value, struct error *error)
{
	char path[PATH_DEPTH_MAXIMUM * 4];
	char text[32];
	int code;

	if (depth > PATH_DEPTH_MAXIMUM)
		depth = PATH_DEPTH_MAXIMUM + 1;
	code = path_of_depth((unsigned int)depth, path, sizeof(path), error);
	if (code < 0)
		return code;
	/* The same path must have the same name, so that results of both selections match. */
	if (path_shape_find(path))
		return keep(path, value, error);
	snprintf(text, sizeof(text), "depth:%u", (unsigned int)depth);
	return keep(text, value, error);
}

bool parameter_is_plain(char byte)
{
	return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
	       (byte >= '0' && byte <= '9') || (byte && strchr("_.:/*+,- ", byte));
}

static int parse_own_path(const char *text, char **value, struct error *error)
{
	size_t good = 0;

	while (text[good] && parameter_is_plain(text[good]))
		good++;
	if (text[good] != '\0')
		return error_set(
			error, -EINVAL,
			"path, character %zu: results spell names with letters, digits, blanks "
			"and _ . : / * + , - only: name the file through a symbolic link",
			good + 1);
	if (strlen(text) >= PATH_MAX)
		return error_set(error, -ENAMETOOLONG, "path: longer than %d characters",
				 PATH_MAX - 1);
	return keep(text, value, error);
}

static int parse_path(const char *text, char **value, struct error *error)
{
	static const char prefix[] = "depth:";
	uint64_t depth;

	if (path_shape_find(text))
		return keep(text, value, error);
	if (text[0] == '/')
		return parse_own_path(text, value, error);
	if (strncmp(text, prefix, sizeof(prefix) - 1) == 0)
		text += sizeof(prefix) - 1;
	if (number_parse(text, UINT64_MAX, &depth) < 0)
		return error_set(
			error, -EINVAL,
			"path shape '%.64s': not known; \"lsmbench ops\" lists the shapes; a depth "
			"is a number from 1 to %u, a path of your own starts with /",
			text, PATH_DEPTH_MAXIMUM);
	return parse_depth(depth, value, error);
}

int parameter_parse(const struct parameter *parameter, const char *text, char **value,
		    struct error *error)
{
	switch (parameter->type) {
	case PARAMETER_PATH:
		return parse_path(text, value, error);
	case PARAMETER_NUMBER:
		return parameter_parse_numbers(parameter, text, value, error);
	case PARAMETER_COMMAND:
		return parameter_parse_command(text, value, error);
	case PARAMETER_NONE:
		break;
	}
	if (text[0] != '\0')
		return error_set(error, -EINVAL, "parameter '%.64s': this operation takes none",
				 text);
	return keep("", value, error);
}

/* The depth of a value "depth:N", or 0. */
static unsigned int depth_of(const char *value)
{
	uint64_t depth;

	if (strncmp(value, "depth:", 6) != 0 || number_parse(value + 6, UINT64_MAX, &depth) < 0 ||
	    depth > PATH_DEPTH_MAXIMUM)
		return 0;
	return (unsigned int)depth;
}

int parameter_path_of(const char *value, const char *default_file, char *buffer, size_t size,
		      struct error *error)
{
	const char *path = value;

	if (depth_of(value) > 0)
		return path_of_depth(depth_of(value), buffer, size, error);
	if (strcmp(value, "default") == 0)
		path = default_file && default_file[0] ? default_file : path_default_file();
	if ((size_t)snprintf(buffer, size, "%s", path) >= size)
		return error_set(error, -ENAMETOOLONG, "path %.64s...: longer than %zu characters",
				 path, size - 1);
	return 0;
}

bool parameter_is_missing(const char *value)
{
	const struct path_shape *shape = path_shape_find(value);

	return shape && shape->missing;
}

static unsigned int count_components(const char *path)
{
	unsigned int count = 0;

	while (*path) {
		path += strspn(path, "/");
		if (*path)
			count++;
		path += strcspn(path, "/");
	}
	return count;
}

unsigned int parameter_components(const char *value, const char *default_file)
{
	const struct path_shape *shape = path_shape_find(value);

	if (strcmp(value, "default") == 0)
		return count_components(default_file && default_file[0] ? default_file
									: path_default_file());
	if (shape)
		return shape->components;
	if (depth_of(value) > 0)
		return depth_of(value);
	return count_components(value);
}

bool parameter_fits_line(const char *value)
{
	const struct path_shape *shape = path_shape_find(value);

	return shape ? shape->fits_line : depth_of(value) > 0;
}
