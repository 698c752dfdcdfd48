/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * time_unit.h - in what people are shown the time that something long takes: "1.234 s", "105.6 ms".
 *
 * What belongs together is shown in one unit: that of the figure the others are held against.
 */
#ifndef LSMBENCH_ENGINE_TIME_UNIT_H
#define LSMBENCH_ENGINE_TIME_UNIT_H

#include <stddef.h>

struct time_unit {
	const char *name; /* "s", "ms", "us"; static */
	double seconds;   /* that one of it is */
};

/* The unit for a time and what is held against it; that of 0 and of NaN is the second. */
struct time_unit time_unit_of(double seconds);

/* Decimals for a value in unit: of seconds always three, else so many that four digits stand. */
int time_unit_decimals(const struct time_unit *unit, double value);

#define TIME_SHOWN_SIZE 48

/* "1.234 s", "-" of NaN and infinity; in buffer, returned. */
const char *time_show(double seconds, char buffer[TIME_SHOWN_SIZE]);

#endif
