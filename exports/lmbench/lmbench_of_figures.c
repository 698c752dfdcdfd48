/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lmbench_of_figures.c - imported figures as a record.
 */
#include "exports/lmbench/lmbench_of_figures.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exports/lmbench/lmbench_fill.h"

/* The columns of what only imports know (operation_imported.h). */
static const struct {
	const char *operation;
	enum lmbench_column column;
} imported[] = {
	/* Their mean, which stands alone. */
	{"lmbench-null-io", LMBENCH_WRITE},
	{"lmbench-signal-catch", LMBENCH_SIGNAL_CATCH},
	{"lmbench-protection-fault", LMBENCH_PROTECTION_FAULT},
	{"lmbench-mmap-latency", LMBENCH_MMAP},
	{"lmbench-main-memory", LMBENCH_MAIN_MEMORY},
	{"lmbench-random-memory", LMBENCH_RANDOM_MEMORY},
	{"lmbench-file-reread", LMBENCH_FILE_REREAD},
	{"lmbench-mmap-reread", LMBENCH_MMAP_REREAD},
	{"lmbench-copy-libc", LMBENCH_COPY_LIBC},
	{"lmbench-copy-unrolled", LMBENCH_COPY_UNROLLED},
	{"lmbench-memory-read", LMBENCH_MEMORY_READ},
	{"lmbench-memory-write", LMBENCH_MEMORY_WRITE},
	{"lmbench-integer-bit", LMBENCH_INTEGER_BIT},
	{"lmbench-integer-add", LMBENCH_INTEGER_ADD},
	{"lmbench-integer-mul", LMBENCH_INTEGER_MUL},
	{"lmbench-integer-div", LMBENCH_INTEGER_DIV},
	{"lmbench-integer-mod", LMBENCH_INTEGER_MOD},
	{"lmbench-uint64-bit", LMBENCH_UINT64_BIT},
	{"lmbench-uint64-add", LMBENCH_UINT64_ADD},
	{"lmbench-uint64-mul", LMBENCH_UINT64_MUL},
	{"lmbench-uint64-div", LMBENCH_UINT64_DIV},
	{"lmbench-uint64-mod", LMBENCH_UINT64_MOD},
	{"lmbench-float-add", LMBENCH_FLOAT_ADD},
	{"lmbench-float-mul", LMBENCH_FLOAT_MUL},
	{"lmbench-float-div", LMBENCH_FLOAT_DIV},
	{"lmbench-float-bogo", LMBENCH_FLOAT_BOGO},
	{"lmbench-double-add", LMBENCH_DOUBLE_ADD},
	{"lmbench-double-mul", LMBENCH_DOUBLE_MUL},
	{"lmbench-double-div", LMBENCH_DOUBLE_DIV},
	{"lmbench-double-bogo", LMBENCH_DOUBLE_BOGO},
};

/* What an import calls a context switch whose overhead is off already. */
static const char net_switch[] = "lmbench-context-switch";

/* The column of a figure that only imports know; LMBENCH_COLUMNS: it is none. */
static enum lmbench_column column_of(const struct case_figures *which)
{
	for (size_t i = 0; i < sizeof(imported) / sizeof(imported[0]); i++) {
		if (strcmp(which->operation->name, imported[i].operation) == 0)
			return imported[i].column;
	}
	if (strcmp(which->operation->name, net_switch) != 0)
		return LMBENCH_COLUMNS;
	for (enum lmbench_column i = LMBENCH_CONTEXT_2_0K; i <= LMBENCH_CONTEXT_16_64K; i++) {
		if (strcmp(lmbench_column_names[i].parameter, which->parameter) == 0)
			return i;
	}
	return LMBENCH_COLUMNS;
}

static int set_column(struct lmbench_record *record, enum lmbench_column column, double value)
{
	char text[64];
	int status;

	snprintf(text, sizeof(text), "%.9f", value);
	status = lmbench_fill_text(record, column, text);
	return status == -ENOMEM ? status : 0;
}

static int add_case(struct lmbench_record *record, const struct case_figures *which, double median)
{
	uint64_t bytes = operation_bytes(which->operation, which->parameter);
	enum lmbench_column column = column_of(which);
	struct lmbench_figure figure = {
		.operation = which->operation->name,
		.value = bytes ? operation_rate(bytes, median) : median,
		.unit = bytes ? LMBENCH_MEGABYTES : LMBENCH_NANOSECOND,
	};
	int status;

	if (which->metric || !(median > 0) || strlen(which->parameter) >= sizeof(figure.parameter))
		return 0;
	if (column < LMBENCH_COLUMNS)
		return set_column(record, column,
				  lmbench_ns_in(figure.value, lmbench_column_names[column].unit));
	/* A difference is what stands in the table, so of these the import has it or none does. */
	if (which->operation->less)
		return 0;
	snprintf(figure.parameter, sizeof(figure.parameter), "%s", which->parameter);
	status = lmbench_record_add(record, &figure);
	return status == -ENOMEM ? status : 0;
}

/* What stands behind "NAME: " in a label of the import; NULL without one. */
static const char *label_of(const struct figures *figures, const char *name)
{
	size_t length = strlen(name);

	for (size_t i = 0; i < figures->labels.count; i++) {
		const char *label = figures->labels.items[i];

		if (strncmp(label, name, length) == 0 && strncmp(label + length, ": ", 2) == 0)
			return label + length + 2;
	}
	return NULL;
}

static int set_names(const struct figures *figures, const char *variant,
		     struct lmbench_record *record)
{
	const char *host = label_of(figures, "host");
	const char *os = label_of(figures, "OS");
	const char *description = label_of(figures, "description");
	const char *by = label_of(figures, "measured by");
	int status = lmbench_record_name(record, figures->source);

	if (status < 0)
		return status;
	if (host) {
		free(record->host);
		record->host = strdup(host);
	}
	if (description) {
		free(record->description);
		record->description = strdup(description);
	}
	record->os = strdup(os ? os : "");
	if (by && !(record->version = strdup(by)))
		return -ENOMEM;
	if (strcmp(variant, "none") != 0 && asprintf(&record->group, "variant %s", variant) < 0)
		record->group = NULL;
	return record->host && record->description && record->os &&
			       (record->group || strcmp(variant, "none") == 0)
		       ? 0
		       : -ENOMEM;
}

int lmbench_of_figures(const struct figures *figures, size_t session, const char *variant,
		       struct lmbench_record *record, struct error *error)
{
	int status;

	lmbench_record_init(record);
	status = set_names(figures, variant, record);
	for (size_t i = 0; i < figures->case_count && status == 0; i++) {
		if (strcmp(figures->cases[i].variant, variant) == 0)
			status = add_case(
				record, &figures->cases[i],
				figures_session_median(figures, &figures->cases[i], session));
	}
	if (status == 0)
		status = lmbench_fill_columns(record, label_of(figures, "Mhz"));
	if (status == 0)
		return 0;
	lmbench_record_clear(record);
	return error_set(error, -ENOMEM, "no memory for a row of LMbench's tables");
}
