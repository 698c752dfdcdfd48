/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * compare_report.c - a comparison with what is said of it in every format, and the table of
 * formats.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "exports/compare/compare_export.h"
#include "exports/compare/compare_formats.h"
#include "exports/compare/compare_notes.h"
#include "exports/compare/compare_show.h"

static bool has_jumps(const struct comparison *comparison)
{
	for (size_t i = 0; i < comparison->row_count; i++) {
		if (comparison_base_jumps(&comparison->rows[i]))
			return true;
	}
	return false;
}

/* No test is for counts, and no interval. */
static int describe_counts(const struct comparison *comparison, struct text_list *method)
{
	const char *parts = comparison->kind == COMPARISON_VARIANTS
				    ? "passes"
				    : "passes' medians, in the first boot of a side";

	return text_list_add_format(
		method,
		"Instructions are counted in a guest under QEMU, not timed: each figure is the "
		"median of %s, and exact. There is no test. The resolution of a case is what the "
		"base differs by from itself: in a repeat (A/A), between boots of one side, and "
		"between passes. \"more\" and \"fewer\" are beyond it, \"within\" is not; "
		"parentheses hold the extremes of single passes.",
		parts);
}

static int describe_variants(const struct comparison *comparison, struct text_list *method)
{
	char limit[COMPARISON_PERCENT_SIZE];
	char estimate[COMPARISON_PERCENT_SIZE];
	int status;

	status = text_list_add_format(
		method,
		"Each percentage is the Hodges-Lehmann estimate over %zu passes of freshly "
		"started workers, a pass giving the median of its paired runs; brackets hold "
		"its 95%% interval, differences are percent of the base's median%s.",
		comparison->parts,
		has_jumps(comparison)
			? "; where that changed by more than a factor of 2 between passes (\"base "
			  "x7.6\") no one difference goes with the percentage, and tables have - "
			  "(csv and json: the median of the passes' own)"
			: "");
	if (status == 0 && comparison->tests + comparison->metric_tests == 0)
		status = text_list_add_format(
			method, "Nothing but controls and the baseline itself was tested.");
	else if (status == 0)
		status = text_list_add_format(
			method,
			"Verdicts: signed-rank test, Holm over %zu test%s at 5%% together "
			"(controls and A/A apart); at least %zu passes are needed.",
			comparison->tests, comparison->tests == 1 ? "" : "s", comparison->needed);
	if (status < 0 || !isfinite(comparison->aa_estimate))
		return status;
	comparison_show_percent(comparison->aa_estimate, estimate);
	if (!isfinite(comparison->aa_limit))
		return text_list_add_format(method, "A/A %s.", estimate);
	return text_list_add_format(method,
				    "A/A %s; this session could see differences from %s on.",
				    estimate, comparison_show_limit(comparison->aa_limit, limit));
}

/* Do rows use the weaker words of one boot a side? */
static bool is_quick(const struct comparison *comparison)
{
	for (size_t i = 0; i < comparison->row_count; i++) {
		if (comparison->rows[i].verdict == VERDICT_MOVED ||
		    comparison->rows[i].verdict == VERDICT_NOT_MOVED)
			return true;
	}
	return false;
}

static int describe_sessions(const struct comparison *comparison, struct text_list *method)
{
	int status = text_list_add_format(
		method, "Each percentage is the ratio of the median session to the base's median "
			"session, a session giving the median of its passes' medians; parentheses "
			"hold the extremes of single passes, brackets a 95%% interval.");

	if (status == 0 && is_quick(comparison))
		status = text_list_add_format(
			method, "One boot is no verdict: \"moved\" means beyond the spread of all "
				"passes of both sides, \"still <x%%\" that it did not move by more "
				"than x%%. Boots differ by themselves.");
	if (status == 0)
		status = text_list_add_format(
			method,
			"Verdicts: Mann and Whitney's exact test on sessions, those of one "
			"boot counted as one, Holm over %zu test%s at 5%% together; %zu sessions a "
			"side are needed.",
			comparison->tests, comparison->tests == 1 ? "" : "s", comparison->needed);
	if (status == 0 && comparison->summaries_only)
		status = text_list_add_format(
			method, "Some figures were imported from published text: there are "
				"no samples behind them.");
	return status;
}

int compare_report_make(const struct comparison *comparison, double above,
			struct compare_report *report, struct error *error)
{
	int status;

