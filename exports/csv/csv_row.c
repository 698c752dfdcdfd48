/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * csv_row.c - the rows of a native result, read.
 *
 * A row that looks exactly as the writer makes it is read straight off the line; any other is
 * taken apart by libcsv, which also finds the words for what is wrong with it.
 */
#include "exports/csv/csv_row.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "exports/csv/csv_latencies.h"
#include "exports/csv/escape.h"
#include "exports/number.h"
#include "fixtures/text_show.h"

/* Nanoseconds since the session's start, and of a batch: 292 years. */
#define TIME_MAXIMUM ((uint64_t)INT64_MAX)

/* libcsv would drop blanks around a cell; here they belong to it. */
static int is_never(unsigned char byte)
{
	(void)byte;
	return 0;
}

int csv_rows_init(struct csv_rows *rows, struct result *result, const struct csv_header *header,
		  struct error *error)
{
	size_t steps = plan_step_count(&result->plan);
	int status;

	*rows = (struct csv_rows){
		.result = result,
		.announced = header->samples,
		.announced_readings = header->readings,
		.announced_latencies = header->latencies,
	};
	rows->variants = steps / result->plan.case_count;
	status = csv_prefixes_make(&rows->prefixes, result, error);
	if (status < 0)
		return status;
	rows->last_runs = calloc(steps, sizeof(*rows->last_runs));
	rows->cells.buffer = malloc(CSV_LINE_MAXIMUM + CSV_COLUMN_COUNT + 1);
	csv_init(&rows->parser, CSV_STRICT | CSV_STRICT_FINI);
	csv_set_space_func(&rows->parser, is_never);
	if (rows->last_runs && rows->cells.buffer)
		return 0;
	csv_rows_clear(rows);
	return error_set(error, -ENOMEM, "no memory for %zu steps", steps);
}

void csv_rows_clear(struct csv_rows *rows)
{
	csv_prefixes_clear(&rows->prefixes);
	free(rows->last_runs);
	free(rows->cells.buffer);
	csv_free(&rows->parser);
	*rows = (struct csv_rows){0};
}

static void keep_cell(void *text, size_t length, void *data)
{
	struct csv_cells *cells = data;
	char *copy = cells->buffer + cells->used;

	if (cells->count++ >= CSV_COLUMN_COUNT)
		return;
	if (length)
		memcpy(copy, text, length);
	copy[length] = '\0';
	cells->texts[cells->count - 1] = copy;
	cells->used += length + 1;
}

static int bad_cell(size_t column, const char *found, const char *expected, struct error *error)
{
	char shown[TEXT_SHOW_SIZE];

	return error_set(error, -EINVAL, "column %s: found \"%s\", expected %s",
			 csv_column_names[column], text_show(found, strlen(found), shown),
			 expected);
}

/* Take line apart into rows->cells, which are then CSV_COLUMN_COUNT. */
static int split(struct csv_rows *rows, const char *line, size_t length, struct error *error)
{
	struct csv_cells *cells = &rows->cells;

	if (length == 0)
		return error_set(error, -EINVAL, "the line is empty, expected a row of %d cells",
				 CSV_COLUMN_COUNT);
	if (memchr(line, '\r', length))
		return error_set(error, -EINVAL, "it holds a carriage return that ends no line");
	cells->count = 0;
	cells->used = 0;
	if (csv_parse(&rows->parser, line, length, keep_cell, NULL, cells) != length ||
	    csv_fini(&rows->parser, keep_cell, NULL, cells) != 0)
		return error_set(
			error, -EINVAL,
			"column %zu: a quotation mark is where none can be, or is not closed",
			cells->count + 1);
	if (cells->count != CSV_COLUMN_COUNT)
		return error_set(error, -EINVAL, "found %zu cells, expected %d (" CSV_COLUMNS ")%s",
				 cells->count, CSV_COLUMN_COUNT,
				 cells->count > CSV_COLUMN_COUNT
					 ? "; numbers take a decimal point, not a comma"
					 : "");
	return 0;
}

