/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * bpf.h - put BPF programs that do nothing on hooks of the security framework, through libbpf.
 *
 * Each is two instructions: the hook's decision is left to whoever else has one, and what is
 * measured is the price of being asked. They are global to the system: every process pays it while
 * they are attached. A program is attached for as long as the descriptor of its link is open, so
 * that the kernel takes it off whatever becomes of the process that holds it, kill -9 included.
 *
 * The front end, the guest of a ladder and tests link this. The worker must not.
 */
#ifndef LSMBENCH_ENGINE_BPF_H
#define LSMBENCH_ENGINE_BPF_H

#include <stddef.h>

#include "engine/variant/bpf_hooks.h"
#include "fixtures/error.h"

struct bpf_attachments {
	int links[BPF_HOOKS_MAXIMUM * BPF_PROGRAMS_MAXIMUM]; /* descriptors, closed on exec */
	size_t count;
};

/*
 * Attach what variant, a whole text such as "landlock:1+bpf:file_open*2", puts on hooks; nothing
 * when it has no such part. Each program takes 8 to 130 ms, closing as well: never between batches.
 * On an error nothing is attached, and one line says which of these it is and what to do: no
 * capability (-EPERM), a kernel that refuses whoever asks (-EPERM), no BTF (-ENOENT), no such hook
 * (-ESRCH, with the nearest names), a hook that takes none (-EINVAL), no room for as many on the
 * hook (-E2BIG), no descriptors left (-EMFILE). attachments needs no preparation.
 */
int bpf_attachments_open(struct bpf_attachments *attachments, const char *variant,
			 struct error *error);

/* Take them off: when this returns, none is attached any more. */
void bpf_attachments_close(struct bpf_attachments *attachments);

/*
 * 0 when programs can be loaded for all hooks here, else as bpf_attachments_open. Loads one for
 * each and forgets it: attaches none. Whether "bpf" is in the active LSM list is asked elsewhere.
 */
int bpf_check(const struct bpf_hooks *hooks, struct error *error);

#endif
