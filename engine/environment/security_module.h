/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * security_module.h - the security modules of Linux: the one place where a new one is entered, and
 * lists of their names as the kernel and its command line write them.
 */
#ifndef LSMBENCH_ENGINE_SECURITY_MODULE_H
#define LSMBENCH_ENGINE_SECURITY_MODULE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct security_module {
	const char *name;   /* as "lsm=" and the kernel's list have it */
	uint64_t id;        /* LSM_ID_* of include/uapi/linux/lsm.h; 0: no kernel lists it */
	const char *option; /* builds it in, behind CONFIG_ */
	const char *function_prefix; /* of its functions that implement hooks; NULL: it has none */
	bool exclusive; /* only the first of these in a list is started: LSM_FLAG_EXCLUSIVE */
	const char *const *words; /* how its own words of a command line begin, beside NAME= and
				   * NAME.; NULL at the end. NULL: none */
	unsigned int offered;     /* its place among the rungs offered; 0: no rung of its own */
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
