/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * progress.c - how far a headless session is, on standard error.
 */
#include "tui/progress.h"
#include "tui/building.h"
#include "tui/text.h"

#include <math.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "engine/result/step_summary.h"
#include "engine/text/time_unit.h"
#include "engine/worker/clock.h"
#include "engine/worker/cpu.h"
#include "fixtures/text_show.h"

/* Each rewriting costs a little of a machine that measures. */
#define INTERVAL_MS 250
#define INTERVAL_MS_ONE_CPU 1000
#define LINE_SIZE 768

void progress_start(struct progress *progress, FILE *file, bool quiet)
{
	*progress = (struct progress){
		.file = file,
		.quiet = quiet,
		.terminal = isatty(fileno(file)),
		.interval_ms = cpu_allowed_count() == 1 ? INTERVAL_MS_ONE_CPU : INTERVAL_MS,
	};
}

/* How many columns a line may fill; the last one stays free, for some terminals wrap there. */
static size_t line_width(const struct progress *progress)
{
	struct winsize size;

	if (ioctl(fileno(progress->file), TIOCGWINSZ, &size) < 0 || size.ws_col == 0)
		return 79;
	return size.ws_col > LINE_SIZE ? LINE_SIZE - 1 : (size_t)size.ws_col - 1;
}

/* Put line where the last one stands, and blanks over what is left of that. */
static void rewrite(struct progress *progress, const char *line)
{
	size_t length = strlen(line);
	int rest = progress->shown > length ? (int)(progress->shown - length) : 0;

	fprintf(progress->file, "\r%s%*s", line, rest, "");
	if (rest > 0)
		fprintf(progress->file, "\r%s", line);
	fflush(progress->file);
	progress->shown = length;
}

void progress_wipe(struct progress *progress)
{
	if (progress->shown == 0)
		return;
	rewrite(progress, "");
	fputc('\r', progress->file);
	fflush(progress->file);
}

static void show_left(const struct session_progress *state, char *buffer, size_t size)
{
	char left[32];

	/* As before a command has run once. */
	if (state->remaining_seconds < 0) {
		snprintf(buffer, size, ", time left unknown");
		return;
	}
	text_duration(left, sizeof(left), state->remaining_seconds);
	snprintf(buffer, size, ", %s left", left);
}

/* Of what nobody knows the length, there is no share either. */
static void show_share(const struct session_progress *state, char *buffer, size_t size)
{
	buffer[0] = '\0';
	if (state->remaining_seconds >= 0)
		snprintf(buffer, size, ": %.0f%% of the session", state->fraction * 100);
}

/* "median 412.3 ns, 300 runs" of the first variant, or why there is none. */
static void show_case(const struct result *result, size_t case_index, char *buffer, size_t size)
{
	size_t index = plan_step(&result->plan, case_index, 0);
	const struct step *step = &result->steps[index];
	char time[TIME_SHOWN_SIZE];
	struct summary summary;
	const bool known = step_shown_summary(result, index, RESULT_ALL_PASSES, &summary) == 0 &&
			   summary.count > 0;

	if (known && step_in_seconds(result, index))
		snprintf(buffer, size, "median %s, %zu run%s",
			 time_show(summary.median / 1e9, time), summary.count,
			 summary.count == 1 ? "" : "s");
	else if (known)
		snprintf(buffer, size, "median %.1f %s, %zu run%s", summary.median,
			 step_unit(result, index), summary.count, summary.count == 1 ? "" : "s");
	else
		snprintf(buffer, size, "%s", step_state_name(step->state));
	if (step->state == STEP_EARLY && step->reason) {
		size_t used = strlen(buffer);
		char shown[TEXT_SHOW_SIZE];

		snprintf(buffer + used, size - used, " (%s)",
			 text_show(step->reason, strlen(step->reason), shown));
	}
}

/* Whether nothing is left to be measured behind a case in the last pass. */
static bool is_last(const struct result *result, size_t case_index)
{
	for (size_t i = case_index + 1; i < result->plan.case_count; i++) {
		const enum step_state state = result->steps[plan_step(&result->plan, i, 0)].state;

		if (state != STEP_FAILED && state != STEP_SKIPPED && state != STEP_STOPPED)
			return false;
	}
	return true;
}

