/* SPDX-License-Identifier: GPL-2.0-or-later */
/* suite.c - the suites. */
#include "engine/operation/suite.h"

#include <string.h>

static const struct suite_case published[] = {
	{"stat", "default"},
	{"stat", "FFF"},
	{"stat", "XXX/FFF"},
	{"stat", "XXX/YYY/ZZZ/FFF"},
	{"stat", "XXX/YYY/ZZZ/AAA/BBB/CCC/DDD/FFF"},
	{"stat", "XXX/YYY/ZZZ/LLL"},
	{"stat", "LLL/YYY/ZZZ/FFF"},
	{"stat", "XXX/YYY/ZZZ/NNN"},
	{"stat", "NNN/YYY/ZZZ/FFF"},
	{"stat", "XXX/../FFF"},
	{"stat", "XXX/YYY/../../AAA/BBB/../../FFF"},
	{"open-close", "default"},
	{"open-close", "FFF"},
	{"open-close", "XXX/FFF"},
	{"open-close", "XXX/YYY/ZZZ/FFF"},
	{"open-close", "XXX/YYY/ZZZ/AAA/BBB/CCC/DDD/FFF"},
	{"open-close", "XXX/YYY/ZZZ/LLL"},
	{"open-close", "LLL/YYY/ZZZ/FFF"},
	{"open-close", "XXX/YYY/ZZZ/NNN"},
	{"open-close", "NNN/YYY/ZZZ/FFF"},
	{"open-close", "XXX/../FFF"},
	{"open-close", "XXX/YYY/../../AAA/BBB/../../FFF"},
	{"chmod", "DIR0"},
	{"chmod", "DIR10"},
	{"chmod", "DIR100"},
	{"chmod", "DIR1000"},
	{"chmod", "DIR10000"},
	{"rename", "DIR0"},
	{"rename", "DIR10"},
	{"rename", "DIR100"},
	{"rename", "DIR1000"},
	{"rename", "DIR10000"},
	{"mkstemp", "DIR0"},
	{"mkstemp", "DIR10"},
	{"mkstemp", "DIR100"},
	{"mkstemp", "DIR1000"},
	{"mkstemp", "DIR10000"},
	{"readdir", "DIR0"},
	{"readdir", "DIR10"},
	{"readdir", "DIR100"},
	{"readdir", "DIR1000"},
	{"readdir", "DIR10000"},
	{"rename-create", ""},
	{"open-unlink", ""},
	{"symlink-unlink", ""},
	{"fstatat", "FFF"},
	{"openat-close", "FFF"},
};

/* In the order of LMbench's tables. */
static const struct suite_case lmbench[] = {
	{"null-call", ""},
	{"read-zero", ""},
	{"write-null", ""},
	{"stat", "default"},
	{"fstat", ""},
	{"open-close", "default"},
	{"select-tcp", NULL},
	{"signal-install", ""},
	{"signal-catch", ""},
	{"procedure-call", ""},
	{"fork-wait", ""},
	{"fork-exec", ""},
	{"fork-shell", ""},
	{"context-switch", NULL},
	{"pipe-latency", ""},
	{"unix-latency", ""},
	{"udp-latency", ""},
	{"rpc-udp-latency", ""},
	{"tcp-latency", ""},
	{"rpc-tcp-latency", ""},
	{"fifo-latency", ""},
	{"semaphore-latency", ""},
	{"tcp-connect", ""},
	{"file-create", NULL},
	{"file-delete", NULL},
	{"mmap-latency", NULL},
	{"protection-fault", ""},
	{"page-fault", ""},
	{"select-file", NULL},
	{"pipe-bandwidth", ""},
	{"unix-bandwidth", ""},
	{"tcp-bandwidth", ""},
	{"file-reread", NULL},
	{"mmap-reread", NULL},
	{"copy-libc", NULL},
	{"copy-unrolled", NULL},
	{"memory-read", NULL},
	{"memory-read-partial", NULL},
	{"memory-write", NULL},
	{"memory-write-partial", NULL},
	{"memory-latency", NULL},
	{"memory-latency-random", NULL},
	{"tlb-latency", NULL},
};

const struct suite suites[] = {
	{SUITE_PUBLISHED, "vfs", "paths and metadata, as published for Linux 5.3, in its order",
	 published, sizeof(published) / sizeof(published[0])},
	{SUITE_LMBENCH, NULL, "what LMbench measures, in the order of its 2.0 summary", lmbench,
	 sizeof(lmbench) / sizeof(lmbench[0])},
};

const size_t suite_count = sizeof(suites) / sizeof(suites[0]);

const struct suite *suite_find(const char *name)
{
	for (size_t i = 0; i < suite_count; i++)
		if (strcmp(suites[i].name, name) == 0 ||
		    (suites[i].other_name && strcmp(suites[i].other_name, name) == 0))
			return &suites[i];
	return NULL;
}
