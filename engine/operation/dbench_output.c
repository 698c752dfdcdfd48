/* SPDX-License-Identifier: GPL-2.0-or-later */
/* dbench_output.c - find the lines that say how a run of dbench or tbench stands and has ended. */
#include "engine/operation/dbench_output.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* No line of theirs is longer. */
#define LINE_SIZE 256u
/* More bytes a second, in MB/s, does no machine move. */
#define RATE_MOST 1e9
#define LATENCY_MOST_MS 1e9

/* The line that ends before *end, as a string; *end goes to its beginning. False: none is left. */
static bool take_last_line(const char *text, size_t *end, char line[LINE_SIZE])
{
	size_t last = *end;
	size_t first;

	if (last == 0)
		return false;
	if (text[last - 1] == '\n')
		last--;
	first = last;
	while (first > 0 && text[first - 1] != '\n')
		first--;
	*end = first;
	line[0] = '\0';
	if (last - first < LINE_SIZE && !memchr(text + first, '\0', last - first)) {
		memcpy(line, text + first, last - first);
		line[last - first] = '\0';
	}
	return true;
}

static bool read_latency(const char *text, double *latency)
{
	int used = 0;

	return sscanf(text, "%lf ms%n", latency, &used) == 1 && used > 0 && *latency >= 0 &&
	       *latency <= LATENCY_MOST_MS;
}

static bool read_throughput(const char *line, struct dbench_throughput *throughput)
{
	static const char name[] = "max_latency=";
	const char *behind = strstr(line, name);
	double latency = NAN;
	double rate;
	int used = 0;

	if (sscanf(line, "Throughput %lf MB/sec %n", &rate, &used) != 1 || used == 0)
		return false;
	if (!(rate > 0 && rate <= RATE_MOST))
		return false;
	if (behind && !read_latency(behind + strlen(name), &latency))
		return false;
	*throughput = (struct dbench_throughput){.rate = rate, .latency_max_ms = latency};
	return true;
}

bool dbench_read_throughput(const char *text, size_t length, struct dbench_throughput *throughput)
{
	char line[LINE_SIZE];

	while (take_last_line(text, &length, line))
		if (read_throughput(line, throughput))
			return true;
	return false;
}

static bool read_progress(const char *line, char *buffer, size_t size)
{
	char phase[16];
	unsigned int seconds;
	double rate;

	if (sscanf(line, " %*u %*u %lf MB/sec %15s %u sec", &rate, phase, &seconds) != 3)
		return false;
	if (!(rate >= 0 && rate <= RATE_MOST))
		return false;
	if (strcmp(phase, "execute") != 0 && strcmp(phase, "warmup") != 0)
		return false;
	snprintf(buffer, size, "%.2f MB/s, %s%u s", rate, phase[0] == 'w' ? "warm-up, " : "",
		 seconds);
	return true;
}

bool dbench_read_progress(const char *text, size_t length, char *buffer, size_t size)
{
	char line[LINE_SIZE];

	/* What has no end yet may go on. */
	while (length > 0 && text[length - 1] != '\n')
		length--;
	while (take_last_line(text, &length, line))
		if (read_progress(line, buffer, size))
			return true;
	return false;
}
