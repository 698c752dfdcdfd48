/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_workload_read.c - the published tables of workloads: each value arrives, as many as the text
 * holds, in its unit and direction; derived numbers are computed again; what is damaged is refused
 * with its line.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/operation/operation_imported.h"
#include "exports/workload/workload_read.h"

#define DATA "tests/data/published/"

static char *load(const char *path)
{
	FILE *file = fopen(path, "r");
	char *text = calloc(1, 65536);

	if (!file)
		fail_msg("%s: run it from the top of the sources", path);
	assert_non_null(text);
	assert_true(fread(text, 1, 65535, file) > 0);
	assert_int_equal(fclose(file), 0);
	return text;
}

static void take(const char *path, const char *host, struct figures *figures)
{
	struct error error = {""};
	char *text = load(path);

	if (workload_read_memory(text, strlen(text), path, host, figures, &error) < 0)
		fail_msg("%s", error.text);
	free(text);
}

static const struct case_figures *find(const struct figures *figures, const char *operation,
				       const char *parameter, const char *place,
				       const char *variant, enum metric_id metric)
{
	const struct operation *known = operation_find(operation);
	const struct case_figures *found = figures_find_metric(
		figures, known ? known : operation_imported_find(operation), parameter, place,
		variant, metric == METRIC_NONE ? NULL : &metrics[metric]);

	if (!found)
		fail_msg("no %s %s", operation, parameter);
	return found;
}

static size_t count_values(const struct figures *figures)
{
	size_t count = 0;

	for (size_t i = 0; i < figures->case_count; i++)
		count += figures->cases[i].pass_count;
	return count;
}

static bool has(const struct text_list *list, const char *text)
{
	for (size_t i = 0; i < list->count; i++)
		if (strstr(list->items[i], text))
			return true;
	return false;
}

static void fsopbench_has_all_rows(void **state)
{
	struct figures figures;
	const struct case_figures *found;

	(void)state;
	take(DATA "fsopbench-2009.txt", NULL, &figures);
	/* Two tables of four rows of five numbers, and a rate each. */
	assert_int_equal(count_values(&figures), 2 * (4 * 5 + 1));
	assert_int_equal(figures.notes.count, 0);
	found = find(&figures, "walk", "0w", "", "none", METRIC_WALK_LSTAT + LATENCY_MEAN);
	assert_float_equal(found->passes[0].median, 71000, 0);
	assert_float_equal(found->passes[0].precision, 500, 0);
	found = find(&figures, "walk", "6w", "", "none", METRIC_WALK_FIRST_BYTE + LATENCY_MAXIMUM);
	assert_float_equal(found->passes[0].median, 1114885000, 0);
	found = find(&figures, "walk", "6w", "", "none", METRIC_WALK_READDIR + LATENCY_COUNT);
	assert_float_equal(found->passes[0].median, 625, 0);
	found = find(&figures, "walk", "6w", "", "none", METRIC_WALK_READ_RATE);
	assert_float_equal(found->passes[0].median, 1.566, 0);
	figures_clear(&figures);
}

static void compilations_have_their_times(void **state)
{
	struct figures figures;
	const struct case_figures *found;

	(void)state;
	take(DATA "kernel-compile-2005.txt", NULL, &figures);
	assert_int_equal(count_values(&figures), 3 + 3 + 5);
	/* A number, a mean, a variance and a deviation of each group fit. */
	assert_int_equal(figures.printed.count, 3 * 4);
	assert_int_equal(figures.notes.count, 0);
	assert_true(has(&figures.printed, "the variance, which divides by n, is 0.121114, and so"));
	found = find(&figures, "command", "kernel compile", "", "modified stacker", METRIC_NONE);
	assert_int_equal(found->pass_count, 5);
	assert_float_equal(found->passes[4].median, 71696000000, 0);
	figures_clear(&figures);
	take(DATA "kernel-compile-2005.txt", "stack", &figures);
	assert_int_equal(count_values(&figures), 3);
	assert_int_equal(figures.printed.count, 4);
	found = find(&figures, "command", "kernel compile", "", "none", METRIC_NONE);
	assert_float_equal(found->passes[0].median, 71624000000, 0);
	figures_clear(&figures);
}

