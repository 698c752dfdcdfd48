/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * security_module.h - the security modules of Linux: the place where a new one is entered, and
 * lists of their names as the kernel and its command line write them.
 *
 * What only one file asks for stands there, by name: the files that tell how a module is set
 * (environment_lsm_state.c), and functions that are not named as their hooks (hook_users.c).
 */
#ifndef LSMBENCH_ENGINE_SECURITY_MODULE_H
#define LSMBENCH_ENGINE_SECURITY_MODULE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * When a module has nothing to decide, so that what is measured of it is not what it costs in use.
 */
struct security_module_idle {
	const char *why;   /* in words, "no policy"; NULL: nobody can tell */
	const char *item;  /* of the environment that tells; NULL: only a policy would change it */
	const char *value; /* of that item, when it is idle */
};

struct security_module {
	const char *name; /* as "lsm=" and the kernel's list have it */
	uint64_t id;      /* LSM_ID_* of include/uapi/linux/lsm.h; 0: no kernel lists it */
	/* Builds it in, behind CONFIG_. */
	const char *option;
	/* Of its functions that implement hooks, "apparmor_"; NULL: it has none. */
	const char *function_prefix;
	/* How its words of a command line begin, besides NAME= and NAME.; NULL at the end. */
	const char *const *words;
	struct security_module_idle idle;
	/* Only the first of these in a list is started: LSM_FLAG_EXCLUSIVE. */
	bool exclusive;
	/* Its place among the rungs that a ladder offers; 0: it has no rung of its own. */
	unsigned int offered;
};

/* In the order of id; at the end what has none. */
extern const struct security_module security_modules[];
extern const size_t security_module_count;

/* The module of that name, or NULL; the second: of a name of length bytes in a longer text. */
const struct security_module *security_module_find(const char *name);
const struct security_module *security_module_find_part(const char *name, size_t length);

/* The module that the kernel calls by this number, or NULL. */
const struct security_module *security_module_of(uint64_t id);

/*
 * Whether a word of the kernel's command line chooses security modules or sets one of them: the
 * beginnings that the modules have, NAME= and NAME. of each, and those of the framework. A dash and
 * an underscore are the same, as for the kernel (kernel/params.c, parameq).
 */
bool security_module_word(const char *word);

/* Whether the comma-separated list has the name; the second: as above. */
bool module_list_has(const char *list, const char *name);
bool module_list_has_part(const char *list, const char *name, size_t length);

/*
 * Step through a comma-separated list: the next name that is not empty from *cursor on, its length
 * in *length; NULL at the end.
 */
const char *module_list_next(const char **cursor, size_t *length);

#endif
