/* SPDX-License-Identifier: GPL-2.0-or-later */
/* fsopbench_text.c - the walks of a result as fsopbench's figures were published, and more. */
#include "exports/fsopbench_text.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/operation/operation_walk.h"
#include "engine/statistics/summary.h"
#include "exports/report.h"
#include "exports/signature.h"
#include "fixtures/text_show.h"

#define ROWS 4u
#define NS_IN_MS 1e6
#define NS_IN_US 1e3

static const struct row {
	const char *name; /* as published */
	enum metric_id metric;
} rows[ROWS] = {
	{"A read dir", METRIC_WALK_READDIR},
	{"B lstat file", METRIC_WALK_LSTAT},
	{"C open file", METRIC_WALK_OPEN},
	{"D rd 1st byte", METRIC_WALK_FIRST_BYTE},
};

/* A row's calls of all runs, in ns; NaN where it had none. */
struct figures {
	double values[LATENCY_STATISTICS];
};

/* What one walk under one variant comes to. */
struct walk_figures {
	size_t runs;
	struct figures rows[ROWS];
	double read_rate;
	double timer;
	double cached;
	double rounds;
	double rounds_cold;
	double writer_rate;
	double writer_disk_rate;
	double writer_files;
	double writers_behind; /* the most of any run */
};

/* The values of a metric, one a run. 0 or -ENOMEM. */
static int take(const struct result *result, size_t step, enum metric_id metric, double **values,
		size_t *count)
{
	return result_metric_values(result, step, metric, RESULT_ALL_PASSES, values, count);
}

static int take_median(const struct result *result, size_t step, enum metric_id metric,
		       double *median)
{
	struct summary summary = {.median = NAN};
	double *values;
	size_t count;
	int code = take(result, step, metric, &values, &count);

	*median = NAN;
	if (code < 0)
		return code;
	if (count > 0)
		code = summary_of(values, count, 0, &summary);
	if (code == 0 && count > 0)
		*median = summary.median;
	free(values);
	return code;
}

static int take_extreme(const struct result *result, size_t step, enum metric_id metric,
			double (*choose)(double, double), double *extreme)
{
	double *values;
	size_t count;
	int code = take(result, step, metric, &values, &count);

	*extreme = NAN;
	if (code < 0)
		return code;
	/* fmin and fmax take the other value for a NaN. */
	for (size_t i = 0; i < count; i++)
		*extreme = choose(*extreme, values[i]);
	free(values);
	return 0;
}

/* Groups of values become one: Chan, Golub and LeVeque 1983. */
struct pool {
	double count;
	double mean;
	double squares;
};

static void pool_add(struct pool *pool, double count, double mean, double sd)
{
	const double both = pool->count + count;
	const double distance = mean - pool->mean;

	if (count <= 0)
		return;
	pool->squares += distance * distance * pool->count * count / both;
	if (count > 1)
		pool->squares += sd * sd * (count - 1);
	pool->mean += distance * count / both;
	pool->count = both;
}

/* The runs' counts, means and standard deviations stand in the same order. */
static int pool_runs(const struct result *result, size_t step, enum metric_id row,
		     struct pool *pool)
{
	static const enum latency_statistic wanted[] = {LATENCY_COUNT, LATENCY_MEAN, LATENCY_SD};
	double *values[3] = {NULL};
	size_t counts[3] = {0};
	int code = 0;

	for (size_t i = 0; i < 3 && code == 0; i++)
		code = take(result, step, row + wanted[i], &values[i], &counts[i]);
	/* A run of a single call has no standard deviation: then they do not correspond. */
	for (size_t i = 0; code == 0 && i < counts[0] && i < counts[1]; i++)
		pool_add(pool, values[0][i], values[1][i],
			 counts[2] == counts[0] ? values[2][i] : 0);
	for (size_t i = 0; i < 3; i++)
		free(values[i]);
	return code;
}

static int take_row(const struct result *result, size_t step, enum metric_id row,
		    struct figures *figures)
{
	double *to = figures->values;
	struct pool pool = {0};
	int code = pool_runs(result, step, row, &pool);

