/* SPDX-License-Identifier: GPL-2.0-or-later */
/* order.c - ABBA blocks and Latin squares. */
#include "engine/worker/order.h"

#define VARIANTS_MAXIMUM 255u

static void fill_pairs(uint8_t *order, uint32_t runs, struct random_source *random)
{
	for (uint32_t run = 0; run < runs; run += 2) {
		uint8_t first = (uint8_t)random_below(random, 2);
		uint8_t block[4] = {first, (uint8_t)!first, (uint8_t)!first, first};
		uint32_t length = run + 1 < runs ? 4 : 2;

		for (uint32_t i = 0; i < length; i++)
			*order++ = block[i];
	}
}

/* Column of Williams' first row: 0, 1, n-1, 2, n-2, ... */
static uint32_t williams(uint32_t column, uint32_t variants)
{
	return column % 2 ? (column + 1) / 2 : (variants - column / 2) % variants;
}

static void fill_squares(uint8_t *order, uint32_t runs, uint32_t variants,
			 struct random_source *random)
{
	unsigned int names[VARIANTS_MAXIMUM];
	unsigned int rows[VARIANTS_MAXIMUM];

	for (uint32_t run = 0; run < runs; run++) {
		uint32_t row = run % variants;

		if (row == 0) {
			random_permutation(random, names, variants);
			random_permutation(random, rows, variants);
		}
		for (uint32_t column = 0; column < variants; column++)
			*order++ =
				(uint8_t)names[(williams(column, variants) + rows[row]) % variants];
	}
}

void order_fill(uint8_t *order, uint32_t runs, uint32_t variants, struct random_source *random)
{
	if (variants == 2) {
		fill_pairs(order, runs, random);
		return;
	}
	if (variants > 2) {
		fill_squares(order, runs, variants, random);
		return;
	}
	for (uint32_t run = 0; run < runs; run++)
		order[run] = 0;
}

uint32_t order_block(uint32_t variants)
{
	return variants == 2 ? 4 : variants;
}
