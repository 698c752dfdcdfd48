/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lmbench_printed_layout.c - the heads of LMbench's tables, in all generations, and their columns.
 *
 * A column whose measurement is not ours to repeat (a mean of two, a size that is not said) has an
 * operation that only imports know: operation_imported.h.
 */
#include "exports/lmbench/lmbench_printed_layout.h"

#include <string.h>

#include "exports/lmbench/lmbench_layout.h"

/* Cells as wide as the dashes over them. */
#define AS_DASHES 0

static const struct printed_column basic[] = {
	{"description", PRINTED_WORDS, AS_DASHES, NULL, NULL},
	{"Mhz", PRINTED_PLAIN, AS_DASHES, NULL, NULL},
	{"tlb pages", PRINTED_PLAIN, AS_DASHES, NULL, NULL},
	{"cache line bytes", PRINTED_PLAIN, AS_DASHES, NULL, NULL},
	{"memory parallelism", PRINTED_PLAIN, AS_DASHES, NULL, NULL},
	{"scaling load", PRINTED_PLAIN, AS_DASHES, NULL, NULL},
};

static const struct printed_column processor[] = {
	{"Mhz", PRINTED_PLAIN, AS_DASHES, NULL, NULL},
	{"null call", PRINTED_MICROSECOND, AS_DASHES, "null-call", ""},
	{"null I/O", PRINTED_MICROSECOND, AS_DASHES, "lmbench-null-io", ""},
	{"stat", PRINTED_MICROSECOND, AS_DASHES, "stat", "default"},
	{"open close", PRINTED_MICROSECOND, AS_DASHES, "open-close", "default"},
	{"select TCP", PRINTED_MICROSECOND, AS_DASHES, "select-tcp", "FD100"},
	{"signal install", PRINTED_MICROSECOND, AS_DASHES, "signal-install", ""},
	{"signal handle", PRINTED_MICROSECOND, AS_DASHES, "lmbench-signal-catch", ""},
	{"fork", PRINTED_MICROSECOND, AS_DASHES, "fork-wait", ""},
	{"exec", PRINTED_MICROSECOND, AS_DASHES, "fork-exec", ""},
	{"sh", PRINTED_MICROSECOND, AS_DASHES, "fork-shell", ""},
};

/* The alpha does not say on what it selects. */
static const struct printed_column processor_alpha[] = {
	{"Mhz", PRINTED_PLAIN, AS_DASHES, NULL, NULL},
	{"null call", PRINTED_MICROSECOND, AS_DASHES, "null-call", ""},
	{"null I/O", PRINTED_MICROSECOND, AS_DASHES, "lmbench-null-io", ""},
	{"stat", PRINTED_MICROSECOND, AS_DASHES, "stat", "default"},
	{"open close", PRINTED_MICROSECOND, AS_DASHES, "open-close", "default"},
	{"select", PRINTED_MICROSECOND, AS_DASHES, NULL, NULL},
	{"signal install", PRINTED_MICROSECOND, AS_DASHES, "signal-install", ""},
	{"signal handle", PRINTED_MICROSECOND, AS_DASHES, "lmbench-signal-catch", ""},
	{"fork", PRINTED_MICROSECOND, AS_DASHES, "fork-wait", ""},
	{"exec", PRINTED_MICROSECOND, AS_DASHES, "fork-exec", ""},
	{"sh", PRINTED_MICROSECOND, AS_DASHES, "fork-shell", ""},
};

static const struct printed_column integer[] = {
	{"integer bit", PRINTED_NANOSECOND, AS_DASHES, "lmbench-integer-bit", ""},
	{"integer add", PRINTED_NANOSECOND, AS_DASHES, "lmbench-integer-add", ""},
	{"integer mul", PRINTED_NANOSECOND, AS_DASHES, "lmbench-integer-mul", ""},
	{"integer div", PRINTED_NANOSECOND, AS_DASHES, "lmbench-integer-div", ""},
	{"integer mod", PRINTED_NANOSECOND, AS_DASHES, "lmbench-integer-mod", ""},
};

