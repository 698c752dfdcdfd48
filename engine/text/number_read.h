/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * number_read.h - whole numbers from text: digits and nothing else, whatever the locale.
 */
#ifndef LSMBENCH_ENGINE_NUMBER_READ_H
#define LSMBENCH_ENGINE_NUMBER_READ_H

#include <stddef.h>
#include <stdint.h>

/*
 * Read the digits that begin text; *end is the first byte that is none. 0, -EINVAL without a
 * digit, -ERANGE beyond maximum. Reads at most length bytes.
 */
int number_take(const char *text, size_t length, uint64_t maximum, uint64_t *value,
		const char **end);
/* The same for a text that consists of nothing else. *value is left alone on failure. */
int number_parse(const char *text, uint64_t maximum, uint64_t *value);

#endif
