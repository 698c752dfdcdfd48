/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * running.c - mean and variance while the values are still coming in (Welford 1962).
 */
#include <math.h>

#include "engine/statistics/summary.h"

void running_add(struct running *running, double value)
{
	double difference = value - running->mean;

	if (running->count == 0 || value < running->minimum)
		running->minimum = value;
	if (running->count == 0 || value > running->maximum)
		running->maximum = value;
	running->count++;
	running->mean += difference / (double)running->count;
	running->sum_of_squares += difference * (value - running->mean);
}

double running_variance(const struct running *running)
{
	if (running->count < 2)
		return NAN;
	return running->sum_of_squares / (double)(running->count - 1);
}
