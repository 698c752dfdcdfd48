/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_lmbench_printed.c - published summaries: every value is kept, in its column or in none, and
 * the rows of means and deviations fit, but for the one that is known to be a misprint.
 */
#include <errno.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "exports/lmbench/lmbench_printed_assign.h"
#include "exports/lmbench/lmbench_printed_cell.h"
#include "tests/unit/lmbench_printed.h"

#define PUBLISHED "tests/data/published/"
#define GOLDEN "tests/data/lmbench/golden/"

/* The published files, and the values that were counted in each by hand-written patterns. */
static const struct {
	const char *path;
	const char *hosts; /* how lines with values begin, with blanks between */
	size_t values;
	size_t unassigned;
	size_t ambiguous;
	enum printed_generation generation;
} files[] = {
	{PUBLISHED "lmbench-2001-k6-2.txt", "K6-2.orig K6-2.lsm+", 470, 0, 0, PRINTED_BETA},
	{PUBLISHED "lmbench-2001-p100.txt", "P100.orig P100.lsm+", 440, 0, 8, PRINTED_BETA},
	{PUBLISHED "lmbench-2005-a.txt", "host2005", 305, 30, 0, PRINTED_FINAL},
	{PUBLISHED "lmbench-2005-b.txt", "host2005", 297, 29, 0, PRINTED_FINAL},
	{PUBLISHED "lmbench-2005-c.txt", "host2005", 306, 30, 0, PRINTED_FINAL},
	{GOLDEN "lsm-pair_all.summary-2.0.txt", "lsm_off lsm_on", 460, 0, 0, PRINTED_FINAL},
	{GOLDEN "lsm-pair_all.summary-3.0.txt", "lsm_off lsm_on", 670, 0, 9, PRINTED_FINAL},
	{GOLDEN "akawashiro_masumi.summary-2.0.txt", "akawashir", 40, 0, 0, PRINTED_FINAL},
	{GOLDEN "akawashiro_masumi.summary-3.0.txt", "akawashir", 43, 0, 0, PRINTED_FINAL},
};

#define FILE_COUNT (sizeof(files) / sizeof(files[0]))

/* The texts of all cells, in order, each with a blank behind it. */
static char *cells_of(const struct printed_summary *summary)
{
	char *text = NULL;
	size_t size;
	FILE *file = open_memstream(&text, &size);

	assert_non_null(file);
	for (size_t i = 0; i < summary->table_count; i++) {
		for (size_t j = 0; j < summary->tables[i].row_count; j++) {
			const struct printed_row *row = &summary->tables[i].rows[j];

			for (size_t k = 0; k < row->cell_count; k++)
				fprintf(file, "%s ", row->cells[k].text);
		}
	}
	fclose(file);
	return text;
}

static bool is_value(const char *word)
{
	size_t length = strspn(word, "0123456789.");

	return length > 0 && strspn(word, ".") < length &&
	       (word[length] == '\0' || strcmp(word + length, "K") == 0 ||
		strcmp(word + length, "M") == 0);
}

/* words has a blank before and behind each. */
static bool begins_with_any(const char *line, const char *words)
{
	char first[40];
	char padded[48];

	if (sscanf(line, "%39s", first) != 1)
		return false;
	snprintf(padded, sizeof(padded), " %s ", first);
	return strstr(words, padded) != NULL;
}

/* The same found without the reader: in lines that begin with a host, behind two more words. */
static char *values_of(char *text, const char *hosts, size_t *count)
{
	char *values = NULL;
	size_t size;
	FILE *file = open_memstream(&values, &size);
	char words[128];

	assert_non_null(file);
	snprintf(words, sizeof(words), " %s MEAN STDEV ", hosts);
	*count = 0;
	for (const char *next = strtok(text, "\n"); next; next = strtok(NULL, "\n")) {
		const char *line = next;
		char word[64];
		int used = 0;

		if (!begins_with_any(line, words) || strchr(line, '='))
			continue;
		sscanf(line, "%*s%n", &used);
		if (strncmp(line, "MEAN", 4) != 0 && strncmp(line, "STDEV", 5) != 0)
			sscanf(line, "%*s %*s %*s%n", &used);
		for (line += used; sscanf(line, "%63s%n", word, &used) == 1; line += used) {
			if (!is_value(word))
				continue;
			fprintf(file, "%s ", word);
			++*count;
		}
	}
	fclose(file);
	return values;
}

