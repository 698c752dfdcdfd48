/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * command_compare.c - "lsmbench compare": the variants of a session, or sessions of several boots.
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "tui/command.h"
#include "tui/compare_as.h"
#include "tui/compare_inputs.h"
#include "tui/compare_ladder.h"
#include "tui/despite.h"
#include "tui/exit_code.h"
#include "tui/hook_files.h"
#include "tui/input_name.h"
#include "tui/options.h"
#include "tui/output.h"
#include "tui/regressions.h"

struct request {
	struct text_list base;
	struct text_list cases;
	struct text_list despite;
	struct text_list same; /* of --as */
	char *fail_above;
	char *above;
	char *output_file;
	char *format_name;
	bool single_boot;
	bool quick;
	bool force;
	bool redact;
	bool ladder;

	double fail_above_percent; /* NaN: not asked for */
	double above_percent;
	const struct compare_format *format;
	struct output output;
	struct compare_inputs inputs;
	struct text_list case_globs;
	struct text_list despite_keys;
};

static const char summary[] =
	"Shows what differs, with a verdict where one may be given. Reads results (native CSV) "
	"and\n"
	"the published text; - is standard input, FILE:HOST one host of a file with several.\n"
	"\n"
	"  lsmbench compare x.csv                  the variants of one session\n"
	"  lsmbench compare base.csv new.csv       two boots\n"
	"  lsmbench compare --base a1.csv --base a2.csv b1.csv b2.csv\n"
	"  lsmbench compare A=a1.csv,a2.csv B=b1.csv,b2.csv C=c1.csv\n"
	"  lsmbench compare --ladder *.csv         one security module more at each step\n"
	"\n"
	"Files of one boot count as one boot, others as one each.\n";

static void explain(void)
{
	puts("\nFormats:\n");
	for (size_t i = 0; i < compare_format_count; i++)
		printf("  %-10s %s\n", compare_formats[i].name, compare_formats[i].summary);
}

static int read_options(struct request *request, struct options *options, int argc, char **argv)
{
	const struct command_option own[] = {
		{"base", '\0', "FILE", "a session of the base; may be given again",
		 .list = &request->base},
		{"cases", '\0', "GLOBS", "only these cases (\"open-close*,stat FFF\")",
		 .list = &request->cases},
		{"as", '\0', "NAME=OTHER",
		 "compare the case NAME of one file as OTHER (\"dbench 4c on SMP=dbench 4c\")",
		 .list = &request->same},
		{"despite", '\0', "FIELD",
		 "compare although this field of the environment differs (or begins: \"cpu.*\")",
		 .list = &request->despite},
		{"fail-above", '\0', "PERCENT",
		 "exit with 1 when a case is slower by more, by verdict; with 4 when none has one",
		 .text = &request->fail_above},
		{"single-boot", '\0', NULL,
		 "let --fail-above act on one boot a side, beyond the spread of both",
		 .flag = &request->single_boot},
		{"quick", '\0', NULL, "one boot a side: say whether it moved beyond the spread",
		 .flag = &request->quick},
		{"above", '\0', "PERCENT", "what the headline counts (default 20)",
		 .text = &request->above},
		{"ladder", '\0', NULL,
		 "order the files by their active security modules, and show what each step added",
		 .flag = &request->ladder},
		{"format", 'f', "NAME", "the format; they are listed below",
		 .text = &request->format_name},
		{"output", 'o', "FILE", "write there (default: standard output)",
		 .text = &request->output_file},
		{"force", '\0', NULL, "replace whatever file stands there (without: a report)",
		 .flag = &request->force},
		{"redact", '\0', NULL, "leave host, user, UUIDs and paths out",
		 .flag = &request->redact},
	};

	*options = (struct options){
		.command = "lsmbench compare",
		.arguments = "[OPTION...] FILE...",
		.summary = summary,
		.explain = explain,
		.own = own,
		.own_count = sizeof(own) / sizeof(own[0]),
	};
	return options_begin(options, argc, argv);
}

