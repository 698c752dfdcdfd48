/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ladder_text.c - the table of a ladder for a terminal or a mail.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "exports/compare/compare_formats.h"
#include "exports/compare/compare_show.h"
#include "exports/ladder/ladder_formats.h"
#include "exports/ladder/ladder_sections.h"
#include "exports/ladder/ladder_show.h"
#include "exports/signature.h"
#include "fixtures/text_show.h"

typedef int make_section(const struct ladder_report *report, size_t kernel,
			 struct ladder_grid *grid);

static int write_list(const char *first, const struct text_list *list, FILE *file)
{
	int status = 0;

	for (size_t i = 0; i < list->count && status == 0; i++)
		status = compare_write_wrapped(first, list->items[i], file);
	return status;
}

static int write_rungs(const struct ladder_report *report, size_t kernel, FILE *file)
{
	int status = 0;

	for (size_t i = 0; i < report->source_count && status == 0; i++) {
		char line[2 * LADDER_HEAD_SIZE];
		char number[32];

		if (report->sources[i].kernel != kernel)
			continue;
		status = ladder_show_rung(report, i, line, sizeof(line));
		snprintf(number, sizeof(number), "  [%zu] ", i + 1);
		if (status == 0)
			status = compare_write_wrapped(number, line, file);
	}
	return status;
}

static int write_section(const struct ladder_report *report, size_t kernel, make_section *make,
			 const char *title, size_t width, FILE *file)
{
	struct ladder_grid grid;
	int status = make(report, kernel, &grid);

	if (status == 0 && grid.row_count > 0 && grid.column_count > 0) {
		fputc('\n', file);
		text_write_safe(title, file);
		fputs("\n\n", file);
		ladder_grid_write(&grid, width, file);
	}
	ladder_grid_clear(&grid);
	return status;
}

static int write_hooks(const struct ladder_report *report, size_t kernel, FILE *file)
{
	struct text_list lines = {0};
	int status = ladder_hook_lines(report, kernel, &lines);

	if (status == 0 && lines.count > 0) {
		fputs("\nHooks that the operations call, as counted in the first rung\n", file);
		status = write_list("  ", &lines, file);
	}
	text_list_clear(&lines);
	return status;
}

static int write_kernel(const struct ladder_report *report, size_t kernel, size_t width, FILE *file)
{
	char title[256];
	int status;

	fputs("\nKernel ", file);
	text_write_safe(ladder_release(report, kernel), file);
	fputs(", its rungs by what their guests report\n", file);
	status = write_rungs(report, kernel, file);
	if (status == 0)
		status = write_section(report, kernel, ladder_section_costs,
				       "Instructions per operation: the first rung's, then "
				       "differences from it",
				       width, file);
	if (status == 0)
		status = write_section(report, kernel, ladder_section_splits,
				       "The same per call / per path component", width, file);
	if (status == 0)
		status = write_section(report, kernel, ladder_section_touches,
				       "What modules touch: each call, each path component (or "
				       "entry), nothing",
				       width, file);
	if (status == 0)
		status = write_hooks(report, kernel, file);
	if (status < 0 || kernel == 0)
		return status;
	snprintf(title, sizeof(title), "Kernel %s less %s, rung by rung",
		 ladder_release(report, kernel), ladder_release(report, 0));
	return write_section(report, kernel, ladder_section_between, title, width, file);
}

int ladder_text_write(const struct ladder_report *report, size_t width, FILE *file,
		      struct error *error)
{
	int status;

	signature_write(SIGNATURE_LADDER, file);
	fputs("The exact cost of security modules\n", file);
	status = write_list("  ", &report->about, file);
	for (size_t i = 0; i < report->table.kernel_count && status == 0; i++)
		status = write_kernel(report, i, width, file);
	if (status == 0 && report->notes.count > 0) {
		fputs("\nNotes\n", file);
		status = write_list("  - ", &report->notes, file);
	}
	return compare_finish(status, file, error);
}
