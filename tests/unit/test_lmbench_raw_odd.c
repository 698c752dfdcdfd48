/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_lmbench_raw_odd.c - raw files of LMbench with values that are no figures: what the scripts
 * take of them, and what is shown.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "exports/export.h"
#include "tests/unit/lmbench_files.h"

#define HEAD "[lmbench3.0 results for Linux box 6.1.0-9 #1 SMP x86_64 GNU/Linux]\n"

static void read_string(const char *text, struct lmbench_record *record)
{
	lmbench_read_text(text, strlen(text), "some/where/box.12", record);
}

static int has_note(const struct lmbench_record *record, const char *part)
{
	for (size_t i = 0; i < record->notes.count; i++) {
		if (strstr(record->notes.items[i], part))
			return 1;
	}
	return 0;
}

/* The tables of 2.0 of one record. */
static char *tables_of(const struct lmbench_record *record, bool exact)
{
	const struct export_options options = {.exact = exact};
	const struct export_item item = {.record = record};
	struct error error = {""};
	char *text = NULL;
	size_t length;
	FILE *file = open_memstream(&text, &length);

	assert_non_null(file);
	if (export_write_items(export_format_find("lmbench"), &item, 1, &options, file, &error) < 0)
		fail_msg("%s", error.text);
	fclose(file);
	return text;
}

/*
 * What is no number in the unit of its line is what the scripts take, for --exact, and neither a
 * figure nor a column of ours.
 */
static void test_odd_values_are_in_no_column(void **state)
{
	static const enum lmbench_column refused[] = {
		LMBENCH_STAT,       LMBENCH_OPEN_CLOSE,     LMBENCH_SIGNAL_CATCH,
		LMBENCH_PIPE,       LMBENCH_READ,           LMBENCH_WRITE,
		LMBENCH_SELECT_TCP, LMBENCH_PIPE_BANDWIDTH, LMBENCH_INTEGER_DIV,
		LMBENCH_MMAP,       LMBENCH_CONTEXT_2_0K,   LMBENCH_CREATE_0K,
		LMBENCH_L1,         LMBENCH_PARALLELISM};
	struct lmbench_record record;

	(void)state;
	read_string(HEAD "Simple stat: 1,234 microseconds\nSimple open/close: 2.5abc microseconds\n"
			 "Signal handler overhead: 1.5 milliseconds\n"
			 "Pipe latency: 5.7943 nanoseconds\nSimple read: 1e300 microseconds\n"
			 "Simple write: 99999999999999999999999999 microseconds\n"
			 "Select on 100 tcp fd's: 1-2 microseconds\n"
			 "Pipe bandwidth: 4208.10 KB/sec\ninteger div: 5 microseconds\n"
			 "\"mappings\n0.524288 5x\n\n\"size=0k ovr=1\n2 1,5\n\n"
			 "\"File system latency\n0k 5 1e300 17\n\n"
			 "\"stride=128\n0.00098 1.5ns\n\n"
			 "Memory load parallelism\n0.001 2,5\n\nSimple fstat: 0.5 microseconds\n",
		    &record);
	for (size_t i = 0; i < sizeof(refused) / sizeof(refused[0]); i++) {
		if (lmbench_record_value(&record, refused[i]))
			fail_msg("a figure in column %s", lmbench_column_names[refused[i]].name);
		assert_true(lmbench_record_has(&record, refused[i]));
	}
	assert_string_equal(record.values[LMBENCH_2][LMBENCH_OPEN_CLOSE], "2.5abc");
	assert_string_equal(record.values[LMBENCH_3][LMBENCH_SIGNAL_CATCH], "1.5");
	assert_int_equal(record.figure_count, 2);
	assert_non_null(lmbench_find(&record, "fstat", ""));
	assert_non_null(lmbench_find(&record, "file-delete", "0K"));
	assert_int_equal(record.skipped, 14);
	assert_true(has_note(&record, "line 2: no number above 0: Simple stat: 1,234 micro"));
	assert_true(has_note(&record, "line 5: in another unit: Pipe latency: 5.7943 nano"));
	lmbench_record_clear(&record);
}