int csv_rows_take_names(struct csv_rows *rows, const char *line, size_t length, struct error *error)
{
	int status;

	if (length == strlen(CSV_COLUMNS) && memcmp(line, CSV_COLUMNS, length) == 0)
		return 0;
	status = split(rows, line, length, error);
	for (size_t i = 0; i < CSV_COLUMN_COUNT && status == 0; i++) {
		if (strcmp(rows->cells.texts[i], csv_column_names[i]) != 0)
			status = error_set(error, -EINVAL, "column %zu is not named \"%s\"", i + 1,
					   csv_column_names[i]);
	}
	return status;
}

/* Read "NUMBER," at *text, which is moved behind it. */
static bool take_plain(const char **text, const char *end, uint64_t maximum, uint64_t *value)
{
	const char *behind;

	if (number_take(*text, (size_t)(end - *text), maximum, value, &behind) < 0 ||
	    behind == end || *behind != ',')
		return false;
	*text = behind + 1;
	return true;
}

/* Pass over "word," at *text. */
static bool take_word(const char **text, const char *end, const char *word)
{
	size_t length = strlen(word);

	if ((size_t)(end - *text) <= length || memcmp(*text, word, length) != 0 ||
	    (*text)[length] != ',')
		return false;
	*text += length + 1;
	return true;
}

/* The step whose rows begin as line does, among the variants of the case above; *text is behind. */
static bool guess_step(const struct csv_rows *rows, const char *line, size_t length,
		       const char **text, uint32_t *step)
{
	size_t last = rows->result->sample_count;
	size_t first;

	if (last == 0)
		return false;
	first = rows->result->samples[last - 1].step / rows->variants * rows->variants;
	for (size_t i = first; i < first + rows->variants; i++) {
		size_t prefix = rows->prefixes.lengths[i];

		if (prefix < length && memcmp(line, rows->prefixes.texts[i], prefix) == 0) {
			*text = line + prefix;
			*step = (uint32_t)i;
			return true;
		}
	}
	return false;
}

/* Read a row without quotes and flags straight off the line; false leaves it to the other way. */
static bool take_straight(const struct csv_rows *rows, const char *line, size_t length,
			  struct sample *sample)
{
	const char *end = line + length;
	uint64_t bytes;
	const char *text;
	uint64_t numbers[3];
	char value[NUMBER_SIZE];
	size_t value_length;

	if (!guess_step(rows, line, length, &text, &sample->step) ||
	    !take_plain(&text, end, UINT16_MAX, &numbers[0]) ||
	    !take_plain(&text, end, UINT32_MAX, &numbers[1]) ||
	    !take_plain(&text, end, UINT32_MAX, &numbers[2]) ||
	    !take_plain(&text, end, TIME_MAXIMUM, &sample->start_ns) ||
	    !take_plain(&text, end, TIME_MAXIMUM, &sample->duration_ns) ||
	    !take_plain(&text, end, NUMBER_ITERATIONS_MAXIMUM, &sample->iterations) ||
	    sample->iterations == 0)
		return false;
	bytes = rows->prefixes.bytes[sample->step];
	if (!take_word(&text, end, csv_metric(rows->result->unit, bytes)) ||
	    !take_word(&text, end, result_unit_shown(rows->result->unit, bytes)))
		return false;
	value_length = (size_t)(csv_put_value(value, bytes, sample) - value);
	value[value_length++] = ',';
	if ((size_t)(end - text) != value_length || memcmp(text, value, value_length) != 0)
		return false;
	sample->pass = (uint16_t)numbers[0];
	sample->run = (uint32_t)numbers[1];
	sample->order = (uint32_t)numbers[2];
	sample->flags = 0;
	return true;
}

