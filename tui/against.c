/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * against.c - the sessions of a baseline on one side, what was just measured on the other.
 */
#include "tui/against.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "exports/compare_export.h"
#include "exports/input_read.h"
#include "tui/baseline.h"
#include "tui/command.h"
#include "tui/exit_code.h"
#include "tui/regressions.h"

/* Both sides. */
struct sides {
	struct input *base;
	size_t base_count;
	const struct figures **sessions;
	struct figures now;
};

int against_prepare(struct against *against)
{
	struct error error;

	against->percent = NAN;
	if (!against->name) {
		if (!against->fail_above && !against->single_boot && against->despite.count == 0)
			return -1;
		return command_usage("--fail-above, --single-boot and --despite go with --against");
	}
	if (against->fail_above) {
		int status = regressions_read_percent("fail-above", against->fail_above,
						      &against->percent);

		if (status >= 0)
			return status;
	}
	if (baseline_files(against->name, &against->files, &error) == 0)
		return -1;
	command_complain("%s", error.text);
	return EXIT_INPUT;
}

static int read_base(const struct against *against, struct sides *sides, struct error *error)
{
	size_t count = against->files.count;
	int status = 0;

	sides->base = calloc(count + 1, sizeof(*sides->base));
	sides->sessions = calloc(count + 1, sizeof(void *));
	if (!sides->base || !sides->sessions)
		return error_set(error, -ENOMEM, "out of memory");
	for (size_t i = 0; i < count && status == 0; i++) {
		status = input_read(against->files.items[i], NULL, &sides->base[i], error);
		if (status < 0)
			break;
		sides->sessions[i] = &sides->base[i].figures;
		sides->base_count++;
	}
	return status;
}

static int print(const struct against *against, const struct sides *sides,
		 const struct comparison *comparison, struct error *error)
{
	struct compare_report report;
	int status = compare_report_make(comparison, HEADLINE_ABOVE, &report, error);

	if (status < 0)
		return status;
	for (size_t i = 0; i < sides->base_count && status == 0; i++)
		status = compare_report_about(&report, against->name, sides->sessions[i]);
	if (status == 0)
		status = compare_report_about(&report, "now", &sides->now);
	if (status == 0)
		status = compare_format_find("text")->write(&report, stdout, error);
	else
		error_set(error, status, "out of memory");
	compare_report_clear(&report);
	return status;
}

static int compare(const struct against *against, const struct sides *sides, struct error *error)
{
	const struct comparison_options options = {.despite = &against->despite, .quick = true};
	const struct figures *now = &sides->now;
	const struct comparison_group groups[] = {
		{against->name, sides->sessions, sides->base_count}, {"now", &now, 1}};
	struct comparison comparison;
	int status = compare_sessions(groups, 2, &options, &comparison, error);

	if (status < 0) {
		command_complain("%s", error->text);
		return EXIT_INPUT;
	}
	if (print(against, sides, &comparison, error) < 0) {
		command_complain("%s", error->text);
		status = EXIT_OUTPUT;
	} else {
		status = regressions_find(&comparison, against->percent, against->single_boot);
	}
	comparison_clear(&comparison);
	return status;
}

int against_report(const struct against *against, const struct result *result)
{
	struct error error = {""};
	struct sides sides = {0};
	int status = read_base(against, &sides, &error);

	figures_init(&sides.now);
	if (status == 0)
		status = figures_of_result(result, "just measured", &sides.now, &error);
	if (status < 0) {
		command_complain("%s", error.text);
		status = EXIT_INPUT;
	} else {
		status = compare(against, &sides, &error);
	}
	for (size_t i = 0; i < sides.base_count; i++)
		input_clear(&sides.base[i]);
	free(sides.base);
	free(sides.sessions);
	figures_clear(&sides.now);
	return status;
}

void against_clear(struct against *against)
{
	free(against->name);
	free(against->fail_above);
	text_list_clear(&against->despite);
	text_list_clear(&against->files);
}
