/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * dbench_output.h - what dbench and tbench print: a line a second, and at the end what was moved.
 *
 * "Throughput 1296.79 MB/sec 4 procs" up to version 3; since version 4 "Throughput 269.684 MB/sec
 * 2 clients  2 procs  max_latency=51.912 ms". Their MB is 10^6 bytes.
 */
#ifndef LSMBENCH_ENGINE_DBENCH_OUTPUT_H
#define LSMBENCH_ENGINE_DBENCH_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>

struct dbench_throughput {
	double rate;           /* MB/s, above 0 */
	double latency_max_ms; /* NaN where it is not printed */
};

/*
 * The last line of text[0..length-1] that says a throughput. False when there is none, or one that
 * says nothing that could be: then *throughput is not touched.
 */
bool dbench_read_throughput(const char *text, size_t length, struct dbench_throughput *throughput);

/*
 * How a run stands: what the last whole line of the kind "4 21826 271.22 MB/sec execute 1 sec
 * latency 48.091 ms" says, as "271.22 MB/s, 1 s", in buffer. False when there is none.
 */
bool dbench_read_progress(const char *text, size_t length, char *buffer, size_t size);

#endif
