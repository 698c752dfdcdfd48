/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * compare_inputs.c - from the words of a command line to a comparison.
 */
#include "tui/compare_inputs.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "exports/compare/compare_redact.h"
#include "tui/compare_hooks.h"
#include "tui/input_name.h"

static struct compare_group_files *find_group(struct compare_inputs *inputs, const char *name)
{
	for (size_t i = 0; i < inputs->group_count; i++) {
		if (strcmp(inputs->groups[i].name, name) == 0)
			return &inputs->groups[i];
	}
	return NULL;
}

static struct compare_group_files *add_group(struct compare_inputs *inputs, const char *name)
{
	struct compare_group_files *groups =
		realloc(inputs->groups, (inputs->group_count + 1) * sizeof(*groups));
	struct compare_group_files *group;

	if (!groups)
		return NULL;
	inputs->groups = groups;
	group = &groups[inputs->group_count];
	*group = (struct compare_group_files){.name = strdup(name)};
	if (!group->name)
		return NULL;
	inputs->group_count++;
	return group;
}

int compare_inputs_add(struct compare_inputs *inputs, const char *name, const char *file)
{
	struct compare_group_files *group = find_group(inputs, name);

	if (!group)
		group = add_group(inputs, name);
	if (!group)
		return -ENOMEM;
	/* A session counted twice would pass for two boots. */
	if (text_list_has(&group->files, file))
		return -EEXIST;
	return text_list_add(&group->files, file);
}

/* Is argument NAME=FILE rather than a file whose name has a "=" in it? */
static bool is_named(const char *argument)
{
	static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
				      "0123456789_.-";
	size_t length = strspn(argument, letters);

	return length > 0 && argument[length] == '=' && access(argument, F_OK) != 0;
}

static int twice(struct error *error)
{
	return error_set(error, -EEXIST,
			 "a file is given twice on one side: a session counts once");
}

/* The message of compare_inputs_add. */
static int explain(int status, struct error *error)
{
	if (status == -EEXIST)
		return twice(error);
	return status < 0 ? error_set(error, status, "out of memory") : 0;
}

static int add_named(struct compare_inputs *inputs, const char *argument, struct error *error)
{
	struct text_list files = {0};
	char *copy = strdup(argument);
	char *list = copy ? strchr(copy, '=') : NULL;
	int status = -ENOMEM;

	if (list) {
		*list++ = '\0';
		status = text_list_add_words(&files, list);
	}
	if (status == 0 && files.count == 0)
		status = error_set(error, -EINVAL,
				   "%s= names no file; name one or more: %s=FILE[,FILE...]", copy,
				   copy);
	for (size_t i = 0; i < files.count && status == 0; i++)
		status = explain(compare_inputs_add(inputs, copy, files.items[i]), error);
	if (status == -ENOMEM)
		error_set(error, status, "out of memory");
	text_list_clear(&files);
	free(copy);
	return status;
}

/* "x" of "/some/where/x.csv", the host of "FILE:HOST", in buffer. */
static int short_name(const char *word, char *buffer, size_t size, struct error *error)
{
	struct input_name name;
	int status = input_name_split(word, &name, error);
	const char *slash;
	char *dot;

	if (status < 0)
		return status;
	slash = strrchr(name.path, '/');
	snprintf(buffer, size, "%s", name.host ? name.host : slash ? slash + 1 : name.path);
	dot = name.host ? NULL : strrchr(buffer, '.');
	if (dot && dot > buffer)
		*dot = '\0';
	input_name_clear(&name);
	return 0;
}

static int add_plain(struct compare_inputs *inputs, const struct text_list *base,
		     const struct text_list *others, struct error *error)
{
	char base_name[256];
	char name[256];
	/* Files are named after themselves when that tells the sides apart. */
	int status = short_name(base->items[0], base_name, sizeof(base_name), error);

	if (status == 0)
		status = short_name(others->items[0], name, sizeof(name), error);
	if (status < 0)
		return status;
	/* A file's name, or a host's, may name a person. */
	if (inputs->redact || base->count > 1 || others->count > 1 ||
	    strcmp(base_name, name) == 0) {
		snprintf(base_name, sizeof(base_name), "base");
		snprintf(name, sizeof(name), "new");
	}
	for (size_t i = 0; i < base->count && status == 0; i++)
		status = compare_inputs_add(inputs, base_name, base->items[i]);
	for (size_t i = 0; i < others->count && status == 0; i++)
		status = compare_inputs_add(inputs, name, others->items[i]);
	return explain(status, error);
}

/* BASE NEW: the first is the base, without copying the list. */
static int add_first_and_rest(struct compare_inputs *inputs, const struct text_list *arguments,
			      struct error *error)
{
	const struct text_list base = {arguments->items, 1};
	const struct text_list others = {arguments->items + 1, arguments->count - 1};

