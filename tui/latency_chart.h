/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * latency_chart.h - latencies over a logarithmic axis, as lines of text: ticks, percentiles, and
 * how many calls each column stands for. No screen here.
 */
#ifndef LSMBENCH_TUI_LATENCY_CHART_H
#define LSMBENCH_TUI_LATENCY_CHART_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/statistics/latencies.h"

#define LATENCY_COLUMNS_MAXIMUM 400

/* Which latencies a chart's columns stand for. */
struct latency_axis {
	double low;  /* log10 of ns at the left edge of the first column */
	double high; /* at the right edge of the last one; more than low */
	int columns; /* at most LATENCY_COLUMNS_MAXIMUM */
};

/* Nothing yet. */
void latency_axis_begin(struct latency_axis *axis, int columns);
/* Widen it so that all of latencies is on it; of empty ones nothing changes. */
void latency_axis_cover(struct latency_axis *axis, const struct latencies *latencies);

/*
 * The share of all calls that each column stands for, in shares[0..columns-1]. A bucket that lies
 * across columns is divided as the columns divide it.
 */
void latency_axis_shares(const struct latency_axis *axis, const struct latencies *latencies,
			 double shares[LATENCY_COLUMNS_MAXIMUM]);

/* Lines of axis->columns characters and a NUL: "|100ns     |1us", and "^p50  ^p90" where they are.
 */
void latency_axis_ticks(const struct latency_axis *axis, char *line);
void latency_axis_marks(const struct latency_axis *axis, const struct latencies *latencies,
			char *line);

/* "410ns", "1.03us", "15.2ms": three digits, of whole ns fewer. */
void latency_text(char *buffer, size_t size, double ns);

/*
 * "p50 1.03us p90 1.5us p99 3.43us p99.9 15.2us  410ns-1.21ms  n 12345": percentiles, extremes and
 * count. What is most asked for comes first, for the rest may be cut.
 */
void latency_figures(char *buffer, size_t size, const struct latencies *latencies);

#endif
