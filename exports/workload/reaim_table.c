/* SPDX-License-Identifier: GPL-2.0-or-later */
/* reaim_table.c - a table of reaim: a row a number of processes, and the most jobs a minute. */
#include <errno.h>
#include <math.h>
#include <stdio.h>

#include "engine/operation/operation_imported.h"
#include "exports/workload/reaim_read.h"

#define NS_IN_MINUTE 60e9

static const char head[] = "Num Parent Child Child Jobs per Jobs/min/ Std_dev Std_dev JTI "
			   "Forked Time SysTime UTime Minute Child Time Percent";

/* The columns behind the number of processes. */
enum column {
	PARENT,
	SYSTEM,
	USER,
	JOBS,
	JOBS_CHILD,
	DEVIATION,
	PERCENT,
	JTI,
	COLUMN_COUNT,
};

static const enum metric_id columns[COLUMN_COUNT] = {
	[PARENT] = METRIC_PARENT_TIME,
	[SYSTEM] = METRIC_CHILD_SYSTEM,
	[USER] = METRIC_CHILD_USER,
	[JOBS] = METRIC_JOBS_PER_MINUTE,
	[JOBS_CHILD] = METRIC_JOBS_PER_MINUTE_CHILD,
	[DEVIATION] = METRIC_CHILD_SD,
	[PERCENT] = METRIC_CHILD_SD_PERCENT,
	[JTI] = METRIC_JTI,
};

/* What the rows have said so far. */
struct table {
	size_t rows;
	size_t unfit; /* of their derived numbers */
	double jobs_most;
};

/* Note a derived number that does not fit; what fits is said once for the table. */
static int check(struct workload_import *import, struct table *table, size_t line,
		 const struct workload_derived *derived)
{
	if (workload_fits(derived))
		return 0;
	table->unfit++;
	return workload_check(import, line, derived);
}

/* JTI = floor(100 - percent), of a percentage that was rounded. */
static int check_row(struct workload_import *import, struct table *table, size_t line,
		     uint64_t forked, const struct printed_number *numbers)
{
	const struct printed_number *percent = &numbers[PERCENT];
	const double least = floor(100 - (percent->value + percent->precision));
	const double most = floor(100 - fmax(percent->value - percent->precision, 0));
	const bool fits = numbers[JTI].value >= least && numbers[JTI].value <= most;
	const struct workload_derived jti = {
		.name = "JTI",
		.printed = {numbers[JTI].value, 0},
		/* What does not fit is set against the cell as it is printed. */
		.computed = fits ? numbers[JTI].value : floor(100 - percent->value),
	};
	const struct workload_derived jobs = {
		.name = "Jobs/min/child",
		.printed = numbers[JOBS_CHILD],
		.computed = numbers[JOBS].value / (double)forked,
		.slack = numbers[JOBS].precision / (double)forked,
	};
	int code = check(import, table, line, &jti);

	return code < 0 ? code : check(import, table, line, &jobs);
}

/* "3p", or with CPUs "3p/2cpu". */
static void show_parameter(const struct reaim_rows *rows, uint64_t forked, char *buffer,
			   size_t size)
{
	if (rows->cpus > 0)
		snprintf(buffer, size, "%llup/%llucpu", (unsigned long long)forked,
			 (unsigned long long)rows->cpus);
	else
		snprintf(buffer, size, "%llup", (unsigned long long)forked);
}

/* ns of a job are a minute over the jobs per minute. */
static int add_figure(struct workload_import *import, const struct workload_target *target,
		      const struct printed_number *jobs, struct error *error)
{
	const struct printed_number ns = {
		.value = NS_IN_MINUTE / jobs->value,
		.precision = NS_IN_MINUTE / jobs->value * jobs->precision / jobs->value,
	};

	if (!(jobs->value > 0))
		return workload_refuse(&import->words, "a table without a 0 of jobs per minute",
				       error);
	return workload_add(import, target, &ns, error);
}

static int take_row(struct workload_import *import, const struct reaim_rows *rows,
		    struct table *table, struct error *error)
{
	struct workload_words *words = &import->words;
	const size_t line = workload_line(words);
	struct printed_number numbers[COLUMN_COUNT] = {0};
	char parameter[32];
	uint64_t forked;
	int code = workload_take_count(words, 1, REAIM_PROCESSES_MAXIMUM, &forked, error);

	if (code < 0)
		return code;
	show_parameter(rows, forked, parameter, sizeof(parameter));
	for (size_t i = 0; i < COLUMN_COUNT && code == 0; i++) {
		const struct workload_target target = {rows->operation, parameter, columns[i]};

		code = workload_take_number(words, "", &numbers[i], error);
		if (code == 0)
			code = workload_add(import, &target, &numbers[i], error);
	}
	if (code == 0 && rows->has_figures) {
		const struct workload_target own = {rows->operation, parameter, METRIC_NONE};

		code = add_figure(import, &own, &numbers[JOBS], error);
	}
	if (code < 0)
		return code;
	table->rows++;
	table->jobs_most = fmax(table->jobs_most, numbers[JOBS].value);
	return check_row(import, table, line, forked, numbers) < 0
		       ? error_set(error, -ENOMEM, "no memory to read a text")
		       : 0;
}

static int say_fit(struct workload_import *import, size_t line, const struct table *table)
{
	if (table->unfit > 0)
		return 0;
	return workload_keep(import,
			     "line %zu: reaim: JTI is floor(100 - Std_dev Percent) and "
			     "Jobs/min/child is Jobs per Minute / Num Forked in all %zu rows",
			     line, table->rows);
}

/* "Max Jobs per Minute 437142.86". */
static int take_most(struct workload_import *import, const struct table *table, struct error *error)
{
	struct workload_words *words = &import->words;
	const size_t line = workload_line(words);
	struct workload_derived most = {
		.name = "reaim: Max Jobs per Minute",
		.computed = table->jobs_most,
	};
	int code = workload_take(words, "Max Jobs per Minute", error);

	if (code == 0)
		code = workload_take_number(words, "", &most.printed, error);
	if (code < 0)
		return code;
	code = say_fit(import, line, table);
	if (code == 0)
		code = workload_check(import, line, &most);
	return code < 0 ? error_set(error, code, "no memory to read a text") : 0;
}

int reaim_take_table(struct workload_import *import, const struct reaim_rows *rows,
		     struct error *error)
{
	struct table table = {0};
	int code = workload_take(&import->words, head, error);

	if (code == 0 && !workload_number_follows(&import->words, ""))
		return workload_refuse(&import->words, "a row of reaim", error);
	while (code == 0 && workload_number_follows(&import->words, ""))
		code = take_row(import, rows, &table, error);
	return code < 0 ? code : take_most(import, &table, error);
}
