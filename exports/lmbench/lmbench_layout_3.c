/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lmbench_layout_3.c - the tables of LMbench 3.0's summary.
 */
#include "exports/lmbench/lmbench_layout.h"

/* LMbench's own lines, to the last blank. */
static const char basic_heads[] =
	"Basic system parameters\n"
	"------------------------------------------------------------------------------\n"
	"Host                 OS Description              Mhz  tlb  cache  mem   scal\n"
	"                                                     pages line   par   load\n"
	"                                                           bytes  \n"
	"--------- ------------- ----------------------- ---- ----- ----- ------ ----\n";
static const char processor_heads[] =
	"\n"
	"Processor, Processes - times in microseconds - smaller is better\n"
	"------------------------------------------------------------------------------\n"
	"Host                 OS  Mhz null null      open slct sig  sig  fork exec sh  \n"
	"                             call  I/O stat clos TCP  inst hndl proc proc proc\n"
	"--------- ------------- ---- ---- ---- ---- ---- ---- ---- ---- ---- ---- ----\n";
static const char integer_heads[] =
	"\n"
	"Basic integer operations - times in nanoseconds - smaller is better\n"
	"-------------------------------------------------------------------\n"
	"Host                 OS  intgr intgr  intgr  intgr  intgr  \n"
	"                          bit   add    mul    div    mod   \n"
	"--------- ------------- ------ ------ ------ ------ ------ \n";
static const char uint64_heads[] =
	"\n"
	"Basic uint64 operations - times in nanoseconds - smaller is better\n"
	"------------------------------------------------------------------\n"
	"Host                 OS int64  int64  int64  int64  int64  \n"
	"                         bit    add    mul    div    mod   \n"
	"--------- ------------- ------ ------ ------ ------ ------ \n";
static const char floats_heads[] =
	"\n"
	"Basic float operations - times in nanoseconds - smaller is better\n"
	"-----------------------------------------------------------------\n"
	"Host                 OS  float  float  float  float\n"
	"                         add    mul    div    bogo\n"
	"--------- ------------- ------ ------ ------ ------ \n";
static const char doubles_heads[] =
	"\n"
	"Basic double operations - times in nanoseconds - smaller is better\n"
	"------------------------------------------------------------------\n"
	"Host                 OS  double double double double\n"
	"                         add    mul    div    bogo\n"
	"--------- ------------- ------  ------ ------ ------ \n";
static const char context_heads[] =
	"\n"
	"Context switching - times in microseconds - smaller is better\n"
	"-------------------------------------------------------------------------\n"
	"Host                 OS  2p/0K 2p/16K 2p/64K 8p/16K 8p/64K 16p/16K 16p/64K\n"
	"                         ctxsw  ctxsw  ctxsw ctxsw  ctxsw   ctxsw   ctxsw\n"
	"--------- ------------- ------ ------ ------ ------ ------ ------- -------\n";
static const char local_heads[] =
	"\n"
	"*Local* Communication latencies in microseconds - smaller is better\n"
	"---------------------------------------------------------------------\n"
	"Host                 OS 2p/0K  Pipe AF     UDP  RPC/   TCP  RPC/ TCP\n"
	"                        ctxsw       UNIX         UDP         TCP conn\n"
	"--------- ------------- ----- ----- ---- ----- ----- ----- ----- ----\n";
static const char remote_heads[] =
	"\n"
	"*Remote* Communication latencies in microseconds - smaller is better\n"
	"---------------------------------------------------------------------\n"
	"Host                 OS   UDP  RPC/  TCP   RPC/ TCP\n"
	"                               UDP         TCP  conn\n"
	"--------- ------------- ----- ----- ----- ----- ----\n";
static const char file_heads[] =
	"\n"
	"File & VM system latencies in microseconds - smaller is better\n"
	"-------------------------------------------------------------------------------\n"
	"Host                 OS   0K File      10K File     Mmap    Prot   Page   100fd\n"
	"                        Create Delete Create Delete Latency Fault  Fault  selct\n"
	"--------- ------------- ------ ------ ------ ------ ------- ----- ------- -----\n";