static void test_every_value_is_kept(void **state)
{
	(void)state;
	for (size_t i = 0; i < FILE_COUNT; i++) {
		struct printed_summary summary;
		size_t length;
		size_t count;
		char *text = printed_load(files[i].path, &length);
		char *found;
		char *expected;

		printed_must(text, length, &summary);
		found = cells_of(&summary);
		expected = values_of(text, files[i].hosts, &count);
		assert_string_equal(found, expected);
		assert_int_equal(count, files[i].values);
		assert_int_equal(summary.skipped, 0);
		assert_int_equal(summary.generation, files[i].generation);
		free(text);
		free(found);
		free(expected);
		printed_clear(&summary);
	}
}

static void count_cells(const struct printed_table *table, size_t *unassigned, size_t *ambiguous)
{
	for (size_t i = 0; i < table->row_count; i++) {
		const struct printed_row *row = &table->rows[i];

		for (size_t j = 0; j < row->cell_count; j++) {
			*unassigned += row->cells[j].column < 0;
			*ambiguous += row->cells[j].ambiguous;
		}
	}
}

static void test_columns_or_none(void **state)
{
	(void)state;
	for (size_t i = 0; i < FILE_COUNT; i++) {
		struct printed_summary summary;
		size_t unassigned = 0;
		size_t ambiguous = 0;

		printed_must_file(files[i].path, &summary);
		for (size_t j = 0; j < summary.table_count; j++)
			count_cells(&summary.tables[j], &unassigned, &ambiguous);
		assert_int_equal(unassigned, files[i].unassigned);
		assert_int_equal(ambiguous, files[i].ambiguous);
		printed_clear(&summary);
	}
}

static void expect(const struct printed_summary *summary, const char *title, size_t row,
		   const char *column, double value, double precision)
{
	const struct printed_cell *cell = printed_cell_at(summary, title, row, column);

	if (!cell)
		fail_msg("%s, row %zu: no %s", title, row, column);
	if (fabs(cell->value - value) > 1e-9 * value ||
	    fabs(cell->precision - precision) > 1e-9 * value)
		fail_msg("%s, row %zu, %s: %g +-%g, expected %g +-%g", title, row, column,
			 cell->value, cell->precision, value, precision);
}

static void test_values_and_their_precision(void **state)
{
	struct printed_summary summary;

	(void)state;
	printed_must_file(PUBLISHED "lmbench-2001-k6-2.txt", &summary);
	expect(&summary, "Processor, Processes", 0, "stat", 11, 0.5);
	expect(&summary, "Processor, Processes", 0, "null I/O", 1.32, 0.005);
	expect(&summary, "Processor, Processes", 0, "sh", 10000, 500);
	expect(&summary, "Local communication latencies", 0, "TCP connect", 1.5e6, 5e4);
	expect(&summary, "Local communication latencies", 3, "TCP connect", 492, 0.5);
	expect(&summary, "Memory latencies", 9, "main memory", 209, 0.5);
	assert_string_equal(printed_row_at(&summary, "Memory latencies", 9)->system,
			    "Linux 2.4.4-l");
	assert_int_equal(summary.labels.count, 2);
	printed_clear(&summary);

	/* What does not fit is cut, not rounded. */
	printed_must_file(GOLDEN "lsm-pair_all.summary-2.0.txt", &summary);
	expect(&summary, "Processor, Processes", 0, "fork", 115, 1);
	expect(&summary, "Processor, Processes", 0, "stat", 0.83, 0.005);
	expect(&summary, "Local communication latencies", 0, "TCP connect", 10000, 1000);
	expect(&summary, "Local communication bandwidths", 0, "mmap reread", 16700, 50);
	expect(&summary, "Local communication bandwidths", 0, "file reread", 5696.9, 0.05);
	assert_null(printed_cell_at(&summary, "Local communication bandwidths", 0, "TCP"));
	printed_clear(&summary);

	printed_must_file(GOLDEN "lsm-pair_all.summary-3.0.txt", &summary);
	expect(&summary, "Memory latencies", 9, "random memory", 128.5, 0.05);
	expect(&summary, "Memory latencies", 0, "L2", 2.919, 0.00005);
	expect(&summary, "Basic uint64 operations", 0, "uint64 add", 0.24, 0.00005);
	expect(&summary, "File & VM system latencies", 0, "100fd select", 1.177, 0.0005);
	expect(&summary, "Basic system parameters", 9, "tlb pages", 7, 0.5);
	assert_string_equal(printed_row_at(&summary, "Basic system parameters", 0)->note,
			    "lsm-pair");
	printed_clear(&summary);
}

