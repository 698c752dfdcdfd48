/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_lmbench_figures.c - LMbench's results as figures: hosts, sessions, ns, and a file of ours
 * that gives back all of it.
 */
#include <errno.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <unistd.h>

#include <cmocka.h>

#include "engine/operation/operation_imported.h"
#include "exports/csv/figures_csv.h"
#include "exports/input_read.h"
#include "tests/unit/lmbench_printed.h"

#define PUBLISHED "tests/data/published/"
#define RAW "tests/data/lmbench/"

static void read_input(const char *path, const char *host, struct input *input)
{
	struct error error = {""};

	if (input_read(path, host, input, &error) < 0)
		fail_msg("%s", error.text);
	assert_true(input->figures.summaries_only);
	assert_null(input->result);
}

static void refuse(const char *path, const char *host, const char *words)
{
	struct error error = {""};
	struct input input;

	assert_int_equal(input_read(path, host, &input, &error), -EINVAL);
	if (!strstr(error.text, words))
		fail_msg("\"%s\" does not say \"%s\"", error.text, words);
}

static const struct case_figures *case_of(const struct figures *figures, const char *operation,
					  const char *parameter)
{
	const struct operation *which = operation_find(operation);
	const struct case_figures *found;

	if (!which)
		which = operation_imported_find(operation);
	assert_non_null(which);
	found = figures_find(figures, which, parameter, "", "none");
	if (!found)
		fail_msg("no case %s %s", operation, parameter);
	return found;
}

static size_t count(const struct text_list *list, const char *words)
{
	size_t found = 0;

	for (size_t i = 0; i < list->count; i++)
		found += strstr(list->items[i], words) != NULL;
	return found;
}

static void test_hosts_of_a_file(void **state)
{
	static const char path[] = PUBLISHED "lmbench-2001-k6-2.txt";
	const struct case_figures *which;
	struct input input;

	(void)state;
	refuse(path, NULL,
	       "several hosts in one file: \"K6-2.orig\", \"K6-2.lsm+\"; pick one: "
	       "FILE:HOST, \"" PUBLISHED "lmbench-2001-k6-2.txt:K6-2.orig\"");
	refuse(path, "K6-2", "there is no host \"K6-2\" in it, only \"K6-2.orig\"");
	read_input(path, "K6-2.lsm+", &input);
	assert_int_equal(input.figures.sessions, 5);
	assert_int_equal(figures_session_count(&input.figures), 5);
	which = case_of(&input.figures, "lmbench-null-io", "");
	assert_int_equal(which->pass_count, 5);
	assert_true(fabs(figures_session_median(&input.figures, which, 0) - 1480) < 1e-9);
	assert_true(fabs(figures_session_median(&input.figures, which, 4) - 1490) < 1e-9);
	assert_true(isnan(figures_session_median(&input.figures, which, 5)));
	assert_true(fabs(figures_precision(which) - 5) < 1e-9);
	/* Half a unit of a whole number of microseconds. */
	which = case_of(&input.figures, "stat", "default");
	assert_true(fabs(which->passes[0].median - 11000) < 1e-9);
	assert_true(fabs(figures_precision(which) - 500) < 1e-9);
	/* 294 MB/s: a megabyte takes 3.4 ms. */
	which = case_of(&input.figures, "lmbench-mmap-reread", "");
	assert_true(fabs(which->passes[0].median - 1e9 / 294) < 1e-3);
	assert_true(fabs(figures_precision(which) - 1e9 / 294 * 0.5 / 294) < 1e-3);
	assert_int_equal(count(&input.figures.labels, "K6-2.lsm+ = 2.4.4 Kernel with lsm-2001"), 1);
	assert_int_equal(count(&input.figures.labels, "K6-2.orig"), 0);
	assert_int_equal(count(&input.figures.labels, "OS: Linux 2.4.4-l"), 1);
	input_clear(&input);
}

