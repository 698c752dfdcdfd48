/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ladder_rung_private.h - what the ladder_rung files know of security modules, and lists of them.
 */
#ifndef LSMBENCH_ENGINE_LADDER_RUNG_PRIVATE_H
#define LSMBENCH_ENGINE_LADDER_RUNG_PRIVATE_H

#include <stdbool.h>
#include <stddef.h>

struct security_module {
	const char *name;   /* as "lsm=" and the kernel's list have it */
	const char *option; /* builds it in, behind CONFIG_ */
	bool exclusive;     /* only the first of these in a list is started: LSM_FLAG_EXCLUSIVE */
	bool alone;         /* worth a rung of its own */
};

/* In the order in which rungs of them are offered. */
extern const struct security_module security_modules[];
extern const size_t security_module_count;

/* The module of that name (length bytes), or NULL. */
const struct security_module *security_module_find(const char *name, size_t length);

/* Whether the comma-separated list has the name of length bytes. */
bool module_list_has(const char *list, const char *name, size_t length);

/*
 * Step through a comma-separated list: the next name that is not empty from *cursor on, its length
 * in *length; NULL at the end.
 */
const char *module_list_next(const char **cursor, size_t *length);

/*
 * The value of the last word "key=VALUE" of a command line, as the kernel takes the last: its
 * length in *length. NULL when there is none.
 */
const char *command_word(const char *words, const char *key, size_t *length);
/* Whether the last word "key=VALUE" has this value. */
bool command_word_is(const char *words, const char *key, const char *value);

#endif
