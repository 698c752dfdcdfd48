/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_lmbench_printed_made.c - summaries made here of numbers that are known, in each generation,
 * with rows in any order, cells missing, quoted as mails are and collapsed as archives do: a value
 * is in its own column or in none. Nothing in the reader is fitted to the published files.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/text/random.h"
#include "exports/lmbench/lmbench_cell.h"
#include "tests/unit/lmbench_printed.h"

#define TABLES 6
#define ROWS_MAXIMUM 15
#define COLUMNS PRINTED_COLUMNS_MAXIMUM

/* How the scripts lay the tables out; "." of a column of words. */
static const struct made_table {
	const char *title;
	const char *heads[2];
	const char *widths; /* digits; of the dashes, too, where ends is NULL */
	const char *dashes; /* NULL: as widths says */
	const int *ends;    /* where the cells end; NULL: under the dashes */
} tables[TABLES] = {
	{"Processor, Processes",
	 {"Host                 OS  Mhz null null      open selct sig  sig  fork exec sh",
	  "                             call  I/O stat clos TCP   inst hndl proc proc proc"},
	 "44444544444",
	 NULL,
	 NULL},
	{"Context switching",
	 {"Host                 OS 2p/0K 2p/16K 2p/64K 8p/16K 8p/64K 16p/16K 16p/64K",
	  "                        ctxsw  ctxsw  ctxsw ctxsw  ctxsw   ctxsw   ctxsw"},
	 "5666677",
	 NULL,
	 NULL},
	{"Local communication latencies",
	 {"Host                 OS 2p/0K  Pipe AF     UDP  RPC/   TCP  RPC/ TCP",
	  "                        ctxsw       UNIX         UDP         TCP conn"},
	 "55455554",
	 NULL,
	 NULL},
	{"File & VM system latencies",
	 {"Host                 OS   0K File      10K File     Mmap    Prot   Page   100fd",
	  "                        Create Delete Create Delete Latency Fault  Fault  selct"},
	 "66667575",
	 NULL,
	 NULL},
	{"Local communication bandwidths",
	 {"Host                OS  Pipe AF    TCP  File   Mmap  Bcopy  Bcopy  Mem   Mem",
	  "                             UNIX      reread reread (libc) (hand) read write"},
	 "444666645",
	 NULL,
	 NULL},
	{"Memory latencies",
	 {"Host                 OS   Mhz   L1 $   L2 $    Main mem    Rand mem    Guesses", NULL},
	 "46666",
	 "   ---   ----   ----    --------    --------    -------",
	 (const int[]){28, 35, 42, 49, 61}},
};

struct made_row {
	char host[16];
	char system[16];
	char cells[TABLES][COLUMNS][LMBENCH_CELL_SIZE]; /* "" where there is none */
	double values[TABLES][COLUMNS];
};

struct made {
	struct random_source random;
	enum printed_generation generation;
	struct made_row rows[ROWS_MAXIMUM];
	size_t row_count;
	size_t cells; /* that are there */
};

static double uniform(struct made *made)
{
	return (double)random_below(&made->random, 1u << 30) / (double)(1u << 30);
}

static bool is_plain(size_t table, size_t column)
{
	return column == 0 && (table == 0 || table == 5);
}

/* The beta's rule, from 10 on whole numbers; the other's is that of the tables' writer. */
static void print_cell(double value, int width, enum printed_generation generation,
		       char cell[LMBENCH_CELL_SIZE])
{
	char text[64];

	if (generation == PRINTED_FINAL) {
		lmbench_cell_original(value, width, cell);
		memmove(cell, cell + strspn(cell, " "), strlen(cell + strspn(cell, " ")) + 1);
		return;
	}
	if (value < 10)
		snprintf(text, sizeof(text), "%.*f", width - 2, value);
	else if (value < 9999)
		snprintf(text, sizeof(text), "%.0f", value);
	else if (value < 999000)
		snprintf(text, sizeof(text), "%.0fK", value / 1e3);
	else
		snprintf(text, sizeof(text), "%.1fM", value / 1e6);
	snprintf(cell, LMBENCH_CELL_SIZE, "%.*s", LMBENCH_CELL_SIZE - 1, text);
}

