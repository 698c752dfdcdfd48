/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lmbench_raw_rules.c - the lines and blocks of a raw LMbench file.
 */
#include "exports/lmbench/lmbench_raw_rules.h"

#define NONE LMBENCH_NO_COLUMN
#define MICRO "microseconds"
#define NANO "nanoseconds"

/* In the order in which LMbench prints them. "Select on" is parsed: its number varies. */
const struct lmbench_line_rule lmbench_line_rules[] = {
	{"tlb:", 1, LMBENCH_TLB, NULL, "", "pages", false},
	{"Simple syscall:", 2, LMBENCH_NULL_CALL, "null-call", "", MICRO, false},
	{"Simple read:", 2, LMBENCH_READ, "read-zero", "", MICRO, false},
	{"Simple write:", 2, LMBENCH_WRITE, "write-null", "", MICRO, false},
	/* LMbench 1 writes one byte to /dev/null and calls it so. */
	{"Null syscall:", 2, LMBENCH_WRITE, "write-null", "", MICRO, false},
	{"Simple stat:", 2, LMBENCH_STAT, "stat", "default", MICRO, false},
	{"Simple fstat:", 2, NONE, "fstat", "", MICRO, false},
	{"Simple open/close:", 2, LMBENCH_OPEN_CLOSE, "open-close", "default", MICRO, false},
	{"Signal handler installation:", 3, LMBENCH_SIGNAL_INSTALL, "signal-install", "", MICRO,
	 false},
	{"Signal handler overhead:", 3, LMBENCH_SIGNAL_CATCH, "signal-catch", "", MICRO, true},
	{"Protection fault:", 2, LMBENCH_PROTECTION_FAULT, "protection-fault", "", MICRO, true},
	{"Pipe latency:", 2, LMBENCH_PIPE, "pipe-latency", "", MICRO, false},
	{"AF_UNIX sock stream latency:", 4, LMBENCH_UNIX, "unix-latency", "", MICRO, false},
	{"Fifo latency:", 2, NONE, "fifo-latency", "", MICRO, false},
	{"Semaphore latency:", 2, NONE, "semaphore-latency", "", MICRO, false},
	{"Procedure call:", 2, NONE, "procedure-call", "", MICRO, false},
	{"Process fork+exit:", 2, LMBENCH_FORK, "fork-wait", "", MICRO, false},
	{"Process fork+execve:", 2, LMBENCH_EXEC, "fork-exec", "", MICRO, false},
	{"Process fork+/bin/sh -c:", 3, LMBENCH_SHELL, "fork-shell", "", MICRO, false},
	{"integer bit:", 2, LMBENCH_INTEGER_BIT, NULL, "", NANO, false},
	{"integer add:", 2, LMBENCH_INTEGER_ADD, NULL, "", NANO, false},
	{"integer mul:", 2, LMBENCH_INTEGER_MUL, NULL, "", NANO, false},
	{"integer div:", 2, LMBENCH_INTEGER_DIV, NULL, "", NANO, false},
	{"integer mod:", 2, LMBENCH_INTEGER_MOD, NULL, "", NANO, false},
	/* The script looks for "uint64"; of LMbench's own lines only "add" is called so. */
	{"uint64 bit:", 2, LMBENCH_UINT64_BIT, NULL, "", NANO, false},
	{"uint64 add:", 2, LMBENCH_UINT64_ADD, NULL, "", NANO, false},
	{"uint64 mul:", 2, LMBENCH_UINT64_MUL, NULL, "", NANO, false},
	{"uint64 div:", 2, LMBENCH_UINT64_DIV, NULL, "", NANO, false},
	{"uint64 mod:", 2, LMBENCH_UINT64_MOD, NULL, "", NANO, false},
	{"float add:", 2, LMBENCH_FLOAT_ADD, NULL, "", NANO, false},
	{"float mul:", 2, LMBENCH_FLOAT_MUL, NULL, "", NANO, false},
	{"float div:", 2, LMBENCH_FLOAT_DIV, NULL, "", NANO, false},
	{"float bogomflops:", 2, LMBENCH_FLOAT_BOGO, NULL, "", NANO, false},
	{"double add:", 2, LMBENCH_DOUBLE_ADD, NULL, "", NANO, false},
	{"double mul:", 2, LMBENCH_DOUBLE_MUL, NULL, "", NANO, false},
	{"double div:", 2, LMBENCH_DOUBLE_DIV, NULL, "", NANO, false},
	{"double bogomflops:", 2, LMBENCH_DOUBLE_BOGO, NULL, "", NANO, false},
	{"Pagefaults on ", 3, LMBENCH_PAGE_FAULT, "page-fault", "", MICRO, false},
	{"UDP latency using localhost:", 4, LMBENCH_UDP, "udp-latency", "", MICRO, false},
	{"TCP latency using localhost:", 4, LMBENCH_TCP, "tcp-latency", "", MICRO, false},
	{"RPC/udp latency using localhost:", 4, LMBENCH_RPC_UDP, "rpc-udp-latency", "", MICRO,
	 false},
	{"RPC/tcp latency using localhost:", 4, LMBENCH_RPC_TCP, "rpc-tcp-latency", "", MICRO,
	 false},
	{"TCP/IP connection cost to localhost:", 5, LMBENCH_TCP_CONNECT, "tcp-connect", "", MICRO,
	 false},
	/* The same with another host, behind those with localhost. */
	{"UDP latency using ", 4, LMBENCH_REMOTE_UDP, NULL, "", MICRO, false},
	{"TCP latency using ", 4, LMBENCH_REMOTE_TCP, NULL, "", MICRO, false},
	{"RPC/udp latency using ", 4, LMBENCH_REMOTE_RPC_UDP, NULL, "", MICRO, false},
	{"RPC/tcp latency using ", 4, LMBENCH_REMOTE_RPC_TCP, NULL, "", MICRO, false},
	{"TCP/IP connection cost to ", 5, LMBENCH_REMOTE_TCP_CONNECT, NULL, "", MICRO, false},
	/* In 3.0 it is a block (below), whose title has no colon. */
	{"Socket bandwidth using localhost:", 4, LMBENCH_TCP_BANDWIDTH, "tcp-bandwidth", "",
	 "MB/sec", false},
	{"AF_UNIX sock stream bandwidth:", 4, LMBENCH_UNIX_BANDWIDTH, "unix-bandwidth", "",
	 "MB/sec", false},
	{"Pipe bandwidth:", 2, LMBENCH_PIPE_BANDWIDTH, "pipe-bandwidth", "", "MB/sec", false},
};

