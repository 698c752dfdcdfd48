/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lmbench_feet.c - what stands under LMbench's tables about figures of ours.
 */
#include "exports/lmbench/lmbench_feet.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exports/lmbench/lmbench_table.h"

/* A text that grows by items, in lines of the tables' width. */
struct foot {
	FILE *file;
	char *text;
	size_t size;
	size_t used; /* of the line */
	bool has_items;
};

static int begin_foot(struct foot *foot, const char *start)
{
	*foot = (struct foot){.used = strlen(start)};
	foot->file = open_memstream(&foot->text, &foot->size);
	if (!foot->file)
		return -ENOMEM;
	fputs(start, foot->file);
	return 0;
}

static void add_item(struct foot *foot, const char *item)
{
	bool wraps = foot->used + 2 + strlen(item) > LMBENCH_LINE_WIDTH;

	if (foot->has_items)
		foot->used += (size_t)fprintf(foot->file, "%s", wraps ? ",\n  " : ", ");
	if (foot->has_items && wraps)
		foot->used = 2;
	foot->used += (size_t)fprintf(foot->file, "%s", item);
	foot->has_items = true;
}

/* The text, malloc'ed; NULL without items or memory, which status then says. */
static char *end_foot(struct foot *foot, int *status)
{
	if (fclose(foot->file) != 0) {
		free(foot->text);
		*status = -ENOMEM;
		return NULL;
	}
	if (foot->has_items)
		return foot->text;
	free(foot->text);
	return NULL;
}

int lmbench_feet_note(struct lmbench_record *record, enum lmbench_column column,
		      const char *parameter)
{
	const struct lmbench_column_name *name = &lmbench_column_names[column];
	bool is_path = column == LMBENCH_STAT || column == LMBENCH_OPEN_CLOSE;

	if (!is_path && name->parameter && strcmp(name->parameter, parameter) == 0)
		return 0;
	if (asprintf(&record->feet[column], is_path ? "%s: path shape %s" : "%s %s", name->name,
		     parameter) < 0)
		record->feet[column] = NULL;
	return record->feet[column] ? 0 : -ENOMEM;
}

/* One line for all that was said of the columns from first to last. */
static int join(struct lmbench_record *record, enum lmbench_column first, enum lmbench_column last)
{
	enum lmbench_column taken = LMBENCH_COLUMNS;
	struct foot foot;
	int status = begin_foot(&foot, "sizes: ");

	if (status < 0)
		return status;
	for (enum lmbench_column i = first; i <= last; i++) {
		if (!record->feet[i])
			continue;
		add_item(&foot, record->feet[i]);
		free(record->feet[i]);
		record->feet[i] = NULL;
		taken = i;
	}
	if (taken < LMBENCH_COLUMNS)
		record->feet[taken] = end_foot(&foot, &status);
	else
		free(end_foot(&foot, &status));
	return status;
}

/* Whose figures a line is about: where rows have names, theirs, too. */
static void show_row(const struct lmbench_record *record, const char *what, char *buffer,
		     size_t size)
{
	snprintf(buffer, size, "%.40s%s%.60s: %s", record->host, record->group ? ", " : "",
		 record->group ? record->group : "", what);
}

/* "2p/0K 2.51 - 0.61", in microseconds; "" when neither was measured. */
static void show_difference(const struct lmbench_row *row, const char *name,
			    const struct operation *operation, const char *parameter, char *buffer,
			    size_t size)
{
	const struct operation *less = operation->less ? operation_find(operation->less) : NULL;
	double measured = lmbench_row_figure(row, operation, parameter);
	double taken =
		less ? lmbench_row_net(row, less,
				       less->parameter->type == PARAMETER_NONE ? "" : parameter)
		     : (double)NAN;

	buffer[0] = '\0';
	if (!isfinite(measured))
		return;
	if (isfinite(taken))
		snprintf(buffer, size, "%s %.3f - %.3f%s", name, measured, taken,
			 measured > taken ? "" : " (nothing is left: blank)");
	else
		snprintf(buffer, size, "%s %.3f, and what to take off was not measured", name,
			 measured);
}

static int add_differences(const struct lmbench_row *row, struct lmbench_record *record,
			   enum lmbench_column first, enum lmbench_column last, const char *what)
{
	const struct operation *operation = operation_find(lmbench_column_names[first].operation);
	char start[192];
	struct foot foot;
	int status;

	if (!operation || !operation->less)
		return 0;
	show_row(record, what, start, sizeof(start));
	status = begin_foot(&foot, start);
	if (status < 0)
		return status;
	for (enum lmbench_column i = first; i <= last; i++) {
		const struct lmbench_column_name *column = &lmbench_column_names[i];
		char item[128];

		show_difference(row, column->parameter[0] ? column->parameter : column->name,
				operation, column->parameter, item, sizeof(item));
		if (item[0])
			add_item(&foot, item);
	}
	free(record->feet[last]);
	record->feet[last] = end_foot(&foot, &status);
	return status;
}