static void test_a_cut_off_k_is_flagged(void **state)
{
	static const char title[] = "File & VM system latencies";
	struct printed_summary summary;

	(void)state;
	printed_must_file(PUBLISHED "lmbench-2001-p100.txt", &summary);
	assert_false(printed_cell_at(&summary, title, 0, "page fault")->ambiguous);
	assert_true(printed_cell_at(&summary, title, 1, "page fault")->ambiguous);
	assert_true(fabs(printed_cell_at(&summary, title, 1, "page fault")->value - 10.306) < 1e-9);
	assert_false(printed_cell_at(&summary, title, 1, "protection fault")->ambiguous);
	assert_null(printed_cell_at(&summary, "Context switching", 0, "2p/64K"));
	assert_string_equal(printed_row_at(&summary, "Memory latencies", 0)->note, "No L2 cache?");
	printed_clear(&summary);
}

/* In the first text that lost its alignment, 28.1 may be UDP's, RPC's or TCP's. */
static void test_lost_alignment(void **state)
{
	static const char title[] = "Local communication latencies";
	struct printed_summary summary;
	const struct printed_row *row;

	(void)state;
	printed_must_file(PUBLISHED "lmbench-2005-a.txt", &summary);
	row = printed_row_at(&summary, title, 0);
	assert_int_equal(row->cell_count, 5);
	/* It repeats the context switch table's figure. */
	expect(&summary, title, 0, "2p/0K", 2.23, 0.0005);
	for (size_t i = 1; i < 5; i++)
		assert_int_equal(row->cells[i].column, -1);
	assert_true(fabs(row->cells[4].value - 86.5) < 1e-9);
	expect(&summary, "Processor, Processes", 0, "select TCP", 6.917, 0.0005);
	expect(&summary, "Processor, Processes", 0, "fork", 135, 1);
	printed_clear(&summary);

	/* Seven of twelve cells are placed: each is the mean of only one column's rows. */
	printed_must_file(PUBLISHED "lmbench-2005-b.txt", &summary);
	row = printed_row_at(&summary, "Processor, Processes", 5);
	assert_int_equal(row->kind, PRINTED_MEAN);
	assert_int_equal(row->cell_count, 7);
	expect(&summary, "Processor, Processes", 5, "stat", 3.64, 0.005);
	assert_non_null(printed_cell_at(&summary, "Processor, Processes", 5, "signal handle"));
	assert_null(printed_cell_at(&summary, "Processor, Processes", 5, "null call"));
	printed_clear(&summary);
}

/* The mean or deviation (divided by n) of rows 0..count-1 in a column, computed here. */
static double recomputed(const struct printed_table *table, size_t count, int column,
			 enum printed_row_kind kind)
{
	double sum = 0;
	double squares = 0;
	double n = 0;

	for (size_t i = 0; i < count; i++) {
		const struct printed_row *row = &table->rows[i];

		for (size_t j = 0; j < row->cell_count; j++) {
			double x = strtod(row->cells[j].text, NULL);

			if (row->cells[j].column != column)
				continue;
			sum += x;
			squares += x * x;
			n++;
		}
	}
	return kind == PRINTED_MEAN ? sum / n : sqrt(fmax(0, squares / n - sum / n * (sum / n)));
}

/* How many cells of the MEAN and STDEV row are off by more than a unit. */
static size_t count_misfits(const struct printed_table *table, size_t *checked)
{
	size_t misfits = 0;
	size_t rows = 0;

	while (table->rows[rows].kind == PRINTED_HOST)
		rows++;
	for (size_t i = rows; i < table->row_count && i < rows + 2; i++) {
		const struct printed_row *row = &table->rows[i];

		for (size_t j = 0; j < row->cell_count; j++) {
			const struct printed_cell *cell = &row->cells[j];
			double figure = recomputed(table, rows, cell->column, row->kind);

			if (cell->column < 0)
				continue;
			++*checked;
			misfits += fabs(figure - strtod(cell->text, NULL)) >
				   printed_unit(cell->text) * 1.0001;
		}
	}
	return misfits;
}

static void test_means_and_deviations_fit(void **state)
{
	static const size_t misprints[] = {0, 1, 0};
	size_t checked = 0;

	(void)state;
	for (size_t i = 2; i < 5; i++) {
		struct printed_summary summary;
		size_t misfits = 0;

		printed_must_file(files[i].path, &summary);
		for (size_t j = 1; j < summary.table_count; j++)
			misfits += count_misfits(&summary.tables[j], &checked);
		assert_int_equal(misfits, misprints[i - 2]);
		assert_int_equal(summary.notes.count, misprints[i - 2]);
		if (misfits > 0)
			assert_non_null(strstr(summary.notes.items[0],
					       "the row MEAN says 581.1 for mem write, the rows "
					       "above it give 591.08"));
		printed_clear(&summary);
	}
	/* 2 x (12 + 7 + 7 + 9 + 4) less what stands in no column or is missing. */
	assert_int_equal(checked, 75 + 67 + 77);
}

