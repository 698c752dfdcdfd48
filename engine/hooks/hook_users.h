/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * hook_users.h - which security module of a kernel implements which hook, by the names of its
 * functions: apparmor_file_open, selinux_inode_permission, hook_file_open (landlock), ...
 *
 * That a module implements a hook does not say that it is active.
 */
#ifndef LSMBENCH_ENGINE_HOOK_USERS_H
#define LSMBENCH_ENGINE_HOOK_USERS_H

#include "engine/hooks/hook_symbols.h"
#include "engine/hooks/hook_table.h"

/* Add the users that symbols tell of to table. 0 or -ENOMEM. */
int hook_users_add(struct hook_table *table, const struct hook_symbols *symbols);

/* The same of the running kernel. 0 or a negative errno with a line. Needs /proc, no privilege. */
int hook_users_read(struct hook_table *table, struct error *error);

#endif
