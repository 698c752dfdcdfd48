/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * console_files.c - from the files that were chosen to what the Compare page shows of them.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "exports/signature.h"
#include "tui/compare_ladder.h"
#include "tui/console_files.h"
#include "tui/console_state.h"
#include "tui/input_name.h"
#include "tui/path_probe.h"

/* Reading big files takes the memory bandwidth that a worker is measured with. */
static bool may_read(struct console *console)
{
	if (!console_is_measuring(console))
		return true;
	console_say(console, ROLE_ALARM,
		    "a session is running: files can be compared when it has ended");
	return false;
}

/* What is asked for may be FILE:HOST. */
static int probe(const char *word, struct error *error)
{
	struct input_name name = {0};
	int status = path_probe_file(word, error);

	if (status == 0)
		status = input_name_split(word, &name, error);
	if (status < 0)
		return status;
	if (name.host != NULL)
		status = path_probe_file(name.path, error);
	input_name_clear(&name);
	return status;
}

/* compare_inputs_read, but nothing that holds its reader up is read. */
static int read_inputs(struct compare_inputs *inputs, struct error *error)
{
	int status = 0;
	size_t i;
	size_t j;

	for (i = 0; i < inputs->group_count; i++)
		for (j = 0; j < inputs->groups[i].files.count && status == 0; j++)
			status = probe(inputs->groups[i].files.items[j], error);
	return status < 0 ? status : compare_inputs_read(inputs, error);
}

/* Whether the file begins as those that lsmbench writes, which may be long. */
static bool begins_as_ours(const char *path)
{
	char text[SIGNATURE_SIZE];
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	ssize_t count = fd < 0 ? -1 : read(fd, text, sizeof(text));
	enum signature kind = count > 0 ? signature_of(text, (size_t)count) : SIGNATURE_NONE;

	if (fd >= 0)
		close(fd);
	return kind == SIGNATURE_RESULT || kind == SIGNATURE_FIGURES;
}

int console_check_result(const struct console *console, const char *word, struct error *error)
{
	struct input input;
	int status = probe(word, error);

	if (status < 0 || console_is_measuring(console) || begins_as_ours(word))
		return status;
	status = input_name_read(word, &input, error);
	if (status == 0)
		input_clear(&input);
	return status;
}

/* What was marked when it still was a result: without it, the rest can be compared. */
static int read_marked(const struct file_choice *choice, struct compare_inputs *inputs,
		       struct error *error)
{
	int status = read_inputs(inputs, error);
	struct error why = *error;

	if (status < 0 && file_choice_marked(choice) > 0)
		error_set(error, status, "%s (Space on its row unmarks it)", why.text);
	return status;
}

static void say_notes(struct console *console, const struct compare_inputs *inputs)
{
	size_t i;

	for (i = 0; i < inputs->input_count; i++) {
		const struct figures *figures = &inputs->inputs[i].figures;

		if (figures->notes.count > 0)
			console_say(console, ROLE_NOTE, "%s: %s", figures->source,
				    figures->notes.items[0]);
	}
}

void console_say_if_same(struct console *console, const struct compare_inputs *inputs)
{
	size_t i;
	size_t j;

	for (i = 0; i < inputs->input_count; i++)
		for (j = i + 1; j < inputs->input_count; j++) {
			const struct input *a = &inputs->inputs[i];
			const struct input *b = &inputs->inputs[j];

			if (strcmp(a->figures.source, b->figures.source) != 0 &&
			    !(a->result != NULL && b->result != NULL &&
			      result_equal(a->result, b->result)))
				continue;
			console_say(console, ROLE_ALARM,
				    "a session cannot differ from itself: %s and %s are the same",
				    a->figures.source, b->figures.source);
			return;
		}
}

/* Takes over what is in inputs, or says why it cannot be shown. */
static int show(struct console *console, struct compare_inputs *inputs, struct error *error)
{
	if (inputs->input_count == 1 && !compare_model_can(inputs->inputs[0].result))
		return error_set(error, -EINVAL,
				 "%s holds one variant: mark it as the base (a) and another file "
				 "to compare with it (b)",
				 inputs->inputs[0].figures.source);
	page_compare_files(console, inputs);
	console_show_page(console, PAGE_COMPARE);
	say_notes(console, &console->compare_page.model.inputs);
	console_say_if_same(console, &console->compare_page.model.inputs);
	return 0;
}

void console_compare_chosen(struct console *console)
{
	const struct files_page *page = &console->files_page;
	struct compare_inputs inputs = {0};
	struct error error;
	int status;

	if (!may_read(console))
		return;
	status = file_choice_sort(&page->choice, page->selected, &inputs, &error);
	if (status == 0)
		status = read_marked(&page->choice, &inputs, &error);
	if (status == 0)
		status = show(console, &inputs, &error);
	if (status < 0)
		console_say(console, ROLE_ALARM, "%s", error.text);
	compare_inputs_clear(&inputs);
}

