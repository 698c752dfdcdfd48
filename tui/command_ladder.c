/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * command_ladder.c - "lsmbench ladder": what each security module costs, to the instruction, in
 * kernels booted under QEMU.
 */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "tui/command.h"
#include "tui/exit_code.h"
#include "tui/ladder_dry_run.h"
#include "tui/ladder_files.h"
#include "tui/ladder_outcome.h"
#include "tui/ladder_request.h"
#include "tui/run_ladder.h"
#include "tui/signals.h"

/* What becomes of rungs while others still run. */
struct keeping {
	const struct ladder_request *request;
	struct text_list written; /* paths of the rungs that are kept */
	bool failed;              /* something could not be saved */
};

static const char summary[] =
	"Boots kernels under QEMU's instruction counter, once for each list of security modules,\n"
	"and shows what each needs more than the first, in instructions per operation: the same "
	"in\n"
	"every run, on any machine, without privilege and without a reboot. Instructions are not "
	"time.\n"
	"\n"
	"  lsmbench ladder                                      the running kernel, its modules\n"
	"  lsmbench ladder --kernel vmlinuz-6.12 --lsm capability --lsm apparmor,capability\n"
	"  lsmbench ladder --kernel OLD --kernel NEW --lsm capability -o DIR\n"
	"  lsmbench ladder --show DIR                           the table of saved rungs again\n"
	"  lsmbench ladder --kernel . --against DIR/01-capability.csv --fail-above 20\n"
	"\n"
	"The first list is what the others are compared with. It is booted twice more, with "
	"another\n"
	"seed and with an irrelevant word: what these differ by is the resolution of the table. A\n"
	"list may have words of the command line behind it (\"capability audit=1\"), and be\n"
	"\"default\". A kernel is a bzImage or the directory in which one was built.\n"
	"\n"
	"With --against the status is made for \"git bisect run\": 0 when no case needs more than\n"
	"--fail-above allows, 1 when one does; 125, which skips the commit, when its kernel "
	"cannot\n"
	"be read, does not boot or lacks a module of FILE's; 128, which ends the bisection, for\n"
	"whatever is wrong with the request or this machine: options, FILE, DIR, no QEMU or "
	"another\n"
	"than FILE's, Ctrl-C. No other status is used then.\n";

static void explain(void)
{
	puts("\nFormats:\n");
	for (size_t i = 0; i < ladder_format_count; i++)
		printf("  %-10s %s\n", ladder_formats[i].name, ladder_formats[i].summary);
}

/* What a ladder has other defaults for, and what no guest has, which
 * ladder_request.c refuses: see ladder_plan_expand. */
static const struct plan_help plan_help[] = {
	{"runs", "timed batches a pass (default 11)"},
	{"passes", "sets of runs by fresh workers (default 2)"},
	{"seed", "seed of the guests; the A/A has the one after it (default 1)"},
	{"scratch", NULL},
	{"cpu", NULL},
	{"batch", NULL},
	{"precision", NULL},
	{"time-limit", NULL},
	{"session-limit", NULL},
	{"quick", NULL},
	{"repeats", NULL},
	{"watchdog", NULL},
	{"subtract-loop", NULL},
	{"no-aa", NULL},
	{"no-controls", NULL},
	{"interval", NULL},
	{"tree", NULL},
	{"tree-files", NULL},
	{"tree-size", NULL},
	{"tree-seed", NULL},
	{"steps", NULL},
	{"cold", NULL},
	{"sync", NULL},
	{"command", NULL},
	{"prepare", NULL},
	{"cleanup", NULL},
	{"warmup", NULL},
	{"no-shell", NULL},
	{"ignore-failure", NULL},
};

