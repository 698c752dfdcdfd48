/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * compare_hooks.c - the hooks behind a comparison.
 */
#include "tui/compare_hooks.h"

#include <stdio.h>
#include <string.h>

#include "exports/hooks_text.h"
#include "fixtures/text_show.h"
#include "tui/hooks_kept.h"

int compare_hooks_add(struct compare_report *report, const struct environment *environment)
{
	struct hook_table table;
	int status;

	if (hooks_kept_find(environment_value(environment, "kernel.release", NULL), &table) < 0)
		return 0;
	status = compare_report_hooks(report, &table);
	hook_table_clear(&table);
	return status;
}

const char *compare_hooks_row(const struct hook_table *table, const struct comparison_row *row,
			      char *buffer, size_t size)
{
	const char *release = table->release ? table->release : "unknown";
	char text[HOOKS_TEXT_CASE_SIZE];
	char shown[TEXT_SHOW_SIZE];

	buffer[0] = '\0';
	if (!hooks_text_case(table, row->operation->name, row->parameter, text)[0])
		hooks_text_operation(table, row->operation, text);
	if (text[0])
		snprintf(buffer, size, "hooks called (Linux %s): %s",
			 text_show(release, strlen(release), shown), text);
	return buffer;
}