	to[LATENCY_COUNT] = pool.count;
	to[LATENCY_MEAN] = pool.count > 0 ? pool.mean : NAN;
	to[LATENCY_SD] = pool.count > 1 ? sqrt(pool.squares / (pool.count - 1)) : NAN;
	if (code == 0)
		code = take_extreme(result, step, row + LATENCY_MINIMUM, fmin,
				    &to[LATENCY_MINIMUM]);
	if (code == 0)
		code = take_extreme(result, step, row + LATENCY_MAXIMUM, fmax,
				    &to[LATENCY_MAXIMUM]);
	for (unsigned int i = LATENCY_P50; i <= LATENCY_P999 && code == 0; i++)
		code = take_median(result, step, row + i, &to[i]);
	return code;
}

static int take_walk(const struct result *result, size_t step, struct walk_figures *walk)
{
	const struct {
		enum metric_id metric;
		double *to;
	} medians[] = {
		{METRIC_WALK_READ_RATE, &walk->read_rate},
		{METRIC_WALK_TIMER, &walk->timer},
		{METRIC_TREE_CACHED, &walk->cached},
		{METRIC_WALK_ROUNDS, &walk->rounds},
		{METRIC_WALK_ROUNDS_COLD, &walk->rounds_cold},
		{METRIC_WRITER_RATE, &walk->writer_rate},
		{METRIC_WRITER_DISK_RATE, &walk->writer_disk_rate},
		{METRIC_WRITER_FILES, &walk->writer_files},
	};
	double *values;
	int code = take(result, step, METRIC_WALK_TIMER, &values, &walk->runs);

	if (code < 0)
		return code;
	free(values);
	for (unsigned int i = 0; i < ROWS && code == 0; i++)
		code = take_row(result, step, rows[i].metric, &walk->rows[i]);
	for (size_t i = 0; i < sizeof(medians) / sizeof(medians[0]) && code == 0; i++)
		code = take_median(result, step, medians[i].metric, medians[i].to);
	return code < 0 ? code
			: take_extreme(result, step, METRIC_WRITERS_BEHIND, fmax,
				       &walk->writers_behind);
}

static uint64_t writers_of(const struct plan_case *which)
{
	return parameter_number(which->operation->parameter, which->parameter);
}

static void write_title(const struct result *result, const struct plan_case *which,
			const char *variant, FILE *file)
{
	const uint64_t writers = writers_of(which);
	struct workload workload;

	if (variant)
		fprintf(file, "# variant: %s\n", variant);
	if (result->plan.scratches.count > 1) {
		fputs("# on ", file);
		text_write_safe(result->plan.scratches.items[which->scratch], file);
		fputc('\n', file);
	}
	(void)plan_workload(&result->plan, &workload, NULL);
	if (writers == 0)
		fputs("Reading Only", file);
	else
		fprintf(file, "In-Competition with %ju Writers", (uintmax_t)writers);
	fprintf(file, " - Mode  %gs Interval\n", (double)workload.interval_ns / 1e9);
	fputs("-----------------------------------------------------------------\n", file);
}

static void write_published(const struct walk_figures *walk, FILE *file)
{
	for (unsigned int i = 0; i < ROWS; i++) {
		const double *values = walk->rows[i].values;
		const double sd = values[LATENCY_SD];

		if (!(values[LATENCY_COUNT] > 0)) {
			fprintf(file, "%-17s cnt      0\n", rows[i].name);
			continue;
		}
		fprintf(file,
			"%-17s cnt %6.0f    min %8.3f ms    max %8.3f ms    mean %8.3f ms    "
			"stdev %7.3f\n",
			rows[i].name, values[LATENCY_COUNT], values[LATENCY_MINIMUM] / NS_IN_MS,
			values[LATENCY_MAXIMUM] / NS_IN_MS, values[LATENCY_MEAN] / NS_IN_MS,
			isnan(sd) ? 0 : sd / NS_IN_MS);
	}
	if (!isnan(walk->read_rate))
		fprintf(file, "E read rate%12.3f MB/s\n", walk->read_rate);
}

