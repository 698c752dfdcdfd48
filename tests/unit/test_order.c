/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_order.c - that the order of variants is balanced, seeded, and can end early without favour.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "engine/worker/order.h"

#define RUNS 120u
#define VARIANTS_MAXIMUM 8u

static void fill(uint8_t *order, uint32_t runs, uint32_t variants, uint64_t seed)
{
	struct random_source random;

	random_start(&random, seed, 7);
	order_fill(order, runs, variants, &random);
}

static void test_every_variant_gets_its_runs(void **state)
{
	uint8_t order[RUNS * VARIANTS_MAXIMUM];

	(void)state;
	for (uint32_t variants = 1; variants <= VARIANTS_MAXIMUM; variants++) {
		for (uint32_t runs = 1; runs <= RUNS; runs++) {
			uint32_t counts[VARIANTS_MAXIMUM] = {0};

			fill(order, runs, variants, runs);
			for (uint32_t i = 0; i < runs * variants; i++) {
				assert_true(order[i] < variants);
				counts[order[i]]++;
			}
			for (uint32_t v = 0; v < variants; v++)
				assert_int_equal(counts[v], runs);
		}
	}
}

static void test_pairs_are_abba_or_baab(void **state)
{
	uint8_t order[RUNS * 2];
	unsigned int first_is_a = 0;

	(void)state;
	fill(order, RUNS, 2, 42);
	for (uint32_t i = 0; i < RUNS * 2; i += 4) {
		assert_int_equal(order[i], order[i + 3]);
		assert_int_equal(order[i + 1], order[i + 2]);
		assert_int_not_equal(order[i], order[i + 1]);
		first_is_a += order[i] == 0;
	}
	/* 60 coins: fewer than 10 or more than 50 heads does not happen by chance (p < 1e-7). */
	assert_in_range(first_is_a, 10, 50);
}

/* Within a square each variant stands once in each place, and before each other one equally often.
 */
static void check_square(const uint8_t *order, uint32_t variants)
{
	unsigned int place[VARIANTS_MAXIMUM][VARIANTS_MAXIMUM] = {{0}};
	unsigned int follows[VARIANTS_MAXIMUM][VARIANTS_MAXIMUM] = {{0}};

	for (uint32_t row = 0; row < variants; row++) {
		for (uint32_t column = 0; column < variants; column++) {
			uint8_t variant = order[row * variants + column];

			place[variant][column]++;
			if (column > 0)
				follows[order[row * variants + column - 1]][variant]++;
		}
	}
	for (uint32_t a = 0; a < variants; a++) {
		for (uint32_t b = 0; b < variants; b++) {
			assert_int_equal(place[a][b], 1);
			/* An odd number of variants cannot be balanced within one square. */
			if (variants % 2 == 0)
				assert_int_equal(follows[a][b], a != b);
		}
	}
}

static void test_more_variants_form_balanced_squares(void **state)
{
	uint8_t order[RUNS * VARIANTS_MAXIMUM];

	(void)state;
	for (uint32_t variants = 3; variants <= VARIANTS_MAXIMUM; variants++) {
		fill(order, RUNS, variants, 3);
		for (uint32_t run = 0; run + variants <= RUNS; run += variants)
			check_square(order + run * variants, variants);
	}
}

static void test_blocks_serve_all_alike(void **state)
{
	uint8_t order[RUNS * VARIANTS_MAXIMUM];

	(void)state;
	for (uint32_t variants = 1; variants <= VARIANTS_MAXIMUM; variants++) {
		uint32_t block = order_block(variants);
		uint32_t counts[VARIANTS_MAXIMUM] = {0};

		fill(order, RUNS, variants, 5);
		for (uint32_t i = 0; i < RUNS * variants; i++) {
			if (i % block == 0)
				for (uint32_t v = 1; v < variants; v++)
					assert_int_equal(counts[v], counts[0]);
			counts[order[i]]++;
		}
	}
}

static void test_seed_decides(void **state)
{
	uint8_t a[RUNS * 2];
	uint8_t b[RUNS * 2];

	(void)state;
	fill(a, RUNS, 2, 11);
	fill(b, RUNS, 2, 11);
	assert_memory_equal(a, b, sizeof(a));
	fill(b, RUNS, 2, 12);
	assert_memory_not_equal(a, b, sizeof(a));
}

/* The reference values of SplitMix64's author for the state 1234567. */
static void test_generator_is_splitmix64(void **state)
{
	struct random_source random = {.state = 1234567};

	(void)state;
	assert_true(random_next(&random) == 6457827717110365317u);
	assert_true(random_next(&random) == 3203168211198807973u);
	assert_true(random_next(&random) == 9817491932198370423u);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_every_variant_gets_its_runs),
		cmocka_unit_test(test_pairs_are_abba_or_baab),
		cmocka_unit_test(test_more_variants_form_balanced_squares),
		cmocka_unit_test(test_blocks_serve_all_alike),
		cmocka_unit_test(test_seed_decides),
		cmocka_unit_test(test_generator_is_splitmix64),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
