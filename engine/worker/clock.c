/* SPDX-License-Identifier: GPL-2.0-or-later */
/* clock.c - choosing a clock by measuring it. */
#include "engine/worker/clock.h"

#define READINGS 1000u
#define REPEATS 9u

/* The least of several averages: what disturbs a reading only ever adds to it. */
static double measure_cost(clockid_t id)
{
	double least = 0;

	for (unsigned int repeat = 0; repeat < REPEATS; repeat++) {
		uint64_t start = clock_now(id);
		double cost;

		for (unsigned int i = 1; i < READINGS; i++)
			clock_now(id);
		cost = (double)(clock_now(id) - start) / READINGS;
		if (repeat == 0 || cost < least)
			least = cost;
	}
	return least;
}

static double measure_step(clockid_t id)
{
	uint64_t least = UINT64_MAX;

	for (unsigned int i = 0; i < REPEATS * READINGS; i++) {
		uint64_t start = clock_now(id);
		uint64_t end = clock_now(id);

		if (end > start && end - start < least)
			least = end - start;
	}
	return least == UINT64_MAX ? 0 : (double)least;
}

struct clock_choice clock_choose(void)
{
	struct clock_choice raw = {.id = CLOCK_MONOTONIC_RAW, .name = "CLOCK_MONOTONIC_RAW"};
	struct clock_choice adjusted = {.id = CLOCK_MONOTONIC, .name = "CLOCK_MONOTONIC"};
	struct clock_choice *choice = &raw;

	raw.cost_ns = measure_cost(raw.id);
	adjusted.cost_ns = measure_cost(adjusted.id);
	/* The adjusted clock may be slewed during a session: it must be clearly cheaper to be
	 * taken. */
	if (adjusted.cost_ns < 0.8 * raw.cost_ns)
		choice = &adjusted;
	choice->step_ns = measure_step(choice->id);
	return *choice;
}

uint64_t clock_suspended(void)
{
	uint64_t before = clock_now(CLOCK_MONOTONIC);
	uint64_t boot = clock_now(CLOCK_BOOTTIME);

	return boot > before ? boot - before : 0;
}
