/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_lmbench_summary.c - the summaries of LMbench's raw files: to the byte what LMbench's own
 * scripts print, and ours, which round; rows and values that no one fitted them to.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "exports/lmbench/lmbench_cell.h"
#include "exports/lmbench/lmbench_summary.h"
#include "tests/unit/lmbench_files.h"

#define RECORDS_MAXIMUM 10

/* The summary of the files of these paths; malloc'ed. */
static char *summarise(const struct lmbench_record *records, size_t count,
		       const struct lmbench_summary *summary)
{
	const struct lmbench_record *all[RECORDS_MAXIMUM];
	char *text = NULL;
	size_t length;
	FILE *file = open_memstream(&text, &length);

	assert_non_null(file);
	for (size_t i = 0; i < count; i++)
		all[i] = &records[i];
	lmbench_summary_title(summary, NULL, file);
	fputc('\n', file);
	lmbench_summary_tables(summary, all, count, file);
	fclose(file);
	return text;
}

static void check_golden(const struct lmbench_record *records, size_t count, const char *name)
{
	static const char *const versions[] = {[LMBENCH_2] = "2.0", [LMBENCH_3] = "3.0"};

	for (enum lmbench_generation i = LMBENCH_2; i <= LMBENCH_3; i++) {
		const struct lmbench_summary summary = {.generation = i, .exact = true};
		char path[256];
		size_t length;
		char *golden;
		char *text = summarise(records, count, &summary);

		snprintf(path, sizeof(path), LMBENCH_FILES "golden/%s.summary-%s.txt", name,
			 versions[i]);
		golden = lmbench_file(path, &length);
		assert_true(length > 2000);
		assert_string_equal(text, golden);
		free(golden);
		free(text);
	}
}

