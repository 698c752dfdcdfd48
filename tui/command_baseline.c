/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * command_baseline.c - "lsmbench baseline save | list | show | remove".
 */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exports/csv/csv_read.h"
#include "exports/report.h"
#include "exports/utc.h"
#include "fixtures/text_show.h"
#include "tui/against_passes.h"
#include "tui/baseline.h"
#include "tui/command.h"
#include "tui/exit_code.h"
#include "tui/last_run.h"
#include "tui/options.h"

static const char summary[] =
	"Keeps sessions to compare with, in the state directory, each with its environment.\n"
	"\n"
	"  lsmbench baseline save NAME [FILE.csv...]   keep results under NAME, beside what is\n"
	"                                              there (without FILE: the last run's, in\n"
	"                                              whatever file it wrote them)\n"
	"  lsmbench baseline list                      what there is\n"
	"  lsmbench baseline show NAME                 its sessions, environments and cases\n"
	"  lsmbench baseline remove NAME               forget it\n"
	"\n"
	"Several sessions, each of a boot of its own, tell how much boots differ by themselves.\n"
	"\"lsmbench run --against NAME\" measures the same again and compares.\n";

/* Returns an exit status: otherwise where it is for nothing that a person asked for. */
static int complain(int status, const struct error *error, int otherwise)
{
	command_complain("%s", error->text);
	return baseline_exit_status(status, otherwise);
}

/* "measured 2026-11-30T15:44:25Z, 3 cases under 2 variants". In buffer, returned. */
static const char *what_it_is(const struct result *result, char *buffer, size_t size)
{
	size_t variants = report_variants(&result->plan);
	size_t cases = result->plan.case_count;
	char moment[UTC_SIZE];
	char under[48] = "";

	utc_show(result->started, moment);
	if (variants > 1)
		snprintf(under, sizeof(under), " under %zu variants", variants);
	snprintf(buffer, size, "measured %s, %zu case%s%s", moment, cases, cases == 1 ? "" : "s",
		 under);
	return buffer;
}

/* What a person may not expect of the session that was saved. */
static void tell_saved(const char *file, const struct result *result,
		       const struct baseline_saved *saved)
{
	size_t cases = result->plan.case_count;
	const size_t needed = against_passes_as_base(&result->plan);
	char words[128];
	char shared[128] = "";
	char few[128] = "";

	if (saved->earlier > 0 && saved->shared == 0)
		snprintf(shared, sizeof(shared),
			 "; no earlier session of that name has one of its cases");
	else if (saved->earlier > 0 && saved->shared < cases)
		snprintf(shared, sizeof(shared),
			 "; an earlier session of that name has %zu of its %zu cases at most",
			 saved->shared, cases);
	if (needed > 0 && saved->earlier == 0)
		snprintf(few, sizeof(few),
			 "; its %u pass%s decide nothing in a check that is as long, "
			 "which takes --passes %zu",
			 result->plan.passes, result->plan.passes == 1 ? "" : "es", needed);
	command_complain(
		"%s, %s: saved as %s%s%s%s%s", file, what_it_is(result, words, sizeof(words)),
		saved->path, result->partial ? "; it is partial: some runs are missing" : "",
		saved->same_boot ? "; sessions of one boot count as one" : "", shared, few);
}

static int save_file(const char *name, const char *file, bool force)
{
	struct baseline_saved saved;
	struct result result;
	struct error error = {""};
	int status = csv_read_file(file, &result, &error);

	if (status < 0) {
		command_complain("%s", error.text);
		return EXIT_INPUT;
	}
	status = baseline_save(name, &result, force, &saved, &error);
	if (status < 0) {
		command_complain("%s: %s", file, error.text);
		status = baseline_exit_status(status, EXIT_OUTPUT);
	} else {
		tell_saved(file, &result, &saved);
	}
	result_clear(&result);
	return status;
}

/* One that cannot be saved keeps none of the others from it. Returns the first bad exit status. */
static int save(const char *name, const struct text_list *arguments, bool force)
{
	char last[PATH_MAX];
	struct error error;
	int status = EXIT_FINE;

	if (arguments->count == 2) {
		status = last_run_find(last, sizeof(last), &error);
		if (status == -ENODATA)
			return command_usage(error.text);
		if (status < 0)
			return complain(-ENOENT, &error, EXIT_ENVIRONMENT);
		return save_file(name, last, force);
	}
	for (size_t i = 2; i < arguments->count; i++) {
		int saved = save_file(name, arguments->items[i], force);

		if (status == EXIT_FINE)
			status = saved;
	}
	return status;
}

/* A line on one session. Returns an exit status: the file may be damaged. */
static int print_session(const char *prefix, const char *file)
{
	struct result result;
	struct error error = {""};
	char moment[UTC_SIZE];

	fputs(prefix, stdout);
	if (csv_read_file(file, &result, &error) < 0) {
		puts("damaged");
		command_complain("%s", error.text);
		return EXIT_INPUT;
	}
	utc_show(result.started, moment);
	printf("%s, %zu samples of %zu cases, kernel ", moment, result.sample_count,
	       result.plan.case_count);
	text_write_safe(environment_value(&result.environment, "kernel.release", "unknown"),
			stdout);
	fputs(", LSMs ", stdout);
	text_write_safe(environment_value(&result.environment, "lsm.active", "unknown"), stdout);
	if (result.plan.label && result.plan.label[0]) {
		fputs(", ", stdout);
		text_write_safe(result.plan.label, stdout);
	}
	puts(result.partial ? ", partial" : "");
	result_clear(&result);
	return EXIT_FINE;
}

