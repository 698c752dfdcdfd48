/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_lmbench_raw.c - reading raw files of LMbench: real ones, of 2.x and 3.0, torn, odd, hostile.
 */
#include <errno.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "tests/unit/lmbench_files.h"

#define HEAD "[lmbench3.0 results for Linux box 6.1.0-9 #1 SMP x86_64 GNU/Linux]\n"

static void read_string(const char *text, struct lmbench_record *record)
{
	lmbench_read_text(text, strlen(text), "some/where/box.12", record);
}

static void check_figure(const struct lmbench_record *record, const char *operation,
			 const char *parameter, double value, enum lmbench_unit unit)
{
	const struct lmbench_figure *figure = lmbench_find(record, operation, parameter);

	if (!figure)
		fail_msg("no %s %s", operation, parameter);
	assert_true(figure->value == value);
	assert_int_equal(figure->unit, unit);
}

static void check_value(const struct lmbench_record *record, enum lmbench_column column,
			const char *in_2, const char *in_3)
{
	if (in_2)
		assert_string_equal(record->values[LMBENCH_2][column], in_2);
	else
		assert_null(record->values[LMBENCH_2][column]);
	if (in_3)
		assert_string_equal(record->values[LMBENCH_3][column], in_3);
	else
		assert_null(record->values[LMBENCH_3][column]);
}

static int has_note(const struct lmbench_record *record, const char *part)
{
	for (size_t i = 0; i < record->notes.count; i++) {
		if (strstr(record->notes.items[i], part))
			return 1;
	}
	return 0;
}

static void test_a_whole_file(void **state)
{
	struct lmbench_record record;

	(void)state;
	lmbench_read_path(LMBENCH_FILES "raw/tomgoh_n90_host_full.0", &record);
	assert_string_equal(record.host, "tomgoh_n90_host_full");
	assert_string_equal(record.description, "raw");
	assert_string_equal(record.os, "Linux 6.6.0-52-generic");
	assert_string_equal(record.version, "lmbench3.0");
	assert_false(record.is_ours);
	check_value(&record, LMBENCH_MHZ, "1900", "1900");
	check_value(&record, LMBENCH_LOAD, "1", "1");
	check_value(&record, LMBENCH_TLB, "48", "48");
	check_value(&record, LMBENCH_TCP_BANDWIDTH, NULL, "2519.10");
	check_figure(&record, "null-call", "", 0.1513, LMBENCH_MICROSECOND);
	check_figure(&record, "select-file", "FD250", 2.8019, LMBENCH_MICROSECOND);
	check_figure(&record, "select-tcp", "FD500", 14.2218, LMBENCH_MICROSECOND);
	check_figure(&record, "fork-shell", "", 768.2, LMBENCH_MICROSECOND);
	check_figure(&record, "page-fault", "", 0.2228, LMBENCH_MICROSECOND);
	check_figure(&record, "mmap-latency", "64M", 601, LMBENCH_MICROSECOND);
	check_figure(&record, "file-create", "4K", 68231, LMBENCH_PER_SECOND);
	check_figure(&record, "file-delete", "10K", 92190, LMBENCH_PER_SECOND);
	check_figure(&record, "tcp-bandwidth", "", 2519.10, LMBENCH_MEGABYTES);
	check_figure(&record, "file-reread", "1M", 7951.74, LMBENCH_MEGABYTES);
	check_figure(&record, "copy-libc", "512", 28024.98, LMBENCH_MEGABYTES);
	check_figure(&record, "memory-write-partial", "64M", 7916.11, LMBENCH_MEGABYTES);
	check_figure(&record, "context-switch", "96p/64K", 10.48, LMBENCH_MICROSECOND);
	check_figure(&record, "memory-latency", "3K/16", 1.906, LMBENCH_NANOSECOND);
	check_figure(&record, "memory-latency", "96K/512", 5.306, LMBENCH_NANOSECOND);
	check_figure(&record, "memory-latency-random", "64M/16", 133.948, LMBENCH_NANOSECOND);
	assert_true(lmbench_find(&record, "context-switch", "2p/0K")->is_net);
	assert_true(lmbench_find(&record, "protection-fault", "")->is_net);
	assert_true(lmbench_find(&record, "signal-catch", "")->is_net);
	assert_int_equal(record.skipped, 1);
	lmbench_record_clear(&record);
}

