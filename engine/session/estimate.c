/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * estimate.c - how long a plan will take.
 */
#include "engine/session/estimate.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "engine/session/estimate_private.h"
#include "engine/session/estimate_recordings.h"
#include "engine/session/estimate_trees.h"
#include "engine/session/session.h"
#include "engine/variant/variant.h"
#include "fixtures/scratch.h"

/* Before anything is known: a short-lived process. */
static const double usual_overhead_ns = 5e6;
/* Batches that calibrating and warming take; long ones are warmed by a single one (batch.h). */
static const double warm_batches = 5;
static const double warm_batches_long = 2;
static const double long_batch_ns = 20e6;

/* Memory, before anything is known: bytes moved, and bytes filled in setting up. */
static const double usual_byte_ns = 0.2;
static const double usual_fill_ns = 1;
/* A BPF program, which the kernel attaches in 8 to 130 ms. */
static const double usual_program_ns = 30e6;

/* No command that anybody measures takes a day. */
static const double longest_ns = 86400e9;

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

struct estimate_case *estimate_find(const struct estimate *estimate, const char *name)
{
	size_t place = find_place(estimate, name);

	if (place < estimate->case_count && strcmp(estimate->cases[place].name, name) == 0)
		return &estimate->cases[place];
	return NULL;
}

/* Add or replace. An estimate that cannot grow stays as it is. */
void estimate_set(struct estimate *estimate, const char *name, double ns)
{
	struct estimate_case *known = estimate_find(estimate, name);
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

void estimate_case_name(const struct plan *plan, size_t case_index, char name[ESTIMATE_NAME_SIZE])
{
	const bool has_steps = plan->cases[case_index].operation->has_steps;
	static const char step[] = ", a step";

	plan_case_name(plan, case_index, name, ESTIMATE_NAME_SIZE - (has_steps ? sizeof(step) : 0));
	if (has_steps)
		strcat(name, step);
}

const struct estimate_case *estimate_known(const struct estimate *estimate, const struct plan *plan,
					   size_t case_index)
{
	char name[ESTIMATE_NAME_SIZE];

	estimate_case_name(plan, case_index, name);
	return estimate_find(estimate, name);
}

double estimate_warming_ns(double batch)
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
void estimate_set_costs(struct estimate *estimate, const struct file_costs *costs)
{
	struct file_costs *known = find_costs(estimate, costs->file_system);

	if (!known && estimate->file_system_count < ESTIMATE_FILE_SYSTEMS)
		known = &estimate->files[estimate->file_system_count++];
	if (known)
		*known = *costs;
}

static struct file_costs costs_of(const struct estimate *estimate, const struct plan *plan,
				  size_t case_index)
{
	const uint32_t scratch = plan->cases[case_index].scratch;
	const char *place = scratch < plan->scratches.count ? plan->scratches.items[scratch]
							    : scratch_default_parent();

	return estimate_file_costs(estimate, file_system_kind(place));
}

/* Making and removing it, on average over the passes: a large fixture is made once. */
static double fixture_seconds(const struct estimate *estimate, const struct plan *plan,
			      size_t case_index)
{
	const struct plan_case *plan_case = &plan->cases[case_index];
	const struct file_costs costs = costs_of(estimate, plan, case_index);
	const double files = (double)estimate_files(plan_case);
	const bool kept =
		operation_files(plan_case->operation, plan_case->parameter) > SESSION_CHEAP_FILES;
	struct estimate_tree tree;

	if (!estimate_tree_of(plan, case_index, &tree))
		return (file_costs_making(&costs, files) + file_costs_removing(&costs, files)) /
		       1e9 / (kept ? plan->passes : 1);
	if (estimate_tree_owner(plan, case_index) != case_index)
		return 0;
	return (estimate_tree_making(&tree, &costs) + estimate_tree_removing(&tree, &costs)) / 1e9 /
	       plan->passes;
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
double estimate_attaching_ns(const struct plan *plan)
{
	double programs = 0;

	for (size_t i = 0; i < plan->variants.count; i++)
		programs += variant_programs(plan->variants.items[i]);
	return programs * usual_program_ns;
}

/* All workers of a pass of a case that is measured in batches. */
static double batched_ns(const struct estimate *estimate, const struct plan *plan,
			 size_t case_index)
{
	const struct plan_case *plan_case = &plan->cases[case_index];
	double batch = (double)plan->batch_ns;
	const struct parameter *parameter = plan_case->operation->parameter;
	const struct estimate_case *known = estimate_known(estimate, plan, case_index);
	uint64_t least;
	double iteration;
	double worker;

	/* One iteration may last longer than a batch should. */
	least = operation_period(plan_case->operation,
				 parameter_number(parameter, plan_case->parameter));
	iteration = known ? known->ns : unknown_iteration_ns(plan_case);
	if (iteration * (double)least > batch)
		batch = iteration * (double)least;
	worker = plan->runs * batch * 1.02 + estimate_warming_ns(batch) +
		 (known && known->beside_ns > 0
			  ? known->beside_ns
			  : estimate->case_overhead_ns + unknown_memory_ns(plan_case));
	return worker * (double)plan->variants.count;
}

double estimate_workers_seconds(const struct estimate *estimate, const struct plan *plan,
				size_t case_index)
{
	double total = estimate_attaching_ns(plan);

	total += plan->cases[case_index].operation->record
			 ? estimate_recording_ns(estimate, plan, case_index)
			 : batched_ns(estimate, plan, case_index);
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

static void write_case(const struct estimate_case *known, FILE *file)
{
	fprintf(file, "case %.1f %s\n", known->ns, known->name);
	if (known->beside_ns > 0)
		fprintf(file, "beside %.0f %s\n", known->beside_ns, known->name);
}

static void write_costs(const struct file_costs *costs, FILE *file)
{
	const unsigned long long kind = costs->file_system;

	fprintf(file, "files %llx %.0f %.0f %.0f\n", kind, costs->fixture_ns, costs->make_ns,
		costs->remove_ns);
	fprintf(file, "bytes %llx %.3f\n", kind, costs->byte_ns);
}

void estimate_write(const struct estimate *estimate, FILE *file)
{
	fprintf(file, "worker %.0f\n", estimate->case_overhead_ns);
	for (size_t i = 0; i < estimate->file_system_count; i++)
		write_costs(&estimate->files[i], file);
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

	if (sscanf(line, "files %llx", &kind) != 1 && sscanf(line, "bytes %llx", &kind) != 1)
		return false;
	costs = estimate_file_costs(estimate, kind);
	if (sscanf(line, "files %*x %lf %lf %lf", &costs.fixture_ns, &costs.make_ns,
		   &costs.remove_ns) != 3 &&
	    sscanf(line, "bytes %*x %lf", &costs.byte_ns) != 1)
		return false;
	if (file_costs_plausible(&costs))
		estimate_set_costs(estimate, &costs);
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
	known = estimate_find(estimate, name);
	if (known && plausible(ns, longest_ns))
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
		else if (sscanf(line, "case %lf %95[^\n]", &ns, name) == 2 &&
			 plausible(ns, longest_ns))
			estimate_set(estimate, name, ns);
	}
}
