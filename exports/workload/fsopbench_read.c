/* SPDX-License-Identifier: GPL-2.0-or-later */
/* fsopbench_read.c - heads, rows of latencies, and the rate, as readings of a walk. */
#include "exports/workload/fsopbench_read.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define NS_IN_MS 1e6
#define NS_IN_US 1e3
#define WRITERS_MAXIMUM 64u
#define COUNT_MAXIMUM 1000000000000u
#define INTERVAL_MAXIMUM_S 86400u

static const char rate_name[] = "E read rate";

static const struct {
	const char *name;
	enum metric_id metric; /* of the row */
} rows[] = {
	{"A read dir", METRIC_WALK_READDIR},
	{"B lstat file", METRIC_WALK_LSTAT},
	{"C open file", METRIC_WALK_OPEN},
	{"D rd 1st byte", METRIC_WALK_FIRST_BYTE},
};

#define ROW_COUNT (sizeof(rows) / sizeof(rows[0]))

/* The columns behind cnt, in their order. */
static const struct {
	const char *name;
	enum latency_statistic statistic;
} columns[] = {
	{"min", LATENCY_MINIMUM},
	{"max", LATENCY_MAXIMUM},
	{"mean", LATENCY_MEAN},
	{"stdev", LATENCY_SD},
};

#define COLUMN_COUNT (sizeof(columns) / sizeof(columns[0]))

/* The table that is being read. */
struct table {
	char parameter[16]; /* "6w" */
	double interval_s;  /* 0: no head was there yet */
	size_t line;        /* of its head */
	double spent_ms;    /* by all operations that were timed */
	uint64_t opened;    /* the count of row C */
	bool taken[ROW_COUNT + 1];
	bool in_us; /* what comes are its rows once more, finer */
};

bool fsopbench_is(const char *text, size_t length)
{
	static const char mark[] = "rd 1st byte";

	return memmem(text, length, mark, strlen(mark)) != NULL;
}

/* What the times of a table add up to cannot be more than it lasted. */
static int end_table(struct workload_import *import, const struct table *table)
{
	if (!(table->interval_s > 0) || table->spent_ms <= 1e3 * table->interval_s)
		return 0;
	return workload_note(import,
			     "line %zu: the times of this table add up to %.3f s, but it lasted "
			     "%.12g s",
			     table->line, table->spent_ms / 1e3, table->interval_s);
}

/* "30s". */
static int take_interval(struct workload_words *words, double *seconds, struct error *error)
{
	struct printed_number number;
	int code = workload_take_number(words, "s", &number, error);

	if (code < 0)
		return code;
	if (!(number.value > 0 && number.value <= INTERVAL_MAXIMUM_S)) {
		words->at--;
		return workload_refuse(words, "an interval of up to one day", error);
	}
	*seconds = number.value;
	return workload_take(words, "Interval", error);
}

static int begin_table(struct workload_import *import, uint64_t writers, struct table *table,
		       struct error *error)
{
	if (end_table(import, table) < 0)
		return error_set(error, -ENOMEM, "no memory to read a text");
	*table = (struct table){.line = workload_line(&import->words)};
	snprintf(table->parameter, sizeof(table->parameter), "%lluw", (unsigned long long)writers);
	return take_interval(&import->words, &table->interval_s, error);
}

/* Behind "In-Competition with". */
static int take_competition(struct workload_import *import, struct table *table,
			    struct error *error)
{
	uint64_t writers;
	int code = workload_take_count(&import->words, 1, WRITERS_MAXIMUM, &writers, error);

	if (code == 0)
		code = workload_take(&import->words, "Writers - Mode", error);
	return code < 0 ? code : begin_table(import, writers, table, error);
}

static int add(struct workload_import *import, const struct table *table, enum metric_id metric,
	       const struct printed_number *number, struct error *error)
{
	const struct workload_target target = {"walk", table->parameter, metric};

	return workload_add(import, &target, number, error);
}

/* "min 0.001 ms": in ms. */
static int take_column(struct workload_import *import, const struct table *table,
		       enum metric_id metric, size_t column, struct printed_number *number,
		       struct error *error)
{
	struct printed_number ns;
	int code = workload_take(&import->words, columns[column].name, error);

