/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ladder_estimate.c - how a rung stands, and how long the rest will take by what the boots that are
 * done have taken.
 */
#include "engine/ladder/ladder_private.h"

#include <stdlib.h>
#include <string.h>

/* The mean of those that are done; those like run alone where alike. Negative: none is. */
static double mean_of_done(const struct ladder *ladder, const struct rung_run *run, bool alike)
{
	double sum = 0;
	size_t count = 0;

	for (size_t i = 0; i < ladder->plan.rung_count; i++) {
		const struct rung_run *other = &ladder->runs[i];

		if (other->state != RUNG_DONE ||
		    (alike && other->counts_hooks != run->counts_hooks))
			continue;
		sum += other->elapsed;
		count++;
	}
	return count > 0 ? sum / (double)count : -1;
}

/* What a boot of run takes in all; negative while unknown. */
static double whole_seconds(const struct rung_run *run)
{
	double alike = mean_of_done(run->ladder, run, true);

	return alike >= 0 ? alike : mean_of_done(run->ladder, run, false);
}

static double elapsed_of(const struct rung_run *run)
{
	return run->boot ? boot_elapsed_seconds(run->boot) : run->elapsed;
}

static double remaining_of(const struct rung_run *run)
{
	double whole;

	if (ladder_rung_is_over(run))
		return 0;
	whole = whole_seconds(run);
	if (whole < 0 || !run->boot)
		return whole;
	return whole > elapsed_of(run) ? whole - elapsed_of(run) : 0;
}

void ladder_status(const struct ladder *ladder, size_t rung, struct rung_status *status)
{
	const struct rung_run *run = &ladder->runs[rung];
	const bool queued = run->state == RUNG_QUEUED;

	*status = (struct rung_status){
		.state = run->state,
		.attempt = run->attempt,
		.elapsed_seconds = queued ? 0 : elapsed_of(run),
		.remaining_seconds = remaining_of(run),
		.steps_done = run->steps_done,
		.booted = run->booted,
		.result = queued || !run->begun ? NULL : &run->result,
		.hooks = run->counts_hooks ? &run->hooks : NULL,
		.trouble = run->trouble ? run->trouble : "",
		.log = run->log,
	};
	memcpy(status->reported, run->reported, sizeof(status->reported));
}

/* The place that is free first. */
static double *earliest(double *places, size_t count)
{
	double *least = places;

	for (size_t i = 1; i < count; i++) {
		if (places[i] < *least)
			least = &places[i];
	}
	return least;
}

/* Those that run, then those that wait, each where a place is free first. */
static double play(const struct ladder *ladder, double *places)
{
	double last = 0;

	for (size_t turn = 0; turn < 2; turn++) {
		for (size_t i = 0; i < ladder->plan.rung_count; i++) {
			const struct rung_run *run = &ladder->runs[i];
			double left = remaining_of(run);
			double *place = earliest(places, ladder->jobs);

			if (ladder_rung_is_over(run) || (run->boot == NULL) != (turn == 1))
				continue;
			if (left < 0)
				return -1;
			*place += left;
			last = *place > last ? *place : last;
		}
	}
	return last;
}

double ladder_remaining_seconds(const struct ladder *ladder)
{
	double *places = calloc(ladder->jobs, sizeof(*places));
	double seconds = places ? play(ladder, places) : -1;

	free(places);
	return seconds;
}