/* Sizes that are printed with two decimals come out as what was measured. */
static void test_every_size_is_round(void **state)
{
	struct lmbench_record record;

	(void)state;
	lmbench_read_path(LMBENCH_FILES "raw/akawashiro_masumi.1", &record);
	check_figure(&record, "file-reread", "2G", 10571.19, LMBENCH_MEGABYTES);
	check_figure(&record, "file-reread", "4G", 11481.44, LMBENCH_MEGABYTES);
	for (size_t i = 0; i < record.figure_count; i++) {
		const char *parameter = record.figures[i].parameter;
		double number = lmbench_number(parameter);

		if (record.figures[i].unit != LMBENCH_MEGABYTES || !parameter[0])
			continue;
		while (number > 1)
			number /= 2;
		assert_true(number == 1);
	}
	lmbench_record_clear(&record);
}

/* The markers of 2.x: sizes without k, the bandwidth of TCP on a line. */
static void test_markers_of_2(void **state)
{
	static const char text[] = "[lmbench2.0 results for Linux box 2.6.11-rc5 #1 i686 unknown]\n"
				   "[MHZ: 2368 MHz, 0.4223 nanosec clock]\n"
				   "Simple syscall: 0.1745 microseconds\n"
				   "\"size=0 ovr=1.51\n2 2.23\n4 2.5\n\n"
				   "\"size=16 ovr=3.1\n2 3.37\n8 4.11\n16 7.44\n\n"
				   "Socket bandwidth using localhost: 380.12 MB/sec\n"
				   "\"stride=128\n0.00098 0.837\n0.12500 7.767\n8.00000 115.8\n\n";
	struct lmbench_record record;

	(void)state;
	read_string(text, &record);
	assert_string_equal(record.version, "lmbench2.0");
	assert_string_equal(record.host, "box");
	assert_string_equal(record.description, "where");
	assert_string_equal(record.os, "Linux 2.6.11-rc5");
	check_value(&record, LMBENCH_CONTEXT_2_0K, "2.23", "2.23");
	check_value(&record, LMBENCH_CONTEXT_2_16K, "3.37", NULL);
	check_value(&record, LMBENCH_CONTEXT_16_16K, "7.44", NULL);
	check_value(&record, LMBENCH_TCP_BANDWIDTH, "380.12", NULL);
	check_value(&record, LMBENCH_L2, "7.767", NULL);
	check_value(&record, LMBENCH_MAIN_MEMORY, "115.8", NULL);
	check_figure(&record, "tcp-bandwidth", "", 380.12, LMBENCH_MEGABYTES);
	check_figure(&record, "context-switch", "8p/16K", 4.11, LMBENCH_MICROSECOND);
	check_figure(&record, "memory-latency", "8M/128", 115.8, LMBENCH_NANOSECOND);
	assert_int_equal(record.skipped, 0);
	lmbench_record_clear(&record);
}

#define LINES_MAXIMUM 2000
#define SCALE 2.5

/* Whether line has one figure: "Simple stat: 1.13 microseconds". */
static int is_figure(const char *line)
{
	return strstr(line, ": ") && line[0] != '[' &&
	       (strstr(line, " microseconds") || strstr(line, " nanoseconds") ||
		(strstr(line, " MB/sec") && !strstr(line, "Avg xfer")));
}

/* Write line with its figure scaled. */
static void write_scaled(const char *line, FILE *file)
{
	const char *colon = strrchr(line, ':');
	double first;
	double second;
	int end = 0;

	if (is_figure(line) && sscanf(colon, ": %lf%n", &second, &end) == 1)
		fprintf(file, "%.*s: %.8f%s\n", (int)(colon - line), line, second * SCALE,
			colon + end);
	else if (line[0] != '[' && sscanf(line, "%lf %lf%n", &first, &second, &end) == 2 &&
		 !strchr(line, 'k'))
		fprintf(file, "%.*s %.8f%s\n", (int)strcspn(line, " "), line, second * SCALE,
			line + end);
	else
		fprintf(file, "%s\n", line);
}

