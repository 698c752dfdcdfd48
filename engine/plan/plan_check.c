/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * plan_check.c - what an item of a plan may be, and its canonical spelling.
 *
 * The checks look at the item alone and never at this machine's files: a plan from another
 * machine must read as it stood there.
 */
#include <errno.h>
#include <fnmatch.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/operation/suite.h"
#include "engine/plan/plan_private.h"
#include "engine/text/nearest.h"
#include "engine/text/number_read.h"
#include "engine/variant/variant.h"
#include "fixtures/text_show.h"

static int keep(const char *text, char **canonical, struct error *error)
{
	*canonical = strdup(text);
	return *canonical ? 0 : error_set(error, -ENOMEM, "out of memory");
}

bool plan_is_plain(const char *text)
{
	while (*text && parameter_is_plain(*text))
		text++;
	return *text == '\0';
}

int plan_check_suite(const char *item, char **canonical, struct error *error)
{
	const struct suite *suite = suite_find(item);
	char shown[TEXT_SHOW_SIZE];
	char known[128] = "";
	size_t used = 0;

	if (suite)
		return keep(suite->name, canonical, error);
	for (size_t i = 0; i < suite_count && used < sizeof(known); i++)
		used += (size_t)snprintf(known + used, sizeof(known) - used, "%s%s", i ? ", " : "",
					 suites[i].name);
	return error_set(error, -EINVAL, "unknown suite '%s'; there are %s",
			 text_show(item, strlen(item), shown), known);
}

static const char *operation_name(const void *table, size_t index)
{
	(void)table;
	return operations[index]->name;
}

static int unknown_operation(const char *item, struct error *error)
{
	char shown[TEXT_SHOW_SIZE];
	char near[128];

	return error_set(
		error, -EINVAL, "unknown operation '%s'%s \"lsmbench ops\" lists them",
		text_show(item, strlen(item), shown),
		nearest_names(item, operation_name, NULL, operation_count, near, sizeof(near))[0]
			? near
			: ";");
}

bool plan_word_names(const char *word, const struct operation *operation)
{
	if (strcmp(word, operation->name) == 0)
		return true;
	/* Where a group and an operation share a name, the operation is meant. */
	if (operation->only_by_name || operation_find(word))
		return false;
	if (strcmp(word, operation->group) == 0)
		return true;
	/* "*" means every batch, not half a minute of clients. */
	return !operation->record && fnmatch(word, operation->name, 0) == 0;
}

int plan_check_operation(const char *item, char **canonical, struct error *error)
{
	const struct operation *operation = operation_find(item);

	if (operation)
		return keep(operation->name, canonical, error);
	for (size_t i = 0; i < operation_count; i++) {
		if (plan_word_names(item, operations[i]))
			return keep(item, canonical, error);
	}
	return unknown_operation(item, error);
}

int plan_check_shape(const char *item, char **canonical, struct error *error)
{
	char shown[TEXT_SHOW_SIZE];
	char known[512] = "all";
	size_t used = strlen(known);

	if (strcmp(item, "all") == 0 || path_shape_find(item))
		return keep(item, canonical, error);
	for (size_t i = 0; i < path_shape_count && used < sizeof(known); i++)
		used += (size_t)snprintf(known + used, sizeof(known) - used, ", %s",
					 path_shapes[i].name);
	return error_set(error, -EINVAL,
			 "unknown shape '%s'; there are %s; a depth goes to depths, a file of "
			 "your own to path",
			 text_show(item, strlen(item), shown), known);
}

int plan_depth_range(const char *item, unsigned int *first, unsigned int *last)
{
	const char *dots = strstr(item, "..");
	char low[16];
	uint64_t from;
	uint64_t to;

	if (!dots)
		dots = item + strlen(item);
	if ((size_t)(dots - item) >= sizeof(low))
		return -EINVAL;
	memcpy(low, item, (size_t)(dots - item));
	low[dots - item] = '\0';
	if (number_parse(low, PATH_DEPTH_MAXIMUM, &from) < 0 || from < 1)
		return -EINVAL;
	to = from;
	if (*dots && (number_parse(dots + 2, PATH_DEPTH_MAXIMUM, &to) < 0 || to < from))
		return -EINVAL;
	*first = (unsigned int)from;
	*last = (unsigned int)to;
	return 0;
}

