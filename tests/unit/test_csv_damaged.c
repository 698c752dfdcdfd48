/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_csv_damaged.c - what a damaged or hostile native file gets: one line that names the file,
 * the line, the column, what was found and what was expected.
 */
#include "tests/unit/made_result.h"

#include <errno.h>

#include "exports/csv/csv_layout.h"
#include "exports/csv/csv_read.h"
#include "exports/csv/csv_write.h"

static const char *const keys[] = {"ops",    "stat,chmod", "paths", "FFF",      "dirs",
				   "0,10",   "runs",       "4",     "variants", "none,same",
				   "passes", "2",          NULL};

/* A good file, as a text that each test damages in its own copy. */
static char *good;

static int make_good(void **state)
{
	struct error error = {0};
	struct result result;
	const struct result *one = &result;
	size_t length;
	FILE *file = open_memstream(&good, &length);

	(void)state;
	made_result(&result, keys, made_noise);
	made_check(csv_write_result(&one, 1, file, &error), &error);
	fclose(file);
	result_clear(&result);
	return 0;
}

static int free_good(void **state)
{
	(void)state;
	free(good);
	return 0;
}

/* Reading text must fail with a single line that holds each of the words. */
static void refuse_bytes(const char *text, size_t length, const char *const *words)
{
	struct error error = {0};
	struct result result;
	int status = csv_read_memory(text, length, "bad.csv", &result, &error);

	if (status == 0)
		result_clear(&result);
	assert_int_equal(status, -EINVAL);
	assert_ptr_equal(strstr(error.text, "bad.csv: "), error.text);
	for (const char *at = error.text; *at; at++)
		assert_true((unsigned char)*at >= 0x20 && *at != 0x7f);
	for (; *words; words++) {
		if (!strstr(error.text, *words))
			fail_msg("\"%s\" is not in \"%s\"", *words, error.text);
	}
}

#define REFUSE(text, ...) refuse_bytes(text, strlen(text), (const char *const[]){__VA_ARGS__, NULL})

/* The good file with the first "old" behind "after" replaced by "new"; the caller frees. */
static char *replaced(const char *after, const char *old, const char *new)
{
	const char *from = strstr(good, after);
	const char *at = from ? strstr(from, old) : NULL;
	char *text;

	if (!at)
		fail_msg("\"%s\" behind \"%s\" is not in the file", old, after);
	assert_true(asprintf(&text, "%.*s%s%s", (int)(at - good), good, new, at + strlen(old)) > 0);
	return text;
}

/* The number of the line that holds words, as messages name it. */
static const char *line_of(const char *words)
{
	static char text[32];
	const char *at = strstr(good, words);
	int number = 1;

	assert_non_null(at);
	for (const char *here = good; here < at; here++)
		number += *here == '\n';
	snprintf(text, sizeof(text), "line %d: ", number);
	return text;
}

static void refuse_change(const char *after, const char *old, const char *new, const char *line,
			  const char *words, const char *more)
{
	char *text = replaced(after, old, new);

	REFUSE(text, line, words, more);
	free(text);
}

static void test_what_is_no_result(void **state)
{
	(void)state;
	REFUSE("", "empty");
	REFUSE("operation,value\nstat,1\n", "line 1: ", "not a result", "operation,value");
	REFUSE("\x1b]0;pwned\x07\n", "line 1: ", "\\x1b]0;pwned\\x07");
	REFUSE("\xef\xbb\xbf", "empty");
	REFUSE("# lsmbench: result 2\n", "line 1: ", "result 2", "newer", "update");
	REFUSE("# lsmbench: result 1\n", "line 1: ", "truncated");
}

/* Cut anywhere, a file is never taken for a whole one. */
static void test_truncation_is_always_seen(void **state)
{
	size_t length = strlen(good);

	(void)state;
	for (size_t cut = 0; cut < length; cut++) {
		struct error error = {0};
		struct result result;

		if (csv_read_memory(good, cut, "bad.csv", &result, &error) == 0)
			fail_msg("the first %zu of %zu bytes were taken for a whole file", cut,
				 length);
	}
}

static void test_truncation_is_named(void **state)
{
	const char *rows = strstr(good, CSV_COLUMNS);
	char *text;

	(void)state;
	assert_true(asprintf(&text, "%.*s", (int)(strlen(good) - 5), good) > 0);
	REFUSE(text, "truncated", "within this line");
	free(text);
	assert_true(asprintf(&text, "%.*s", (int)(strrchr(good, 's') - good), good) > 0);
	strrchr(text, '\n')[1] = '\0';
	REFUSE(text, "of 48 rows", "truncated");
	free(text);
	assert_true(asprintf(&text, "%.*s", (int)(rows - good), good) > 0);
	REFUSE(text, "within its header", "truncated");
	free(text);
}

