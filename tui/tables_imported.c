/* SPDX-License-Identifier: GPL-2.0-or-later */
/* tables_imported.c - a file of LMbench's on the Tables page. */
#include "tui/tables_imported.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "exports/export.h"
#include "tui/export_input.h"

/* What holds only path operations has tables of its own, which compare and import show. */
static bool is_for_tables(const struct export_input *input)
{
	const struct figures *figures = &input->input.figures;

	if (input->kind != EXPORT_FIGURES)
		return input->kind == EXPORT_RECORD;
	for (size_t i = 0; i < figures->case_count; i++)
		if (page_tables_has_column(figures->cases[i].operation))
			return true;
	return false;
}

static int write_tables(struct tables_page *page, const struct export_input *input,
			struct error *error)
{
	const struct export_options options = {0};
	const struct export_item item = export_input_item(input);
	char *text = NULL;
	size_t size;
	FILE *file = open_memstream(&text, &size);
	int code = file ? export_write_items(export_format_find("lmbench"), &item, 1, &options,
					     file, error)
			: error_set(error, -ENOMEM, "out of memory");

	if (file && fclose(file) != 0 && code == 0)
		code = error_set(error, -ENOMEM, "out of memory");
	if (code == 0) {
		document_restart(&page->summary);
		document_add_lines(&page->summary, ROLE_NORMAL, text);
		page->imported = true;
	}
	free(text);
	return code;
}

int tables_imported_open(struct tables_page *page, const char *path, struct error *error)
{
	struct export_input input;
	int code = export_input_read(path, export_format_find("lmbench"), &input, error);

	if (code < 0)
		return code;
	code = is_for_tables(&input)
		       ? write_tables(page, &input, error)
		       : error_set(error, -EINVAL, "LMbench's tables have no column for it");
	export_input_clear(&input);
	return code;
}
