/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * run_table.c - a session of several variants on a terminal.
 */
#include "tui/run_table.h"

#include <errno.h>

#include "engine/compare/compare.h"
#include "engine/compare/compare_source.h"
#include "exports/compare/compare_export.h"
#include "exports/compare/compare_redact.h"
#include "tui/compare_hooks.h"

/* Say where it was measured, and write all. */
static int write_report(const struct result *result, const struct comparison *comparison,
			bool redact, FILE *file, struct error *error)
{
	struct compare_report report;
	struct figures figures;
	int status = compare_report_make(comparison, HEADLINE_ABOVE, &report, error);

	if (status < 0)
		return status;
	status = figures_of_result(result, "this session", &figures, error);
	if (status == 0) {
		status = compare_report_about(&report, "measured", &figures);
		if (status == 0)
			status = compare_hooks_add(&report, &figures.environment);
		if (status == 0 && !redact)
			status = compare_report_command(&report, result);
		if (status == 0 && !redact)
			status = compare_report_repeat(&report, "", result);
		if (status < 0)
			error_set(error, status, "out of memory");
		figures_clear(&figures);
	}
	if (status == 0)
		status = compare_format_find("text")->write(&report, file, error);
	compare_report_clear(&report);
	return status;
}

int run_table_write(const struct result *result, bool redact, FILE *file, struct error *error)
{
	const struct text_list all_cases = {0};
	struct comparison comparison;
	int status;

	if (result->plan.variants.count < 2 || result->sample_count == 0)
		return error_set(error, -EINVAL, "there is nothing to compare");
	status = compare_variants_of(result, &all_cases, &comparison, error);
	if (status < 0)
		return status;
	if (redact && compare_redact(&comparison) < 0)
		status = error_set(error, -ENOMEM, "out of memory");
	if (status == 0)
		status = write_report(result, &comparison, redact, file, error);
	comparison_clear(&comparison);
	return status;
}
