/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * compare_judge_sessions.c - verdicts across boots, and the weaker words where there is one a side.
 */
#include <math.h>

#include "engine/compare/compare_private.h"
#include "engine/compare/compare_spread.h"

/* Whether so many figures a side lie apart by chance rarely enough for all tests together. */
static bool is_rare(size_t tests, size_t base, size_t other)
{
	return verdict_smallest_p(base, other) * (double)tests <= VERDICT_LEVEL * (1 + 1e-9);
}

static void judge_one_boot(const struct comparison *comparison,
			   const struct comparison_options *options, struct comparison_row *row,
			   bool unknown)
{
	bool apart = row->spread_low > 0 || row->spread_high < 0;
	size_t tests = comparison_tests_with(comparison, row);
	size_t needed = verdict_sessions_needed(tests);

	if (!options->quick || unknown) {
		comparison_say(row, VERDICT_NONE, "one boot each%s",
			       unknown ? ", environment unknown" : "");
		return;
	}
	if (!is_rare(tests, row->base_passes, row->other_passes)) {
		comparison_say(row, VERDICT_NONE,
			       "one boot each, of too few passes: %zu case%s need%s %zu a side, "
			       "%zu and %zu are there",
			       tests, tests == 1 ? "" : "s", tests == 1 ? "s" : "", needed,
			       row->base_passes, row->other_passes);
		return;
	}
	comparison_say(row, apart ? VERDICT_MOVED : VERDICT_NOT_MOVED,
		       "boots differ by themselves");
	row->limit = fmax(fabs(row->spread_low), fabs(row->spread_high));
}

void comparison_judge_session(const struct comparison *comparison,
			      const struct comparison_options *options, struct comparison_row *row)
{
	bool unknown = comparison->difference.base_unknown || comparison->difference.other_unknown;
	size_t tests = comparison_tests_with(comparison, row);
	bool enough = is_rare(tests, row->base_count, row->part_count);
	char text[COMPARISON_REASON_SIZE];

	/* That has been said. */
	if (row->other_work)
		return;
	if (row->has_zeros) {
		comparison_judge_zeros(row);
		return;
	}
	row->limit = verdict_limit_groups(row->limit, row->base_count, row->part_count, tests);
	if (comparison_environment_trouble(comparison, text, sizeof(text)))
		comparison_say(row, VERDICT_NOT_COMPARABLE, "%s", text);
	else if (row->part_count == 1 && (row->base_count == 1 || options->quick))
		judge_one_boot(comparison, options, row, unknown);
	else if (row->one_summary)
		comparison_say(row, VERDICT_NONE,
			       "rows of one printed summary are not known to be boots of their "
			       "own%s",
			       unknown ? ", environment unknown" : "");
	else if (!enough)
		comparison_say(row, VERDICT_NONE,
			       "needs %zu sessions a side for %zu test%s, has %zu and %zu%s",
			       verdict_sessions_needed(tests), tests, tests == 1 ? "" : "s",
			       row->base_count, row->part_count,
			       unknown ? ", environment unknown" : "");
	else
		comparison_say(row,
			       row->p_adjusted > VERDICT_LEVEL ? VERDICT_NO_DIFFERENCE
			       : row->estimate > 0             ? VERDICT_SLOWER
							       : VERDICT_FASTER,
			       "%s", unknown ? "environment unknown" : "");
	if (comparison->summaries_only)
		comparison_spread_judge(row);
	comparison_judge_blind(row);
}
