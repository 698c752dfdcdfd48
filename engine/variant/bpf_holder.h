/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * bpf_holder.h - a process of its own that attaches a variant's BPF programs and holds them, so
 * that the front end does not stand still while the kernel changes its code.
 *
 * It holds those of one variant at a time. Whatever becomes of the front end, the programs go: the
 * holder reads end of file, or is killed with it, and the kernel closes their descriptors.
 */
#ifndef LSMBENCH_ENGINE_BPF_HOLDER_H
#define LSMBENCH_ENGINE_BPF_HOLDER_H

#include <stdbool.h>
#include <sys/types.h>

#include "engine/variant/variant.h"
#include "fixtures/error.h"

struct bpf_holder; /* opaque: the front end's handle */

/* Fork the holder, which leaves cpu to the workers (-1: none). 0 or negative errno. */
int bpf_holder_start(struct bpf_holder **holder, int cpu, struct error *error);

/* Readable when there is an answer; owned by the holder. */
int bpf_holder_fd(const struct bpf_holder *holder);

/*
 * Ask it to hold what variant attaches, and nothing else: with VARIANT_NONE, nothing at all. When
 * it is at work already, it is asked for the last one wanted once it is done. 1: it holds just
 * that now; 0: an answer will come; -ECHILD: it has died.
 */
int bpf_holder_want(struct bpf_holder *holder, const char *variant);

/*
 * Take an answer without blocking. 1: what is wanted is held now, or could not be, *code and error
 * say why (then nothing is held, and VARIANT_NONE is what is wanted); 0: not yet; -ECHILD: it has
 * died, and nothing is held.
 */
int bpf_holder_next(struct bpf_holder *holder, int *code, struct error *error);

/* Whether it is at work. */
bool bpf_holder_is_busy(const struct bpf_holder *holder);

/*
 * End it, and with it all that it holds; waits until that is done, and after 10 seconds kills it.
 * NULL is fine.
 */
void bpf_holder_stop(struct bpf_holder *holder);

/* For tests: its process, and the variant whose programs it holds; "" while it is at work. */
pid_t bpf_holder_pid(const struct bpf_holder *holder);
const char *bpf_holder_holds(const struct bpf_holder *holder);

#endif