static int read_options(struct ladder_request *request, struct options *options, int argc,
			char **argv)
{
	const struct command_option own[] = {
		{"kernel", 'k', "FILE",
		 "boot this bzImage, or that of this build tree (default: the running kernel's); "
		 "may be given again",
		 .list = &request->kernels},
		{"lsm", '\0', "LIST [WORDS]",
		 "a list of modules, and further words of the command line; may be given again",
		 .list = &request->lists},
		{"append", '\0', "WORDS", "further words of every command line",
		 .text = &request->append},
		{"policy", '\0', "MODULE=FILE:DOMAIN",
		 "apparmor=FILE:PROFILE, selinux=FILE:CONTEXT, ima=FILE: each list with the module "
		 "once more with it",
		 .list = &request->policies},
		{"jobs", 'j', "N", "boots at once (default: as many as CPUs)",
		 .text = &request->jobs},
		{"settle", '\0', "SECONDS", "of the guest's clock before it measures (default 5)",
		 .text = &request->settle},
		{"limit", '\0', "SECONDS",
		 "a guest that is silent for longer has hung (default 120)",
		 .text = &request->limit},
		{"no-repeats", '\0', NULL, "leave A/A and placebo out: no resolution",
		 .flag = &request->no_repeats},
		{"no-hooks", '\0', NULL, "count no hooks", .flag = &request->no_hooks},
		{"output", 'o', "DIR", "keep a result a rung, the hooks, the table and logs there",
		 .text = &request->directory},
		{"format", '\0', "NAME", "format of what is printed (default: text)",
		 .text = &request->format_name},
		{"force", '\0', NULL, "replace whatever files stand in DIR",
		 .flag = &request->force},
		{"dry-run", 'n', NULL, "say what would be booted and measured",
		 .flag = &request->dry_run},
		{"show", '\0', NULL, "show the saved ladders that follow; boot nothing",
		 .flag = &request->show},
		{"against", '\0', "FILE",
		 "boot what this rung of an earlier ladder was, and compare with it",
		 .text = &request->against.file},
		{"fail-above", '\0', "N",
		 "exit with 1 when a case needs more by N instructions, or N%, and the resolution",
		 .text = &request->against.fail_above},
		{"quiet", 'q', NULL, "show failures only", .flag = &request->quiet},
	};

	*options = (struct options){
		.command = "lsmbench ladder",
		.arguments = "[OPTION...] | --show DIR|FILE...",
		.summary = summary,
		.explain = explain,
		.own = own,
		.own_count = sizeof(own) / sizeof(own[0]),
		.with_plan = true,
		.plan_help = plan_help,
		.plan_help_count = sizeof(plan_help) / sizeof(plan_help[0]),
	};
	return options_begin(options, argc, argv);
}

/* The width of the terminal, or of a mail. */
static size_t output_width(void)
{
	struct winsize size;

	if (!isatty(STDOUT_FILENO) || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) < 0 ||
	    size.ws_col < LADDER_WIDTH)
		return LADDER_WIDTH;
	return size.ws_col;
}

/* Print on standard output. Returns an exit status. */
static int print(const struct ladder_request *request, const struct ladder_outcome *outcome)
{
	struct error error;

	if (ladder_outcome_write(outcome, request->format, output_width(), stdout, &error) == 0)
		return EXIT_FINE;
	command_complain("%s", error.text);
	return EXIT_OUTPUT;
}

/* Rungs of an earlier ladder under the numbers that a later, shorter one left free. */
static void say_left_out(const struct ladder_files *files)
{
	const struct text_list *list = &files->left_out;

	if (list->count > 0)
		command_complain("%s%s left out: not of the ladder that ran last there (name files "
				 "to show them)",
				 list->items[0], list->count > 1 ? " and others are" : " is");
}

static int show(const struct ladder_request *request, const struct text_list *paths)
{
	struct ladder_outcome outcome;
	struct ladder_files files;
	struct error error;
	int status;

	if (ladder_files_read(paths, &files, &error) < 0) {
		command_complain("%s", error.text);
		return EXIT_INPUT;
	}
	if (ladder_outcome_of_files(&files, &outcome, &error) < 0) {
		command_complain("%s", error.text);
		ladder_files_clear(&files);
		return EXIT_ENVIRONMENT;
	}
	say_left_out(&files);
	status = print(request, &outcome);
	ladder_outcome_clear(&outcome);
	ladder_files_clear(&files);
	return status;
}

/* A rung is saved when it has ended: nothing that happens to others then takes it away. */
static void keep(void *argument, const struct ladder *ladder, size_t rung)
{
	struct keeping *keeping = argument;
	const struct ladder_request *request = keeping->request;
	struct rung_status status;
	char path[PATH_MAX];
	struct error error;

	ladder_status(ladder, rung, &status);
	if (!request->directory || !status.result || status.result->sample_count == 0)
		return;
	if (ladder_files_save(request->directory, rung + 1, status.result, request->force, path,
			      sizeof(path), &error) < 0) {
		command_complain("%s", error.text);
		keeping->failed = true;
	} else if (text_list_add(&keeping->written, path) < 0) {
		keeping->failed = true;
	}
}

/* What belongs to no rung alone. */
static void keep_rest(struct keeping *keeping, const struct ladder_outcome *outcome)
{
	const struct ladder_request *request = keeping->request;
	size_t left;
	struct error error;

	if (!request->directory)
		return;
	if (ladder_outcome_save(outcome, request->directory, request->force, &error) < 0) {
		command_complain("%s", error.text);
		keeping->failed = true;
	}
	left = ladder_files_left(request->directory, &keeping->written);
	if (left > 0)
		command_complain("%s holds %zu rung%s of an earlier ladder, too: --show leaves %s "
				 "out",
				 request->directory, left, left == 1 ? "" : "s",
				 left == 1 ? "it" : "them");
}

static size_t count_failed(const struct ladder *ladder)
{
	const struct ladder_plan *plan = ladder_plan_of(ladder);
	size_t failed = 0;

	for (size_t i = 0; i < plan->rung_count; i++) {
		struct rung_status status;

		ladder_status(ladder, i, &status);
		failed += status.state == RUNG_FAILED;
	}
	return failed;
}

