/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * command_hooks.c - "lsmbench hooks": which security hooks operations call, and how often.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/counting/count_refusal.h"
#include "exports/csv/hooks_csv.h"
#include "exports/hooks_text.h"
#include "tui/command.h"
#include "tui/exit_code.h"
#include "tui/hooks_guest.h"
#include "tui/hooks_kept.h"
#include "tui/hooks_live.h"
#include "tui/options.h"
#include "tui/output.h"
#include "tui/signals.h"

static const char summary[] =
	"Counts which hooks of the security framework each operation calls, and how often in an\n"
	"iteration: of the running kernel, which takes root and tracefs, or with --kernel in a\n"
	"guest that boots another one, as any user. Without a selection the published suite, or "
	"in\n"
	"a guest what \"lsmbench ladder\" measures. The counts are printed; -o writes them as "
	"CSV.\n"
	"They are kept in the state directory, where \"lsmbench compare\" finds them.\n"
	"\n"
	"  lsmbench hooks --kernel /boot/vmlinuz-6.12 --ops stat,open-close --depths 1,4,8\n"
	"  lsmbench hooks --ops stat\n"
	"\n"
	"A hook is counted at its security_...() function, whichever modules are active. Counts "
	"need\n"
	"no runs and no passes: what says how to measure is refused. Operations that time "
	"themselves\n"
	"(walk, fsx, together, ...) have no batches to count over and are left out.\n";

/* The keys of a plan that say which cases there are. */
static const char *const choosing[] = {
	"suite",     "ops",   "paths",   "depths",       "path",        "dirs",  "descriptors",
	"processes", "cpus",  "of",      "working-sets", "file-sizes",  "sizes", "strides",
	"pages",     "cases", "clients", "writers",      "default-path"};

/* And those that say where; without a guest only. */
static const char *const placing[] = {"scratch", "cpu"};

struct request {
	char *kernel;
	char *lsm;
	char *append;
	char *output_file;
	bool force;
	bool quiet;
	struct plan plan;
	struct ladder_plan ladder; /* with a kernel */
};

static bool is_among(const char *const *names, size_t count, const char *name)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(names[i], name) == 0)
			return true;
	return false;
}

static bool chooses(const char *key)
{
	return is_among(choosing, sizeof(choosing) / sizeof(choosing[0]), key);
}

static bool places(const char *key)
{
	return is_among(placing, sizeof(placing) / sizeof(placing[0]), key);
}

/* What would do nothing is hidden from the help; there is room for all of a plan's keys. */
static size_t hide_from_help(struct plan_help *help)
{
	size_t count = 0;

	for (size_t i = 0; i < plan_key_count; i++)
		if (!chooses(plan_keys[i].name) && !places(plan_keys[i].name))
			help[count++] = (struct plan_help){plan_keys[i].name, NULL};
	return count;
}

static int begin(struct options *options, int argc, char **argv)
{
	struct plan_help *help = calloc(plan_key_count, sizeof(*help));
	int status;

	if (!help) {
		command_complain("out of memory");
		return EXIT_ENVIRONMENT;
	}
	options->plan_help = help;
	options->plan_help_count = hide_from_help(help);
	status = options_begin(options, argc, argv);
	options->plan_help = NULL;
	options->plan_help_count = 0;
	free(help);
	return status;
}

static int read_options(struct request *request, struct options *options, int argc, char **argv)
{
	const struct command_option own[] = {
		{"kernel", '\0', "VMLINUZ", "boot this image, or that of this build tree",
		 .text = &request->kernel},
		{"lsm", '\0', "LIST", "modules that the guest is asked for (usual: capability)",
		 .text = &request->lsm},
		{"append", '\0', "WORDS", "further words of the guest's command line",
		 .text = &request->append},
		{"output", 'o', "FILE", "write the counts there as CSV; - is standard output",
		 .text = &request->output_file},
		{"force", '\0', NULL, "replace whatever file stands there",
		 .flag = &request->force},
		{"quiet", 'q', NULL, "show failures only", .flag = &request->quiet},
	};
	int status;

	*options = (struct options){
		.command = "lsmbench hooks",
		.arguments = "[OPTION...]",
		.summary = summary,
		.own = own,
		.own_count = sizeof(own) / sizeof(own[0]),
		.with_plan = true,
	};
	status = begin(options, argc, argv);
	if (status < 0 && options->rest.count > 0)
		return command_usage("hooks takes options only (--kernel VMLINUZ, --ops LIST)");
	return status;
}

