/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * redact.c - a result without what names the host, the user, a disk or a path of this machine.
 */
#include "exports/redact.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Put a malloc'ed text in the place of *text. 0, or -ENOMEM when there is none. */
static int replace(char **text, char *by)
{
	if (!by)
		return -ENOMEM;
	free(*text);
	*text = by;
	return 0;
}

/* value, as an item called key would have it, masked; malloc'ed. */
static char *masked(const struct environment *environment, const char *key, const char *value)
{
	const struct environment_item item = {.key = (char *)key, .value = (char *)value};
	size_t size = 6 * strlen(value) + 64;
	char *buffer = malloc(size);

	if (buffer)
		environment_redacted_value(environment, &item, buffer, size);
	return buffer;
}

static char *numbered(const char *kind, size_t index)
{
	char *text;

	return asprintf(&text, "/redacted/%s-%zu", kind, index + 1) < 0 ? NULL : text;
}

/* The name that stands for path: the place it has, or gets, in known. */
static char *masked_path(struct text_list *known, const char *path)
{
	for (size_t i = 0; i < known->count; i++) {
		if (strcmp(known->items[i], path) == 0)
			return numbered("path", i);
	}
	if (text_list_add(known, path) < 0)
		return NULL;
	return numbered("path", known->count - 1);
}

/* "stat /home/me/file": the parameter behind the first blank. */
static int mask_case(struct text_list *known, char **name)
{
	char *blank = strchr(*name, ' ');
	char *path;
	char *text = NULL;

	if (!blank || blank[1] != '/')
		return 0;
	path = masked_path(known, blank + 1);
	if (path && asprintf(&text, "%.*s %s", (int)(blank - *name), *name, path) < 0)
		text = NULL;
	free(path);
	return replace(name, text);
}

static int mask_cases(struct plan *plan)
{
	struct text_list known = {0};
	int status = 0;

	for (size_t i = 0; i < plan->own_paths.count && status == 0; i++)
		status = replace(&plan->own_paths.items[i],
				 masked_path(&known, plan->own_paths.items[i]));
	for (size_t i = 0; i < plan->cases_given.count && status == 0; i++)
		status = mask_case(&known, &plan->cases_given.items[i]);
	for (size_t i = 0; i < plan->case_count && status == 0; i++) {
		char **parameter = &plan->cases[i].parameter;

		if (**parameter == '/' &&
		    plan->cases[i].operation->parameter->type != PARAMETER_COMMAND)
			status = replace(parameter, masked_path(&known, *parameter));
	}
	text_list_clear(&known);
	return status;
}

/* "command make": the case of the plan's command, which is called otherwise now. */
static int rename_command(char **name, const char *before, const char *after)
{
	const size_t length = strcspn(*name, " ");
	char *text;

	if ((*name)[length] != ' ' || strcmp(*name + length + 1, before) != 0)
		return 0;
	if (asprintf(&text, "%.*s %s", (int)length, *name, after) < 0)
		text = NULL;
	return replace(name, text);
}

/* What a command says may hold paths; a case is called like what is left of it. */
static int mask_commands(struct plan *plan, const struct environment *environment)
{
	char before[PARAMETER_COMMAND_SIZE];
	char after[PARAMETER_COMMAND_SIZE];
	int status;

	parameter_command_name(plan->command, before);
	status = replace(&plan->command, masked(environment, "plan.command", plan->command));
	if (status == 0)
		status =
			replace(&plan->prepare, masked(environment, "plan.prepare", plan->prepare));
	if (status == 0)
		status =
			replace(&plan->cleanup, masked(environment, "plan.cleanup", plan->cleanup));
	if (status < 0)
		return status;
	parameter_command_name(plan->command, after);
	for (size_t i = 0; i < plan->cases_given.count && status == 0; i++)
		status = rename_command(&plan->cases_given.items[i], before, after);
	for (size_t i = 0; i < plan->case_count && status == 0; i++)
		if (plan->cases[i].operation->parameter->type == PARAMETER_COMMAND)
			status = replace(&plan->cases[i].parameter, strdup(after));
	return status;
}

