/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * against.c - the sessions of a baseline on one side, what was just measured on the other.
 */
#include "tui/against.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "engine/environment/environment_difference.h"
#include "engine/worker/cpu.h"
#include "exports/compare/compare_export.h"
#include "exports/compare/compare_redact.h"
#include "exports/input_read.h"
#include "tui/baseline.h"
#include "tui/command.h"
#include "tui/compare_hooks.h"
#include "tui/despite.h"
#include "tui/exit_code.h"
#include "tui/regressions.h"

/* Both sides. */
struct sides {
	const struct figures **sessions; /* of the base */
	struct figures now;
};

/* Returns an exit status. */
static int out_of_memory(void)
{
	command_complain("out of memory");
	return EXIT_ENVIRONMENT;
}

/* The path of a baseline's file names the person. 0 or -ENOMEM. */
static int hide_source(struct figures *figures, size_t number)
{
	char *source = NULL;

	if (asprintf(&source, "session %zu", number) < 0)
		return -ENOMEM;
	free(figures->source);
	figures->source = source;
	return 0;
}

/* Returns -1, or an exit status. */
static int read_session(struct against *against, const char *file)
{
	struct input input;
	struct error error;

	if (input_read(file, NULL, &input, &error) < 0) {
		command_complain("baseline %s: %s; remove that file, or \"lsmbench baseline remove "
				 "%s\" all",
				 against->name, error.text, against->name);
		return EXIT_INPUT;
	}
	/* The samples are not needed any more. */
	against->base[against->base_count++] = input.figures;
	figures_init(&input.figures);
	input_clear(&input);
	if (!against->redact ||
	    hide_source(&against->base[against->base_count - 1], against->base_count) == 0)
		return -1;
	return out_of_memory();
}

/* Returns -1, or an exit status. */
static int read_base(struct against *against)
{
	int status = -1;

	against->base = calloc(against->files.count, sizeof(*against->base));
	if (!against->base)
		return out_of_memory();
	for (size_t i = 0; i < against->files.count && status < 0; i++)
		status = read_session(against, against->files.items[i]);
	return status;
}

/* Returns -1, or an exit status. */
static int split_despite(struct against *against)
{
	struct text_list words = {0};
	int status = 0;

	for (size_t i = 0; i < against->despite.count && status == 0; i++)
		status = text_list_add_words(&words, against->despite.items[i]);
	text_list_clear(&against->despite);
	against->despite = words;
	if (status == 0)
		return despite_check(&words, &against->base[0].environment);
	return out_of_memory();
}

int against_prepare(struct against *against)
{
	struct error error;
	int status = -1;

	against->percent = NAN;
	if (!against->name) {
		if (!against->fail_above && !against->single_boot && against->despite.count == 0)
			return -1;
		return command_usage("--fail-above, --single-boot and --despite go with --against");
	}
	if (against->fail_above)
		status = regressions_read_percent("fail-above", against->fail_above,
						  &against->percent);
	if (status >= 0)
		return status;
	if (baseline_check_name(against->name, &error) < 0)
		return command_usage(error.text);
	status = baseline_files(against->name, &against->files, &error);
	if (status < 0) {
		command_complain("%s", error.text);
		return baseline_exit_status(status, EXIT_INPUT);
	}
	status = read_base(against);
	return status < 0 ? split_despite(against) : status;
}

static bool has_case(const struct figures *figures, const struct plan_case *wanted)
{
	for (size_t i = 0; i < figures->case_count; i++) {
		const struct case_figures *which = &figures->cases[i];

		if (which->operation == wanted->operation &&
		    strcmp(which->parameter, wanted->parameter) == 0)
			return true;
	}
	return false;
}

int against_check_plan(const struct against *against, const struct plan *plan)
{
	if (!against->name)
		return -1;
	if (against->base[0].unit != RESULT_NS) {
		command_complain(
			"baseline %s holds counts of instructions, which no session "
			"measures: \"lsmbench ladder --against FILE\" compares with such a "
			"file",
			against->name);
		return EXIT_USAGE;
	}
	for (size_t i = 0; i < plan->case_count; i++) {
		for (size_t j = 0; j < against->base_count; j++) {
			if (has_case(&against->base[j], &plan->cases[i]))
				return -1;
		}
	}
	command_complain("baseline %s has none of these cases: choose among those that \"lsmbench "
			 "baseline show %s\" lists, or none",
			 against->name, against->name);
	return EXIT_USAGE;
}

