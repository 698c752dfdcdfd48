/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * compare_judge.c - verdicts on the rows of one session: what could have been seen, whether the
 * controls, the A/A rows and the drift let them be trusted.
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/compare/compare_private.h"
#include "engine/statistics/kendall.h"
#include "engine/statistics/multiplicity.h"
#include "engine/statistics/theil_sen.h"

/* What moved takes this many times its own size to be outweighed. */
#define OUTWEIGHS 2.0

/* With fewer passes than this no order of them is rare enough to be called a drift. */
#define DRIFT_PASSES 5

static bool same_case(const struct comparison_row *a, const struct comparison_row *b)
{
	return a->operation == b->operation && a->metric == b->metric &&
	       strcmp(a->parameter, b->parameter) == 0 && strcmp(a->place, b->place) == 0;
}

static const struct comparison_row *find_aa(const struct comparison *comparison,
					    const struct comparison_row *row)
{
	for (size_t i = 0; i < comparison->row_count; i++) {
		if (comparison->rows[i].role == ROW_AA && same_case(&comparison->rows[i], row))
			return &comparison->rows[i];
	}
	return NULL;
}

static size_t count_tests(const struct comparison *comparison, const struct comparison_row *row)
{
	size_t count = 0;

	for (size_t i = 0; i < comparison->row_count; i++)
		count += comparison_same_family(&comparison->rows[i], row) &&
			 !isnan(comparison->rows[i].p);
	return count;
}

/* verdict_limit_paired() for an sd of 1; remembered, since most rows ask for the same. */
struct unit_limit {
	size_t passes;
	size_t tests;
	double value;
};

static double limit_of(struct unit_limit *unit, double sd, size_t passes, size_t tests)
{
	if (unit->passes != passes || unit->tests != tests)
		*unit = (struct unit_limit){passes, tests, verdict_limit_paired(1, passes, tests)};
	return isinf(unit->value) ? unit->value : unit->value * sd;
}

/* The smallest difference that the row's test would have found. */
static void find_limit(const struct comparison *comparison, struct unit_limit *unit,
		       struct comparison_row *row)
{
	const struct comparison_row *aa = find_aa(comparison, row);
	double sd = comparison_sd(row->parts, row->part_count);
	double aa_sd = aa ? comparison_sd(aa->parts, aa->part_count) : NAN;

	row->limit = limit_of(unit, fmax(sd, aa_sd), row->part_count, count_tests(comparison, row));
}

/* Does the difference itself move over the passes, and how far. */
static int find_drift(struct comparison_row *row)
{
	struct kendall kendall;
	struct theil_sen line;
	double *places;
	int status;

	if (row->part_count < DRIFT_PASSES || row->part_count > THEIL_SEN_MAXIMUM)
		return 0;
	places = malloc(row->part_count * sizeof(*places));
	if (!places)
		return -ENOMEM;
	for (size_t i = 0; i < row->part_count; i++)
		places[i] = (double)i;
	status = kendall_of(NULL, row->parts, row->part_count, &kendall);
	if (status == 0)
		status = theil_sen_of(places, row->parts, row->part_count, 0.95, &line);
	free(places);
	if (status < 0)
		return status;
	row->drift = kendall.tau;
	row->drift_p = kendall.p;
	row->drift_change = line.slope * (double)(row->part_count - 1);
	return 0;
}

/* Of metrics, or of the runs' own figures: each alone. */
static int adjust_drifts(struct comparison *comparison, bool of_metrics, double *p)
{
	int status;

	for (size_t i = 0; i < comparison->row_count; i++)
		p[i] = !comparison->rows[i].metric != of_metrics ? comparison->rows[i].drift_p
								 : NAN;
	status = multiplicity_adjust(p, comparison->row_count, p);
	for (size_t i = 0; i < comparison->row_count && status == 0; i++) {
		if (!comparison->rows[i].metric != of_metrics)
			comparison->rows[i].drift_p = p[i];
	}
	return status;
}

static int find_drifts(struct comparison *comparison)
{
	double *p = malloc((comparison->row_count ? comparison->row_count : 1) * sizeof(*p));
	int status = p ? 0 : -ENOMEM;

	for (size_t i = 0; i < comparison->row_count && status == 0; i++)
		status = find_drift(&comparison->rows[i]);
	if (status == 0)
		status = adjust_drifts(comparison, false, p);
	if (status == 0)
		status = adjust_drifts(comparison, true, p);
	free(p);
	return status;
}

