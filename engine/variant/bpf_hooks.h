/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * bpf_hooks.h - which hooks a variant "bpf:" puts programs on, and how many on each: the text
 * alone, without a look at the kernel.
 */
#ifndef LSMBENCH_ENGINE_BPF_HOOKS_H
#define LSMBENCH_ENGINE_BPF_HOOKS_H

#include <stddef.h>
#include <stdint.h>

#include "fixtures/error.h"

/* The kernel attaches no more to one hook (BPF_MAX_TRAMP_LINKS on x86). */
#define BPF_PROGRAMS_MAXIMUM 38u
#define BPF_HOOKS_MAXIMUM 16u
/* The longest name, its end included. */
#define BPF_HOOK_SIZE 64u

struct bpf_hook {
	char name[BPF_HOOK_SIZE]; /* "inode_getattr" */
	uint32_t programs;
};

struct bpf_hooks {
	struct bpf_hook hooks[BPF_HOOKS_MAXIMUM];
	size_t count;
};

/*
 * Take "HOOK[*K][,HOOK[*K]...]" apart; K is 1 where it is left out. -EINVAL with a message that
 * begins with "bpf: ".
 */
int bpf_hooks_parse(const char *text, struct bpf_hooks *hooks, struct error *error);

/* The canonical spelling, "file_open*2,inode_getattr*1". Returns buffer; NULL: it has no room. */
const char *bpf_hooks_write(const struct bpf_hooks *hooks, char *buffer, size_t size);

#endif
