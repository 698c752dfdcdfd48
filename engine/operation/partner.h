/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * partner.h - the other end of a channel: a process on the worker's CPU that does its part of each
 * iteration.
 */
#ifndef LSMBENCH_ENGINE_PARTNER_H
#define LSMBENCH_ENGINE_PARTNER_H

#include <stdint.h>
#include <sys/types.h>

#include "fixtures/error.h"

struct partner {
	int ours[2];    /* what the worker reads from and writes to: perhaps one and the same; -1 */
	int theirs[2];  /* the same of the partner */
	pid_t process;  /* 0: none */
	uint32_t token; /* the next to be sent */
};

/*
 * An empty one that operations keep as their state, and the end of it: its process, its
 * descriptors and its memory. partner_free takes NULL, too.
 */
struct partner *partner_new(struct error *error);
void partner_free(struct partner *partner);

/*
 * Open the channel: two pipes, a pair of AF_UNIX stream sockets, a TCP connection or two UDP
 * sockets on 127.0.0.1. 0 or negative errno with a message; -EOPNOTSUPP as of loopback.h.
 */
int partner_open_pipes(struct partner *partner, struct error *error);
int partner_open_unix(struct partner *partner, struct error *error);
int partner_open_tcp(struct partner *partner, struct error *error);
int partner_open_udp(struct partner *partner, struct error *error);

/*
 * Start its process with body, which is given the partner, in the process of the partner. It has
 * the descriptors of theirs only, we have ours only. 0 or negative errno with a message. From then
 * on writing to a partner that has ended is an error (EPIPE) and no signal.
 */
int partner_start(struct partner *partner, int (*body)(void *partner), struct error *error);

/*
 * A body that reads bytes and sends each back, one higher, until there is no more; and n round
 * trips with it: 0, or the positive errno, EPIPE when it has ended and EPROTO when what comes back
 * is wrong.
 */
int partner_answer(void *partner);
int partner_round_trips(struct partner *partner, uint64_t n);

#endif
