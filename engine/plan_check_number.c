/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * plan_check_number.c - what a number in a plan may be that an operation is applied to, and its
 * canonical spelling.
 */
#include <errno.h>
#include <string.h>

#include "engine/plan_private.h"

static int check_number(const struct parameter *parameter, const char *item, char **canonical,
			struct error *error)
{
	struct parameter bare = *parameter;
	char text[PARAMETER_NUMBER_SIZE];
	uint64_t number;
	int status = parameter_parse_number(parameter, item, &number, error);

	if (status < 0)
		return status;
	bare.prefix = NULL;
	bare.suffix = NULL;
	*canonical = strdup(parameter_show(&bare, number, text));
	return *canonical ? 0 : error_set(error, -ENOMEM, "out of memory");
}

int plan_check_directory_size(const char *item, char **canonical, struct error *error)
{
	return check_number(&parameter_directory, item, canonical, error);
}

int plan_check_descriptors(const char *item, char **canonical, struct error *error)
{
	return check_number(&parameter_descriptors, item, canonical, error);
}

int plan_check_processes(const char *item, char **canonical, struct error *error)
{
	return check_number(&parameter_processes, item, canonical, error);
}

int plan_check_working_set(const char *item, char **canonical, struct error *error)
{
	return check_number(&parameter_working_set, item, canonical, error);
}

int plan_check_file_size(const char *item, char **canonical, struct error *error)
{
	return check_number(&parameter_file_size, item, canonical, error);
}

int plan_check_size(const char *item, char **canonical, struct error *error)
{
	return check_number(&parameter_size, item, canonical, error);
}

int plan_check_stride(const char *item, char **canonical, struct error *error)
{
	return check_number(&parameter_stride, item, canonical, error);
}

int plan_check_pages(const char *item, char **canonical, struct error *error)
{
	return check_number(&parameter_pages, item, canonical, error);
}
