/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ladder_progress.c - how far a ladder is, on standard error.
 */
#include "tui/ladder_progress.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "engine/worker/clock.h"
#include "fixtures/text_show.h"
#include "tui/text.h"

#define INTERVAL_MS 250
#define LINE_SIZE 768
#define NAME_SIZE 256

/* Lines can be taken back where the cursor goes up: on all terminals that are not called dumb. */
static bool can_go_up(FILE *file)
{
	const char *name = getenv("TERM");

	return isatty(fileno(file)) && name && name[0] && strcmp(name, "dumb") != 0;
}

void ladder_progress_start(struct ladder_progress *progress, FILE *file, bool quiet)
{
	*progress = (struct ladder_progress){
		.file = file,
		.quiet = quiet,
		.terminal = can_go_up(file),
		.begun_ms = clock_now_ms(),
	};
}

const char *ladder_progress_name(const struct ladder *ladder, size_t rung, char *buffer,
				 size_t size)
{
	const struct ladder_plan *plan = ladder_plan_of(ladder);
	const struct ladder_rung *which = &plan->rungs[rung];
	const char *kind = which->kind == RUNG_SAME      ? "A/A of "
			   : which->kind == RUNG_PLACEBO ? "placebo of "
							 : "";
	struct rung_status status;
	const bool several = plan->kernel_count > 1;
	char name[NAME_SIZE];
	char whole[NAME_SIZE + 160];

	ladder_status(ladder, rung, &status);
	ladder_rung_name(which, status.booted ? status.reported : NULL, name, sizeof(name));
	snprintf(whole, sizeof(whole), "[%zu] %.100s%s%s%s", rung + 1,
		 several ? plan->kernels[which->kernel].release : "", several ? ": " : "", kind,
		 name);
	/* A guest may call its modules what it likes. */
	return text_show_in(whole, strlen(whole), buffer, size);
}

static bool is_active(enum rung_state state)
{
	return state == RUNG_BOOTING || state == RUNG_SETTLING || state == RUNG_MEASURING ||
	       state == RUNG_COUNTING;
}

static size_t width_of(const struct ladder_progress *progress)
{
	struct winsize size;

	if (ioctl(fileno(progress->file), TIOCGWINSZ, &size) < 0 || size.ws_col == 0)
		return 79;
	return size.ws_col > LINE_SIZE ? LINE_SIZE - 1 : (size_t)size.ws_col - 1;
}

void ladder_progress_wipe(struct ladder_progress *progress)
{
	if (progress->lines == 0)
		return;
	/* Up to the first of them, and erase from there. */
	fprintf(progress->file, "\x1b[%zuA\r\x1b[J", progress->lines);
	fflush(progress->file);
	progress->lines = 0;
}

static void put_line(struct ladder_progress *progress, const char *line)
{
	char shown[4 * LINE_SIZE];

	text_clip(shown, sizeof(shown), line, (int)width_of(progress));
	fprintf(progress->file, "%s\n", shown);
	progress->lines++;
}

static void show_left(double seconds, char *buffer, size_t size)
{
	char left[32];

	buffer[0] = '\0';
	if (seconds < 0)
		return;
	text_duration(left, sizeof(left), seconds);
	snprintf(buffer, size, ", %s left", left);
}

static void draw_rung(struct ladder_progress *progress, const struct ladder *ladder, size_t rung,
		      const struct rung_status *status)
{
	char name[NAME_SIZE + 160];
	char elapsed[32];
	char left[48];
	char again[32] = "";
	char line[LINE_SIZE];

	ladder_progress_name(ladder, rung, name, sizeof(name));
	text_duration(elapsed, sizeof(elapsed), status->elapsed_seconds);
	show_left(status->remaining_seconds, left, sizeof(left));
	if (status->attempt > 1)
		snprintf(again, sizeof(again), ", once more");
	snprintf(line, sizeof(line), "%s: %s%s, %s%s", name, rung_state_name(status->state), again,
		 elapsed, left);
	put_line(progress, line);
}

static void draw(struct ladder_progress *progress, const struct ladder *ladder)
{
	const struct ladder_plan *plan = ladder_plan_of(ladder);
	size_t ended = 0;
	char elapsed[32];
	char left[48];
	char line[LINE_SIZE];

	ladder_progress_wipe(progress);
	for (size_t i = 0; i < plan->rung_count; i++) {
		struct rung_status status;

		ladder_status(ladder, i, &status);
		ended += status.state == RUNG_DONE || status.state == RUNG_FAILED ||
			 status.state == RUNG_STOPPED;
		if (is_active(status.state))
			draw_rung(progress, ladder, i, &status);
	}
	text_duration(elapsed, sizeof(elapsed),
		      (double)(clock_now_ms() - progress->begun_ms) / 1000);
	show_left(ladder_remaining_seconds(ladder), left, sizeof(left));
	snprintf(line, sizeof(line), "%zu of %zu boots done, %s%s", ended, plan->rung_count,
		 elapsed, left);
	put_line(progress, line);
	fflush(progress->file);
}

int ladder_progress_draw(struct ladder_progress *progress, const struct ladder *ladder)
{
	long long now = clock_now_ms();
	long long due = progress->drawn_ms + INTERVAL_MS;

	if (progress->quiet || !progress->terminal)
		return -1;
	if (now < due)
		return (int)(due - now);
	progress->drawn_ms = now;
	draw(progress, ladder);
	return INTERVAL_MS;
}

/* What went wrong comes with the guest's last lines: each on one of its own. */
static void tell(struct ladder_progress *progress, const char *name, const char *text)
{
	bool is_first = true;

	ladder_progress_wipe(progress);
	while (*text) {
		size_t length = strcspn(text, "\n");
		char line[1024];
		char shown[1024];

		snprintf(line, sizeof(line), "%.*s", (int)length, text);
		text_show_in(line, strlen(line), shown, sizeof(shown));
		if (is_first)
			fprintf(progress->file, "lsmbench: %s%s%s\n", name, name[0] ? ": " : "",
				shown);
		else
			fprintf(progress->file, "    %s\n", shown);
		is_first = false;
		text += length + (text[length] == '\n');
	}
}

static void tell_state(struct ladder_progress *progress, const struct ladder *ladder, size_t rung)
{
	struct rung_status status;
	char name[NAME_SIZE + 160];
	char elapsed[32];

	ladder_status(ladder, rung, &status);
	ladder_progress_name(ladder, rung, name, sizeof(name));
	if (status.state == RUNG_FAILED) {
		tell(progress, name, status.trouble);
		if (status.log[0])
			tell(progress, "its log", status.log);
		return;
	}
	if (progress->terminal || progress->quiet || status.state == RUNG_QUEUED)
		return;
	text_duration(elapsed, sizeof(elapsed), status.elapsed_seconds);
	fprintf(progress->file, "%s: %s, %s\n", name, rung_state_name(status.state), elapsed);
}

void ladder_progress_event(struct ladder_progress *progress, const struct ladder *ladder,
			   const struct ladder_event *event)
{
	if (event->kind == LADDER_NOTICE)
		tell(progress, "", event->text);
	else if (event->kind == LADDER_RUNG)
		tell_state(progress, ladder, event->rung);
}
