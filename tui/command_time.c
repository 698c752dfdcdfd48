/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * command_time.c - "lsmbench time": time a command of the person's own, alone or under variants.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/text/shell_word.h"
#include "exports/command_text.h"
#include "tui/command.h"
#include "tui/dry_run.h"
#include "tui/exit_code.h"
#include "tui/options.h"
#include "tui/output.h"
#include "tui/run_output.h"
#include "tui/run_session.h"
#include "tui/run_table.h"
#include "tui/signals.h"
#include "tui/state.h"

/* What is set in the plan as it was given. */
enum setting {
	SETTING_RUNS,
	SETTING_WARMUP,
	SETTING_PREPARE,
	SETTING_CLEANUP,
	SETTING_LIMIT,
	SETTING_SCRATCH,
	SETTING_LABEL,
	SETTING_NOTE,
	SETTINGS,
};

/* A run is a pass: fresh workers each time, which is what a verdict rests on. */
static const char *const setting_keys[SETTINGS] = {
	[SETTING_RUNS] = "passes",         [SETTING_WARMUP] = "warmup",
	[SETTING_PREPARE] = "prepare",     [SETTING_CLEANUP] = "cleanup",
	[SETTING_LIMIT] = "session-limit", [SETTING_SCRATCH] = "scratch",
	[SETTING_LABEL] = "label",         [SETTING_NOTE] = "note",
};

/* Where the option has another name than the plan's key. */
static const struct {
	enum setting setting;
	const char *option;
} renamed[] = {
	{SETTING_RUNS, "runs"},
	{SETTING_LIMIT, "time-limit"},
};

struct request {
	char *settings[SETTINGS];
	struct text_list variants;
	char *output_file;
	char *format;
	bool no_controls;
	bool no_aa;
	bool no_shell;
	bool ignore_failure;
	bool dry_run;
	bool stats;
	bool force;
	bool redact;
	bool quiet;

	char *command;        /* for sh -c; malloc'ed */
	const char *one_word; /* the only word of it, if blanks are in it; else NULL */
	struct plan plan;
	struct output output;
};

static const char summary[] =
	"Runs COMMAND 3 times (10 times each where variants are compared) and says after each run "
	"what\n"
	"time(1) says: CPU time in user space and in the kernel, time elapsed, percent of a CPU, "
	"largest\n"
	"resident set. The words behind -- arrive as they are; for pipes and the like take\n"
	"-- sh -c 'COMMAND | COMMAND'. It runs where you stand, on all CPUs, with /dev/null as its "
	"input;\n"
	"its output is not shown unless it fails: then the exit status and the last of the output "
	"are,\n"
	"and the status of lsmbench is 7; with --ignore-failure such a run counts like any, and "
	"its\n"
	"status stands in the result. Whatever it leaves running is ended.\n"
	"\n"
	"Interrupted (SIGINT, SIGTERM, SIGHUP) it ends the command with all that it has started, "
	"runs no\n"
	"cleanup, says and saves what was timed so far, and exits with status 8. A time limit ends "
	"no run:\n"
	"it begins no other; timeout(1) in front of COMMAND ends one.\n"
	"\n"
	"The line \"# elements\" is about the seconds elapsed. Its variance divides by n, not by n "
	"- 1, and\n"
	"so does kernbench's stdev (--stats): both are the lines published for kernel compiles in "
	"2005.\n"
	"The result of -o also has context switches and page faults of each run, and divides by n "
	"- 1.\n"
	"\n"
	"With --variants the runs are interleaved and compared, as \"lsmbench run\" does it. Under "
	"Landlock\n"
	"the command may read and execute everything, and write below the current directory, "
	"$TMPDIR\n"
	"(or /tmp) and into devices.\n"
	"\n"
	"  lsmbench time --prepare 'make clean' -- make -j8\n"
	"  lsmbench time --variants none,landlock:1 --runs 10 -- make -j8\n";