/* How often a text says that. */
static size_t count_of(const char *text, const char *part)
{
	size_t count = 0;

	for (const char *at = strstr(text, part); at; at = strstr(at + 1, part))
		count++;
	return count;
}

static void the_mail_of_2005_arrives_whole(void **state)
{
	char *text = load(DATA "stacker-2005-macro.txt");
	const size_t throughputs = count_of(text, "Throughput ");
	const size_t tables = count_of(text, "Num Parent ");
	const size_t runs = count_of(text, "elapsed ");
	struct figures figures;

	(void)state;
	assert_int_equal(throughputs, 16);
	assert_int_equal(tables, 8);
	assert_int_equal(runs, 18);
	take(DATA "stacker-2005-macro.txt", NULL, &figures);
	/* Tables of five rows of eight columns; user, system, elapsed and CPU of a run. */
	assert_int_equal(count_values(&figures), throughputs + tables * 5 * 8 + runs * 4);
	assert_int_equal(figures.unassigned.count,
			 count_of(text, "MB/sec") - count_of(text, "Throughput "));
	/* A sentence for JTI and a number for Max Jobs a table, two sums of each of kernbench. */
	assert_int_equal(figures.printed.count, tables * 2 + count_of(text, "sys average") * 2);
	assert_int_equal(figures.notes.count, 1);
	assert_true(has(&figures.notes, "1-cpu: 6 of 6 runs of kernbench show more than 100% CPU, "
					"up to 198%: they had more than 1 CPU"));
	assert_true(has(&figures.labels, "1-cpu: (smp compiled in, but boot param"));
	figures_clear(&figures);
	free(text);
}

static void its_values_are_in_their_units(void **state)
{
	struct figures figures;
	const struct case_figures *found;

	(void)state;
	take(DATA "stacker-2005-macro.txt", "stack", &figures);
	assert_int_equal(count_values(&figures), (16 + 8 * 5 * 8 + 18 * 4) / 2);
	found = find(&figures, "dbench", "4c", "SMP", "none", METRIC_NONE);
	assert_int_equal(found->pass_count, 2);
	assert_float_equal(operation_rate(1, found->passes[1].median), 1241.7, 1e-9);
	found = find(&figures, "reaim", "3p", "SMP", "none", METRIC_JOBS_PER_MINUTE);
	assert_float_equal(found->passes[0].median, 459000, 0);
	found = find(&figures, "reaim", "1p", "1-cpu", "none", METRIC_CHILD_SD);
	assert_float_equal(found->passes[0].median, 0, 0);
	found = find(&figures, "reaim", "7p", "1-cpu", "none", METRIC_JTI);
	assert_float_equal(found->passes[1].median, 92, 0);
	found = find(&figures, "command", "kernbench", "1-cpu", "none", METRIC_NONE);
	assert_int_equal(found->pass_count, 3);
	assert_float_equal(found->passes[1].median, 99780000000, 0);
	found = find(&figures, "command", "kernbench", "1-cpu", "none", METRIC_CPU);
	assert_float_equal(found->passes[0].median, 197, 0);
	assert_true(has(&figures.notes, "1-cpu: 3 of 3 runs"));
	figures_clear(&figures);
}