static const char bandwidth_heads[] =
	"\n"
	"*Local* Communication bandwidths in MB/s - bigger is better\n"
	"-----------------------------------------------------------------------------\n"
	"Host                OS  Pipe AF    TCP  File   Mmap  Bcopy  Bcopy  Mem   Mem\n"
	"                             UNIX      reread reread (libc) (hand) read write\n"
	"--------- ------------- ---- ---- ---- ------ ------ ------ ------ ---- -----\n";
static const char memory_heads[] =
	"\n"
	"Memory latencies in nanoseconds - smaller is better\n"
	"    (WARNING - may not be correct, check graphs)\n"
	"------------------------------------------------------------------------------\n"
	"Host                 OS   Mhz   L1 $   L2 $    Main mem    Rand mem    Guesses\n"
	"--------- -------------   ---   ----   ----    --------    --------    -------\n";

static const struct lmbench_cell_layout basic_cells[] = {
	{LMBENCH_MHZ, LMBENCH_CELL_WHOLE, 4, 4, false, 1},
	{LMBENCH_TLB, LMBENCH_CELL_WHOLE, 5, 5, false, 1},
	{LMBENCH_LINE_SIZE, LMBENCH_CELL_WHOLE, 5, 5, false, 1},
	{LMBENCH_PARALLELISM, LMBENCH_CELL_NUMBER, 6, 6, false, 1},
	{LMBENCH_LOAD, LMBENCH_CELL_WHOLE, 4, 4, false, 1},
};
static const enum lmbench_column basic_needs[] = {LMBENCH_TLB, LMBENCH_LINE_SIZE,
						  LMBENCH_PARALLELISM};

static const struct lmbench_cell_layout processor_cells[] = {
	{LMBENCH_MHZ, LMBENCH_CELL_ROUNDED, 4, 4, false, 1},
	{LMBENCH_NULL_CALL, LMBENCH_CELL_NUMBER, 4, 4, false, 1},
	{LMBENCH_READ, LMBENCH_CELL_IO, 4, 4, false, 1},
	{LMBENCH_STAT, LMBENCH_CELL_NUMBER, 4, 4, false, 1},
	{LMBENCH_OPEN_CLOSE, LMBENCH_CELL_NUMBER, 4, 4, false, 1},
	{LMBENCH_SELECT_TCP, LMBENCH_CELL_NUMBER, 4, 4, false, 1},
	{LMBENCH_SIGNAL_INSTALL, LMBENCH_CELL_NUMBER, 4, 4, false, 1},
	{LMBENCH_SIGNAL_CATCH, LMBENCH_CELL_NUMBER, 4, 4, false, 1},
	{LMBENCH_FORK, LMBENCH_CELL_NUMBER, 4, 4, false, 1},
	{LMBENCH_EXEC, LMBENCH_CELL_NUMBER, 4, 4, false, 1},
	{LMBENCH_SHELL, LMBENCH_CELL_NUMBER, 4, 4, false, 1},
};
static const enum lmbench_column processor_needs[] = {
	LMBENCH_NULL_CALL,  LMBENCH_READ,       LMBENCH_WRITE,          LMBENCH_STAT,
	LMBENCH_OPEN_CLOSE, LMBENCH_SELECT_TCP, LMBENCH_SIGNAL_INSTALL, LMBENCH_SIGNAL_CATCH,
	LMBENCH_FORK,       LMBENCH_EXEC,       LMBENCH_SHELL};

static const struct lmbench_cell_layout integer_cells[] = {
	{LMBENCH_INTEGER_BIT, LMBENCH_CELL_NUMBER, 6, 6, true, 1},
	{LMBENCH_INTEGER_ADD, LMBENCH_CELL_NUMBER, 6, 6, true, 1},
	{LMBENCH_INTEGER_MUL, LMBENCH_CELL_NUMBER, 6, 6, true, 1},
	{LMBENCH_INTEGER_DIV, LMBENCH_CELL_NUMBER, 6, 6, true, 1},
	{LMBENCH_INTEGER_MOD, LMBENCH_CELL_NUMBER, 6, 6, true, 1},
};
static const enum lmbench_column integer_needs[] = {LMBENCH_INTEGER_BIT, LMBENCH_INTEGER_ADD,
						    LMBENCH_INTEGER_MUL, LMBENCH_INTEGER_DIV,
						    LMBENCH_INTEGER_MOD};

