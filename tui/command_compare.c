/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * command_compare.c - "lsmbench compare": the variants of a session, or sessions of several boots.
 */
#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exports/save.h"
#include "tui/command.h"
#include "tui/compare_inputs.h"
#include "tui/compare_ladder.h"
#include "tui/exit_code.h"
#include "tui/options.h"
#include "tui/regressions.h"

struct request {
	struct text_list base;
	struct text_list cases;
	struct text_list despite;
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
	struct compare_inputs inputs;
	struct text_list case_globs;
	struct text_list despite_keys;
};

/* The help's text with the table of formats; malloc'ed. */
static char *make_summary(void)
{
	char *text = NULL;
	size_t size;
	FILE *file = open_memstream(&text, &size);

	if (!file)
		return NULL;
	fputs("Shows what differs, with a verdict where one may be given. Reads results (native "
	      "CSV) and\nthe published text; - is standard input.\n\n"
	      "  lsmbench compare x.csv                  the variants of one session\n"
	      "  lsmbench compare base.csv new.csv       two boots\n"
	      "  lsmbench compare --base a1.csv --base a2.csv b1.csv b2.csv\n"
	      "  lsmbench compare A=a1.csv,a2.csv B=b1.csv,b2.csv C=c1.csv\n"
	      "  lsmbench compare --ladder *.csv         one security module more at each step\n\n"
	      "Each file counts as one boot. Formats:\n\n",
	      file);
	for (size_t i = 0; i < compare_format_count; i++)
		fprintf(file, "  %-10s %s\n", compare_formats[i].name, compare_formats[i].summary);
	fputs("\n", file);
	if (fclose(file) == 0)
		return text;
	free(text);
	return NULL;
}

static int read_options(struct request *request, struct options *options, int argc, char **argv)
{
	const struct command_option own[] = {
		{"base", '\0', "FILE", "a session of the base; may be given again",
		 .list = &request->base},
		{"cases", '\0', "GLOBS", "only these cases (\"open-close*,stat FFF\")",
		 .list = &request->cases},
		{"despite", '\0', "FIELD",
		 "compare although this field of the environment differs (or begins: \"cpu.*\")",
		 .list = &request->despite},
		{"fail-above", '\0', "PERCENT",
		 "exit with 1 when a case is slower by more, by verdict",
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
	char *summary = make_summary();
	enum options_outcome status;
	struct error error;

	*options = (struct options){
		.command = "lsmbench compare",
		.arguments = "[OPTION...] FILE...",
		.summary = summary ? summary : "",
		.own = own,
		.own_count = sizeof(own) / sizeof(own[0]),
	};
	status = options_read(options, argc, argv, &error);
	options->own = NULL;
	options->summary = NULL;
	free(summary);
	if (status != OPTIONS_GO)
		return status == OPTIONS_DONE ? EXIT_FINE : command_usage(error.text);
	return -1;
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
	return status < 0 ? choose_format(request) : status;
}

/* Writes to file what was asked for. 0 or negative errno with a message. */
typedef int write_content(const struct request *request, const void *what, FILE *file,
			  struct error *error);

static int write_report(const struct request *request, const void *what, FILE *file,
			struct error *error)
{
	return request->format->write(what, file, error);
}

static int write_to_file(const struct request *request, write_content *content, const void *what,
			 struct error *error)
{
	struct save save = {0};
	int status = save_open(&save, request->output_file, request->force, error);

	if (status < 0)
		return status;
	status = content(request, what, save.file, error);
	if (status == 0)
		return save_commit(&save, error);
	save_abort(&save);
	return status;
}

static int write_output(const struct request *request, write_content *content, const void *what)
{
	bool to_output = !request->output_file || strcmp(request->output_file, "-") == 0;
	struct error error = {""};
	int status;

	signal(SIGPIPE, SIG_IGN);
	if (to_output)
		status = content(request, what, stdout, &error);
	else
		status = write_to_file(request, content, what, &error);
	if (status == 0)
		return EXIT_FINE;
	command_complain("%s", error.text);
	return status == -EINVAL ? EXIT_INPUT : EXIT_OUTPUT;
}

/* The ladder takes all files, whatever their order; what is its options. */
static int write_ladder(const struct request *request, const void *what, FILE *file,
			struct error *error)
{
	return compare_ladder_write(&request->inputs, what, request->above_percent, request->format,
				    file, error);
}

static int compare_ladder(struct request *request)
{
	const struct comparison_options options = {
		.cases = &request->case_globs,
		.despite = &request->despite_keys,
		.quick = request->quick || request->single_boot,
	};

	if (!isnan(request->fail_above_percent))
		return command_usage("--fail-above judges two sides, not a ladder");
	if (request->format != &compare_formats[0])
		return command_usage("--ladder writes text only");
	return write_output(request, write_ladder, &options);
}

static int compare_and_write(struct request *request)
{
	const struct comparison_options options = {
		.cases = &request->case_globs,
		.despite = &request->despite_keys,
		.quick = request->quick || request->single_boot,
	};
	struct comparison comparison;
	struct compare_report report;
	struct error error = {""};
	int status = compare_inputs_compare(&request->inputs, &options, request->above_percent,
					    &comparison, &report, &error);

	if (status < 0) {
		command_complain("%s", error.text);
		return status == -ENOMEM ? EXIT_ENVIRONMENT : EXIT_INPUT;
	}
	status = write_output(request, write_report, &report);
	if (status == EXIT_FINE)
		status = regressions_find(&comparison, request->fail_above_percent,
					  request->single_boot);
	compare_report_clear(&report);
	comparison_clear(&comparison);
	return status;
}

/* A ladder finds its own order. */
static int sort_files(struct request *request, const struct text_list *arguments,
		      struct error *error)
{
	int status = arguments->count ? 0 : -EINVAL;

	if (!request->ladder)
		return compare_inputs_sort(&request->inputs, &request->base, arguments, error);
	if (status < 0)
		return error_set(error, status, "--ladder needs files");
	for (size_t i = 0; i < arguments->count && status == 0; i++)
		status = compare_inputs_add(&request->inputs, "", arguments->items[i]);
	return status < 0 ? error_set(error, status,
				      "--ladder: out of memory, or a file is given "
				      "twice")
			  : 0;
}

static int read_inputs(struct request *request, const struct text_list *arguments)
{
	struct error error = {""};

	request->inputs.redact = request->redact;
	if (sort_files(request, arguments, &error) < 0)
		return command_usage(error.text);
	if (compare_inputs_read(&request->inputs, &error) < 0) {
		command_complain("%s", error.text);
		return EXIT_INPUT;
	}
	for (size_t i = 0; i < request->inputs.input_count; i++) {
		const struct figures *figures = &request->inputs.inputs[i].figures;

		for (size_t j = 0; j < figures->notes.count; j++)
			command_complain("%s: %s", figures->source, figures->notes.items[j]);
	}
	return -1;
}

int command_compare(int argc, char **argv)
{
	struct request request = {0};
	struct options options;
	int status = read_options(&request, &options, argc, argv);

	if (status < 0)
		status = check_options(&request);
	if (status < 0)
		status = read_inputs(&request, &options.rest);
	if (status < 0)
		status = request.ladder ? compare_ladder(&request) : compare_and_write(&request);
	options_clear(&options);
	compare_inputs_clear(&request.inputs);
	text_list_clear(&request.base);
	text_list_clear(&request.cases);
	text_list_clear(&request.despite);
	text_list_clear(&request.case_globs);
	text_list_clear(&request.despite_keys);
	free(request.fail_above);
	free(request.above);
	free(request.output_file);
	free(request.format_name);
	return status;
}
