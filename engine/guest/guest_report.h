/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * guest_report.h - in the guest: its serial line, and what is said on it.
 */
#ifndef LSMBENCH_ENGINE_GUEST_REPORT_H
#define LSMBENCH_ENGINE_GUEST_REPORT_H

#include <stdint.h>

#include "engine/environment/environment.h"
#include "engine/guest/guest_message.h"

struct guest_report {
	int fd;
	uint32_t lines; /* written so far */
};

/* Open the second serial port, raw; without one the console. 0 or negative errno. */
int guest_report_open(struct guest_report *report);

/* Say it. A text that does not fit is cut. Waits for the line. */
void guest_report_send(struct guest_report *report, const struct guest_message *message);

void guest_report_state(struct guest_report *report, const char *text);
void guest_report_trouble(struct guest_report *report, int code, const char *text);
/* All items of an environment. */
void guest_report_environment(struct guest_report *report, const struct environment *environment);
/* END, with the number of lines before it. */
void guest_report_end(struct guest_report *report);

/* Wait until the last byte has left and the terminal is quiet: it must not run in a batch. */
void guest_report_drain(const struct guest_report *report);

#endif
