/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lsm_built.h - which security modules the running kernel has built in, whether active or not: what
 * a person has to do differs.
 */
#ifndef LSMBENCH_ENGINE_LSM_BUILT_H
#define LSMBENCH_ENGINE_LSM_BUILT_H

struct environment_roots;

/*
 * 1 when the kernel's configuration builds the module called name in, 0 when it does not, -ENOENT
 * when no configuration was found, -ENOMEM. Reads a few small files and the configuration.
 */
int lsm_is_built(const char *name);
/* The same of a copied tree. */
int lsm_is_built_in(const char *name, const struct environment_roots *roots);

#endif
