/* SPDX-License-Identifier: GPL-2.0-or-later */
/* figures_operation.c - the names of an operation and a metric in one cell. */
#include "exports/csv/figures_operation.h"

#include <stdio.h>
#include <string.h>

#include "engine/operation/operation_imported.h"

const char *figures_operation_show(const struct case_figures *which,
				   char buffer[FIGURES_OPERATION_SIZE])
{
	snprintf(buffer, FIGURES_OPERATION_SIZE, "%s%s%s", which->operation->name,
		 which->metric ? ":" : "", which->metric ? which->metric->name : "");
	return buffer;
}

const struct operation *figures_operation_find(const char *cell, const struct metric **metric)
{
	const char *colon = strchr(cell, ':');
	const struct operation *operation;
	char name[FIGURES_OPERATION_SIZE];

	snprintf(name, sizeof(name), "%.*s",
		 colon ? (int)(colon - cell) : FIGURES_OPERATION_SIZE - 1, cell);
	operation = operation_find(name);
	if (!operation)
		operation = operation_imported_find(name);
	*metric = NULL;
	if (!colon || !operation)
		return operation;
	if (metric_find(colon + 1) == METRIC_NONE)
		return NULL;
	*metric = &metrics[metric_find(colon + 1)];
	return operation;
}
