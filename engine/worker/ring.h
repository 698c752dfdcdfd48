/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ring.h - the shared memory between the front end and the workers of one case: the order of
 * batches, whose turn it is, and the samples.
 *
 * It is sized for one pass of a case, so it cannot overflow, and every page is touched before
 * timing starts. The workers pass the turn among themselves; the front end only reads, and
 * sets the command word when a person pauses or ends something.
 */
#ifndef LSMBENCH_ENGINE_RING_H
#define LSMBENCH_ENGINE_RING_H

#include <stdalign.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/worker/sample.h"
#include "fixtures/error.h"

#define RING_MAGIC 0x6c736d62u /* "lsmb" */
#define RING_SLOTS_MAXIMUM 16u

enum ring_command {
	RING_RUN,
	RING_PAUSE,  /* wait before the next batch */
	RING_FINISH, /* end after the block that runs, all variants served alike */
	RING_STOP,   /* end before the next batch */
};

/* A futex word on a cache line of its own: the turn granted to a worker, plus 1. */
struct ring_slot {
	alignas(64) _Atomic uint32_t granted;
};

struct ring_shared {
	uint32_t magic;
	uint32_t turns_maximum;
	uint32_t turns;                       /* in this pass of this case */
	uint32_t slots;                       /* workers */
	uint32_t block;                       /* turns after which FINISH may take effect */
	alignas(64) _Atomic uint32_t command; /* enum ring_command; a futex word */
	alignas(64) _Atomic uint32_t head;    /* samples published */
	_Atomic uint32_t failure;             /* errno of the first failed iteration, or 0 */
	_Atomic uint32_t ended;               /* no further turn will be granted */
	_Atomic uint32_t waiting;             /* who has the turn obeys RING_PAUSE */
	struct ring_slot slot[RING_SLOTS_MAXIMUM];
	uint8_t order[]; /* turns_maximum slot numbers; samples follow on the next cache line */
};

struct ring {
	struct ring_shared *shared;
	struct sample *samples;
	size_t size;    /* of the mapping, bytes */
	uint32_t turns; /* front end: as reset; what workers write there is not trusted */
	int fd;         /* memfd; -1 in a worker that was given it */
};

/* The bytes that a ring for so many turns takes. */
size_t ring_size(uint32_t turns_maximum);

/* Make one for at most turns_maximum turns. 0 or negative errno. */
int ring_create(struct ring *ring, uint32_t turns_maximum, struct error *error);
/* Map the one that fd refers to; checks that it is one and that it is whole. */
int ring_attach(struct ring *ring, int fd, struct error *error);
void ring_destroy(struct ring *ring);

/* Front end: forget all samples and turns, ready for a pass with so many turns and slots. */
void ring_reset(struct ring *ring, uint32_t turns, uint32_t slots, uint32_t block);
/* Front end: give the first turn. */
void ring_begin(struct ring *ring);
/* Front end: set the command and wake a worker that waits for it. */
void ring_command(struct ring *ring, enum ring_command command);

/* Front end: whether no batch runs nor will, because the command is RING_PAUSE and was obeyed. */
bool ring_is_waiting(const struct ring *ring);

/* Front end: samples published so far, never more than there are turns. */
uint32_t ring_count(const struct ring *ring);

/* Worker: what a wait ended with. */
enum ring_wait {
	RING_GRANTED, /* it is our turn */
	RING_ENDED,   /* there will be no more */
	RING_TIMEOUT, /* neither yet: look at the control socket and wait again */
};

/* Worker: wait, at most 100 ms, for turn to be granted to slot. */
enum ring_wait ring_wait_turn(struct ring *ring, uint32_t slot, uint32_t turn);
/* Worker with the turn: wait, at most 100 ms, while the command is RING_PAUSE. */
void ring_wait_command(struct ring *ring);
/*
 * Worker with the turn, when the command is another one: it waits no more. True when it was known
 * to wait: then the command is to be looked at again, for who relies on that may have come first.
 */
bool ring_leave_pause(struct ring *ring);
/* Worker with the turn: publish the sample and pass the turn on. */
void ring_publish(struct ring *ring, uint32_t turn, const struct sample *sample);
/* Worker with the turn: there will be no further turns. */
void ring_end(struct ring *ring);

#endif
