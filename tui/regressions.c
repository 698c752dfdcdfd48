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

int regressions_find(const struct comparison *comparison, double fail_above, bool single_boot)
{
	size_t regressions = 0;
	size_t judged = 0;

	if (isnan(fail_above))
		return EXIT_FINE;
	for (size_t i = 0; i < comparison->row_count; i++) {
		const struct comparison_row *row = &comparison->rows[i];
		bool counts = row->verdict == VERDICT_SLOWER || row->verdict == VERDICT_FASTER ||
			      row->verdict == VERDICT_NO_DIFFERENCE ||
			      (single_boot && (row->verdict == VERDICT_MOVED ||
					       row->verdict == VERDICT_NOT_MOVED));
		bool slower = row->verdict == VERDICT_SLOWER || row->verdict == VERDICT_MOVED;

		if (row->role != ROW_TEST || !counts)
			continue;
		judged++;
		regressions += slower && comparison_percent(row->estimate) > fail_above;
	}
	if (judged == 0)
		command_complain("--fail-above decides nothing: no case has a verdict");
	else if (regressions > 0)
		command_complain("%zu case%s slower by more than %g%%", regressions,
				 regressions == 1 ? " is" : "s are", fail_above);
	return regressions > 0 ? EXIT_REGRESSION : EXIT_FINE;
}
