/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * parameter.h - what an operation is applied to: a path of a certain shape or depth, or a
 * directory of a certain size.
 *
 * A parameter value has one canonical spelling, which names it in results: a path shape
 * ("XXX/YYY/ZZZ/FFF", "default"), a depth without a shape of its own ("depth:12"), a path of
 * the person's own ("/etc/hostname"), a directory size ("DIR100"). Operations without a parameter
 * have the empty value "".
 */
#ifndef LSMBENCH_ENGINE_PARAMETER_H
#define LSMBENCH_ENGINE_PARAMETER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/text_list.h"
#include "fixtures/error.h"
#include "fixtures/fixture.h"

enum parameter_type {
	PARAMETER_NONE,
	PARAMETER_PATH,   /* path shape, depth or own path */
	PARAMETER_NUMBER, /* a prefix and a number: DIR100 */
};

/* One kind of parameter, as forms, help, validation and columns need it. */
struct parameter {
	const char *name;   /* "path", "directory size" */
	const char *option; /* the plan key and command line option that sets it: "paths", "dirs" */
	enum parameter_type type;
	const char *prefix; /* PARAMETER_NUMBER: "DIR" */
	const char *unit;   /* PARAMETER_NUMBER: "files" */
	uint64_t minimum;
	uint64_t maximum;
	const uint64_t *defaults; /* PARAMETER_NUMBER */
	size_t default_count;
	const char *help;
};

extern const struct parameter parameter_none;
extern const struct parameter parameter_path;
extern const struct parameter parameter_directory;

/* A path shape of the published suite. */
struct path_shape {
	const char *name; /* its canonical value, and for all but "default" the path itself */
	unsigned int components; /* how many components a lookup walks */
	bool fits_line;          /* true when it belongs in the line through (components, median) */
	bool missing;            /* true when a lookup must end with ENOENT */
	const char *help;
};

extern const struct path_shape path_shapes[];
extern const size_t path_shape_count;

/* The shape called name, or NULL. */
const struct path_shape *path_shape_find(const char *name);

/* The deepest plain path that PATH_MAX allows, in components. */
#define PATH_DEPTH_MAXIMUM 1024u

/* The file that the shape "default" stands for when the person names no other: a static string. */
const char *path_default_file(void);

/*
 * Write the plain relative path of depth components, ending in FFF, to buffer. Depths 1, 2, 4
 * and 8 are the published shapes. 0, or -EINVAL outside 1..PATH_DEPTH_MAXIMUM.
 */
int path_of_depth(unsigned int depth, char *buffer, size_t size, struct error *error);

/*
 * Turn what a person or a file says ("100", "DIR100", "4", "depth:4", "XXX/FFF", "/etc/fstab")
 * into the canonical value in *value (malloc'ed, caller frees). -EINVAL with a message that
 * names the parameter and its range or choices.
 */
int parameter_parse(const struct parameter *parameter, const char *text, char **value,
		    struct error *error);

/*
 * The path that a PARAMETER_PATH value walks, in buffer of size PATH_MAX: the shape itself, the
 * file named by default_file for "default" (NULL: path_default_file()), or the own path.
 */
int parameter_path_of(const char *value, const char *default_file, char *buffer, size_t size,
		      struct error *error);

/* True when the value's lookup must end with ENOENT. */
bool parameter_is_missing(const char *value);

/* Components that a PARAMETER_PATH value's lookup walks; of an own path or "default" too. */
unsigned int parameter_components(const char *value, const char *default_file);

/* True when the value belongs in the line through (components, median). */
bool parameter_fits_line(const char *value);

/* The number of a PARAMETER_NUMBER value, "DIR100" -> 100. 0 when it has none. */
uint64_t parameter_number(const struct parameter *parameter, const char *value);

/* Whether results spell byte as it is in names: A-Z a-z 0-9 _ . : / * + , - and blanks. */
bool parameter_is_plain(char byte);

#endif