	if (arguments->count == 1)
		return explain(compare_inputs_add(inputs, "", arguments->items[0]), error);
	return add_plain(inputs, &base, &others, error);
}

static int no_second(const char *name, struct error *error)
{
	return error_set(error, -EINVAL,
			 "there is no second group to compare %.100s with; name one: %.100s=FILE "
			 "OTHER=FILE",
			 name, name);
}

int compare_inputs_sort(struct compare_inputs *inputs, const struct text_list *base,
			const struct text_list *arguments, struct error *error)
{
	size_t named = 0;
	int status = 0;

	if (arguments->count == 0)
		return error_set(error, -EINVAL,
				 "compare needs files: lsmbench compare BASE.csv NEW.csv, or one "
				 "file with several variants");
	for (size_t i = 0; i < arguments->count; i++)
		named += is_named(arguments->items[i]);
	if (named > 0 && (named < arguments->count || base->count > 0))
		return error_set(error, -EINVAL,
				 "name all groups (A=FILE B=FILE) or none (BASE NEW, --base FILE "
				 "NEW)");
	for (size_t i = 0; i < named && status == 0; i++)
		status = add_named(inputs, arguments->items[i], error);
	if (named > 0 && status == 0 && inputs->group_count < 2)
		return no_second(inputs->groups[0].name, error);
	if (named > 0)
		return status;
	if (base->count > 0)
		return add_plain(inputs, base, arguments, error);
	return add_first_and_rest(inputs, arguments, error);
}

/* The file's name may name a person. */
static int hide_source(struct input *input, size_t number, struct error *error)
{
	char source[32];
	char *copy;

	snprintf(source, sizeof(source), "file %zu", number);
	copy = strdup(source);
	if (!copy)
		return error_set(error, -ENOMEM, "out of memory");
	free(input->figures.source);
	input->figures.source = copy;
	/* So may what a mail says of its hosts. */
	text_list_clear(&input->figures.labels);
	return 0;
}

/* Under another name it is the same session still. first is the group's first input. */
static int check_unique(const struct compare_inputs *inputs, size_t first, struct error *error)
{
	const struct input *last = &inputs->inputs[inputs->input_count - 1];

	for (size_t i = first; last->result && i + 1 < inputs->input_count; i++) {
		const struct input *other = &inputs->inputs[i];

		if (other->result && result_equal(other->result, last->result))
			return error_set(error, -EEXIST,
					 "%s: the same session as %s; it counts once on one side",
					 last->figures.source, other->figures.source);
	}
	return 0;
}

static int read_file(struct compare_inputs *inputs, const char *file, size_t first,
		     struct error *error)
{
	struct input *input = &inputs->inputs[inputs->input_count];
	int status = input_name_read(file, input, error);

	if (status < 0)
		return status;
	inputs->input_count++;
	status = check_unique(inputs, first, error);
	if (status == 0 && inputs->redact)
		status = hide_source(input, inputs->input_count, error);
	return status;
}

static int read_all(struct compare_inputs *inputs, struct error *error)
{
	size_t count = 0;
	int status = 0;

	for (size_t i = 0; i < inputs->group_count; i++)
		count += inputs->groups[i].files.count;
	inputs->inputs = calloc(count ? count : 1, sizeof(*inputs->inputs));
	if (!inputs->inputs)
		return error_set(error, -ENOMEM, "out of memory");
	for (size_t i = 0; i < inputs->group_count; i++) {
		const struct text_list *files = &inputs->groups[i].files;
		size_t first = inputs->input_count;

		for (size_t j = 0; j < files->count && status == 0; j++)
			status = read_file(inputs, files->items[j], first, error);
	}
	return status;
}

/* FILE:VARIANT of each, as if a person had named them. */
static int add_variants(struct compare_inputs *inputs, const char *file,
			const struct text_list *variants)
{
	int status = 0;

	for (size_t i = 0; i < variants->count && status == 0; i++) {
		char *word;

		if (asprintf(&word, "%s:%s", file, variants->items[i]) < 0)
			return -ENOMEM;
		status = compare_inputs_add(inputs, variants->items[i], word);
		free(word);
	}
	return status;
}

/* What was printed of several variants and stands in one file is compared like several files. */
static int split_variants(struct compare_inputs *inputs, struct error *error)
{
	const char *file = inputs->groups[0].files.items[0];
	struct compare_inputs split = {.redact = inputs->redact};
	struct text_list variants = {0};
	int status = figures_variants(&inputs->inputs[0].figures, &variants);

	if (status == 0 && variants.count > 1 && strcmp(file, "-") == 0)
		status = error_set(error, -EINVAL,
				   "standard input holds %zu variants: save it, then compare "
				   "FILE:%.100s FILE:%.100s",
				   variants.count, variants.items[0], variants.items[1]);
	if (status == 0 && variants.count > 1) {
		status = add_variants(&split, file, &variants);
		if (status == 0)
			status = read_all(&split, error);
		if (status == 0) {
			compare_inputs_clear(inputs);
			*inputs = split;
		} else {
			compare_inputs_clear(&split);
		}
	}
	text_list_clear(&variants);
	return status == -ENOMEM ? error_set(error, status, "out of memory") : status;
}

