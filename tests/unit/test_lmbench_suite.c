/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_lmbench_suite.c - every column of LMbench's tables that an operation of ours fills, with
 * figures that were worked out by hand.
 */
#include "tests/unit/made_export.h"

#include "tests/unit/lmbench_files.h"

static const char *const keys[] = {"suite", "lmbench", "runs", "3", "passes", "2", NULL};

/* The plan of the result that is being made: a figure depends on its operation. */
static const struct result *making;

/* What an iteration takes in ns: 500, but for these. */
static uint64_t ns_of(const char *operation)
{
	static const struct {
		const char *operation;
		uint64_t ns;
	} known[] = {
		{"read-zero", 100},
		{"write-null", 300},
		{"kill-self", 100},
		{"signal-catch", 1000},
		{"protection-fault", 1200},
		{"context-switch", 5000},
		{"context-switch-overhead", 1500},
		{"file-create", 25000},
		{"pipe-bandwidth", 65536},
		{"memory-latency", 2},
		{"memory-latency-random", 90},
		{"memory-read", 33554432},
	};

	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
		if (strcmp(known[i].operation, operation) == 0)
			return known[i].ns;
	}
	return 500;
}

static uint64_t by_operation(const struct sample *sample, size_t index)
{
	const struct plan_case *which = plan_step_case(&making->plan, sample->step);

	(void)index;
	return ns_of(which->operation->name) * sample->iterations;
}

static char *exported(const struct result *result, const char *format)
{
	const struct export_options options = {0};

	return made_export(format, &result, 1, &options);
}

static void check_row(const char *text, const char *table, const char *cells)
{
	const char *at = strstr(text, table);
	char row[160];

	assert_non_null(at);
	at = strstr(at, "\nmade-host Linux 6.12.1-");
	assert_non_null(at);
	snprintf(row, sizeof(row), "%.*s", (int)strcspn(at + 24, "\n"), at + 24);
	if (strncmp(row, cells, strlen(cells)) != 0)
		fail_msg("%s: \"%s\" and not \"%s\"", table, row, cells);
}

static void test_columns_of_2(void **state)
{
	struct result result;
	char *text;

	(void)state;
	making = &result;
	made_result(&result, keys, by_operation);
	environment_set(&result.environment, "cpu.cache_l1d", "48K", "made");
	environment_set(&result.environment, "cpu.cache_l2", "2048K", "made");
	text = exported(&result, "lmbench");
	check_row(text, "\nProcessor, ",
		  "      0.50 0.20 0.50 0.50 0.500 0.50 0.90 0.50 0.50 0.50");
	check_row(text, "\nContext switching",
		  " 3.500 3.5000 3.5000 3.5000 3.5000 3.50000 3.50000");
	check_row(text, "\n*Local* Communication latencies", " 3.500 0.500 0.50 0.500 ");
	check_row(text, "\nFile & VM", "   25.0 0.5000   25.0 0.5000 0.500000 0.300 0.50000");
	check_row(text, "\nMemory latencies", "       2.000 2.0000 2.0000    No L1 cache?");
	/* What was measured of the differences, and what the machine says of its caches. */
	assert_non_null(strstr(text, "2p/0K 5.000 - 1.500, "));
	assert_non_null(
		strstr(text, "\nmade-host: us measured - kill alone: sig hndl 1.000 - 0.100\n"));
	assert_non_null(
		strstr(text, "\nmade-host: us measured - sig hndl: Prot Fault 1.200 - 0.900\n"));
	assert_non_null(strstr(text, "\nmade-host: caches by sysfs: L1d 48K, L2 2048K\n"));
	free(text);
	result_clear(&result);
}