	if (code == 0)
		code = workload_take_number(&import->words, "", number, error);
	/* The last one stands without a unit. */
	if (code == 0 && columns[column].statistic != LATENCY_SD)
		code = workload_take(&import->words, "ms", error);
	if (code < 0)
		return code;
	ns = workload_scaled(number, NS_IN_MS);
	return add(import, table, metric + (enum metric_id)columns[column].statistic, &ns, error);
}

/*
 * Note what no set of count values can have: a mean outside of its extremes, or a deviation beyond
 * what they allow (Bhatia and Davis 2000), n - 1 or n aside.
 */
static int check_row(struct workload_import *import, const char *name, uint64_t count,
		     const struct printed_number *numbers)
{
	const double low = numbers[0].value - numbers[0].precision;
	const double high = numbers[1].value + numbers[1].precision;
	const double mean = numbers[2].value;
	const double half = numbers[2].precision;
	const double spread = (high - mean + half) * (mean + half - low);
	const double n = (double)count;
	const double most = count > 1 ? sqrt(fmax(spread, 0) * n / (n - 1)) : 0;
	const size_t line = workload_line(&import->words);

	if (mean + half < low || mean - half > high)
		return workload_note(import, "line %zu: %s: the mean lies outside min and max",
				     line, name);
	if (numbers[3].value - numbers[3].precision > most)
		return workload_note(import,
				     "line %zu: %s: no %llu values between min and max with that "
				     "mean have such a stdev",
				     line, name, (unsigned long long)count);
	return 0;
}

/* Row D reads the first byte of each file that row C has opened. */
static int check_count(struct workload_import *import, struct table *table, size_t row,
		       uint64_t count)
{
	if (rows[row].metric == METRIC_WALK_OPEN)
		table->opened = count;
	if (rows[row].metric != METRIC_WALK_FIRST_BYTE || !table->taken[row - 1] ||
	    table->opened == count)
		return 0;
	return workload_note(import, "line %zu: %llu files were opened, but %llu read",
			     workload_line(&import->words), (unsigned long long)table->opened,
			     (unsigned long long)count);
}

/* What a row's numbers say of each other, when all are taken. */
static int check_numbers(struct workload_import *import, struct table *table, size_t row,
			 uint64_t count, const struct printed_number *numbers, struct error *error)
{
	int code;

	/* The last word of the row: what is said shall name its line. */
	import->words.at--;
	code = check_row(import, rows[row].name, count, numbers);
	if (code == 0)
		code = check_count(import, table, row, count);
	import->words.at++;
	table->spent_ms += (double)count * fmax(numbers[2].value - numbers[2].precision, 0);
	return code < 0 ? error_set(error, code, "no memory to read a text") : 0;
}

/* Behind the name of a row of latencies. */
static int take_row(struct workload_import *import, struct table *table, size_t row,
		    struct error *error)
{
	struct workload_words *words = &import->words;
	struct printed_number numbers[COLUMN_COUNT] = {0};
	struct printed_number count_number = {0};
	uint64_t count = 0;
	int code = workload_take(words, "cnt", error);

	if (code == 0)
		code = workload_take_count(words, 0, COUNT_MAXIMUM, &count, error);
	if (code < 0)
		return code;
	count_number.value = (double)count;
	code = add(import, table, rows[row].metric + (enum metric_id)LATENCY_COUNT, &count_number,
		   error);
	/* Nothing was timed. */
	if (count == 0)
		return code;
	for (size_t i = 0; i < COLUMN_COUNT && code == 0; i++)
		code = take_column(import, table, rows[row].metric, i, &numbers[i], error);
	return code < 0 ? code : check_numbers(import, table, row, count, numbers, error);
}

/* The columns of the table below in our own texts, in us, which has more digits. */
static const enum latency_statistic finer[] = {LATENCY_MINIMUM, LATENCY_MEAN, LATENCY_P50,
					       LATENCY_P90,     LATENCY_P99,  LATENCY_P999};

/* Behind the name of a row of that table; how many times slower it was is not taken. */
static int take_finer(struct workload_import *import, const struct table *table, size_t row,
		      struct error *error)
{
	int code = 0;

