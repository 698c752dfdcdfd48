/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lmbench_layout_2.c - the tables of LMbench 2.5's summary.
 */
#include "exports/lmbench/lmbench_layout.h"

/* LMbench's own lines, to the last blank. */
static const char basic_heads[] = "\n"
				  "Basic system parameters\n"
				  "----------------------------------------------------\n"
				  "Host                 OS Description              Mhz\n"
				  "                                                    \n"
				  "--------- ------------- ----------------------- ----\n";
static const char processor_heads[] =
	"\n"
	"Processor, Processes - times in microseconds - smaller is better\n"
	"----------------------------------------------------------------\n"
	"Host                 OS  Mhz null null      open selct sig  sig  fork exec sh  \n"
	"                             call  I/O stat clos TCP   inst hndl proc proc proc\n"
	"--------- ------------- ---- ---- ---- ---- ---- ----- ---- ---- ---- ---- ----\n";
static const char context_heads[] =
	"\n"
	"Context switching - times in microseconds - smaller is better\n"
	"-------------------------------------------------------------\n"
	"Host                 OS 2p/0K 2p/16K 2p/64K 8p/16K 8p/64K 16p/16K 16p/64K\n"
	"                        ctxsw  ctxsw  ctxsw ctxsw  ctxsw   ctxsw   ctxsw\n"
	"--------- ------------- ----- ------ ------ ------ ------ ------- -------\n";
static const char local_heads[] =
	"\n"
	"*Local* Communication latencies in microseconds - smaller is better\n"
	"-------------------------------------------------------------------\n"
	"Host                 OS 2p/0K  Pipe AF     UDP  RPC/   TCP  RPC/ TCP\n"
	"                        ctxsw       UNIX         UDP         TCP conn\n"
	"--------- ------------- ----- ----- ---- ----- ----- ----- ----- ----\n";
static const char file_heads[] =
	"\n"
	"File & VM system latencies in microseconds - smaller is better\n"
	"--------------------------------------------------------------\n"
	"Host                 OS   0K File      10K File      Mmap    Prot    Page\t\n"
	"                        Create Delete Create Delete  Latency Fault   Fault \n"
	"--------- ------------- ------ ------ ------ ------  ------- -----   ----- \n";
static const char bandwidth_heads[] =
	"\n"
	"*Local* Communication bandwidths in MB/s - bigger is better\n"
	"-----------------------------------------------------------\n"
	"Host                OS  Pipe AF    TCP  File   Mmap  Bcopy  Bcopy  Mem   Mem\n"
	"                             UNIX      reread reread (libc) (hand) read write\n"
	"--------- ------------- ---- ---- ---- ------ ------ ------ ------ ---- -----\n";
static const char memory_heads[] =
	"\n"
	"Memory latencies in nanoseconds - smaller is better\n"
	"    (WARNING - may not be correct, check graphs)\n"
	"---------------------------------------------------\n"
	"Host                 OS   Mhz  L1 $   L2 $    Main mem    Guesses\n"
	"--------- -------------  ---- ----- ------    --------    -------\n";

static const struct lmbench_cell_layout basic_cells[] = {
	{LMBENCH_MHZ, LMBENCH_CELL_TEXT, 4, 4, false, 1},
};

static const struct lmbench_cell_layout processor_cells[] = {
	{LMBENCH_MHZ, LMBENCH_CELL_ROUNDED, 4, 4, false, 1},
	{LMBENCH_NULL_CALL, LMBENCH_CELL_NUMBER, 4, 4, false, 1},
	{LMBENCH_READ, LMBENCH_CELL_IO, 4, 4, false, 1},
	{LMBENCH_STAT, LMBENCH_CELL_NUMBER, 4, 4, false, 1},
	{LMBENCH_OPEN_CLOSE, LMBENCH_CELL_NUMBER, 4, 4, false, 1},
	{LMBENCH_SELECT_TCP, LMBENCH_CELL_NUMBER, 5, 5, false, 1},
	{LMBENCH_SIGNAL_INSTALL, LMBENCH_CELL_NUMBER, 4, 4, false, 1},
	{LMBENCH_SIGNAL_CATCH, LMBENCH_CELL_NUMBER, 4, 4, false, 1},
	{LMBENCH_FORK, LMBENCH_CELL_NUMBER, 4, 4, false, 1},
	{LMBENCH_EXEC, LMBENCH_CELL_NUMBER, 4, 4, false, 1},
	{LMBENCH_SHELL, LMBENCH_CELL_NUMBER, 4, 4, false, 1},
};

