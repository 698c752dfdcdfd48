/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * figures.h - what must hold of any figures that a reader has taken from a text: what is written of
 * them reads back, and they can be compared with themselves in every format.
 */
#ifndef LSMBENCH_TESTS_FUZZ_FIGURES_H
#define LSMBENCH_TESTS_FUZZ_FIGURES_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exports/compare/compare_export.h"
#include "exports/csv/figures_csv.h"

/* Ends the program where the fuzzer sees it. */
static inline void must(int is_so)
{
	if (!is_so)
		abort();
}

static inline void round_trip(const struct figures *figures)
{
	struct error error = {""};
	struct figures again;
	char *text = NULL;
	size_t length = 0;
	FILE *file = open_memstream(&text, &length);

	must(file != NULL);
	must(figures_csv_write(figures, file, &error) == 0);
	must(fclose(file) == 0);
	must(figures_csv_read(text, length, "again", &again, &error) == 0);
	must(again.case_count == figures->case_count);
	must(again.sessions == figures->sessions);
	must(text_list_equal(&again.labels, &figures->labels));
	must(text_list_equal(&again.unassigned, &figures->unassigned));
	must(text_list_equal(&again.printed, &figures->printed));
	for (size_t i = 0; i < again.case_count; i++) {
		must(strcmp(again.cases[i].parameter, figures->cases[i].parameter) == 0);
		must(strcmp(again.cases[i].place, figures->cases[i].place) == 0);
		must(strcmp(again.cases[i].variant, figures->cases[i].variant) == 0);
		must(again.cases[i].pass_count == figures->cases[i].pass_count);
		must(again.cases[i].passes[0].median == figures->cases[i].passes[0].median);
		must(figures_precision(&again.cases[i]) == figures_precision(&figures->cases[i]));
		must(figures_is_ambiguous(&again.cases[i]) ==
		     figures_is_ambiguous(&figures->cases[i]));
	}
	figures_clear(&again);
	free(text);
}

static inline void compare_with_itself(const struct figures *figures)
{
	const struct comparison_group groups[] = {{"a", &figures, 1}, {"b", &figures, 1}};
	const struct comparison_options options = {.quick = true};
	struct error error = {""};
	struct comparison comparison;
	struct compare_report report;

	must(compare_sessions(groups, 2, &options, &comparison, &error) == 0);
	for (size_t i = 0; i < comparison.row_count; i++)
		must(comparison.rows[i].estimate == 0 || comparison_is_same(&comparison.rows[i]));
	must(compare_report_make(&comparison, 20, &report, &error) == 0);
	must(compare_report_about(&report, "a", figures) == 0);
	for (size_t i = 0; i < compare_format_count; i++) {
		char *text = NULL;
		size_t length = 0;
		FILE *file = open_memstream(&text, &length);

		must(file != NULL);
		must(compare_formats[i].write(&report, file, &error) == 0);
		must(fclose(file) == 0);
		/* No byte that a terminal would obey. */
		for (size_t j = 0; j < length; j++)
			must(text[j] == '\n' || (text[j] >= ' ' && text[j] < 127));
		free(text);
	}
	compare_report_clear(&report);
	comparison_clear(&comparison);
}

#endif