/* A table of which no cell is known says nothing. */
static bool has_figures(const struct ladder_outcome *outcome)
{
	for (size_t i = 0; i < outcome->count; i++) {
		const struct result *result = outcome->sources[i].result;

		if (result && result->sample_count > 0)
			return true;
	}
	return false;
}

static int judge(const struct ladder_request *request, const struct ladder_outcome *outcome,
		 size_t failed)
{
	struct ladder_table table;
	struct error error;
	int status;

	if (failed > 0) {
		command_complain("%zu of %zu rungs failed: no verdict", failed, outcome->count);
		return EXIT_UNTESTED;
	}
	if (ladder_table_make(&table, outcome->sources, outcome->count, &error) < 0) {
		command_complain("%s", error.text);
		return EXIT_ENVIRONMENT;
	}
	status = ladder_against_report(&request->against, &table, outcome->sources, stdout);
	ladder_table_clear(&table);
	return status;
}

/* Show and keep what a ladder came to. Returns the exit status. */
static int finish(struct keeping *keeping, const struct ladder *ladder)
{
	const struct ladder_request *request = keeping->request;
	size_t failed = count_failed(ladder);
	struct ladder_outcome outcome;
	struct error error;
	int status;

	if (ladder_outcome_of(ladder, &outcome, &error) < 0) {
		command_complain("%s", error.text);
		return EXIT_ENVIRONMENT;
	}
	status = EXIT_FINE;
	if (has_figures(&outcome)) {
		keep_rest(keeping, &outcome);
		status = print(request, &outcome);
	} else {
		command_complain("nothing was measured%s",
				 request->directory ? ": no table is written" : "");
	}
	if (signals_first() != 0)
		status = EXIT_INTERRUPTED;
	else if (status == EXIT_FINE && keeping->failed)
		status = EXIT_OUTPUT;
	else if (status == EXIT_FINE && request->against.file)
		status = judge(request, &outcome, failed);
	else if (status == EXIT_FINE && failed > 0)
		status = EXIT_CASES_FAILED;
	ladder_outcome_clear(&outcome);
	return status;
}

static int measure(const struct ladder_request *request)
{
	struct keeping keeping = {.request = request};
	struct ladder *ladder;
	struct error error;
	int status;

	if (request->directory && ladder_files_make_directory(request->directory, &error) < 0) {
		command_complain("%s", error.text);
		return EXIT_OUTPUT;
	}
	if (signals_start_run(&error) < 0 ||
	    run_ladder(&request->plan, request->quiet, keep, &keeping, &ladder, &error) < 0) {
		command_complain("%s", error.text);
		return EXIT_ENVIRONMENT;
	}
	status = finish(&keeping, ladder);
	text_list_clear(&keeping.written);
	ladder_close(ladder);
	return status;
}

static int run(struct ladder_request *request, const struct options *options)
{
	struct error error;
	int status = ladder_request_check(request, options);

	if (status >= 0)
		return status;
	if (request->show)
		return show(request, &options->rest);
	status = ladder_request_plan(request, options);
	if (status >= 0)
		return status;
	if (!request->dry_run)
		return measure(request);
	status = ladder_dry_run(&request->plan, request->directory, stdout, &error);
	if (status == 0)
		return EXIT_FINE;
	command_complain("%s", error.text);
	return status == -ENOTDIR ? EXIT_OUTPUT : EXIT_ENVIRONMENT;
}

/* Whether a verdict is asked for: as the words say, since a mistake in one leaves the rest unread.
 */
static bool wants_verdict(int argc, char **argv)
{
	static const char option[] = "--against";

	for (int i = 1; i < argc; i++) {
		if (strncmp(argv[i], option, sizeof(option) - 1) == 0)
			return true;
	}
	return false;
}

/*
 * "git bisect run" takes each status from 1 to 124 for a bad commit, but ends with one from 128 on:
 * a mistake in the request must not be the verdict on a kernel.
 */
static int status_for_bisection(int status)
{
	const bool is_verdict =
		status == EXIT_FINE || status == EXIT_REGRESSION || status == EXIT_UNTESTED;

	return is_verdict ? status : EXIT_NO_VERDICT;
}

int command_ladder(int argc, char **argv)
{
	struct ladder_request request = {0};
	struct options options;
	int status;

	ladder_plan_init(&request.plan);
	status = read_options(&request, &options, argc, argv);
	if (status < 0)
		status = run(&request, &options);
	options_clear(&options);
	ladder_request_clear(&request);
	if (!wants_verdict(argc, argv))
		return status;
	/* Nor must output that was lost be: it is found here, where the status can still say so. */
	if (fflush(stdout) != 0 || ferror(stdout)) {
		command_complain("cannot write to standard output");
		status = EXIT_OUTPUT;
	}
	return status_for_bisection(status);
}