int plan_check_depths(const char *item, char **canonical, struct error *error)
{
	char shown[TEXT_SHOW_SIZE];
	unsigned int first;
	unsigned int last;

	if (plan_depth_range(item, &first, &last) == 0)
		return keep(item, canonical, error);
	return error_set(error, -EINVAL,
			 "'%s' is neither a depth from 1 to %u nor a range like 1..32",
			 text_show(item, strlen(item), shown), PATH_DEPTH_MAXIMUM);
}

/* Make a path absolute against the working directory. */
static int make_absolute(const char *item, char **canonical, struct error *error)
{
	char directory[PATH_MAX];
	const char *between = "/";

	if (item[0] == '/')
		return keep(item, canonical, error);
	if (!getcwd(directory, sizeof(directory)) || directory[0] != '/')
		return error_set(error, -EINVAL,
				 "the current directory has no path (%s): give an absolute path",
				 error_words(errno));
	if (strcmp(directory, between) == 0)
		between = "";
	if (asprintf(canonical, "%s%s%s", directory, between, item) < 0)
		return error_set(error, -ENOMEM, "out of memory");
	return 0;
}

static int refuse_long(char **canonical, struct error *error)
{
	char shown[TEXT_SHOW_SIZE];

	if (strlen(*canonical) < PATH_MAX)
		return 0;
	error_set(error, -EINVAL, "'%s' is longer than a path may be (%d)",
		  text_show(*canonical, strlen(*canonical), shown), PATH_MAX - 1);
	free(*canonical);
	*canonical = NULL;
	return -EINVAL;
}

int plan_check_own_path(const char *item, char **canonical, struct error *error)
{
	char shown[TEXT_SHOW_SIZE];
	int status = make_absolute(item, canonical, error);

	if (status < 0)
		return status;
	if (!plan_is_plain(*canonical)) {
		error_set(error, -EINVAL,
			  "'%s' cannot be named in a result: only letters, digits, blanks and "
			  "_ . : / * + , - can; reach the file through a symbolic link",
			  text_show(*canonical, strlen(*canonical), shown));
		free(*canonical);
		*canonical = NULL;
		return -EINVAL;
	}
	return refuse_long(canonical, error);
}

int plan_check_scratch(const char *item, char **canonical, struct error *error)
{
	int status;

	/* "./" before a name says nothing. */
	while (item[0] == '.' && item[1] == '/' && item[2] != '\0' && item[2] != '/')
		item += 2;
	status = make_absolute(item, canonical, error);
	return status < 0 ? status : refuse_long(canonical, error);
}

int plan_check_case(const char *item, char **canonical, struct error *error)
{
	size_t length = strcspn(item, " ");
	const char *parameter = item + length + strspn(item + length, " ");
	const struct operation *operation;
	char shown[TEXT_SHOW_SIZE];
	char *name = strndup(item, length);
	char *value;
	int status;

	if (!name)
		return error_set(error, -ENOMEM, "out of memory");
	operation = operation_find(name);
	if (!operation) {
		status = unknown_operation(name, error);
		free(name);
		return status;
	}
	free(name);
	if (!plan_is_plain(parameter))
		return error_set(error, -EINVAL, "'%s' holds characters that no case has",
				 text_show(item, strlen(item), shown));
	if (operation->parameter->type != PARAMETER_NONE && *parameter == '\0')
		return error_set(error, -EINVAL,
				 "'%s' alone is no case: its %s follows, as in \"stat FFF\" or "
				 "\"chmod DIR100\"",
				 operation->name, operation->parameter->name);
	status = parameter_parse(operation->parameter, parameter, &value, error);
	if (status < 0)
		return status;
	status = asprintf(canonical, "%s%s%s", operation->name, *value ? " " : "", value);
	free(value);
	return status < 0 ? error_set(error, -ENOMEM, "out of memory") : 0;
}

int plan_check_variant(const char *item, char **canonical, struct error *error)
{
	return variant_check(item, canonical, error);
}
