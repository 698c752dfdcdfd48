/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * variant_private.h - what the files of the variants share: variant.c (the table and what its
 * entries do to a worker), variant_parse.c (from text to parts), variant_wrapper.c (those that
 * start a command), variant_available.c (whether they can be had here).
 */
#ifndef LSMBENCH_ENGINE_VARIANT_PRIVATE_H
#define LSMBENCH_ENGINE_VARIANT_PRIVATE_H

#include "engine/environment/security_module.h"
#include "engine/variant/variant.h"

#define VARIANT_PARTS_MAXIMUM 8u

/* A whole variant, its parts in the order of the table. */
struct variant_parts {
	struct variant_part parts[VARIANT_PARTS_MAXIMUM];
	size_t count;
};

/* -EINVAL or -ENOMEM with a message, and then there is nothing to clear. */
int variant_parse(const char *text, struct variant_parts *parts, struct error *error);
void variant_parts_clear(struct variant_parts *parts);

/* variant_available.c */

/*
 * Say what makes a module active that is not: a boot parameter where the kernel has it (built as of
 * lsm_is_built), else also the option that builds it. -EOPNOTSUPP.
 */
int variant_module_inactive(const struct security_module *module, int built, const char *active,
			    struct error *error);

/* variant_wrapper.c */

int variant_exec_available(const struct variant_part *part, struct error *error);
int variant_exec_wrap(const struct variant_part *part, struct text_list *words);
int variant_apparmor_available(const struct variant_part *part, struct error *error);
int variant_apparmor_wrap(const struct variant_part *part, struct text_list *words);
int variant_selinux_available(const struct variant_part *part, struct error *error);
int variant_selinux_wrap(const struct variant_part *part, struct text_list *words);
int variant_smack_confine(const struct variant_part *part, const struct landlock_scope *scope,
			  struct error *error);

#endif
