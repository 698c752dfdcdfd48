/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * command_run.c - "lsmbench run": measure without the console.
 */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/plan/plan_reader.h"
#include "exports/ended.h"
#include "tui/against.h"
#include "tui/against_passes.h"
#include "tui/command.h"
#include "tui/dry_run.h"
#include "tui/exit_code.h"
#include "tui/options.h"
#include "tui/output.h"
#include "tui/plan_commands.h"
#include "tui/plan_file.h"
#include "tui/progress.h"
#include "tui/run_output.h"
#include "tui/run_session.h"
#include "tui/run_table.h"
#include "tui/signals.h"
#include "tui/state.h"
#include "tui/text.h"

/* What a person gets who gave neither file nor format and sits at a terminal. */
#define TERMINAL_FORMAT "markdown"

struct request {
	char *plan_file;
	char *output_file;
	char *format;
	bool dry_run;
	bool run_commands;
	bool force;
	bool redact;
	bool quiet;
	struct against against;

	struct plan plan;
	struct output output;
	bool keep_last; /* the terminal gets a table: keep the samples, too */
};

static const char summary[] =
	"Measures what the options select; without any, the published suite of 47 cases. The "
	"result\n"
	"goes to standard output as native CSV, or to the file of -o in the format that its name "
	"or\n"
	"--format says. On a terminal, without -o and --format, a table is shown instead and the\n"
	"native CSV is kept as last.csv in the state directory (see \"lsmbench help\"); of "
	"several\n"
	"variants the table is that of \"lsmbench compare\".\n"
	"Progress goes to standard error. Interrupted (SIGINT, SIGTERM, SIGHUP) it saves what was\n"
	"measured so far, marked partial, and exits with status 8. A case that this machine "
	"cannot\n"
	"measure is skipped, with the reason: that is no failure, and the status is 0 unless "
	"every\n"
	"case was.\n"
	"\n"
	"  lsmbench run --ops stat,open-close --depths 1,4,8 -o x.csv\n"
	"  lsmbench run --quick -o after.csv\n"
	"  lsmbench run --plan x.csv -o again.csv     measures again what x.csv holds\n"
	"  lsmbench run --quick --against before      the check after a kernel change\n"
	"\n"
	"Options beside --plan replace what it says under the same key; one that chooses "
	"operations\n"
	"(suite, ops, cases) starts the whole selection anew, one of paths, depths and path "
	"replaces\n"
	"these three.\n";

static int read_options(struct request *request, struct options *options, int argc, char **argv)
{
	const struct command_option own[] = {
		{"plan", '\0', "FILE",
		 "take the plan of a plan file or a result; - is standard input",
		 .text = &request->plan_file},
		{"dry-run", 'n', NULL, "say what would run and for how long",
		 .flag = &request->dry_run},
		{"run-commands", '\0', NULL,
		 "start also the commands that the file of --plan names (exec:..., command)",
		 .flag = &request->run_commands},
		{"output", 'o', "FILE", "write there; - is standard output",
		 .text = &request->output_file},
		{"format", '\0', "NAME", "format of what is written (\"lsmbench export --help\")",
		 .text = &request->format},
		{"force", '\0', NULL,
		 "replace whatever file stands there (without: a report, or a "
		 "result by a result)",
		 .flag = &request->force},
		{"redact", '\0', NULL, "leave host, user, UUIDs and paths out of what is written",
		 .flag = &request->redact},
		{"quiet", 'q', NULL, "show failures only", .flag = &request->quiet},
		{"against", '\0', "NAME",
		 "measure what the baseline NAME measured, and show the comparison",
		 .text = &request->against.name},
		{"despite", '\0', "FIELD", "compare although this field of the environment differs",
		 .list = &request->against.despite},
		{"fail-above", '\0', "PERCENT",
		 "exit with 1 when a case is slower by more, by verdict; with 4 when none has one",
		 .text = &request->against.fail_above},
		{"single-boot", '\0', NULL,
		 "let --fail-above act on one boot, beyond the spread of the sessions",
		 .flag = &request->against.single_boot},
	};
	int status;

	*options = (struct options){
		.command = "lsmbench run",
		.arguments = "[OPTION...]",
		.summary = summary,
		.own = own,
		.own_count = sizeof(own) / sizeof(own[0]),
		.with_plan = true,
	};
	status = options_begin(options, argc, argv);
	if (status >= 0)
		return status;
	if (options->rest.count > 0) {
		command_complain("run takes options only; what is \"%s\"? (--ops %s, --plan %s?)",
				 options->rest.items[0], options->rest.items[0],
				 options->rest.items[0]);
		return EXIT_USAGE;
	}
	return -1;
}

