/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_dbench_output.c - what dbench and tbench print: published lines of version 3, and of version
 * 4.00 as Debian 12 has it.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/operation/dbench_output.h"

/* The end of "dbench -t 3 2". */
static const char version_4[] =
	"releasing clients\n"
	"   2     21826   271.22 MB/sec  execute   1 sec  latency 48.091 ms\n"
	"   2     46785   269.68 MB/sec  execute   2 sec  latency 51.912 ms\n"
	"   2  cleanup   3 sec\n"
	"   0  cleanup   3 sec\n"
	"\n"
	" Operation      Count    AvgLat    MaxLat\n"
	" Flush           1890     1.691    51.909\n"
	"\n"
	"Throughput 269.684 MB/sec  2 clients  2 procs  max_latency=51.912 ms\n";

static void the_throughput_is_found(void **state)
{
	static const char version_3[] = "4 clients started\nThroughput 1296.79 MB/sec 4 procs";
	static const char two[] =
		"Throughput 1 MB/sec 4 procs\nThroughput 1241.7 MB/sec 4 procs\n\n";
	struct dbench_throughput found;

	(void)state;
	assert_true(dbench_read_throughput(version_4, strlen(version_4), &found));
	assert_float_equal(found.rate, 269.684, 0);
	assert_float_equal(found.latency_max_ms, 51.912, 0);
	assert_true(dbench_read_throughput(version_3, strlen(version_3), &found));
	assert_float_equal(found.rate, 1296.79, 0);
	assert_true(isnan(found.latency_max_ms));
	assert_true(dbench_read_throughput(two, strlen(two), &found));
	assert_float_equal(found.rate, 1241.7, 0);
}

static void what_could_not_be_is_none(void **state)
{
	static const char *const texts[] = {
		"",
		"\n\n",
		"throughput 1 MB/sec 1 procs\n",
		" Throughput 1 MB/sec 1 procs\n",
		"Throughput 0 MB/sec  1 clients  1 procs  max_latency=0.000 ms\n",
		"Throughput -1 MB/sec 1 procs\n",
		"Throughput nan MB/sec 1 procs\n",
		"Throughput inf MB/sec 1 procs\n",
		"Throughput 1e300 MB/sec 1 procs\n",
		"Throughput 1 KB/sec 1 procs\n",
		"Throughput  MB/sec 1 procs\n",
		"Throughput 1 MB/sec  1 clients  1 procs  max_latency=-1 ms\n",
		"Throughput 1 MB/sec  1 clients  1 procs  max_latency=x ms\n",
	};
	struct dbench_throughput found = {.rate = 42};

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		assert_false(dbench_read_throughput(texts[i], strlen(texts[i]), &found));
	assert_float_equal(found.rate, 42, 0);
}

/* Each beginning of the output, as it may stand in the pipe, exactly as long as it is. */
static void any_part_of_the_output_is_read(void **state)
{
	size_t progressed = 0;
	size_t missed = 0;

	(void)state;
	for (size_t length = 0; length <= strlen(version_4); length++) {
		char *part = malloc(length + 1);
		struct dbench_throughput found;
		char text[64];

		assert_non_null(part);
		memcpy(part, version_4, length);
		progressed += dbench_read_progress(part, length, text, sizeof(text));
		if (dbench_read_throughput(part, length, &found))
			assert_float_equal(found.rate, 269.684, 0);
		else
			missed = length;
		free(part);
	}
	assert_true(progressed > 0);
	/* The last that is no throughput lacks the unit of the latency. */
	assert_int_equal(missed, strlen(version_4) - strlen("s\n"));
}

static void the_last_second_says_how_it_stands(void **state)
{
	static const char warm[] = "   4     3550    69.28 MB/sec  warmup   1 sec  latency 1 ms\n";
	static const char none[] = "4 of 4 processes prepared for launch   0 sec\n";
	const char *cut = strstr(version_4, "sec  latency 51.912");
	char text[64];

	(void)state;
	assert_true(dbench_read_progress(version_4, strlen(version_4), text, sizeof(text)));
	assert_string_equal(text, "269.68 MB/s, 2 s");
	/* A line whose end has not come yet. */
	assert_true(dbench_read_progress(version_4, (size_t)(cut - version_4), text, sizeof(text)));
	assert_string_equal(text, "271.22 MB/s, 1 s");
	assert_true(dbench_read_progress(warm, strlen(warm), text, sizeof(text)));
	assert_string_equal(text, "69.28 MB/s, warm-up, 1 s");
	assert_false(dbench_read_progress(none, strlen(none), text, sizeof(text)));
	assert_false(dbench_read_progress("", 0, text, sizeof(text)));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_throughput_is_found),
		cmocka_unit_test(what_could_not_be_is_none),
		cmocka_unit_test(any_part_of_the_output_is_read),
		cmocka_unit_test(the_last_second_says_how_it_stands),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
