/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * command_export.c - "lsmbench export": result files in another format.
 */
#include <stdio.h>
#include <stdlib.h>

#include "exports/lmbench/lmbench_raw_write.h"
#include "tui/command.h"
#include "tui/exit_code.h"
#include "tui/export_input.h"
#include "tui/hook_files.h"
#include "tui/input_name.h"
#include "tui/options.h"
#include "tui/output.h"

struct request {
	char *output_file;
	char *format;
	char *variant;
	bool force;
	bool redact;
	bool exact;
	bool stats;

	struct output output;
	struct export_input *inputs;
	size_t count;
};

static const char summary[] =
	"Reads results (native CSV; - is standard input) and writes them in another format. Raw\n"
	"results of LMbench and imported figures go into its own formats, beside ours:\n\n";

static void explain(void)
{
	for (size_t i = 0; i < export_format_count; i++)
		printf("  %-11s %s%s\n", export_formats[i].name, export_formats[i].summary,
		       export_formats[i].many ? " (takes several files)" : "");
	fputs("\nWithout --format the name behind -o decides: ", stdout);
	for (size_t i = 0; i < export_format_count; i++)
		printf("%s%s", i ? ", " : "", export_formats[i].extension);
	puts("\n\n  lsmbench export --format text x.csv\n"
	     "  lsmbench export -o x.md x.csv");
}

static int read_options(struct request *request, struct options *options, int argc, char **argv)
{
	const struct command_option own[] = {
		{"format", 'f', "NAME", "the format; they are listed below",
		 .text = &request->format},
		{"output", 'o', "FILE", "write there (default: standard output)",
		 .text = &request->output_file},
		{"force", '\0', NULL,
		 "replace whatever file stands there (without: a report, or a "
		 "result by a result)",
		 .flag = &request->force},
		{"redact", '\0', NULL, "leave host, user, UUIDs and paths out",
		 .flag = &request->redact},
		{"exact", '\0', NULL, "of LMbench's formats: cut cells as its own scripts do",
		 .flag = &request->exact},
		{"stats", '\0', NULL,
		 "of LMbench's formats: add rows of each host's mean, deviation and 95% interval",
		 .flag = &request->stats},
		{"variant", '\0', "NAME",
		 "of formats that hold one variant: this one (default: the first)",
		 .text = &request->variant},
	};
	int status;

	*options = (struct options){
		.command = "lsmbench export",
		.arguments = "[OPTION...] FILE...",
		.summary = summary,
		.explain = explain,
		.own = own,
		.own_count = sizeof(own) / sizeof(own[0]),
	};
	status = options_begin(options, argc, argv);
	if (status >= 0)
		return status;
	if (options->rest.count == 0)
		return command_usage("export needs a result file: lsmbench export --format text "
				     "FILE.csv");
	return -1;
}

/* Returns -1, or an exit status. */
static int choose_output(struct request *request, size_t files)
{
	struct output *output = &request->output;
	struct error error;

	output->target = request->output_file;
	output->force = request->force;
	output->options.redact = request->redact;
	if (output_choose(output, request->format, &error) < 0)
		return command_usage(error.text);
	output_tell_format(output, request->format);
	output->options.exact = request->exact;
	output->options.stats = request->stats;
	if ((request->exact || request->stats) && !output->format->imports)
		return command_usage("--exact and --stats go with LMbench's formats: --format "
				     "lmbench");
	output->options.variant = request->variant;
	if (request->variant && !output->format->one_variant)
		return command_usage("--variant goes with --format lmbench-raw; other formats hold "
				     "all variants");
	if (files > 1 && !output->format->many) {
		command_complain("the format %s takes one file at a time, not %zu",
				 output->format->name, files);
		return EXIT_USAGE;
	}
	return -1;
}

/* Returns -1, or an exit status. */
static int check_inputs(const struct request *request, const struct text_list *files)
{
	struct error error;

	for (size_t i = 0; i < files->count; i++) {
		if (output_check_input(&request->output, files->items[i], &error) < 0) {
			command_complain("%s", error.text);
			return EXIT_OUTPUT;
		}
	}
	return -1;
}