/* What differs from the environment here, and is not excused. 0 or negative errno. */
static int differ(const struct against *against, const struct environment *here,
		  struct environment_difference *difference)
{
	const struct environment **base = calloc(against->base_count, sizeof(void *));
	int status;

	if (!base)
		return -ENOMEM;
	for (size_t i = 0; i < against->base_count; i++)
		base[i] = &against->base[i].environment;
	status = environment_difference_of(base, against->base_count, &here, 1, &against->despite,
					   difference);
	free(base);
	return status;
}

/* Of this process before it is a session nothing is told: that moves it to other CPUs. */
static bool speaks_against(const struct difference_item *item)
{
	return item->kind == DIFFERENCE_OTHER && !item->excused &&
	       strncmp(item->key, "self.", strlen("self.")) != 0;
}

static void name_difference(const struct against *against,
			    const struct environment_difference *difference)
{
	const char *first = NULL;
	char others[48] = "";
	size_t count = 0;

	for (size_t i = 0; i < difference->count; i++) {
		if (!speaks_against(&difference->items[i]))
			continue;
		count++;
		if (!first)
			first = difference->items[i].key;
	}
	if (count > 1)
		snprintf(others, sizeof(others), " and %zu more field%s", count - 1,
			 count == 2 ? "" : "s");
	if (first)
		command_complain("%s%s differ%s from the baseline %s: there will be no verdict, "
				 "unless --despite accepts that",
				 first, others, count > 1 ? "" : "s", against->name);
}

void against_warn(const struct against *against, const struct plan *plan)
{
	struct text_list places = {0};
	struct environment here = {0};
	struct environment_request request = {.scratches = &places, .cpu = plan->cpu};
	struct environment_difference difference;
	struct error error;

	/* Whatever is amiss with them, the session says. */
	if (!against->name || cpu_choose(plan->cpu, &request.cpu, &error) < 0)
		return;
	if (plan_scratches(plan, &places) == 0 &&
	    environment_collect(&here, &request, &error) == 0 &&
	    differ(against, &here, &difference) == 0) {
		name_difference(against, &difference);
		environment_difference_clear(&difference);
	}
	environment_clear(&here);
	text_list_clear(&places);
}

static int print(const struct against *against, const struct sides *sides,
		 const struct comparison *comparison, struct error *error)
{
	struct compare_report report;
	int status = compare_report_make(comparison, HEADLINE_ABOVE, &report, error);

	if (status < 0)
		return status;
	for (size_t i = 0; i < against->base_count && status == 0; i++)
		status = compare_report_about(&report, against->name, sides->sessions[i]);
	if (status == 0)
		status = compare_report_about(&report, "now", &sides->now);
	if (status == 0)
		status = compare_hooks_add(&report, &sides->now.environment);
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
		{against->name, sides->sessions, against->base_count}, {"now", &now, 1}};
	struct comparison comparison;
	int status = compare_sessions(groups, 2, &options, &comparison, error);

	if (status < 0) {
		command_complain("%s", error->text);
		return status == -ENOMEM ? EXIT_ENVIRONMENT : EXIT_USAGE;
	}
	if (against->redact && compare_redact(&comparison) < 0) {
		comparison_clear(&comparison);
		return out_of_memory();
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
	struct sides sides = {.sessions = calloc(against->base_count, sizeof(void *))};
	int status;

	if (!sides.sessions)
		return out_of_memory();
	for (size_t i = 0; i < against->base_count; i++)
		sides.sessions[i] = &against->base[i];
	figures_init(&sides.now);
	/* What was measured is saved: a reader who has gone may end us now. */
	signal(SIGPIPE, SIG_DFL);
	if (figures_of_result(result, "just measured", &sides.now, &error) < 0)
		status = out_of_memory();
	else
		status = compare(against, &sides, &error);
	free(sides.sessions);
	figures_clear(&sides.now);
	return status;
}

void against_clear(struct against *against)
{
	for (size_t i = 0; i < against->base_count; i++)
		figures_clear(&against->base[i]);
	free(against->base);
	free(against->name);
	free(against->fail_above);
	text_list_clear(&against->despite);
	text_list_clear(&against->files);
}
