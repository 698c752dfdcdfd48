/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * compare_source.c - figures of cases and passes, from a result's samples or filled by an import.
 */
#include "engine/compare/compare_source.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/plan/plan_reader.h"
#include "engine/result/step_summary.h"
#include "engine/statistics/summary.h"

void figures_init(struct figures *figures)
{
	*figures = (struct figures){0};
}

void figures_clear_case(struct case_figures *which)
{
	free(which->parameter);
	free(which->place);
	free(which->variant);
	free(which->passes);
	free(which->trouble);
	free(which->audit);
	text_list_clear(&which->work);
}

void figures_clear(struct figures *figures)
{
	for (size_t i = 0; i < figures->case_count; i++)
		figures_clear_case(&figures->cases[i]);
	free(figures->cases);
	free(figures->source);
	environment_clear(&figures->environment);
	text_list_clear(&figures->notes);
	text_list_clear(&figures->labels);
	text_list_clear(&figures->unassigned);
	text_list_clear(&figures->printed);
	*figures = (struct figures){0};
}

static long find(const struct figures *figures, const struct operation *operation,
		 const char *parameter, const char *place, const char *variant,
		 const struct metric *metric)
{
	for (size_t i = 0; i < figures->case_count; i++) {
		const struct case_figures *which = &figures->cases[i];

		if (which->operation == operation && which->metric == metric &&
		    strcmp(which->parameter, parameter) == 0 && strcmp(which->place, place) == 0 &&
		    strcmp(which->variant, variant) == 0)
			return (long)i;
	}
	return -ENOENT;
}

const struct case_figures *figures_find_metric(const struct figures *figures,
					       const struct operation *operation,
					       const char *parameter, const char *place,
					       const char *variant, const struct metric *metric)
{
	long index = find(figures, operation, parameter, place, variant, metric);

	return index < 0 ? NULL : &figures->cases[index];
}

const struct case_figures *figures_find(const struct figures *figures,
					const struct operation *operation, const char *parameter,
					const char *place, const char *variant)
{
	return figures_find_metric(figures, operation, parameter, place, variant, NULL);
}

const struct case_figures *figures_find_same(const struct figures *figures,
					     const struct case_figures *which)
{
	return figures_find_metric(figures, which->operation, which->parameter, which->place,
				   which->variant, which->metric);
}

static struct case_figures *append(struct figures *figures, const struct operation *operation,
				   const char *parameter, const char *place, const char *variant,
				   const struct metric *metric)
{
	struct case_figures *cases =
		realloc(figures->cases, (figures->case_count + 1) * sizeof(*cases));
	struct case_figures *which;

	if (!cases)
		return NULL;
	figures->cases = cases;
	which = &cases[figures->case_count++];
	*which = (struct case_figures){
		.operation = operation,
		.metric = metric,
		.parameter = strdup(parameter),
		.place = strdup(place),
		.variant = strdup(variant),
	};
	return which->parameter && which->place && which->variant ? which : NULL;
}

struct case_figures *figures_metric_case(struct figures *figures, const struct operation *operation,
					 const char *parameter, const char *place,
					 const char *variant, const struct metric *metric)
{
	long index = find(figures, operation, parameter, place, variant, metric);

	return index < 0 ? append(figures, operation, parameter, place, variant, metric)
			 : &figures->cases[index];
}

struct case_figures *figures_case(struct figures *figures, const struct operation *operation,
				  const char *parameter, const char *place, const char *variant)
{
	return figures_metric_case(figures, operation, parameter, place, variant, NULL);
}

int figures_add_pass(struct case_figures *which, const struct pass_figures *pass)
{
	struct pass_figures *passes =
		realloc(which->passes, (which->pass_count + 1) * sizeof(*passes));
	size_t place = which->pass_count;

	if (!passes)
		return -ENOMEM;
	which->passes = passes;
	/* Sessions stay in order, whatever table of a summary comes first. */
	while (place > 0 && passes[place - 1].session > pass->session) {
		passes[place] = passes[place - 1];
		place--;
	}
	passes[place] = *pass;
	which->pass_count++;
	return 0;
}

size_t figures_pass_count(const struct figures *figures)
{
	size_t count = 0;

	for (size_t i = 0; i < figures->case_count; i++)
		count += figures->cases[i].pass_count;
	return count;
}

/* The median of the passes of a session, or of all with -1. */
static double median_of(const struct case_figures *which, long session)
{
	double *medians = malloc((which->pass_count ? which->pass_count : 1) * sizeof(*medians));
	size_t count = 0;
	double median;

	if (!medians)
		return NAN;
	for (size_t i = 0; i < which->pass_count; i++) {
		if (session < 0 || which->passes[i].session == (size_t)session)
			medians[count++] = which->passes[i].median;
	}
	sort_values(medians, count);
	median = quantile(medians, count, 0.5);
	free(medians);
	return median;
}

double figures_median(const struct case_figures *which)
{
	return median_of(which, -1);
}

size_t figures_session_count(const struct figures *figures)
{
	return figures->sessions > 1 ? figures->sessions : 1;
}

double figures_session_median(const struct figures *figures, const struct case_figures *which,
			      size_t session)
{
	return median_of(which, figures->sessions > 0 ? (long)session : -1);
}

double figures_precision(const struct case_figures *which)
{
	double precision = 0;

	for (size_t i = 0; i < which->pass_count; i++)
		precision = fmax(precision, which->passes[i].precision);
	return precision;
}