/* How many times slower, or "-". */
static void write_factor(double value, double alone, FILE *file)
{
	char text[NUMBER_SIZE];

	if (value > 0 && alone > 0)
		fprintf(file, " %9sx", number_show_fixed(value / alone, 2, text));
	else
		fprintf(file, " %10s", "-");
}

static void write_more(const struct walk_figures *walk, const struct walk_figures *alone,
		       FILE *file)
{
	static const enum latency_statistic shown[] = {LATENCY_MINIMUM, LATENCY_MEAN, LATENCY_P50,
						       LATENCY_P90,     LATENCY_P99,  LATENCY_P999};
	char text[NUMBER_SIZE];

	fprintf(file, "\n%-17s %10s %10s %10s %10s %10s %10s", "in us", "min", "mean", "p50", "p90",
		"p99", "p99.9");
	if (alone)
		fprintf(file, " %10s %10s %10s", "slower:mean", "p50", "p99");
	fputc('\n', file);
	for (unsigned int i = 0; i < ROWS; i++) {
		const double *values = walk->rows[i].values;

		fprintf(file, "%-17s", rows[i].name);
		for (size_t j = 0; j < sizeof(shown) / sizeof(shown[0]); j++)
			fprintf(file, " %10s",
				number_show_fixed(values[shown[j]] / NS_IN_US, 3, text));
		if (alone) {
			const double *before = alone->rows[i].values;

			write_factor(values[LATENCY_MEAN], before[LATENCY_MEAN], file);
			write_factor(values[LATENCY_P50], before[LATENCY_P50], file);
			write_factor(values[LATENCY_P99], before[LATENCY_P99], file);
		}
		fputc('\n', file);
	}
	if (alone) {
		fprintf(file, "%-17s%*s", "E read rate", 6 * 11, "");
		write_factor(alone->read_rate, walk->read_rate, file);
		fputc('\n', file);
	}
}

/* What was cached of the tree besides contents: each round looks up all that the next one does. */
static void write_rounds(const struct result *result, const struct walk_figures *walk, FILE *file)
{
	char text[NUMBER_SIZE];

	/* Results of before they were counted say nothing. */
	if (isnan(walk->rounds))
		return;
	fprintf(file, "# %s rounds of the tree", number_show_fixed(walk->rounds, 1, text));
	if (!result->plan.cold)
		fputs(": names and inodes were cached\n", file);
	else if (walk->rounds_cold >= walk->rounds)
		fputs(": names and inodes dropped before each\n", file);
	else
		fputs(": names and inodes were cached all the same: dropping them takes root\n",
		      file);
}

/* Only what reached the disk has competed for it. */
static void write_writers(const struct result *result, const struct plan_case *which,
			  const struct walk_figures *walk, FILE *file)
{
	const double disk = walk->writer_disk_rate;
	char rate[NUMBER_SIZE];
	char text[NUMBER_SIZE];
	char key[48];

	snprintf(key, sizeof(key), "scratch.%u.type", (unsigned int)which->scratch);
	number_show_fixed(walk->writer_rate, 1, rate);
	if (isnan(disk))
		fprintf(file,
			"# writers: %s MB/s together, how much of it reached the disk is not known",
			rate);
	else if (disk > 0)
		fprintf(file, "# writers: of %s MB/s together %s MB/s reached the disk", rate,
			number_show_fixed(disk, 1, text));
	else
		fprintf(file, "# writers: %s MB/s together, none reached a disk: the tree is on %s",
			rate,
			environment_value(&result->environment, key, "an unknown file system"));
	fprintf(file, ", %s files a run%s\n", number_show_fixed(walk->writer_files, 0, text),
		result->plan.sync ? ", each synced" : "");
}

