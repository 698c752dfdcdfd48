/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * hook_table.h - which hooks of the security framework an operation calls and how often, as counted
 * in a running kernel, and which of them each security module of that kernel implements.
 *
 * A hook is named without "security_": "inode_permission".
 */
#ifndef LSMBENCH_ENGINE_HOOK_TABLE_H
#define LSMBENCH_ENGINE_HOOK_TABLE_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/text/text_list.h"
#include "fixtures/error.h"

/* How often one iteration of a case calls a hook. */
struct hook_count {
	char *operation; /* "stat" */
	char *parameter; /* of the case, as its name has it; "" for none */
	char *hook;
	double count; /* calls per iteration; whole unless the operation alternates */
	bool varies;  /* two countings disagreed: count is the second one's */
};

/* A security module that has a function of its own for a hook. */
struct hook_user {
	char *module; /* as in the list of active modules: "apparmor" */
	char *hook;
};

struct hook_table {
	char *release; /* of the kernel that was counted in; NULL: unknown */
	struct hook_count *counts;
	size_t count_count;
	struct hook_user *users;
	size_t user_count;
	struct text_list uncounted; /* hooks that could not be watched, each with its reason */
};

/* Texts are copied. A count of the same case and hook is replaced. 0 or -ENOMEM. */
int hook_table_add(struct hook_table *table, const struct hook_count *count);
int hook_table_add_user(struct hook_table *table, const char *module, const char *hook);
int hook_table_set_release(struct hook_table *table, const char *release);
int hook_table_copy(struct hook_table *copy, const struct hook_table *table);
void hook_table_clear(struct hook_table *table);

/* How often a case calls a hook; 0 when it does not. */
double hook_table_count(const struct hook_table *table, const char *operation,
			const char *parameter, const char *hook);
/* Whether anything was counted for a case, be it none. A case without hooks has a count of hook "".
 */
bool hook_table_has_case(const struct hook_table *table, const char *operation,
			 const char *parameter);
/* Whether a module implements a hook. */
bool hook_table_uses(const struct hook_table *table, const char *module, const char *hook);

#endif
