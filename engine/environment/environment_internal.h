/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * environment_internal.h - what the probes share: where they read and where they put it.
 *
 * Every probe takes a struct collection, reads small files below its root and sets items. Only
 * the environment_*.c files and their tests include this.
 */
#ifndef LSMBENCH_ENGINE_ENVIRONMENT_INTERNAL_H
#define LSMBENCH_ENGINE_ENVIRONMENT_INTERNAL_H

#include <dirent.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>
#include <time.h>

#include "engine/environment/environment.h"

#define VALUE_SIZE 4096 /* a longer value is cut and ends in "..." */

/* The machine that is described: this one, or a copied tree of /proc and /sys. */
struct environment_roots {
	const char *root; /* put before each absolute path; "" for this machine */
	bool live;        /* false: a copy, of which system calls can say nothing */
};

struct collection {
	struct environment *environment;
	const struct environment_request *request;
	const struct environment_roots *roots;
	int failed; /* -ENOMEM once an item could not be stored */
};

/* --- environment_read.c: small files to items ------------------------------------------- */

/* Write source to clean as one line: lines joined with "; ", control characters replaced. */
void text_clean(const char *source, size_t length, char *clean, size_t size);

/* The path of absolute below the root. -ENAMETOOLONG when it does not fit. */
int collection_path(const struct collection *collection, const char *absolute, char *path,
		    size_t size);

/* At most size - 1 bytes of a file, terminated. The number of bytes, or a negative errno. */
ssize_t collection_read(const struct collection *collection, const char *absolute, char *buffer,
			size_t size);

/* The first number in a file; false when there is none. */
bool collection_read_number(const struct collection *collection, const char *absolute,
			    uint64_t *number);
/* The file as one clean line. 0, or a negative errno and then line is empty. */
int collection_read_line(const struct collection *collection, const char *absolute, char *line,
			 size_t size);
FILE *collection_open(const struct collection *collection, const char *absolute);
DIR *collection_open_directory(const struct collection *collection, const char *absolute);

void collection_set(struct collection *collection, const char *key, const char *value,
		    const char *source);
void collection_format(struct collection *collection, const char *key, const char *source,
		       const char *format, ...) __attribute__((format(printf, 4, 5)));
void collection_unknown(struct collection *collection, const char *key, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
void collection_warn(struct collection *collection, enum warning_level level, const char *format,
		     ...) __attribute__((format(printf, 3, 4)));

/* Unknown because absolute failed with code (negative errno); hint may be NULL. */
void collection_unreadable(struct collection *collection, const char *key, const char *absolute,
			   int code, const char *hint);

/* The file's text is the value; unknown with the reason and hint otherwise. True when known. */
bool collection_file(struct collection *collection, const char *key, const char *absolute,
		     const char *hint);

/* The same for a file that lists choices with the chosen one in brackets: only that one. */
void collection_choice(struct collection *collection, const char *key, const char *absolute,
		       const char *hint);

const char *collection_value(const struct collection *collection, const char *key);

/* --- The probes ------------------------------------------------------------------------- */

void environment_probe_host(struct collection *collection);
void environment_probe_kernel(struct collection *collection);
void environment_probe_config(struct collection *collection);
void environment_probe_lsm(struct collection *collection);
void environment_probe_lsm_state(struct collection *collection);
void environment_probe_self(struct collection *collection);
void environment_probe_audit(struct collection *collection);
void environment_probe_cpu(struct collection *collection);
void environment_probe_caches(struct collection *collection);
void environment_probe_machine(struct collection *collection);
void environment_probe_virtualization(struct collection *collection);
void environment_probe_scratch(struct collection *collection);
void environment_probe_counters(struct collection *collection);
void environment_probe_load(struct collection *collection);

/*
 * environment_scratch.c: whether something is mounted exactly at directory, and its type. 1 yes, 0
 * no, or a negative errno when the mount table cannot be read.
 */
int environment_mounted(const struct collection *collection, const char *directory, char *type,
			size_t size);

/* --- environment_process.c: who else works ---------------------------------------------- */

struct process_scan {
	struct process_sample *samples;
	size_t count;
	bool cut; /* there are more processes than are looked at */
	struct timespec when;
};

/* Look at every process once. 0, -ENOMEM, or the errno of /proc. */
int process_scan_take(const struct collection *collection, struct process_scan *scan);
void process_scan_clear(struct process_scan *scan);

/* Set the "process." items from two looks. */
void environment_probe_processes(struct collection *collection, const struct process_scan *before,
				 const struct process_scan *after);

/* --- environment_siblings.c: work on the other threads of the worker's core --------------- */

struct sibling_look {
	unsigned long long busy; /* ticks that were not idle, of all siblings */
	unsigned long long ticks;
	bool known;
};

/* The ticks of the CPUs that share the worker's core; not known when it has none or no worker. */
void sibling_look_take(const struct collection *collection, struct sibling_look *look);

/* Set "load.siblings_busy" from two looks. */
void environment_probe_siblings(struct collection *collection, const struct sibling_look *before,
				const struct sibling_look *after);

/*
 * environment_config.c: whether the option of that name, in small letters and without CONFIG_, is
 * recorded; of a beginning, whether any that begins so is.
 */
bool environment_keeps_option(const char *name, bool is_beginning);

/*
 * The key of an option's item, as "config.security_smack" of SECURITY_SMACK: length bytes of name,
 * without CONFIG_. False when it does not fit.
 */
bool environment_option_key(char *key, size_t size, const char *name, size_t length);

/* environment_cpu.c: whether the list "0-3,8" has cpu. */
bool cpu_list_has(const char *list, unsigned long cpu);

/* --- environment_warnings.c and environment_during.c ------------------------------------ */

/* Add the warnings that follow from the items; reads nothing. */
void environment_judge(struct collection *collection);

/* Set the "during." items, and their warnings, from two environments. */
void environment_compare_during(struct collection *collection, const struct environment *now);

/* --- environment_collect.c -------------------------------------------------------------- */

int environment_collect_from(struct environment *environment,
			     const struct environment_request *request,
			     const struct environment_roots *roots, struct error *error);
int environment_finish_from(struct environment *environment,
			    const struct environment_request *request,
			    const struct environment_roots *roots, struct error *error);

#endif