static const struct printed_column uint64[] = {
	{"uint64 bit", PRINTED_NANOSECOND, AS_DASHES, "lmbench-uint64-bit", ""},
	{"uint64 add", PRINTED_NANOSECOND, AS_DASHES, "lmbench-uint64-add", ""},
	{"uint64 mul", PRINTED_NANOSECOND, AS_DASHES, "lmbench-uint64-mul", ""},
	{"uint64 div", PRINTED_NANOSECOND, AS_DASHES, "lmbench-uint64-div", ""},
	{"uint64 mod", PRINTED_NANOSECOND, AS_DASHES, "lmbench-uint64-mod", ""},
};

static const struct printed_column single[] = {
	{"float add", PRINTED_NANOSECOND, AS_DASHES, "lmbench-float-add", ""},
	{"float mul", PRINTED_NANOSECOND, AS_DASHES, "lmbench-float-mul", ""},
	{"float div", PRINTED_NANOSECOND, AS_DASHES, "lmbench-float-div", ""},
	{"float bogo", PRINTED_NANOSECOND, AS_DASHES, "lmbench-float-bogo", ""},
};

static const struct printed_column twofold[] = {
	{"double add", PRINTED_NANOSECOND, AS_DASHES, "lmbench-double-add", ""},
	{"double mul", PRINTED_NANOSECOND, AS_DASHES, "lmbench-double-mul", ""},
	{"double div", PRINTED_NANOSECOND, AS_DASHES, "lmbench-double-div", ""},
	{"double bogo", PRINTED_NANOSECOND, AS_DASHES, "lmbench-double-bogo", ""},
};

/* The scripts print what is left after the overhead of passing the token. */
static const struct printed_column context[] = {
	{"2p/0K", PRINTED_MICROSECOND, AS_DASHES, "lmbench-context-switch", "2p/0K"},
	{"2p/16K", PRINTED_MICROSECOND, AS_DASHES, "lmbench-context-switch", "2p/16K"},
	{"2p/64K", PRINTED_MICROSECOND, AS_DASHES, "lmbench-context-switch", "2p/64K"},
	{"8p/16K", PRINTED_MICROSECOND, AS_DASHES, "lmbench-context-switch", "8p/16K"},
	{"8p/64K", PRINTED_MICROSECOND, AS_DASHES, "lmbench-context-switch", "8p/64K"},
	{"16p/16K", PRINTED_MICROSECOND, AS_DASHES, "lmbench-context-switch", "16p/16K"},
	{"16p/64K", PRINTED_MICROSECOND, AS_DASHES, "lmbench-context-switch", "16p/64K"},
};

static const struct printed_column local[] = {
	{"2p/0K", PRINTED_MICROSECOND, AS_DASHES, "lmbench-context-switch", "2p/0K"},
	{"pipe", PRINTED_MICROSECOND, AS_DASHES, "pipe-latency", ""},
	{"AF UNIX", PRINTED_MICROSECOND, AS_DASHES, "unix-latency", ""},
	{"UDP", PRINTED_MICROSECOND, AS_DASHES, "udp-latency", ""},
	{"RPC/UDP", PRINTED_MICROSECOND, AS_DASHES, "rpc-udp-latency", ""},
	{"TCP", PRINTED_MICROSECOND, AS_DASHES, "tcp-latency", ""},
	{"RPC/TCP", PRINTED_MICROSECOND, AS_DASHES, "rpc-tcp-latency", ""},
	{"TCP connect", PRINTED_MICROSECOND, AS_DASHES, "tcp-connect", ""},
};

/* Of another host: kept, but no case of ours. */
static const struct printed_column remote[] = {
	{"remote UDP", PRINTED_MICROSECOND, AS_DASHES, NULL, NULL},
	{"remote RPC/UDP", PRINTED_MICROSECOND, AS_DASHES, NULL, NULL},
	{"remote TCP", PRINTED_MICROSECOND, AS_DASHES, NULL, NULL},
	{"remote RPC/TCP", PRINTED_MICROSECOND, AS_DASHES, NULL, NULL},
	{"remote TCP connect", PRINTED_MICROSECOND, AS_DASHES, NULL, NULL},
};