/* Which of the three name cells does not belong to the plan? */
static int explain_step(const struct csv_rows *rows, struct error *error)
{
	const struct plan *plan = &rows->result->plan;
	const char *const *texts = rows->cells.texts;

	for (size_t i = 0; i < plan->case_count; i++) {
		if (strcmp(plan->cases[i].operation->name, texts[COLUMN_OPERATION]) != 0)
			continue;
		for (size_t j = 0; j < rows->variants; j++) {
			char *variant = escape_name(plan_step_variant(plan, j));
			bool is_same = variant && strcmp(variant, texts[COLUMN_VARIANT]) == 0;

			free(variant);
			if (is_same)
				return bad_cell(
					COLUMN_PARAMETER, texts[COLUMN_PARAMETER],
					"one that the plan in the header applies the operation to",
					error);
		}
		return bad_cell(COLUMN_VARIANT, texts[COLUMN_VARIANT],
				"a variant of the plan in the header", error);
	}
	return bad_cell(COLUMN_OPERATION, texts[COLUMN_OPERATION],
			"an operation of the plan in the header", error);
}

static int take_step_cells(const struct csv_rows *rows, uint32_t *step, struct error *error)
{
	const char *const *texts = rows->cells.texts;
	char *prefix =
		csv_prefix(texts[COLUMN_OPERATION], texts[COLUMN_PARAMETER], texts[COLUMN_VARIANT]);
	long found;

	if (!prefix)
		return error_set(error, -ENOMEM, "no memory for a row");
	found = csv_prefixes_find(&rows->prefixes, prefix);
	free(prefix);
	if (found < 0)
		return explain_step(rows, error);
	*step = (uint32_t)found;
	return 0;
}

static int take_number_cell(const struct csv_rows *rows, size_t column, uint64_t maximum,
			    uint64_t *value, struct error *error)
{
	const char *text = rows->cells.texts[column];
	char expected[64];

	if (number_parse(text, maximum, value) == 0)
		return 0;
	snprintf(expected, sizeof(expected), "a whole number from 0 to %ju", (uintmax_t)maximum);
	return bad_cell(column, text, expected, error);
}

/* The value must be what duration and iterations come to; a run that failed at once has none. */
static int check_value(const struct csv_rows *rows, const struct sample *sample,
		       struct error *error)
{
	const char *found = rows->cells.texts[COLUMN_VALUE];
	uint64_t bytes = rows->prefixes.bytes[sample->step];
	char value[NUMBER_SIZE];
	char expected[NUMBER_SIZE + 40];

	if (sample->iterations == 0 && !(sample->flags & SAMPLE_FAILED))
		return bad_cell(COLUMN_ITERATIONS, "0", "at least 1 unless the run failed", error);
	*csv_put_value(value, bytes, sample) = '\0';
	if (strcmp(found, value) == 0)
		return 0;
	snprintf(expected, sizeof(expected), "%s, %s",
		 bytes ? "bytes moved / duration_ns" : "duration_ns / iterations",
		 value[0] ? value : "which is nothing");
	return bad_cell(COLUMN_VALUE, found, expected, error);
}

static int take_fixed(const struct csv_rows *rows, size_t column, const char *fixed,
		      struct error *error)
{
	if (strcmp(rows->cells.texts[column], fixed) == 0)
		return 0;
	return bad_cell(column, rows->cells.texts[column], fixed, error);
}

/* What the row's value is: the sample's own (METRIC_NONE), or one of its readings. */
static int take_metric(const struct csv_rows *rows, uint32_t step, enum metric_id *metric,
		       struct error *error)
{
	enum result_unit unit = rows->result->unit;
	uint64_t bytes = rows->prefixes.bytes[step];

	*metric = metric_find(rows->cells.texts[COLUMN_METRIC]);
	if (*metric != METRIC_NONE)
		return take_fixed(rows, COLUMN_UNIT, metrics[*metric].unit, error);
	if (take_fixed(rows, COLUMN_METRIC, csv_metric(unit, bytes), error) < 0)
		return -EINVAL;
	return take_fixed(rows, COLUMN_UNIT, result_unit_shown(unit, bytes), error);
}

