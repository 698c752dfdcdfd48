/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * recording.h - one run of an operation that times itself, and where it puts what it found.
 */
#ifndef LSMBENCH_ENGINE_RECORDING_H
#define LSMBENCH_ENGINE_RECORDING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/operation/latency_row.h"
#include "engine/operation/metric.h"

#define RECORDING_READINGS_MAXIMUM 64u
#define RECORDING_HISTOGRAMS_MAXIMUM 8u
#define RECORDING_LIVE_SIZE 256u

struct reading_value {
	enum metric_id metric;
	double value; /* in the metric's unit; finite */
};

struct histogram;

struct recording_histogram {
	enum latency_row row;
	const struct histogram *histogram; /* the operation's, which leaves it as it is until the
					      next run */
};

struct recording {
	/*
	 * The figure of the run: duration_ns / iterations is what a sample's value is. What moves
	 * bytes has iterations in bytes and operation.bytes 1: its figure is then a rate.
	 */
	uint64_t duration_ns;
	uint64_t iterations;
	struct reading_value readings[RECORDING_READINGS_MAXIMUM];
	size_t reading_count;
	struct recording_histogram histograms[RECORDING_HISTOGRAMS_MAXIMUM];
	size_t histogram_count;
	/* The share of the run that is done, 0..1, for live to tell; 0 where nobody knows. */
	double done;

	/*
	 * To be called at least once a second while a run lasts: says that it is alive and, in text
	 * (may be NULL), how it stands. False: the run has to end early, as failed with ECANCELED.
	 */
	bool (*live)(struct recording *recording, const char *text);
	void *argument; /* of whoever has set live */
};

/* Add a reading. Beyond the maximum it is lost, which a test of the operation would show. */
void recording_add(struct recording *recording, enum metric_id metric, double value);
/* The same of a histogram of single latencies, each kind once; of an empty one nothing is told. */
void recording_add_histogram(struct recording *recording, enum latency_row row,
			     const struct histogram *histogram);

#endif
