/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * command_baseline.c - "lsmbench baseline save | list | show | remove".
 */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exports/csv_read.h"
#include "exports/figures.h"
#include "exports/utc.h"
#include "fixtures/text_show.h"
#include "tui/baseline.h"
#include "tui/command.h"
#include "tui/directories.h"
#include "tui/exit_code.h"
#include "tui/options.h"

static const char summary[] =
	"Keeps sessions to compare with, in the state directory, each with its environment.\n"
	"\n"
	"  lsmbench baseline save NAME [FILE.csv...]   keep results under NAME, beside what is\n"
	"                                              there (without FILE: the last run's)\n"
	"  lsmbench baseline list                      what there is\n"
	"  lsmbench baseline show NAME                 its sessions, environments and cases\n"
	"  lsmbench baseline remove NAME               forget it\n"
	"\n"
	"Several sessions, each of a boot of its own, tell how much boots differ by themselves.\n"
	"\"lsmbench run --against NAME\" measures the same again and compares.\n";

static int complain(int status, const struct error *error)
{
	command_complain("%s", error->text);
	switch (status) {
	case -EINVAL:
	case -EEXIST:
	case -ENOENT:
		return EXIT_INPUT;
	case -ENOMEM:
		return EXIT_ENVIRONMENT;
	default:
		return EXIT_OUTPUT;
	}
}

static int save_file(const char *name, const char *file, bool force)
{
	char path[PATH_MAX];
	struct result result;
	struct error error = {""};
	int status = csv_read_file(file, &result, &error);

	if (status < 0) {
		command_complain("%s", error.text);
		return EXIT_INPUT;
	}
	status = baseline_save(name, &result, force, path, sizeof(path), &error);
	result_clear(&result);
	if (status < 0)
		return complain(status, &error);
	command_complain("%s saved as %s", file, path);
	return EXIT_FINE;
}

static int save(const struct text_list *arguments, bool force)
{
	const char *name = arguments->items[1];
	char last[PATH_MAX];
	struct error error;
	int status = EXIT_FINE;

	if (baseline_check_name(name, &error) < 0)
		return command_usage(error.text);
	if (arguments->count == 2) {
		if (directories_state("last.csv", last, sizeof(last), &error) < 0)
			return complain(-EIO, &error);
		return save_file(name, last, force);
	}
	for (size_t i = 2; i < arguments->count && status == EXIT_FINE; i++)
		status = save_file(name, arguments->items[i], force);
	return status;
}

/* A line on one session; the file may be damaged, which is said in place of it. */
static void print_session(const char *prefix, const char *file)
{
	struct result result;
	struct error error = {""};
	char moment[UTC_SIZE];

	fputs(prefix, stdout);
	if (csv_read_file(file, &result, &error) < 0) {
		printf("%s\n", error.text);
		return;
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
	fputc('\n', stdout);
	result_clear(&result);
}

static int list(void)
{
	struct text_list names = {0};
	struct error error = {""};
	int status = baseline_names(&names, &error);

	if (status < 0)
		return complain(status, &error);
	for (size_t i = 0; i < names.count; i++) {
		struct text_list files = {0};

		if (baseline_files(names.items[i], &files, NULL) == 0) {
			printf("%s: %zu session%s, the last ", names.items[i], files.count,
			       files.count == 1 ? "" : "s");
			print_session("", files.items[files.count - 1]);
		}
		text_list_clear(&files);
	}
	if (names.count == 0)
		command_complain("no baseline yet; \"lsmbench baseline save NAME FILE.csv\" makes "
				 "one");
	text_list_clear(&names);
	return EXIT_FINE;
}

static void print_cases(const char *file)
{
	struct result result;
	char name[2 * PATH_MAX + 64];

	if (csv_read_file(file, &result, NULL) < 0)
		return;
	puts("cases:");
	for (size_t i = 0; i < result.plan.case_count; i++) {
		plan_case_name(&result.plan, i, name, sizeof(name));
		fputs("  ", stdout);
		text_write_safe(name, stdout);
		fputc('\n', stdout);
	}
	(void)figures_write_essentials(&result, "# ", stdout, NULL);
	result_clear(&result);
}

static int show(const char *name)
{
	struct text_list files = {0};
	struct error error = {""};
	int status = baseline_files(name, &files, &error);

	if (status < 0) {
		text_list_clear(&files);
		return complain(status, &error);
	}
	for (size_t i = 0; i < files.count; i++) {
		printf("%s\n", files.items[i]);
		print_session("  ", files.items[i]);
	}
	print_cases(files.items[files.count - 1]);
	text_list_clear(&files);
	return EXIT_FINE;
}

static int forget(const char *name)
{
	struct error error = {""};
	size_t count;
	int status = baseline_remove(name, &count, &error);

	if (status < 0)
		return complain(status, &error);
	command_complain("%s removed, %zu session%s", name, count, count == 1 ? "" : "s");
	return EXIT_FINE;
}

static int dispatch(const struct text_list *arguments, bool force)
{
	const char *verb = arguments->count ? arguments->items[0] : "";

	if (strcmp(verb, "list") == 0 && arguments->count == 1)
		return list();
	if (strcmp(verb, "save") == 0 && arguments->count >= 2)
		return save(arguments, force);
	if (strcmp(verb, "show") == 0 && arguments->count == 2)
		return show(arguments->items[1]);
	if (strcmp(verb, "remove") == 0 && arguments->count == 2)
		return forget(arguments->items[1]);
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
