/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * operation_imported.c - what LMbench and reaim print and no case of ours is.
 */
#include "engine/operation/operation_imported.h"

#include <string.h>

/* One iteration of a bandwidth that is printed without a size moves a megabyte, of 10^6 bytes. */
#define MEGABYTE 1000000u

#define PRINTED(printed_name, meaning)                                                             \
	{                                                                                          \
		.name = (printed_name), .group = "imported", .summary = (meaning),                 \
		.parameter = &parameter_none, .period = 1                                          \
	}

#define PRINTED_BANDWIDTH(printed_name, meaning)                                                   \
	{                                                                                          \
		.name = (printed_name), .group = "imported", .summary = (meaning),                 \
		.parameter = &parameter_none, .period = 1, .bytes = MEGABYTE                       \
	}

static const struct parameter parameter_forked = {
	.name = "processes",
	.option = "processes",
	.type = PARAMETER_NUMBER,
	.suffix = "p",
	.unit = "processes",
	.minimum = 1,
	.maximum = REAIM_PROCESSES_MAXIMUM,
	.help = "how many processes reaim gave jobs to at once",
};

static const struct operation imported[] = {
	PRINTED("lmbench-null-io", "half a read of a byte of /dev/zero and a write to /dev/null"),
	PRINTED("lmbench-signal-catch", "a signal sent and caught, less the cost of sending"),
	PRINTED("lmbench-protection-fault", "a protection fault, less the cost of a signal"),
	PRINTED("lmbench-mmap-latency", "mmap and munmap of a file of a size that is not said"),
	PRINTED("lmbench-main-memory", "a dependent load from memory larger than the caches"),
	PRINTED("lmbench-random-memory", "the same in random order"),
	PRINTED_BANDWIDTH("lmbench-file-reread", "read a cached file of a size that is not said"),
	PRINTED_BANDWIDTH("lmbench-mmap-reread", "the same through mmap"),
	PRINTED_BANDWIDTH("lmbench-copy-libc", "copy memory by the C library, size not said"),
	PRINTED_BANDWIDTH("lmbench-copy-unrolled", "copy memory by an unrolled loop"),
	PRINTED_BANDWIDTH("lmbench-memory-read", "read memory of a size that is not said"),
	PRINTED_BANDWIDTH("lmbench-memory-write", "write memory of a size that is not said"),
	PRINTED("lmbench-integer-bit", "integer bit operations"),
	PRINTED("lmbench-integer-add", "integer addition"),
	PRINTED("lmbench-integer-mul", "integer multiplication"),
	PRINTED("lmbench-integer-div", "integer division"),
	PRINTED("lmbench-integer-mod", "integer remainder"),
	PRINTED("lmbench-uint64-bit", "64-bit bit operations"),
	PRINTED("lmbench-uint64-add", "64-bit addition"),
	PRINTED("lmbench-uint64-mul", "64-bit multiplication"),
	PRINTED("lmbench-uint64-div", "64-bit division"),
	PRINTED("lmbench-uint64-mod", "64-bit remainder"),
	PRINTED("lmbench-float-add", "addition of floats"),
	PRINTED("lmbench-float-mul", "multiplication of floats"),
	PRINTED("lmbench-float-div", "division of floats"),
	PRINTED("lmbench-float-bogo", "a mix of operations on floats"),
	PRINTED("lmbench-double-add", "addition of doubles"),
	PRINTED("lmbench-double-mul", "multiplication of doubles"),
	PRINTED("lmbench-double-div", "division of doubles"),
	PRINTED("lmbench-double-bogo", "a mix of operations on doubles"),
	{
		.name = "lmbench-context-switch",
		.group = "imported",
		.summary = "a context switch, less the cost of passing the token",
		.parameter = &parameter_processes,
		.period = 1,
	},
	{
		.name = "reaim",
		.group = "imported",
		.summary = "all jobs that reaim gives so many processes at once",
		.parameter = &parameter_forked,
		.period = 1,
	},
};

static const size_t imported_count = sizeof(imported) / sizeof(imported[0]);

const struct operation *operation_imported_find(const char *name)
{
	for (size_t i = 0; i < imported_count; i++) {
		if (strcmp(imported[i].name, name) == 0)
			return &imported[i];
	}
	return NULL;
}

bool operation_is_imported(const struct operation *operation)
{
	return !operation->run && !operation->record;
}

const struct operation *operation_imported_net(const char *operation)
{
	static const char *const net[][2] = {
		{"context-switch", "lmbench-context-switch"},
		{"signal-catch", "lmbench-signal-catch"},
		{"protection-fault", "lmbench-protection-fault"},
	};

	for (size_t i = 0; i < sizeof(net) / sizeof(net[0]); i++) {
		if (strcmp(net[i][0], operation) == 0)
			return operation_imported_find(net[i][1]);
	}
	return NULL;
}

const char *operation_artefact(const struct operation *operation)
{
	if (strcmp(operation->name, "lmbench-protection-fault") == 0)
		return "a difference of two figures: it shrinks when the cost of a signal grows";
	return NULL;
}
