/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * parameter.h - what an operation is applied to: a path of a certain shape or depth, a directory,
 * file or memory of a certain size, a number of processes or descriptors.
 *
 * A parameter value has one canonical spelling, which names it in results: a path shape
 * ("XXX/YYY/ZZZ/FFF", "default"), a depth without a shape of its own ("depth:12"), a path of
 * the person's own ("/etc/hostname"), a number ("DIR100", "10K") or two ("2p/16K"). Operations
 * without a parameter have the empty value "".
 */
#ifndef LSMBENCH_ENGINE_PARAMETER_H
#define LSMBENCH_ENGINE_PARAMETER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/text/text_list.h"
#include "fixtures/error.h"
#include "fixtures/fixture.h"

enum parameter_type {
	PARAMETER_NONE,
	PARAMETER_PATH,    /* path shape, depth or own path */
	PARAMETER_NUMBER,  /* one or two numbers: DIR100, 2p/16K */
	PARAMETER_COMMAND, /* the name of the plan's command */
};

/*
 * One kind of parameter, as forms, help, validation and columns need it. Several kinds may share
 * an option: what a person gives then goes to all of them.
 */
struct parameter {
	const char *name;   /* "path", "directory size" */
	const char *option; /* the plan key and command line option that sets it: "paths", "dirs" */
	enum parameter_type type;

	/* PARAMETER_NUMBER only */
	const char *prefix; /* "DIR" of DIR100; NULL: none */
	const char *suffix; /* "p" of 2p; NULL: none */
	const char *unit;   /* "files" */
	bool is_bytes;      /* written with K, M or G of 1024: 16K */
	uint64_t minimum;
	uint64_t maximum;
	uint64_t multiple; /* the number is one of this; 0: any */
	uint64_t holds;    /* the number is so many times the second one at least; 0: any */
	const uint64_t *defaults;
	size_t default_count;
	const struct parameter *second; /* a second number, behind a slash; NULL: none */
	bool up_to_cpus; /* of the defaults only those up to the number of CPUs, and that itself */
	/* Behind the numbers and a blank stands the name of another case ("2p/1cpu stat FFF"): the
	 * one that is meant where none is said. NULL: none. */
	const char *of;

	const char *help;
};

extern const struct parameter parameter_none;
extern const struct parameter parameter_path;
extern const struct parameter parameter_command;

/*
 * The numbers that a plan can set, one for each option, with the widest range that an operation
 * takes. An operation may have a parameter of its own with the same option and other defaults.
 */
extern const struct parameter parameter_directory;   /* DIR100 */
extern const struct parameter parameter_descriptors; /* FD100 */
extern const struct parameter parameter_working_set; /* 16K, behind the processes */
extern const struct parameter parameter_processes;   /* 2p/16K */
extern const struct parameter parameter_many;        /* 2p, of any kind */
extern const struct parameter parameter_cpus;        /* 2cpu, behind the processes */
extern const struct parameter parameter_file_size;   /* 10K */
extern const struct parameter parameter_size;        /* 8M */
extern const struct parameter parameter_stride;      /* 128, behind a size */
extern const struct parameter parameter_pages;       /* PAGES64 */
extern const struct parameter parameter_clients;     /* 4c */
extern const struct parameter parameter_writers;     /* 6w */
extern const struct parameter *const parameter_numbers[];
extern const size_t parameter_number_count;

/* The one of parameter_numbers that is set by option; NULL when there is none. */
const struct parameter *parameter_by_option(const char *option);

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

/* The first number of a PARAMETER_NUMBER value: "DIR100" -> 100, "16K" -> 16384. 0: it has none. */
uint64_t parameter_number(const struct parameter *parameter, const char *value);
/* The second: "2p/16K" -> 16384. 0 when it has none. */
uint64_t parameter_second(const struct parameter *parameter, const char *value);

/* What stands behind the numbers of a parameter with "of": "stat FFF" of "2p/1cpu stat FFF". */
const char *parameter_of(const char *value);

/* How many default numbers there are on this machine, and the index-th of them. */
size_t parameter_default_count(const struct parameter *parameter);
uint64_t parameter_default(const struct parameter *parameter, size_t index);

/* Room for one number with its prefix and suffix. */
#define PARAMETER_NUMBER_SIZE 48

/* number as the first part of a parameter's value spells it, in buffer, which is returned. */
const char *parameter_show(const struct parameter *parameter, uint64_t number,
			   char buffer[PARAMETER_NUMBER_SIZE]);

/*
 * The first of the parameter's numbers alone, from "100", "DIR100", "2p", "16k". 0 and *number, or
 * -EINVAL with a message that names the range.
 */
int parameter_parse_number(const struct parameter *parameter, const char *text, uint64_t *number,
			   struct error *error);
/* Parse a PARAMETER_NUMBER value whole: see parameter_parse. */
int parameter_parse_numbers(const struct parameter *parameter, const char *text, char **value,
			    struct error *error);

/* Room for the name of a command. */
#define PARAMETER_COMMAND_SIZE 64u

/*
 * The name that a command line has in results: itself, where it is short and plain ("make -j8").
 * Else its beginning, with _ for what no name may hold and without quotes, and behind a colon a
 * hash of all of it: two commands never share a name by having been cut. In buffer, returned.
 */
const char *parameter_command_name(const char *command, char buffer[PARAMETER_COMMAND_SIZE]);
/* Take such a name, or any other of its kind: see parameter_parse. */
int parameter_parse_command(const char *text, char **value, struct error *error);

/* Whether results spell byte as it is in names: A-Z a-z 0-9 _ . : / * + , - and blanks. */
bool parameter_is_plain(char byte);

#endif
