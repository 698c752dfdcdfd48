/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Walks as fsopbench's figures were published: given the figures of a publication of 2009 its lines
 * come out to the byte, several runs are pooled exactly, and each row says how many times slower it
 * was than alone.
 */
#include "tests/unit/made_export.h"
#include "tests/unit/made_result.h"

#include <math.h>

static const char *const published[2] = {
	"Reading Only - Mode  30s Interval\n"
	"-----------------------------------------------------------------\n"
	"A read dir        cnt  29512    min    0.001 ms    max   14.273 ms    mean    0.081 ms    "
	"stdev   0.694\n"
	"B lstat file      cnt  27797    min    0.006 ms    max   12.471 ms    mean    0.071 ms    "
	"stdev   0.571\n"
	"C open file       cnt  22644    min    0.013 ms    max    0.390 ms    mean    0.019 ms    "
	"stdev   0.012\n"
	"D rd 1st byte     cnt  22644    min    0.114 ms    max   23.614 ms    mean    0.591 ms    "
	"stdev   1.464\n"
	"E read rate      71.492 MB/s\n",
	"In-Competition with 6 Writers - Mode  30s Interval\n"
	"-----------------------------------------------------------------\n"
	"A read dir        cnt    625    min    0.001 ms    max  167.049 ms    mean    1.355 ms    "
	"stdev  11.462\n"
	"B lstat file      cnt    589    min    0.006 ms    max  182.580 ms    mean    0.503 ms    "
	"stdev   7.747\n"
	"C open file       cnt    479    min    0.014 ms    max    0.134 ms    mean    0.021 ms    "
	"stdev   0.011\n"
	"D rd 1st byte     cnt    479    min    0.180 ms    max 1114.885 ms    mean   40.708 ms    "
	"stdev 143.536\n"
	"E read rate       1.566 MB/s\n"};

/* Count, least, most, mean, standard deviation in ms, of the four rows; then the rate. */
static const double figures[2][4][5] = {
	{{29512, 0.001, 14.273, 0.081, 0.694},
	 {27797, 0.006, 12.471, 0.071, 0.571},
	 {22644, 0.013, 0.390, 0.019, 0.012},
	 {22644, 0.114, 23.614, 0.591, 1.464}},
	{{625, 0.001, 167.049, 1.355, 11.462},
	 {589, 0.006, 182.580, 0.503, 7.747},
	 {479, 0.014, 0.134, 0.021, 0.011},
	 {479, 0.180, 1114.885, 40.708, 143.536}},
};
static const double rates[2] = {71.492, 1.566};
static const enum metric_id row_metrics[4] = {METRIC_WALK_READDIR, METRIC_WALK_LSTAT,
					      METRIC_WALK_OPEN, METRIC_WALK_FIRST_BYTE};

static void add(struct result *result, size_t step, uint16_t pass, enum metric_id metric,
		double value)
{
	const struct reading reading = {
		.step = (uint32_t)step, .pass = pass, .metric = (uint16_t)metric, .value = value};

	assert_int_equal(result_add_reading(result, &reading), 0);
}

/* A row of one run: p50 and all above are so many ns. */
static void add_row(struct result *result, size_t step, uint16_t pass, enum metric_id row,
		    const double *row_figures, double p50)
{
	add(result, step, pass, row + LATENCY_COUNT, row_figures[0]);
	for (unsigned int i = 1; i < 5; i++)
		add(result, step, pass, row + i, row_figures[i] * 1e6);
	for (unsigned int i = LATENCY_P50; i < LATENCY_STATISTICS; i++)
		add(result, step, pass, row + i, p50);
}

static void make(struct result *result, const char *passes)
{
	const char *keys[] = {"ops",     "walk", "passes", passes, "runs", "1",
			      "repeats", "1",    "seed",   "1",    NULL};

	made_result(result, keys, made_noise);
}

static char *written(const struct result *result)
{
	const struct export_options options = {0};

	return made_export("fsopbench", &result, 1, &options);
}

static void must_have(const char *text, const char *part)
{
	if (!strstr(text, part))
		fail_msg("not \"%s\" in\n%s", part, text);
}

