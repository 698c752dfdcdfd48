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

#include "exports/lmbench_cell.h"
#include "exports/lmbench_summary.h"
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_each_file_to_the_byte),
		cmocka_unit_test(test_many_files_to_the_byte),
		cmocka_unit_test(test_every_cell_of_the_scripts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
