/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lmbench_column_names.c - the columns of LMbench's summaries, and which operation of ours each is.
 */
#include "exports/lmbench/lmbench_record.h"

#define MICRO LMBENCH_MICROSECOND
#define NANO LMBENCH_NANOSECOND
#define MEGA LMBENCH_MEGABYTES

const struct lmbench_column_name lmbench_column_names[LMBENCH_COLUMNS] = {
	[LMBENCH_MHZ] = {"Mhz", LMBENCH_PLAIN, NULL, NULL},
	[LMBENCH_TLB] = {"tlb pages", LMBENCH_PLAIN, NULL, NULL},
	[LMBENCH_LINE_SIZE] = {"cache line bytes", LMBENCH_PLAIN, NULL, NULL},
	[LMBENCH_PARALLELISM] = {"mem par", LMBENCH_PLAIN, NULL, NULL},
	[LMBENCH_LOAD] = {"scal load", LMBENCH_PLAIN, NULL, NULL},

	[LMBENCH_NULL_CALL] = {"null call", MICRO, "null-call", ""},
	[LMBENCH_READ] = {"null I/O (read)", MICRO, "read-zero", ""},
	[LMBENCH_WRITE] = {"null I/O (write)", MICRO, "write-null", ""},
	/* LMbench takes an absolute path in /usr/include: the shape "default". */
	[LMBENCH_STAT] = {"stat", MICRO, "stat", "default"},
	[LMBENCH_OPEN_CLOSE] = {"open clos", MICRO, "open-close", "default"},
	[LMBENCH_SELECT_TCP] = {"selct TCP", MICRO, "select-tcp", "FD100"},
	[LMBENCH_SIGNAL_INSTALL] = {"sig inst", MICRO, "signal-install", ""},
	[LMBENCH_SIGNAL_CATCH] = {"sig hndl", MICRO, "signal-catch", ""},
	[LMBENCH_FORK] = {"fork proc", MICRO, "fork-wait", ""},
	[LMBENCH_EXEC] = {"exec proc", MICRO, "fork-exec", ""},
	[LMBENCH_SHELL] = {"sh proc", MICRO, "fork-shell", ""},

	[LMBENCH_INTEGER_BIT] = {"intgr bit", NANO, NULL, NULL},
	[LMBENCH_INTEGER_ADD] = {"intgr add", NANO, NULL, NULL},
	[LMBENCH_INTEGER_MUL] = {"intgr mul", NANO, NULL, NULL},
	[LMBENCH_INTEGER_DIV] = {"intgr div", NANO, NULL, NULL},
	[LMBENCH_INTEGER_MOD] = {"intgr mod", NANO, NULL, NULL},
	[LMBENCH_UINT64_BIT] = {"int64 bit", NANO, NULL, NULL},
	[LMBENCH_UINT64_ADD] = {"int64 add", NANO, NULL, NULL},
	[LMBENCH_UINT64_MUL] = {"int64 mul", NANO, NULL, NULL},
	[LMBENCH_UINT64_DIV] = {"int64 div", NANO, NULL, NULL},
	[LMBENCH_UINT64_MOD] = {"int64 mod", NANO, NULL, NULL},
	[LMBENCH_FLOAT_ADD] = {"float add", NANO, NULL, NULL},
	[LMBENCH_FLOAT_MUL] = {"float mul", NANO, NULL, NULL},
	[LMBENCH_FLOAT_DIV] = {"float div", NANO, NULL, NULL},
	[LMBENCH_FLOAT_BOGO] = {"float bogo", NANO, NULL, NULL},
	[LMBENCH_DOUBLE_ADD] = {"double add", NANO, NULL, NULL},
	[LMBENCH_DOUBLE_MUL] = {"double mul", NANO, NULL, NULL},
	[LMBENCH_DOUBLE_DIV] = {"double div", NANO, NULL, NULL},
	[LMBENCH_DOUBLE_BOGO] = {"double bogo", NANO, NULL, NULL},

	[LMBENCH_CONTEXT_2_0K] = {"2p/0K ctxsw", MICRO, "context-switch", "2p/0K"},
	[LMBENCH_CONTEXT_2_16K] = {"2p/16K ctxsw", MICRO, "context-switch", "2p/16K"},
	[LMBENCH_CONTEXT_2_64K] = {"2p/64K ctxsw", MICRO, "context-switch", "2p/64K"},
	[LMBENCH_CONTEXT_8_16K] = {"8p/16K ctxsw", MICRO, "context-switch", "8p/16K"},
	[LMBENCH_CONTEXT_8_64K] = {"8p/64K ctxsw", MICRO, "context-switch", "8p/64K"},
	[LMBENCH_CONTEXT_16_16K] = {"16p/16K ctxsw", MICRO, "context-switch", "16p/16K"},
	[LMBENCH_CONTEXT_16_64K] = {"16p/64K ctxsw", MICRO, "context-switch", "16p/64K"},

	[LMBENCH_PIPE] = {"Pipe", MICRO, "pipe-latency", ""},
	[LMBENCH_UNIX] = {"AF UNIX", MICRO, "unix-latency", ""},
	[LMBENCH_UDP] = {"UDP", MICRO, "udp-latency", ""},
	[LMBENCH_RPC_UDP] = {"RPC/UDP", MICRO, "rpc-udp-latency", ""},
	[LMBENCH_TCP] = {"TCP", MICRO, "tcp-latency", ""},
	[LMBENCH_RPC_TCP] = {"RPC/TCP", MICRO, "rpc-tcp-latency", ""},
	[LMBENCH_TCP_CONNECT] = {"TCP conn", MICRO, "tcp-connect", ""},

	[LMBENCH_REMOTE_UDP] = {"remote UDP", MICRO, NULL, NULL},
	[LMBENCH_REMOTE_RPC_UDP] = {"remote RPC/UDP", MICRO, NULL, NULL},
	[LMBENCH_REMOTE_TCP] = {"remote TCP", MICRO, NULL, NULL},
	[LMBENCH_REMOTE_RPC_TCP] = {"remote RPC/TCP", MICRO, NULL, NULL},
	[LMBENCH_REMOTE_TCP_CONNECT] = {"remote TCP conn", MICRO, NULL, NULL},

	[LMBENCH_CREATE_0K] = {"0K File Create", LMBENCH_PER_SECOND, "file-create", "0K"},
	[LMBENCH_DELETE_0K] = {"0K File Delete", LMBENCH_PER_SECOND, "file-delete", "0K"},
	[LMBENCH_CREATE_10K] = {"10K File Create", LMBENCH_PER_SECOND, "file-create", "10K"},
	[LMBENCH_DELETE_10K] = {"10K File Delete", LMBENCH_PER_SECOND, "file-delete", "10K"},
	[LMBENCH_MMAP] = {"Mmap Latency", MICRO, "mmap-latency", NULL},
	[LMBENCH_PROTECTION_FAULT] = {"Prot Fault", MICRO, "protection-fault", ""},
	[LMBENCH_PAGE_FAULT] = {"Page Fault", MICRO, "page-fault", ""},
	[LMBENCH_SELECT_FD] = {"100fd selct", MICRO, "select-file", "FD100"},

	[LMBENCH_PIPE_BANDWIDTH] = {"Pipe bandwidth", MEGA, "pipe-bandwidth", ""},
	[LMBENCH_UNIX_BANDWIDTH] = {"AF UNIX bandwidth", MEGA, "unix-bandwidth", ""},
	[LMBENCH_TCP_BANDWIDTH] = {"TCP bandwidth", MEGA, "tcp-bandwidth", ""},
	[LMBENCH_FILE_REREAD] = {"File reread", MEGA, "file-reread", NULL},
	[LMBENCH_MMAP_REREAD] = {"Mmap reread", MEGA, "mmap-reread", NULL},
	[LMBENCH_COPY_LIBC] = {"Bcopy (libc)", MEGA, "copy-libc", NULL},
	[LMBENCH_COPY_UNROLLED] = {"Bcopy (hand)", MEGA, "copy-unrolled", NULL},
	[LMBENCH_MEMORY_READ] = {"Mem read", MEGA, "memory-read", NULL},
	[LMBENCH_MEMORY_WRITE] = {"Mem write", MEGA, "memory-write", NULL},

	[LMBENCH_L1] = {"L1 $", NANO, "memory-latency", "1K/128"},
	[LMBENCH_L2] = {"L2 $", NANO, "memory-latency", "128K/128"},
	[LMBENCH_MAIN_MEMORY] = {"Main mem", NANO, "memory-latency", "/128"},
	[LMBENCH_RANDOM_MEMORY] = {"Rand mem", NANO, "memory-latency-random", NULL},
};
