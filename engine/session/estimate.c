/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * estimate.c - how long a plan will take.
 */
#include "engine/session/estimate.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "engine/session/estimate_recordings.h"
#include "engine/session/session.h"
#include "engine/statistics/summary.h"
#include "engine/variant/variant.h"
#include "fixtures/scratch.h"

/* Before anything is known: a short-lived process. */
static const double usual_overhead_ns = 5e6;
/* Fewer say more about the moment than about the machine. */
static const double workers_minimum = 20;
/* So many, and what they say weighs as much as what was known before. */
static const double workers_enough = 60;
/* Batches that calibrating and warming take; long ones are warmed by a single one (batch.h). */
static const double warm_batches = 5;
static const double warm_batches_long = 2;
static const double long_batch_ns = 20e6;

/* Memory, before anything is known: bytes moved, and bytes filled in setting up. */
static const double usual_byte_ns = 0.2;
static const double usual_fill_ns = 1;
/* A BPF program, which the kernel attaches in 8 to 130 ms. */
static const double usual_program_ns = 30e6;
/* A fixture of so many files is made in less time than a worker takes. */
static const uint64_t files_few = 8;

#define CASES_MAXIMUM 10000u

void estimate_init(struct estimate *estimate)
{
	*estimate = (struct estimate){.case_overhead_ns = usual_overhead_ns};
}

void estimate_clear(struct estimate *estimate)
{
	free(estimate->cases);
	estimate->cases = NULL;
	estimate->case_count = 0;
}