/* A published text with one part changed: what is then said. */
static const struct {
	const char *path;
	const char *part;
	const char *instead;
	const char *said; /* of the error, or a note */
	bool is_note;
} changes[] = {
	{DATA "kernel-compile-2005.txt", "0.121114", "0.181671",
	 "line 5: the variance, which divides by n, is printed as 0.181671, but computed as "
	 "0.1211135",
	 true},
	{DATA "kernel-compile-2005.txt", "71.323\n", "71.324\n", "the mean is printed", true},
	{DATA "kernel-compile-2005.txt", "71.323\n", "71.3x3\n",
	 "line 3: found \"71.3x3\" where a time was expected", false},
	{DATA "kernel-compile-2005.txt", "(stack)", "(stack", "line 7: found", false},
	{DATA "kernel-compile-2005.txt", "71.438\n71.323\n72.112\n", "",
	 "line 2: found \"#\" where a time was expected", false},
	{DATA "stacker-2005-macro.txt", "20.41 79 5", "20.41 80 5",
	 "JTI is printed as 80, but computed as 79", true},
	/* Rounding may have made 0.00 of 0.004, of which JTI is 99: no reason to say so of 50. */
	{DATA "stacker-2005-macro.txt", "122400.00 0.00 0.00 100", "122400.00 0.00 0.00 50",
	 "JTI is printed as 50, but computed as 100", true},
	{DATA "stacker-2005-macro.txt", "Minute 476000.00", "Minute 393428.57",
	 "Max Jobs per Minute is printed as 393428.57, but computed as 476000", true},
	{DATA "stacker-2005-macro.txt", "367200.00 122400.00 0.01 20.41",
	 "367200.00 122401.00 0.01 20.41",
	 "Jobs/min/child is printed as 122401, but computed as 122400", true},
	{DATA "stacker-2005-macro.txt", "stdev .178948", "stdev .196027",
	 "stdev, which divides by n, is printed as 0.196027, but computed as 0.17894", true},
	{DATA "stacker-2005-macro.txt", "1:40.91elapsed 198%CPU", "1:40.91elapsed 196%CPU",
	 "the percentage of CPU is printed as 196", true},
	{DATA "stacker-2005-macro.txt", "1296.79 MB/sec 4 procs", "1296.79 MB/sec 3 procs",
	 "line 5: found \"3\" where a whole number from 4 to 4 was expected", false},
	{DATA "stacker-2005-macro.txt", "Throughput 1304.61", "Throughput 0",
	 "line 5: a figure of dbench is 0", false},
	{DATA "stacker-2005-macro.txt", "stack: 4 clients", "stack: four clients",
	 "where a run of dbench was expected", false},
	{DATA "fsopbench-2009.txt", "min    0.013", "min    0.021",
	 "C open file: the mean lies outside min and max", true},
	{DATA "fsopbench-2009.txt", "stdev   0.012", "stdev   0.212",
	 "line 5: C open file: no 22644 values between min and max with that mean have such a "
	 "stdev",
	 true},
	{DATA "fsopbench-2009.txt", "D rd 1st byte     cnt  22644", "D rd 1st byte     cnt  22643",
	 "22644 files were opened, but 22643 read", true},
	{DATA "fsopbench-2009.txt", "30s Interval", "3s Interval", "but it lasted 3 s", true},
	{DATA "fsopbench-2009.txt", "71.492 MB/s", "71.492 KB/s",
	 "line 7: found \"KB/s\" where \"MB/s\" was expected", false},
	{DATA "fsopbench-2009.txt", "In-Competition with 6 Writers", "Reading Only",
	 "another table has that row", false},
};

/* path's text with part replaced; malloc'ed. */
static char *changed(const char *path, const char *part, const char *instead)
{
	char *text = load(path);
	char *at = strstr(text, part);
	char *made;

	if (!at)
		fail_msg("%s does not hold %s", path, part);
	assert_true(asprintf(&made, "%.*s%s%s", (int)(at - text), text, instead,
			     at + strlen(part)) > 0);
	free(text);
	return made;
}

static void what_does_not_fit_is_said(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(changes) / sizeof(changes[0]); i++) {
		char *text = changed(changes[i].path, changes[i].part, changes[i].instead);
		struct figures figures;
		struct error error = {""};
		int code =
			workload_read_memory(text, strlen(text), "a file", NULL, &figures, &error);

		if (code != (changes[i].is_note ? 0 : -EINVAL))
			fail_msg("change %zu: %s", i, error.text);
		if (changes[i].is_note && !has(&figures.notes, changes[i].said))
			fail_msg("change %zu: no note: %s", i, changes[i].said);
		if (!changes[i].is_note && !strstr(error.text, changes[i].said))
			fail_msg("change %zu: %s", i, error.text);
		if (code == 0)
			figures_clear(&figures);
		free(text);
	}
}