static void test_damaged_header(void **state)
{
	(void)state;
	refuse_change("", "# state: complete", "# state: fine", line_of("# state"),
		      "state: found \"fine\"", "complete or partial");
	refuse_change("", "2026-11-30", "2026-02-31", line_of("# started"), "started: found",
		      "a moment like");
	refuse_change("", "21.7", "21,7", line_of("clock.cost"), "21,7", "a number of nanoseconds");
	refuse_change("", "21.7", "0x10", line_of("clock.cost"), "0x10", "a number of nanoseconds");
	refuse_change("", "21.7", "inf", line_of("clock.cost"), "inf", "a number of nanoseconds");
	refuse_change("", "100%25", "100%", line_of("Made CPU"), "env.cpu.model", "hexadecimal");
	refuse_change("", "100%25", "100%00", line_of("Made CPU"), "%00", "hexadecimal");
	refuse_change("", "Made CPU", "Made \x1b[2J", line_of("Made CPU"), "\\x1b[2J", "env.cpu");
	refuse_change("", "env.empty", "env.Empty!", line_of("env.empty"), "Empty!", "a-z");
	refuse_change("", "# source.host.name", "# source.absent", line_of("source.host.name"),
		      "absent", "env line");
	refuse_change("", "warning.alarm", "warning.red", line_of("warning.alarm"), "red", "alarm");
	refuse_change("", "# samples: 48", "# samples: many", line_of("# samples"), "many",
		      "number of rows");
	refuse_change("", "# samples: 48\n", "", line_of("# samples"), "samples: N", "was cut");
	refuse_change("", "# samples: 48", "# samples: 47", "line ", "more rows", "47");
}

static void test_a_plan_that_this_version_cannot_repeat(void **state)
{
	(void)state;
	refuse_change("", "# plan.ops: stat", "# plan.ops: teleport", line_of("# plan.ops"),
		      "teleport", "operation");
	refuse_change("", "# plan.runs: 4", "# plan.runs: 99999999999", line_of("# plan.runs"),
		      "runs", "99999999999");
	refuse_change("", "case=stat FFF", "case=stat XXX/FFF", line_of(CSV_COLUMNS),
		      "step 0 is \"stat XXX/FFF\" in the file", "\"stat FFF\" in its plan");
	refuse_change("", "variant=same", "variant=other", line_of(CSV_COLUMNS), "step 1",
		      "plan above means nothing");
	refuse_change("", "# step.2:", "# step.3:", line_of("# step.2"), "found step \"3\"",
		      "expected step 2");
	refuse_change("", "# step.5:", "# slip.5:", line_of(CSV_COLUMNS), "5 of the plan's 6",
		      "step lines");
	refuse_change("", "# step.5:", "# reason.6:", line_of("# step.5"), "\"6\"", "a step above");
	refuse_change("", "case=stat FFF", "case=stat%zz FFF", line_of("# step.0"), "step 0",
		      "hexadecimal");
	refuse_change("", "state=done", "state=happy", line_of("# step.0"), "step 0", "failed");
	refuse_change("", "warmup=5", "warmup=-5", line_of("# step.0"), "step 0", "whole number");
	refuse_change("", "fixture=rebuilt", "fixture=red", line_of("# step.0"), "step 0",
		      "fixture=reused");
}

static void test_damaged_column_names(void **state)
{
	(void)state;
	refuse_change("", "order,start_ns", "start_ns,order", line_of(CSV_COLUMNS), "column 6",
		      "\"order\"");
	refuse_change("", ",value,flags\n", ",flags\n", line_of(CSV_COLUMNS), "12 cells", "13");
}

static void test_damaged_cells(void **state)
{
	static const char row[] = "stat,FFF,none,0,1,";
	const char *line = line_of(row);

	(void)state;
	refuse_change(row, "stat", "state", line, "column operation: found \"state\"", "plan");
	refuse_change(row, "FFF", "XXX/FFF", line, "column parameter: found \"XXX/FFF\"", "plan");
	refuse_change(row, "none", "nine", line, "column variant: found \"nine\"", "plan");
	refuse_change(row, ",0,1,", ",2,1,", line, "column pass: found 2", "0 to 1");
	refuse_change(row, ",0,1,", ",0,4,", line, "column run: found 4", "0 to 3");
	refuse_change(row, ",0,1,2,", ",0,1,8,", line, "column order: found 8", "0 to 7");
	refuse_change(row, ",0,1,", ",0,-1,", line, "column run: found \"-1\"", "whole number");
	refuse_change(row, ",0,1,", ",0,,", line, "column run: found \"\"", "whole number");
	refuse_change(row, ",0,1,", ",0,99999999999999999999999,", line, "column run: found",
		      "0 to 4294967295");
	refuse_change(row, ",1000,latency", ",0,latency", line, "column iterations: found \"0\"",
		      "at least 1");
	refuse_change(row, "latency", "patience", line, "column metric: found \"patience\"",
		      "latency");
	refuse_change(row, ",ns,", ",us,", line, "column unit: found \"us\"", "ns");
	refuse_change(row, "\n", "broken\n", line, "column flags: found \"broken\"", "suspended");
	refuse_change(row, "\n", "resumed+failed\n", line, "column flags", "suspended");
	refuse_change(row, "\n", "failed+\n", line, "column flags", "suspended");
	refuse_change(row, "none", "no\x1b[31mne", line, "column variant", "no\\x1b[31mne");
	refuse_change(row, "none", "no\rne", line, "carriage return", "ends no line");
	refuse_change(row, "none", "no\"ne", line, "column 3", "quotation mark");
	refuse_change(row, "none", "\"none", line, "column 3", "quotation mark");
	refuse_change(row, "stat", "stat\n", line, "found 1 cells", "expected 13");
	refuse_change(row, "stat", "\nstat", line, "empty", "13");
	refuse_change(row, ",latency,ns", ",latency", line, "12 cells", "13");
}

