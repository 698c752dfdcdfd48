/* SPDX-License-Identifier: GPL-2.0-or-later */
/* latencies_csv.c - the histograms of what was timed call by call as a CSV file. */
#include "exports/csv/latencies_csv.h"

#include <inttypes.h>

#include "engine/result/result_latencies.h"
#include "exports/csv/csv_layout.h"
#include "exports/number.h"
#include "exports/report.h"
#include "exports/signature.h"

#define COLUMNS                                                                                    \
	"session,operation,parameter,variant,call,least_ns,width_ns,count,cumulative,percentile\n"

/* What the rows of a histogram begin with. */
struct beginning {
	size_t session; /* from 1 */
	const char *prefix;
	enum latency_row row;
};

static void write_buckets(const struct beginning *beginning, const struct latencies *latencies,
			  FILE *file)
{
	uint64_t cumulative = 0;

	for (size_t i = 0; i < latencies->bucket_count; i++) {
		const struct latency_bucket *bucket = &latencies->buckets[i];
		char text[NUMBER_SIZE];

		cumulative += bucket->count;
		number_show_fixed(100 * (double)cumulative / (double)latencies->count, 6, text);
		fprintf(file, "%zu,%s%s,%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%s\n",
			beginning->session, beginning->prefix, latency_rows[beginning->row].name,
			latencies_least(bucket->number), latencies_width(bucket->number),
			bucket->count, cumulative, text);
	}
}

static int write_step(const struct result *result, size_t step, struct beginning *beginning,
		      FILE *file)
{
	int code = 0;

	for (unsigned int i = 0; i < LATENCY_ROWS && code == 0; i++) {
		struct latencies joined;

		beginning->row = (enum latency_row)i;
		code = result_step_latencies(result, step, beginning->row, RESULT_ALL_PASSES,
					     &joined);
		if (code < 0)
			break;
		write_buckets(beginning, &joined, file);
		latencies_clear(&joined);
	}
	return code;
}

static int write_rows(const struct result *result, size_t session, FILE *file, struct error *error)
{
	struct csv_prefixes prefixes;
	int code = csv_prefixes_make(&prefixes, result, error);

	if (code < 0)
		return code;
	for (size_t i = 0; i < prefixes.count && code == 0; i++) {
		struct beginning beginning = {.session = session, .prefix = prefixes.texts[i]};

		code = write_step(result, i, &beginning, file);
	}
	csv_prefixes_clear(&prefixes);
	return code < 0 ? error_set(error, code, "no memory for histograms") : 0;
}

int latencies_csv_write(const struct result *const *results, size_t count, FILE *file,
			struct error *error)
{
	size_t told = 0;
	char prefix[40];
	int code = 0;

	fprintf(file, "%s\n", signature_latencies);
	for (size_t i = 0; i < count && code == 0; i++) {
		snprintf(prefix, sizeof(prefix), "# session %zu: ", i + 1);
		code = report_write_essentials(results[i], prefix, file, error);
		told += results[i]->latencies_count;
	}
	if (told == 0)
		fputs("# no call was timed alone: lsmbench run --ops walk does that\n", file);
	fputs(COLUMNS, file);
	for (size_t i = 0; i < count && code == 0; i++)
		code = write_rows(results[i], i + 1, file, error);
	return code;
}
