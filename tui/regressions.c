/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * regressions.c - from verdicts to an exit status.
 */
#include "tui/regressions.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "exports/number.h"
#include "tui/command.h"
#include "tui/exit_code.h"

int regressions_read_percent(const char *option, const char *text, double *percent)
{
	char number[64];
	size_t length = strlen(text);

	snprintf(number, sizeof(number), "%s", text);
	if (length > 0 && length < sizeof(number) && number[length - 1] == '%')
		number[length - 1] = '\0';
	if (number_parse_double(number, percent) == 0 && *percent >= 0 && *percent <= 1e6)
		return -1;
	command_complain("--%s %s: must be a percentage from 0 to 1000000", option, text);
	return EXIT_USAGE;
}

/* Can a row be held against the limit? */
static bool is_decided(const struct comparison_row *row, bool single_boot)
{
	switch (row->verdict) {
	case VERDICT_SLOWER:
	case VERDICT_FASTER:
	case VERDICT_NO_DIFFERENCE:
		return true;
	case VERDICT_MOVED:
	case VERDICT_NOT_MOVED:
		/* Counts are exact: one boot and a repeat of the base decide. */
		return single_boot || row->unit == RESULT_INSTRUCTIONS;
	default:
		return false;
	}
}

static bool is_slower(const struct comparison_row *row, double fail_above)
{
	return (row->verdict == VERDICT_SLOWER || row->verdict == VERDICT_MOVED) &&
	       comparison_loss(row) > fail_above;
}

struct tally {
	size_t regressions;
	size_t decided;
	const struct comparison_row *open; /* the first that is not decided */
};

static void count(const struct comparison *comparison, double fail_above, bool single_boot,
		  struct tally *tally)
{
	for (size_t i = 0; i < comparison->row_count; i++) {
		const struct comparison_row *row = &comparison->rows[i];

		if (row->role != ROW_TEST || comparison_is_aside(comparison, row))
			continue;
		if (is_decided(row, single_boot)) {
			tally->decided++;
			tally->regressions += is_slower(row, fail_above);
		} else if (!tally->open) {
			tally->open = row;
		}
	}
}

/* Why there is nothing to go by. Returns the exit status. */
static int undecided(const struct comparison *comparison, const struct comparison_row *open)
{
	char why[COMPARISON_REASON_SIZE + 64];

	if (!open)
		snprintf(why, sizeof(why), "only controls and the baseline itself were compared");
	else if (open->verdict == VERDICT_MOVED || open->verdict == VERDICT_NOT_MOVED)
		snprintf(why, sizeof(why),
			 "one boot a side is no verdict; measure more boots, or go by one with "
			 "--single-boot");
	else if (!comparison_state(comparison, why, sizeof(why))[0])
		comparison_verdict(open, why, sizeof(why));
	command_complain("--fail-above could not be decided: %s", why);
	return EXIT_ENVIRONMENT;
}

static void name_undecided(const struct comparison *comparison, bool single_boot)
{
	size_t alone = comparison->only_base.count + comparison->only_other.count;
	char words[COMPARISON_REASON_SIZE + 64];

	for (size_t i = 0; i < comparison->row_count; i++) {
		const struct comparison_row *row = &comparison->rows[i];

		if (row->role == ROW_TEST && !comparison_is_aside(comparison, row) &&
		    !is_decided(row, single_boot))
			command_complain("not decided: %s, %s: %s", row->name, row->label,
					 comparison_verdict(row, words, sizeof(words)));
	}
	if (alone > 0)
		command_complain("not decided: %zu case%s measured on one side only", alone,
				 alone == 1 ? " was" : "s were");
}

/* A difference of fail_above percent can hide below the limit of what a case could see. */
static void name_blind(const struct comparison *comparison, double fail_above)
{
	const struct comparison_row *worst = NULL;
	char limit[COMPARISON_PERCENT_SIZE];
	size_t blind = 0;

	for (size_t i = 0; i < comparison->row_count; i++) {
		const struct comparison_row *row = &comparison->rows[i];

		if (row->role != ROW_TEST || comparison_is_aside(comparison, row) ||
		    (row->verdict != VERDICT_NO_DIFFERENCE && row->verdict != VERDICT_NOT_MOVED) ||
		    !(comparison_percent(row->limit) > fail_above))
			continue;
		blind++;
		if (!worst || row->limit > worst->limit)
			worst = row;
	}
	if (worst)
		command_complain("%zu %s could %s by more than %g%% unseen (%s, %s: up "
				 "to %s); more runs or boots see more",
				 blind, comparison_row_noun(comparison, blind),
				 comparison->unit == RESULT_NS ? "be slower"
							       : "take more instructions",
				 fail_above, worst->name, worst->label,
				 comparison_show_limit(worst->limit, limit));
}

int regressions_find(const struct comparison *comparison, double fail_above, bool single_boot)
{
	struct tally tally = {0};

	if (isnan(fail_above))
		return EXIT_FINE;
	count(comparison, fail_above, single_boot, &tally);
	if (tally.decided == 0)
		return undecided(comparison, tally.open);
	name_undecided(comparison, single_boot);
	name_blind(comparison, fail_above);
	if (tally.regressions == 0)
		return EXIT_FINE;
	command_complain("%zu %s %s by more than %g%%", tally.regressions,
			 comparison_row_noun(comparison, tally.regressions),
			 comparison->unit == RESULT_NS
				 ? (tally.regressions == 1 ? "is slower" : "are slower")
				 : (tally.regressions == 1 ? "takes more instructions"
							   : "take more instructions"),
			 fail_above);
	return EXIT_REGRESSION;
}
