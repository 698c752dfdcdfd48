/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_csv_latencies.c - histograms in a native file: written behind their run's rows, read back
 * the same, and what is damaged or missing is named.
 */
#include "tests/unit/made_export.h"
#include "tests/unit/made_latencies.h"

#include "exports/csv/csv_read.h"

static char *write_all(const struct result *result)
{
	const struct export_options options = {0};
	const struct result *const results[] = {result};

	return made_export("csv", results, 1, &options);
}

static void add(struct result *result, size_t index, enum latency_row row, uint64_t from)
{
	assert_int_equal(made_latencies_add(result, index, row, from, 3, 700), 0);
}

static void they_read_back(void **state)
{
	struct result *result = *state;
	struct result back;
	struct error error;
	char *text;

	for (size_t i = 0; i < result->sample_count; i++) {
		add(result, i, LATENCY_ROW_FIRST_BYTE, i);
		add(result, i, LATENCY_ROW_LSTAT, 530);
	}
	text = write_all(result);
	assert_non_null(strstr(text, "\n# latencies: 24\n"));
	assert_non_null(strstr(text, "\n# latencies.lstat: count=4 least=530 most=700 528:3 688:1\n"
				     "# latencies.first-byte: count=4 least=0 most=700 0:3"));
	made_check(csv_read_memory(text, strlen(text), "made", &back, &error), &error);
	assert_true(result_equal(result, &back));
	back.latencies[3].latencies.buckets[0].count++;
	assert_false(result_equal(result, &back));
	result_clear(&back);
	free(text);
}

/* A worker may have told of a run that it did not finish: the file is whole all the same. */
static void a_run_without_sample_is_left_out(void **state)
{
	struct result *result = *state;
	struct sample *last = &result->samples[result->sample_count - 1];
	const struct reading reading = {.step = last->step,
					.pass = last->pass,
					.run = last->run,
					.metric = METRIC_USER,
					.value = 1};
	struct result back;
	struct error error;
	char *text;

	add(result, 0, LATENCY_ROW_OPEN, 530);
	add(result, result->sample_count - 1, LATENCY_ROW_OPEN, 530);
	assert_int_equal(result_add_reading(result, &reading), 0);
	result->sample_count--;
	text = write_all(result);
	assert_non_null(strstr(text, "\n# latencies: 1\n"));
	made_check(csv_read_memory(text, strlen(text), "made", &back, &error), &error);
	assert_int_equal(back.latencies_count, 1);
	assert_int_equal(back.reading_count, 0);
	result_clear(&back);
	free(text);
}

/* Replace the first old in text, and expect words. */
static void spoil(const char *text, const char *old, const char *new, const char *words)
{
	char *copy = malloc(strlen(text) + strlen(new) + 1);
	const char *at = strstr(text, old);
	struct result back;
	struct error error;

	assert_non_null(copy);
	assert_non_null(at);
	memcpy(copy, text, (size_t)(at - text));
	strcpy(copy + (at - text), new);
	strcat(copy, at + strlen(old));
	assert_int_equal(csv_read_memory(copy, strlen(copy), "made", &back, &error), -EINVAL);
	if (!strstr(error.text, words))
		fail_msg("\"%s\" does not say \"%s\"", error.text, words);
	free(copy);
}

static void damage_is_named(void **state)
{
	struct result *result = *state;
	const char line[] = "# latencies.open: count=4 least=530 most=700 528:3 688:1\n";
	char twice[2 * sizeof(line)];
	char *text;

	add(result, 0, LATENCY_ROW_OPEN, 530);
	text = write_all(result);
	spoil(text, "# latencies.open:", "# latencies.opne:", "found \"opne:\"");
	spoil(text, "# latencies.open:", "# latencies.", "a call that is timed alone");
	spoil(text, "count=4", "count=x", "expected count= and a whole number");
	spoil(text, "count=4", "count=5", "do not come to count");
	spoil(text, "least=530 ", "", "expected least= and a whole number");
	spoil(text, "most=700", "most=1700", "least and most are not in the first");
	spoil(text, " 688:1", "", "do not come to count");
	spoil(text, " 528:3 688:1", "", "do not come to count");
	spoil(text, "528:3", "529:3", "found \"529:3\", expected the least value of a bucket");
	spoil(text, "528:3", "528:", "found \"528:\"");
	spoil(text, "528:3", "688:3", "do not ascend");
	spoil(text, "528:3", "99999999999999999999:3", "found \"99999999999999999999:3\"");
	spoil(text, "# latencies: 1", "# latencies: 2", "1 of 2 lines of latencies");
	spoil(text, "# latencies: 1\n", "", "more lines of latencies than the header's 0");
	spoil(text, "# latencies: 1", "# latencies: -1", "the number of lines below");
	spoil(text, line, "", "0 of 1 lines of latencies");
	strcpy(twice, line);
	strcat(twice, line);
	spoil(text, line, twice, "twice for one run");
	free(text);
}

/* For a plot: a row a bucket, all runs of a step together, cumulated. */
static void they_can_be_plotted(void **state)
{
	struct result *result = *state;
	const struct result *const results[] = {result, result};
	const struct export_options options = {0};
	const size_t step = result->samples[0].step;
	char *text;

	text = made_export("latencies", results, 1, &options);
	assert_non_null(strstr(text, "\n# no call was timed alone"));
	free(text);
	for (size_t i = 0; i < result->sample_count; i++)
		if (result->samples[i].step == step)
			add(result, i, LATENCY_ROW_OPEN, 530);
	text = made_export("latencies", results, 2, &options);
	assert_int_equal(signature_of(text, strlen(text)), SIGNATURE_REPORT);
	assert_non_null(
		strstr(text, ",call,least_ns,width_ns,count,cumulative,percentile\n1,stat,"));
	assert_non_null(strstr(text, ",none,open,528,16,18,18,75.000000\n"));
	assert_non_null(strstr(text, ",none,open,688,16,6,24,100.000000\n2,stat,"));
	assert_null(strstr(text, "no call was timed alone"));
	free(text);
}

#define WITH_RESULT(test)                                                                          \
	cmocka_unit_test_setup_teardown(test, made_latencies_make, made_latencies_drop)

int main(void)
{
	const struct CMUnitTest tests[] = {
		WITH_RESULT(they_read_back),
		WITH_RESULT(a_run_without_sample_is_left_out),
		WITH_RESULT(damage_is_named),
		WITH_RESULT(they_can_be_plotted),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