bool figures_is_ambiguous(const struct case_figures *which)
{
	for (size_t i = 0; i < which->pass_count; i++) {
		if (which->passes[i].ambiguous)
			return true;
	}
	return false;
}

/* The values of a pass, of the runs' own figure (METRIC_NONE) or of a metric. */
static int pass_values(const struct result *result, size_t step, enum metric_id metric, int pass,
		       double **values, size_t *count)
{
	return metric == METRIC_NONE
		       ? step_values(result, step, pass, values, count)
		       : result_metric_values(result, step, metric, pass, values, count);
}

/* What a comparison needs of a pass, without the figures that only a summary shows. */
static int summarise_pass(const struct result *result, size_t step, enum metric_id metric, int pass,
			  struct pass_figures *figures)
{
	struct running running = {0};
	double *values;
	size_t count;
	int status = pass_values(result, step, metric, pass, &values, &count);

	if (status < 0)
		return status;
	for (size_t i = 0; i < count; i++)
		running_add(&running, values[i]);
	sort_values(values, count);
	*figures = (struct pass_figures){
		.runs = count,
		.median = quantile(values, count, 0.5),
		.mean = running.mean,
		.variance = running_variance(&running),
	};
	figures->sd = sqrt(figures->variance);
	figures->mean_half_width = mean_half_width(figures->sd, count);
	free(values);
	return 0;
}

/* The passes of a step that have samples, from 0 up to the last sample's. */
static int take_passes(const struct result *result, size_t step, enum metric_id metric,
		       struct case_figures *which)
{
	unsigned int passes =
		result->sample_count ? result->samples[result->sample_count - 1].pass + 1u : 0;
	int status = 0;

	for (unsigned int pass = 0; pass < passes && status == 0; pass++) {
		struct pass_figures figures;

		status = summarise_pass(result, step, metric, (int)pass, &figures);
		if (status == 0 && figures.runs > 0)
			status = figures_add_pass(which, &figures);
	}
	return status;
}

static int take_trouble(const struct step *step, struct figures *figures,
			struct case_figures *which)
{
	const char *word = step_state_name(step->state);
	size_t size;

	if (step->state == STEP_DONE || step->state == STEP_EARLY)
		return 0;
	figures->stopped |= step->state == STEP_STOPPED;
	size = strlen(word) + (step->reason ? strlen(step->reason) : 0) + 3;
	which->trouble = malloc(size);
	if (!which->trouble)
		return -ENOMEM;
	snprintf(which->trouble, size, "%s%s%s", word, step->reason ? ": " : "",
		 step->reason ? step->reason : "");
	return 0;
}

static int take_audit(const struct result *result, size_t case_index, struct case_figures *which)
{
	char words[160];

	if (!case_audit_words(result, case_index, words, sizeof(words))[0])
		return 0;
	which->audit = strdup(words);
	return which->audit ? 0 : -ENOMEM;
}

/* One case more for each metric that the step's runs have told. */
static int take_metrics(const struct result *result, size_t step, const char *place,
			struct figures *figures)
{
	const struct plan_case *entry = plan_step_case(&result->plan, step);
	enum metric_id found[METRIC_COUNT];
	const size_t count = result_metrics_of(result, step / result->plan.variants.count, found);
	int status = 0;

	for (size_t i = 0; i < count && status == 0; i++) {
		struct case_figures *which =
			append(figures, entry->operation, entry->parameter, place,
			       plan_step_variant(&result->plan, step), &metrics[found[i]]);

		status = which ? take_passes(result, step, found[i], which) : -ENOMEM;
		if (status == 0)
			status = plan_case_work(&result->plan, step / result->plan.variants.count,
						&which->work);
		/* Another variant's runs told it, these did not. */
		if (which && which->pass_count == 0)
			figures_clear_case(&figures->cases[--figures->case_count]);
	}
	return status;
}

static int take_step(const struct result *result, size_t step, struct figures *figures)
{
	const struct plan_case *entry = plan_step_case(&result->plan, step);
	struct case_figures *which;
	char cell[2 * PATH_MAX];
	const char *place;
	int status;

	plan_case_parameter(&result->plan, step / result->plan.variants.count, cell, sizeof(cell));
	place = strlen(cell) > strlen(entry->parameter)
			? result->plan.scratches.items[entry->scratch]
			: "";
	which = append(figures, entry->operation, entry->parameter, place,
		       plan_step_variant(&result->plan, step), NULL);
	if (!which)
		return -ENOMEM;
	which->failed_runs = result->steps[step].failed_runs;
	status = take_passes(result, step, METRIC_NONE, which);
	if (status == 0)
		status = take_audit(result, step / result->plan.variants.count, which);
	if (status == 0)
		status = plan_case_work(&result->plan, step / result->plan.variants.count,
					&which->work);
	if (status == 0)
		status = take_trouble(&result->steps[step], figures, which);
	return status < 0 ? status : take_metrics(result, step, place, figures);
}

int figures_of_result(const struct result *result, const char *source, struct figures *figures,
		      struct error *error)
{
	size_t steps = result->steps ? plan_step_count(&result->plan) : 0;
	int status;

	figures_init(figures);
	figures->source = strdup(source);
	figures->unit = result->unit;
	figures->partial = result->partial;
	status = figures->source ? environment_copy(&figures->environment, &result->environment)
				 : -ENOMEM;
	for (size_t i = 0; i < steps && status == 0; i++)
		status = take_step(result, i, figures);
	if (status < 0) {
		figures_clear(figures);
		return error_set(error, status, "no memory to summarise %s", source);
	}
	return 0;
}
