/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * hooks_guest.c - counts the hooks that cases call in a guest: a ladder of one rung that measures
 * nothing.
 */
#include "tui/hooks_guest.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tui/command.h"
#include "tui/ladder_logs.h"
#include "tui/signals.h"

#define RUNG 0

static int set_rung(struct ladder_plan *ladder, const struct hooks_guest *guest,
		    struct error *error)
{
	struct text_list texts = {0};
	int status = text_list_add(&texts, guest->lsm);

	if (status < 0)
		return error_set(error, status, "out of memory");
	status = ladder_plan_set_rungs(ladder, &texts, guest->append, NULL, 0, false, error);
	text_list_clear(&texts);
	return status;
}

int hooks_guest_plan(const struct plan *plan, const struct hooks_guest *guest,
		     struct ladder_plan *ladder, struct error *error)
{
	int status = ladder_plan_add_kernel(ladder, guest->image, error);

	if (status < 0)
		return status;
	plan_clear(&ladder->plan);
	if (plan_copy(&ladder->plan, plan) < 0) {
		plan_init(&ladder->plan);
		return error_set(error, -ENOMEM, "out of memory");
	}
	ladder->measure = false;
	ladder->hooks = true;
	ladder_logs_prepare(ladder->log_directory, sizeof(ladder->log_directory));
	status = set_rung(ladder, guest, error);
	return status < 0 ? status : ladder_plan_expand(ladder, error);
}

struct running {
	struct ladder *ladder;
	bool quiet;
	bool terminal;
	bool ended;
};

/* On a terminal one line that is written anew. */
static void show_state(const struct running *running)
{
	struct rung_status status;

	if (running->quiet || !running->terminal)
		return;
	ladder_status(running->ladder, RUNG, &status);
	fprintf(stderr, "\r\033[Kguest: %s, %.0f s", rung_state_name(status.state),
		status.elapsed_seconds);
}

static void wipe(const struct running *running)
{
	if (!running->quiet && running->terminal)
		fputs("\r\033[K", stderr);
}

static int take_events(struct running *running, struct error *error)
{
	struct ladder_event event;
	int status;

	while ((status = ladder_next(running->ladder, &event)) > 0) {
		if (event.kind == LADDER_ENDED)
			running->ended = true;
		if (event.kind != LADDER_NOTICE || running->quiet)
			continue;
		wipe(running);
		command_complain("%s", event.text);
	}
	return status < 0 ? error_set(error, status, "the guest is lost: %s", error_words(status))
			  : 0;
}

static int pump(struct running *running, struct error *error)
{
	bool stopping = false;
	int status = 0;

	while (!running->ended && status == 0) {
		struct pollfd waits[] = {
			{.fd = ladder_fd(running->ladder), .events = POLLIN},
			{.fd = stopping ? -1 : signals_fd(), .events = POLLIN},
		};

		show_state(running);
		if (poll(waits, 2, 1000) < 0 && errno != EINTR)
			return error_set(error, -errno, "cannot wait for the guest: %s",
					 error_words(errno));
		if (signals_first() && !stopping) {
			stopping = true;
			ladder_stop(running->ladder);
		}
		status = take_events(running, error);
	}
	wipe(running);
	if (status == 0 && stopping)
		return error_set(error, -EINTR, "interrupted");
	return status;
}

/* Why there are no counts: the last thing that was not counted is all hooks, or a case. */
static const char *last_reason(const struct hook_table *hooks)
{
	if (!hooks || hooks->uncounted.count == 0)
		return "is its kernel built with CONFIG_KPROBE_EVENTS?";
	return hooks->uncounted.items[hooks->uncounted.count - 1];
}

static int take_hooks(const struct running *running, struct hook_table *table, struct error *error)
{
	struct rung_status status;

	ladder_status(running->ladder, RUNG, &status);
	if (status.state != RUNG_DONE)
		return error_set(error, -ECHILD, "%.500s%s%.200s",
				 status.trouble[0] ? status.trouble : "the guest did not finish",
				 status.log[0] ? "; its log: " : "", status.log);
	if (!status.hooks || status.hooks->count_count == 0)
		return error_set(error, -ENODATA, "the guest counted no hooks: %s",
				 last_reason(status.hooks));
	if (hook_table_copy(table, status.hooks) < 0)
		return error_set(error, -ENOMEM, "out of memory");
	return 0;
}

int hooks_guest_count(const struct ladder_plan *ladder, bool quiet, struct hook_table *table,
		      struct error *error)
{
	struct running running = {.quiet = quiet, .terminal = isatty(STDERR_FILENO)};
	int status = ladder_open(&running.ladder, ladder, error);

	if (status < 0)
		return status;
	status = pump(&running, error);
	if (status == 0)
		status = take_hooks(&running, table, error);
	ladder_close(running.ladder);
	return status;
}