static void make_cell(struct made *made, struct made_row *row, size_t table, size_t column)
{
	double value = exp(uniform(made) * 19) / 50;
	char *cell = row->cells[table][column];

	cell[0] = '\0';
	row->values[table][column] = NAN;
	if (random_below(&made->random, 8) == 0)
		return;
	if (is_plain(table, column)) {
		value = (double)(100 + random_below(&made->random, 9900));
		snprintf(cell, LMBENCH_CELL_SIZE, "%.0f", value);
	} else {
		/* What rounds up to 10 is no cell of a width that is known. */
		if (value > 9.9 && value < 10)
			value = 9.5;
		print_cell(value, tables[table].widths[column] - '0', made->generation, cell);
	}
	row->values[table][column] = value;
	made->cells++;
}

static void make(struct made *made, uint64_t seed, enum printed_generation generation)
{
	static const char *const hosts[] = {"a.example", "192.0.2.1", "box"};
	static const char *const systems[] = {"Linux 2.4.4-l", "IRIX 6.2", "SunOS 5.5.1"};

	*made = (struct made){.generation = generation};
	random_start(&made->random, seed, 0);
	made->row_count = 1 + random_below(&made->random, ROWS_MAXIMUM);
	for (size_t i = 0; i < made->row_count; i++) {
		struct made_row *row = &made->rows[i];
		size_t host = random_below(&made->random, 3);

		snprintf(row->host, sizeof(row->host), "%s", hosts[host]);
		snprintf(row->system, sizeof(row->system), "%s", systems[host]);
		for (size_t t = 0; t < TABLES; t++) {
			for (size_t c = 0; c < strlen(tables[t].widths); c++)
				make_cell(made, row, t, c);
		}
	}
}

static void write_dashes(const struct made_table *table, const char *quote, FILE *file)
{
	fprintf(file, "%s--------- -------------", quote);
	if (table->dashes)
		fputs(table->dashes, file);
	for (const char *width = table->widths; *width && !table->dashes; width++)
		fprintf(file, " %.*s", *width - '0', "---------");
	fputc('\n', file);
}

static void write_row(const struct made_row *row, size_t t, const char *quote, FILE *file)
{
	int at = 23;

	fprintf(file, "%s%-9.9s %13.13s", quote, row->host, row->system);
	for (size_t c = 0; c < strlen(tables[t].widths); c++) {
		int end =
			tables[t].ends ? tables[t].ends[c] + 1 : at + 1 + tables[t].widths[c] - '0';

		fprintf(file, "%*s", end - at, row->cells[t][c]);
		at = end;
	}
	fputc('\n', file);
}

static char *write_text(const struct made *made, const char *quote)
{
	char *text = NULL;
	size_t size;
	FILE *file = open_memstream(&text, &size);

	assert_non_null(file);
	for (size_t t = 0; t < TABLES; t++) {
		fprintf(file, "%s\n%s - smaller is better\n", quote, quote);
		for (size_t i = 0; i < 2 && tables[t].heads[i]; i++)
			fprintf(file, "%s%s\n", quote, tables[t].heads[i]);
		write_dashes(&tables[t], quote, file);
		for (size_t i = 0; i < made->row_count; i++)
			write_row(&made->rows[i], t, quote, file);
	}
	fclose(file);
	return text;
}

/* Runs of blanks become one, as an archive left them. */
static void collapse(char *text)
{
	char *out = text;

	for (const char *in = text; *in; in++) {
		bool at_begin = out == text || out[-1] == '\n' || out[-1] == ' ';

		if (*in == ' ' && at_begin)
			continue;
		*out++ = *in;
	}
	*out = '\0';
}

struct outcome {
	size_t placed;
	size_t unplaced;
	size_t whole_rows; /* that have all their cells, and so no doubt */
};

static void check_cell(const struct made_row *row, size_t t, const struct printed_cell *cell)
{
	double value = row->values[t][cell->column];

	assert_string_equal(row->cells[t][cell->column], cell->text);
	/* Between the printed number and the true one there is what was cut off. */
	if (!cell->ambiguous && fabs(cell->value - value) > cell->precision * (1 + 1e-9))
		fail_msg("%s: %s of %.17g is %g +-%g", tables[t].title, cell->text, value,
			 cell->value, cell->precision);
}

static void check_row(const struct made_row *row, size_t t, const struct printed_row *found,
		      struct outcome *outcome)
{
	size_t present = 0;
	size_t unplaced = 0;

