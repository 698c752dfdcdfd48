/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * hook_name.h - the names of hooks. Here a hook is called as the function that calls it, without
 * "security_" ("file_alloc"); modules implement some under another name ("file_alloc_security").
 */
#ifndef LSMBENCH_ENGINE_HOOK_NAME_H
#define LSMBENCH_ENGINE_HOOK_NAME_H

#include <stdbool.h>

/* The name under which modules implement hook where that is neither hook nor hook_security. NULL:
 * there is no such name. */
const char *hook_name_implemented(const char *hook);

/* Whether security_NAME is known to be no hook, but a function inside of the kernel. */
bool hook_name_is_helper(const char *name);

/* Whether the framework serves this one alone in newer kernels, so that no module implements it. */
bool hook_name_is_framework(const char *name);

#endif