static void test_one_host_with_statistics(void **state)
{
	struct input input;

	(void)state;
	read_input(PUBLISHED "lmbench-2005-b.txt", NULL, &input);
	assert_int_equal(input.figures.sessions, 5);
	/* The first row has one cell less; the first cell is known. */
	assert_int_equal(count(&input.figures.unassigned, "column is not certain"), 3 + 4 * 4);
	assert_int_equal(
		count(&input.figures.unassigned, "line 42, Local communication latencies: 12.9 ("),
		1);
	assert_int_equal(count(&input.figures.printed, "MEAN"), 6);
	assert_int_equal(count(&input.figures.printed, "STDEV"), 6);
	assert_int_equal(count(&input.figures.printed, "line 24, Processor, Processes: CI (95%)"),
			 1);
	assert_int_equal(count(&input.figures.notes, "says 581.1"), 1);
	assert_false(figures_is_ambiguous(case_of(&input.figures, "stat", "default")));
	input_clear(&input);
	read_input(PUBLISHED "lmbench-2005-b.txt", "host2005", &input);
	input_clear(&input);
	refuse(PUBLISHED "lmbench-2005-b.txt", "host", "no host \"host\" in it, only \"host2005\"");
}

static void test_raw_result(void **state)
{
	struct input input;

	(void)state;
	read_input(RAW "lsm-pair/lsm_on.5", NULL, &input);
	assert_int_equal(input.figures.sessions, 0);
	assert_true(fabs(figures_median(case_of(&input.figures, "stat", "default")) - 1144.6) <
		    1e-9);
	assert_true(fabs(figures_median(case_of(&input.figures, "lmbench-protection-fault", "")) -
			 118.6) < 1e-9);
	assert_true(
		fabs(figures_median(case_of(&input.figures, "lmbench-context-switch", "2p/0K")) -
		     10150) < 1e-9);
	assert_int_equal(count(&input.figures.notes, "x: No such file or directory"), 20);
	assert_int_equal(count(&input.figures.labels, "OS: Linux 6.6.0-52-generic"), 1);
	/* Smaller than any file that we read again. */
	assert_int_equal(
		count(&input.figures.unassigned, "file-reread 512: 356.13 MB/s (no case of ours)"),
		1);
	input_clear(&input);
	read_input(RAW "lsm-pair/lsm_on.5", "lsm_on", &input);
	input_clear(&input);
	refuse(RAW "lsm-pair/lsm_on.5", "lsm_off", "the only host in it is \"lsm_on\"");
}

static void same_list(const struct text_list *a, const struct text_list *b)
{
	assert_true(text_list_equal(a, b));
}

static void same_pass(const struct pass_figures *a, const struct pass_figures *b)
{
	assert_int_equal(a->session, b->session);
	assert_int_equal(a->runs, b->runs);
	assert_true(a->median == b->median);
	assert_true(a->precision == b->precision);
	assert_int_equal(a->ambiguous, b->ambiguous);
}

static void gives_back(const char *path, const char *host)
{
	struct error error = {""};
	struct figures figures;
	struct input input;
	size_t length;
	char *text = NULL;
	FILE *file = open_memstream(&text, &length);

	assert_non_null(file);
	read_input(path, host, &input);
	assert_int_equal(figures_csv_write(&input.figures, file, &error), 0);
	fclose(file);
	if (figures_csv_read(text, length, "x", &figures, &error) < 0)
		fail_msg("%s", error.text);
	assert_int_equal(figures.case_count, input.figures.case_count);
	assert_int_equal(figures.sessions, input.figures.sessions);
	same_list(&figures.notes, &input.figures.notes);
	same_list(&figures.labels, &input.figures.labels);
	same_list(&figures.unassigned, &input.figures.unassigned);
	same_list(&figures.printed, &input.figures.printed);
	for (size_t i = 0; i < figures.case_count; i++) {
		const struct case_figures *a = &input.figures.cases[i];
		const struct case_figures *b = &figures.cases[i];

		assert_ptr_equal(a->operation, b->operation);
		assert_string_equal(a->parameter, b->parameter);
		assert_int_equal(a->pass_count, b->pass_count);
		for (size_t j = 0; j < a->pass_count; j++)
			same_pass(&a->passes[j], &b->passes[j]);
	}
	free(text);
	figures_clear(&figures);
	input_clear(&input);
}

static void test_a_file_of_ours_gives_all_back(void **state)
{
	(void)state;
	gives_back(PUBLISHED "lmbench-2001-k6-2.txt", "K6-2.orig");
	gives_back(PUBLISHED "lmbench-2001-p100.txt", "P100.lsm+");
	gives_back(PUBLISHED "lmbench-2005-a.txt", NULL);
	gives_back(PUBLISHED "lmbench-2005-b.txt", NULL);
	gives_back(RAW "golden/lsm-pair_all.summary-3.0.txt", "lsm_on");
	gives_back(RAW "golden/akawashiro_masumi.summary-2.0.txt", NULL);
	gives_back(RAW "lsm-pair/lsm_on.5", NULL);
	gives_back(RAW "raw/tomgoh_truncated.0", NULL);
}

