/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * csv_write.c - write a result as its native file: the header, the column names, a row a sample.
 *
 * The text cells of a step's rows are made once (csv_prefixes); the numbers are formatted by hand
 * into a buffer of our own, since there can be millions of them.
 */
#include "exports/csv/csv_write.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "exports/csv/csv_header.h"
#include "exports/csv/csv_latencies.h"
#include "exports/csv/csv_layout.h"
#include "exports/number.h"

#define BUFFER_SIZE 65536
/* Room for a row without its text cells: seven numbers, the fixed cells and the flags. */
#define ROW_MAXIMUM 256

struct output {
	FILE *file;
	size_t used;
	char buffer[BUFFER_SIZE];
};

static void flush(struct output *output)
{
	fwrite(output->buffer, 1, output->used, output->file);
	output->used = 0;
}

/* Room for size bytes, which are fewer than the buffer's, at the end. */
static char *room_for(struct output *output, size_t size)
{
	if (output->used + size > sizeof(output->buffer))
		flush(output);
	return output->buffer + output->used;
}

static void put_text(struct output *output, const char *text, size_t length)
{
	if (length > sizeof(output->buffer)) {
		flush(output);
		fwrite(text, 1, length, output->file);
		return;
	}
	memcpy(room_for(output, length), text, length);
	output->used += length;
}

static char *put_number(char *out, uint64_t number)
{
	out = number_put(out, number);
	*out++ = ',';
	return out;
}

static char *put_word(char *out, const char *word)
{
	out = stpcpy(out, word);
	*out++ = ',';
	return out;
}

/* The cells of a row up to its iterations. */
static char *put_run(struct output *output, const struct csv_prefixes *prefixes,
		     const struct sample *sample)
{
	char *out;

	put_text(output, prefixes->texts[sample->step], prefixes->lengths[sample->step]);
	out = put_number(room_for(output, ROW_MAXIMUM), sample->pass);
	out = put_number(out, sample->run);
	out = put_number(out, sample->order);
	out = put_number(out, sample->start_ns);
	out = put_number(out, sample->duration_ns);
	return put_number(out, sample->iterations);
}

/* The row ends at out. */
static void end_row(struct output *output, const struct sample *sample, char *out)
{
	*out++ = ',';
	if (sample->flags)
		out += strlen(csv_flags_show(sample->flags, out));
	*out++ = '\n';
	output->used = (size_t)(out - output->buffer);
}

static void put_row(struct output *output, const struct csv_prefixes *prefixes,
		    enum result_unit unit, const struct sample *sample)
{
	uint64_t bytes = prefixes->bytes[sample->step];
	char *out = put_run(output, prefixes, sample);

	out = put_word(out, csv_metric(unit, bytes));
	out = put_word(out, result_unit_shown(unit, bytes));
	end_row(output, sample, csv_put_value(out, bytes, sample));
}

/* What the run told beside its duration: rows of their own behind it. */
static void put_readings(struct output *output, const struct csv_prefixes *prefixes,
			 const struct result *result, const struct sample *sample)
{
	size_t count;
	const struct reading *readings = result_readings_of(result, sample, &count);

	for (size_t i = 0; i < count; i++) {
		char *out = put_run(output, prefixes, sample);
		char value[NUMBER_SIZE];

		out = put_word(out, metrics[readings[i].metric].name);
		out = put_word(out, metrics[readings[i].metric].unit);
		number_show_double(readings[i].value, value);
		end_row(output, sample, stpcpy(out, value));
	}
}

static int check_samples(const struct result *result, struct error *error)
{
	size_t steps = plan_step_count(&result->plan);

	for (size_t i = 0; i < result->sample_count; i++) {
		const struct sample *sample = &result->samples[i];

		if (sample->step >= steps || sample->iterations > NUMBER_ITERATIONS_MAXIMUM)
			return error_set(error, -EINVAL,
					 "sample %zu is damaged: step %u, %ju iterations", i,
					 sample->step, (uintmax_t)sample->iterations);
	}
	return 0;
}

static int write_rows(const struct result *result, FILE *file, struct error *error)
{
	struct output *output = malloc(sizeof(*output));
	struct csv_prefixes prefixes;
	int status;

	if (!output)
		return error_set(error, -ENOMEM, "no memory to write rows");
	output->file = file;
	output->used = 0;
	status = csv_prefixes_make(&prefixes, result, error);
	if (status == 0) {
		for (size_t i = 0; i < result->sample_count; i++) {
			put_row(output, &prefixes, result->unit, &result->samples[i]);
			if (result->reading_count > 0)
				put_readings(output, &prefixes, result, &result->samples[i]);
			if (result->latencies_count > 0) {
				flush(output);
				csv_latencies_write(result, &result->samples[i], file);
			}
		}
		flush(output);
		csv_prefixes_clear(&prefixes);
	}
	free(output);
	return status;
}

int csv_write_result(const struct result *const *results, size_t count, FILE *file,
		     struct error *error)
{
	int status;

	if (count != 1)
		return error_set(error, -EINVAL,
				 "a native file holds one result, not %zu: name one", count);
	status = check_samples(results[0], error);
	if (status == 0)
		status = csv_header_write(results[0], file, error);
	if (status < 0)
		return status;
	fputs(CSV_COLUMNS "\n", file);
	status = write_rows(results[0], file, error);
	if (status == 0 && ferror(file))
		return error_set(error, -EIO, "writing failed: %s",
				 error_words(errno ? errno : EIO));
	return status;
}
