/* SPDX-License-Identifier: GPL-2.0-or-later */
/* stacker_kernbench.c - runs of kernbench: lines of time(1), and what sums their system time up. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "exports/workload/stacker_bench.h"
#include "exports/workload/time_read.h"

#define RUNS_MAXIMUM 1000u

/* The system times of a group, in seconds. */
struct times {
	double system[RUNS_MAXIMUM];
	size_t count;
};

bool stacker_kernbench_follows(const struct workload_words *words)
{
	return workload_number_follows(words, "user") ||
	       workload_word_is(workload_word_ahead(words, 0), "(run");
}

/* "(run 1)" or "(run 1):". */
static int skip_run_number(struct workload_words *words, struct error *error)
{
	struct printed_number ignored;

	if (!workload_words_skip(words, "(run"))
		return 0;
	return workload_take_number(words, workload_number_follows(words, "):") ? "):" : ")",
				    &ignored, error);
}

/* time(1) cuts the percentage off that it computes. */
static int check_percent(struct workload_import *import, struct stacker_section *section,
			 const struct printed_number *busy, const struct printed_number *elapsed,
			 const struct printed_number *percent)
{
	const struct workload_derived derived = {
		.name = "kernbench: the percentage of CPU",
		.printed = {percent->value, 0.5},
		.computed = 100 * busy->value / elapsed->value - 0.5,
		.slack = 100 * (busy->precision + elapsed->precision) / elapsed->value,
	};

	if (!workload_is_wanted(import))
		return 0;
	section->runs++;
	if (section->processors > 0 && percent->value > 100.0 * section->processors)
		section->beyond++;
	section->percent = fmax(section->percent, percent->value);
	return workload_fits(&derived)
		       ? 0
		       : workload_check(import, workload_line(&import->words), &derived);
}

/* "169.13user 30.91system 1:40.91elapsed 198%CPU (0avgtext+0avgdata 0maxresident)k". */
static int take_run(struct workload_import *import, struct stacker_section *section,
		    struct times *times, struct error *error)
{
	struct time_line line;
	struct printed_number busy;
	int code = time_take_line(import, "kernbench", &line, error);

	if (code < 0)
		return code;
	times->system[times->count++] = line.system.value;
	busy = line.user;
	busy.value += line.system.value;
	busy.precision += line.system.precision;
	return check_percent(import, section, &busy, &line.elapsed, &line.percent) < 0
		       ? error_set(error, -ENOMEM, "no memory to read a text")
		       : 0;
}

/* "sys average: 30.573333 stdev .178948", which divides by n. */
static int take_sums(struct workload_import *import, const struct times *times, struct error *error)
{
	struct workload_words *words = &import->words;
	const size_t line = workload_line(words);
	struct workload_derived mean = {
		.name = "kernbench: sys average",
		.computed = workload_mean(times->system, times->count),
	};
	struct workload_derived deviation = {
		.name = "kernbench: stdev, which divides by n,",
		.computed = sqrt(workload_variance(times->system, times->count)),
	};
	int code = workload_take(words, "sys average:", error);

	if (code == 0)
		code = workload_take_number(words, "", &mean.printed, error);
	if (code == 0)
		code = workload_take(words, "stdev", error);
	if (code == 0)
		code = workload_take_number(words, "", &deviation.printed, error);
	if (code < 0)
		return code;
	code = workload_check(import, line, &mean);
	if (code == 0)
		code = workload_check(import, line, &deviation);
	return code < 0 ? error_set(error, code, "no memory to read a text") : 0;
}

int stacker_take_kernbench(struct workload_import *import, struct stacker_section *section,
			   struct error *error)
{
	struct workload_words *words = &import->words;
	struct times times;
	int code = 0;

	times.count = 0;
	while (code == 0 && stacker_kernbench_follows(words)) {
		if (times.count == RUNS_MAXIMUM)
			return workload_refuse(words, "\"sys average:\", since there are too many,",
					       error);
		code = skip_run_number(words, error);
		if (code == 0)
			code = take_run(import, section, &times, error);
	}
	return code < 0 ? code : take_sums(import, &times, error);
}