/* The file to take the plan from, unless another was named that of the baseline's last session. */
static const char *plan_file(const struct request *request)
{
	const struct text_list *files = &request->against.files;

	if (request->plan_file || files->count == 0)
		return request->plan_file;
	return files->items[files->count - 1];
}

/* Was the session's plan to be made quick? Then its own counts do not stand. */
static void drop_counts(const struct options *options, struct plan *plan)
{
	for (size_t i = 0; i < options->plan_option_count; i++) {
		if (strcmp(options->plan_options[i].key->name, "quick") == 0) {
			plan->runs = 0;
			plan->precision = 0;
		}
	}
}

/* An option replaces all that the file says under its key: then a person typed it. */
static bool is_typed(const struct options *options, const char *command)
{
	const char *key = plan_commands_key(command);

	for (size_t i = 0; i < options->plan_option_count; i++) {
		if (strcmp(options->plan_options[i].key->name, key) == 0)
			return true;
	}
	return false;
}

/*
 * A file may come from anybody, and a variant by exec starts whatever command it names, as some
 * operations do: that takes a word of the person's own. Returns -1, or an exit status.
 */
static int check_commands(const struct request *request, const struct options *options)
{
	const char *file = plan_file(request);
	struct text_list list = {0};
	int status = -1;

	if (!file || request->run_commands)
		return -1;
	if (plan_commands_add(&request->plan, &list) < 0)
		status = command_usage("out of memory");
	for (size_t i = 0; i < list.count && status < 0; i++) {
		if (is_typed(options, list.items[i]))
			continue;
		command_complain("%s wants to start a command: %.600s; if you trust it, add "
				 "--run-commands",
				 strcmp(file, "-") == 0 ? "standard input" : file, list.items[i]);
		status = EXIT_USAGE;
	}
	text_list_clear(&list);
	return status;
}

/*
 * As many passes as a check needs, where nobody typed another number: what a baseline's plan says
 * was meant for a session alone. 0 or -EINVAL with a line.
 */
static int choose_passes(struct request *request, const struct options *options,
			 struct error *error)
{
	size_t passes =
		request->against.name ? against_passes(&request->against, &request->plan) : 0;

	for (size_t i = 0; i < options->plan_option_count && passes > 0; i++)
		if (strcmp(options->plan_options[i].key->name, "passes") == 0)
			passes = 0;
	if (passes == 0)
		return 0;
	if (!request->quiet)
		command_complain("%zu passes instead of %u, so that the cases can be decided "
				 "against the baseline %s (--passes N: another number)",
				 passes, request->plan.passes, request->against.name);
	plan_unexpand(&request->plan);
	request->plan.passes = (uint32_t)passes;
	return plan_expand(&request->plan, error);
}