/* Say that a case has had its last pass. */
static void tell_case(struct progress *progress, struct session *session,
		      const struct session_event *event)
{
	const struct result *result = session_result(session);
	struct session_progress state;
	char name[160];
	char figures[256];
	char left[48] = "";

	session_progress(session, &state);
	plan_case_name(&result->plan, event->case_index, name, sizeof(name));
	show_case(result, event->case_index, figures, sizeof(figures));
	if (!is_last(result, event->case_index))
		show_left(&state, left, sizeof(left));
	fprintf(progress->file, "%zu/%zu %s: %s%s\n", event->case_index + 1, state.cases, name,
		figures, left);
}

/* Whether the end of a pass is told: of each, or of one in ten where they are many. */
static bool is_told(unsigned int pass, unsigned int passes)
{
	return (pass + 1) * 10 / passes > pass * 10 / passes;
}

/* Say that a pass before the last one has ended: cases have their lines in the last one. */
static void tell_pass(struct progress *progress, struct session *session, unsigned int pass)
{
	struct session_progress state;
	char share[48];
	char left[48];
	char of[16] = "";

	session_progress(session, &state);
	if (!is_told(pass, state.passes))
		return;
	if (session_passes_certain(&session_result(session)->plan) > 0)
		snprintf(of, sizeof(of), "/%u", state.passes);
	show_left(&state, left, sizeof(left));
	show_share(&state, share, sizeof(share));
	fprintf(progress->file, "pass %u%s done%s%s\n", pass + 1, of, share, left);
}

static void tell(struct progress *progress, const char *text)
{
	progress_wipe(progress);
	fputs("lsmbench: ", progress->file);
	text_write_safe(text, progress->file);
	fputc('\n', progress->file);
}

void progress_event(struct progress *progress, struct session *session,
		    const struct session_event *event)
{
	bool last_pass = event->pass + 1 >= session_result(session)->plan.passes;
	bool lines = !progress->terminal && !progress->quiet;
	char size[BUILDING_SIZE];

	if (event->pass > progress->pass && lines)
		tell_pass(progress, session, event->pass - 1);
	progress->pass = event->pass;
	switch (event->kind) {
	case SESSION_BUILDING:
		progress->doing[0] = '\0';
		/* How many are to be removed is not known before. */
		if (event->total == 0 && event->done > 0)
			snprintf(progress->doing, sizeof(progress->doing), ", %llu files removed",
				 (unsigned long long)event->done);
		else if (event->done < event->total)
			snprintf(progress->doing, sizeof(progress->doing), ", files %llu of %llu%s",
				 (unsigned long long)event->done, (unsigned long long)event->total,
				 building_size(&session_result(session)->plan, event->case_index,
					       size));
		break;
	case SESSION_LIVE:
		snprintf(progress->doing, sizeof(progress->doing), ", %.150s", event->text);
		break;
	case SESSION_CASE_DONE:
		progress->doing[0] = '\0';
		if (last_pass && lines)
			tell_case(progress, session, event);
		break;
	case SESSION_FAILED:
	case SESSION_NOTICE:
		tell(progress, event->text);
		break;
	default:
		break;
	}
}

static void draw_line(struct progress *progress, struct session *session)
{
	const struct result *result = session_result(session);
	struct session_progress state;
	char name[160] = "";
	char elapsed[32];
	char left[48];
	char of[16] = "";
	char line[LINE_SIZE];

	session_progress(session, &state);
	if (state.case_index < result->plan.case_count)
		plan_case_name(&result->plan, state.case_index, name, sizeof(name));
	show_left(&state, left, sizeof(left));
	if (session_passes_certain(&result->plan) > 0)
		snprintf(of, sizeof(of), "/%u", state.passes);
	/* The seconds show that it is alive, also while a slow case is being prepared. */
	text_duration(elapsed, sizeof(elapsed), state.elapsed_seconds);
	snprintf(line, sizeof(line), "%3.0f%%, %s%s  pass %u%s  case %zu/%zu  %s%s",
		 state.fraction * 100, elapsed, left, state.pass + 1, of,
		 state.cases_done < state.cases ? state.cases_done + 1 : state.cases, state.cases,
		 name, progress->doing);
	line[line_width(progress)] = '\0';
	rewrite(progress, line);
}

int progress_draw(struct progress *progress, struct session *session)
{
	long long now = clock_now_ms();
	long long due = progress->drawn_ms + progress->interval_ms;

	if (progress->quiet || !progress->terminal)
		return -1;
	if (now < due)
		return (int)(due - now);
	progress->drawn_ms = now;
	draw_line(progress, session);
	return progress->interval_ms;
}
