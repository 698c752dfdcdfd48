/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * run_ladder.c - a whole ladder without the console.
 */
#include "tui/run_ladder.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>

#include "tui/command.h"
#include "tui/ladder_progress.h"
#include "tui/signals.h"

/* Guests are looked at so often, for their limits, when nothing else happens. */
#define WAIT_MS 1000

struct running_ladder {
	struct ladder *ladder;
	struct ladder_progress progress;
	run_ladder_ended *told;
	void *argument;
	bool quiet;
	bool stopping;
	bool ended;
};

static bool has_ended(const struct ladder *ladder, size_t rung)
{
	struct rung_status status;

	ladder_status(ladder, rung, &status);
	return status.state == RUNG_DONE || status.state == RUNG_FAILED ||
	       status.state == RUNG_STOPPED;
}

static int take_events(struct running_ladder *running, struct error *error)
{
	struct ladder_event event;
	int status;

	while ((status = ladder_next(running->ladder, &event)) > 0) {
		ladder_progress_event(&running->progress, running->ladder, &event);
		if (event.kind == LADDER_ENDED)
			running->ended = true;
		if (event.kind != LADDER_RUNG || !has_ended(running->ladder, event.rung))
			continue;
		ladder_progress_wipe(&running->progress);
		running->told(running->argument, running->ladder, event.rung);
	}
	return status < 0 ? error_set(error, status, "the ladder broke: %s", error_words(-status))
			  : 0;
}

static void stop_on_signal(struct running_ladder *running)
{
	if (running->stopping || signals_first() == 0)
		return;
	running->stopping = true;
	ladder_progress_wipe(&running->progress);
	if (!running->quiet)
		command_complain("stopping; what was measured so far is kept");
	ladder_stop(running->ladder);
}

int run_ladder(const struct ladder_plan *plan, bool quiet, run_ladder_ended *ended, void *argument,
	       struct ladder **ladder, struct error *error)
{
	struct running_ladder running = {.told = ended, .argument = argument, .quiet = quiet};
	int status = ladder_open(&running.ladder, plan, error);

	if (status < 0)
		return status;
	ladder_progress_start(&running.progress, stderr, quiet);
	while (!running.ended && status == 0) {
		struct pollfd waits[] = {
			{.fd = ladder_fd(running.ladder), .events = POLLIN},
			{.fd = running.stopping ? -1 : signals_fd(), .events = POLLIN},
		};
		int timeout = ladder_progress_draw(&running.progress, running.ladder);

		if (poll(waits, 2, timeout < 0 ? WAIT_MS : timeout) < 0 && errno != EINTR) {
			status = error_set(error, -errno, "cannot wait for the guests: %s",
					   error_words(errno));
			break;
		}
		stop_on_signal(&running);
		status = take_events(&running, error);
	}
	ladder_progress_wipe(&running.progress);
	if (status < 0)
		ladder_close(running.ladder);
	else
		*ladder = running.ladder;
	return status;
}