static const struct lmbench_cell_layout uint64_cells[] = {
	{LMBENCH_UINT64_BIT, LMBENCH_CELL_NUMBER, 6, 5, true, 2},
	{LMBENCH_UINT64_ADD, LMBENCH_CELL_NUMBER, 6, 6, true, 1},
	{LMBENCH_UINT64_MUL, LMBENCH_CELL_NUMBER, 6, 6, true, 1},
	{LMBENCH_UINT64_DIV, LMBENCH_CELL_NUMBER, 6, 6, true, 1},
	{LMBENCH_UINT64_MOD, LMBENCH_CELL_NUMBER, 6, 6, true, 1},
};
static const enum lmbench_column uint64_needs[] = {LMBENCH_UINT64_BIT, LMBENCH_UINT64_ADD,
						   LMBENCH_UINT64_MUL, LMBENCH_UINT64_DIV,
						   LMBENCH_UINT64_MOD};

static const struct lmbench_cell_layout floats_cells[] = {
	{LMBENCH_FLOAT_ADD, LMBENCH_CELL_NUMBER, 6, 6, true, 1},
	{LMBENCH_FLOAT_MUL, LMBENCH_CELL_NUMBER, 6, 6, true, 1},
	{LMBENCH_FLOAT_DIV, LMBENCH_CELL_NUMBER, 6, 6, true, 1},
	{LMBENCH_FLOAT_BOGO, LMBENCH_CELL_NUMBER, 6, 6, true, 1},
};
static const enum lmbench_column floats_needs[] = {LMBENCH_FLOAT_ADD, LMBENCH_FLOAT_MUL,
						   LMBENCH_FLOAT_DIV, LMBENCH_FLOAT_BOGO};

static const struct lmbench_cell_layout doubles_cells[] = {
	{LMBENCH_DOUBLE_ADD, LMBENCH_CELL_NUMBER, 6, 6, true, 1},
	{LMBENCH_DOUBLE_MUL, LMBENCH_CELL_NUMBER, 6, 6, true, 1},
	{LMBENCH_DOUBLE_DIV, LMBENCH_CELL_NUMBER, 6, 6, true, 1},
	{LMBENCH_DOUBLE_BOGO, LMBENCH_CELL_NUMBER, 6, 6, true, 1},
};
static const enum lmbench_column doubles_needs[] = {LMBENCH_DOUBLE_ADD, LMBENCH_DOUBLE_MUL,
						    LMBENCH_DOUBLE_DIV, LMBENCH_DOUBLE_BOGO};

static const struct lmbench_cell_layout context_cells[] = {
	{LMBENCH_CONTEXT_2_0K, LMBENCH_CELL_NUMBER, 6, 6, false, 1},
	{LMBENCH_CONTEXT_2_16K, LMBENCH_CELL_NUMBER, 6, 6, false, 1},
	{LMBENCH_CONTEXT_2_64K, LMBENCH_CELL_NUMBER, 6, 6, false, 1},
	{LMBENCH_CONTEXT_8_16K, LMBENCH_CELL_NUMBER, 6, 6, false, 1},
	{LMBENCH_CONTEXT_8_64K, LMBENCH_CELL_NUMBER, 6, 6, false, 1},
	{LMBENCH_CONTEXT_16_16K, LMBENCH_CELL_NUMBER, 7, 7, false, 1},
	{LMBENCH_CONTEXT_16_64K, LMBENCH_CELL_NUMBER, 7, 7, false, 1},
};
static const enum lmbench_column context_needs[] = {
	LMBENCH_CONTEXT_2_0K,  LMBENCH_CONTEXT_2_16K,  LMBENCH_CONTEXT_2_64K, LMBENCH_CONTEXT_8_16K,
	LMBENCH_CONTEXT_8_64K, LMBENCH_CONTEXT_16_16K, LMBENCH_CONTEXT_16_64K};