static int read_options(struct request *request, struct options *options, int argc, char **argv)
{
	const struct command_option own[] = {
		{"runs", 'r', "N", "runs that count (default 3; with variants 10 under each)",
		 .text = &request->settings[SETTING_RUNS]},
		{"warmup", 'w', "N", "runs before them, which do not",
		 .text = &request->settings[SETTING_WARMUP]},
		{"prepare", 'p', "COMMAND", "before each run, untimed; by sh -c",
		 .text = &request->settings[SETTING_PREPARE]},
		{"cleanup", 'c', "COMMAND", "after each run, untimed, also after one that failed",
		 .text = &request->settings[SETTING_CLEANUP]},
		{"no-shell", 'N', NULL,
		 "start COMMAND itself, not by sh -c: its time and memory are not the shell's",
		 .flag = &request->no_shell},
		{"ignore-failure", 'i', NULL, "let a run count whatever its exit status",
		 .flag = &request->ignore_failure},
		{"time-limit", '\0', "TIME",
		 "begin no run after so long, from the session's start: 30s, 10min; 10 is 10s",
		 .text = &request->settings[SETTING_LIMIT]},
		{"dry-run", 'n', NULL, "say what would run and for how long",
		 .flag = &request->dry_run},
		{"variants", '\0', "LIST",
		 "confinements to compare, by comma; the first is the baseline",
		 .list = &request->variants},
		{"no-controls", '\0', NULL, "add no control case", .flag = &request->no_controls},
		{"no-aa", '\0', NULL, "leave out the baseline's comparison with itself",
		 .flag = &request->no_aa},
		{"stats", '\0', NULL, "say kernbench's \"sys average ... stdev\", too",
		 .flag = &request->stats},
		{"scratch", '\0', "DIR", "directory to work below (default $TMPDIR, else /var/tmp)",
		 .text = &request->settings[SETTING_SCRATCH]},
		{"label", '\0', "TEXT", "name of the session",
		 .text = &request->settings[SETTING_LABEL]},
		{"note", '\0', "TEXT", "a remark that goes into the result",
		 .text = &request->settings[SETTING_NOTE]},
		{"output", 'o', "FILE", "write the result there, too",
		 .text = &request->output_file},
		{"format", '\0', "NAME", "format of FILE (\"lsmbench export --help\")",
		 .text = &request->format},
		{"force", '\0', NULL, "replace whatever file stands there",
		 .flag = &request->force},
		{"redact", '\0', NULL, "leave host, user, UUIDs and paths out of what is written",
		 .flag = &request->redact},
		{"quiet", 'q', NULL, "no progress", .flag = &request->quiet},
	};

	*options = (struct options){
		.command = "lsmbench time",
		.arguments = "[OPTION...] -- COMMAND [WORD...]",
		.summary = summary,
		.own = own,
		.own_count = sizeof(own) / sizeof(own[0]),
	};
	return options_begin(options, argc, argv);
}

/* Where "--" stands, or argc. */
static int find_end(int argc, char **argv)
{
	for (int i = 1; i < argc; i++)
		if (strcmp(argv[i], "--") == 0)
			return i;
	return argc;
}

static const char *only_word(int count, char **words)
{
	return count == 1 && strchr(words[0], ' ') ? words[0] : NULL;
}

/* One command line in which the shell finds the same words again. */
static char *join_words(int count, char **words)
{
	char *text = NULL;
	size_t size;
	FILE *file = open_memstream(&text, &size);

	for (int i = 0; i < count && file; i++) {
		if (i > 0)
			fputc(' ', file);
		shell_word_write(words[i], file);
	}
	if (!file || fclose(file) != 0) {
		free(text);
		return NULL;
	}
	return text;
}

static int check_words(const struct options *options, int words)
{
	if (options->rest.count > 0) {
		command_complain("what is \"%s\"? The command stands behind -- : lsmbench time -- "
				 "COMMAND",
				 options->rest.items[0]);
		return EXIT_USAGE;
	}
	return words > 0 ? -1
			 : command_usage("there is no command to time: lsmbench time -- COMMAND");
}

/* Messages name the plan's key, which may not be the option's name. */
static void name_option(struct error *error)
{
	const struct error why = *error;

	for (size_t i = 0; i < sizeof(renamed) / sizeof(renamed[0]); i++) {
		const char *key = setting_keys[renamed[i].setting];
		const size_t length = strlen(key);

		if (strncmp(why.text, key, length) == 0 && why.text[length] == ':')
			error_set(error, 0, "%s%.700s", renamed[i].option, why.text + length);
	}
}

static int set_flags(const struct request *request, struct plan *plan, struct error *error)
{
	const struct {
		bool is_set;
		const char *key;
	} flags[] = {
		{request->no_controls, "no-controls"},
		{request->no_aa, "no-aa"},
		{request->no_shell, "no-shell"},
		{request->ignore_failure, "ignore-failure"},
	};
	int status = 0;

	for (size_t i = 0; i < sizeof(flags) / sizeof(flags[0]) && status == 0; i++)
		if (flags[i].is_set)
			status = plan_set(plan, flags[i].key, "yes", error);
	return status;
}

static int set_all(struct request *request, struct error *error)
{
	struct plan *plan = &request->plan;
	int status = plan_set(plan, "ops", "command", error);

	if (status == 0)
		status = plan_set(plan, "command", request->command, error);
	for (size_t i = 0; i < SETTINGS && status == 0; i++)
		if (request->settings[i])
			status = plan_set(plan, setting_keys[i], request->settings[i], error);
	if (status < 0)
		name_option(error);
	for (size_t i = 0; i < request->variants.count && status == 0; i++)
		status = plan_set(plan, "variants", request->variants.items[i], error);
	if (status == 0)
		status = set_flags(request, plan, error);
	return status == 0 ? plan_expand(plan, error) : status;
}

