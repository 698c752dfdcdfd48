/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_lmbench_raw_write.c - our raw files: what goes in comes out again, through the rules of
 * LMbench's scripts and as figures.
 */
#include "tests/unit/made_result.h"

#include <math.h>

#include "exports/export.h"
#include "exports/lmbench/lmbench_of_result.h"
#include "exports/lmbench/lmbench_raw_write.h"
#include "exports/lmbench/lmbench_summary.h"
#include "tests/unit/lmbench_files.h"

/* Every operation that LMbench has, with a parameter or two. */
static const char *const all[][2] = {
	{"null-call", ""},
	{"read-zero", ""},
	{"write-null", ""},
	{"stat", "default"},
	{"fstat", ""},
	{"open-close", "default"},
	{"select-file", "FD10"},
	{"select-file", "FD100"},
	{"select-tcp", "FD100"},
	{"select-tcp", "FD500"},
	{"signal-install", ""},
	{"signal-catch", ""},
	{"protection-fault", ""},
	{"fork-wait", ""},
	{"fork-exec", ""},
	{"fork-shell", ""},
	{"procedure-call", ""},
	{"context-switch", "16p/64K"},
	{"context-switch", "2p/0K"},
	{"context-switch", "96p/0K"},
	{"context-switch", "2p/16K"},
	{"context-switch", "8p/16K"},
	{"pipe-latency", ""},
	{"unix-latency", ""},
	{"udp-latency", ""},
	{"tcp-latency", ""},
	{"rpc-udp-latency", ""},
	{"rpc-tcp-latency", ""},
	{"tcp-connect", ""},
	{"fifo-latency", ""},
	{"semaphore-latency", ""},
	{"file-create", "0K"},
	{"file-create", "10K"},
	{"file-delete", "0K"},
	{"file-delete", "10K"},
	{"mmap-latency", "8M"},
	{"mmap-latency", "512K"},
	{"page-fault", ""},
	{"pipe-bandwidth", ""},
	{"unix-bandwidth", ""},
	{"tcp-bandwidth", ""},
	{"file-reread", "1G"},
	{"file-reread", "512"},
	{"mmap-reread", "8M"},
	{"copy-libc", "8M"},
	{"copy-unrolled", "3M"},
	{"memory-read", "8M"},
	{"memory-write", "8M"},
	{"memory-read-partial", "8M"},
	{"memory-write-partial", "8M"},
	{"memory-latency", "1K/128"},
	{"memory-latency", "64M/128"},
	{"memory-latency", "128K/128"},
	{"memory-latency", "1K/16"},
	{"memory-latency-random", "64M/128"},
	{"memory-latency-random", "8M/16"},
};

#define ALL (sizeof(all) / sizeof(all[0]))

static enum lmbench_unit unit_of(const char *operation)
{
	static const char *const rates[] = {"-bandwidth", "-reread", "copy-", "memory-read",
					    "memory-write"};

	for (size_t i = 0; i < sizeof(rates) / sizeof(rates[0]); i++) {
		if (strstr(operation, rates[i]))
			return LMBENCH_MEGABYTES;
	}
	return LMBENCH_NANOSECOND;
}

/* A record of ours with a value of its own in every figure. */
static void make_record(struct lmbench_record *record)
{
	lmbench_record_init(record);
	record->is_ours = true;
	record->host = strdup("a host");
	record->os = strdup("Linux 6.12.1-made");
	record->version = strdup("lsmbench 0.1.0");
	record->description = strdup("x86_64");
	for (size_t i = 0; i < ALL; i++) {
		struct lmbench_figure figure = {
			.operation = all[i][0],
			.value = 12.345678 * pow(1.3, (double)i),
			.unit = unit_of(all[i][0]),
		};

		snprintf(figure.parameter, sizeof(figure.parameter), "%s", all[i][1]);
		assert_int_equal(lmbench_record_add(record, &figure), 0);
	}
}

static char *write_record(const struct lmbench_record *record)
{
	char *text = NULL;
	size_t length;
	FILE *file = open_memstream(&text, &length);

	assert_non_null(file);
	assert_int_equal(lmbench_raw_write_record(record, file), 0);
	fclose(file);
	return text;
}

/* In ns, or MB/s. */
static double plain_value(const struct lmbench_figure *figure)
{
	switch (figure->unit) {
	case LMBENCH_MICROSECOND:
		return figure->value * 1e3;
	case LMBENCH_PER_SECOND:
		return 1e9 / figure->value;
	default:
		return figure->value;
	}
}

/* Every figure of one is in the other, to a picosecond of what is printed as microseconds. */
static void check_figures(const struct lmbench_record *record, const struct lmbench_record *again)
{
	assert_int_equal(again->figure_count, record->figure_count);
	assert_int_equal(again->skipped, 0);
	for (size_t i = 0; i < record->figure_count; i++) {
		const struct lmbench_figure *figure = &record->figures[i];
		const struct lmbench_figure *found =
			lmbench_find(again, figure->operation, figure->parameter);

		if (!found)
			fail_msg("%s %s is lost", figure->operation, figure->parameter);
		if (fabs(plain_value(found) - plain_value(figure)) >
		    0.0005 + 1e-9 * plain_value(figure))
			fail_msg("%s %s: %.9g and not %.9g", figure->operation, figure->parameter,
				 plain_value(found), plain_value(figure));
	}
}

static void test_every_figure_comes_back(void **state)
{
	struct lmbench_record record;
	struct lmbench_record again;
	char *text;

	(void)state;
	make_record(&record);
	text = write_record(&record);
	lmbench_read_text(text, strlen(text), "d/box.0", &again);
	check_figures(&record, &again);
	assert_true(again.is_ours);
	assert_string_equal(again.version, "lsmbench 0.1.0");
	assert_string_equal(again.os, "Linux 6.12.1-made");
	/* Not LMbench's, whatever it looks like. */
	assert_non_null(strstr(text, "[measured by lsmbench 0.1.0]"));
	lmbench_record_clear(&again);
	lmbench_record_clear(&record);
	free(text);
}

