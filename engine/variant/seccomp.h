/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * seccomp.h - put filters before every system call of the calling process, all of which allow it.
 */
#ifndef LSMBENCH_ENGINE_SECCOMP_H
#define LSMBENCH_ENGINE_SECCOMP_H

#include <linux/filter.h>
#include <stdint.h>

#include "fixtures/error.h"

/* The kernel bounds all filters of a process together: 32768 instructions, 4 more for each. */
#define SECCOMP_FILTERS_MAXIMUM 1000u

enum seccomp_kind {
	SECCOMP_READS_ARGUMENT,  /* loads an argument, then allows: the kernel must run it */
	SECCOMP_CONSTANT_ALLOWS, /* allows whatever comes: the kernel's cache of such answers serves
				    it, from Linux 5.11 */
};

/* Room for the instructions of a filter. */
#define SECCOMP_FILTER_SIZE 2u

/* The instructions of a filter of that kind; returns how many. */
uint16_t seccomp_filter(enum seccomp_kind kind, struct sock_filter filter[SECCOMP_FILTER_SIZE]);

/* 0 when filters can be used here, else a negative errno and what to do about it. */
int seccomp_check(struct error *error);

/*
 * Add count filters. Sets no_new_privs, and asks that no mitigation be switched on for the filters'
 * sake (SECCOMP_FILTER_FLAG_SPEC_ALLOW), which would be measured as well.
 */
int seccomp_confine(enum seccomp_kind kind, uint32_t count, struct error *error);

#endif