/*
 * How many cases of a session of summary the raw file has, too, all within the cells' precision;
 * without those that can be read several ways.
 */
static size_t count_agreeing(const struct figures *summary, size_t session,
			     const struct figures *raw)
{
	size_t agreeing = 0;

	for (size_t i = 0; i < summary->case_count; i++) {
		const struct case_figures *which = &summary->cases[i];
		const struct case_figures *found =
			figures_find(raw, which->operation, which->parameter, "", "none");
		double printed = figures_session_median(summary, which, session);
		double slack = figures_precision(which) * (1 + 1e-9);

		if (!found || isnan(printed) || figures_is_ambiguous(which))
			continue;
		if (fabs(printed - figures_median(found)) > slack)
			fail_msg("%s %s: %g is printed, measured was %g", which->operation->name,
				 which->parameter, printed, figures_median(found));
		agreeing++;
	}
	return agreeing;
}

/* LMbench's own tables of raw files say what the raw files say, as far as they can. */
static void test_tables_and_their_raw_files(void **state)
{
	static const char *const names[] = {"akawashiro_masumi.1", "tomgoh_hygon_regular.0",
					    "tomgoh_n90_host_full.0", "tomgoh_pkvm_guest_smoke.0",
					    "tomgoh_truncated.0"};
	static const size_t agreeing[][2] = {
		{28, 30}, {30, 30}, {33, 34}, {31, 32}, {22, 22},
	};

	(void)state;
	for (size_t i = 0; i < 5; i++) {
		for (size_t version = 2; version <= 3; version++) {
			struct input summary;
			struct input raw;
			char path[96];

			snprintf(path, sizeof(path), RAW "raw/%s", names[i]);
			read_input(path, NULL, &raw);
			snprintf(path, sizeof(path), RAW "golden/%.*s.summary-%zu.0.txt",
				 (int)strlen(names[i]) - 2, names[i], version);
			read_input(path, NULL, &summary);
			assert_int_equal(count_agreeing(&summary.figures, 0, &raw.figures),
					 agreeing[i][version - 2]);
			input_clear(&summary);
			input_clear(&raw);
		}
	}
}

static void test_rows_and_their_raw_files(void **state)
{
	static const char *const hosts[] = {"lsm_off", "lsm_on"};

	(void)state;
	for (size_t i = 0; i < 10; i++) {
		struct input summary;
		struct input raw;
		char path[96];

		snprintf(path, sizeof(path), RAW "lsm-pair/%s.%zu", hosts[i / 5], i % 5 + 1);
		read_input(path, NULL, &raw);
		read_input(RAW "golden/lsm-pair_all.summary-3.0.txt", hosts[i / 5], &summary);
		assert_true(count_agreeing(&summary.figures, i % 5, &raw.figures) > 30);
		input_clear(&summary);
		input_clear(&raw);
	}
}

/* Write text to a file and read it; the file's name has no part in how it is read. */
static int read_text(const char *text, const char *host, struct input *input, struct error *error)
{
	char path[] = "/tmp/lsmbench-test-XXXXXX";
	int fd = mkstemp(path);
	int status;

	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, strlen(text)), strlen(text));
	close(fd);
	status = input_read(path, host, input, error);
	unlink(path);
	return status;
}

#define HEAD                                                                                       \
	"Host                 OS 2p/0K 2p/16K 2p/64K 8p/16K 8p/64K 16p/16K 16p/64K\n"              \
	"                        ctxsw  ctxsw  ctxsw ctxsw  ctxsw   ctxsw   ctxsw\n"               \
	"--------- ------------- ----- ------ ------ ------ ------ ------- -------\n"