/* Read a row whose cells libcsv has taken apart. */
static int take_cells(const struct csv_rows *rows, struct sample *sample, enum metric_id *metric,
		      struct error *error)
{
	uint64_t numbers[3] = {0};
	int status = take_step_cells(rows, &sample->step, error);

	if (status < 0)
		return status;
	if (take_number_cell(rows, COLUMN_PASS, UINT16_MAX, &numbers[0], error) < 0 ||
	    take_number_cell(rows, COLUMN_RUN, UINT32_MAX, &numbers[1], error) < 0 ||
	    take_number_cell(rows, COLUMN_ORDER, UINT32_MAX, &numbers[2], error) < 0 ||
	    take_number_cell(rows, COLUMN_START, TIME_MAXIMUM, &sample->start_ns, error) < 0 ||
	    take_number_cell(rows, COLUMN_DURATION, TIME_MAXIMUM, &sample->duration_ns, error) <
		    0 ||
	    take_number_cell(rows, COLUMN_ITERATIONS, NUMBER_ITERATIONS_MAXIMUM,
			     &sample->iterations, error) < 0 ||
	    take_metric(rows, sample->step, metric, error) < 0)
		return -EINVAL;
	if (csv_flags_parse(rows->cells.texts[COLUMN_FLAGS], &sample->flags) < 0)
		return bad_cell(COLUMN_FLAGS, rows->cells.texts[COLUMN_FLAGS],
				"nothing, or failed, suspended and resumed joined by +", error);
	sample->pass = (uint16_t)numbers[0];
	sample->run = (uint32_t)numbers[1];
	sample->order = (uint32_t)numbers[2];
	return *metric == METRIC_NONE ? check_value(rows, sample, error) : 0;
}

/* Add a reading: it stands behind its sample, whose cells it repeats. */
static int take_reading(struct csv_rows *rows, const struct sample *sample, enum metric_id metric,
			struct error *error)
{
	const char *text = rows->cells.texts[COLUMN_VALUE];
	const struct result *result = rows->result;
	const struct sample *last;
	struct reading reading = {.step = sample->step,
				  .pass = sample->pass,
				  .run = sample->run,
				  .metric = (uint16_t)metric};

	last = result->sample_count ? &result->samples[result->sample_count - 1] : NULL;
	if (!last || memcmp(last, sample, sizeof(*last)) != 0)
		return error_set(error, -EINVAL,
				 "column metric: a row of \"%s\" stands behind its run's own and "
				 "repeats its cells, which this one does not",
				 metrics[metric].name);
	if (number_parse_double(text, &reading.value) < 0)
		return bad_cell(COLUMN_VALUE, text, "a number", error);
	if (result->reading_count >= rows->announced_readings)
		return error_set(error, -EINVAL, "there are more readings than the header's %ju",
				 (uintmax_t)rows->announced_readings);
	if (result_add_reading(rows->result, &reading) < 0)
		return error_set(error, -ENOMEM, "no memory for a reading");
	return 0;
}

static int too_big(size_t column, uint64_t found, uint64_t limit, const char *of,
		   struct error *error)
{
	return error_set(error, -EINVAL, "column %s: found %ju, expected 0 to %ju: the plan has %s",
			 csv_column_names[column], (uintmax_t)found, (uintmax_t)limit - 1, of);
}

/* Does the row stand behind the one above, and is its run a new one? */
static int check_place(const struct csv_rows *rows, const struct sample *sample,
		       struct error *error)
{
	const struct result *result = rows->result;
	const struct csv_last_run *run = &rows->last_runs[sample->step];
	const struct sample *last;
	size_t case_index = sample->step / rows->variants;
	size_t last_case;

