/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * compare_command.c - what a comparison says of the commands behind it: the one that was timed,
 * which a case's name only hints at, and the one that measures all of it again.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "engine/result/result_command.h"
#include "exports/compare/compare_export.h"

const char *compare_row_command(const struct result *result, const struct comparison_row *row)
{
	const struct parameter *parameter = row->operation->parameter;
	char name[PARAMETER_COMMAND_SIZE];

	if (!result || !parameter || parameter->type != PARAMETER_COMMAND)
		return NULL;
	parameter_command_name(result->plan.command, name);
	return strcmp(name, row->parameter) == 0 ? result->plan.command : NULL;
}

/* Each once, however many sessions have timed it. */
static int add_once(struct text_list *list, const char *text)
{
	return text_list_has(list, text) ? 0 : text_list_add(list, text);
}

static int add_command(struct compare_report *report, const struct plan *plan,
		       const struct comparison_row *row)
{
	const bool has_prepare = plan->prepare && plan->prepare[0];
	const bool has_cleanup = plan->cleanup && plan->cleanup[0];
	char *line;
	int status;

	if (asprintf(&line, "%s %s is: %s%s%s%s%s", row->operation->name, row->parameter,
		     plan->command, has_prepare ? "; prepared by: " : "",
		     has_prepare ? plan->prepare : "", has_cleanup ? "; cleaned up by: " : "",
		     has_cleanup ? plan->cleanup : "") < 0)
		return -ENOMEM;
	status = add_once(&report->about, line);
	free(line);
	return status;
}

int compare_report_command(struct compare_report *report, const struct result *result)
{
	for (size_t i = 0; i < report->comparison->row_count; i++) {
		const struct comparison_row *row = &report->comparison->rows[i];

		/* The first row of it speaks for its metrics and variants. */
		if (compare_row_command(result, row))
			return add_command(report, &result->plan, row);
	}
	return 0;
}

int compare_report_repeat(struct compare_report *report, const char *group,
			  const struct result *result)
{
	static const char ladder[] = "lsmbench ladder ";
	char *command = result_command(result);
	int status = 0;

	if (!command)
		return -ENOMEM;
	/* It takes a guest to repeat a count; lsmbench run times. */
	if (result->unit == RESULT_NS || strncmp(command, ladder, strlen(ladder)) == 0)
		status = text_list_add_format(&report->method, "Repeat %s%swith: %s", group,
					      group[0] ? " " : "", command);
	free(command);
	return status;
}