/* The tables have a blank where the scripts have a number, and say that lines were left out. */
static void test_tables_are_blank(void **state)
{
	struct lmbench_record record;
	char row[128];
	char *text;

	(void)state;
	read_string(HEAD "Simple read: 0,5 microseconds\nSimple write: 0.25 microseconds\n"
			 "Simple stat: 1,234 microseconds\nSimple open/close: 2.5abc microseconds\n"
			 "Process fork+exit: 100.0 microseconds\n",
		    &record);
	text = tables_of(&record, false);
	/* Eight columns, each behind a blank, one of five characters and the others of four. */
	snprintf(row, sizeof(row), "\nbox       Linux 6.1.0-9%*s 100.%*s\n", 7 * 5 + 6, "", 2 * 5,
		 "");
	assert_non_null(strstr(text, row));
	assert_non_null(strstr(text, "\nOf LMbench's files 3 lines were skipped"));
	free(text);
	text = tables_of(&record, true);
	assert_non_null(strstr(text, " 1.00 2.50 "));
	free(text);
	lmbench_record_clear(&record);
}

/* A block of which the largest sizes are missing has a last line all the same. */
static void test_a_torn_block_gives_no_column(void **state)
{
	static const char start[] = HEAD "Simple fstat: 0.5 microseconds\n\n\"read bandwidth\n"
					 "0.000512 1000.0\n";
	static const char *const blocks[] = {
		"0.065536 9000.50\n", "0.065536 9000.50\n0.131072 187",
		"0.065536 9000.50\n\n\"stride=128\n0.00098 1.5\n0.125 4.5\n"};
	struct lmbench_record record;
	char text[512];
	char *tables;

	(void)state;
	for (size_t i = 0; i < sizeof(blocks) / sizeof(blocks[0]); i++) {
		bool in_stride = i == 2;
		enum lmbench_column torn = in_stride ? LMBENCH_MAIN_MEMORY : LMBENCH_FILE_REREAD;

		snprintf(text, sizeof(text), "%s%s", start, blocks[i]);
		read_string(text, &record);
		assert_null(lmbench_record_value(&record, torn));
		/* The scripts take what they find. */
		assert_true(lmbench_record_has(&record, torn));
		assert_true(has_note(&record, "the file ends within a block"));
		/* What the lines say of their sizes holds. */
		assert_non_null(lmbench_find(&record, "file-reread", "64K"));
		if (in_stride) {
			assert_string_equal(lmbench_record_value(&record, LMBENCH_FILE_REREAD),
					    "9000.50");
			assert_string_equal(lmbench_record_value(&record, LMBENCH_L2), "4.5");
		}
		lmbench_record_clear(&record);
	}
	snprintf(text, sizeof(text), "%s%s\n[Wed Jul 30 06:17:19 AM JST 2025]\n", start, blocks[0]);
	read_string(text, &record);
	assert_string_equal(lmbench_record_value(&record, LMBENCH_FILE_REREAD), "9000.50");
	assert_int_equal(record.skipped, 0);
	tables = tables_of(&record, false);
	assert_null(strstr(tables, "another run"));
	free(tables);
	lmbench_record_clear(&record);
}

static void test_a_second_run_is_told(void **state)
{
	struct lmbench_record record;
	char *text;

	(void)state;
	read_string(HEAD "Simple read: 0.5 microseconds\n" HEAD "Simple write: 0.5 microseconds\n",
		    &record);
	assert_int_equal(record.second_run, 3);
	text = tables_of(&record, false);
	assert_non_null(strstr(text, "\nbox: another run begins in line 3 and is not here"));
	free(text);
	lmbench_record_clear(&record);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_a_torn_block_gives_no_column),
		cmocka_unit_test(test_a_second_run_is_told),
		cmocka_unit_test(test_odd_values_are_in_no_column),
		cmocka_unit_test(test_tables_are_blank),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