/* A limit took runs away, or the person did. */
static void write_early(const struct step *step, FILE *file)
{
	if (step->state != STEP_EARLY && step->state != STEP_STOPPED)
		return;
	fprintf(file, "# %s: ", step->state == STEP_EARLY ? "ended early" : "stopped");
	text_write_safe(step->reason ? step->reason : "fewer runs than were planned", file);
	fputc('\n', file);
}

static void write_notes(const struct result *result, const struct plan_case *which,
			const struct walk_figures *walk, FILE *file)
{
	const uint64_t writers = writers_of(which);
	char text[NUMBER_SIZE];

	fprintf(file, "# page cache %s: %s%% of the tree in it at the start\n",
		result->plan.cold ? "cold" : "warm", number_show_fixed(walk->cached, 1, text));
	write_rounds(result, walk, file);
	fprintf(file, "# timer: %s ns of each time, not subtracted\n",
		number_show_fixed(walk->timer, 1, text));
	if (walk->runs > 1)
		fprintf(file, "# %zu runs: cnt to stdev of all calls, else medians of the runs\n",
			walk->runs);
	if (writers == 0)
		return;
	write_writers(result, which, walk, file);
	if (walk->writers_behind > 0)
		fprintf(file,
			"# marked: %.0f of %ju writers did not keep up (no room, silent for a "
			"second, or gone)\n",
			walk->writers_behind, (uintmax_t)writers);
}

/* The same walk without writers, under the same variant: its step, or SIZE_MAX. */
static size_t find_alone(const struct result *result, size_t step)
{
	const size_t variants = report_variants(&result->plan);
	const struct plan_case *which = plan_step_case(&result->plan, step);

	for (size_t i = 0; i < result->plan.case_count; i++) {
		const struct plan_case *other = &result->plan.cases[i];

		if (other->operation == which->operation && other->scratch == which->scratch &&
		    writers_of(other) == 0 && writers_of(which) > 0)
			return plan_step(&result->plan, i, step % variants);
	}
	return SIZE_MAX;
}

static int write_step(const struct result *result, size_t step, FILE *file, struct error *error)
{
	const struct plan_case *which = plan_step_case(&result->plan, step);
	const bool named = report_variants(&result->plan) > 1;
	const size_t alone_step = find_alone(result, step);
	struct walk_figures walk;
	struct walk_figures alone = {0};
	char label[PLAN_LABEL_SIZE];
	int code = take_walk(result, step, &walk);

	if (code == 0 && alone_step != SIZE_MAX)
		code = take_walk(result, alone_step, &alone);
	if (code < 0)
		return error_set(error, code, "no memory for the figures of a walk");
	write_title(result, which, named ? plan_step_label(&result->plan, step, label) : NULL,
		    file);
	if (walk.runs == 0) {
		fputs("not measured: ", file);
		report_write_state(&result->steps[step], file);
		fputs("\n\n", file);
		return 0;
	}
	write_published(&walk, file);
	write_more(&walk, alone.runs > 0 ? &alone : NULL, file);
	write_notes(result, which, &walk, file);
	write_early(&result->steps[step], file);
	fputc('\n', file);
	return 0;
}

/* Variant by variant, so that alone and in competition stand together. */
static int write_result(const struct result *result, FILE *file, struct error *error)
{
	const size_t variants = report_variants(&result->plan);
	size_t written = 0;
	int code;

	fprintf(file, "%s\n", signature_fsopbench);
	code = report_write_essentials(result, "# ", file, error);
	fputc('\n', file);
	for (size_t variant = 0; variant < variants && code == 0; variant++)
		for (size_t i = 0; i < result->plan.case_count && code == 0; i++) {
			if (result->plan.cases[i].operation != &operation_walk)
				continue;
			code = write_step(result, plan_step(&result->plan, i, variant), file,
					  error);
			written++;
		}
	if (code == 0 && written == 0)
		fputs("# no walk was measured: lsmbench run --ops walk does\n", file);
	return code;
}

int fsopbench_text_write(const struct result *const *results, size_t count, FILE *file,
			 struct error *error)
{
	int code = 0;

	for (size_t i = 0; i < count && code == 0; i++)
		code = write_result(results[i], file, error);
	return code;
}
