/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * command_import.c - "lsmbench import": published text made a file of figures.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exports/figures_csv.h"
#include "exports/input_read.h"
#include "exports/save.h"
#include "tui/command.h"
#include "tui/exit_code.h"
#include "tui/options.h"

struct request {
	char *output_file;
	bool force;
};

static const char summary[] =
	"Reads the published suite's text (\"Simple stat median=...\"), also quoted and wrapped "
	"in a\n"
	"mail (- is standard input), and writes its figures as CSV: medians, means, intervals,\n"
	"variances, runs of each pass. There are no samples and no environment in it, and the "
	"file\n"
	"says so; \"lsmbench compare\" takes it, as it takes the text itself.\n"
	"\n"
	"  lsmbench import -o dac.csv mail.txt\n";

static int read_options(struct request *request, struct options *options, int argc, char **argv)
{
	const struct command_option own[] = {
		{"output", 'o', "FILE", "write there (default: standard output)",
		 .text = &request->output_file},
		{"force", '\0', NULL, "overwrite also a file that is no result of lsmbench",
		 .flag = &request->force},
	};
	enum options_outcome status;
	struct error error;

	*options = (struct options){
		.command = "lsmbench import",
		.arguments = "[OPTION...] FILE",
		.summary = summary,
		.own = own,
		.own_count = sizeof(own) / sizeof(own[0]),
	};
	status = options_read(options, argc, argv, &error);
	options->own = NULL;
	if (status != OPTIONS_GO)
		return status == OPTIONS_DONE ? EXIT_FINE : command_usage(error.text);
	if (options->rest.count != 1)
		return command_usage("import takes one file: lsmbench import -o FILE.csv TEXT");
	return -1;
}

static int write_figures(const struct request *request, const struct figures *figures)
{
	bool to_output = !request->output_file || strcmp(request->output_file, "-") == 0;
	struct error error = {""};
	struct save save;
	int status;

	signal(SIGPIPE, SIG_IGN);
	if (to_output) {
		status = figures_csv_write(figures, stdout, &error);
	} else {
		status = save_open_as(&save, request->output_file, SIGNATURE_FIGURES,
				      request->force, &error);
		if (status == 0) {
			status = figures_csv_write(figures, save.file, &error);
			if (status == 0)
				status = save_commit(&save, &error);
			else
				save_abort(&save);
		}
	}
	if (status < 0)
		command_complain("%s", error.text);
	return status < 0 ? EXIT_OUTPUT : EXIT_FINE;
}

static int import(const struct request *request, const char *path)
{
	struct error error = {""};
	struct input input;
	int status;

	if (input_read(path, NULL, &input, &error) < 0) {
		command_complain("%s", error.text);
		return EXIT_INPUT;
	}
	for (size_t i = 0; i < input.figures.notes.count; i++)
		command_complain("%s: %s", path, input.figures.notes.items[i]);
	if (input.result) {
		command_complain("%s is a result already, with its samples: there is nothing to "
				 "import",
				 path);
		status = EXIT_INPUT;
	} else {
		status = write_figures(request, &input.figures);
	}
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
