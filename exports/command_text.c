/* SPDX-License-Identifier: GPL-2.0-or-later */
/* command_text.c - times of commands as they have been published. */
#include "exports/command_text.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/statistics/summary.h"
#include "exports/report.h"
#include "exports/signature.h"

#define HOUR 3600u
#define MICROSECONDS 1000000u

/* The kernel says microseconds; what a double makes of them is put right. */
static uint64_t microseconds_of(double seconds)
{
	return (uint64_t)llround(seconds * MICROSECONDS);
}

/* "169.13user " */
static void write_seconds(double seconds, const char *what, FILE *file)
{
	const uint64_t hundredths = microseconds_of(seconds) / 10000;

	fprintf(file, "%" PRIu64 ".%02" PRIu64 "%s ", hundredths / 100, hundredths % 100, what);
}

/* Seconds as time(1) has them: "1:40.91", from an hour on "1:01:40". */
static void write_elapsed(double seconds, FILE *file)
{
	const uint64_t hundredths = microseconds_of(seconds) / 10000;
	const uint64_t whole = hundredths / 100;

	if (whole >= HOUR)
		fprintf(file, "%" PRIu64 ":%02" PRIu64 ":%02" PRIu64 "elapsed", whole / HOUR,
			whole % HOUR / 60, whole % 60);
	else
		fprintf(file, "%" PRIu64 ":%02" PRIu64 ".%02" PRIu64 "elapsed", whole / 60,
			whole % 60, hundredths % 100);
}

void command_text_time(const struct command_figures *figures, FILE *file)
{
	const uint64_t busy_ms =
		microseconds_of(figures->user) / 1000 + microseconds_of(figures->system) / 1000;
	const uint64_t elapsed_ms = microseconds_of(figures->elapsed) / 1000;

	write_seconds(figures->user, "user", file);
	write_seconds(figures->system, "system", file);
	write_elapsed(figures->elapsed, file);
	if (elapsed_ms > 0)
		fprintf(file, " %" PRIu64 "%%CPU", 100 * busy_ms / elapsed_ms);
	else
		fputs(" ?%CPU", file);
	fprintf(file, " (0avgtext+0avgdata %" PRIu64 "maxresident)k\n", figures->resident);
}

/* The variance of those who divide by n. */
static double variance_by_n(const struct running *running)
{
	const double n = (double)running->count;

	return running->count > 1 ? running_variance(running) * (n - 1) / n : 0;
}

static struct running sum_up(const double *values, size_t count)
{
	struct running running = {0};

	for (size_t i = 0; i < count; i++)
		running_add(&running, values[i]);
	return running;
}

void command_text_elements(const double *values, size_t count, FILE *file)
{
	const struct running running = sum_up(values, count);
	const double variance = variance_by_n(&running);

	if (count > 0)
		fprintf(file, "# elements: %zu, mean %.6f, variance %.6f, std dev %.6f\n", count,
			running.mean, variance, sqrt(variance));
}

void command_text_system(const double *values, size_t count, FILE *file)
{
	const struct running running = sum_up(values, count);

	if (count > 0)
		fprintf(file, "sys average: %.6f stdev %.6f\n", running.mean,
			sqrt(variance_by_n(&running)));
}

/* What a run has told under metric; 0 when nothing. */
static double reading_of(const struct result *result, const struct sample *sample,
			 enum metric_id metric)
{
	size_t count;
	const struct reading *readings = result_readings_of(result, sample, &count);

	for (size_t i = 0; i < count; i++)
		if (readings[i].metric == metric)
			return readings[i].value;
	return 0;
}

/* The good runs of one step. */
struct runs {
	double *elapsed;
	double *system;
	size_t count;
	size_t failed; /* runs that count although they failed */
	double status; /* of the first of these */
};

static void take_status(double status, struct runs *runs)
{
	if (status > 0 && runs->failed++ == 0)
		runs->status = status;
}

static void write_runs(const struct result *result, size_t step, struct runs *runs, FILE *file)
{
	for (size_t i = 0; i < result->sample_count; i++) {
		const struct sample *sample = &result->samples[i];
		const struct command_figures figures = {
			.user = reading_of(result, sample, METRIC_USER),
			.system = reading_of(result, sample, METRIC_SYSTEM),
			.elapsed = (double)sample->duration_ns / 1e9,
			.resident = (uint64_t)reading_of(result, sample, METRIC_RESIDENT),
		};

		if (sample->step != step || (sample->flags & SAMPLE_FAILED))
			continue;
		command_text_time(&figures, file);
		take_status(reading_of(result, sample, METRIC_EXIT_STATUS), runs);
		runs->elapsed[runs->count] = figures.elapsed;
		runs->system[runs->count++] = figures.system;
	}
}

/* How the steps of a result are written. */
struct manner {
	bool stats; /* kernbench's line, too */
	bool named; /* above, what the command is called */
};

static void write_step(const struct result *result, size_t step, const struct manner *manner,
		       struct runs *runs, FILE *file)
{
	const struct step *what = &result->steps[step];
	char label[PLAN_LABEL_SIZE];

	runs->count = 0;
	runs->failed = 0;
	if (manner->named)
		fprintf(file, "\n# command: %s\n", plan_step_case(&result->plan, step)->parameter);
	if (result->plan.variants.count > 1)
		fprintf(file, "%s:\n", plan_step_label(&result->plan, step, label));
	write_runs(result, step, runs, file);
	if (what->reason)
		fprintf(file, "# %s: %s\n", step_state_name(what->state), what->reason);
	if (runs->failed > 0)
		fprintf(file,
			"# ignored: %zu of %zu runs failed, the first with exit status %.0f\n",
			runs->failed, runs->count, runs->status);
	command_text_elements(runs->elapsed, runs->count, file);
	if (manner->stats)
		command_text_system(runs->system, runs->count, file);
}

static int write_result(const struct result *result, const struct manner *manner, FILE *file,
			struct error *error)
{
	struct runs runs = {
		.elapsed = calloc(result->sample_count + 1, sizeof(*runs.elapsed)),
		.system = calloc(result->sample_count + 1, sizeof(*runs.system)),
	};
	int status = runs.elapsed && runs.system ? 0 : -ENOMEM;

	for (size_t i = 0; i < plan_step_count(&result->plan) && status == 0; i++)
		if (plan_step_case(&result->plan, i)->operation->starts_commands)
			write_step(result, i, manner, &runs, file);
	free(runs.elapsed);
	free(runs.system);
	return status < 0 ? error_set(error, status, "out of memory") : 0;
}

int command_text_write(const struct result *result, bool stats, FILE *file, struct error *error)
{
	const struct manner manner = {.stats = stats};

	return write_result(result, &manner, file, error);
}

static bool has_commands(const struct plan *plan)
{
	for (size_t i = 0; i < plan->case_count; i++)
		if (plan->cases[i].operation->starts_commands)
			return true;
	return false;
}

int command_text_export(const struct result *const *results, size_t count, FILE *file,
			struct error *error)
{
	static const struct manner manner = {.stats = true, .named = true};
	static const char none[] = "\n# no command was timed: lsmbench time does\n";
	int status = 0;

	signature_write(SIGNATURE_TEXT, file);
	fputs("# runs of commands as time(1) prints them; what is summed up had more digits\n",
	      file);
	for (size_t i = 0; i < count && status == 0; i++) {
		if (i > 0)
			fputc('\n', file);
		status = report_write_essentials(results[i], "# ", file, error);
		if (status == 0 && !has_commands(&results[i]->plan))
			fputs(none, file);
		else if (status == 0)
			status = write_result(results[i], &manner, file, error);
	}
	return status;
}