static int mask_scratches(struct plan *plan)
{
	int status = 0;

	/* One alone is in no case's name, and another machine has a default of its own. */
	if (plan->scratches.count == 1)
		text_list_clear(&plan->scratches);
	for (size_t i = 0; i < plan->scratches.count && status == 0; i++)
		status = replace(&plan->scratches.items[i], numbered("scratch", i));
	return status;
}

static int mask_plan(struct plan *plan, const struct environment *environment)
{
	int status = mask_commands(plan, environment);

	if (status == 0)
		status = mask_cases(plan);
	if (status == 0)
		status = mask_scratches(plan);
	if (status == 0 && plan->default_file[0])
		status = replace(&plan->default_file, strdup("/redacted/default-path"));
	if (status == 0)
		status = replace(&plan->label, masked(environment, "plan.label", plan->label));
	if (status == 0)
		status = replace(&plan->note, masked(environment, "plan.note", plan->note));
	return status;
}

static int mask_item(struct environment *redacted, const struct environment *environment,
		     const struct environment_item *item)
{
	char *text;
	int status;

	if (!environment_is_private(item->key) && strncmp(item->key, "scratch.", 8) != 0)
		return environment_set(redacted, item->key, item->value,
				       item->value ? item->source : item->reason);
	if (item->value)
		text = masked(environment, item->key, item->value);
	else
		text = masked(environment, "reason", item->reason ? item->reason : "");
	if (!text)
		return -ENOMEM;
	status = item->value ? environment_set(redacted, item->key, text, item->source)
			     : environment_set(redacted, item->key, NULL, text);
	free(text);
	return status;
}

int redact_environment(const struct environment *environment, struct environment *redacted)
{
	int status = 0;

	for (size_t i = 0; i < environment->item_count && status == 0; i++)
		status = mask_item(redacted, environment, &environment->items[i]);
	for (size_t i = 0; i < environment->warning_count && status == 0; i++) {
		const struct environment_warning *warning = &environment->warnings[i];
		char *text = masked(environment, "warning", warning->text);

		status = text ? environment_warn(redacted, warning->level, text) : -ENOMEM;
		free(text);
	}
	return status;
}

static int mask_steps(struct result *redacted, const struct result *result)
{
	size_t count = result->steps ? plan_step_count(&result->plan) : 0;

	if (count == 0)
		return 0;
	redacted->steps = calloc(count, sizeof(*redacted->steps));
	if (!redacted->steps)
		return -ENOMEM;
	for (size_t i = 0; i < count; i++) {
		redacted->steps[i] = result->steps[i];
		redacted->steps[i].reason = NULL;
	}
	for (size_t i = 0; i < count; i++) {
		const char *reason = result->steps[i].reason;

		if (reason && replace(&redacted->steps[i].reason,
				      masked(&result->environment, "reason", reason)) < 0)
			return -ENOMEM;
	}
	return 0;
}

int redact_result(const struct result *result, struct result *redacted, struct error *error)
{
	int status;

	*redacted = *result;
	redacted->environment = (struct environment){0};
	redacted->steps = NULL;
	status = plan_copy(&redacted->plan, &result->plan);
	if (status == 0)
		status = mask_plan(&redacted->plan, &result->environment);
	if (status == 0)
		status = redact_environment(&result->environment, &redacted->environment);
	if (status == 0)
		status = mask_steps(redacted, result);
	if (status == 0)
		return 0;
	redact_clear(redacted);
	return error_set(error, status, "no memory to redact the result");
}

void redact_clear(struct result *redacted)
{
	/* They belong to the result this one was made of. */
	redacted->samples = NULL;
	redacted->readings = NULL;
	redacted->latencies = NULL;
	redacted->latencies_count = 0;
	result_clear(redacted);
}