/* The control of the row's variant that moved most, or NULL. */
static const struct comparison_row *moved_control(const struct comparison *comparison,
						  const struct comparison_row *row)
{
	const struct comparison_row *worst = NULL;

	for (size_t i = 0; i < comparison->row_count; i++) {
		const struct comparison_row *control = &comparison->rows[i];

		if (control->role == ROW_CONTROL && control != row &&
		    control->label == row->label && comparison_has_moved(control) &&
		    (!worst || fabs(control->estimate) > fabs(worst->estimate)))
			worst = control;
	}
	return worst;
}

static bool outweighs(const struct comparison_row *row, double what)
{
	return fabs(row->estimate) > OUTWEIGHS * fabs(what);
}

/* What is wrong with a control or A/A row that moved itself. */
static void describe_move(const struct comparison_row *row, char *note, size_t size)
{
	char percent[COMPARISON_PERCENT_SIZE];

	comparison_show_row_percent(row, row->estimate, percent);
	if (row->role == ROW_AA)
		snprintf(note, size, "the baseline differs from itself by %s", percent);
	else
		snprintf(note, size, "a control moved %s, which %s cannot cause", percent,
			 row->label);
}

/*
 * What speaks against the row, in note; true when it outweighs the row's own difference. The first
 * that does is enough.
 */
static bool is_doubtful(const struct comparison *comparison, const struct comparison_row *row,
			char *note, size_t size)
{
	const struct comparison_row *aa = row->role == ROW_AA ? NULL : find_aa(comparison, row);
	const struct comparison_row *control = moved_control(comparison, row);
	char percent[COMPARISON_PERCENT_SIZE];

	note[0] = '\0';
	if (comparison_has_moved(row)) {
		describe_move(row, note, size);
		return true;
	}
	if (aa && comparison_has_moved(aa)) {
		snprintf(note, size, "A/A moved %s: the baseline differs from itself",
			 comparison_show_row_percent(aa, aa->estimate, percent));
		if (!outweighs(row, aa->estimate))
			return true;
	}
	if (row->role == ROW_TEST && control) {
		snprintf(note, size, "control %s moved %s, which %s cannot cause", control->name,
			 comparison_show_row_percent(control, control->estimate, percent),
			 row->label);
		if (!outweighs(row, control->estimate))
			return true;
	}
	if (row->drift_p <= VERDICT_LEVEL && fabs(row->drift_change) > fabs(row->estimate)) {
		snprintf(note, size, "drift: the difference moved by %s from first to last pass",
			 comparison_show_row_percent(row, row->drift_change, percent));
		return true;
	}
	return false;
}

static const char *plural(size_t count)
{
	return count == 1 ? "" : "es";
}

/* What was left out, behind what the reason says already. */
static void note_left_out(struct comparison_row *row)
{
	size_t used = strlen(row->reason);

	if (row->passes_short)
		snprintf(row->reason + used, sizeof(row->reason) - used,
			 "%s%zu pass%s cut short left out", used ? "; " : "", row->passes_short,
			 plural(row->passes_short));
	used = strlen(row->reason);
	if (row->failed_runs)
		snprintf(row->reason + used, sizeof(row->reason) - used,
			 "%s%zu failed runs left out", used ? "; " : "", row->failed_runs);
}

/* A base that jumped: percent of it, and of its median, says little of any one pass. */
static void note_jumps(struct comparison_row *row)
{
	size_t used = strlen(row->reason);
	double factor = exp(row->base_range);

	if (comparison_base_jumps(row))
		snprintf(row->reason + used, sizeof(row->reason) - used,
			 "%sthe base itself changed %.*f-fold between passes", used ? "; " : "",
			 factor < 10 ? 1 : 0, factor);
}

static void judge_without_verdict(const struct comparison *comparison, struct comparison_row *row,
				  size_t needed)
{
	char trouble[COMPARISON_REASON_SIZE];

	row->verdict = VERDICT_NONE;
	memcpy(trouble, row->reason, sizeof(trouble));
	if (row->part_count == 0) {
		if (!trouble[0])
			comparison_say(row, VERDICT_NONE, "not measured");
		return;
	}
	if (!trouble[0] && comparison->stopped)
		strcpy(trouble, "the session was cut short");
	comparison_say(row, VERDICT_NONE, "needs %zu passes, has %zu%s%s", needed, row->part_count,
		       trouble[0] ? "; " : "", trouble);
	note_jumps(row);
	note_left_out(row);
}

