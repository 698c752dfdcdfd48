/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * number.h - numbers as text and back, exactly and without the locale's decimal comma.
 *
 * The whole numbers and the derived value are formatted by hand: a file holds millions of them.
 */
#ifndef LSMBENCH_EXPORTS_NUMBER_H
#define LSMBENCH_EXPORTS_NUMBER_H

#include <stddef.h>
#include <stdint.h>

#include "engine/text/number_read.h" /* the way back of the whole ones */

/* Room for any number below, with its terminator. */
#define NUMBER_SIZE 48

/* Write value at out, without a terminator; returns the end. At most 20 bytes. */
char *number_put(char *out, uint64_t value);

/*
 * Write duration / iterations with 4 decimals, correctly rounded (halves up), at out, without a
 * terminator; returns the end. At most 25 bytes. iterations is 1 to NUMBER_ITERATIONS_MAXIMUM.
 */
#define NUMBER_ITERATIONS_MAXIMUM 1000000000000000000u
char *number_put_quotient(char *out, uint64_t duration, uint64_t iterations);

/* The shortest decimal that reads back as the same finite double, in buffer. */
void number_show_double(double value, char buffer[NUMBER_SIZE]);
/* Read such a decimal: 0, or -EINVAL for anything else (hexadecimal, NaN, infinity, a comma). */
int number_parse_double(const char *text, double *value);

/* value with so many decimals in buffer; "-" for NaN and infinity. Returns buffer. */
const char *number_show_fixed(double value, int decimals, char buffer[NUMBER_SIZE]);

#endif
