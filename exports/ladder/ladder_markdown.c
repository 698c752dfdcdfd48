/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ladder_markdown.c - the tables of a ladder for a forge.
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

typedef int make_section(const struct ladder_report *report, size_t kernel,
			 struct ladder_grid *grid);

static int write_plain(const char *text, FILE *file)
{
	char *shown = compare_ascii(text);

	if (!shown)
		return -ENOMEM;
	for (const char *at = shown; *at; at++) {
		if (strchr("*|`<[_\\~", *at))
			fputc('\\', file);
		fputc(*at, file);
	}
	free(shown);
	return 0;
}

static int write_item(const char *text, FILE *file)
{
	int status;

	fputs("- ", file);
	status = write_plain(text, file);
	fputc('\n', file);
	return status;
}

static int write_items(const struct text_list *list, FILE *file)
{
	int status = 0;

	for (size_t i = 0; i < list->count && status == 0; i++)
		status = write_item(list->items[i], file);
	return status;
}

static int write_rungs(const struct ladder_report *report, size_t kernel, FILE *file)
{
	int status = 0;

	for (size_t i = 0; i < report->source_count && status == 0; i++) {
		char line[2 * LADDER_HEAD_SIZE];
		char item[sizeof(line) + 32];

		if (report->sources[i].kernel != kernel)
			continue;
		status = ladder_show_rung(report, i, line, sizeof(line));
		snprintf(item, sizeof(item), "[%zu] %s", i + 1, line);
		if (status == 0)
			status = write_item(item, file);
	}
	return status;
}

static int write_section(const struct ladder_report *report, size_t kernel, make_section *make,
			 const char *title, FILE *file)
{
	struct ladder_grid grid;
	int status = make(report, kernel, &grid);

	if (status == 0 && grid.row_count > 0 && grid.column_count > 0) {
		fputc('\n', file);
		status = write_plain(title, file);
		fputs(":\n\n", file);
		ladder_grid_write_markdown(&grid, file);
	}
	ladder_grid_clear(&grid);
	return status;
}

static int write_hooks(const struct ladder_report *report, size_t kernel, FILE *file)
{
	struct text_list lines = {0};
	int status = ladder_hook_lines(report, kernel, &lines);

	if (status == 0 && lines.count > 0) {
		fputs("\nHooks that the operations call, as counted in the first rung:\n\n", file);
		status = write_items(&lines, file);
	}
	text_list_clear(&lines);
	return status;
}

static int write_kernel(const struct ladder_report *report, size_t kernel, FILE *file)
{
	char title[256];
	int status;

	fputs("\n#### Kernel ", file);
	status = write_plain(ladder_release(report, kernel), file);
	fputs("\n\n", file);
	if (status == 0)
		status = write_rungs(report, kernel, file);
	if (status == 0)
		status = write_section(report, kernel, ladder_section_costs,
				       "Instructions per operation: the first rung's, then "
				       "differences from it",
				       file);
	if (status == 0)
		status = write_section(report, kernel, ladder_section_splits,
				       "The same per call / per path component", file);
	if (status == 0)
		status = write_section(report, kernel, ladder_section_touches,
				       "What modules touch: each call, each path component (or "
				       "entry), nothing",
				       file);
	if (status == 0)
		status = write_hooks(report, kernel, file);
	if (status < 0 || kernel == 0)
		return status;
	snprintf(title, sizeof(title), "Kernel %s less %s, rung by rung",
		 ladder_release(report, kernel), ladder_release(report, 0));
	return write_section(report, kernel, ladder_section_between, title, file);
}

int ladder_markdown_write(const struct ladder_report *report, size_t width, FILE *file,
			  struct error *error)
{
	int status;

	(void)width;
	fprintf(file, "%s\n\n", signature_ladder);
	status = write_items(&report->about, file);
	for (size_t i = 0; i < report->table.kernel_count && status == 0; i++)
		status = write_kernel(report, i, file);
	if (status == 0 && report->notes.count > 0) {
		fputs("\nNotes:\n\n", file);
		status = write_items(&report->notes, file);
	}
	return compare_finish(status, file, error);
}