/* The plan of file and options, expanded. Returns -1, or an exit status. */
static int make_plan(struct request *request, const struct options *options)
{
	struct error error;
	int status;

	request->against.redact = request->redact;
	status = against_prepare(&request->against);

	if (status >= 0)
		return status;
	if (plan_file(request) && plan_file_read(&request->plan, plan_file(request), &error) < 0) {
		command_complain("%s", error.text);
		return EXIT_INPUT;
	}
	if (request->against.name) {
		/* Another seed: the order of a session is part of its chance. */
		request->plan.seed = 0;
		drop_counts(options, &request->plan);
	}
	if (options_apply(options, &request->plan, &error) < 0 ||
	    plan_expand(&request->plan, &error) < 0 ||
	    plan_reader_check(&request->plan, &error) < 0)
		return command_usage(error.text);
	status = against_check_plan(&request->against, &request->plan);
	if (status < 0 && choose_passes(request, options, &error) < 0)
		return command_usage(error.text);
	return status < 0 ? check_commands(request, options) : status;
}

/* What redact.h puts in the place of paths. */
#define REDACTED "/redacted/"

/* A file of the person's own must be there; the other objects are made. */
static bool is_missing(const char *option, const char *path)
{
	if (access(path, F_OK) == 0)
		return false;
	if (strncmp(path, REDACTED, strlen(REDACTED)) == 0)
		command_complain("--%s %s: the plan is of a redacted result, whose paths are left "
				 "out; give this one with --%s FILE",
				 option, path, option);
	else
		command_complain("--%s %s: %s; name a file that %s", option, path,
				 error_words(errno), errno == EACCES ? "you can reach" : "exists");
	return true;
}

/* Returns -1, or an exit status. */
static int check_own_files(const struct plan *plan)
{
	for (size_t i = 0; i < plan->own_paths.count; i++) {
		if (is_missing("path", plan->own_paths.items[i]))
			return EXIT_ENVIRONMENT;
	}
	if (plan->default_file[0] && is_missing("default-path", plan->default_file))
		return EXIT_ENVIRONMENT;
	return -1;
}

static int choose_output(struct request *request)
{
	struct output *output = &request->output;
	const char *format = request->format;
	struct error error;

	output->target = request->output_file;
	output->force = request->force;
	output->options.redact = request->redact;
	/* Standard output is for the comparison. */
	if (request->against.name && !request->output_file) {
		request->keep_last = true;
		return format ? command_usage("--format with --against needs -o FILE") : -1;
	}
	if (!request->output_file && !format && isatty(STDOUT_FILENO)) {
		request->keep_last = true;
		format = TERMINAL_FORMAT;
	}
	if (output_choose(output, format, &error) < 0)
		return command_usage(error.text);
	if (!request->quiet)
		output_tell_format(output, format);
	return run_output_check_format(output, &request->plan);
}

static bool has_failed_cases(const struct result *result)
{
	for (size_t i = 0; i < plan_step_count(&result->plan); i++) {
		if (result->steps[i].state == STEP_FAILED)
			return true;
	}
	return false;
}

/* This machine can measure none of the cases. */
static bool are_all_skipped(const struct result *result)
{
	for (size_t i = 0; i < plan_step_count(&result->plan); i++) {
		if (result->steps[i].state != STEP_SKIPPED)
			return false;
	}
	return true;
}

/* On a terminal several variants are shown as what they cost. Whether that could be written. */
static bool show_comparison(const struct request *request, const struct result *result)
{
	return request->keep_last && run_table_write(result, request->redact, stdout, NULL) == 0;
}

/* Save what was measured. Returns an exit status: 0, or that the output failed. */
static int output_result(struct request *request, const struct result *result)
{
	const bool shown = (request->against.name && !request->output_file) ||
			   show_comparison(request, result);
	int status = shown ? EXIT_FINE : run_output_write(&request->output, result);

	if (status != EXIT_FINE)
		return status;
	if (shown || request->keep_last)
		run_output_keep(&request->output, result, request->quiet);
	else
		run_output_remember(&request->output, result);
	return EXIT_FINE;
}