static const struct printed_column file[] = {
	{"0K file create", PRINTED_MICROSECOND, AS_DASHES, "file-create", "0K"},
	{"0K file delete", PRINTED_MICROSECOND, AS_DASHES, "file-delete", "0K"},
	{"10K file create", PRINTED_MICROSECOND, AS_DASHES, "file-create", "10K"},
	{"10K file delete", PRINTED_MICROSECOND, AS_DASHES, "file-delete", "10K"},
	{"mmap latency", PRINTED_MICROSECOND, AS_DASHES, "lmbench-mmap-latency", ""},
	{"protection fault", PRINTED_MICROSECOND, AS_DASHES, "lmbench-protection-fault", ""},
	{"page fault", PRINTED_MICROSECOND, AS_DASHES, "page-fault", ""},
	{"100fd select", PRINTED_MICROSECOND, AS_DASHES, "select-file", "FD100"},
};

static const struct printed_column bandwidth[] = {
	{"pipe", PRINTED_RATE, AS_DASHES, "pipe-bandwidth", ""},
	{"AF UNIX", PRINTED_RATE, AS_DASHES, "unix-bandwidth", ""},
	{"TCP", PRINTED_RATE, AS_DASHES, "tcp-bandwidth", ""},
	{"file reread", PRINTED_RATE, AS_DASHES, "lmbench-file-reread", ""},
	{"mmap reread", PRINTED_RATE, AS_DASHES, "lmbench-mmap-reread", ""},
	{"bcopy (libc)", PRINTED_RATE, AS_DASHES, "lmbench-copy-libc", ""},
	{"bcopy (hand)", PRINTED_RATE, AS_DASHES, "lmbench-copy-unrolled", ""},
	{"mem read", PRINTED_RATE, AS_DASHES, "lmbench-memory-read", ""},
	{"mem write", PRINTED_RATE, AS_DASHES, "lmbench-memory-write", ""},
};

/* The dashes over these are not as wide as their cells. */
static const struct printed_column memory[] = {
	{"Mhz", PRINTED_PLAIN, 4, NULL, NULL},
	{"L1", PRINTED_NANOSECOND, 5, "memory-latency", "1K/128"},
	{"L2", PRINTED_NANOSECOND, 6, "memory-latency", "128K/128"},
	{"main memory", PRINTED_NANOSECOND, 6, "lmbench-main-memory", ""},
	{"guesses", PRINTED_WORDS, AS_DASHES, NULL, NULL},
};

static const struct printed_column memory_random[] = {
	{"Mhz", PRINTED_PLAIN, 4, NULL, NULL},
	{"L1", PRINTED_NANOSECOND, 6, "memory-latency", "1K/128"},
	{"L2", PRINTED_NANOSECOND, 6, "memory-latency", "128K/128"},
	{"main memory", PRINTED_NANOSECOND, 6, "lmbench-main-memory", ""},
	{"random memory", PRINTED_NANOSECOND, 6, "lmbench-random-memory", ""},
	{"guesses", PRINTED_WORDS, AS_DASHES, NULL, NULL},
};

#define CTXSW_HEAD "ctxsw ctxsw ctxsw ctxsw ctxsw ctxsw ctxsw"
#define FILE_HEAD "Host OS 0K File 10K File Mmap Prot Page"
#define PROCESSOR_HEAD "Host OS Mhz null null open selct sig sig fork exec sh"