/* A copy of text, figures scaled and the lines of one figure in the opposite order; malloc'ed. */
static char *turned(char *text)
{
	static char *lines[LINES_MAXIMUM];
	static size_t figures[LINES_MAXIMUM];
	size_t count = 0;
	size_t figure_count = 0;
	size_t next;
	char *made = NULL;
	size_t size;
	FILE *file = open_memstream(&made, &size);

	assert_non_null(file);
	while (text) {
		char *line = strsep(&text, "\n");

		assert_true(count < LINES_MAXIMUM);
		if (is_figure(line))
			figures[figure_count++] = count;
		lines[count++] = line;
	}
	next = figure_count;
	for (size_t i = 0; i < count; i++)
		write_scaled(is_figure(lines[i]) ? lines[figures[--next]] : lines[i], file);
	fclose(file);
	return made;
}

/* Nothing is fitted to the files that are there: other figures, in another order. */
static void test_scaled_and_turned_round(void **state)
{
	struct lmbench_record record;
	struct lmbench_record other;
	size_t length;
	char *text = lmbench_file(LMBENCH_FILES "raw/tomgoh_n90_host_full.0", &length);
	char *copy;

	(void)state;
	lmbench_read_text(text, length, "d/a.0", &record);
	copy = turned(text);
	lmbench_read_text(copy, strlen(copy), "d/a.0", &other);
	assert_int_equal(other.figure_count, record.figure_count);
	assert_int_equal(other.skipped, record.skipped);
	for (size_t i = 0; i < record.figure_count; i++) {
		const struct lmbench_figure *figure = &record.figures[i];
		const struct lmbench_figure *found =
			lmbench_find(&other, figure->operation, figure->parameter);
		double factor = figure->unit == LMBENCH_PER_SECOND ? 1 : SCALE;

		assert_non_null(found);
		assert_true(fabs(found->value / (figure->value * factor) - 1) < 1e-6);
	}
	for (enum lmbench_column i = LMBENCH_NULL_CALL; i < LMBENCH_COLUMNS; i++) {
		const char *before = record.values[LMBENCH_3][i];
		const char *after = other.values[LMBENCH_3][i];
		double factor = i >= LMBENCH_CREATE_0K && i <= LMBENCH_DELETE_10K ? 1 : SCALE;

		assert_true((before == NULL) == (after == NULL));
		assert_true(!before ||
			    fabs(lmbench_number(after) - lmbench_number(before) * factor) < 1e-6);
	}
	lmbench_record_clear(&record);
	lmbench_record_clear(&other);
	free(copy);
	free(text);
}

/* LMbench 1 prints the clock rate on a line without a name, and writes a byte as its null call. */
static void test_markers_of_1(void **state)
{
	static const char text[] = "[lmbench1.1 results for Linux box 2.0.36 #1 i586 unknown]\n"
				   "99 Mhz, 10.10 nanosec clock\n100 Mhz\n"
				   "Null syscall: 4 microseconds\n";
	struct lmbench_record record;

	(void)state;
	read_string(text, &record);
	check_value(&record, LMBENCH_MHZ, "99", "99");
	check_value(&record, LMBENCH_WRITE, "4", "4");
	check_figure(&record, "write-null", "", 4, LMBENCH_MICROSECOND);
	assert_int_equal(record.skipped, 1);
	assert_true(has_note(&record, "line 3: not understood: 100 Mhz"));
	lmbench_record_clear(&record);
}

/* What a shell prints in between is counted and named, and nothing behind it is lost. */
static void test_noise_is_counted(void **state)
{
	struct lmbench_record record;

	(void)state;
	lmbench_read_path(LMBENCH_FILES "raw/tomgoh_hygon_regular.0", &record);
	assert_int_equal(record.skipped, 41);
	assert_true(has_note(&record, "line 39: not understood: netstat: unrecognized option: i"));
	assert_true(has_note(&record, "line 48: not understood: \\x09-l\\x09Listening sockets"));
	assert_true(has_note(&record, "TCP bandwidth without large transfers"));
	assert_null(lmbench_find(&record, "tcp-bandwidth", ""));
	check_value(&record, LMBENCH_MHZ, "", "");
	check_value(&record, LMBENCH_SELECT_TCP, NULL, NULL);
	check_figure(&record, "open-close", "default", 5608.5, LMBENCH_MICROSECOND);
	check_figure(&record, "pipe-bandwidth", "", 6830.16, LMBENCH_MEGABYTES);
	lmbench_record_clear(&record);
	lmbench_read_path(LMBENCH_FILES "raw/tomgoh_pkvm_guest_smoke.0", &record);
	assert_true(has_note(&record, "line 148: not understood:  \\x02: RPC"));
	lmbench_record_clear(&record);
}

