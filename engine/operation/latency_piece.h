/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * latency_piece.h - histograms of a run as they leave the process that has counted: in pieces of a
 * few buckets each, which merged are the whole. Nothing here allocates.
 */
#ifndef LSMBENCH_ENGINE_LATENCY_PIECE_H
#define LSMBENCH_ENGINE_LATENCY_PIECE_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/operation/recording.h"
#include "engine/statistics/latencies.h"

#define LATENCY_PIECE_BUCKETS 64u

/* Buckets beside each other, and the extremes of what is in them. */
struct latency_piece {
	uint32_t row; /* enum latency_row */
	uint32_t bucket_count;
	uint64_t minimum;
	uint64_t maximum;
	struct latency_bucket buckets[LATENCY_PIECE_BUCKETS];
};

/* How far the histograms of a recording are handed over; 0 at first. */
struct latency_place {
	size_t histogram;
	size_t bucket; /* of the histogram's own */
};

/* The next piece, of one histogram. False: there are no more. */
bool latency_piece_next(const struct recording *recording, struct latency_place *place,
			struct latency_piece *piece);

#endif