/* The Files page lists whole paths; what cannot be found there keeps its name. */
static int mark_file(struct file_choice *choice, const char *word, int group)
{
	struct input_name name = {0};
	struct error ignored;
	char *full;
	char *path = NULL;
	int status = input_name_split(word, &name, &ignored);

	if (status < 0)
		return status;
	full = realpath(name.path, NULL);
	if (asprintf(&path, "%s%s%s", full != NULL ? full : name.path, name.host != NULL ? ":" : "",
		     name.host != NULL ? name.host : "") < 0)
		status = -ENOMEM;
	else
		status = text_list_add(&choice->groups[group], path);
	free(path);
	free(full);
	input_name_clear(&name);
	return status;
}

void console_mark_compared(struct console *console, const struct compare_inputs *inputs)
{
	struct file_choice *choice = &console->files_page.choice;
	int status = 0;
	size_t i;
	size_t j;

	/* One group is a ladder or one session's variants; more than seven have no letters. */
	if (inputs->group_count < 2 || inputs->group_count > CHOICE_GROUPS)
		return;
	for (i = 0; i < inputs->group_count; i++)
		for (j = 0; j < inputs->groups[i].files.count && status == 0; j++)
			status = mark_file(choice, inputs->groups[i].files.items[j], (int)i);
	if (status < 0)
		console_say(console, ROLE_ALARM, "out of memory");
}

/* Move the sessions of a rung from where they were read to a group of its own. */
static int move_rung(const struct rung *rung, struct compare_inputs *from,
		     struct compare_inputs *to)
{
	int status = 0;
	size_t i;
	size_t j;

	for (i = 0; i < rung->count && status == 0; i++) {
		for (j = 0; &from->inputs[j].figures != rung->sessions[i];)
			j++;
		status = compare_inputs_add(to, rung->name, from->groups[0].files.items[j]);
		if (status < 0)
			break;
		to->inputs[to->input_count++] = from->inputs[j];
		from->inputs[j] = (struct input){.result = NULL};
		figures_init(&from->inputs[j].figures);
	}
	return status;
}

/* A group for each rung, from few modules to many. */
static int group_by_rung(const struct rungs *rungs, struct compare_inputs *read,
			 struct compare_inputs *groups)
{
	int status = 0;
	size_t i;

	groups->inputs = calloc(read->input_count, sizeof(*groups->inputs));
	if (groups->inputs == NULL)
		return -ENOMEM;
	for (i = 0; i < rungs->count && status == 0; i++)
		status = move_rung(&rungs->items[i], read, groups);
	return status;
}

/* What was read into groups, and the ladder as "lsmbench compare --ladder" writes it; malloc'ed. */
static int make_ladder(struct compare_inputs *read, struct compare_inputs *groups, char **text,
		       struct error *error)
{
	const struct comparison_options options = {0};
	struct compare_ladder ladder = {
		.options = &options, .above = HEADLINE_ABOVE, .format = &compare_formats[0]};
	size_t size = 0;
	FILE *file;
	int status = compare_ladder_order(&ladder, read, error);

	if (status < 0)
		return status;
	file = open_memstream(text, &size);
	if (file != NULL)
		status = compare_ladder_write(&ladder, file, error);
	if (file == NULL || fclose(file) != 0 ||
	    (status == 0 && group_by_rung(&ladder.rungs, read, groups) < 0))
		status = error_set(error, -ENOMEM, "out of memory");
	compare_ladder_clear(&ladder);
	return status;
}

void console_compare_ladder(struct console *console)
{
	struct compare_inputs read = {0};
	struct compare_inputs groups = {0};
	char *text = NULL;
	struct error error;
	int status;

	if (!may_read(console))
		return;
	status = file_choice_sort_ladder(&console->files_page.choice, &read, &error);
	if (status == 0)
		status = read_marked(&console->files_page.choice, &read, &error);
	if (status == 0)
		status = make_ladder(&read, &groups, &text, &error);
	if (status == 0)
		status = show(console, &groups, &error);
	if (status == 0)
		page_compare_show_ladder(console, text);
	else
		console_say(console, ROLE_ALARM, "%s", error.text);
	free(text);
	compare_inputs_clear(&read);
	compare_inputs_clear(&groups);
}

void console_compare_variants(struct console *console)
{
	const struct result *result = console_result(console);

	if (!compare_model_can(result)) {
		console_say(console, ROLE_NORMAL,
			    "no session with several variants is open: the Plan page picks them");
		return;
	}
	if (console->compare_page.model.result != result)
		page_compare_show(console, result, console_is_measuring(console));
	console_show_page(console, PAGE_COMPARE);
}
