/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * reading.h - what a run told beside its duration, one metric of it.
 */
#ifndef LSMBENCH_ENGINE_READING_H
#define LSMBENCH_ENGINE_READING_H

#include <stdint.h>

struct reading {
	uint32_t step;
	uint16_t pass;
	uint16_t metric; /* enum metric_id */
	uint32_t run;    /* of the sample that it belongs to: same step, pass and run */
	double value;
};

#endif
