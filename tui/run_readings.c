/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * run_readings.c - the readings of a step's runs, summarised line by line: only those lines that
 * are shown are worth the effort.
 */
#include "tui/run_readings.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/statistics/summary.h"

/* A difference that is shown as 0.0%. */
#define SAME_PERCENT 0.05

bool run_readings_has(const struct run_model *model, size_t step)
{
	return plan_step_case(&model->result->plan, step)->operation->record != NULL;
}

void run_readings_begin(struct run_readings *readings, const struct run_model *model, size_t step)
{
	readings->step = step;
	readings->baseline = step - step % model->variant_count;
	readings->count = 1 + result_metrics_of(model->result, step / model->variant_count,
						readings->metrics);
}

static void summarise(double *values, size_t count, struct run_reading *reading)
{
	reading->count = count;
	reading->median = NAN;
	reading->minimum = NAN;
	reading->maximum = NAN;
	if (count == 0)
		return;
	sort_values(values, count);
	reading->median = quantile(values, count, 0.5);
	reading->minimum = values[0];
	reading->maximum = values[count - 1];
}

static void summarise_metric(const struct run_model *model, size_t step, enum metric_id metric,
			     struct run_reading *reading)
{
	double *values;
	size_t count;

	summarise(NULL, 0, reading);
	if (result_metric_values(model->result, step, metric, RESULT_ALL_PASSES, &values, &count) <
	    0)
		return;
	summarise(values, count, reading);
	free(values);
}

double run_readings_median(const struct run_model *model, size_t step, enum metric_id metric)
{
	struct run_reading reading;

	summarise_metric(model, step, metric, &reading);
	return reading.median;
}

/* What the table above shows of the step. */
static void own_figure(const struct run_readings *readings, struct run_model *model, bool final,
		       struct run_reading *reading)
{
	const struct run_step *step = &model->steps[readings->step];
	const struct run_order *order = run_model_order(model, readings->step, final);
	const struct run_order *base = run_model_order(model, readings->baseline, final);

	reading->name = step->bytes ? "throughput" : step->in_seconds ? "elapsed" : "iteration";
	reading->summary = step->bytes        ? "bytes moved in the time of a run"
			   : step->in_seconds ? "time of a run"
					      : "time of a run by what it did";
	reading->unit = run_model_unit(model, readings->step);
	reading->bigger_is_better = step->bytes > 0;
	reading->count = order->count;
	reading->median = order->count > 0 ? order->median : NAN;
	reading->minimum = order->count > 0 ? order->minimum : NAN;
	reading->maximum = order->count > 0 ? order->maximum : NAN;
	if (readings->baseline != readings->step && base->count > 0)
		reading->base = base->median;
}

void run_readings_line(const struct run_readings *readings, struct run_model *model, size_t line,
		       bool final, struct run_reading *reading)
{
	const struct metric *metric;

	memset(reading, 0, sizeof(*reading));
	reading->base = NAN;
	if (line == 0) {
		own_figure(readings, model, final, reading);
		return;
	}
	metric = &metrics[readings->metrics[line - 1]];
	reading->name = metric->name;
	reading->unit = strcmp(metric->unit, "1") == 0 ? "count" : metric->unit;
	reading->summary = metric->summary;
	reading->bigger_is_better = metric->bigger_is_better;
	summarise_metric(model, readings->step, readings->metrics[line - 1], reading);
	if (readings->baseline != readings->step)
		reading->base =
			run_readings_median(model, readings->baseline, readings->metrics[line - 1]);
}

const char *run_reading_difference(const struct run_reading *reading,
				   char buffer[RUN_READING_DIFFERENCE_SIZE])
{
	double percent;

	buffer[0] = '\0';
	if (!isfinite(reading->median) || !isfinite(reading->base))
		return buffer;
	if (fabs(reading->base) <= 0) {
		if (fabs(reading->median) <= 0)
			snprintf(buffer, RUN_READING_DIFFERENCE_SIZE, "same");
		else
			snprintf(buffer, RUN_READING_DIFFERENCE_SIZE, "%+.4g %s", reading->median,
				 (reading->median > 0) == reading->bigger_is_better ? "better"
										    : "worse");
		return buffer;
	}
	percent = (reading->median / reading->base - 1) * 100;
	if (fabs(percent) < SAME_PERCENT)
		snprintf(buffer, RUN_READING_DIFFERENCE_SIZE, "same");
	else
		snprintf(buffer, RUN_READING_DIFFERENCE_SIZE, "%+.1f%% %s", percent,
			 (percent > 0) == reading->bigger_is_better ? "better" : "worse");
	return buffer;
}
