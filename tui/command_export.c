/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * command_export.c - "lsmbench export": result files in another format.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "exports/csv_read.h"
#include "fixtures/text_show.h"
#include "tui/command.h"
#include "tui/exit_code.h"
#include "tui/input_name.h"
#include "tui/options.h"
#include "tui/output.h"

struct request {
	char *output_file;
	char *format;
	bool force;
	bool redact;

	struct output output;
	struct result *results;
	size_t count;
};

static const char summary[] =
	"Reads results (native CSV; - is standard input) and writes them in another format:\n\n";

static void explain(void)
{
	for (size_t i = 0; i < export_format_count; i++)
		printf("  %-10s %s%s\n", export_formats[i].name, export_formats[i].summary,
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

/* What can be compared but not exported: say so instead of what the reader of results says. */
static void explain_refusal(const char *word, struct error *error)
{
	char shown[TEXT_SHOW_SIZE];
	struct input input;
	struct error why;
	int status;

	/* Standard input has been read. */
	if (strcmp(word, "-") == 0)
		return;
	status = input_name_read(word, &input, &why);
	/* The same words, or what is wrong with a host. */
	if (status < 0 && access(word, F_OK) < 0)
		*error = why;
	if (status < 0)
		return;
	error_set(error, -EINVAL,
		  "%s holds printed figures without samples, which only \"lsmbench compare\" and "
		  "\"lsmbench import\" take",
		  text_show(word, strlen(word), shown));
	input_clear(&input);
}

/* Returns -1, or an exit status. */
static int read_results(struct request *request, const struct text_list *files)
{
	struct error error;

	request->results = calloc(files->count, sizeof(*request->results));
	if (!request->results) {
		command_complain("out of memory");
		return EXIT_ENVIRONMENT;
	}
	for (size_t i = 0; i < files->count; i++) {
		if (csv_read_file(files->items[i], &request->results[i], &error) < 0) {
			explain_refusal(files->items[i], &error);
			command_complain("%s", error.text);
			return EXIT_INPUT;
		}
		request->count++;
	}
	return -1;
}

static int write_results(struct request *request)
{
	const struct result **pointers = calloc(request->count, sizeof(const struct result *));
	struct error error;
	int status = EXIT_FINE;

	if (!pointers) {
		command_complain("out of memory");
		return EXIT_ENVIRONMENT;
	}
	for (size_t i = 0; i < request->count; i++)
		pointers[i] = &request->results[i];
	if (output_write(&request->output, pointers, request->count, &error) < 0) {
		command_complain("%s", error.text);
		status = EXIT_OUTPUT;
	}
	free(pointers);
	return status;
}

int command_export(int argc, char **argv)
{
	struct request request = {0};
	struct options options;
	int status = read_options(&request, &options, argc, argv);

	if (status < 0)
		status = choose_output(&request, options.rest.count);
	if (status < 0)
		status = check_inputs(&request, &options.rest);
	if (status < 0)
		status = read_results(&request, &options.rest);
	if (status < 0)
		status = write_results(&request);
	for (size_t i = 0; i < request.count; i++)
		result_clear(&request.results[i]);
	free(request.results);
	options_clear(&options);
	free(request.output_file);
	free(request.format);
	return status;
}