const size_t lmbench_line_rule_count = sizeof(lmbench_line_rules) / sizeof(lmbench_line_rules[0]);

const struct lmbench_block_rule lmbench_block_rules[] = {
	{"mappings", true, LMBENCH_MMAP, "mmap-latency", LMBENCH_MICROSECOND},
	{"read bandwidth", true, LMBENCH_FILE_REREAD, "file-reread", LMBENCH_MEGABYTES},
	{"read open2close bandwidth", true, NONE, NULL, LMBENCH_MEGABYTES},
	{"Mmap read bandwidth", true, LMBENCH_MMAP_REREAD, "mmap-reread", LMBENCH_MEGABYTES},
	{"Mmap read open2close bandwidth", true, NONE, NULL, LMBENCH_MEGABYTES},
	{"libc bcopy unaligned", true, LMBENCH_COPY_LIBC, "copy-libc", LMBENCH_MEGABYTES},
	{"libc bcopy aligned", true, NONE, NULL, LMBENCH_MEGABYTES},
	{"Memory bzero bandwidth", false, NONE, NULL, LMBENCH_MEGABYTES},
	{"unrolled bcopy unaligned", true, LMBENCH_COPY_UNROLLED, "copy-unrolled",
	 LMBENCH_MEGABYTES},
	{"unrolled partial bcopy unaligned", true, NONE, NULL, LMBENCH_MEGABYTES},
	{"Memory read", false, LMBENCH_MEMORY_READ, "memory-read", LMBENCH_MEGABYTES},
	{"Memory partial read bandwidth", false, NONE, "memory-read-partial", LMBENCH_MEGABYTES},
	{"Memory write", false, LMBENCH_MEMORY_WRITE, "memory-write", LMBENCH_MEGABYTES},
	{"Memory partial write bandwidth", false, NONE, "memory-write-partial", LMBENCH_MEGABYTES},
	{"Memory partial read/write bandwidth", false, NONE, NULL, LMBENCH_MEGABYTES},
	{"Memory load parallelism", false, LMBENCH_PARALLELISM, NULL, LMBENCH_PLAIN},
};

const size_t lmbench_block_rule_count =
	sizeof(lmbench_block_rules) / sizeof(lmbench_block_rules[0]);

const struct lmbench_context_rule lmbench_context_rules[] = {
	{"0", "0", 2, LMBENCH_CONTEXT_2_0K},      {"16", "16k", 2, LMBENCH_CONTEXT_2_16K},
	{"64", "64", 2, LMBENCH_CONTEXT_2_64K},   {"16", "16k", 8, LMBENCH_CONTEXT_8_16K},
	{"64", "64", 8, LMBENCH_CONTEXT_8_64K},   {"16", "16k", 16, LMBENCH_CONTEXT_16_16K},
	{"64", "64", 16, LMBENCH_CONTEXT_16_64K},
};

const size_t lmbench_context_rule_count =
	sizeof(lmbench_context_rules) / sizeof(lmbench_context_rules[0]);

const char *const lmbench_silent_starts[] = {
	"[",       "integer ", "int64 ",   "uint64 ",    "float ",
	"double ", "STREAM ",  "STREAM2 ", "Avg xfer: ",
};

const size_t lmbench_silent_start_count =
	sizeof(lmbench_silent_starts) / sizeof(lmbench_silent_starts[0]);
