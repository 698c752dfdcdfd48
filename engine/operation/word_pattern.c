/* SPDX-License-Identifier: GPL-2.0-or-later */
/* word_pattern.c - words whose sum is known. */
#include "engine/operation/word_pattern.h"

/* Odd and with many bits set, so that words differ in all their bytes. */
static const uint64_t first_word = 0x9e3779b97f4a7c15u;
static const uint64_t difference = 0xbf58476d1ce4e5b9u;

static uint64_t pattern_word(uint64_t index)
{
	return first_word + index * difference;
}

void pattern_fill(uint64_t *words, uint64_t first, uint64_t count)
{
	for (uint64_t i = 0; i < count; i++)
		words[i] = pattern_word(first + i);
}

/* n terms of a progression sum to n * first + d * n (n - 1) / 2; one of the factors is even. */
uint64_t pattern_sum(uint64_t count, uint64_t step)
{
	uint64_t n = (count + step - 1) / step;
	uint64_t pairs = n % 2 == 0 ? n / 2 * (n - 1) : (n - 1) / 2 * n;

	return n * first_word + difference * step * pairs;
}

/* Said in vectors, so that it does not depend on the compiler whether it uses them. */
uint64_t pattern_read(const uint64_t *words, uint64_t count)
{
	typedef uint64_t pair __attribute__((vector_size(16), may_alias));
	const pair *pairs = (const void *)words;
	pair sums[4] = {{0}};

	for (uint64_t i = 0; i < count / 2; i += 4) {
		sums[0] += pairs[i];
		sums[1] += pairs[i + 1];
		sums[2] += pairs[i + 2];
		sums[3] += pairs[i + 3];
	}
	sums[0] += sums[1] + sums[2] + sums[3];
	return sums[0][0] + sums[0][1];
}