/* A line of a shell inside of a block: the block goes on, though not for the script of 3.0. */
static void test_noise_in_a_block(void **state)
{
	struct lmbench_record record;

	(void)state;
	read_string(HEAD "\"read bandwidth\n0.000512 10.5\nsh: oops\n1.05 20.5\n\n"
			 "\"mappings\n0.524288 5\nSimple stat: 2.5 microseconds\n",
		    &record);
	check_value(&record, LMBENCH_FILE_REREAD, "20.5", "10.5");
	check_value(&record, LMBENCH_MMAP, "5", "5");
	check_figure(&record, "file-reread", "1M", 20.5, LMBENCH_MEGABYTES);
	check_figure(&record, "stat", "default", 2.5, LMBENCH_MICROSECOND);
	assert_int_equal(record.skipped, 1);
	lmbench_record_clear(&record);
}

static void test_the_first_of_two_counts(void **state)
{
	struct lmbench_record record;

	(void)state;
	read_string(HEAD "Simple stat: 1.5 microseconds\nSimple stat: 9 microseconds\n"
			 "Simple fstat: 0.5 microseconds\nSimple fstat: 0.7 microseconds\n"
			 "\"mappings\n0.524288 5\n\n\"mappings\n0.524288 7\n1.048576 8\n\n",
		    &record);
	check_value(&record, LMBENCH_STAT, "1.5", "1.5");
	check_value(&record, LMBENCH_MMAP, "5", "5");
	check_figure(&record, "fstat", "", 0.5, LMBENCH_MICROSECOND);
	check_figure(&record, "mmap-latency", "512K", 5, LMBENCH_MICROSECOND);
	assert_true(has_note(&record, "line 3: there is one already"));
	assert_int_equal(record.skipped, 3);
	lmbench_record_clear(&record);
}

static void test_a_second_run_is_left_out(void **state)
{
	struct lmbench_record record;

	(void)state;
	read_string(HEAD "Simple stat: 1.5 microseconds\n" HEAD "Simple syscall: 9 microseconds\n",
		    &record);
	assert_null(record.values[LMBENCH_2][LMBENCH_NULL_CALL]);
	assert_true(has_note(&record, "line 3: a second run begins"));
	assert_int_equal(record.skipped, 2);
	lmbench_record_clear(&record);
}

/* What may have been cut by the end of the file is no figure. */
static void test_a_torn_end(void **state)
{
	struct lmbench_record record;

	(void)state;
	read_string(HEAD "Simple stat: 1.5 microseconds\nSimple syscall: 0.17", &record);
	check_value(&record, LMBENCH_NULL_CALL, NULL, NULL);
	assert_int_equal(record.figure_count, 1);
	assert_true(has_note(&record, "line 3: without its value: Simple syscall: 0.17"));
	lmbench_record_clear(&record);
	read_string(HEAD "Simple syscall: 0.1745 micro", &record);
	check_figure(&record, "null-call", "", 0.1745, LMBENCH_MICROSECOND);
	lmbench_record_clear(&record);
	read_string(HEAD "\"mappings\n0.524288 5\n1.048576 1", &record);
	check_value(&record, LMBENCH_MMAP, "5", "5");
	assert_int_equal(record.figure_count, 1);
	lmbench_record_clear(&record);
}

static void test_odd_values_are_no_figures(void **state)
{
	struct lmbench_record record;

	(void)state;
	read_string(HEAD "[MHZ: -1 MHz, -1.0 nanosec clock]\nSimple stat: -1 microseconds\n"
			 "Simple read: nan microseconds\nSimple write: 0x10 microseconds\n"
			 "Simple fstat: 5 milliseconds\nSimple open/close:\n"
			 "Pipe latency: 1e999 microseconds\nFifo latency: 1.5e1 microseconds\n",
		    &record);
	check_value(&record, LMBENCH_MHZ, "-1", "-1");
	check_value(&record, LMBENCH_STAT, "-1", "-1");
	assert_int_equal(record.figure_count, 1);
	check_figure(&record, "fifo-latency", "", 15, LMBENCH_MICROSECOND);
	assert_true(has_note(&record, "line 6: in another unit: Simple fstat: 5 milliseconds"));
	assert_int_equal(record.skipped, 6);
	lmbench_record_clear(&record);
}

