/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fuzz_text.c - any bytes as published text or as figures: refused with a line, or read, and then
 * what is written of it reads back, and it can be compared with itself in every format.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exports/compare_export.h"
#include "exports/figures_csv.h"
#include "exports/text_read.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Ends the program where the fuzzer sees it. */
static void must(int is_so)
{
	if (!is_so)
		abort();
}

static void round_trip(const struct figures *figures)
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
	for (size_t i = 0; i < again.case_count; i++) {
		must(strcmp(again.cases[i].parameter, figures->cases[i].parameter) == 0);
		must(strcmp(again.cases[i].place, figures->cases[i].place) == 0);
		must(strcmp(again.cases[i].variant, figures->cases[i].variant) == 0);
		must(again.cases[i].pass_count == figures->cases[i].pass_count);
		must(again.cases[i].passes[0].median == figures->cases[i].passes[0].median);
	}
	figures_clear(&again);
	free(text);
}

static void compare_with_itself(const struct figures *figures)
{
	const struct comparison_group groups[] = {{"a", &figures, 1}, {"b", &figures, 1}};
	const struct comparison_options options = {.quick = true};
	struct error error = {""};
	struct comparison comparison;
	struct compare_report report;

	must(compare_sessions(groups, 2, &options, &comparison, &error) == 0);
	for (size_t i = 0; i < comparison.row_count; i++)
		must(comparison.rows[i].estimate == 0);
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

/* The first byte chooses the reader. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct error error = {""};
	struct figures figures;
	const char *text = (const char *)data;
	int status;

	if (size > 0 && data[0] == '#')
		status = figures_csv_read(text, size, "fuzz", &figures, &error);
	else
		status = text_read_memory(text, size, "fuzz", &figures, &error);
	if (status < 0) {
		must(error.text[0] != '\0');
		return 0;
	}
	round_trip(&figures);
	compare_with_itself(&figures);
	figures_clear(&figures);
	return 0;
}