/* Cut anywhere a text is refused or read; where it is read, it has no more than the whole one. */
static void cut_texts_harm_nothing(void **state)
{
	static const char *const paths[] = {DATA "kernel-compile-2005.txt",
					    DATA "fsopbench-2009.txt"};

	(void)state;
	for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++) {
		char *text = load(paths[i]);

		for (size_t length = 0; length < strlen(text); length++) {
			char *part = malloc(length + 1);
			struct figures figures;
			struct error error = {""};
			int code;

			assert_non_null(part);
			memcpy(part, text, length);
			code = workload_read_memory(part, length, "cut", NULL, &figures, &error);
			free(part);
			assert_true(code == 0 || error.text[0] != '\0');
			if (code == 0) {
				assert_true(count_values(&figures) <= 42);
				figures_clear(&figures);
			}
		}
		free(text);
	}
}

static void hosts_are_groups(void **state)
{
	char *text = load(DATA "stacker-2005-macro.txt");
	char *tables = load(DATA "fsopbench-2009.txt");
	struct figures figures;
	struct error error = {""};

	(void)state;
	assert_int_equal(workload_read_memory(text, strlen(text), "f", "smack", &figures, &error),
			 -EINVAL);
	assert_string_equal(error.text,
			    "f: there is no host \"smack\" in it, only \"nostack\", \"stack\"");
	assert_int_equal(workload_read_memory(tables, strlen(tables), "f", "x", &figures, &error),
			 -EINVAL);
	assert_non_null(strstr(error.text, "it names no hosts"));
	assert_int_equal(workload_read_memory("text", 4, "f", NULL, &figures, &error), -ENODATA);
	free(text);
	free(tables);
}

/* As we write it: another variant's tables, a second table of what was not published. */
static void our_own_layout_of_fsopbench_is_read(void **state)
{
	static const char text[] =
		"# variant: none\nReading Only - Mode  0.5s Interval\n-----\n"
		"A read dir        cnt      2    min    0.001 ms    max    "
		"0.003 ms    mean    0.002 "
		"ms    stdev   0.001\n"
		"D rd 1st byte     cnt      0\nE read rate   12.000 MB/s\n\n"
		"in us    min   mean    p50    p90    p99  p99.9 slower:mean  p50\n"
		"A read dir 1.234 2.345 2.001 2.002 2.003 2.004 1.50x 1.00x\n"
		"E read rate   2.00x\n"
		"# variant: landlock:1\nReading Only - Mode  0.5s Interval\n"
		"E read rate   11.000 MB/s\n";
	struct figures figures;
	struct error error = {""};

	(void)state;
	if (workload_read_memory(text, strlen(text), "own", NULL, &figures, &error) < 0)
		fail_msg("%s", error.text);
	/* The finer ones take the place of those that were cut, the percentiles are more. */
	assert_int_equal(count_values(&figures), 5 + 1 + 1 + 1 + 4);
	assert_float_equal(find(&figures, "walk", "0w", "", "none",
				(enum metric_id)(METRIC_WALK_READDIR + LATENCY_MEAN))
				   ->passes[0]
				   .median,
			   2345, 1e-6);
	assert_float_equal(find(&figures, "walk", "0w", "", "none",
				(enum metric_id)(METRIC_WALK_READDIR + LATENCY_P999))
				   ->passes[0]
				   .median,
			   2004, 1e-6);
	assert_float_equal(find(&figures, "walk", "0w", "", "landlock:1", METRIC_WALK_READ_RATE)
				   ->passes[0]
				   .median,
			   11, 0);
	figures_clear(&figures);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(fsopbench_has_all_rows),
		cmocka_unit_test(compilations_have_their_times),
		cmocka_unit_test(the_mail_of_2005_arrives_whole),
		cmocka_unit_test(its_values_are_in_their_units),
		cmocka_unit_test(what_does_not_fit_is_said),
		cmocka_unit_test(cut_texts_harm_nothing),
		cmocka_unit_test(hosts_are_groups),
		cmocka_unit_test(our_own_layout_of_fsopbench_is_read),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