static const struct lmbench_cell_layout local_cells[] = {
	{LMBENCH_CONTEXT_2_0K, LMBENCH_CELL_NUMBER, 5, 5, false, 1},
	{LMBENCH_PIPE, LMBENCH_CELL_NUMBER, 5, 5, false, 1},
	{LMBENCH_UNIX, LMBENCH_CELL_NUMBER, 4, 4, false, 1},
	{LMBENCH_UDP, LMBENCH_CELL_NUMBER, 5, 5, false, 1},
	{LMBENCH_RPC_UDP, LMBENCH_CELL_NUMBER, 5, 5, false, 1},
	{LMBENCH_TCP, LMBENCH_CELL_NUMBER, 5, 5, false, 1},
	{LMBENCH_RPC_TCP, LMBENCH_CELL_NUMBER, 5, 5, false, 1},
	{LMBENCH_TCP_CONNECT, LMBENCH_CELL_NUMBER, 5, 4, true, 1},
};
static const enum lmbench_column local_needs[] = {
	LMBENCH_CONTEXT_2_0K, LMBENCH_PIPE, LMBENCH_UNIX,    LMBENCH_UDP,
	LMBENCH_RPC_UDP,      LMBENCH_TCP,  LMBENCH_RPC_TCP, LMBENCH_TCP_CONNECT};

static const struct lmbench_cell_layout remote_cells[] = {
	{LMBENCH_REMOTE_UDP, LMBENCH_CELL_NUMBER, 5, 5, false, 1},
	{LMBENCH_REMOTE_RPC_UDP, LMBENCH_CELL_NUMBER, 5, 5, false, 1},
	{LMBENCH_REMOTE_TCP, LMBENCH_CELL_NUMBER, 5, 5, false, 1},
	{LMBENCH_REMOTE_RPC_TCP, LMBENCH_CELL_NUMBER, 5, 5, false, 1},
	{LMBENCH_REMOTE_TCP_CONNECT, LMBENCH_CELL_NUMBER, 4, 4, true, 1},
};
static const enum lmbench_column remote_needs[] = {LMBENCH_REMOTE_UDP, LMBENCH_REMOTE_RPC_UDP,
						   LMBENCH_REMOTE_TCP, LMBENCH_REMOTE_RPC_TCP,
						   LMBENCH_REMOTE_TCP_CONNECT};

static const struct lmbench_cell_layout file_cells[] = {
	{LMBENCH_CREATE_0K, LMBENCH_CELL_INVERSE, 6, 6, true, 1},
	{LMBENCH_DELETE_0K, LMBENCH_CELL_INVERSE, 6, 6, true, 1},
	{LMBENCH_CREATE_10K, LMBENCH_CELL_INVERSE, 6, 6, true, 1},
	{LMBENCH_DELETE_10K, LMBENCH_CELL_INVERSE, 6, 6, true, 1},
	{LMBENCH_MMAP, LMBENCH_CELL_NUMBER, 7, 7, false, 1},
	{LMBENCH_PROTECTION_FAULT, LMBENCH_CELL_NUMBER, 5, 5, false, 1},
	{LMBENCH_PAGE_FAULT, LMBENCH_CELL_NUMBER, 7, 7, false, 1},
	{LMBENCH_SELECT_FD, LMBENCH_CELL_NUMBER, 5, 5, false, 1},
};
static const enum lmbench_column file_needs[] = {
	LMBENCH_CREATE_0K, LMBENCH_DELETE_0K,        LMBENCH_CREATE_10K, LMBENCH_DELETE_10K,
	LMBENCH_MMAP,      LMBENCH_PROTECTION_FAULT, LMBENCH_PAGE_FAULT};

