/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ended.h - what was really run where a plan's runs and passes were not: how many steps ended
 * early or were stopped, after how much, and why.
 */
#ifndef LSMBENCH_EXPORTS_ENDED_H
#define LSMBENCH_EXPORTS_ENDED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "engine/result/result.h"

/* The least and the most of a number over steps. */
struct ended_range {
	uint64_t low;
	uint64_t high;
};

/* Steps that ended alike. */
struct ended {
	enum step_state state; /* STEP_EARLY or STEP_STOPPED */
	const char *reason;    /* the result's; NULL: none is known */
	size_t count;
	struct ended_range runs;   /* of a step, in all passes together; without failed ones */
	struct ended_range passes; /* of a step, that have samples */
};

struct ended_list {
	struct ended *items; /* in the order of their first step */
	size_t count;
	struct ended all; /* the ranges over all steps that have samples; count of them */
};

/* Find them. 0 or -ENOMEM; ended_clear is due after success. */
int ended_find(const struct result *result, struct ended_list *list);
void ended_clear(struct ended_list *list);

/* Room for the words below. */
#define ENDED_WORDS_SIZE 160

/* "46 to 283 runs in 4 to 6 passes". In buffer, returned. */
const char *ended_range_words(const struct ended *ended, char buffer[ENDED_WORDS_SIZE]);

/* "93 of 121 figures ended early, after 46 to 283 runs in 4 to 6 passes". In buffer, returned. */
const char *ended_words(const struct ended *ended, size_t steps, const char *noun,
			char buffer[ENDED_WORDS_SIZE]);

#endif
