/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a tree of files looks like before it is made: its totals are met, the seed decides all of
 * it. How it is distributed is in test_home_tree_distribution.c.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "fixtures/home_tree_shape.h"

static void draw(struct home_tree_shape *shape, uint64_t files, uint64_t bytes, uint64_t seed)
{
	struct error error = {""};

	if (home_tree_shape_draw(shape, files, bytes, seed, &error) != 0)
		fail_msg("%s", error.text);
}

/* Totals, and that each directory stands behind its parent and holds what it says. */
static void check(uint64_t files, uint64_t bytes, uint64_t seed)
{
	struct home_tree_shape shape;
	uint64_t sum = 0;
	uint64_t next = 0;
	uint64_t below = 0;

	draw(&shape, files, bytes, seed);
	assert_int_equal(shape.file_count, files);
	for (uint64_t i = 0; i < files; i++) {
		assert_true(shape.sizes[i] >= 1);
		sum += shape.sizes[i];
	}
	assert_int_equal(sum, bytes);
	for (uint32_t i = 0; i < shape.directory_count; i++) {
		const struct home_tree_directory *directory = &shape.directories[i];

		assert_int_equal(directory->first_file, next);
		next += directory->files;
		below += directory->directories;
		assert_true(directory->depth < HOME_TREE_DEPTH_MAXIMUM);
		if (i == 0)
			continue;
		assert_true(directory->parent < i);
		assert_int_equal(directory->depth, shape.directories[directory->parent].depth + 1);
		assert_true(directory->depth <= shape.directories[i - 1].depth + 1);
	}
	assert_int_equal(next, files);
	assert_int_equal(below, shape.directory_count - 1);
	home_tree_shape_clear(&shape);
}

static void test_totals_are_met(void **state)
{
	(void)state;
	check(1, 1, 1);
	check(1, 1000000, 1);
	check(3, 3, 2);
	check(7, 1000, 3);
	check(99, 123456, 4);
	check(100, 100, 5);
	check(300, 3000000, 6);
	check(10000, (uint64_t)256 << 20, 1);
	check(50000, 50001, 7);
}

static void test_seed_decides(void **state)
{
	struct home_tree_shape one;
	struct home_tree_shape same;
	struct home_tree_shape other;

	(void)state;
	draw(&one, 2000, 20000000, 11);
	draw(&same, 2000, 20000000, 11);
	draw(&other, 2000, 20000000, 12);
	assert_memory_equal(one.sizes, same.sizes, 2000 * sizeof(*one.sizes));
	assert_memory_equal(one.directories, same.directories,
			    one.directory_count * sizeof(*one.directories));
	assert_memory_not_equal(one.sizes, other.sizes, 2000 * sizeof(*one.sizes));
	assert_memory_not_equal(one.directories, other.directories,
				one.directory_count * sizeof(*one.directories));
	home_tree_shape_clear(&one);
	home_tree_shape_clear(&same);
	home_tree_shape_clear(&other);
}

/* So that a tree of a seed is the same in the versions to come: some of its sizes. */
static void test_known_tree(void **state)
{
	static const uint64_t sizes[] = {8838, 307, 88, 7991, 174637, 5886, 39, 27420};
	struct home_tree_shape shape;

	(void)state;
	draw(&shape, 1000, 30000000, 1);
	assert_memory_equal(shape.sizes, sizes, sizeof(sizes));
	home_tree_shape_clear(&shape);
}

/* A tree of some size is deep, wide here and there, and a tenth as many directories as files. */
static void test_directories_are_uneven(void **state)
{
	struct home_tree_shape shape;
	uint32_t deepest = 0;
	uint32_t most = 0;

	(void)state;
	draw(&shape, 100000, 1000000000, 9);
	assert_in_range(shape.directory_count, 8500, 11500);
	for (uint32_t i = 0; i < shape.directory_count; i++) {
		const struct home_tree_directory *directory = &shape.directories[i];

		deepest = directory->depth > deepest ? directory->depth : deepest;
		most = directory->files > most ? directory->files : most;
	}
	assert_in_range(deepest, 8, HOME_TREE_DEPTH_MAXIMUM - 1);
	assert_in_range(most, 500, 600);
	home_tree_shape_clear(&shape);
}

static void test_what_cannot_be(void **state)
{
	struct home_tree_shape shape;
	struct error error = {""};

	(void)state;
	assert_int_equal(home_tree_shape_draw(&shape, 0, 10, 1, &error), -EINVAL);
	assert_int_equal(home_tree_shape_draw(&shape, 10000001, (uint64_t)1 << 40, 1, &error),
			 -EINVAL);
	assert_int_equal(home_tree_shape_draw(&shape, 10, 9, 1, &error), -EINVAL);
	assert_non_null(strstr(error.text, "more bytes or fewer files"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_totals_are_met),
		cmocka_unit_test(test_seed_decides),
		cmocka_unit_test(test_known_tree),
		cmocka_unit_test(test_directories_are_uneven),
		cmocka_unit_test(test_what_cannot_be),
	};

	return cmocka_run_group_tests_name("home tree shape", tests, NULL, NULL);
}