static const struct lmbench_cell_layout bandwidth_cells[] = {
	{LMBENCH_PIPE_BANDWIDTH, LMBENCH_CELL_NUMBER, 4, 4, false, 1},
	{LMBENCH_UNIX_BANDWIDTH, LMBENCH_CELL_NUMBER, 4, 4, false, 1},
	{LMBENCH_TCP_BANDWIDTH, LMBENCH_CELL_NUMBER, 4, 4, false, 1},
	{LMBENCH_FILE_REREAD, LMBENCH_CELL_NUMBER, 6, 6, false, 1},
	{LMBENCH_MMAP_REREAD, LMBENCH_CELL_NUMBER, 6, 6, false, 1},
	{LMBENCH_COPY_LIBC, LMBENCH_CELL_NUMBER, 6, 6, false, 1},
	{LMBENCH_COPY_UNROLLED, LMBENCH_CELL_NUMBER, 6, 6, false, 1},
	{LMBENCH_MEMORY_READ, LMBENCH_CELL_NUMBER, 4, 4, false, 1},
	{LMBENCH_MEMORY_WRITE, LMBENCH_CELL_NUMBER, 5, 5, false, 1},
};
static const enum lmbench_column bandwidth_needs[] = {
	LMBENCH_PIPE_BANDWIDTH, LMBENCH_UNIX_BANDWIDTH, LMBENCH_TCP_BANDWIDTH,
	LMBENCH_FILE_REREAD,    LMBENCH_COPY_LIBC,      LMBENCH_COPY_UNROLLED,
	LMBENCH_MEMORY_READ,    LMBENCH_MEMORY_WRITE};

static const struct lmbench_cell_layout memory_cells[] = {
	{LMBENCH_MHZ, LMBENCH_CELL_CUT, 4, 4, false, 2},
	{LMBENCH_L1, LMBENCH_CELL_NUMBER, 6, 6, false, 1},
	{LMBENCH_L2, LMBENCH_CELL_NUMBER, 6, 6, false, 1},
	{LMBENCH_MAIN_MEMORY, LMBENCH_CELL_NUMBER, 6, 6, false, 1},
	{LMBENCH_RANDOM_MEMORY, LMBENCH_CELL_NUMBER, 6, 6, false, 6},
};
static const enum lmbench_column memory_needs[] = {LMBENCH_L1, LMBENCH_L2, LMBENCH_MAIN_MEMORY};

/* Every array with its length. */

const struct lmbench_table lmbench_tables_3[] = {
	{basic_heads, basic_cells, LMBENCH_COUNT(basic_cells), basic_needs,
	 LMBENCH_COUNT(basic_needs), true, false},
	{processor_heads, processor_cells, LMBENCH_COUNT(processor_cells), processor_needs,
	 LMBENCH_COUNT(processor_needs), false, false},
	{integer_heads, integer_cells, LMBENCH_COUNT(integer_cells), integer_needs,
	 LMBENCH_COUNT(integer_needs), false, false},
	{uint64_heads, uint64_cells, LMBENCH_COUNT(uint64_cells), uint64_needs,
	 LMBENCH_COUNT(uint64_needs), false, false},
	{floats_heads, floats_cells, LMBENCH_COUNT(floats_cells), floats_needs,
	 LMBENCH_COUNT(floats_needs), false, false},
	{doubles_heads, doubles_cells, LMBENCH_COUNT(doubles_cells), doubles_needs,
	 LMBENCH_COUNT(doubles_needs), false, false},
	{context_heads, context_cells, LMBENCH_COUNT(context_cells), context_needs,
	 LMBENCH_COUNT(context_needs), false, false},
	{local_heads, local_cells, LMBENCH_COUNT(local_cells), local_needs,
	 LMBENCH_COUNT(local_needs), false, false},
	{remote_heads, remote_cells, LMBENCH_COUNT(remote_cells), remote_needs,
	 LMBENCH_COUNT(remote_needs), false, false},
	{file_heads, file_cells, LMBENCH_COUNT(file_cells), file_needs, LMBENCH_COUNT(file_needs),
	 false, false},
	{bandwidth_heads, bandwidth_cells, LMBENCH_COUNT(bandwidth_cells), bandwidth_needs,
	 LMBENCH_COUNT(bandwidth_needs), false, false},
	{memory_heads, memory_cells, LMBENCH_COUNT(memory_cells), memory_needs,
	 LMBENCH_COUNT(memory_needs), false, true},
};

const size_t lmbench_table_count_3 = LMBENCH_COUNT(lmbench_tables_3);