/* Where name stands, or where it would: the cases are sorted by name. */
static size_t find_place(const struct estimate *estimate, const char *name)
{
	size_t low = 0;
	size_t high = estimate->case_count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (strcmp(estimate->cases[middle].name, name) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static struct estimate_case *find(const struct estimate *estimate, const char *name)
{
	size_t place = find_place(estimate, name);

	if (place < estimate->case_count && strcmp(estimate->cases[place].name, name) == 0)
		return &estimate->cases[place];
	return NULL;
}

/* Add or replace. An estimate that cannot grow stays as it is. */
static void set(struct estimate *estimate, const char *name, double ns)
{
	struct estimate_case *known = find(estimate, name);
	size_t place;

	if (known) {
		known->ns = ns;
		return;
	}
	if (estimate->case_count >= CASES_MAXIMUM)
		return;
	known = reallocarray(estimate->cases, estimate->case_count + 1, sizeof(*known));
	if (!known)
		return;
	estimate->cases = known;
	place = find_place(estimate, name);
	known += place;
	memmove(known + 1, known, (estimate->case_count - place) * sizeof(*known));
	estimate->case_count++;
	memset(known, 0, sizeof(*known));
	snprintf(known->name, sizeof(known->name), "%s", name);
	known->ns = ns;
}

static void case_name(const struct plan *plan, size_t case_index, char *buffer, size_t size)
{
	plan_case_name(plan, case_index, buffer, size);
}

static double warming_ns(double batch)
{
	return batch * (batch < long_batch_ns ? warm_batches : warm_batches_long);
}

uint64_t estimate_files(const struct plan_case *plan_case)
{
	const struct parameter *parameter = plan_case->operation->parameter;
	uint64_t files = operation_files(plan_case->operation, plan_case->parameter);

	/* A path is as many objects as it has components; the default and your own are not made. */
	if (parameter->type != PARAMETER_PATH || plan_case->parameter[0] == '/')
		return files;
	return strcmp(plan_case->parameter, "default") == 0
		       ? 0
		       : parameter_components(plan_case->parameter, NULL);
}

static struct file_costs *find_costs(const struct estimate *estimate, uint64_t file_system)
{
	for (size_t i = 0; i < estimate->file_system_count; i++)
		if (estimate->files[i].file_system == file_system)
			return (struct file_costs *)(uintptr_t)&estimate->files[i];
	return NULL;
}

struct file_costs estimate_file_costs(const struct estimate *estimate, uint64_t file_system)
{
	const struct file_costs *known = find_costs(estimate, file_system);

	return known ? *known : file_costs_usual(file_system);
}

/* Add or replace. */
static void set_costs(struct estimate *estimate, const struct file_costs *costs)
{
	struct file_costs *known = find_costs(estimate, costs->file_system);

	if (!known && estimate->file_system_count < ESTIMATE_FILE_SYSTEMS)
		known = &estimate->files[estimate->file_system_count++];
	if (known)
		*known = *costs;
}

/* Making and removing it, on average over the passes: a large fixture is made once. */
static double fixture_seconds(const struct estimate *estimate, const struct plan *plan,
			      size_t case_index)
{
	const struct plan_case *plan_case = &plan->cases[case_index];
	const char *place = plan_case->scratch < plan->scratches.count
				    ? plan->scratches.items[plan_case->scratch]
				    : scratch_default_parent();
	const struct file_costs costs = estimate_file_costs(estimate, file_system_kind(place));
	const double files = (double)estimate_files(plan_case);
	const bool kept =
		operation_files(plan_case->operation, plan_case->parameter) > SESSION_CHEAP_FILES;

	return (file_costs_making(&costs, files) + file_costs_removing(&costs, files)) / 1e9 /
	       (kept ? plan->passes : 1);
}

/* Of a case that was never measured: what moves bytes takes this long for them, else nobody knows.
 */
static double unknown_iteration_ns(const struct plan_case *plan_case)
{
	return usual_byte_ns * (double)operation_bytes(plan_case->operation, plan_case->parameter);
}

/* And so long to fill the memory that it is applied to. */
static double unknown_memory_ns(const struct plan_case *plan_case)
{
	const struct parameter *parameter = plan_case->operation->parameter;

	if (!parameter->option || strcmp(parameter->option, parameter_size.option) != 0)
		return 0;
	return usual_fill_ns * (double)parameter_number(parameter, plan_case->parameter);
}

/* Attaching and taking off what the variants put on hooks, once in a pass of a case. */
static double attaching_ns(const struct plan *plan)
{
	double programs = 0;

	for (size_t i = 0; i < plan->variants.count; i++)
		programs += variant_programs(plan->variants.items[i]);
	return programs * usual_program_ns;
}

double estimate_workers_seconds(const struct estimate *estimate, const struct plan *plan,
				size_t case_index)
{
	const struct plan_case *plan_case = &plan->cases[case_index];
	double batch = (double)plan->batch_ns;
	const struct parameter *parameter = plan_case->operation->parameter;
	uint64_t least;
	double iteration;
	double worker;
	double total;
	char name[sizeof(estimate->cases->name)];
	const struct estimate_case *known;

	case_name(plan, case_index, name, sizeof(name));
	known = find(estimate, name);
	/* One iteration may last longer than a batch should. */
	least = operation_period(plan_case->operation,
				 parameter_number(parameter, plan_case->parameter));
	iteration = known ? known->ns : unknown_iteration_ns(plan_case);
	if (iteration * (double)least > batch)
		batch = iteration * (double)least;
	worker = plan->runs * batch * 1.02 + warming_ns(batch) +
		 (known && known->beside_ns > 0
			  ? known->beside_ns
			  : estimate->case_overhead_ns + unknown_memory_ns(plan_case));
	if (plan_case->operation->record)
		worker = estimate_recordings_ns(plan, case_index, known ? known->ns : 0) +
			 (known && known->beside_ns > 0 ? known->beside_ns
							: estimate->case_overhead_ns);
	total = (double)plan->variants.count * worker + attaching_ns(plan);
	if (plan->time_limit_ns > 0 && total > (double)plan->time_limit_ns / plan->passes)
		total = (double)plan->time_limit_ns / plan->passes;
	return total / 1e9;
}

double estimate_case_seconds(const struct estimate *estimate, const struct plan *plan,
			     size_t case_index)
{
	return estimate_workers_seconds(estimate, plan, case_index) +
	       fixture_seconds(estimate, plan, case_index);
}

double estimate_plan_seconds(const struct estimate *estimate, const struct plan *plan)
{
	double total = 0;

	for (size_t i = 0; i < plan->case_count; i++)
		total += estimate_case_seconds(estimate, plan, i) * plan->passes;
	if (plan->session_limit_ns > 0 && total > (double)plan->session_limit_ns / 1e9)
		total = (double)plan->session_limit_ns / 1e9;
	return total;
}

/* What a sample tells for the next time: an iteration, or all of a run that timed itself. */
static double learned_ns(const struct plan_case *plan_case, const struct sample *sample)
{
	return plan_case->operation->record ? (double)sample->duration_ns : sample_value(sample);
}

static void learn_case(struct estimate *estimate, const struct result *result, size_t case_index)
{
	const struct plan_case *plan_case = &result->plan.cases[case_index];
	const size_t step = plan_step(&result->plan, case_index, 0);
	char name[sizeof(estimate->cases->name)];
	double *values = malloc((result->sample_count + 1) * sizeof(*values));
	size_t count = 0;

	if (!values)
		return;
	for (size_t i = 0; i < result->sample_count; i++)
		if (result->samples[i].step == step && !(result->samples[i].flags & SAMPLE_FAILED))
			values[count++] = learned_ns(plan_case, &result->samples[i]);
	if (count > 0) {
		sort_values(values, count);
		case_name(&result->plan, case_index, name, sizeof(name));
		set(estimate, name, quantile(values, count, 0.5));
	}
	free(values);
}

/*
 * From what is known towards what was seen by a share of the way; what was seen counts only between
 * least and most.
 */
static double drawn(double known, double seen, double share, double least, double most)
{
	return known + share * (fmin(fmax(seen, least), most) - known);
}

/* A session that its limit has ended did not come to all of its passes. */
static double started_workers(const struct result *result)
{
	double workers = 0;

	for (size_t i = 0; i < result->sample_count; i++)
		workers += result->samples[i].run == 0;
	return workers;
}

/* What the session took beyond its batches and its files, for each worker that it started. */
static void learn_overhead(struct estimate *estimate, const struct result *result,
			   const struct estimate_spent *spent)
{
	const double workers = started_workers(result);
	double rest = (spent->seconds - spent->fixture_seconds) * 1e9;
	double mean;

	if (result->partial || result->sample_count == 0 || workers < workers_minimum ||
	    estimate_has_recordings(&result->plan))
		return;
	for (size_t i = 0; i < result->sample_count; i++)
		rest -= 1.02 * (double)result->samples[i].duration_ns;
	for (size_t i = 0; i < result->sample_count; i++)
		if (result->samples[i].run == 0)
			rest -= warming_ns((double)result->samples[i].duration_ns);
	mean = rest / workers;
	/* A disturbed session may at most double what is known, and never go beyond 100 ms. */
	estimate->case_overhead_ns =
		drawn(estimate->case_overhead_ns, mean, workers / (workers + workers_enough), 1e6,
		      fmin(100e6, 2 * estimate->case_overhead_ns));
}

/* What one case took beside its batches, over the passes. */
struct beside {
	double ns;
	double workers;
};

/* Whether the time before a case's first batch is its workers' and not that of making files. */
static bool is_without_files(const struct plan_case *plan_case)
{
	return estimate_files(plan_case) <= files_few;
}

/* What a sample took, and of a worker's first one what it took to warm it. */
static double batches_ns(const struct result *result, const struct sample *sample)
{
	const double duration = (double)sample->duration_ns;

	if (plan_step_case(&result->plan, sample->step)->operation->record)
		return duration;
	return 1.02 * duration + (sample->run == 0 ? warming_ns(duration) : 0);
}

/*
 * From the end of the case before to the end of its own last batch a case has that time: less the
 * batches, also those of warming, it is what starting and setting up its workers took. Where memory
 * is filled, that is many times what a worker usually takes. Samples are in the order of time.
 */
static void sum_besides(const struct result *result, struct beside *besides)
{
	const size_t width = result->plan.variants.count;
	uint64_t before = 0;

	for (size_t begin = 0, end; begin < result->sample_count; begin = end) {
		const struct sample *first = &result->samples[begin];
		struct beside *beside = &besides[first->step / width];
		double batches = attaching_ns(&result->plan);
		uint64_t last = 0;

		for (end = begin; end < result->sample_count; end++) {
			const struct sample *sample = &result->samples[end];

			if (sample->pass != first->pass ||
			    sample->step / width != first->step / width)
				break;
			batches += batches_ns(result, sample);
			beside->workers += sample->run == 0;
			last = sample->start_ns + sample->duration_ns;
		}
		beside->ns += (double)last - (double)before - batches;
		before = last;
	}
}

static void learn_besides(struct estimate *estimate, const struct result *result,
			  const struct estimate_spent *spent)
{
	const size_t count = result->sample_count;
	struct beside *besides;
	uint64_t end;

	if (result->partial || result->suspended || count == 0)
		return;
	/* A pause is not left out of the times at which samples began. */
	end = result->samples[count - 1].start_ns + result->samples[count - 1].duration_ns;
	if ((double)end > (spent->seconds + 1) * 1e9)
		return;
	besides = calloc(result->plan.case_count + 1, sizeof(*besides));
	if (!besides)
		return;
	sum_besides(result, besides);
	for (size_t i = 0; i < result->plan.case_count; i++) {
		char name[sizeof(estimate->cases->name)];
		struct estimate_case *known;

		case_name(&result->plan, i, name, sizeof(name));
		known = find(estimate, name);
		if (known && is_without_files(&result->plan.cases[i]) && besides[i].workers > 0 &&
		    besides[i].ns > 0)
			known->beside_ns = besides[i].ns / besides[i].workers;
	}
	free(besides);
}

void estimate_learn(struct estimate *estimate, const struct result *result,
		    const struct estimate_spent *spent)
{
	for (size_t i = 0; i < result->plan.case_count; i++)
		learn_case(estimate, result, i);
	for (size_t i = 0; i < spent->file_system_count; i++)
		set_costs(estimate, &spent->files[i]);
	learn_overhead(estimate, result, spent);
	learn_besides(estimate, result, spent);
}

static void write_case(const struct estimate_case *known, FILE *file)
{
	fprintf(file, "case %.1f %s\n", known->ns, known->name);
	if (known->beside_ns > 0)
		fprintf(file, "beside %.0f %s\n", known->beside_ns, known->name);
}

void estimate_write(const struct estimate *estimate, FILE *file)
{
	fprintf(file, "worker %.0f\n", estimate->case_overhead_ns);
	for (size_t i = 0; i < estimate->file_system_count; i++)
		fprintf(file, "files %llx %.0f %.0f %.0f\n",
			(unsigned long long)estimate->files[i].file_system,
			estimate->files[i].fixture_ns, estimate->files[i].make_ns,
			estimate->files[i].remove_ns);
	for (size_t i = 0; i < estimate->case_count; i++)
		write_case(&estimate->cases[i], file);
}

static bool plausible(double ns, double most)
{
	return ns > 0 && ns < most;
}

/* Whether line tells what files take; it is set when that can be true. */
static bool read_costs(struct estimate *estimate, const char *line)
{
	struct file_costs costs;
	unsigned long long kind;

	if (sscanf(line, "files %llx %lf %lf %lf", &kind, &costs.fixture_ns, &costs.make_ns,
		   &costs.remove_ns) != 4)
		return false;
	costs.file_system = kind;
	if (file_costs_plausible(&costs))
		set_costs(estimate, &costs);
	return true;
}

/* Whether line tells what a case takes beside its batches; its own line stands before. */
static bool read_beside(struct estimate *estimate, const char *line)
{
	char name[sizeof(estimate->cases->name)];
	struct estimate_case *known;
	double ns;

	if (sscanf(line, "beside %lf %95[^\n]", &ns, name) != 2)
		return false;
	known = find(estimate, name);
	if (known && plausible(ns, 3600e9))
		known->beside_ns = ns;
	return true;
}

/*
 * "overhead" and "file", which earlier versions wrote, held what warming and other file systems
 * took too.
 */
void estimate_read(struct estimate *estimate, FILE *file)
{
	char line[256];
	char name[sizeof(estimate->cases->name)];
	double ns;

	while (fgets(line, sizeof(line), file)) {
		if (sscanf(line, "worker %lf", &ns) == 1 && plausible(ns, 1e9))
			estimate->case_overhead_ns = ns;
		else if (read_costs(estimate, line) || read_beside(estimate, line))
			continue;
		else if (sscanf(line, "case %lf %95[^\n]", &ns, name) == 2 && plausible(ns, 3600e9))
			set(estimate, name, ns);
	}
}
