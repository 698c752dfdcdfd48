/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * hook_symbols.h - the kernel's functions (/proc/kallsyms) that have to do with hooks: the
 * security_*() functions that call them, and the modules' functions that are called.
 *
 * Everyone can read the names; only the addresses are kept from ordinary users.
 */
#ifndef LSMBENCH_ENGINE_HOOK_SYMBOLS_H
#define LSMBENCH_ENGINE_HOOK_SYMBOLS_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/text/text_list.h"
#include "fixtures/error.h"

#define HOOK_SYMBOLS_HERE "/proc/kallsyms"

struct hook_symbols {
	struct text_list names; /* sorted, each once */
	bool has_bpf;           /* the kernel has a bpf_lsm_NAME for each hook */
};

/*
 * Read path, which has the form of /proc/kallsyms. 0, -ENOMEM, or a negative errno with a line;
 * -ENODATA when there is no function of the security framework in it.
 */
int hook_symbols_read(struct hook_symbols *symbols, const char *path, struct error *error);
void hook_symbols_clear(struct hook_symbols *symbols);

/* Whether there is a function PREFIXnameSUFFIX. */
bool hook_symbols_has(const struct hook_symbols *symbols, const char *prefix, const char *name,
		      const char *suffix);

/*
 * Append the hooks: of each security_NAME that is one, NAME. Other parts of the kernel have
 * functions of such names, too (SELinux's security_compute_av, ...). Those of hooks are told by
 * the bpf module, which has a bpf_lsm_ function for every hook; in a kernel without that module,
 * by leaving out the others that are known. 0 or -ENOMEM.
 */
int hook_symbols_hooks(const struct hook_symbols *symbols, struct text_list *hooks);

#endif