static const struct lmbench_cell_layout context_cells[] = {
	{LMBENCH_CONTEXT_2_0K, LMBENCH_CELL_NUMBER, 5, 5, false, 1},
	{LMBENCH_CONTEXT_2_16K, LMBENCH_CELL_NUMBER, 6, 6, false, 1},
	{LMBENCH_CONTEXT_2_64K, LMBENCH_CELL_NUMBER, 6, 6, false, 1},
	{LMBENCH_CONTEXT_8_16K, LMBENCH_CELL_NUMBER, 6, 6, false, 1},
	{LMBENCH_CONTEXT_8_64K, LMBENCH_CELL_NUMBER, 6, 6, false, 1},
	{LMBENCH_CONTEXT_16_16K, LMBENCH_CELL_NUMBER, 7, 7, false, 1},
	{LMBENCH_CONTEXT_16_64K, LMBENCH_CELL_NUMBER, 7, 7, false, 1},
};

static const struct lmbench_cell_layout local_cells[] = {
	{LMBENCH_CONTEXT_2_0K, LMBENCH_CELL_NUMBER, 5, 5, false, 1},
	{LMBENCH_PIPE, LMBENCH_CELL_NUMBER, 5, 5, false, 1},
	{LMBENCH_UNIX, LMBENCH_CELL_NUMBER, 4, 4, false, 1},
	{LMBENCH_UDP, LMBENCH_CELL_NUMBER, 5, 5, false, 1},
	{LMBENCH_RPC_UDP, LMBENCH_CELL_NUMBER, 5, 5, false, 1},
	{LMBENCH_TCP, LMBENCH_CELL_NUMBER, 5, 5, false, 1},
	{LMBENCH_RPC_TCP, LMBENCH_CELL_NUMBER, 5, 5, false, 1},
	{LMBENCH_TCP_CONNECT, LMBENCH_CELL_NUMBER, 4, 4, false, 1},
};

static const struct lmbench_cell_layout file_cells[] = {
	{LMBENCH_CREATE_0K, LMBENCH_CELL_INVERSE, 6, 6, false, 1},
	{LMBENCH_DELETE_0K, LMBENCH_CELL_INVERSE, 6, 6, false, 1},
	{LMBENCH_CREATE_10K, LMBENCH_CELL_INVERSE, 6, 6, false, 1},
	{LMBENCH_DELETE_10K, LMBENCH_CELL_INVERSE, 6, 6, false, 1},
	{LMBENCH_MMAP, LMBENCH_CELL_NUMBER, 8, 8, false, 1},
	{LMBENCH_PROTECTION_FAULT, LMBENCH_CELL_NUMBER, 5, 5, false, 1},
	{LMBENCH_PAGE_FAULT, LMBENCH_CELL_NUMBER, 7, 7, false, 1},
};

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

static const struct lmbench_cell_layout memory_cells[] = {
	{LMBENCH_MHZ, LMBENCH_CELL_CUT, 4, 4, false, 2},
	{LMBENCH_L1, LMBENCH_CELL_NUMBER, 5, 5, false, 1},
	{LMBENCH_L2, LMBENCH_CELL_NUMBER, 6, 6, false, 1},
	{LMBENCH_MAIN_MEMORY, LMBENCH_CELL_NUMBER, 6, 6, false, 1},
};

/* Every array with its length. */

const struct lmbench_table lmbench_tables_2[] = {
	{basic_heads, basic_cells, LMBENCH_COUNT(basic_cells), NULL, 0, true, false},
	{processor_heads, processor_cells, LMBENCH_COUNT(processor_cells), NULL, 0, false, false},
	{context_heads, context_cells, LMBENCH_COUNT(context_cells), NULL, 0, false, false},
	{local_heads, local_cells, LMBENCH_COUNT(local_cells), NULL, 0, false, false},
	{file_heads, file_cells, LMBENCH_COUNT(file_cells), NULL, 0, false, false},
	{bandwidth_heads, bandwidth_cells, LMBENCH_COUNT(bandwidth_cells), NULL, 0, false, false},
	{memory_heads, memory_cells, LMBENCH_COUNT(memory_cells), NULL, 0, false, true},
};

const size_t lmbench_table_count_2 = LMBENCH_COUNT(lmbench_tables_2);