/* Has the format a place for what was read? Returns -1, or an exit status. */
static int check_format(const struct request *request, const char *file)
{
	const struct export_format *format = request->output.format;
	const struct export_input *input = &request->inputs[request->count - 1];
	const struct export_item item = export_input_item(input);
	struct error error;

	if (export_check_item(format, &item, &error) == 0)
		return -1;
	if (input->kind != EXPORT_RECORD) {
		command_complain("%s: %s", file, error.text);
		return EXIT_USAGE;
	}
	command_complain("%s: the format %s needs samples, which LMbench does not keep; choose one "
			 "of LMbench's with --format",
			 file, format->name);
	return EXIT_USAGE;
}

/*
 * Of several variants the format may hold one only: is the one asked for there? Who asked for none
 * is told which it is. Returns -1, or an exit status.
 */
static int check_variant(const struct request *request, const char *file)
{
	const struct export_input *input = &request->inputs[request->count - 1];
	const struct plan *plan = &input->result.plan;
	char label[PLAN_LABEL_SIZE];
	struct error error;
	size_t variant;

	if (!request->output.format->one_variant || input->kind != EXPORT_RESULT)
		return -1;
	if (lmbench_raw_variant(&input->result, request->variant, &variant, &error) < 0) {
		command_complain("%s: %s", file, error.text);
		return EXIT_USAGE;
	}
	if (!request->variant && plan->variants.count > 1)
		command_complain("%s: of %zu variants this is the first, %s; --variant NAME takes "
				 "another",
				 file, plan->variants.count, plan_step_label(plan, variant, label));
	return -1;
}

/* Returns -1, or an exit status. */
static int read_inputs(struct request *request, const struct text_list *files)
{
	struct error error;
	int status = -1;

	request->inputs = calloc(files->count, sizeof(*request->inputs));
	if (!request->inputs) {
		command_complain("out of memory");
		return EXIT_ENVIRONMENT;
	}
	for (size_t i = 0; i < files->count && status < 0; i++) {
		if (export_input_read(files->items[i], request->output.format, &request->inputs[i],
				      &error) < 0) {
			command_complain("%s", error.text);
			return EXIT_INPUT;
		}
		request->count++;
		if (request->inputs[i].kind == EXPORT_FIGURES)
			input_name_print_notes(files->items[i], &request->inputs[i].input.figures,
					       false);
		status = check_format(request, files->items[i]);
		if (status < 0)
			status = check_variant(request, files->items[i]);
	}
	return status;
}

/* Does a file hold anything that the format shows? Returns -1, or an exit status. */
static int check_content(const struct request *request, const struct text_list *files)
{
	const struct export_format *format = request->output.format;

	for (size_t i = 0; i < request->count; i++) {
		const struct export_input *input = &request->inputs[i];

		if (input->kind != EXPORT_RESULT || export_holds_any(format, &input->result.plan))
			return -1;
	}
	command_complain("%s%s: holds nothing for the format %s: %s", files->items[0],
			 request->count > 1 ? " and all others" : "", format->name,
			 format->summary);
	return EXIT_INPUT;
}

static int write_items(struct request *request)
{
	struct export_item *items = calloc(request->count, sizeof(*items));
	struct error error;
	int status = EXIT_FINE;

	if (!items) {
		command_complain("out of memory");
		return EXIT_ENVIRONMENT;
	}
	for (size_t i = 0; i < request->count; i++)
		items[i] = export_input_item(&request->inputs[i]);
	if (output_write_items(&request->output, items, request->count, &error) < 0) {
		command_complain("%s", error.text);
		status = EXIT_OUTPUT;
	}
	free(items);
	return status;
}

int command_export(int argc, char **argv)
{
	struct request request = {0};
	struct options options;
	int status = read_options(&request, &options, argc, argv);

	if (status < 0)
		hook_files_leave_out(&options.rest);
	if (status < 0)
		status = choose_output(&request, options.rest.count);
	if (status < 0)
		status = check_inputs(&request, &options.rest);
	if (status < 0)
		status = read_inputs(&request, &options.rest);
	if (status < 0)
		status = check_content(&request, &options.rest);
	if (status < 0)
		status = write_items(&request);
	for (size_t i = 0; i < request.count; i++)
		export_input_clear(&request.inputs[i]);
	free(request.inputs);
	options_clear(&options);
	free(request.output_file);
	free(request.format);
	free(request.variant);
	return status;
}