/* Options that would do nothing. Returns -1, or an exit status. */
static int check_options(const struct request *request, const struct options *options)
{
	char message[200];

	for (size_t i = 0; i < options->plan_option_count; i++) {
		const char *key = options->plan_options[i].key->name;

		if (chooses(key) || (places(key) && !request->kernel))
			continue;
		if (places(key))
			snprintf(message, sizeof(message),
				 "--%s is for counting in this kernel: a guest has one CPU and a "
				 "file system of its own",
				 key);
		else if (strcmp(key, "variants") == 0)
			snprintf(message, sizeof(message),
				 "hooks are counted without variants: leave --variants out");
		else
			snprintf(message, sizeof(message),
				 "--%s says how to measure, and hooks are counted: leave it out",
				 key);
		return command_usage(message);
	}
	return -1;
}

/* The guest's part of the request. Returns -1, or an exit status. */
static int make_guest(struct request *request)
{
	struct kernel_image image;
	struct error error;
	const struct hooks_guest guest = {
		.image = &image,
		.lsm = request->lsm ? request->lsm : "capability",
		.append = request->append ? request->append : "",
	};
	int status = kernel_image_read(request->kernel, &image, &error);

	if (status < 0) {
		command_complain("%s", error.text);
		return status == -ENOMEM ? EXIT_ENVIRONMENT : EXIT_INPUT;
	}
	status = hooks_guest_plan(&request->plan, &guest, &request->ladder, &error);
	kernel_image_clear(&image);
	if (status == 0)
		return -1;
	command_complain("%s", error.text);
	return status == -ENOMEM ? EXIT_ENVIRONMENT : EXIT_USAGE;
}

/* Returns -1, or an exit status. */
static int make_plan(struct request *request, const struct options *options)
{
	const struct plan *plan = request->kernel ? &request->ladder.plan : &request->plan;
	struct error error;
	int status = check_options(request, options);

	if (status >= 0)
		return status;
	if (options_apply(options, &request->plan, &error) < 0)
		return command_usage(error.text);
	if (!request->kernel && (request->lsm || request->append))
		return command_usage("--lsm and --append are for a guest: add --kernel VMLINUZ");
	request->plan.no_controls = true;
	if (request->kernel)
		status = make_guest(request);
	else if (plan_expand(&request->plan, &error) < 0)
		status = command_usage(error.text);
	if (status < 0 && count_refusal_of_all(plan, &error) < 0)
		status = command_usage(error.text);
	return status;
}

/* The exit status for why nothing was counted. */
static int give_up(const struct request *request, int status, const struct error *error)
{
	bool refused = status == -EPERM || status == -EACCES || status == -ENOENT;

	if (status == -EINTR) {
		command_complain("interrupted before all was counted; nothing was written");
		return EXIT_INTERRUPTED;
	}
	if (!request->kernel && refused)
		command_complain("%s; --kernel VMLINUZ counts in a guest, as any user",
				 error->text);
	else
		command_complain("%s", error->text);
	return EXIT_ENVIRONMENT;
}

static int count(struct request *request, struct hook_table *table, size_t *failed,
		 struct error *error)
{
	*failed = 0;
	if (request->kernel)
		return hooks_guest_count(&request->ladder, request->quiet, table, error);
	return hooks_live_count(&request->plan, table, failed, error);
}

static int write_csv(const void *table, FILE *file, struct error *error)
{
	return hooks_csv_write(table, file, error);
}

/* Returns an exit status. */
static int show(const struct request *request, const struct hook_table *table)
{
	const struct output output = {.target = request->output_file, .force = request->force};
	const char *target = request->output_file;
	struct error error;
	int status = 0;

	if (hooks_kept_save(table, &error) < 0)
		command_complain("the counts are not kept: %s", error.text);
	if (target)
		status = output_content(&output, SIGNATURE_HOOKS, write_csv, table, &error);
	if (status == 0 && (!target || strcmp(target, "-") != 0) && !request->quiet)
		status = hooks_text_write(table, HOOKS_TEXT_WIDTH, stdout, &error);
	if (status == 0)
		return EXIT_FINE;
	command_complain("%s", error.text);
	return EXIT_OUTPUT;
}

static int run(struct request *request)
{
	struct hook_table table = {0};
	struct error error = {""};
	size_t failed = 0;
	int status = signals_start_run(&error);

	if (status == 0)
		status = count(request, &table, &failed, &error);
	if (status < 0) {
		status = give_up(request, status, &error);
	} else {
		status = show(request, &table);
		if (status == EXIT_FINE && failed > 0)
			status = EXIT_CASES_FAILED;
	}
	hook_table_clear(&table);
	return status;
}

int command_hooks(int argc, char **argv)
{
	struct request request = {0};
	struct options options;
	int status;

	plan_init(&request.plan);
	ladder_plan_init(&request.ladder);
	status = read_options(&request, &options, argc, argv);
	if (status < 0)
		status = make_plan(&request, &options);
	if (status < 0)
		status = run(&request);
	options_clear(&options);
	plan_clear(&request.plan);
	ladder_plan_clear(&request.ladder);
	free(request.kernel);
	free(request.lsm);
	free(request.append);
	free(request.output_file);
	return status;
}
