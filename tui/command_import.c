/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * command_import.c - "lsmbench import": published text made a file of figures.
 */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "exports/csv/figures_csv.h"
#include "tui/command.h"
#include "tui/exit_code.h"
#include "tui/input_name.h"
#include "tui/options.h"
#include "tui/output.h"

struct request {
	char *output_file;
	bool force;
	bool verbose;
};

static const char summary[] =
	"Reads the published suite's text (\"Simple stat median=...\"), also quoted and wrapped "
	"in a\n"
	"mail (- is standard input), LMbench's raw results and its printed summaries, tables of\n"
	"fsopbench, of kernel compilations and of dbench, tbench, reaim and kernbench, and lines "
	"of\n"
	"time(1), and writes\n"
	"their figures as CSV: medians, and means, intervals, variances and runs where they are\n"
	"said. There are no samples and no environment in it, and the file says so; \"lsmbench\n"
	"compare\" takes it, as it takes the text itself.\n"
	"\n"
	"  lsmbench import -o dac.csv mail.txt\n"
	"  lsmbench import -o one.csv table.txt:HOST   of several hosts in a file, this one\n";

static int read_options(struct request *request, struct options *options, int argc, char **argv)
{
	const struct command_option own[] = {
		{"output", 'o', "FILE", "write there (default: standard output)",
		 .text = &request->output_file},
		{"force", '\0', NULL, "overwrite also a file that is no result of lsmbench",
		 .flag = &request->force},
		{"verbose", 'v', NULL,
		 "list every line that was left out, and what is no figure of a case",
		 .flag = &request->verbose},
	};
	int status;

	*options = (struct options){
		.command = "lsmbench import",
		.arguments = "[OPTION...] FILE",
		.summary = summary,
		.own = own,
		.own_count = sizeof(own) / sizeof(own[0]),
	};
	status = options_begin(options, argc, argv);
	if (status >= 0)
		return status;
	if (options->rest.count != 1)
		return command_usage("import takes one file: lsmbench import -o FILE.csv TEXT");
	return -1;
}

static int write_figures(const void *what, FILE *file, struct error *error)
{
	return figures_csv_write(what, file, error);
}

/* Returns an exit status. */
static int write_output(const struct output *output, const struct input *input, const char *word)
{
	struct error error = {""};

	if (input->result) {
		command_complain("%s is a result already, with its samples: there is nothing to "
				 "import",
				 word);
		return EXIT_INPUT;
	}
	if (output_content(output, SIGNATURE_FIGURES, write_figures, &input->figures, &error) == 0)
		return EXIT_FINE;
	command_complain("%s", error.text);
	return EXIT_OUTPUT;
}

/* What is kept without being a figure of a case. */
static void print_unassigned(const char *word, const struct figures *figures, bool verbose)
{
	const struct text_list *values = &figures->unassigned;

	if (values->count > 0 && !verbose)
		command_complain("%s: %zu value%s kept as unassigned, no figure of a case; "
				 "--verbose lists them",
				 word, values->count, values->count == 1 ? " is" : "s are");
	for (size_t i = 0; verbose && i < values->count; i++)
		command_complain("%s: unassigned: %s", word, values->items[i]);
}

static int import(const struct request *request, const char *word)
{
	const struct output output = {.target = request->output_file, .force = request->force};
	struct error error = {""};
	struct input input;
	int status = output_check_input(&output, word, &error);

	if (status < 0) {
		command_complain("%s", error.text);
		return status == -EEXIST ? EXIT_OUTPUT : EXIT_ENVIRONMENT;
	}
	if (input_name_read(word, &input, &error) < 0) {
		command_complain("%s", error.text);
		return EXIT_INPUT;
	}
	input_name_print_notes(word, &input.figures, request->verbose);
	print_unassigned(word, &input.figures, request->verbose);
	status = write_output(&output, &input, word);
	input_clear(&input);
	return status;
}

int command_import(int argc, char **argv)
{
	struct request request = {0};
	struct options options;
	int status = read_options(&request, &options, argc, argv);

	if (status < 0)
		status = import(&request, options.rest.items[0]);
	options_clear(&options);
	free(request.output_file);
	return status;
}
