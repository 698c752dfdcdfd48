/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * guest_measure.h - in the guest: all passes of all cases under all variants, one after the other.
 */
#ifndef LSMBENCH_ENGINE_GUEST_MEASURE_H
#define LSMBENCH_ENGINE_GUEST_MEASURE_H

#include "engine/guest/guest_case.h"
#include "engine/guest/guest_report.h"
#include "engine/guest/guest_task.h"

/* Measure and report. What cannot be measured is reported as such: 0, or -ENOMEM with a message. */
int guest_measure(const struct guest_ground *ground, const struct guest_task *task,
		  struct guest_report *report, struct error *error);

#endif
