/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * curves.h - which figures of a result make a curve: latency over sizes, switches over processes.
 *
 * A curve is an operation with the second of its parameter's numbers held fixed; the first one is
 * x, the median is y.
 */
#ifndef LSMBENCH_TUI_CURVES_H
#define LSMBENCH_TUI_CURVES_H

#include <stddef.h>
#include <stdint.h>

#include "engine/result/result.h"
#include "tui/plot.h"
#include "tui/run_model.h"

#define CURVE_POINTS_MAXIMUM 64

struct curve {
	const struct operation *operation;
	uint64_t fixed; /* the second number */
	struct plot_point points[CURVE_POINTS_MAXIMUM];
	size_t count;
};

struct curves {
	struct curve curves[PLOT_SERIES_MAXIMUM];
	size_t count;
	size_t left_out; /* curves beyond those */
};

/*
 * The curves of the operations called names (NULL-terminated) under the result's first variant. An
 * operation whose figure is shown less another's is, where both are known. final: nothing more will
 * come, so medians are brought up to date.
 */
void curves_gather(struct run_model *model, const char *const *names, bool final,
		   struct curves *curves);

#endif
