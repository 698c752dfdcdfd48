/* SPDX-License-Identifier: GPL-2.0-or-later */
/* random.c - SplitMix64 and what is drawn with it. */
#include "engine/text/random.h"

static uint64_t mix(uint64_t value)
{
	value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9u;
	value = (value ^ (value >> 27)) * 0x94d049bb133111ebu;
	return value ^ (value >> 31);
}

void random_start(struct random_source *source, uint64_t seed, uint64_t stream)
{
	source->state = mix(seed) ^ mix(stream + 0x632be59bd9b4e019u);
}

uint64_t random_next(struct random_source *source)
{
	source->state += 0x9e3779b97f4a7c15u;
	return mix(source->state);
}

uint64_t random_below(struct random_source *source, uint64_t bound)
{
	/* Values below this would favour small results. */
	const uint64_t threshold = (0 - bound) % bound;
	uint64_t value;

	do {
		value = random_next(source);
	} while (value < threshold);
	return value % bound;
}

void random_permutation(struct random_source *source, unsigned int *order, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		size_t other = (size_t)random_below(source, i + 1);

		order[i] = order[other];
		order[other] = (unsigned int)i;
	}
}
