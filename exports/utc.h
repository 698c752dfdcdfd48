/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * utc.h - moments as ISO 8601 in UTC: 2026-11-30T11:28:00Z.
 */
#ifndef LSMBENCH_EXPORTS_UTC_H
#define LSMBENCH_EXPORTS_UTC_H

#include <stdint.h>

/* Room for a moment with its terminator. */
#define UTC_SIZE 32

/* seconds since the epoch in buffer; "unknown" for 0 and outside the years 1000 to 9999. */
void utc_show(int64_t seconds, char buffer[UTC_SIZE]);
/* 0 and *seconds, or -EINVAL. "unknown" is 0. */
int utc_parse(const char *text, int64_t *seconds);

#endif
