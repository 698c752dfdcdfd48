/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * page_compare_export.c - write the comparison that the Compare page shows to a file: the end of
 * its name says in which format.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "exports/compare/compare_export.h"
#include "exports/save.h"
#include "tui/compare_hooks.h"
#include "tui/console_state.h"
#include "tui/page_compare.h"

#define NAMES_TRIED 1000

/* ".txt .md .csv", for the prompt and for who gives another one. */
static void list_extensions(char *buffer, size_t size)
{
	size_t used = 0;
	size_t i;

	buffer[0] = '\0';
	for (i = 0; i < compare_format_count && used < size; i++)
		used += (size_t)snprintf(buffer + used, size - used, "%s%s", i > 0 ? " " : "",
					 compare_formats[i].extension);
}

static int write_report(const struct compare_report *report, const struct compare_format *format,
			const char *path, struct error *error)
{
	struct save save;
	int status = save_open(&save, path, false, error);

	if (status < 0)
		return status;
	status = format->write(report, save.file, error);
	if (status == 0)
		return save_commit(&save, error);
	save_abort(&save);
	return status;
}

/* The same comparison as the page shows, with the lines that say whose figures they are. */
static int write_files(const struct compare_model *model, const struct compare_format *format,
		       const char *path, struct error *error)
{
	const struct comparison_options options = {.despite = &model->despite};
	struct comparison comparison;
	struct compare_report report;
	int status = compare_inputs_compare(&model->inputs, &options, HEADLINE_ABOVE, &comparison,
					    &report, error);

	if (status < 0)
		return status;
	status = write_report(&report, format, path, error);
	compare_report_clear(&report);
	comparison_clear(&comparison);
	return status;
}

static int add_session(const struct console *console, struct compare_report *report,
		       struct error *error)
{
	struct figures figures;
	int status =
		figures_of_result(console_result(console), console->result_source, &figures, error);

	if (status < 0)
		return status;
	status = compare_report_about(report, "measured", &figures);
	if (status == 0)
		status = compare_hooks_add(report, &figures.environment);
	if (status == 0)
		status = compare_report_command(report, console_result(console));
	if (status == 0)
		status = compare_report_repeat(report, "", console_result(console));
	figures_clear(&figures);
	return status < 0 ? error_set(error, status, "out of memory") : 0;
}

static int write_comparison(const struct console *console, const struct compare_format *format,
			    const char *path, struct error *error)
{
	const struct compare_model *model = &console->compare_page.model;
	struct compare_report report;
	int status;

	if (model->inputs.input_count > 0)
		return write_files(model, format, path, error);
	status = compare_report_make(&model->comparison, HEADLINE_ABOVE, &report, error);
	if (status < 0)
		return status;
	status = add_session(console, &report, error);
	if (status == 0)
		status = write_report(&report, format, path, error);
	compare_report_clear(&report);
	return status;
}

static bool accept_file(struct console *console, const char *text)
{
	const struct compare_format *format = compare_format_of(text);
	char extensions[128];
	char complaint[256];
	struct error error;

	if (format == NULL) {
		list_extensions(extensions, sizeof(extensions));
		snprintf(complaint, sizeof(complaint), "end the name in one of %s", extensions);
		ask_complain(&console->ask, complaint);
		return false;
	}
	/* A new session may have begun while the question stood there. */
	if (!console->compare_page.model.valid) {
		ask_complain(&console->ask, "there is no comparison any more");
		return false;
	}
	if (write_comparison(console, format, text, &error) < 0) {
		ask_complain(&console->ask, error.text);
		return false;
	}
	console_say(console, ROLE_GOOD, "comparison written to %s", text);
	return true;
}

void page_compare_ask_file(struct console *console)
{
	char name[64] = "comparison.txt";
	char extensions[128];
	char label[96];
	int number;

	if (!console->compare_page.model.valid) {
		console_say(console, ROLE_NORMAL, "nothing has been compared yet");
		return;
	}
	for (number = 2; access(name, F_OK) == 0 && number < NAMES_TRIED; number++)
		snprintf(name, sizeof(name), "comparison-%d.txt", number);
	list_extensions(extensions, sizeof(extensions));
	snprintf(label, sizeof(label), "write to (%.60s)", extensions);
	ask_text(&console->ask, label, name, accept_file);
}