/* Each item of lists may hold several words. Returns -1, or an exit status. */
static int split_words(const struct text_list *given, struct text_list *words)
{
	for (size_t i = 0; i < given->count; i++) {
		if (text_list_add_words(words, given->items[i]) < 0) {
			command_complain("out of memory");
			return EXIT_ENVIRONMENT;
		}
	}
	return -1;
}

static int choose_format(struct request *request)
{
	if (request->format_name)
		request->format = compare_format_find(request->format_name);
	else if (request->output_file)
		request->format = compare_format_of(request->output_file);
	if (request->format)
		return -1;
	if (request->format_name) {
		command_complain("--format %s: not known; \"lsmbench compare --help\" lists them",
				 request->format_name);
		return EXIT_USAGE;
	}
	request->format = &compare_formats[0];
	if (request->output_file && output_has_extension(request->output_file))
		command_complain("%s: no format is called like that, so it gets text; --format "
				 "names another",
				 request->output_file);
	return -1;
}

/* What does not go together. Returns -1, or an exit status. */
static int check_ladder(const struct request *request)
{
	if (!request->ladder)
		return -1;
	if (request->fail_above)
		return command_usage("--fail-above judges two sides, not a ladder");
	if (request->format != &compare_formats[0])
		return command_usage("--ladder writes text only");
	if (request->same.count > 0)
		return command_usage("--as is for two sides, not for a ladder");
	return -1;
}

static int check_options(struct request *request)
{
	int status = -1;

	request->fail_above_percent = NAN;
	request->above_percent = HEADLINE_ABOVE;
	if (request->fail_above)
		status = regressions_read_percent("fail-above", request->fail_above,
						  &request->fail_above_percent);
	if (status < 0 && request->above)
		status = regressions_read_percent("above", request->above, &request->above_percent);
	if (status < 0)
		status = split_words(&request->cases, &request->case_globs);
	if (status < 0)
		status = split_words(&request->despite, &request->despite_keys);
	if (status < 0)
		status = choose_format(request);
	request->output.target = request->output_file;
	request->output.force = request->force;
	request->inputs.redact = request->redact;
	return status < 0 ? check_ladder(request) : status;
}

static int write_output(const struct request *request, output_writer *writer, const void *what)
{
	struct error error = {""};
	int status = output_content(&request->output, SIGNATURE_NONE, writer, what, &error);

	if (status == 0)
		return EXIT_FINE;
	command_complain("%s", error.text);
	return status == -EINVAL ? EXIT_USAGE : EXIT_OUTPUT;
}

struct report_to_write {
	const struct compare_format *format;
	const struct compare_report *report;
};

static int write_report(const void *what, FILE *file, struct error *error)
{
	const struct report_to_write *to_write = what;

	return to_write->format->write(to_write->report, file, error);
}

/* What went wrong with what was read; error says it. Returns an exit status. */
static int complain(int status, const struct error *error)
{
	command_complain("%s", error->text);
	return status == -ENOMEM ? EXIT_ENVIRONMENT : EXIT_USAGE;
}

/* The ladder takes all files, whatever their order. */
static int compare_ladder(const struct request *request, const struct comparison_options *options)
{
	struct compare_ladder ladder = {
		.options = options,
		.above = request->above_percent,
		.format = request->format,
		.redact = request->redact,
	};
	struct error error = {""};
	int status = compare_ladder_order(&ladder, &request->inputs, &error);

	if (status == -EINVAL) {
		command_complain("%s", error.text);
		return EXIT_INPUT;
	}
	if (status < 0)
		return complain(status, &error);
	status = write_output(request, compare_ladder_write, &ladder);
	compare_ladder_clear(&ladder);
	return status;
}

