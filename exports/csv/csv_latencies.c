/* SPDX-License-Identifier: GPL-2.0-or-later */
/* csv_latencies.c - the histograms of a run, written and read. */
#include "exports/csv/csv_latencies.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "engine/result/result_latencies.h"
#include "exports/number.h"
#include "fixtures/text_show.h"

static const char beginning[] = "# latencies.";

size_t csv_latencies_count(const struct result *result)
{
	size_t total = 0;

	for (size_t i = 0; i < result->sample_count && result->latencies_count > 0; i++) {
		size_t count;

		(void)result_latencies_of(result, &result->samples[i], &count);
		total += count;
	}
	return total;
}

void csv_latencies_write(const struct result *result, const struct sample *sample, FILE *file)
{
	size_t count;
	const struct run_latencies *told = result_latencies_of(result, sample, &count);

	for (size_t i = 0; i < count; i++) {
		const struct latencies *latencies = &told[i].latencies;

		fprintf(file, "%s%s: count=%" PRIu64 " least=%" PRIu64 " most=%" PRIu64, beginning,
			latency_rows[told[i].row].name, latencies->count, latencies->minimum,
			latencies->maximum);
		for (size_t j = 0; j < latencies->bucket_count; j++)
			fprintf(file, " %" PRIu64 ":%" PRIu64,
				latencies_least(latencies->buckets[j].number),
				latencies->buckets[j].count);
		fputc('\n', file);
	}
}

/* What is left of a line. */
struct rest {
	const char *at;
	const char *end;
};

static int bad(const struct rest *rest, const char *expected, struct error *error)
{
	const char *blank = memchr(rest->at, ' ', (size_t)(rest->end - rest->at));
	char shown[TEXT_SHOW_SIZE];

	return error_set(
		error, -EINVAL, "latencies: found \"%s\", expected %s",
		text_show(rest->at, (size_t)((blank ? blank : rest->end) - rest->at), shown),
		expected);
}

/* Read a number that ends at until, or at the end of the line; rest is behind both. */
static bool take_number(struct rest *rest, char until, uint64_t *number)
{
	const char *behind;

	if (number_take(rest->at, (size_t)(rest->end - rest->at), UINT64_MAX, number, &behind) < 0)
		return false;
	if (behind < rest->end && *behind != until)
		return false;
	rest->at = behind + (behind < rest->end);
	return true;
}

/* "count=4 " */
static int take_named(struct rest *rest, const char *name, uint64_t *number, struct error *error)
{
	const size_t length = strlen(name);
	struct rest value = {.at = rest->at + length, .end = rest->end};
	char expected[64];

	if ((size_t)(rest->end - rest->at) > length && memcmp(rest->at, name, length) == 0 &&
	    take_number(&value, ' ', number)) {
		*rest = value;
		return 0;
	}
	snprintf(expected, sizeof(expected), "%s and a whole number", name);
	return bad(rest, expected, error);
}

/* "528:3 688:1" */
static int take_buckets(struct rest *rest, struct latencies *latencies, struct error *error)
{
	static const char expected[] = "the least value of a bucket, a colon, and a count";

	while (rest->at < rest->end) {
		const struct rest start = *rest;
		uint64_t least;
		uint64_t count;

		if (!take_number(rest, ':', &least) || !take_number(rest, ' ', &count) ||
		    latencies_least(latencies_bucket(least)) != least)
			return bad(&start, expected, error);
		if (latencies->bucket_count == LATENCIES_BUCKETS)
			return error_set(error, -EINVAL, "latencies: there are more than %zu",
					 LATENCIES_BUCKETS);
		latencies->buckets[latencies->bucket_count++] =
			(struct latency_bucket){.number = latencies_bucket(least), .count = count};
	}
	return 0;
}

/* The name of the kind of call, up to its colon. */
static int take_row(struct rest *rest, enum latency_row *row, struct error *error)
{
	const char *colon = memchr(rest->at, ':', (size_t)(rest->end - rest->at));
	char name[32] = "";

	if (colon && (size_t)(colon - rest->at) < sizeof(name))
		memcpy(name, rest->at, (size_t)(colon - rest->at));
	*row = latency_row_find(name);
	if (!colon || *row == LATENCY_ROWS)
		return bad(rest, "the name of a call that is timed alone, and a colon", error);
	rest->at = colon + 1;
	rest->at += rest->at < rest->end && *rest->at == ' ';
	return 0;
}

static int add(struct result *result, struct run_latencies *told, struct error *error)
{
	const struct sample *sample = &result->samples[result->sample_count - 1];
	const struct run_latencies *there;
	size_t count;

	there = result_latencies_of(result, sample, &count);
	for (size_t i = 0; i < count; i++)
		if (there[i].row == told->row)
			return error_set(error, -EINVAL, "latencies of %s: twice for one run",
					 latency_rows[told->row].name);
	told->step = sample->step;
	told->pass = sample->pass;
	told->run = sample->run;
	switch (result_add_latencies(result, told)) {
	case 0:
		return 1;
	case -ENOMEM:
		return error_set(error, -ENOMEM, "no memory for latencies");
	default:
		return error_set(error, -EINVAL,
				 "latencies of %s: the buckets do not ascend, do not come to count,"
				 " or least and most are not in the first and the last",
				 latency_rows[told->row].name);
	}
}

static int take(struct result *result, struct rest *rest, struct latency_bucket *buckets,
		struct error *error)
{
	struct run_latencies told = {.latencies = {.buckets = buckets}};
	enum latency_row row;
	int code = take_row(rest, &row, error);

	if (code == 0)
		code = take_named(rest, "count=", &told.latencies.count, error);
	if (code == 0)
		code = take_named(rest, "least=", &told.latencies.minimum, error);
	if (code == 0)
		code = take_named(rest, "most=", &told.latencies.maximum, error);
	if (code == 0)
		code = take_buckets(rest, &told.latencies, error);
	if (code < 0)
		return code;
	told.row = (uint16_t)row;
	return add(result, &told, error);
}

int csv_latencies_take(struct result *result, const char *line, size_t length, struct error *error)
{
	const size_t begun = sizeof(beginning) - 1;
	struct latency_bucket *buckets;
	struct rest rest = {.at = line + begun, .end = line + length};
	int code;

	if (length < begun || memcmp(line, beginning, begun) != 0)
		return 0;
	if (result->sample_count == 0)
		return error_set(error, -EINVAL, "latencies stand behind the row of their run");
	buckets = calloc(LATENCIES_BUCKETS, sizeof(*buckets));
	if (!buckets)
		return error_set(error, -ENOMEM, "no memory for latencies");
	code = take(result, &rest, buckets, error);
	free(buckets);
	return code;
}
