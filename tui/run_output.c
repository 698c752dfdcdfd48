/* SPDX-License-Identifier: GPL-2.0-or-later */
/* run_output.c - the end of a session that a subcommand has measured. */
#include "tui/run_output.h"

#include <limits.h>
#include <string.h>
#include <sys/stat.h>

#include "engine/variant/variant.h"
#include "tui/command.h"
#include "tui/exit_code.h"
#include "tui/last_run.h"
#include "tui/save_result.h"

int run_output_check_variants(const struct plan *plan)
{
	for (size_t i = 0; i < plan->variants.count; i++) {
		struct error error;

		if (variant_available(plan->variants.items[i], &error) < 0) {
			command_complain("%s", error.text);
			return EXIT_ENVIRONMENT;
		}
	}
	return -1;
}

int run_output_check_format(const struct output *output, const struct plan *plan)
{
	const struct export_format *format = output->format;

	if (!format || export_holds_any(format, plan))
		return -1;
	command_complain("--format %s: it would hold nothing of this plan: %s", format->name,
			 format->summary);
	return EXIT_USAGE;
}

int run_output_write(struct output *output, const struct result *result)
{
	char path[PATH_MAX];
	struct error error;
	struct error rescue;

	if (output_write(output, &result, 1, &error) == 0)
		return EXIT_FINE;
	command_complain("%s", error.text);
	if (rescue_result(result, &output->options, false, path, sizeof(path), &rescue) == 0) {
		command_complain("what was measured is saved in %s instead", path);
		(void)last_run_remember(path, NULL);
	} else {
		command_complain("nor can it be saved elsewhere: %s", rescue.text);
	}
	return EXIT_OUTPUT;
}

void run_output_keep(const struct output *output, const struct result *result, bool quiet)
{
	char path[PATH_MAX];
	struct error error;

	if (last_run_keep(result, &output->options, path, sizeof(path), &error) < 0)
		command_complain("the samples are not kept (%s); -o FILE keeps them", error.text);
	else if (!quiet)
		command_complain("all samples: %s (until the next run; -o FILE keeps them)", path);
}

void run_output_remember(const struct output *output, const struct result *result)
{
	const char *target = output->target;
	char path[PATH_MAX];
	struct stat status;

	if (target && output->format == export_format_native() && strcmp(target, "-") != 0 &&
	    stat(target, &status) == 0 && S_ISREG(status.st_mode))
		(void)last_run_remember(target, NULL);
	else
		(void)last_run_keep(result, &output->options, path, sizeof(path), NULL);
}