	assert_string_equal(found->host, row->host);
	assert_string_equal(found->system, row->system);
	for (size_t c = 0; c < strlen(tables[t].widths); c++)
		present += row->cells[t][c][0] != '\0';
	assert_int_equal(found->cell_count, present);
	for (size_t i = 0; i < found->cell_count; i++) {
		if (found->cells[i].column < 0)
			unplaced++;
		else
			check_cell(row, t, &found->cells[i]);
	}
	if (present == strlen(tables[t].widths)) {
		outcome->whole_rows++;
		assert_int_equal(unplaced, 0);
	}
	outcome->unplaced += unplaced;
	outcome->placed += present - unplaced;
}

static void check(const struct made *made, const char *text, struct outcome *outcome)
{
	struct printed_summary summary;

	printed_must(text, strlen(text), &summary);
	assert_int_equal(summary.table_count, TABLES);
	for (size_t t = 0; t < TABLES; t++) {
		size_t next = 0;

		assert_string_equal(summary.tables[t].layout->title, tables[t].title);
		for (size_t i = 0; i < made->row_count; i++) {
			bool is_empty = true;

			for (size_t c = 0; c < strlen(tables[t].widths); c++)
				is_empty = is_empty && made->rows[i].cells[t][c][0] == '\0';
			/* Without one cell a collapsed line is no row. */
			if (is_empty && summary.tables[t].collapsed)
				continue;
			assert_true(next < summary.tables[t].row_count);
			check_row(&made->rows[i], t, &summary.tables[t].rows[next++], outcome);
		}
		assert_int_equal(next, summary.tables[t].row_count);
	}
	printed_clear(&summary);
}

static void test_aligned(void **state)
{
	static const char *const quotes[] = {"", "> ", ">> "};
	struct outcome outcome = {0};

	(void)state;
	for (uint64_t seed = 0; seed < 300; seed++) {
		struct made made;
		char *text;

		make(&made, seed, seed % 2 ? PRINTED_BETA : PRINTED_FINAL);
		text = write_text(&made, quotes[seed % 3]);
		check(&made, text, &outcome);
		free(text);
	}
	assert_int_equal(outcome.unplaced, 0);
	assert_true(outcome.placed > 10000);
}

/* Never in the wrong column; a row that has all its cells has none in doubt. */
static void test_collapsed(void **state)
{
	struct outcome outcome = {0};

	(void)state;
	for (uint64_t seed = 0; seed < 300; seed++) {
		struct made made;
		char *text;

		make(&made, seed, seed % 2 ? PRINTED_BETA : PRINTED_FINAL);
		text = write_text(&made, "");
		collapse(text);
		check(&made, text, &outcome);
		free(text);
	}
	assert_true(outcome.whole_rows > 500);
	assert_true(outcome.unplaced > 1000);
}

/* A line without its blanks among such that have them: what does not stand under dashes. */
static void test_one_line_shifted(void **state)
{
	static const char head[] =
		"Host                 OS 2p/0K  Pipe AF     UDP  RPC/   TCP  RPC/ TCP\n"
		"                        ctxsw       UNIX         UDP         TCP conn\n"
		"--------- ------------- ----- ----- ---- ----- ----- ----- ----- ----\n";
	char text[1024];
	struct printed_summary summary;

	(void)state;
	snprintf(text, sizeof(text), "%s%s", head,
		 "box       Linux 2.4.4-l 1.040 5.489 13.0  24.1  47.0  69.0  97.0 126.\n"
		 "box       Linux 2.4.4-l 1.040 5.489 13.0  24.1              97.0 126.\n"
		 "box       Linux 2.4.4-l 1.040 5.489 13.0 24.1 97.0 126.\n");
	printed_must(text, strlen(text), &summary);
	assert_int_equal(summary.rows, 3);
	for (size_t i = 0; i < 2; i++)
		assert_non_null(
			printed_cell_at(&summary, "Local communication latencies", i, "RPC/TCP"));
	assert_null(printed_cell_at(&summary, "Local communication latencies", 1, "TCP"));
	/* "126." is as long as the last column only, "1.040" and "5.489" could be elsewhere. */
	assert_null(printed_cell_at(&summary, "Local communication latencies", 2, "RPC/TCP"));
	assert_non_null(
		printed_cell_at(&summary, "Local communication latencies", 2, "TCP connect"));
	printed_clear(&summary);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_aligned),
		cmocka_unit_test(test_collapsed),
		cmocka_unit_test(test_one_line_shifted),
	};

	return cmocka_run_group_tests_name("lmbench_printed_made", tests, NULL, NULL);
}