int compare_inputs_read(struct compare_inputs *inputs, struct error *error)
{
	int status = read_all(inputs, error);

	if (status == 0 && inputs->input_count == 1 && !inputs->inputs[0].result)
		status = split_variants(inputs, error);
	return status;
}

static int compare_groups(const struct compare_inputs *inputs,
			  const struct comparison_options *options, struct comparison *comparison,
			  struct error *error)
{
	struct comparison_group *groups = calloc(inputs->group_count, sizeof(*groups));
	const struct figures **sessions = calloc(inputs->input_count, sizeof(void *));
	size_t next = 0;
	int status;

	if (!groups || !sessions) {
		free(groups);
		free(sessions);
		return error_set(error, -ENOMEM, "out of memory");
	}
	for (size_t i = 0; i < inputs->input_count; i++)
		sessions[i] = &inputs->inputs[i].figures;
	for (size_t i = 0; i < inputs->group_count; i++) {
		groups[i].name = inputs->groups[i].name;
		groups[i].sessions = &sessions[next];
		groups[i].count = inputs->groups[i].files.count;
		next += groups[i].count;
	}
	status = compare_sessions(groups, inputs->group_count, options, comparison, error);
	free(groups);
	free(sessions);
	return status;
}

static int compare_one(const struct compare_inputs *inputs,
		       const struct comparison_options *options, struct comparison *comparison,
		       struct error *error)
{
	const struct input *input = &inputs->inputs[0];

	if (!input->result)
		return error_set(error, -EINVAL,
				 "%s: published text holds one variant; name a second file to "
				 "compare it with",
				 input->figures.source);
	return compare_variants_of(input->result, options->cases, comparison, error);
}

/* The commands behind a group's sessions; who wants no paths and names told gets none. */
static int describe_commands(const struct compare_inputs *inputs, const char *group, size_t first,
			     size_t count, struct compare_report *report)
{
	bool is_repeated = false;
	int status = 0;

	for (size_t i = first; i < first + count && status == 0 && !inputs->redact; i++) {
		const struct result *result = inputs->inputs[i].result;

		if (!result)
			continue;
		status = compare_report_command(report, result);
		if (status == 0 && !is_repeated)
			status = compare_report_repeat(report, group, result);
		is_repeated = true;
	}
	return status;
}

static int describe(const struct compare_inputs *inputs, struct compare_report *report)
{
	size_t next = 0;
	int status = 0;

	for (size_t i = 0; i < inputs->group_count && status == 0; i++) {
		const struct compare_group_files *group = &inputs->groups[i];
		const size_t first = next;

		for (size_t j = 0; j < group->files.count && status == 0; j++)
			status = compare_report_about(report,
						      group->name[0] ? group->name : "measured",
						      &inputs->inputs[next++].figures);
		if (status == 0)
			status =
				describe_commands(inputs, group->name, first, next - first, report);
	}
	if (status == 0 && next > 0)
		status = compare_hooks_add(report, &inputs->inputs[0].figures.environment);
	return status;
}

int compare_inputs_compare(const struct compare_inputs *inputs,
			   const struct comparison_options *options, double above,
			   struct comparison *comparison, struct compare_report *report,
			   struct error *error)
{
	int status = inputs->input_count == 1 ? compare_one(inputs, options, comparison, error)
					      : compare_groups(inputs, options, comparison, error);

	if (status < 0)
		return status;
	if (inputs->redact && compare_redact(comparison) < 0) {
		comparison_clear(comparison);
		return error_set(error, -ENOMEM, "out of memory");
	}
	status = compare_report_make(comparison, above, report, error);
	if (status == 0 && describe(inputs, report) < 0) {
		status = error_set(error, -ENOMEM, "out of memory");
		compare_report_clear(report);
	}
	if (status < 0)
		comparison_clear(comparison);
	return status;
}

void compare_inputs_clear(struct compare_inputs *inputs)
{
	for (size_t i = 0; i < inputs->input_count; i++)
		input_clear(&inputs->inputs[i]);
	free(inputs->inputs);
	for (size_t i = 0; i < inputs->group_count; i++) {
		free(inputs->groups[i].name);
		text_list_clear(&inputs->groups[i].files);
	}
	free(inputs->groups);
	*inputs = (struct compare_inputs){0};
}
