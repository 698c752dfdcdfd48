/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * signature.c - the first line of our own files.
 */
#include "exports/signature.h"

#include <string.h>

#include "fixtures/text_show.h"

/* What all have in common. */
static const char ours[] = "# lsmbench: ";

static const char *const lines[] = {
	[SIGNATURE_RESULT] = "# lsmbench: result 1",
	[SIGNATURE_TEXT] = "# lsmbench: text 1",
	[SIGNATURE_SUMMARY] = "# lsmbench: summary 1",
	[SIGNATURE_PLAN] = "# lsmbench: plan 1",
	[SIGNATURE_FIGURES] = "# lsmbench: figures 1",
	[SIGNATURE_HOOKS] = "# lsmbench: hooks 1",
	[SIGNATURE_COMPARISON] = "# lsmbench: comparison 1",
	[SIGNATURE_LADDER] = "# lsmbench: ladder 1",
};

const char signature_markdown[] = "### Cost of system calls";

/* LMbench's own lines, to the last blank, and what tells ours from them. */
const char signature_lmbench[] = "\n                 L M B E N C H  2 . 0   S U M M A R Y\n"
				 "                 ------------------------------------\n"
				 "LMbench 2.0 layout, measured by lsmbench ";

const char signature_lmbench3[] = "\n                 L M B E N C H  3 . 0   S U M M A R Y\n"
				  "                 ------------------------------------\n"
				  "LMbench 3.0 layout, measured by lsmbench ";

const char signature_lmbench_raw[] = "[lmbench3.0-layout written by ";

const char signature_compared[] = "### Compared with ";
const char signature_json[] = "{\"lsmbench\":\"comparison 1\"";
const char signature_chart[] = "<!-- lsmbench: comparison 1 -->\n";
const char signature_ladder[] = "### The exact cost of security modules";

/* Behind a "#", as all that fsopbench itself does not print. */
const char signature_fsopbench[] = "# lsmbench: fsopbench 1";

/* Of the histograms of latencies, to be plotted. */
const char signature_latencies[] = "# lsmbench: latencies 1";

static const char *const report_starts[] = {
	signature_fsopbench, signature_latencies,   signature_markdown, signature_lmbench,
	signature_lmbench3,  signature_lmbench_raw, signature_compared, signature_json,
	signature_chart,     signature_ladder};

const char *signature_line(enum signature kind)
{
	return lines[kind];
}

void signature_write(enum signature kind, FILE *file)
{
	fprintf(file, "%s\n", lines[kind]);
}

/* The length of the line that text begins with, without its end. */
static size_t line_length(const char *text, size_t length)
{
	const char *end = memchr(text, '\n', length);

	if (end)
		length = (size_t)(end - text);
	return length > 0 && text[length - 1] == '\r' ? length - 1 : length;
}

static bool begins_with(const char *text, size_t length, const char *start)
{
	return length >= strlen(start) && memcmp(text, start, strlen(start)) == 0;
}

static bool is_report(const char *text, size_t length)
{
	for (size_t i = 0; i < sizeof(report_starts) / sizeof(report_starts[0]); i++) {
		if (begins_with(text, length, report_starts[i]))
			return true;
	}
	return false;
}

enum signature signature_of(const char *text, size_t length)
{
	size_t mark = text_mark_length(text, length);

	text += mark;
	length -= mark;
	if (is_report(text, length))
		return SIGNATURE_REPORT;
	length = line_length(text, length);
	if (!begins_with(text, length, ours))
		return SIGNATURE_NONE;
	for (enum signature kind = SIGNATURE_RESULT; kind <= SIGNATURE_LADDER; kind++) {
		if (length == strlen(lines[kind]) && memcmp(text, lines[kind], length) == 0)
			return kind;
	}
	return SIGNATURE_UNKNOWN;
}

bool signature_may_replace(enum signature new, enum signature old)
{
	switch (old) {
	case SIGNATURE_NONE:
	case SIGNATURE_UNKNOWN:
		return false;
	case SIGNATURE_RESULT:
	case SIGNATURE_PLAN:
	case SIGNATURE_FIGURES:
		return new == old;
	default:
		return true;
	}
}