/* A limit that took runs away from a case is told where no table tells it. */
static void tell_early(const struct result *result)
{
	struct ended_list list;

	if (ended_find(result, &list) < 0)
		return;
	for (size_t i = 0; i < list.count; i++) {
		char words[ENDED_WORDS_SIZE];

		if (list.items[i].state != STEP_EARLY || !list.items[i].reason)
			continue;
		command_complain("%s: %s",
				 ended_words(&list.items[i], plan_step_count(&result->plan),
					     "figures", words),
				 list.items[i].reason);
	}
	ended_clear(&list);
}

static void tell_end(const struct request *request, const struct result *result, double seconds)
{
	char duration[32];

	if (request->quiet || !request->output_file)
		return;
	tell_early(result);
	text_duration(duration, sizeof(duration), seconds);
	command_complain("%zu samples in %s: %s", result->sample_count, duration,
			 request->output_file);
}

static double seconds_of(const struct result *result)
{
	return result->ended > result->started ? (double)(result->ended - result->started) : 0;
}

/* Save and report what a session came to. Returns the exit status. */
static int finish(struct request *request, const struct result *result, bool broken)
{
	int status;

	/* Why a case failed is worth as much as a sample. */
	if (signals_first() != 0 && result->sample_count == 0 && !has_failed_cases(result)) {
		command_complain("interrupted before anything was measured; nothing was written");
		return EXIT_INTERRUPTED;
	}
	status = output_result(request, result);
	if (status != EXIT_FINE)
		return status;
	tell_end(request, result, seconds_of(result));
	if (signals_first() != 0)
		return EXIT_INTERRUPTED;
	if (broken)
		return EXIT_CASES_FAILED;
	if (are_all_skipped(result)) {
		command_complain("nothing can be measured here: every case was skipped");
		return EXIT_ENVIRONMENT;
	}
	if (request->against.name)
		status = against_report(&request->against, result);
	if (!has_failed_cases(result))
		return status;
	command_complain("some cases failed; the reasons stand above and in the result");
	return EXIT_CASES_FAILED;
}

/* The output must not take the place of what the session is repeated from or compared with. */
static int check_inputs(const struct request *request, struct error *error)
{
	const struct text_list *base = &request->against.files;
	int status = 0;

	if (request->plan_file)
		status = output_check_input(&request->output, request->plan_file, error);
	for (size_t i = 0; i < base->count && status == 0; i++)
		status = output_check_input(&request->output, base->items[i], error);
	return status;
}

static int measure(struct request *request, struct estimate *estimate)
{
	struct result result;
	struct error error;
	bool broken;
	int status;

	if (request->output.format &&
	    (check_inputs(request, &error) < 0 || output_prepare(&request->output, &error) < 0)) {
		command_complain("%s", error.text);
		return EXIT_OUTPUT;
	}
	against_warn(&request->against, &request->plan);
	if (request->against.name && !request->quiet)
		against_warn_passes(&request->against, &request->plan);
	if (signals_start_run(&error) < 0 ||
	    run_session(&request->plan, estimate, request->quiet, &result, &broken, &error) < 0) {
		output_close(&request->output);
		command_complain("%s", error.text);
		return EXIT_ENVIRONMENT;
	}
	if (broken)
		command_complain("%s", error.text);
	/* An estimate that cannot be kept is no reason to disturb anybody. */
	(void)state_save_estimate(estimate, NULL);
	status = finish(request, &result, broken);
	output_close(&request->output);
	result_clear(&result);
	return status;
}

static int run(struct request *request, const struct options *options)
{
	struct estimate estimate;
	int status = make_plan(request, options);

	if (status < 0)
		status = choose_output(request);
	if (status < 0)
		status = check_own_files(&request->plan);
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

int command_run(int argc, char **argv)
{
	struct request request = {0};
	struct options options;
	int status;

	plan_init(&request.plan);
	status = read_options(&request, &options, argc, argv);
	if (status < 0)
		status = run(&request, &options);
	options_clear(&options);
	plan_clear(&request.plan);
	against_clear(&request.against);
	free(request.plan_file);
	free(request.output_file);
	free(request.format);
	return status;
}
