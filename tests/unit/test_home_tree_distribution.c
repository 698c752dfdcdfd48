/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The numbers that make up a tree of files follow the distributions that home_tree_shape.h states:
 * sizes and files a directory by the test of Kolmogorov and Smirnov, depth and fan-out beside their
 * exact expectations. The parameters stand here a second time, as they stand in Impressions'
 * inputfile.sample and impress.cpp. Seeds are fixed: what passes once passes always.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "fixtures/home_tree_shape.h"
#include "fixtures/home_tree_sizes.h"

/* FilecountDistr, FilesizeDistr, Dircountfiles and Filesperdir. */
#define MU 9.48
#define SIGMA 2.45663283
#define BODY_SHARE 0.99994
#define TAIL_BYTES 0x1p29
#define TAIL_EXPONENT 0.91
#define COUNT_OFFSET 2.36
#define COUNT_EMPTY 0.225
#define COUNT_MOST 600u
#define COUNT_MEAN 10.2

#define SIZES 1000000u
#define TAIL_DRAWS 20000000u
#define TAIL_ROOM 3000u
#define TREES 40u
#define DEPTHS HOME_TREE_DEPTH_MAXIMUM

/* The distance that one of a hundred samples of this many values exceeds. */
static double critical_distance(double count)
{
	return 1.6276 / sqrt(count);
}

/* The share of files of so many medians or fewer. */
static double size_share(double size)
{
	const double tail_least = TAIL_BYTES / exp(MU);
	double share = BODY_SHARE * 0.5 * erfc(-log(size) / (SIGMA * sqrt(2)));

	if (size > tail_least)
		share += (1 - BODY_SHARE) * (1 - pow(tail_least / size, TAIL_EXPONENT));
	return share;
}

static int compare(const void *a, const void *b)
{
	const double *first = a;
	const double *second = b;

	return (*first > *second) - (*first < *second);
}

/* The largest distance of values, which are sorted, from the share above that of least. */
static double size_distance(const double *values, size_t count, double least)
{
	const double below = least > 0 ? size_share(least) : 0;
	double largest = 0;

	for (size_t i = 0; i < count; i++) {
		const double share = (size_share(values[i]) - below) / (1 - below);

		largest = fmax(largest, fabs(share - (double)i / (double)count));
		largest = fmax(largest, fabs(share - (double)(i + 1) / (double)count));
	}
	return largest;
}

static void test_sizes(void **state)
{
	struct home_tree_random random = {.state = 4};
	double *sizes = calloc(SIZES, sizeof(*sizes));

	(void)state;
	assert_non_null(sizes);
	for (size_t i = 0; i < SIZES; i++)
		sizes[i] = home_tree_size_draw(&random);
	qsort(sizes, SIZES, sizeof(*sizes), compare);
	assert_true(size_distance(sizes, SIZES, 0) < critical_distance(SIZES));
	free(sizes);
}

/* By themselves those above where the tail begins: 7 in 100,000. */
static void test_tail_of_sizes(void **state)
{
	static double sizes[TAIL_ROOM];
	struct home_tree_random random = {.state = 5};
	const double least = TAIL_BYTES / exp(MU);
	const double expected = TAIL_DRAWS * (1 - size_share(least));
	size_t count = 0;

	(void)state;
	for (size_t i = 0; i < TAIL_DRAWS; i++) {
		const double size = home_tree_size_draw(&random);

		if (size < least)
			continue;
		assert_true(count < TAIL_ROOM);
		sizes[count++] = size;
	}
	assert_true(fabs((double)count - expected) < 3 * sqrt(expected));
	qsort(sizes, count, sizeof(*sizes), compare);
	assert_true(size_distance(sizes, count, least) < critical_distance((double)count));
}

/* What a tree has are these sizes times one number, rounded; none above a tenth of the total. */
static void test_sizes_are_only_scaled(void **state)
{
	const uint64_t count = 20000;
	const uint64_t total = (uint64_t)1 << 40;
	struct home_tree_random random = {.state = 7};
	struct home_tree_random again = random;
	uint64_t *sizes = calloc(count, sizeof(*sizes));
	double median = 0;

	(void)state;
	assert_non_null(sizes);
	assert_int_equal(home_tree_sizes_draw(sizes, count, total, &random), 0);
	for (uint64_t i = 0; i < count; i++) {
		const double drawn = home_tree_size_draw(&again);

		assert_true(sizes[i] >= 1 && sizes[i] <= total / 10 + 1);
		if (i == 0)
			median = (double)sizes[i] / drawn;
		else if (sizes[i] > 1 && sizes[i] < total / 10)
			assert_true(fabs((double)sizes[i] - median * drawn) <
				    2 + 1e-4 * (double)sizes[i]);
	}
	free(sizes);
}

