/* SPDX-License-Identifier: GPL-2.0-or-later */
/* stacker_throughput.c - a run of dbench or tbench, as version 3 printed it. */
#include <errno.h>
#include <stdio.h>

#include "exports/workload/stacker_bench.h"

#define CLIENTS_MAXIMUM 1024u
#define COUNT_MAXIMUM 1000000000000u

bool stacker_throughput_follows(const struct workload_words *words)
{
	return workload_number_follows(words, "") &&
	       workload_word_is(workload_word_ahead(words, 1), "clients") &&
	       workload_word_is(workload_word_ahead(words, 2), "started");
}

/*
 * "2 59047 1315.65 MB/sec": how many clients still run, lines of the load done, and the rate so
 * far. It is no figure: the run's own one stands at its end.
 */
static int take_progress(struct workload_import *import, const char *program, struct error *error)
{
	struct workload_words *words = &import->words;
	const size_t line = workload_line(words);
	struct printed_number rate = {0};
	uint64_t clients = 0;
	uint64_t done = 0;
	int code = workload_take_count(words, 0, CLIENTS_MAXIMUM, &clients, error);

	if (code == 0)
		code = workload_take_count(words, 0, COUNT_MAXIMUM, &done, error);
	if (code == 0)
		code = workload_take_number(words, "", &rate, error);
	if (code == 0)
		code = workload_take(words, "MB/sec", error);
	if (code < 0)
		return code;
	if (workload_unassigned(import, "line %zu: %s: %llu %llu %.12g MB/sec (while it ran)", line,
				program, (unsigned long long)clients, (unsigned long long)done,
				rate.value) < 0)
		return error_set(error, -ENOMEM, "no memory to read a text");
	return 0;
}

/* Behind "Throughput". */
static int take_end(struct workload_import *import, const char *program, uint64_t clients,
		    struct error *error)
{
	struct workload_words *words = &import->words;
	char parameter[32];
	const struct workload_target target = {program, parameter, METRIC_NONE};
	struct printed_number rate = {0};
	uint64_t processes;
	int code = workload_take_number(words, "", &rate, error);

	snprintf(parameter, sizeof(parameter), "%lluc", (unsigned long long)clients);
	if (code == 0)
		code = workload_take(words, "MB/sec", error);
	if (code == 0)
		code = workload_add(import, &target, &rate, error);
	/* What started must be what ended. */
	if (code == 0)
		code = workload_take_count(words, clients, clients, &processes, error);
	return code < 0 ? code : workload_take(words, "procs", error);
}

static int take_run(struct workload_import *import, const char *program, struct error *error)
{
	struct workload_words *words = &import->words;
	uint64_t clients = 0;
	int code = workload_take_count(words, 1, CLIENTS_MAXIMUM, &clients, error);

	if (code == 0)
		code = workload_take(words, "clients started", error);
	while (code == 0 && workload_number_follows(words, ""))
		code = take_progress(import, program, error);
	if (code == 0)
		code = workload_take(words, "Throughput", error);
	return code < 0 ? code : take_end(import, program, clients, error);
}

int stacker_take_dbench(struct workload_import *import, struct stacker_section *section,
			struct error *error)
{
	(void)section;
	return take_run(import, "dbench", error);
}

int stacker_take_tbench(struct workload_import *import, struct stacker_section *section,
			struct error *error)
{
	(void)section;
	return take_run(import, "tbench", error);
}