static void judge(const struct comparison *comparison, struct comparison_row *row)
{
	size_t needed = verdict_passes_needed(count_tests(comparison, row));
	char note[COMPARISON_REASON_SIZE];
	enum verdict verdict = VERDICT_NO_DIFFERENCE;

	if (row->has_zeros) {
		comparison_judge_zeros(row);
		return;
	}
	if (row->part_count < needed) {
		judge_without_verdict(comparison, row, needed);
		return;
	}
	if (row->p_adjusted <= VERDICT_LEVEL)
		verdict = row->estimate > 0 ? VERDICT_SLOWER : VERDICT_FASTER;
	if (is_doubtful(comparison, row, note, sizeof(note)))
		verdict = VERDICT_UNTRUSTWORTHY;
	/* A case that was not measured to the end says so, unless something worse is to be said. */
	if (note[0])
		memcpy(row->reason, note, sizeof(note));
	row->verdict = verdict;
	comparison_judge_blind(row);
	note_jumps(row);
	note_left_out(row);
}

/* Controls or A/A rows that are too many for their passes can show no move, and so vouch for none.
 */
static int note_silent(struct comparison *comparison, const struct comparison_row *row)
{
	size_t family = count_tests(comparison, row);
	size_t needed = verdict_passes_needed(family);

	if (row->part_count == 0 || row->part_count >= needed ||
	    row->part_count < comparison->needed)
		return 0;
	if (row->role == ROW_AA)
		return comparison_note(comparison,
				       "%zu A/A rows need %zu passes to show that the baseline "
				       "differs from itself, they have %zu",
				       family, needed, row->part_count);
	return comparison_note(comparison,
			       "%zu controls of %s need %zu passes to show that one moved, they "
			       "have %zu",
			       family, row->label, needed, row->part_count);
}

static int note_silence(struct comparison *comparison)
{
	int status = 0;

	for (size_t i = 0; i < comparison->row_count && status == 0; i++) {
		if (comparison->rows[i].role != ROW_TEST && comparison->tests > 0 &&
		    !comparison->rows[i].metric)
			status = note_silent(comparison, &comparison->rows[i]);
	}
	return status;
}

/* What the A/A rows say of the whole session. */
static int find_aa_summary(struct comparison *comparison)
{
	size_t room = comparison->row_count ? comparison->row_count : 1;
	double *estimates = malloc(2 * room * sizeof(*estimates));
	double *limits = estimates ? estimates + room : NULL;
	struct unit_limit unit = {0};
	size_t count = 0;

	if (!estimates)
		return -ENOMEM;
	for (size_t i = 0; i < comparison->row_count; i++) {
		const struct comparison_row *row = &comparison->rows[i];

		if (row->role != ROW_AA || isnan(row->limit) ||
		    comparison_is_aside(comparison, row))
			continue;
		estimates[count] = row->estimate;
		/* What the tests of the session could see, not the A/A rows among themselves. */
		limits[count++] = limit_of(&unit, comparison_sd(row->parts, row->part_count),
					   row->part_count, comparison_tests_with(comparison, row));
	}
	comparison->aa_estimate = comparison_median(estimates, count);
	comparison->aa_limit = comparison_median(limits, count);
	free(estimates);
	return 0;
}

int comparison_judge_variants(struct comparison *comparison)
{
	struct unit_limit unit = {0};
	int status;

	comparison->parts = 0;
	for (size_t i = 0; i < comparison->row_count; i++) {
		struct comparison_row *row = &comparison->rows[i];

		find_limit(comparison, &unit, row);
		if (row->part_count > comparison->parts)
			comparison->parts = row->part_count;
	}
	status = find_drifts(comparison);
	for (size_t i = 0; i < comparison->row_count && status == 0; i++)
		judge(comparison, &comparison->rows[i]);
	if (status == 0)
		status = note_silence(comparison);
	return status < 0 ? status : find_aa_summary(comparison);
}