static double count_weight(uint32_t count)
{
	return pow(count + COUNT_OFFSET, -2);
}

/* Compares the directories' own distribution function with the stated one, step by step. */
static void test_files_of_directories(void **state)
{
	struct home_tree_shape shape;
	struct error error = {""};
	uint32_t found[COUNT_MOST + 1] = {0};
	double weights = 0;
	double stated = COUNT_EMPTY;
	double share = 0;
	double largest = 0;

	(void)state;
	assert_int_equal(home_tree_shape_draw(&shape, 1000000, 1000000, 6, &error), 0);
	for (uint32_t i = 0; i < shape.directory_count; i++) {
		assert_true(shape.directories[i].files <= COUNT_MOST);
		found[shape.directories[i].files]++;
	}
	for (uint32_t i = 1; i <= COUNT_MOST; i++)
		weights += count_weight(i);
	for (uint32_t i = 0; i <= COUNT_MOST; i++) {
		share += (double)found[i] / shape.directory_count;
		if (i > 0)
			stated += (1 - COUNT_EMPTY) * count_weight(i) / weights;
		largest = fmax(largest, fabs(share - stated));
	}
	assert_true(fabs(stated - 1) < 1e-9);
	assert_true(largest < critical_distance(shape.directory_count));
	assert_true(fabs(1e6 / shape.directory_count - COUNT_MEAN) < 0.4);
	home_tree_shape_clear(&shape);
}

/*
 * How many of count directories are to be expected at each depth and with each number of
 * subdirectories. The directory that comes next is made in one that has s subdirectories with the
 * probability (s + 2) / (3n - 1) when there are n: of a depth, or with s, there are so many more.
 */
static void expect(uint32_t count, double depths[DEPTHS], double fans[DEPTHS])
{
	for (unsigned int i = 0; i < DEPTHS; i++)
		depths[i] = fans[i] = i == 0;
	for (uint32_t n = 1; n < count; n++) {
		const double chances = 3.0 * n - 1;

		/* From the end, so that each step sees what was before. */
		for (unsigned int i = DEPTHS - 1; i > 0; i--) {
			depths[i] += (2 * depths[i - 1] + depths[i]) / chances;
			fans[i] += ((i + 1) * fans[i - 1] - (i + 2) * fans[i]) / chances;
		}
		fans[0] += 1 - 2 * fans[0] / chances;
	}
}

/* Sums of what was found less what was expected, and of the squares of that. */
struct surplus {
	double sum[DEPTHS];
	double squares[DEPTHS];
};

static void add(struct surplus *surplus, const uint32_t *found, const double *expected)
{
	for (unsigned int i = 0; i < DEPTHS; i++) {
		const double more = found[i] - expected[i];

		surplus->sum[i] += more;
		surplus->squares[i] += more * more;
	}
}

/* Each sum within four of its standard errors, where there is enough of it to tell. */
static void check(const struct surplus *surplus, unsigned int first, unsigned int last)
{
	for (unsigned int i = first; i <= last; i++) {
		const double mean = surplus->sum[i] / TREES;
		const double variance = surplus->squares[i] / TREES - mean * mean;

		assert_true(variance > 0);
		assert_true(fabs(mean) < 4 * sqrt(variance / (TREES - 1)));
	}
}

static void test_depth_and_fan_out(void **state)
{
	struct surplus depths = {.sum = {0}};
	struct surplus fans = {.sum = {0}};

	(void)state;
	for (unsigned int tree = 0; tree < TREES; tree++) {
		uint32_t at_depth[DEPTHS] = {0};
		uint32_t of_fan[DEPTHS] = {0};
		double expected_depths[DEPTHS];
		double expected_fans[DEPTHS];
		struct home_tree_shape shape;
		struct error error = {""};

		assert_int_equal(home_tree_shape_draw(&shape, 20000, 20000, 100 + tree, &error), 0);
		for (uint32_t i = 0; i < shape.directory_count; i++) {
			const struct home_tree_directory *directory = &shape.directories[i];

			at_depth[directory->depth]++;
			if (directory->directories < DEPTHS)
				of_fan[directory->directories]++;
		}
		expect(shape.directory_count, expected_depths, expected_fans);
		add(&depths, at_depth, expected_depths);
		add(&fans, of_fan, expected_fans);
		home_tree_shape_clear(&shape);
	}
	check(&depths, 1, 10);
	check(&fans, 0, 8);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_sizes),
		cmocka_unit_test(test_tail_of_sizes),
		cmocka_unit_test(test_sizes_are_only_scaled),
		cmocka_unit_test(test_files_of_directories),
		cmocka_unit_test(test_depth_and_fan_out),
	};

	return cmocka_run_group_tests_name("home tree distribution", tests, NULL, NULL);
}