/* Returns an exit status. */
static int list_one(const char *name)
{
	struct text_list files = {0};
	struct error error;
	int status = baseline_files(name, &files, &error);

	if (status == 0) {
		printf("%s: %zu session%s, the last ", name, files.count,
		       files.count == 1 ? "" : "s");
		status = print_session("", files.items[files.count - 1]);
	} else if (status == -ENODATA) {
		/* A directory that somebody else made. */
		status = EXIT_FINE;
	} else {
		status = complain(status, &error, EXIT_INPUT);
	}
	text_list_clear(&files);
	return status;
}

static int list(void)
{
	struct text_list names = {0};
	struct error error = {""};
	int status = baseline_names(&names, &error);

	if (status < 0)
		return complain(status, &error, EXIT_INPUT);
	for (size_t i = 0; i < names.count; i++) {
		int listed = list_one(names.items[i]);

		if (status == EXIT_FINE)
			status = listed;
	}
	if (names.count == 0)
		command_complain("no baseline yet; \"lsmbench baseline save NAME FILE.csv\" makes "
				 "one");
	text_list_clear(&names);
	return status;
}

/* The cases of a baseline, each once, and how many of its sessions have it. */
struct case_names {
	struct text_list names;
	size_t *counts;
};

/* 0 or -ENOMEM. */
static int add_name(struct case_names *cases, const char *name)
{
	size_t *counts;

	for (size_t i = 0; i < cases->names.count; i++) {
		if (strcmp(cases->names.items[i], name) == 0) {
			cases->counts[i]++;
			return 0;
		}
	}
	counts = realloc(cases->counts, (cases->names.count + 1) * sizeof(*counts));
	if (!counts)
		return -ENOMEM;
	cases->counts = counts;
	counts[cases->names.count] = 1;
	return text_list_add(&cases->names, name);
}

static int add_names(struct case_names *cases, const struct result *result)
{
	int status = 0;

	for (size_t i = 0; i < result->plan.case_count && status == 0; i++) {
		char name[2 * PATH_MAX + 64];

		plan_case_name(&result->plan, i, name, sizeof(name));
		status = add_name(cases, name);
	}
	return status;
}

static void print_names(const struct case_names *cases, size_t sessions)
{
	puts("cases:");
	for (size_t i = 0; i < cases->names.count; i++) {
		fputs("  ", stdout);
		text_write_safe(cases->names.items[i], stdout);
		if (cases->counts[i] < sessions)
			printf(" (in %zu of %zu sessions)", cases->counts[i], sessions);
		putchar('\n');
	}
}

/* The cases of all sessions that can be read, and the environment of the last of them. */
static int print_cases(const struct text_list *files)
{
	struct case_names cases = {0};
	struct result last;
	size_t sessions = 0;
	int status = 0;

	result_init(&last);
	for (size_t i = 0; i < files->count && status == 0; i++) {
		struct result result;

		if (csv_read_file(files->items[i], &result, NULL) < 0)
			continue;
		status = add_names(&cases, &result);
		result_clear(&last);
		last = result;
		sessions++;
	}
	if (status == 0 && sessions > 0) {
		print_names(&cases, sessions);
		puts(sessions > 1 ? "the last session:" : "the session:");
		status = report_write_essentials(&last, "  ", stdout, NULL);
	}
	result_clear(&last);
	text_list_clear(&cases.names);
	free(cases.counts);
	if (status == 0)
		return EXIT_FINE;
	command_complain("out of memory");
	return EXIT_ENVIRONMENT;
}

static int show(const char *name)
{
	struct text_list files = {0};
	struct error error = {""};
	int status = baseline_files(name, &files, &error);
	int shown;

	if (status < 0) {
		text_list_clear(&files);
		return complain(status, &error, EXIT_INPUT);
	}
	for (size_t i = 0; i < files.count; i++) {
		text_write_safe(files.items[i], stdout);
		fputc('\n', stdout);
		shown = print_session("  ", files.items[i]);
		if (status == EXIT_FINE)
			status = shown;
	}
	shown = print_cases(&files);
	text_list_clear(&files);
	return status == EXIT_FINE ? shown : status;
}

static int forget(const char *name)
{
	struct error error = {""};
	size_t count;
	int status = baseline_remove(name, &count, &error);

	if (status < 0)
		return complain(status, &error, EXIT_OUTPUT);
	command_complain("%s removed, %zu session%s", name, count, count == 1 ? "" : "s");
	return EXIT_FINE;
}

static int dispatch(const struct text_list *arguments, bool force)
{
	const char *verb = arguments->count ? arguments->items[0] : "";
	const char *name = arguments->count > 1 ? arguments->items[1] : NULL;
	struct error error;

	if (strcmp(verb, "list") == 0 && !name)
		return list();
	if (name && baseline_check_name(name, &error) < 0)
		return command_usage(error.text);
	if (strcmp(verb, "save") == 0 && name)
		return save(name, arguments, force);
	if (strcmp(verb, "show") == 0 && arguments->count == 2)
		return show(name);
	if (strcmp(verb, "remove") == 0 && arguments->count == 2)
		return forget(name);
	return command_usage("baseline takes: save NAME [FILE.csv...], list, show NAME, remove "
			     "NAME");
}

int command_baseline(int argc, char **argv)
{
	bool force = false;
	const struct command_option own[] = {
		{"force", '\0', NULL, "save also what was measured in another environment",
		 .flag = &force},
	};
	struct options options = {
		.command = "lsmbench baseline",
		.arguments = "save|list|show|remove [NAME] [FILE...]",
		.summary = summary,
		.own = own,
		.own_count = 1,
	};
	int status = options_begin(&options, argc, argv);

	if (status < 0)
		status = dispatch(&options.rest, force);
	options_clear(&options);
	return status;
}