/* The caches that the environment has, smallest first. */
static const char *const caches[][2] = {
	{"cpu.cache_l1d", "L1d"},
	{"cpu.cache_l2", "L2"},
	{"cpu.cache_l3", "L3"},
	{"cpu.cache_l4", "L4"},
};

/* The bytes that "48K" or the start of "64M/128" stands for. */
static double bytes_of(const char *text)
{
	static const char units[] = "KMG";
	double bytes = lmbench_number(text);
	const char *unit = strpbrk(text, units);

	for (size_t i = 0; unit && i <= (size_t)(strchr(units, *unit) - units); i++)
		bytes *= 1024;
	return bytes;
}

/*
 * LMbench calls the largest size main memory, whatever holds it: say it where a cache does. 0 or
 * -ENOMEM.
 */
static int add_holder(const struct lmbench_row *row, struct lmbench_record *record,
		      enum lmbench_column column)
{
	const size_t name = strlen(lmbench_column_names[column].name);
	char *foot = record->feet[column];

	for (size_t i = 0; foot && i < sizeof(caches) / sizeof(caches[0]); i++) {
		const char *size = environment_value(&row->result->environment, caches[i][0], "");
		double bytes = bytes_of(size);
		bool is_in_m = fmod(bytes, 1 << 20) == 0;

		if (bytes < bytes_of(foot + name))
			continue;
		if (asprintf(&record->feet[column], "%s, which %s %.0f%c holds: no main memory",
			     foot, caches[i][1], bytes / (is_in_m ? 1 << 20 : 1 << 10),
			     is_in_m ? 'M' : 'K') < 0)
			record->feet[column] = NULL;
		free(foot);
		return record->feet[column] ? 0 : -ENOMEM;
	}
	return 0;
}

/* The sizes of the memory latencies, each under its own column: 2.0 has only one of them. */
static int add_memory_sizes(const struct lmbench_row *row, struct lmbench_record *record)
{
	static const enum lmbench_column columns[] = {LMBENCH_MAIN_MEMORY, LMBENCH_RANDOM_MEMORY};
	int status = 0;

	for (size_t i = 0; i < sizeof(columns) / sizeof(columns[0]) && status == 0; i++) {
		status = add_holder(row, record, columns[i]);
		if (status == 0)
			status = join(record, columns[i], columns[i]);
	}
	return status;
}

/* The sizes of the caches as the kernel knows them, beside what the latencies make guess. */
static int add_caches(const struct lmbench_row *row, struct lmbench_record *record)
{
	char start[192];
	struct foot foot;
	int status;

	if (!lmbench_record_value(record, LMBENCH_L1))
		return 0;
	/* All rows of a machine say the same, once. */
	snprintf(start, sizeof(start), "%.40s: caches by sysfs: ", record->host);
	status = begin_foot(&foot, start);
	if (status < 0)
		return status;
	for (size_t i = 0; i < sizeof(caches) / sizeof(caches[0]); i++) {
		const char *size = environment_value(&row->result->environment, caches[i][0], NULL);
		char item[64];

		if (!size)
			continue;
		snprintf(item, sizeof(item), "%s %.40s", caches[i][1], size);
		add_item(&foot, item);
	}
	free(record->feet[LMBENCH_L1]);
	record->feet[LMBENCH_L1] = end_foot(&foot, &status);
	return status;
}

/*
 * LMbench measures the clock; what the kernel says is its rated speed on many machines, and does
 * not turn these latencies into cycles.
 */
static int add_clock(struct lmbench_record *record)
{
	if (!lmbench_record_value(record, LMBENCH_MHZ) || !lmbench_record_value(record, LMBENCH_L1))
		return 0;
	free(record->feet[LMBENCH_L2]);
	if (asprintf(&record->feet[LMBENCH_L2], "%.40s: Mhz as /proc/cpuinfo has it, not measured",
		     record->host) < 0)
		record->feet[LMBENCH_L2] = NULL;
	return record->feet[LMBENCH_L2] ? 0 : -ENOMEM;
}

int lmbench_feet_finish(const struct lmbench_row *row, struct lmbench_record *record)
{
	int status = join(record, LMBENCH_MMAP, LMBENCH_MMAP);

	if (status == 0)
		status = join(record, LMBENCH_PIPE_BANDWIDTH, LMBENCH_MEMORY_WRITE);
	if (status == 0)
		status = add_memory_sizes(row, record);
	if (status == 0)
		status = add_differences(row, record, LMBENCH_CONTEXT_2_0K, LMBENCH_CONTEXT_16_64K,
					 "us measured - overhead: ");
	if (status == 0)
		status = add_differences(row, record, LMBENCH_SIGNAL_CATCH, LMBENCH_SIGNAL_CATCH,
					 "us measured - kill alone: ");
	if (status == 0)
		status = add_differences(row, record, LMBENCH_PROTECTION_FAULT,
					 LMBENCH_PROTECTION_FAULT, "us measured - sig hndl: ");
	if (status == 0)
		status = add_clock(record);
	return status == 0 ? add_caches(row, record) : status;
}