static void test_as_published(void **state)
{
	struct result result;
	char *text;

	(void)state;
	make(&result, "1");
	for (size_t step = 0; step < 2; step++) {
		for (unsigned int i = 0; i < 4; i++)
			add_row(&result, step, 0, row_metrics[i], figures[step][i],
				step == 0 ? 5000 : 20000);
		add(&result, step, 0, METRIC_WALK_READ_RATE, rates[step]);
		add(&result, step, 0, METRIC_WALK_TIMER, 21.5);
		add(&result, step, 0, METRIC_TREE_CACHED, 99.5);
		add(&result, step, 0, METRIC_WALK_ROUNDS, 12.5);
	}
	add(&result, 1, 0, METRIC_WRITER_RATE, 12.5);
	add(&result, 1, 0, METRIC_WRITER_FILES, 321);
	add(&result, 1, 0, METRIC_WRITERS_BEHIND, 2);
	text = written(&result);
	must_have(text, published[0]);
	must_have(text, published[1]);
	/* 1.355 / 0.081, 20 / 5, 71.492 / 1.566 */
	must_have(text, "16.73x      4.00x      4.00x\n");
	must_have(text, "45.65x\n");
	must_have(text, "# page cache warm: 99.5% of the tree in it at the start\n");
	must_have(text, "# 12.5 rounds of the tree: names and inodes were cached\n");
	must_have(text, "# timer: 21.5 ns of each time, not subtracted\n");
	must_have(text, "# writers: 12.5 MB/s together, how much of it reached the disk is not "
			"known, 321 files a run\n");
	must_have(text, "# marked: 2 of 6 writers did not keep up");
	assert_int_equal(signature_of(text, strlen(text)), SIGNATURE_REPORT);
	free(text);
	result_clear(&result);
}

/* Writers compete for the disk by what reaches it, and for none where there is none. */
static void test_what_reached_the_disk(void **state)
{
	static const double disks[] = {11.75, 0};
	static const char *const lines[] = {
		"# writers: of 12.5 MB/s together 11.8 MB/s reached the disk, 321 files a run\n",
		"# writers: 12.5 MB/s together, none reached a disk: the tree is on tmpfs, 321 "
		"files a "
		"run\n"};

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		struct result result;
		char *text;

		make(&result, "1");
		assert_int_equal(
			environment_set(&result.environment, "scratch.0.type", "tmpfs", "made"), 0);
		add(&result, 1, 0, METRIC_WALK_TIMER, 21.5);
		add(&result, 1, 0, METRIC_WRITER_RATE, 12.5);
		add(&result, 1, 0, METRIC_WRITER_DISK_RATE, disks[i]);
		add(&result, 1, 0, METRIC_WRITER_FILES, 321);
		text = written(&result);
		must_have(text, lines[i]);
		free(text);
		result_clear(&result);
	}
}

/* Of 1, 3 and of 5, 7, 9 ns apart: together 1, 3, 5, 7, 9, whose variance is 10. */
static void test_runs_are_pooled(void **state)
{
	const double first[5] = {2, 1, 3, 2, sqrt(2)};
	const double second[5] = {3, 5, 9, 7, 2};
	struct result result;
	char *text;

	(void)state;
	make(&result, "2");
	for (unsigned int i = 0; i < 4; i++) {
		add_row(&result, 0, 0, row_metrics[i], first, 100);
		add_row(&result, 0, 1, row_metrics[i], second, 300);
	}
	add(&result, 0, 0, METRIC_WALK_TIMER, 20);
	add(&result, 0, 1, METRIC_WALK_TIMER, 22);
	text = written(&result);
	must_have(text,
		  "A read dir        cnt      5    min    1.000 ms    max    9.000 ms    mean  "
		  "  5.000 ms    stdev   3.162\n");
	must_have(text, " 0.200      0.200      0.200      0.200\n");
	must_have(text, "# timer: 21.0 ns");
	must_have(text, "# 2 runs: ");
	/* The other case has samples but no reading. */
	must_have(text, "In-Competition with 6 Writers - Mode  30s Interval\n");
	must_have(text, "not measured: ");
	free(text);
	result_clear(&result);
}

static void test_without_a_walk(void **state)
{
	static const char *const keys[] = {"ops",    "stat", "paths", "FFF", "runs", "3",
					   "passes", "1",    "seed",  "1",   NULL};
	struct result result;
	char *text;

	(void)state;
	made_result(&result, keys, made_noise);
	text = written(&result);
	must_have(text, "# no walk was measured: lsmbench run --ops walk does\n");
	free(text);
	result_clear(&result);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_as_published),
		cmocka_unit_test(test_what_reached_the_disk),
		cmocka_unit_test(test_runs_are_pooled),
		cmocka_unit_test(test_without_a_walk),
	};

	return cmocka_run_group_tests_name("fsopbench text", tests, NULL, NULL);
}
