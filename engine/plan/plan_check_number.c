/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * plan_check_number.c - what a number, or a case, in a plan may be that an operation is applied
 * to, and its canonical spelling.
 */
#include <errno.h>
#include <string.h>

#include "engine/operation/operation_together_inner.h"
#include "engine/plan/plan_private.h"

int plan_check_of(const char *item, char **canonical, struct error *error)
{
	return together_inner_parse(item, canonical, error);
}

int plan_check_number(const struct parameter *parameter, const char *item, char **canonical,
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
