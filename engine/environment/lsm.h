/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lsm.h - which security modules are active, for the environment and for the variants.
 */
#ifndef LSMBENCH_ENGINE_LSM_H
#define LSMBENCH_ENGINE_LSM_H

#include <stddef.h>

/*
 * The active modules in the kernel's order, "capability,landlock", by lsm_list_modules(2) (Linux
 * 6.8). 0 or a negative errno, and then list is empty.
 */
int lsm_list(char *list, size_t size);

/* The same, and where the call is missing or forbidden, from securityfs. */
int lsm_active(char *list, size_t size);

/* 1 when the module called name is active, 0 when it is not, a negative errno when unknown. */
int lsm_is_active(const char *name);

#endif