/* A rate in MB of 10^6 bytes, from the bytes that an iteration moves. */
static void test_bandwidths(void **state)
{
	const struct operation *pipe = operation_find("pipe-bandwidth");
	const struct operation *memory = operation_find("memory-read");
	struct result result;
	char cell[16];
	char *text;
	const char *largest = NULL;

	(void)state;
	making = &result;
	made_result(&result, keys, by_operation);
	for (size_t i = 0; i < result.plan.case_count; i++) {
		if (result.plan.cases[i].operation == memory)
			largest = result.plan.cases[i].parameter;
	}
	assert_non_null(pipe);
	assert_non_null(largest);
	text = exported(&result, "lmbench");
	/* 64 KiB in 65.536 us are 1000 MB/s; and a size of 64 MiB in 33.6 ms 2000. */
	assert_true(operation_bytes(pipe, "") % 65536 == 0);
	snprintf(cell, sizeof(cell), " %4.0f ", 1e3 * (double)operation_bytes(pipe, "") / 65536);
	check_row(text, "\n*Local* Communication bandwidths", cell);
	snprintf(cell, sizeof(cell), " %4.0f ",
		 1e3 * (double)operation_bytes(memory, largest) / 33554432);
	assert_non_null(strstr(strstr(text, "\n*Local* Communication bandwidths"), cell));
	assert_non_null(strstr(text, "\nsizes: File reread "));
	snprintf(cell, sizeof(cell), "Mem read %.6s", largest);
	assert_non_null(strstr(text, cell));
	free(text);
	result_clear(&result);
}

/* What is called main memory there says of which size it is, and whether a cache holds it. */
static void test_main_memory_that_a_cache_holds(void **state)
{
	static const char *const one[] = {"ops",     "memory-latency,memory-latency-random",
					  "sizes",   "1K,128K,64M",
					  "strides", "128",
					  "runs",    "3",
					  "passes",  "2",
					  NULL};
	struct result result;
	char *text;

	(void)state;
	making = &result;
	made_result(&result, one, by_operation);
	text = exported(&result, "lmbench");
	assert_non_null(strstr(text, "\nsizes: Main mem 64M/128\n"));
	free(text);
	environment_set(&result.environment, "cpu.cache_l1d", "48K", "made");
	environment_set(&result.environment, "cpu.cache_l2", "65535K", "made");
	text = exported(&result, "lmbench");
	assert_non_null(strstr(text, "\nsizes: Main mem 64M/128\n"));
	free(text);
	environment_set(&result.environment, "cpu.cache_l3", "491520K", "made");
	text = exported(&result, "lmbench");
	assert_non_null(
		strstr(text, "\nsizes: Main mem 64M/128, which L3 480M holds: no main memory\n"));
	assert_null(strstr(text, "Rand mem"));
	free(text);
	text = exported(&result, "lmbench3");
	assert_non_null(
		strstr(text, "\nsizes: Main mem 64M/128, which L3 480M holds: no main memory\n"));
	assert_non_null(
		strstr(text, "\nsizes: Rand mem 64M/128, which L3 480M holds: no main memory\n"));
	free(text);
	result_clear(&result);
}

/* What took no longer than its overhead is blank, and the line below says so. */
static void test_nothing_left_behind_the_overhead(void **state)
{
	struct result result;
	char *text;

	(void)state;
	making = &result;
	made_result(&result, keys, by_operation);
	for (size_t i = 0; i < result.sample_count; i++) {
		const struct plan_case *which =
			plan_step_case(&result.plan, result.samples[i].step);

		if (strcmp(which->operation->name, "context-switch") == 0 &&
		    strcmp(which->parameter, "2p/16K") == 0)
			result.samples[i].duration_ns = 1000 * result.samples[i].iterations;
	}
	text = exported(&result, "lmbench");
	check_row(text, "\nContext switching", " 3.500        3.5000 ");
	assert_non_null(strstr(text, "2p/16K 1.000 - 1.500 (nothing is left: blank)"));
	assert_null(strstr(text, "2p/0K 5.000 - 1.500 ("));
	free(text);
	result_clear(&result);
}

/* Nobody has measured the clock, which the kernel says. */
static void test_whose_clock_it_is(void **state)
{
	struct result result;
	char *text;

	(void)state;
	making = &result;
	made_result(&result, keys, by_operation);
	text = exported(&result, "lmbench");
	assert_null(strstr(text, "Mhz as"));
	free(text);
	environment_set(&result.environment, "cpu.mhz", "2600.000", "made");
	text = exported(&result, "lmbench");
	check_row(text, "\nProcessor, ", " 2600 0.50 ");
	assert_non_null(strstr(text, "\nmade-host: Mhz as /proc/cpuinfo has it, not measured\n"));
	free(text);
	result_clear(&result);
}

