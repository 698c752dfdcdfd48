/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * protocol.h - what the front end and a worker say to each other over their socket pair, one
 * message a packet. End of file on either side means that the other is gone.
 *
 * A worker serves one case, one variant, one pass: SETUP, then perhaps CALIBRATE, WARM, RUN, and it
 * ends when the front end closes the socket.
 */
#ifndef LSMBENCH_ENGINE_PROTOCOL_H
#define LSMBENCH_ENGINE_PROTOCOL_H

#include <limits.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>

#include "engine/operation/latency_piece.h"
#include "engine/variant/variant.h"

/* The descriptors that a worker inherits. */
enum worker_descriptor {
	WORKER_CONTROL = 3,   /* the socket pair, SOCK_SEQPACKET */
	WORKER_RING = 4,      /* the shared memory */
	WORKER_DIRECTORY = 5, /* the case's directory */
};

enum worker_request_kind {
	WORKER_SETUP,     /* be pinned, confined, set up and verified */
	WORKER_CALIBRATE, /* find how many iterations last target_ns */
	WORKER_WARM,      /* discard batches until steady */
	WORKER_RUN,       /* take turns until the ring says that it is over */
};

struct worker_request {
	enum worker_request_kind kind;
	int cpu;
	clockid_t clock;
	double clock_cost_ns;
	uint64_t target_ns;  /* CALIBRATE and RUN: of a batch */
	uint64_t iterations; /* WARM and RUN: in a batch */
	uint64_t epoch_ns;   /* RUN: the clock when the session started */
	uint32_t slot;       /* RUN: whose turns are ours */
	uint32_t step;       /* RUN: for the samples */
	uint16_t pass;
	dev_t root_device; /* SETUP: the scratch root, by what fstat says of it */
	ino_t root_inode;
	uint32_t root_above;     /* SETUP: how many levels above the case's directory it is */
	uint32_t longer;         /* RUN: iterations in a thousand beyond those reported */
	uint32_t landlock_rules; /* SETUP: fillers, see landlock.h */
	char operation[64];
	char variant[VARIANT_SIZE];
	char parameter[PATH_MAX]; /* canonical value */
	char default_file[PATH_MAX];
	struct workload workload;
};

enum worker_reply_kind {
	WORKER_READY,      /* to SETUP */
	WORKER_CALIBRATED, /* iterations and loop_ns are set */
	WORKER_WARMED,     /* batches is set */
	WORKER_ENDED,      /* to RUN */
	WORKER_READINGS,   /* in RUN: what the run before told, before its sample is published */
	WORKER_LATENCIES,  /* the same: a piece of a histogram that the run before has told */
	WORKER_LIVE,       /* in RUN: the run goes on; text says how it stands, or nothing */
	/*
	 * code and text are set; the worker ends. -EOPNOTSUPP to SETUP: the case cannot be measured
	 * here, which is nobody's mistake.
	 */
	WORKER_FAILED,
};

struct worker_reply {
	enum worker_reply_kind kind;
	int code; /* negative errno */
	uint64_t iterations;
	uint32_t batches;
	double loop_ns; /* one iteration of an empty loop */
	uint32_t run;   /* READINGS and LATENCIES: of the step and pass of the RUN request */
	uint32_t reading_count;
	struct reading_value readings[RECORDING_READINGS_MAXIMUM];
	struct latency_piece latencies;
	char text[768];
	double done; /* LIVE: the share of the run that is done, 0..1; 0: nobody knows */
};

#endif