static int compare_sides(const struct request *request, const struct comparison_options *options)
{
	struct report_to_write to_write = {.format = request->format};
	struct comparison comparison;
	struct compare_report report;
	struct error error = {""};
	int status = compare_inputs_compare(&request->inputs, options, request->above_percent,
					    &comparison, &report, &error);

	if (status < 0)
		return complain(status, &error);
	to_write.report = &report;
	status = write_output(request, write_report, &to_write);
	if (status == EXIT_FINE)
		status = regressions_find(&comparison, request->fail_above_percent,
					  request->single_boot);
	compare_report_clear(&report);
	comparison_clear(&comparison);
	return status;
}

static int compare(const struct request *request)
{
	const struct comparison_options options = {
		.cases = &request->case_globs,
		.despite = &request->despite_keys,
		.quick = request->quick || request->single_boot,
	};

	return request->ladder ? compare_ladder(request, &options)
			       : compare_sides(request, &options);
}

/* A ladder finds its own order. */
static int add_rungs(struct request *request, const struct text_list *arguments,
		     struct error *error)
{
	int status = 0;

	if (arguments->count < 2 || request->base.count > 0)
		return error_set(error, -EINVAL,
				 "--ladder takes two files or more, without --base: lsmbench "
				 "compare --ladder A.csv B.csv ...");
	for (size_t i = 0; i < arguments->count && status == 0; i++)
		status = compare_inputs_add(&request->inputs, "", arguments->items[i]);
	if (status == -EEXIST)
		return error_set(error, status, "--ladder: a file is given twice");
	return status < 0 ? error_set(error, status, "out of memory") : 0;
}

/* Sort the files into sides, and check that the output is none of them. -1, or an exit status. */
static int sort_files(struct request *request, const struct text_list *arguments)
{
	struct compare_inputs *inputs = &request->inputs;
	struct error error = {""};
	int status = request->ladder
			     ? add_rungs(request, arguments, &error)
			     : compare_inputs_sort(inputs, &request->base, arguments, &error);

	if (status < 0)
		return complain(status, &error);
	for (size_t i = 0; i < inputs->group_count; i++) {
		const struct text_list *files = &inputs->groups[i].files;

		for (size_t j = 0; j < files->count && status == 0; j++)
			status = output_check_input(&request->output, files->items[j], &error);
	}
	if (status == -EEXIST) {
		command_complain("%s", error.text);
		return EXIT_OUTPUT;
	}
	return status < 0 ? complain(status, &error) : -1;
}

/* Returns -1, or an exit status. */
static int read_inputs(struct request *request)
{
	struct error error = {""};
	int status = compare_inputs_read(&request->inputs, &error);

	if (status < 0) {
		command_complain("%s", error.text);
		return status == -ENOMEM   ? EXIT_ENVIRONMENT
		       : status == -EEXIST ? EXIT_USAGE
					   : EXIT_INPUT;
	}
	for (size_t i = 0; i < request->inputs.input_count; i++)
		input_name_print_notes(request->inputs.inputs[i].figures.source,
				       &request->inputs.inputs[i].figures, false);
	status = compare_as(&request->inputs, &request->same, &error);
	if (status < 0)
		return complain(status, &error);
	return despite_check(&request->despite_keys,
			     &request->inputs.inputs[0].figures.environment);
}

int command_compare(int argc, char **argv)
{
	struct request request = {0};
	struct options options;
	int status = read_options(&request, &options, argc, argv);

	if (status < 0)
		status = check_options(&request);
	if (status < 0)
		hook_files_leave_out(&options.rest);
	if (status < 0)
		status = sort_files(&request, &options.rest);
	if (status < 0)
		status = read_inputs(&request);
	if (status < 0)
		status = compare(&request);
	options_clear(&options);
	compare_inputs_clear(&request.inputs);
	text_list_clear(&request.base);
	text_list_clear(&request.cases);
	text_list_clear(&request.despite);
	text_list_clear(&request.same);
	text_list_clear(&request.case_globs);
	text_list_clear(&request.despite_keys);
	free(request.fail_above);
	free(request.above);
	free(request.output_file);
	free(request.format_name);
	return status;
}