	if (run->passes == sample->pass + 1u && sample->run <= run->run)
		return error_set(
			error, -EINVAL,
			"column run: found %u, expected more than %u, the run before it of "
			"this case, variant and pass: does the row occur twice?",
			sample->run, run->run);
	if (result->sample_count == 0)
		return 0;
	last = &result->samples[result->sample_count - 1];
	last_case = last->step / rows->variants;
	if (sample->pass > last->pass ||
	    (sample->pass == last->pass &&
	     (case_index > last_case || (case_index == last_case && sample->order > last->order))))
		return 0;
	return error_set(
		error, -EINVAL,
		"column order: the row does not stand behind the one above; rows are sorted "
		"by pass, case (as the header's steps) and order, and none occurs twice");
}

static int check_sample(const struct csv_rows *rows, const struct sample *sample,
			struct error *error)
{
	const struct plan *plan = &rows->result->plan;
	uint32_t runs = plan_case_runs(plan, sample->step / rows->variants);
	uint64_t orders = (uint64_t)runs * rows->variants;

	if (sample->pass >= plan->passes)
		return too_big(COLUMN_PASS, sample->pass, plan->passes, "no more passes", error);
	if (sample->run >= runs)
		return too_big(COLUMN_RUN, sample->run, runs, "no more runs", error);
	if (sample->order >= orders)
		return too_big(COLUMN_ORDER, sample->order, orders, "no more runs a pass", error);
	return check_place(rows, sample, error);
}

/* Room for another sample: half as much again, but never more than were announced. */
static int make_room(struct csv_rows *rows, struct error *error)
{
	struct result *result = rows->result;
	size_t more = result->sample_capacity / 2 + 1024;

	if (result->sample_count < result->sample_capacity)
		return 0;
	if (result->sample_count >= rows->announced)
		return error_set(error, -EINVAL,
				 "there are more rows than the header's %ju samples",
				 (uintmax_t)rows->announced);
	if (more > rows->announced - result->sample_count)
		more = (size_t)(rows->announced - result->sample_count);
	return result_reserve(result, more, error);
}

int csv_rows_take(struct csv_rows *rows, const char *line, size_t length, struct error *error)
{
	struct result *result = rows->result;
	enum metric_id metric = METRIC_NONE;
	struct sample sample = {0};
	int status = 0;

	if (!take_straight(rows, line, length, &sample)) {
		status = split(rows, line, length, error);
		if (status == 0)
			status = take_cells(rows, &sample, &metric, error);
		if (status == 0 && metric != METRIC_NONE)
			return take_reading(rows, &sample, metric, error);
	}
	if (status == 0)
		status = check_sample(rows, &sample, error);
	if (status == 0)
		status = make_room(rows, error);
	if (status < 0)
		return status;
	rows->last_runs[sample.step] = (struct csv_last_run){sample.pass + 1u, sample.run};
	result->samples[result->sample_count++] = sample;
	return 0;
}

int csv_rows_take_comment(struct csv_rows *rows, const char *line, size_t length,
			  struct error *error)
{
	int status = csv_latencies_take(rows->result, line, length, error);

	if (status == 1 && rows->result->latencies_count > rows->announced_latencies)
		return error_set(error, -EINVAL,
				 "there are more lines of latencies than the header's %ju",
				 (uintmax_t)rows->announced_latencies);
	return status < 0 ? status : 0;
}

int csv_rows_end(const struct csv_rows *rows, struct error *error)
{
	const struct result *result = rows->result;

	if (result->sample_count < rows->announced)
		return error_set(error, -EINVAL,
				 "the file ends after %zu of %ju rows: it was truncated, copy it "
				 "again",
				 result->sample_count, (uintmax_t)rows->announced);
	if (result->reading_count < rows->announced_readings)
		return error_set(error, -EINVAL,
				 "the file ends after %zu of %ju readings: it was truncated, copy "
				 "it again",
				 result->reading_count, (uintmax_t)rows->announced_readings);
	if (result->latencies_count < rows->announced_latencies)
		return error_set(error, -EINVAL,
				 "the file ends after %zu of %ju lines of latencies: it was "
				 "truncated, copy it again",
				 result->latencies_count, (uintmax_t)rows->announced_latencies);
	return 0;
}