static void test_bytes_that_are_no_text(void **state)
{
	static const char text[] =
		HEAD "Simple stat: 1.5\0 microseconds\nPipe bandwidth: 5.5 MB/sec\r\n";
	struct lmbench_record record;
	char *long_line = malloc(9000);

	(void)state;
	lmbench_read_text(text, sizeof(text) - 1, "a.1", &record);
	check_value(&record, LMBENCH_STAT, NULL, NULL);
	check_figure(&record, "pipe-bandwidth", "", 5.5, LMBENCH_MEGABYTES);
	assert_true(has_note(&record, "line 2: holds a NUL"));
	assert_string_equal(record.description, "a");
	lmbench_record_clear(&record);
	assert_non_null(long_line);
	memset(long_line, 'x', 9000);
	memcpy(long_line, HEAD, strlen(HEAD));
	lmbench_read_text(long_line, 9000, "a.1", &record);
	assert_true(has_note(&record, "line 2: too long"));
	lmbench_record_clear(&record);
	free(long_line);
}

/* However long a file is: bounded notes and figures, and not a minute to read. */
static void test_many_lines_are_bounded(void **state)
{
	struct lmbench_record record;
	char *text = NULL;
	size_t length;
	FILE *file = open_memstream(&text, &length);

	(void)state;
	assert_non_null(file);
	fputs(HEAD, file);
	for (int i = 0; i < 100000; i++)
		fprintf(file, "Select on %d fd's: 1.5 microseconds\nnoise\n", i);
	fclose(file);
	lmbench_read_text(text, length, "a.1", &record);
	assert_int_equal(record.figure_count, LMBENCH_FIGURES_MAXIMUM);
	assert_true(record.notes.count < 300);
	assert_int_equal(record.skipped, 100000 + 100000 - LMBENCH_FIGURES_MAXIMUM);
	lmbench_record_clear(&record);
	free(text);
}

static void test_what_is_none(void **state)
{
	static const char *const texts[] = {"", "hello\n", "[lmbench", "[lmbench]\n",
					    "\n                 L M B E N C H  2 . 0\n"};
	struct lmbench_record record;
	struct error error;

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		assert_false(lmbench_raw_is(texts[i], strlen(texts[i])));
		assert_int_equal(lmbench_raw_read(texts[i], strlen(texts[i]),
						  "a\x1b"
						  "b",
						  &record, &error),
				 -EINVAL);
		assert_null(strchr(error.text, '\x1b'));
	}
	assert_true(lmbench_raw_is("sh: oops\n" HEAD, strlen("sh: oops\n" HEAD)));
	assert_true(lmbench_raw_is("\xef\xbb\xbf" HEAD, strlen("\xef\xbb\xbf" HEAD)));
}

/* LMbench's rule for the names: the file's without its number, and the directory's. */
static void test_names(void **state)
{
	static const struct {
		const char *path;
		const char *host;
		const char *description;
	} cases[] = {
		{"results/i686/box.0", "box", "i686"},
		{"box.17", "box", "box"},
		{"./192.0.2.10.3", "192.0.2.10", "."},
		{"/box.1", "box", ""},
		{"a/box", "box", "a"},
		{"a/box.", "box.", "a"},
		{"a/7", "7", "a"},
		{"", "", ""},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct lmbench_record record;

		lmbench_record_init(&record);
		assert_int_equal(lmbench_record_name(&record, cases[i].path), 0);
		assert_string_equal(record.host, cases[i].host);
		assert_string_equal(record.description, cases[i].description);
		lmbench_record_clear(&record);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_a_whole_file),
		cmocka_unit_test(test_every_size_is_round),
		cmocka_unit_test(test_markers_of_2),
		cmocka_unit_test(test_markers_of_1),
		cmocka_unit_test(test_scaled_and_turned_round),
		cmocka_unit_test(test_noise_is_counted),
		cmocka_unit_test(test_noise_in_a_block),
		cmocka_unit_test(test_the_first_of_two_counts),
		cmocka_unit_test(test_a_second_run_is_left_out),
		cmocka_unit_test(test_a_torn_end),
		cmocka_unit_test(test_odd_values_are_no_figures),
		cmocka_unit_test(test_bytes_that_are_no_text),
		cmocka_unit_test(test_many_lines_are_bounded),
		cmocka_unit_test(test_what_is_none),
		cmocka_unit_test(test_names),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