	for (size_t i = 0; i < sizeof(finer) / sizeof(finer[0]) && code == 0; i++) {
		const struct workload_target target = {"walk", table->parameter,
						       rows[row].metric + (enum metric_id)finer[i]};
		struct printed_number number;

		code = workload_take_number(&import->words, "", &number, error);
		if (code < 0)
			return code;
		number = workload_scaled(&number, NS_IN_US);
		code = workload_refine(import, &target, &number, error);
	}
	return code;
}

/* Behind "E read rate". */
static int take_rate(struct workload_import *import, const struct table *table, struct error *error)
{
	struct printed_number number;
	int code = workload_take_number(&import->words, "", &number, error);

	if (code == 0)
		code = workload_take(&import->words, "MB/s", error);
	return code < 0 ? code : add(import, table, METRIC_WALK_READ_RATE, &number, error);
}

/* The metric that a row has first; ROW_COUNT is the rate. */
static enum metric_id first_metric(size_t row)
{
	return row == ROW_COUNT ? METRIC_WALK_READ_RATE
				: rows[row].metric + (enum metric_id)LATENCY_COUNT;
}

/* Whether figures have that row already, from another table. */
static bool is_there(const struct workload_import *import, const struct table *table, size_t row)
{
	const struct workload_target target = {"walk", table->parameter, first_metric(row)};

	return workload_is_wanted(import) && workload_has(import, &target);
}

/* A row whose name comes next; ROW_COUNT is the rate. */
static int take_named(struct workload_import *import, struct table *table, size_t row,
		      const char *name, struct error *error)
{
	struct workload_words *words = &import->words;
	const char *instead = NULL;

	/* Below a table of ours the names come again, with what was not published. */
	if (!(table->interval_s > 0))
		instead = "the head of a table (\"Reading Only - Mode 30s Interval\")";
	else if (!table->taken[row] && is_there(import, table, row))
		instead = "nothing more, since another table has that row (cut the text in two),";
	if (instead)
		return workload_refuse(words, instead, error);
	workload_words_skip(words, name);
	if (table->taken[row])
		return table->in_us && row < ROW_COUNT ? take_finer(import, table, row, error) : 0;
	table->taken[row] = true;
	return row == ROW_COUNT ? take_rate(import, table, error)
				: take_row(import, table, row, error);
}

/* "# variant: landlock:1" and "# on /mnt", as we write them above a table. */
static int take_comment(struct workload_import *import, struct error *error)
{
	struct workload_words *words = &import->words;
	const bool names_variant = workload_words_skip(words, "# variant:");
	const struct workload_word *name = workload_word_ahead(words, 0);
	char group[WORKLOAD_NAME_SIZE];

	if (!names_variant && workload_words_skip(words, "# on"))
		name = workload_word_ahead(words, 0);
	if (!name)
		return workload_refuse(words, "a name", error);
	words->at++;
	if (!names_variant) {
		workload_copy_name(import->section, name->text, name->length);
		return 0;
	}
	workload_copy_name(group, name->text, name->length);
	return workload_enter_group(import, group, error);
}

static int take_next(struct workload_import *import, struct table *table, struct error *error)
{
	struct workload_words *words = &import->words;

	if (workload_words_skip(words, "Reading Only - Mode"))
		return begin_table(import, 0, table, error);
	if (workload_words_skip(words, "In-Competition with"))
		return take_competition(import, table, error);
	if (workload_words_skip(words, "in us min mean p50 p90 p99 p99.9")) {
		table->in_us = true;
		return 0;
	}
	for (size_t i = 0; i < ROW_COUNT; i++)
		if (workload_words_follow(words, rows[i].name))
			return take_named(import, table, i, rows[i].name, error);
	if (workload_words_follow(words, rate_name))
		return take_named(import, table, ROW_COUNT, rate_name, error);
	if (workload_words_follow(words, "# variant:") || workload_words_follow(words, "# on"))
		return take_comment(import, error);
	words->at++;
	return 0;
}

int fsopbench_read(struct workload_import *import, struct error *error)
{
	struct table table = {.interval_s = 0};
	int code = 0;

	while (code == 0 && workload_word_ahead(&import->words, 0))
		code = take_next(import, &table, error);
	if (code == 0 && end_table(import, &table) < 0)
		code = error_set(error, -ENOMEM, "no memory to read a text");
	return code;
}