static int choose_output(struct request *request)
{
	struct output *output = &request->output;
	struct error error;

	output->target = request->output_file;
	output->force = request->force;
	output->options.redact = request->redact;
	if (!request->output_file)
		return request->format ? command_usage("--format needs -o FILE") : -1;
	if (strcmp(request->output_file, "-") == 0)
		return command_usage("-o -: standard output is for the times; name a file");
	if (output_choose(output, request->format, &error) < 0)
		return command_usage(error.text);
	if (!request->quiet)
		output_tell_format(output, request->format);
	return -1;
}

static bool has_failed(const struct result *result)
{
	for (size_t i = 0; i < plan_step_count(&result->plan); i++)
		if (result->steps[i].state == STEP_FAILED)
			return true;
	return false;
}

/* Whether a command could not be started, as the shell says it. */
static bool was_not_found(const struct result *result)
{
	for (size_t i = 0; i < plan_step_count(&result->plan); i++)
		if (result->steps[i].reason && strstr(result->steps[i].reason, "exit status 127"))
			return true;
	return false;
}

/* A run that was ended is in the result as one that failed. */
static bool has_times(const struct result *result)
{
	for (size_t i = 0; i < result->sample_count; i++)
		if (!(result->samples[i].flags & SAMPLE_FAILED))
			return true;
	return false;
}

/* Other tools take a whole shell line as one word. */
static void advise(const struct request *request, const struct result *result)
{
	if (request->one_word && was_not_found(result))
		command_complain("\"%s\" is one word, the name of a program: for a shell line take "
				 "-- sh -c %s",
				 request->one_word, request->command);
}

/* The times, and what the variants come to. */
static int show(const struct request *request, const struct result *result)
{
	struct error error;

	if (command_text_write(result, request->stats, stdout, &error) < 0) {
		command_complain("%s", error.text);
		return EXIT_OUTPUT;
	}
	if (result->plan.variants.count > 1 && result->sample_count > 0) {
		fputc('\n', stdout);
		if (run_table_write(result, request->redact, stdout, &error) < 0)
			command_complain("%s", error.text);
	}
	return EXIT_FINE;
}

static int finish(struct request *request, const struct result *result, bool broken)
{
	int status;

	if (signals_first() != 0 && !has_times(result)) {
		command_complain("interrupted before a run had ended; nothing was written");
		return EXIT_INTERRUPTED;
	}
	status = show(request, result);
	advise(request, result);
	if (status != EXIT_FINE)
		return status;
	if (request->output_file) {
		status = run_output_write(&request->output, result);
		if (status != EXIT_FINE)
			return status;
		run_output_remember(&request->output, result);
	} else if (result->sample_count > 0) {
		run_output_keep(&request->output, result, request->quiet);
	}
	if (signals_first() != 0)
		return EXIT_INTERRUPTED;
	return broken || has_failed(result) ? EXIT_CASES_FAILED : EXIT_FINE;
}

static int measure(struct request *request, struct estimate *estimate)
{
	struct result result;
	struct error error;
	bool broken;
	int status;

	if (request->output.format && output_prepare(&request->output, &error) < 0) {
		command_complain("%s", error.text);
		return EXIT_OUTPUT;
	}
	if (signals_start_run(&error) < 0 ||
	    run_session(&request->plan, estimate, request->quiet, &result, &broken, &error) < 0) {
		command_complain("%s", error.text);
		status = EXIT_ENVIRONMENT;
	} else {
		if (broken)
			command_complain("%s", error.text);
		(void)state_save_estimate(estimate, NULL);
		status = finish(request, &result, broken);
		result_clear(&result);
	}
	output_close(&request->output);
	return status;
}

static int run(struct request *request)
{
	struct estimate estimate;
	struct error error;
	int status;

	if (!request->command)
		return command_usage("out of memory");
	if (set_all(request, &error) < 0)
		return command_usage(error.text);
	status = choose_output(request);
	if (status < 0)
		status = run_output_check_variants(&request->plan);
	if (status >= 0)
		return status;
	state_load_estimate(&estimate);
	if (request->dry_run) {
		dry_run_write(&request->plan, &estimate, stdout);
		status = EXIT_FINE;
	} else {
		status = measure(request, &estimate);
	}
	estimate_clear(&estimate);
	return status;
}

static void clear(struct request *request)
{
	for (size_t i = 0; i < SETTINGS; i++)
		free(request->settings[i]);
	text_list_clear(&request->variants);
	free(request->output_file);
	free(request->format);
	free(request->command);
	plan_clear(&request->plan);
}

int command_time(int argc, char **argv)
{
	/* popt would swallow "--" and go on behind it: everything there is the command's. */
	const int end = find_end(argc, argv);
	const int words = end < argc ? argc - end - 1 : 0;
	struct request request = {0};
	struct options options;
	int status;

	plan_init(&request.plan);
	status = read_options(&request, &options, end, argv);
	if (status < 0)
		status = check_words(&options, words);
	if (status < 0) {
		request.command = join_words(words, argv + end + 1);
		request.one_word = only_word(words, argv + end + 1);
		status = run(&request);
	}
	options_clear(&options);
	clear(&request);
	return status;
}