	*report = (struct compare_report){.comparison = comparison, .above = above};
	status = cost_split_of(comparison, &report->split, error);
	if (status == 0)
		status = cost_split_sentences(&report->split, &report->sentences);
	if (status == 0)
		status = compare_notes_of(comparison, &report->notes);
	if (status == 0)
		status = comparison->unit == RESULT_INSTRUCTIONS
				 ? describe_counts(comparison, &report->method)
			 : comparison->kind == COMPARISON_VARIANTS
				 ? describe_variants(comparison, &report->method)
				 : describe_sessions(comparison, &report->method);
	if (status == 0 && compare_is_cut(comparison))
		status = text_list_add_format(&report->method,
					      "The axis of the bars is cut where few rows would "
					      "stretch it for all: > (or "
					      "<) stands for what lies beyond it.");
	if (status == 0 && compare_has_rates(comparison))
		status = text_list_add_format(
			&report->method,
			"MB/s are of 10^6 bytes; a percentage of them, or of another figure of "
			"which more is better, is its change, so that minus is slower.");
	if (status == 0 && compare_has_metrics(comparison))
		status = text_list_add_format(
			&report->method,
			"What runs have told beside their own figure (\"case: metric\") is tested "
			"apart, Holm over %zu test%s, and is not among what is counted on top; "
			"\"slower\" means worse there, \"faster\" better.",
			comparison->metric_tests, comparison->metric_tests == 1 ? "" : "s");
	if (status == 0 && comparison->unit == RESULT_NS)
		status = text_list_add_format(
			&report->method,
			"\"base\" is the median of the medians of the base's %s; the median "
			"that a run shows is that of all its samples, which need not be the "
			"same.",
			comparison->kind == COMPARISON_VARIANTS ? "passes" : "passes and sessions");
	if (status < 0) {
		compare_report_clear(report);
		return error_set(error, status, "no memory to report a comparison");
	}
	return 0;
}

void compare_report_clear(struct compare_report *report)
{
	cost_split_clear(&report->split);
	text_list_clear(&report->sentences);
	text_list_clear(&report->notes);
	text_list_clear(&report->about);
	text_list_clear(&report->hooks);
	text_list_clear(&report->method);
	*report = (struct compare_report){0};
}

/* The same case under another variant came before. */
static bool is_named(const struct figures *figures, size_t index)
{
	const struct case_figures *which = &figures->cases[index];

	for (size_t i = 0; i < index; i++) {
		const struct case_figures *other = &figures->cases[i];

		if (other->trouble && other->operation == which->operation &&
		    strcmp(other->parameter, which->parameter) == 0 &&
		    strcmp(other->place, which->place) == 0)
			return true;
	}
	return false;
}

/* ", cut short", or ", not measured to the end: open-denied and 2 more cases". */
static void show_partial(const struct figures *figures, char *buffer, size_t size)
{
	const struct case_figures *first = NULL;
	size_t more = 0;
	int used;

	for (size_t i = 0; i < figures->case_count; i++) {
		if (!figures->cases[i].trouble || is_named(figures, i))
			continue;
		more += first != NULL;
		first = first ? first : &figures->cases[i];
	}
	if (figures->stopped || !figures->partial || !first) {
		snprintf(buffer, size, "%s",
			 figures->stopped   ? ", cut short"
			 : figures->partial ? ", partial"
					    : "");
		return;
	}
	used = snprintf(buffer, size, ", not measured to the end: %s%s%.100s",
			first->operation->name, first->parameter[0] ? " " : "", first->parameter);
	if (more > 0 && (size_t)used < size)
		snprintf(buffer + used, size - (size_t)used, " and %zu more case%s", more,
			 more == 1 ? "" : "s");
}

/* What the source itself says of its host: behind "K6-2.orig = "; NULL: nothing. */
static const char *meaning_of(const struct figures *figures)
{
	for (size_t i = 0; i < figures->labels.count; i++) {
		const char *equals = strstr(figures->labels.items[i], " = ");

		if (equals)
			return equals + 3;
	}
	return NULL;
}

int compare_report_about(struct compare_report *report, const char *group,
			 const struct figures *figures)
{
	const struct environment *environment = &figures->environment;
	const char *meaning = meaning_of(figures);
	const char *caution = result_unit_caution(figures->unit);
	char partial[256];

	show_partial(figures, partial, sizeof(partial));
	if (environment->item_count == 0)
		return text_list_add_format(&report->about, "%s: %s, environment unknown%s%s",
					    group, figures->source, meaning ? "; " : "",
					    meaning ? meaning : "");
	return text_list_add_format(&report->about, "%s: %s, kernel %s, LSMs %s, CPU %s%s%s%s",
				    group, figures->source,
				    environment_value(environment, "kernel.release", "unknown"),
				    environment_value(environment, "lsm.active", "unknown"),
				    environment_value(environment, "cpu.model", "unknown"),
				    caution[0] ? "; " : "", caution, partial);
}

const struct compare_format compare_formats[] = {
	{"text", ".txt", "for a mail: 72 columns of plain ASCII, bars in characters",
	 compare_text_write},
	{"markdown", ".md", "tables for a forge or a mailing list", compare_markdown_write},
	{"csv", ".csv", "a row for each case and what it was compared with", compare_csv_write},
	{"json", ".json", "everything, for programs", compare_json_write},
	{"svg", ".svg", "a chart of bars with intervals, for print, without colour",
	 compare_svg_write},
};

const size_t compare_format_count = sizeof(compare_formats) / sizeof(compare_formats[0]);

const struct compare_format *compare_format_find(const char *name)
{
	for (size_t i = 0; i < compare_format_count; i++) {
		if (strcmp(compare_formats[i].name, name) == 0)
			return &compare_formats[i];
	}
	return NULL;
}

const struct compare_format *compare_format_of(const char *path)
{
	size_t length = strlen(path);

	for (size_t i = 0; i < compare_format_count; i++) {
		size_t size = strlen(compare_formats[i].extension);

		if (length > size &&
		    strcmp(path + length - size, compare_formats[i].extension) == 0)
			return &compare_formats[i];
	}
	return NULL;
}
