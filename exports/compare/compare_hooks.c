/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * compare_hooks.c - which hooks of the security framework the compared operations call.
 */
#include <errno.h>
#include <string.h>

#include "exports/compare/compare_export.h"
#include "exports/hooks_text.h"

/* How all cases of the operation call hooks, where that is known; else this one case. */
static int add_row(const struct comparison_row *row, const struct hook_table *table,
		   struct text_list *hooks)
{
	char text[HOOKS_TEXT_CASE_SIZE];

	if (hooks_text_operation(table, row->operation, text)[0])
		return text_list_add_format(hooks, "%s: %s", row->operation->name, text);
	if (!hooks_text_case(table, row->operation->name, row->parameter, text)[0])
		return 0;
	return text_list_add_format(hooks, "%s%s%s: %s", row->operation->name,
				    row->parameter[0] ? " " : "", row->parameter, text);
}

/* Whether lines begin with the operation's name already. */
static bool is_told(const struct text_list *hooks, const char *operation)
{
	size_t length = strlen(operation);

	for (size_t i = 0; i < hooks->count; i++)
		if (strncmp(hooks->items[i], operation, length) == 0 &&
		    (hooks->items[i][length] == ':' || hooks->items[i][length] == ' '))
			return true;
	return false;
}

int compare_report_hooks(struct compare_report *report, const struct hook_table *table)
{
	const struct comparison *comparison = report->comparison;
	int status = 0;

	for (size_t i = 0; i < comparison->row_count && status == 0; i++)
		if (!is_told(&report->hooks, comparison->rows[i].operation->name))
			status = add_row(&comparison->rows[i], table, &report->hooks);
	if (status == 0 && report->hooks.count > 0)
		status = text_list_add_format(&report->hooks, "counted in Linux %s",
					      table->release ? table->release : "(unknown)");
	return status;
}