static void test_each_file_to_the_byte(void **state)
{
	static const char *const names[][2] = {
		{"akawashiro_masumi", "1"},    {"tomgoh_hygon_regular", "0"},
		{"tomgoh_n90_host_full", "0"}, {"tomgoh_pkvm_guest_smoke", "0"},
		{"tomgoh_truncated", "0"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		struct lmbench_record record;
		char path[256];

		snprintf(path, sizeof(path), LMBENCH_FILES "raw/%s.%s", names[i][0], names[i][1]);
		lmbench_read_path(path, &record);
		check_golden(&record, 1, names[i][0]);
		lmbench_record_clear(&record);
	}
}

static void read_pair(struct lmbench_record records[10])
{
	for (int i = 0; i < 10; i++) {
		char path[256];

		snprintf(path, sizeof(path), LMBENCH_FILES "lsm-pair/lsm_%s.%d",
			 i < 5 ? "off" : "on", i % 5 + 1);
		lmbench_read_path(path, &records[i]);
	}
}

static void clear_all(struct lmbench_record *records, size_t count)
{
	for (size_t i = 0; i < count; i++)
		lmbench_record_clear(&records[i]);
}

static void test_many_files_to_the_byte(void **state)
{
	struct lmbench_record records[10];

	(void)state;
	read_pair(records);
	check_golden(records, 10, "lsm-pair_all");
	clear_all(records, 10);
}

static void check_cells(const char *path,
			const char *show(double value, int width, char cell[LMBENCH_CELL_SIZE]))
{
	FILE *file = fopen(path, "r");
	char cell[LMBENCH_CELL_SIZE];
	char expected[64];
	double value;
	int width;
	int count = 0;

	assert_non_null(file);
	while (fscanf(file, "%lf\t%d\t[%63[^]]]\n", &value, &width, expected) == 3) {
		assert_string_equal(show(value, width, cell), expected);
		count++;
	}
	assert_true(feof(file));
	assert_int_equal(count, 185);
	fclose(file);
}

static void test_every_cell_of_the_scripts(void **state)
{
	(void)state;
	check_cells(LMBENCH_FILES "golden/num-format-2.0.tsv", lmbench_cell_original);
	check_cells(LMBENCH_FILES "golden/num-format-3.0.tsv", lmbench_cell_original_3);
}

/* Put every run of ten rows of the golden text in this order. */
static char *permuted(const char *golden, const int order[10])
{
	char *text = NULL;
	size_t length;
	FILE *file = open_memstream(&text, &length);
	const char *rows[10];
	int count = 0;

	assert_non_null(file);
	while (*golden) {
		size_t line = strcspn(golden, "\n") + 1;

		if (strncmp(golden, "lsm_o", 5) == 0)
			rows[count++] = golden;
		else
			fprintf(file, "%.*s", (int)line, golden);
		for (int i = 0; i < 10 && count == 10; i++)
			fprintf(file, "%.*s", (int)strcspn(rows[order[i]], "\n") + 1,
				rows[order[i]]);
		count %= 10;
		golden += line;
	}
	fclose(file);
	return text;
}

/* A row says what its own file says, whatever stands before it. */
static void test_rows_in_any_order(void **state)
{
	static const int orders[][10] = {{9, 3, 0, 8, 5, 1, 7, 2, 6, 4},
					 {1, 0, 3, 2, 5, 4, 7, 6, 9, 8}};
	static const char *const golden_paths[] = {
		LMBENCH_FILES "golden/lsm-pair_all.summary-2.0.txt",
		LMBENCH_FILES "golden/lsm-pair_all.summary-3.0.txt"};
	struct lmbench_record records[10];

	(void)state;
	read_pair(records);
	for (size_t i = 0; i < 4; i++) {
		const int *order = orders[i % 2];
		const struct lmbench_summary summary = {.generation = i / 2 ? LMBENCH_3 : LMBENCH_2,
							.exact = true};
		struct lmbench_record moved[10];
		size_t length;
		char *golden = lmbench_file(golden_paths[i / 2], &length);
		char *expected = permuted(golden, order);
		char *text;

		for (int j = 0; j < 10; j++)
			moved[j] = records[order[j]];
		text = summarise(moved, 10, &summary);
		assert_string_equal(text, expected);
		assert_string_not_equal(text, golden);
		free(text);
		free(expected);
		free(golden);
	}
	clear_all(records, 10);
}

/* A file that lacks what the one before it has, twice. */
static void test_no_value_leaks_into_another_row(void **state)
{
	static const char first[] =
		"[lmbench3.0 results for Linux a 6.1 #1]\nSimple stat: 1.25 microseconds\n"
		"Simple stat: 2.25 microseconds\nPipe latency: 5 microseconds\n";
	static const char second[] = "[lmbench3.0 results for Linux b 6.1 #1]\n"
				     "Simple syscall: 0.25 microseconds\n";
	const struct lmbench_summary summary = {.generation = LMBENCH_2, .exact = true};
	struct lmbench_record records[2];
	char *text;

	(void)state;
	lmbench_read_text(first, strlen(first), "d/a.0", &records[0]);
	lmbench_read_text(second, strlen(second), "d/b.0", &records[1]);
	text = summarise(records, 2, &summary);
	assert_non_null(strstr(text, "\na             Linux 6.1   -1           1.25     "));
	assert_non_null(strstr(text, "\nb             Linux 6.1   -1 0.25               "));
	free(text);
	clear_all(records, 2);
}

/* What the scripts cut is rounded in ours, and too large a number keeps its size. */
static void test_our_cells_are_rounded(void **state)
{
	static const char text[] =
		"[lmbench3.0 results for Linux a 6.1 #1]\n[MHZ: 12345 MHz]\n"
		"Simple read: 0.5 microseconds\nSimple write: 0.3 microseconds\n"
		"Process fork+exit: 999999 microseconds\nProcess fork+execve: 178.9 microseconds\n"
		"Socket bandwidth using localhost\n10.485760 6790.60 MB/sec\n\n";
	static const char cells[] = " 0.40                           1.0M 179.     \n";
	static const char cut[] = " 0.40                           100K 178.     \n";
	struct lmbench_summary summary = {.generation = LMBENCH_2};
	struct lmbench_record record;
	char *ours;
	char *theirs;

	(void)state;
	lmbench_read_text(text, strlen(text), "d/a.0", &record);
	ours = summarise(&record, 1, &summary);
	summary.exact = true;
	theirs = summarise(&record, 1, &summary);
	assert_non_null(strstr(ours, "\na             Linux 6.1 12.K"));
	assert_non_null(strstr(ours, cells));
	assert_non_null(strstr(theirs, "\na             Linux 6.1                       d 1234\n"));
	assert_non_null(strstr(theirs, "\na             Linux 6.1 12345"));
	assert_non_null(strstr(theirs, cut));
	/* 2.5 does not know 3.0's block; we do. */
	assert_null(strstr(theirs, "6790"));
	assert_non_null(strstr(ours, " 6791 "));
	free(ours);
	free(theirs);
	lmbench_record_clear(&record);
}

static void make_latencies(const char *l1, const char *l2, const char *memory,
			   struct lmbench_record *record)
{
	char text[256];

	snprintf(text, sizeof(text),
		 "[lmbench3.0 results for Linux a 6.1 #1]\n[MHZ: 99 MHz]\nMemory load latency\n"
		 "\"stride=128\n0.00098 %s\n0.12500 %s\n8.00000 %s\n\n",
		 l1, l2, memory);
	lmbench_read_text(text, strlen(text), "d/a.0", record);
}

/* Within a fifth counts as the same, by the larger of the two. */
static void test_guesses(void **state)
{
	static const struct {
		const char *latencies[3];
		const char *row;
	} cases[] = {
		{{"20.0", "251.0", "264.0"}, "  20.0  251.0  264.0    No L2 cache?\n"},
		{{"20.0", "25.0", "264.0"}, "  20.0   25.0  264.0    No L1 cache?\n"},
		{{"20.0", "25.1", "264.0"}, "  20.0   25.1  264.0\n"},
		{{"20.0", "200.0", "251.0"}, "  20.0  200.0  251.0\n"},
		{{"5.0", "5.0", "5.0"}, " 5.000 5.0000 5.0000    No L1 cache?\n"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct lmbench_summary summary = {.generation = LMBENCH_2};
		struct lmbench_record record;
		char row[128];

		make_latencies(cases[i].latencies[0], cases[i].latencies[1], cases[i].latencies[2],
			       &record);
		snprintf(row, sizeof(row), "\na             Linux 6.1    99%s", cases[i].row);
		for (int exact = 0; exact < 2; exact++) {
			char *text;

			summary.exact = exact;
			text = summarise(&record, 1, &summary);
			assert_non_null(strstr(text, row));
			free(text);
		}
		lmbench_record_clear(&record);
	}
}

static void test_statistics_of_a_group(void **state)
{
	const struct lmbench_summary summary = {.generation = LMBENCH_2, .stats = true};
	struct lmbench_record records[3];
	char rows[320];
	char *text;

	(void)state;
	for (int i = 0; i < 3; i++) {
		char raw[128];

		snprintf(raw, sizeof(raw),
			 "[lmbench3.0 results for Linux a 6.1 #1]\n"
			 "Process fork+exit: %d microseconds\n",
			 20 + 2 * i);
		lmbench_read_text(raw, strlen(raw), "d/a.0", &records[i]);
	}
	text = summarise(records, 3, &summary);
	/* 20, 22, 24: mean 22, sd 2 by n - 1, half-width 4.303 * 2 / sqrt(3) = 4.97. */
	snprintf(rows, sizeof(rows), "\nMEAN%*s22.0%*s\nSTDEV%*s2.00%*s\n95%% CI +-%*s4.97%*s\n",
		 61, "", 10, "", 60, "", 10, "", 56, "", 10, "");
	assert_non_null(strstr(text, rows));
	free(text);
	clear_all(records, 3);
}

/* Of names in files, and of the clock rate, only what is printable gets out. */
static void test_names_are_plain(void **state)
{
	static const char raw[] = "[lmbench3.0 results for Li\x1b[1m b 6.1 #1]\n[MHZ: \x1b[2J]\n"
				  "Simple stat: 1 microseconds\n";

	(void)state;
	for (int i = 0; i < 4; i++) {
		const struct lmbench_summary summary = {.generation = i / 2 ? LMBENCH_3 : LMBENCH_2,
							.exact = i % 2};
		struct lmbench_record record;
		char *text;

		lmbench_read_text(raw, strlen(raw), "d\x02/a\xc3\xa9\n.0", &record);
		text = summarise(&record, 1, &summary);
		assert_null(strchr(text, '\x1b'));
		assert_null(strchr(text, '\x02'));
		assert_null(strstr(text, "\xc3"));
		free(text);
		lmbench_record_clear(&record);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_each_file_to_the_byte),
		cmocka_unit_test(test_many_files_to_the_byte),
		cmocka_unit_test(test_every_cell_of_the_scripts),
		cmocka_unit_test(test_rows_in_any_order),
		cmocka_unit_test(test_no_value_leaks_into_another_row),
		cmocka_unit_test(test_our_cells_are_rounded),
		cmocka_unit_test(test_guesses),
		cmocka_unit_test(test_statistics_of_a_group),
		cmocka_unit_test(test_names_are_plain),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
