/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * run_session.c - a whole session without the console: from a plan to its result.
 */
#include "tui/run_session.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>

#include "engine/compare/compare_plan.h"
#include "engine/session/session.h"
#include "tui/command.h"
#include "tui/progress.h"
#include "tui/signals.h"
#include "tui/state.h"

struct running_session {
	struct session *session;
	struct progress progress;
	size_t warnings_told;
	bool quiet;
	bool stopping;
	bool ended;
};

/* Alarms that the environment has raised since the last call. */
static void tell_alarms(struct running_session *running, const struct environment *environment)
{
	for (; running->warnings_told < environment->warning_count; running->warnings_told++) {
		const struct environment_warning *warning =
			&environment->warnings[running->warnings_told];

		if (running->quiet || warning->level != WARNING_ALARM)
			continue;
		progress_wipe(&running->progress);
		command_complain("warning: %s", warning->text);
	}
}

static int take_events(struct running_session *running, struct error *error)
{
	struct session_event event;
	int status;

	while ((status = session_next(running->session, &event)) > 0) {
		progress_event(&running->progress, running->session, &event);
		if (event.kind == SESSION_ENDED)
			running->ended = true;
	}
	tell_alarms(running, &session_result(running->session)->environment);
	return status < 0 ? error_set(error, status, "the session broke: %s", error_words(status))
			  : 0;
}

static void stop_on_signal(struct running_session *running)
{
	if (running->stopping || signals_first() == 0)
		return;
	running->stopping = true;
	progress_wipe(&running->progress);
	if (!running->quiet)
		command_complain("stopping; once more leaves at once and loses what was measured");
	session_stop(running->session);
}

static int pump(struct running_session *running, struct error *error)
{
	int status = 0;

	while (!running->ended && status == 0) {
		struct pollfd waits[] = {
			{.fd = session_fd(running->session), .events = POLLIN},
			{.fd = running->stopping ? -1 : signals_fd(), .events = POLLIN},
		};
		int timeout = progress_draw(&running->progress, running->session);

		if (poll(waits, 2, timeout) < 0 && errno != EINTR)
			return error_set(error, -errno, "cannot wait for the session: %s",
					 error_words(errno));
		stop_on_signal(running);
		status = take_events(running, error);
	}
	progress_wipe(&running->progress);
	return status;
}

/* Before anything is measured: later it would be time lost. */
static void tell_shortage(const struct plan *plan, bool quiet)
{
	char warning[160];

	if (!quiet && compare_plan_warning(plan, warning, sizeof(warning))[0])
		command_complain("warning: %s", warning);
}

int run_session(const struct plan *plan, struct estimate *estimate, bool quiet,
		struct result *result, bool *broken, struct error *error)
{
	struct session_progress end;
	struct running_session running = {.quiet = quiet};
	struct error why;
	int status = session_open(&running.session, plan, estimate, error);

	if (status < 0)
		return status;
	tell_shortage(plan, quiet);
	/* Not before there is a root: a mistyped directory is not worth remembering. Without it
	 * only the search for leftovers after a kill -9 has to be helped. */
	(void)state_remember_scratches(plan, NULL);
	progress_start(&running.progress, stderr, quiet);
	*broken = pump(&running, error) < 0;
	if (session_refused(running.session)) {
		error_set(error, -EOPNOTSUPP, "%s", session_broken(running.session));
		(void)session_close(running.session, NULL, NULL);
		return -EOPNOTSUPP;
	}
	if (!*broken && session_broken(running.session)) {
		*broken = true;
		error_set(error, -ECHILD, "the session broke off; what it measured is kept");
	}
	session_progress(running.session, &end);
	status = session_close(running.session, result, &why);
	estimate_learn(estimate, result, &end.spent);
	tell_alarms(&running, &result->environment);
	if (status < 0 && !*broken) {
		/* What was measured is whole; something else, such as tidying up, went wrong. */
		command_complain("%s", why.text);
	}
	return 0;
}
