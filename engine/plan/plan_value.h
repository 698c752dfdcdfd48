/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * plan_value.h - times and percentages as text, exact in both directions.
 *
 * Private to the plan. Neither locale nor rounding has a say: what is written is read back as
 * the same number.
 */
#ifndef LSMBENCH_ENGINE_PLAN_VALUE_H
#define LSMBENCH_ENGINE_PLAN_VALUE_H

#include <stddef.h>
#include <stdint.h>

/*
 * A time in nanoseconds: a decimal number and one of ns, us, ms, s, min, h; without a unit,
 * default_unit. 0, -EINVAL, -ERANGE; a fraction of a nanosecond is -EINVAL.
 */
int plan_value_time(const char *text, const char *default_unit, uint64_t *ns);
/* In the largest unit that keeps the number whole: "100us". */
void plan_value_show_time(uint64_t ns, char *buffer, size_t size);

/* "0.5%" or "0.5" is 0.005. At most six decimals. 0, -EINVAL or -ERANGE. */
int plan_value_percent(const char *text, double *value);
void plan_value_show_percent(double value, char *buffer, size_t size);

#endif