/* 3.0 cuts TCP connect's cells at their end, and prints what is small as a power, or its format. */
static void test_cells_of_the_third_version(void **state)
{
	static const char text[] =
		"Host                 OS  Mhz null null      open slct sig  sig  fork exec sh  \n"
		"                             call  I/O stat clos TCP  inst hndl proc proc proc\n"
		"--------- ------------- ---- ---- ---- ---- ---- ---- ---- ---- ---- ---- ----\n"
		"box         Linux 6.6.0 1900 %4.- 0.13 0.83 1.27 2.82 0.12 0.78 115. 316. 734.\n"
		"\n"
		"Host                 OS 2p/0K  Pipe AF     UDP  RPC/   TCP  RPC/ TCP\n"
		"                        ctxsw       UNIX         UDP         TCP conn\n"
		"--------- ------------- ----- ----- ---- ----- ----- ----- ----- ----\n"
		"box         Linux 6.6.0 2.110 5.101 8.71  16.8  24.8  22.9  30.6 10.7\n"
		"box         Linux 6.6.0 2.110 5.101 8.71  16.8  24.8  22.9  30.6  27.\n"
		"Host                 OS  intgr intgr  intgr  intgr  intgr  \n"
		"                          bit   add    mul    div    mod   \n"
		"--------- ------------- ------ ------ ------ ------ ------ \n"
		"box         Linux 6.6.0 0.3400  4e-04 0.9700 3.8100 3.9500\n";
	static const char title[] = "Local communication latencies";
	struct printed_summary summary;

	(void)state;
	printed_must(text, strlen(text), &summary);
	assert_int_equal(summary.rows, 4);
	assert_string_equal(printed_cell_at(&summary, "Processor, Processes", 0, "null call")->text,
			    "%4.-");
	assert_true(
		isnan(printed_cell_at(&summary, "Processor, Processes", 0, "null call")->value));
	assert_true(printed_cell_at(&summary, title, 0, "TCP connect")->ambiguous);
	assert_false(printed_cell_at(&summary, title, 1, "TCP connect")->ambiguous);
	expect(&summary, title, 1, "TCP connect", 27, 1);
	expect(&summary, "Basic integer operations", 0, "integer add", 4e-4, 5e-5);
	printed_clear(&summary);
}

/* Ours divide by n - 1 and write bounds; what neither divisor gives is noted. */
static void test_statistics_of_our_own(void **state)
{
	static const char text[] =
		"Host                 OS 2p/0K 2p/16K 2p/64K 8p/16K 8p/64K 16p/16K 16p/64K\n"
		"                        ctxsw  ctxsw  ctxsw ctxsw  ctxsw   ctxsw   ctxsw\n"
		"--------- ------------- ----- ------ ------ ------ ------ ------- -------\n"
		"box         Linux 2.4.4 2.000 4.0000\n"
		"box         Linux 2.4.4 3.000 4.0000\n"
		"MEAN                    2.500 4.0000\n"
		"STDEV                   0.707  <.001\n"
		"95% CI +-               6.353  <.001\n"
		"two         Linux 2.4.4 2.000 4.0000\n"
		"two         Linux 2.4.4 3.000 4.0000\n"
		"MEAN                    2.600 4.0000\n"
		"STDEV                   0.900 0.2000\n";
	struct printed_summary summary;

	(void)state;
	printed_must(text, strlen(text), &summary);
	assert_int_equal(summary.rows, 9);
	assert_string_equal(printed_cell_at(&summary, "Context switching", 3, "2p/16K")->text,
			    "<.001");
	assert_int_equal(printed_row_at(&summary, "Context switching", 4)->kind, PRINTED_CI);
	assert_int_equal(printed_row_at(&summary, "Context switching", 4)->cell_count, 2);
	assert_int_equal(summary.notes.count, 3);
	assert_non_null(strstr(summary.notes.items[0], "line 11: Context switching: the row MEAN "
						       "says 2.600 for 2p/0K, the rows above it "
						       "give 2.5"));
	assert_non_null(strstr(summary.notes.items[1], "the row STDEV says 0.900 for 2p/0K"));
	assert_non_null(strstr(summary.notes.items[2], "the row STDEV says 0.2000 for 2p/16K"));
	printed_clear(&summary);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_every_value_is_kept),
		cmocka_unit_test(test_columns_or_none),
		cmocka_unit_test(test_values_and_their_precision),
		cmocka_unit_test(test_a_cut_off_k_is_flagged),
		cmocka_unit_test(test_lost_alignment),
		cmocka_unit_test(test_means_and_deviations_fit),
		cmocka_unit_test(test_cells_of_the_third_version),
		cmocka_unit_test(test_statistics_of_our_own),
	};

	return cmocka_run_group_tests_name("lmbench_printed", tests, NULL, NULL);
}
