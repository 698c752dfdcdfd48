/* SPDX-License-Identifier: GPL-2.0-or-later */
/* fsx_report.c - what went wrong, and how to see it again. */
#include "engine/operation/fsx_report.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/*
 * Of the steps there are as many as reach a person whole: case and variant are put before the line
 * on its way, and something behind it.
 */
#define LINE_SIZE 580u

struct line {
	char text[LINE_SIZE];
	size_t used;
};

static void add(struct line *line, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* What there is no room for is cut off. */
static void add(struct line *line, const char *format, ...)
{
	const size_t room = sizeof(line->text) - line->used;
	va_list arguments;
	int length;

	va_start(arguments, format);
	length = vsnprintf(line->text + line->used, room, format, arguments);
	va_end(arguments);
	line->used += (size_t)length < room ? (size_t)length : room - 1;
}

/* As a shell reads it as one word. */
static void add_word(struct line *line, const char *text)
{
	static const char safe[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
				   "0123456789_.:/+,-%@=";

	if (text[strspn(text, safe)] == '\0') {
		add(line, " %s", text);
		return;
	}
	add(line, " '");
	for (; *text; text++) {
		if (*text == '\'')
			add(line, "'\\''");
		else
			add(line, "%c", *text);
	}
	add(line, "'");
}

static const struct fsx_step *step_number(const struct fsx *fsx, uint64_t number)
{
	return &fsx->log[(number - 1) % FSX_LOG];
}

/* The first step that is still remembered. */
static uint64_t first_known(const struct fsx *fsx)
{
	return fsx->step > FSX_LOG ? fsx->step - FSX_LOG + 1 : 1;
}

static void add_last_change(struct line *line, const struct fsx *fsx, uint64_t offset)
{
	char shown[48];

	for (uint64_t number = fsx->step; number >= first_known(fsx) && number > 0; number--) {
		const struct fsx_step *step = step_number(fsx, number);

		if (!fsx_step_changes(step, (uint32_t)offset))
			continue;
		add(line, ", last changed by step %llu (%s)", (unsigned long long)number,
		    fsx_step_show(step, shown, sizeof(shown)));
		return;
	}
}

/* "found in step 12 (read 0+5)" */
static void add_when(struct line *line, const struct fsx *fsx, const struct fsx_outcome *outcome)
{
	char shown[48] = "none";

	if (fsx->step > 0)
		fsx_step_show(step_number(fsx, fsx->step), shown, sizeof(shown));
	add(line,
	    outcome->at_end ? "found in the whole file after step %llu (%s)"
			    : "found in step %llu (%s)",
	    (unsigned long long)fsx->step, shown);
}

/* What is no mistake of the file system's: it is full. */
static bool is_full(const struct fsx_outcome *outcome)
{
	return outcome->verdict == FSX_FAILED && fsx_file_is_full(outcome->failure);
}

static void add_finding(struct line *line, const struct fsx *fsx, const struct fsx_outcome *outcome)
{
	const bool refused = outcome->failure == EACCES || outcome->failure == EPERM;

	switch (outcome->verdict) {
	case FSX_WRONG_BYTE:
		add(line, "byte %llu of the file is 0x%02llx and has to be 0x%02llx: ",
		    (unsigned long long)outcome->offset, (unsigned long long)outcome->found,
		    (unsigned long long)outcome->expected);
		add_when(line, fsx, outcome);
		add_last_change(line, fsx, outcome->offset);
		break;
	case FSX_WRONG_SIZE:
		add(line, "the file ends at byte %llu and has to end at %llu: ",
		    (unsigned long long)outcome->found, (unsigned long long)outcome->expected);
		add_when(line, fsx, outcome);
		break;
	case FSX_FAILED:
		add(line, "%s%s: ", error_words(outcome->failure),
		    refused ? ", refused by a confinement or security module" : "");
		add_when(line, fsx, outcome);
		break;
	case FSX_FINE:
		break;
	}
}

/* To the step that found it: the steps up to there are the same again. */
static void add_command(struct line *line, const struct fsx *fsx, const struct fsx_place *place)
{
	add(line, "; seed %llu; replay: lsmbench run --ops fsx --seed %llu --steps %llu",
	    (unsigned long long)fsx->seed, (unsigned long long)fsx->seed,
	    (unsigned long long)(fsx->step ? fsx->step : 1));
	if (place->scratch) {
		add(line, " --scratch");
		add_word(line, place->scratch);
	}
	if (place->variant && place->variant[0] && strcmp(place->variant, "none") != 0) {
		add(line, " --variants");
		add_word(line, place->variant);
	}
}

/* The latest first, so that what is cut off is the oldest. */
static void add_steps(struct line *line, const struct fsx *fsx)
{
	const char *lead = "; steps, the latest first: ";
	char shown[48];

	for (uint64_t number = fsx->step; number >= first_known(fsx) && number > 0; number--) {
		fsx_step_show(step_number(fsx, number), shown, sizeof(shown));
		if (line->used + strlen(lead) + strlen(shown) >= sizeof(line->text))
			break;
		add(line, "%s%s", lead, shown);
		lead = ", ";
	}
}

int fsx_report(const struct fsx *fsx, const struct fsx_outcome *outcome,
	       const struct fsx_place *place, struct error *error)
{
	struct line line = {.used = 0};

	if (is_full(outcome)) {
		add(&line,
		    "no room for the file of %u KiB to exercise (%s), and nothing wrong with "
		    "it before: free some, or name another place with --scratch; ",
		    fsx->model.most / 1024, error_words(outcome->failure));
		add_when(&line, fsx, outcome);
	} else {
		add_finding(&line, fsx, outcome);
		add_command(&line, fsx, place);
		add_steps(&line, fsx);
	}
	error_set(error, 0, "%s", line.text);
	return outcome->verdict == FSX_FAILED ? outcome->failure : EIO;
}
