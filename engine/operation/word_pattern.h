/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * word_pattern.h - memory filled so that the sum of any evenly spaced words is known without
 * reading them.
 *
 * Word i is pattern_word(i), an arithmetic progression modulo 2^64, so the sum of words 0, step,
 * 2 * step ... has a closed form: whoever has added up other words, or not all of them, is found.
 */
#ifndef LSMBENCH_ENGINE_WORD_PATTERN_H
#define LSMBENCH_ENGINE_WORD_PATTERN_H

#include <stdint.h>

/* Fill count words, of which the first is number first of the pattern. */
void pattern_fill(uint64_t *words, uint64_t first, uint64_t count);

/* The sum of the words 0, step, 2 * step ... below count, modulo 2^64, computed and not read. */
uint64_t pattern_sum(uint64_t count, uint64_t step);

/*
 * The sum of count words, two at a time as a program written for speed would. count is a multiple
 * of 8, and words lie at a multiple of 16 bytes, as all memory from mmap and malloc does.
 */
uint64_t pattern_read(const uint64_t *words, uint64_t count);

#endif