/* The first of several with the same heads counts. */
const struct printed_layout printed_layouts[] = {
	{"Basic system parameters", PRINTED_STRICT, {"Host OS Description Mhz", "", ""}, basic, 2},
	{"Basic system parameters",
	 PRINTED_STRICT,
	 {"Host OS Description Mhz tlb cache mem scal", "pages line par load", "bytes"},
	 basic,
	 LMBENCH_COUNT(basic)},
	{"Processor, Processes",
	 PRINTED_STRICT,
	 {PROCESSOR_HEAD, "call I/O stat clos TCP inst hndl proc proc proc", ""},
	 processor,
	 LMBENCH_COUNT(processor)},
	{"Processor, Processes",
	 PRINTED_STRICT,
	 {PROCESSOR_HEAD, "call I/O stat clos inst hndl proc proc proc", ""},
	 processor_alpha,
	 LMBENCH_COUNT(processor_alpha)},
	{"Processor, Processes",
	 PRINTED_STRICT,
	 {"Host OS Mhz null null open slct sig sig fork exec sh",
	  "call I/O stat clos TCP inst hndl proc proc proc", ""},
	 processor,
	 LMBENCH_COUNT(processor)},
	{"Basic integer operations",
	 PRINTED_STRICT,
	 {"Host OS intgr intgr intgr intgr intgr", "bit add mul div mod", ""},
	 integer,
	 LMBENCH_COUNT(integer)},
	{"Basic uint64 operations",
	 PRINTED_STRICT,
	 {"Host OS int64 int64 int64 int64 int64", "bit add mul div mod", ""},
	 uint64,
	 LMBENCH_COUNT(uint64)},
	{"Basic float operations",
	 PRINTED_STRICT,
	 {"Host OS float float float float", "add mul div bogo", ""},
	 single,
	 LMBENCH_COUNT(single)},
	{"Basic double operations",
	 PRINTED_STRICT,
	 {"Host OS double double double double", "add mul div bogo", ""},
	 twofold,
	 LMBENCH_COUNT(twofold)},
	{"Context switching",
	 PRINTED_STRICT,
	 {"Host OS 2p/0K 2p/16K 2p/64K 8p/16K 8p/64K 16p/16K 16p/64K", CTXSW_HEAD, ""},
	 context,
	 LMBENCH_COUNT(context)},
	{"Local communication latencies",
	 PRINTED_REPEATS,
	 {"Host OS 2p/0K Pipe AF UDP RPC/ TCP RPC/ TCP", "ctxsw UNIX UDP TCP conn", ""},
	 local,
	 LMBENCH_COUNT(local)},
	{"Remote communication latencies",
	 PRINTED_STRICT,
	 {"Host OS UDP RPC/ TCP RPC/ TCP", "UDP TCP conn", ""},
	 remote,
	 LMBENCH_COUNT(remote)},
	{"File & VM system latencies",
	 PRINTED_STRICT,
	 {FILE_HEAD, "Create Delete Create Delete Latency Fault Fault", ""},
	 file,
	 LMBENCH_COUNT(file) - 1},
	{"File & VM system latencies",
	 PRINTED_STRICT,
	 {FILE_HEAD " 100fd", "Create Delete Create Delete Latency Fault Fault selct", ""},
	 file,
	 LMBENCH_COUNT(file)},
	{"Local communication bandwidths",
	 PRINTED_STRICT,
	 {"Host OS Pipe AF TCP File Mmap Bcopy Bcopy Mem Mem",
	  "UNIX reread reread (libc) (hand) read write", ""},
	 bandwidth,
	 LMBENCH_COUNT(bandwidth)},
	{"Memory latencies",
	 PRINTED_LOOSE,
	 {"Host OS Mhz L1 $ L2 $ Main mem Guesses", "", ""},
	 memory,
	 LMBENCH_COUNT(memory)},
	{"Memory latencies",
	 PRINTED_LOOSE,
	 {"Host OS Mhz L1 $ L2 $ Main mem Rand mem Guesses", "", ""},
	 memory_random,
	 LMBENCH_COUNT(memory_random)},
};

const size_t printed_layout_count = LMBENCH_COUNT(printed_layouts);

const struct printed_layout *printed_layout_find(const char *const heads[PRINTED_HEADS_MAXIMUM])
{
	for (size_t i = 0; i < printed_layout_count; i++) {
		size_t same = 0;

		while (same < PRINTED_HEADS_MAXIMUM &&
		       strcmp(heads[same], printed_layouts[i].heads[same]) == 0)
			same++;
		if (same == PRINTED_HEADS_MAXIMUM)
			return &printed_layouts[i];
	}
	return NULL;
}

int printed_layout_version(const struct printed_layout *layout)
{
	/* Words of only one version's first lines. */
	static const struct {
		const char *word;
		int version;
	} words[] = {
		{" slct ", 3},   {" selct ", 2}, {" 100fd", 3},
		{" Page", 2},    {" Rand ", 3},  {" L2 $ Main mem Guesses", 2},
		{" intgr ", 3},  {" int64 ", 3}, {" float ", 3},
		{" double ", 3}, {" tlb ", 3},   {" Description Mhz", 2},
	};

	for (size_t i = 0; i < LMBENCH_COUNT(words); i++) {
		if (strstr(layout->heads[0], words[i].word))
			return words[i].version;
	}
	return 0;
}

size_t printed_layout_numbers(const struct printed_layout *layout)
{
	size_t count = 0;

	for (size_t i = 0; i < layout->column_count; i++)
		count += layout->columns[i].kind != PRINTED_WORDS;
	return count;
}
