/* SPDX-License-Identifier: GPL-2.0-or-later */
/* time_line.c - one line of time(1) as a run of a command, with what it tells beside its time. */
#include <errno.h>
#include <string.h>

#include "exports/workload/time_read.h"

#define NS_IN_SECOND 1e9

static int add(struct workload_import *import, const char *command, enum metric_id metric,
	       const struct printed_number *number, struct error *error)
{
	const struct workload_target target = {"command", command, metric};

	return workload_add(import, &target, number, error);
}

/* "(0avgtext+0avgdata 0maxresident)k". */
static int take_resident(struct workload_words *words, struct time_line *line, struct error *error)
{
	const int code = workload_take(words, "(0avgtext+0avgdata", error);

	return code < 0 ? code
			: workload_take_number(words, "maxresident)k", &line->resident, error);
}

/* time(1) cuts what is beyond its last digit: what was measured may be a whole one of it more. */
static void widen(struct time_line *line)
{
	line->user.precision *= 2;
	line->system.precision *= 2;
	line->elapsed.precision *= 2;
}

static int take_percent(struct workload_words *words, struct time_line *line, struct error *error)
{
	line->has_percent = !workload_words_skip(words, "?%CPU");
	return line->has_percent ? workload_take_number(words, "%CPU", &line->percent, error) : 0;
}

static int add_line(struct workload_import *import, const char *command,
		    const struct time_line *line, struct error *error)
{
	const struct printed_number ns = workload_scaled(&line->elapsed, NS_IN_SECOND);
	int code = add(import, command, METRIC_NONE, &ns, error);

	if (code == 0)
		code = add(import, command, METRIC_USER, &line->user, error);
	if (code == 0)
		code = add(import, command, METRIC_SYSTEM, &line->system, error);
	if (code == 0 && line->has_percent)
		code = add(import, command, METRIC_CPU, &line->percent, error);
	/* Kernels of 2005 did not count it. */
	if (code == 0 && line->resident.value > 0)
		code = add(import, command, METRIC_RESIDENT, &line->resident, error);
	return code;
}

int time_take_line(struct workload_import *import, const char *command, struct time_line *line,
		   struct error *error)
{
	struct workload_words *words = &import->words;
	int code;

	*line = (struct time_line){.has_percent = false};
	code = workload_take_number(words, "user", &line->user, error);
	if (code == 0)
		code = workload_take_number(words, "system", &line->system, error);
	if (code == 0)
		code = workload_take_time(words, "elapsed", &line->elapsed, error);
	if (code == 0 && !(line->elapsed.value > 0)) {
		words->at--;
		return workload_refuse(words, "a run of a hundredth of a second at least", error);
	}
	if (code == 0)
		code = take_percent(words, line, error);
	if (code == 0)
		code = take_resident(words, line, error);
	if (code < 0)
		return code;
	widen(line);
	return add_line(import, command, line, error);
}