/* What each script finds is there once: twice would shift the rows of the files behind it. */
static void test_no_tag_comes_twice(void **state)
{
	static const char *const tags[] = {"Socket bandwidth using localhost",
					   "\nSimple stat:",
					   "\"stride=128\n",
					   "\"stride=16\n",
					   "\"mappings",
					   "\"size=16k",
					   "MHZ",
					   "[lmbench"};
	struct lmbench_record record;
	char *text;

	(void)state;
	make_record(&record);
	text = write_record(&record);
	for (size_t i = 0; i < sizeof(tags) / sizeof(tags[0]); i++) {
		const char *first = strstr(text, tags[i]);

		if (!first) {
			fail_msg("no %s", tags[i]);
			return;
		}
		/* The stride of 16 is one block of loads in order, and one of random ones. */
		first = strstr(first + 1, tags[i]);
		if (strcmp(tags[i], "\"stride=16\n") == 0)
			first = strstr(first + 1, tags[i]);
		assert_null(first);
	}
	lmbench_record_clear(&record);
	free(text);
}

static char *summarise(const struct lmbench_record *record, enum lmbench_generation generation)
{
	const struct lmbench_summary summary = {.generation = generation, .exact = true};
	char *text = NULL;
	size_t length;
	FILE *file = open_memstream(&text, &length);

	assert_non_null(file);
	lmbench_summary_tables(&summary, &record, 1, file);
	fclose(file);
	return text;
}

/* A foreign raw file, written anew by us, gives the same tables. */
static void test_tables_stay(void **state)
{
	static const char *const paths[] = {"raw/akawashiro_masumi.1", "raw/tomgoh_n90_host_full.0",
					    "lsm-pair/lsm_on.5"};

	(void)state;
	for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++) {
		struct lmbench_record record;
		struct lmbench_record again;
		char path[256];
		char *text;

		snprintf(path, sizeof(path), LMBENCH_FILES "%s", paths[i]);
		lmbench_read_path(path, &record);
		text = write_record(&record);
		lmbench_read_text(text, strlen(text), path, &again);
		assert_null(strstr(text, "measured by lsmbench"));
		/* 2.5 does not see what 3.0 says of TCP; in ours both do. */
		assert_null(record.values[LMBENCH_2][LMBENCH_TCP_BANDWIDTH]);
		free(again.values[LMBENCH_2][LMBENCH_TCP_BANDWIDTH]);
		again.values[LMBENCH_2][LMBENCH_TCP_BANDWIDTH] = NULL;
		for (enum lmbench_generation j = LMBENCH_2; j <= LMBENCH_3; j++) {
			char *before = summarise(&record, j);
			char *after = summarise(&again, j);

			/* What the basic table has of 3.0 is no figure of any of ours. */
			assert_string_equal(strstr(after, "Processor,"),
					    strstr(before, "Processor,"));
			free(before);
			free(after);
		}
		free(text);
		lmbench_record_clear(&again);
		lmbench_record_clear(&record);
	}
}

static void test_a_result_comes_back(void **state)
{
	static const char *const keys[] = {"ops",    "stat,open-close,fork-wait,memory-read",
					   "paths",  "default",
					   "runs",   "5",
					   "passes", "2",
					   NULL};
	const struct export_options options = {0};
	const struct export_format *format = export_format_find("lmbench-raw");
	struct lmbench_row row = {.pass = RESULT_ALL_PASSES};
	struct error error = {""};
	struct result result;
	const struct result *one = &result;
	struct lmbench_record record;
	struct lmbench_record again;
	char *text = NULL;
	size_t length;
	FILE *file = open_memstream(&text, &length);

	(void)state;
	assert_non_null(file);
	made_result(&result, keys, made_noise);
	row.result = &result;
	made_check(lmbench_of_result(&row, &record, &error), &error);
	assert_true(record.figure_count >= 4);
	made_check(export_write(format, &one, 1, &options, file, &error), &error);
	fclose(file);
	lmbench_read_text(text, length, "d/box.0", &again);
	check_figures(&record, &again);
	lmbench_record_clear(&again);
	lmbench_record_clear(&record);
	result_clear(&result);
	free(text);
}

/* A run is what such a file holds, so it says which of several it is. */
static void test_the_first_of_several_variants(void **state)
{
	static const char *const keys[] = {"ops",      "stat",      "paths", "default",
					   "variants", "none,same", "runs",  "3",
					   "passes",   "2",         NULL};
	const struct export_options options = {0};
	struct error error = {""};
	struct result result;
	const struct result *one = &result;
	struct lmbench_record record;
	char *text = NULL;
	size_t length;
	FILE *file = open_memstream(&text, &length);

	(void)state;
	assert_non_null(file);
	made_result(&result, keys, made_noise);
	made_check(export_write(export_format_find("lmbench-raw"), &one, 1, &options, file, &error),
		   &error);
	fclose(file);
	assert_non_null(strstr(text, "\n[of several runs: variant none]\n"));
	lmbench_read_text(text, length, "d/a.0", &record);
	assert_int_equal(record.figure_count, 1);
	assert_int_equal(record.skipped, 0);
	lmbench_record_clear(&record);
	free(text);
	result_clear(&result);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_every_figure_comes_back),
		cmocka_unit_test(test_no_tag_comes_twice),
		cmocka_unit_test(test_tables_stay),
		cmocka_unit_test(test_a_result_comes_back),
		cmocka_unit_test(test_the_first_of_several_variants),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