/* A decimal comma makes one cell more, or is in quotes. */
static void test_decimal_comma(void **state)
{
	static const char row[] = "stat,FFF,none,0,1,";
	const char *value = strstr(strstr(good, row), ",ns,") + 4;
	char old[32];
	char new[64];
	char *point;

	(void)state;
	snprintf(old, sizeof(old), "%.*s", (int)strcspn(value, ","), value);
	snprintf(new, sizeof(new), "%s", old);
	point = strchr(new, '.');
	assert_non_null(point);
	*point = ',';
	refuse_change(row, old, new, line_of(row), "14 cells", "decimal point");
	snprintf(new, sizeof(new), "\"%s\"", old);
	*strchr(new, '.') = ',';
	refuse_change(row, old, new, line_of(row), "column value: found", old);
	refuse_change(row, old, "1.0000", line_of(row), "column value: found \"1.0000\"", old);
	refuse_change(row, old, "", line_of(row), "column value: found \"\"", old);
}

static void test_rows_out_of_place(void **state)
{
	const char *row = strstr(good, "stat,FFF,none,0,1,");
	int length = (int)strcspn(row, "\n") + 1;
	char *text;

	(void)state;
	/* Twice, one behind the other; the announced number fits. */
	assert_true(asprintf(&text, "%.*s%.*s%s", (int)(row - good) + length, good, length, row,
			     row + length) > 0);
	memcpy(strstr(text, "# samples: 48"), "# samples: 49", 13);
	REFUSE(text, "column run", "twice");
	free(text);
	refuse_change("stat,FFF,none,0,1,", ",0,1,2,", ",0,1,1,", line_of("stat,FFF,none,0,1,"),
		      "column order", "sorted");
	refuse_change("stat,FFF,none,0,1,", "stat,FFF,none,0,1,", "chmod,DIR0,none,0,1,",
		      line_of("stat,FFF,same,0,1,"), "column order", "sorted");
}

static void test_bytes_that_no_text_has(void **state)
{
	const char *row = strstr(good, "stat,FFF,none,0,1,");
	size_t length = strlen(good);
	char *text = malloc(length + 1);

	(void)state;
	assert_non_null(text);
	memcpy(text, good, length + 1);
	text[row - good + 3] = '\0';
	refuse_bytes(text, length,
		     (const char *const[]){line_of("stat,FFF,none,0,1,"), "NUL", NULL});
	free(text);
}

static void test_a_line_of_a_megabyte(void **state)
{
	const size_t size = 1 << 20;
	const char *row = strstr(good, "stat,FFF,none,0,1,");
	char *text = malloc(strlen(good) + size + 1);

	(void)state;
	assert_non_null(text);
	memcpy(text, good, (size_t)(row - good));
	memset(text + (row - good), 'a', size);
	memcpy(text + (row - good) + size, row, strlen(row) + 1);
	REFUSE(text, line_of("stat,FFF,none,0,1,"), "longer than", "bytes");
	free(text);
}

static void test_files_that_cannot_be_read(void **state)
{
	struct error error = {0};
	struct result result;

	(void)state;
	assert_int_equal(csv_read_file("/absent/file.csv", &result, &error), -ENOENT);
	assert_non_null(strstr(error.text, "/absent/file.csv"));
	assert_int_equal(csv_read_file("/", &result, &error), -EISDIR);
	assert_int_equal(csv_read_file("/dev/null", &result, &error), -EINVAL);
	assert_non_null(strstr(error.text, "empty"));
	assert_int_equal(csv_read_file("/dev/zero", &result, &error), -EINVAL);
	assert_non_null(strstr(error.text, "line 1"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_what_is_no_result),
		cmocka_unit_test(test_truncation_is_always_seen),
		cmocka_unit_test(test_truncation_is_named),
		cmocka_unit_test(test_damaged_header),
		cmocka_unit_test(test_a_plan_that_this_version_cannot_repeat),
		cmocka_unit_test(test_damaged_column_names),
		cmocka_unit_test(test_damaged_cells),
		cmocka_unit_test(test_decimal_comma),
		cmocka_unit_test(test_rows_out_of_place),
		cmocka_unit_test(test_bytes_that_no_text_has),
		cmocka_unit_test(test_a_line_of_a_megabyte),
		cmocka_unit_test(test_files_that_cannot_be_read),
	};

	return cmocka_run_group_tests(tests, make_good, free_good);
}
