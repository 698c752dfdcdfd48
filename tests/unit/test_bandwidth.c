/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_bandwidth.c - what moves bytes is measured in ns and shown in MB/s, wherever it is shown.
 *
 * 64 KiB in each of 1000 iterations that last 1, 2 and 4 ms together: 65536, 32768 and 16384 MB/s.
 */
#include "tests/unit/made_result.h"

#include <math.h>

#include "engine/result/step_summary.h"
#include "exports/csv/csv_read.h"
#include "exports/csv/csv_write.h"
#include "exports/csv/summary_csv.h"
#include "exports/markdown.h"
#include "exports/published_text.h"

static uint64_t doubling(const struct sample *sample, size_t index)
{
	(void)index;
	return 1000000u << sample->run % 3;
}

static void make(struct result *result)
{
	static const char *const keys[] = {
		"ops", "memory-read,copy-libc", "sizes", "64K", "runs", "3", "passes", "1", NULL};

	made_result(result, keys, doubling);
}

typedef int writer(const struct result *const *results, size_t count, FILE *file,
		   struct error *error);

static char *written(const struct result *result, writer *write, size_t *length)
{
	struct error error = {0};
	char *text = NULL;
	FILE *file = open_memstream(&text, length);

	assert_non_null(file);
	made_check(write(&result, 1, file, &error), &error);
	assert_int_equal(fclose(file), 0);
	return text;
}

static void samples_are_rates_in_the_file(void **state)
{
	struct error error = {0};
	struct result result;
	struct result again;
	size_t length;
	char *text;
	char *value;

	(void)state;
	make(&result);
	result.samples[1].flags = SAMPLE_FAILED;
	result.samples[1].iterations = 0;
	result.samples[2].duration_ns = 0;
	text = written(&result, csv_write_result, &length);
	assert_non_null(strstr(text, "\nmemory-read,64K,none,0,0,0,1000000,1000000,1000,bandwidth,"
				     "MB/s,65536.0000,\n"));
	assert_non_null(strstr(text, ",0,bandwidth,MB/s,,failed\n"));
	/* At no time at all there is no rate, and none is made up. */
	assert_non_null(strstr(text, ",0,1000,bandwidth,MB/s,,\n"));
	made_check(csv_read_memory(text, length, "made.csv", &again, &error), &error);
	assert_true(result_equal(&result, &again));
	result_clear(&again);
	value = strstr(text, "65536.0000");
	memcpy(value, "65536.0001", 10);
	assert_int_equal(csv_read_memory(text, length, "made.csv", &again, &error), -EINVAL);
	assert_non_null(strstr(error.text, "bytes moved / duration_ns, 65536.0000"));
	memcpy(value, "65536.0000", 10);
	memcpy(strstr(text, "MB/s"), "ns//", 4);
	assert_int_equal(csv_read_memory(text, length, "made.csv", &again, &error), -EINVAL);
	assert_non_null(strstr(error.text, "expected MB/s"));
	free(text);
	result_clear(&result);
}

static void summaries_are_of_the_rates(void **state)
{
	struct summary shown;
	struct summary measured;
	struct result result;

	(void)state;
	make(&result);
	result.plan.subtract_loop = true;
	assert_string_equal(step_unit(&result, 0), "MB/s");
	assert_int_equal(step_shown_summary(&result, 0, RESULT_ALL_PASSES, &shown), 0);
	assert_true(fabs(shown.median - 32768) < 1e-9);
	assert_true(fabs(shown.mean - (65536 + 32768 + 16384) / 3.0) < 1e-9);
	assert_true(fabs(shown.maximum - 65536) < 1e-9);
	assert_int_equal(step_summary(&result, 0, RESULT_ALL_PASSES, &measured), 0);
	assert_true(fabs(measured.median - (2000 - result.loop_ns)) < 1e-9);
	result_clear(&result);
}

static void exports_name_the_unit(void **state)
{
	struct result result;
	size_t length;
	char *text;

	(void)state;
	make(&result);
	text = written(&result, summary_csv_write, &length);
	assert_non_null(strstr(text, "\n1,memory-read,64K,none,all,done,0,MB/s,3,16384.0000,"));
	free(text);
	text = written(&result, markdown_write, &length);
	assert_non_null(strstr(text, "| copy-libc 64K   | 32768.0 MB/s |"));
	free(text);
	text = written(&result, published_text_write, &length);
	assert_non_null(strstr(text, "Simple memory-read median=32768.0000 [mean=38229.3333 +/-"));
	assert_non_null(strstr(text, "] MB/s\n"));
	assert_null(strstr(text, "microseconds"));
	free(text);
	result_clear(&result);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(samples_are_rates_in_the_file),
		cmocka_unit_test(summaries_are_of_the_rates),
		cmocka_unit_test(exports_name_the_unit),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