static void test_columns_of_3(void **state)
{
	struct result result;
	char *text;

	(void)state;
	making = &result;
	made_result(&result, keys, by_operation);
	text = exported(&result, "lmbench3");
	check_row(text, "\nProcessor, ", "      0.50 0.20 0.50 0.50 0.50 0.50 0.90 0.50 0.50 0.50");
	check_row(text, "\nContext switching",
		  " 3.5000 3.5000 3.5000 3.5000 3.5000 3.50000 3.50000");
	check_row(text, "\nFile & VM", "   25.0 0.5000   25.0 0.5000 0.50000 0.300 0.50000 0.500");
	check_row(text, "\nMemory latencies", "       2.0000 2.0000 2.0000        90.0");
	assert_non_null(strstr(text, "\nLMbench 3.0 layout, measured by lsmbench 0.1.0\n"));
	assert_null(strstr(text, "Alpha software"));
	/* Tables that nothing of ours fills are not there. */
	assert_null(strstr(text, "Basic float operations"));
	free(text);
	result_clear(&result);
}

/* Without what is to be taken off there is no difference, and no cell that passes for one. */
static void test_an_overhead_that_failed(void **state)
{
	struct result result;
	char *text;
	size_t kept = 0;

	(void)state;
	making = &result;
	made_result(&result, keys, by_operation);
	for (size_t i = 0; i < result.sample_count; i++) {
		const struct plan_case *which =
			plan_step_case(&result.plan, result.samples[i].step);

		if (strcmp(which->operation->name, "context-switch-overhead") != 0 ||
		    strcmp(which->parameter, "8p/16K") != 0)
			result.samples[kept++] = result.samples[i];
	}
	assert_true(kept < result.sample_count);
	result.sample_count = kept;
	text = exported(&result, "lmbench");
	check_row(text, "\nContext switching",
		  " 3.500 3.5000 3.5000        3.5000 3.50000 3.50000");
	assert_non_null(strstr(text, "8p/16K 5.000, and what to take off was not measured"));
	free(text);
	result_clear(&result);
}

/* The same figures through a raw file. */
static void test_through_a_raw_file(void **state)
{
	const struct export_options options = {0};
	struct export_item item = {0};
	struct lmbench_record record;
	struct error error = {""};
	struct result result;
	char *raw;
	char *text = NULL;
	size_t length;
	FILE *file = open_memstream(&text, &length);

	(void)state;
	assert_non_null(file);
	making = &result;
	made_result(&result, keys, by_operation);
	raw = exported(&result, "lmbench-raw");
	lmbench_read_text(raw, strlen(raw), "x86_64/made-host.0", &record);
	item.record = &record;
	made_check(
		export_write_items(export_format_find("lmbench"), &item, 1, &options, file, &error),
		&error);
	fclose(file);
	check_row(text, "\nProcessor, ",
		  "      0.50 0.20 0.50 0.50 0.500 0.50 0.90 0.50 0.50 0.50");
	check_row(text, "\nContext switching",
		  " 3.500 3.5000 3.5000 3.5000 3.5000 3.50000 3.50000");
	check_row(text, "\nFile & VM", "   25.0 0.5000   25.0 0.5000 0.500000 0.300 0.50000");
	check_row(text, "\nMemory latencies", "       2.000 2.0000 2.0000    No L1 cache?");
	free(raw);
	free(text);
	lmbench_record_clear(&record);
	result_clear(&result);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_columns_of_2),
		cmocka_unit_test(test_bandwidths),
		cmocka_unit_test(test_main_memory_that_a_cache_holds),
		cmocka_unit_test(test_nothing_left_behind_the_overhead),
		cmocka_unit_test(test_whose_clock_it_is),
		cmocka_unit_test(test_columns_of_3),
		cmocka_unit_test(test_an_overhead_that_failed),
		cmocka_unit_test(test_through_a_raw_file),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
