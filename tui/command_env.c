/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * command_env.c - "lsmbench env": this machine as a result would record it.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/environment/environment.h"
#include "engine/plan/plan.h"
#include "engine/worker/cpu.h"
#include "exports/redact.h"
#include "fixtures/text_show.h"
#include "tui/command.h"
#include "tui/exit_code.h"
#include "tui/options.h"
#include "tui/state.h"

static const char summary[] =
	"Shows what a result records of this machine, each item with its source or the reason why\n"
	"it is unknown, and warns of what will disturb a measurement.\n";

static void print_item(const struct environment_item *item)
{
	printf("  %-30s ", item->key);
	if (!item->value) {
		fputs("unknown: ", stdout);
		text_write_safe(item->reason ? item->reason : "", stdout);
	} else {
		text_write_safe(item->value, stdout);
	}
	if (item->value && item->source) {
		fputs("  [", stdout);
		text_write_safe(item->source, stdout);
		fputc(']', stdout);
	}
	fputc('\n', stdout);
}

static void print_items(const struct environment *environment)
{
	const char *group = "";

	for (size_t i = 0; i < environment->item_count; i++) {
		const char *key = environment->items[i].key;

		if (!environment_same_group(group, key)) {
			char name[64];

			snprintf(name, sizeof(name), "%.*s", (int)environment_group_length(key),
				 key);
			printf("%s%s\n", i ? "\n" : "", environment_group_title(name));
		}
		group = key;
		print_item(&environment->items[i]);
	}
}

static void print_warnings(const struct environment *environment)
{
	if (environment->warning_count > 0)
		puts("\nWarnings");
	for (size_t i = 0; i < environment->warning_count; i++) {
		fputs(environment->warnings[i].level == WARNING_ALARM ? "  ! " : "  i ", stdout);
		text_write_safe(environment->warnings[i].text, stdout);
		fputc('\n', stdout);
	}
}

/* What was asked for must be there to be described. Returns an exit status. */
static int check_named(const struct plan *plan)
{
	int status = EXIT_FINE;
	struct error error;
	int cpu;

	for (size_t i = 0; i < plan->scratches.count; i++) {
		if (access(plan->scratches.items[i], F_OK) == 0)
			continue;
		command_complain("--scratch %s: %s", plan->scratches.items[i], error_words(errno));
		status = EXIT_ENVIRONMENT;
	}
	if (plan->cpu >= 0 && cpu_choose(plan->cpu, &cpu, &error) < 0) {
		command_complain("%s", error.text);
		status = EXIT_ENVIRONMENT;
	}
	return status;
}

/* As a redacted result would record it. 0 or -ENOMEM. */
static int print_redacted(const struct environment *environment)
{
	struct environment redacted = {0};
	int status = redact_environment(environment, &redacted);

	if (status == 0) {
		print_items(&redacted);
		print_warnings(&redacted);
	}
	environment_clear(&redacted);
	return status;
}

static int show(const struct plan *plan, bool redact)
{
	struct text_list parents;
	struct environment environment = {0};
	struct environment_request request = {.scratches = &parents, .cpu = plan->cpu};
	struct error error;
	int status = check_named(plan);

	if (status != EXIT_FINE)
		return status;
	if (plan_scratches(plan, &parents) < 0 ||
	    environment_collect(&environment, &request, &error) < 0 ||
	    (redact && print_redacted(&environment) < 0)) {
		command_complain("out of memory");
		status = EXIT_ENVIRONMENT;
	} else if (!redact) {
		print_items(&environment);
		print_warnings(&environment);
	}
	environment_clear(&environment);
	text_list_clear(&parents);
	return status;
}

/* Put what was given under the plan's keys of the same names, which check it. */
static int fill_plan(struct plan *plan, const struct text_list *scratches, const char *cpu,
		     struct error *error)
{
	struct error why;
	int status = 0;

	for (size_t i = 0; i < scratches->count && status == 0; i++)
		status = plan_set(plan, "scratch", scratches->items[i], &why);
	if (cpu && status == 0)
		status = plan_set(plan, "cpu", cpu, &why);
	return status < 0 ? error_set(error, status, "--%.700s", why.text) : 0;
}

int command_env(int argc, char **argv)
{
	struct text_list scratches = {0};
	char *cpu = NULL;
	bool redact = false;
	const struct command_option own[] = {
		{"scratch", '\0', "DIR",
		 "describe this directory's file system; may be given again", .list = &scratches},
		{"cpu", '\0', "N", "describe this CPU", .text = &cpu},
		{"redact", '\0', NULL, "mask what names host, user, UUIDs and paths",
		 .flag = &redact},
	};
	struct options options = {.command = "lsmbench env",
				  .arguments = "[OPTION...]",
				  .summary = summary,
				  .own = own,
				  .own_count = sizeof(own) / sizeof(own[0])};
	struct error error;
	struct plan plan;
	int status = options_begin(&options, argc, argv);

	plan_init(&plan);
	if (status < 0 && fill_plan(&plan, &scratches, cpu, &error) < 0)
		status = command_usage(error.text);
	else if (status < 0 && options.rest.count > 0)
		status = command_usage("env takes options only");
	else if (status < 0)
		status = show(&plan, redact);
	text_list_clear(&scratches);
	free(cpu);
	plan_clear(&plan);
	options_clear(&options);
	return status;
}