/* One name that ran several kernels is several hosts; so is one that two summaries have. */
static void test_hosts_that_share_a_name(void **state)
{
	static const char kernels[] =
		HEAD "frodo      Linux 2.4.18 0.990 4.4200   13.8 6.2700  309.8    58.6   310.5\n"
		     "frodo     Linux 2.5.33M 0.700 4.2700   14.0 8.7200  312.2    42.3   311.9\n"
		     "frodo     Linux 2.5.33M 0.710 4.2700   14.0 8.7200  312.2    42.3   311.9\n";
	static const char summaries[] =
		"first:\n" HEAD
		"frodo      Linux 2.4.18 0.990 4.4200   13.8 6.2700  309.8    58.6   310.5\n"
		"second:\n" HEAD
		"frodo      Linux 2.4.18 0.700 4.2700   14.0 8.7200  312.2    42.3   311.9\n";
	struct error error = {""};
	struct input input;

	(void)state;
	assert_int_equal(read_text(kernels, "frodo", &input, &error), -EINVAL);
	assert_non_null(strstr(error.text, "only \"frodo Linux 2.4.18\", \"frodo Linux 2.5.33M\""));
	assert_int_equal(read_text(kernels, "frodo Linux 2.5.33M", &input, &error), 0);
	assert_int_equal(input.figures.sessions, 2);
	input_clear(&input);

	assert_int_equal(read_text(summaries, NULL, &input, &error), -EINVAL);
	assert_int_equal(read_text(summaries, "frodo#2", &input, &error), 0);
	assert_int_equal(input.figures.sessions, 1);
	assert_true(
		fabs(figures_median(case_of(&input.figures, "lmbench-context-switch", "2p/0K")) -
		     700) < 1e-9);
	assert_int_equal(count(&input.figures.notes, "line 1: let pass: first:"), 1);
	input_clear(&input);
}

/* The alpha: whole numbers, 0 for what is less than a half, a name whose column has moved on. */
static void test_alpha(void **state)
{
	static const char text[] =
		"                 L M B E N C H  1 . 9   S U M M A R Y\n"
		"Host                 OS  Mhz null null      open selct sig  sig  fork exec sh  \n"
		"                             call  I/O stat clos       inst hndl proc proc proc\n"
		"--------- ------------- ---- ---- ---- ---- ---- ----- ---- ---- ---- ---- ----\n"
		"i686-linu Linux 2.4.3-2  468  0.6  0.9    5    7 0.06K  1.8    5 0.4K   3K  15K\n"
		"indy           IRIX 6.2  180  2.9  10.0   88  110 2.44K  6.2   36 7.0K  19K  32K\n"
		"                              ^^^\n" HEAD
		"i686-linu Linux 2.4.3-2    0      9    137    40    207      60     209\n";
	struct error error = {""};
	struct input input;

	(void)state;
	assert_int_equal(read_text(text, "i686-linu", &input, &error), 0);
	assert_true(fabs(figures_median(case_of(&input.figures, "fork-wait", "")) - 400000) < 1e-6);
	assert_true(fabs(figures_precision(case_of(&input.figures, "fork-wait", "")) - 50000) <
		    1e-6);
	assert_int_equal(count(&input.figures.unassigned, "2p/0K: 0 (too small for its cell)"), 1);
	/* What it selected on, the alpha does not say. */
	assert_int_equal(count(&input.figures.unassigned, "select: 0.06K (not measured here)"), 1);
	assert_int_equal(count(&input.figures.notes, "line 7: let pass: ^^^"), 1);
	assert_int_equal(count(&input.figures.notes, "ten times too small"), 1);
	input_clear(&input);

	/* All cells are there, though none stands under its dashes. */
	assert_int_equal(read_text(text, "indy", &input, &error), 0);
	assert_true(fabs(figures_median(case_of(&input.figures, "lmbench-null-io", "")) - 10000) <
		    1e-6);
	input_clear(&input);
}

static void test_damaged(void **state)
{
	char text[4096] = HEAD;
	struct error error = {""};
	struct input input;

	(void)state;
	/* Heads without rows, rows without heads. */
	assert_int_equal(read_text(text, NULL, &input, &error), -EINVAL);
	assert_non_null(strstr(error.text, "neither a result of lsmbench"));
	strcat(text, "box\033[2J   Linux 2.4.18 0.990 4.4200   13.8 6.2700  309.8    58.6   310.5\n"
		     "box       Linux 2.4.18\n");
	assert_int_equal(read_text(text, "none", &input, &error), -EINVAL);
	assert_null(strchr(error.text, '\033'));
	assert_non_null(strstr(error.text, "\\x1b"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_hosts_of_a_file),
		cmocka_unit_test(test_one_host_with_statistics),
		cmocka_unit_test(test_raw_result),
		cmocka_unit_test(test_a_file_of_ours_gives_all_back),
		cmocka_unit_test(test_tables_and_their_raw_files),
		cmocka_unit_test(test_rows_and_their_raw_files),
		cmocka_unit_test(test_hosts_that_share_a_name),
		cmocka_unit_test(test_alpha),
		cmocka_unit_test(test_damaged),
	};

	return cmocka_run_group_tests_name("lmbench_figures", tests, NULL, NULL);
}
