/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * published.h - the two published files, read as the programs read them. Include after cmocka.h.
 */
#ifndef LSMBENCH_TESTS_PUBLISHED_H
#define LSMBENCH_TESTS_PUBLISHED_H

#include "engine/compare/compare.h"
#include "exports/input_read.h"

#define PUBLISHED_BASE "tests/data/published/vfs-v5.3-dac.txt"
#define PUBLISHED_OTHER "tests/data/published/vfs-v5.3-mac.txt"

struct published {
	struct input base;
	struct input other;
	struct comparison comparison;
};

static inline void published_read(const char *path, struct input *input)
{
	struct error error = {""};

	if (input_read(path, NULL, input, &error) < 0)
		fail_msg("%s", error.text);
}

/* DAC against DAC with MAC; needs published_clear. */
static inline void published_compare(struct published *published)
{
	const struct comparison_options options = {0};
	const struct figures *base = &published->base.figures;
	const struct figures *other = &published->other.figures;
	const struct comparison_group groups[] = {{"DAC", &base, 1}, {"MAC", &other, 1}};
	struct error error = {""};

	published_read(PUBLISHED_BASE, &published->base);
	published_read(PUBLISHED_OTHER, &published->other);
	if (compare_sessions(groups, 2, &options, &published->comparison, &error) < 0)
		fail_msg("%s", error.text);
}

static inline void published_clear(struct published *published)
{
	comparison_clear(&published->comparison);
	input_clear(&published->base);
	input_clear(&published->other);
}

#endif
