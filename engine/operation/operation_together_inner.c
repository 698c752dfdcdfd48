/* SPDX-License-Identifier: GPL-2.0-or-later */
/* operation_together_inner.c - which operation several processes run, by its name. */
#include "engine/operation/operation_together_inner.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/operation/operation.h"

/*
 * A job is a few hundred microseconds of one kind of work: names and files, processes, pipes and
 * sockets, signals, memory. None uses anything outside of the scratch root.
 */
static const struct {
	const char *operation;
	const char *parameter;
	uint64_t iterations;
} mix[] = {
	{"open-close", "XXX/YYY/ZZZ/FFF", 200},
	{"stat", "XXX/FFF", 500},
	{"rename", "DIR10", 50},
	{"mkstemp", "DIR10", 25},
	{"file-create", "4K", 25},
	{"fork-wait", "", 3},
	{"pipe-latency", "", 30},
	{"unix-latency", "", 30},
	{"signal-catch", "", 300},
	{"copy-libc", "512K", 8},
};

#define MIXED_COUNT (sizeof(mix) / sizeof(mix[0]))

_Static_assert(MIXED_COUNT <= TOGETHER_PARTS_MAXIMUM, "a list of parts holds the mixed workload");

static int check(const struct operation *operation, struct error *error)
{
	const char *why = NULL;

	if (operation->record)
		why = "it times itself";
	else if (operation->only_by_name)
		why = "it can be run by itself only";
	else if (!operation->run)
		why = "it has a worker of its own";
	if (!why)
		return 0;
	return error_set(error, -EINVAL,
			 "%s is nothing that several processes can be made to do: %s",
			 operation->name, why);
}

/* The value that an operation named without one is applied to: a file here, the least numbers. */
static void usual_value(const struct parameter *parameter, char *text, size_t size)
{
	char first[PARAMETER_NUMBER_SIZE];
	char second[PARAMETER_NUMBER_SIZE] = "";

	text[0] = '\0';
	if (parameter->type == PARAMETER_PATH)
		snprintf(text, size, "FFF");
	if (parameter->type != PARAMETER_NUMBER)
		return;
	if (parameter->second)
		parameter_show(parameter->second, parameter->second->defaults[0], second);
	snprintf(text, size, "%s%s%s", parameter_show(parameter, parameter->defaults[0], first),
		 parameter->second ? "/" : "", second);
}

/* Find the operation that text begins with, and the canonical value (malloc'ed) of what follows. */
static int parse(const char *text, const struct operation **operation, char **value,
		 struct error *error)
{
	const size_t length = strcspn(text, " ");
	const char *rest = text + length + strspn(text + length, " ");
	char name[64];
	char usual[2 * PARAMETER_NUMBER_SIZE];
	int status;

	snprintf(name, sizeof(name), "%.*s", (int)(length < 64 ? length : 64), text);
	*operation = operation_find(name);
	if (!*operation)
		return error_set(error, -EINVAL,
				 "'%s' is no operation: \"lsmbench ops\" lists them; \"%s\" is "
				 "several in turn",
				 name, TOGETHER_MIXED);
	status = check(*operation, error);
	if (status < 0)
		return status;
	usual_value((*operation)->parameter, usual, sizeof(usual));
	status = parameter_parse((*operation)->parameter, rest[0] ? rest : usual, value, error);
	if (status < 0)
		return status;
	if ((*value)[0] != '/' && strcmp(*value, "default") != 0)
		return 0;
	free(*value);
	*value = NULL;
	return error_set(
		error, -EINVAL,
		"%s: several processes have files of their own only: name a shape, such as "
		"XXX/FFF",
		(*operation)->name);
}

int together_inner_parse(const char *text, char **canonical, struct error *error)
{
	const struct operation *operation;
	char *value = NULL;
	int status;

	*canonical = NULL;
	if (strcmp(text, TOGETHER_MIXED) == 0) {
		*canonical = strdup(text);
		return *canonical ? 0 : error_set(error, -ENOMEM, "out of memory");
	}
	status = parse(text, &operation, &value, error);
	if (status < 0)
		return status;
	if (asprintf(canonical, "%s%s%s", operation->name, value[0] ? " " : "", value) < 0) {
		*canonical = NULL;
		status = error_set(error, -ENOMEM, "out of memory");
	}
	free(value);
	return status;
}

int together_inner_find(const char *text, struct together_inner *inner, struct error *error)
{
	char *value = NULL;
	int status;

	inner->count = 0;
	if (strcmp(text, TOGETHER_MIXED) == 0) {
		for (; inner->count < MIXED_COUNT; inner->count++)
			inner->parts[inner->count] = (struct together_part){
				.operation = operation_find(mix[inner->count].operation),
				.parameter = mix[inner->count].parameter,
				.iterations = mix[inner->count].iterations,
			};
		return 0;
	}
	status = parse(text, &inner->parts[0].operation, &value, error);
	if (status < 0)
		return status;
	snprintf(inner->parameter, sizeof(inner->parameter), "%s", value);
	free(value);
	inner->parts[0].parameter = inner->parameter;
	inner->parts[0].iterations = 0;
	inner->count = 1;
	return 0;
}

const char *const *together_inner_outside(const char *text)
{
	char name[64];
	const struct operation *operation;

	snprintf(name, sizeof(name), "%.*s", (int)strcspn(text, " "), text);
	operation = operation_find(name);
	return operation ? operation->outside : NULL;
}
