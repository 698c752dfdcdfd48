/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lmbench_record.h - what one run of LMbench has to say: the values of its summary's columns as the
 * text that its summary script takes, and every figure that an operation of ours measures too.
 *
 * A raw result file fills it (lmbench_raw_read.h), and so does a result of ours
 * (lmbench_of_result.h); the tables (lmbench_summary.h) and the raw writer print it.
 */
#ifndef LSMBENCH_EXPORTS_LMBENCH_RECORD_H
#define LSMBENCH_EXPORTS_LMBENCH_RECORD_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/text/text_list.h"
#include "fixtures/error.h"

/* The summary script of LMbench 2.5 and that of 3.0, whose rules differ here and there. */
enum lmbench_generation { LMBENCH_2, LMBENCH_3 };
#define LMBENCH_GENERATIONS 2

/* The values behind the summaries' columns. Null I/O is made of two of them. */
enum lmbench_column {
	/* Basic system parameters */
	LMBENCH_MHZ,
	LMBENCH_TLB,
	LMBENCH_LINE_SIZE,
	LMBENCH_PARALLELISM,
	LMBENCH_LOAD,
	/* Processor, Processes */
	LMBENCH_NULL_CALL,
	LMBENCH_READ,
	LMBENCH_WRITE,
	LMBENCH_STAT,
	LMBENCH_OPEN_CLOSE,
	LMBENCH_SELECT_TCP,
	LMBENCH_SIGNAL_INSTALL,
	LMBENCH_SIGNAL_CATCH,
	LMBENCH_FORK,
	LMBENCH_EXEC,
	LMBENCH_SHELL,
	/* Basic operations, only in 3.0 */
	LMBENCH_INTEGER_BIT,
	LMBENCH_INTEGER_ADD,
	LMBENCH_INTEGER_MUL,
	LMBENCH_INTEGER_DIV,
	LMBENCH_INTEGER_MOD,
	LMBENCH_UINT64_BIT,
	LMBENCH_UINT64_ADD,
	LMBENCH_UINT64_MUL,
	LMBENCH_UINT64_DIV,
	LMBENCH_UINT64_MOD,
	LMBENCH_FLOAT_ADD,
	LMBENCH_FLOAT_MUL,
	LMBENCH_FLOAT_DIV,
	LMBENCH_FLOAT_BOGO,
	LMBENCH_DOUBLE_ADD,
	LMBENCH_DOUBLE_MUL,
	LMBENCH_DOUBLE_DIV,
	LMBENCH_DOUBLE_BOGO,
	/* Context switching */
	LMBENCH_CONTEXT_2_0K,
	LMBENCH_CONTEXT_2_16K,
	LMBENCH_CONTEXT_2_64K,
	LMBENCH_CONTEXT_8_16K,
	LMBENCH_CONTEXT_8_64K,
	LMBENCH_CONTEXT_16_16K,
	LMBENCH_CONTEXT_16_64K,
	/* Communication latencies */
	LMBENCH_PIPE,
	LMBENCH_UNIX,
	LMBENCH_UDP,
	LMBENCH_RPC_UDP,
	LMBENCH_TCP,
	LMBENCH_RPC_TCP,
	LMBENCH_TCP_CONNECT,
	/* The same with another host, only in 3.0 */
	LMBENCH_REMOTE_UDP,
	LMBENCH_REMOTE_RPC_UDP,
	LMBENCH_REMOTE_TCP,
	LMBENCH_REMOTE_RPC_TCP,
	LMBENCH_REMOTE_TCP_CONNECT,
	/* File & VM system latencies; files are counted by the second */
	LMBENCH_CREATE_0K,
	LMBENCH_DELETE_0K,
	LMBENCH_CREATE_10K,
	LMBENCH_DELETE_10K,
	LMBENCH_MMAP,
	LMBENCH_PROTECTION_FAULT,
	LMBENCH_PAGE_FAULT,
	LMBENCH_SELECT_FD,
	/* Communication bandwidths */
	LMBENCH_PIPE_BANDWIDTH,
	LMBENCH_UNIX_BANDWIDTH,
	LMBENCH_TCP_BANDWIDTH,
	LMBENCH_FILE_REREAD,
	LMBENCH_MMAP_REREAD,
	LMBENCH_COPY_LIBC,
	LMBENCH_COPY_UNROLLED,
	LMBENCH_MEMORY_READ,
	LMBENCH_MEMORY_WRITE,
	/* Memory latencies */
	LMBENCH_L1,
	LMBENCH_L2,
	LMBENCH_MAIN_MEMORY,
	LMBENCH_RANDOM_MEMORY,

	LMBENCH_COLUMNS,
};

enum lmbench_unit {
	LMBENCH_PLAIN,       /* a number without one: MHz, pages, bytes */
	LMBENCH_MICROSECOND, /* of an iteration */
	LMBENCH_NANOSECOND,
	LMBENCH_MEGABYTES,  /* 10^6 bytes a second: bigger is better */
	LMBENCH_PER_SECOND, /* iterations a second */
};

/* What a column is called, and what of ours it is. */
struct lmbench_column_name {
	const char *name; /* "null call", in notes */
	enum lmbench_unit unit;
	const char *operation; /* ours, or NULL where we measure none */
	/* Its parameter; NULL: the largest that was measured; "/128": that with this stride. */
	const char *parameter;
};

/* Indexed by enum lmbench_column. */
extern const struct lmbench_column_name lmbench_column_names[LMBENCH_COLUMNS];

#define LMBENCH_PARAMETER_SIZE 32u
/* More figures than any file of LMbench's has. */
#define LMBENCH_FIGURES_MAXIMUM 4096u

/* A figure that one of our operations measures too. */
struct lmbench_figure {
	const char *operation; /* our name for it; operation_find may not know it */
	char parameter[LMBENCH_PARAMETER_SIZE]; /* "", "FD100", "2p/16K", "8M", "8M/128" */
	double value;                           /* > 0 */
	enum lmbench_unit unit;
	/* LMbench has taken an overhead off already (context switch, protection fault). */
	bool is_net;
	size_t line; /* where it stands in the file, from 1; 0: in no file */
};

struct lmbench_record {
	char *host;        /* the file's name without ".<digits>" */
	char *description; /* the name of the file's directory */
	char *os;          /* "Linux 6.6.0-52-generic"; "" when the file does not say */
	char *version;     /* "lmbench3.0": as the file's first line says; ours: "lsmbench 0.1.0" */
	bool is_ours;      /* measured by lsmbench, not by LMbench */
	char *group;       /* what tells rows of one host apart: "variant none"; NULL: nothing */
	bool is_again;     /* another row of the run before it: the basic table leaves it out */
	/* What a table says under it about a column, or NULL. */
	char *feet[LMBENCH_COLUMNS];
	/* As the script of that generation takes it from the file; NULL: it finds none. */
	char *values[LMBENCH_GENERATIONS][LMBENCH_COLUMNS];
	/* The script takes that value, but it is no number above 0 in the unit of its line. */
	bool is_refused[LMBENCH_GENERATIONS][LMBENCH_COLUMNS];
	struct lmbench_figure *figures; /* in the file's order, none twice */
	size_t figure_count;
	size_t second_run;      /* the line in which another run begins, which is not read; 0 */
	size_t skipped;         /* lines that said nothing to the reader */
	struct text_list notes; /* a line each: "line 34: not understood: netstat: not found" */
};

/* An empty record; needs lmbench_record_clear. */
void lmbench_record_init(struct lmbench_record *record);
void lmbench_record_clear(struct lmbench_record *record);

/* Take host and description from a file's path by LMbench's rule. 0 or -ENOMEM. */
int lmbench_record_name(struct lmbench_record *record, const char *path);

/*
 * Set the value of a column for one generation, unless there is one: what came first counts.
 * 0, -EEXIST or -ENOMEM.
 */
int lmbench_record_set(struct lmbench_record *record, enum lmbench_generation generation,
		       enum lmbench_column column, const char *text);

/*
 * The value by whichever rule finds one that is a figure, that of 2.0 first; NULL when there is
 * none.
 */
const char *lmbench_record_value(const struct lmbench_record *record, enum lmbench_column column);
/* Whether a script finds a value, be it a figure or not. */
bool lmbench_record_has(const struct lmbench_record *record, enum lmbench_column column);

/* Whether any column that is measured has a value, for a script at least. */
bool lmbench_record_is_measured(const struct lmbench_record *record);

/* Add a figure. 0, -EEXIST when operation and parameter are there already, -E2BIG, or -ENOMEM. */
int lmbench_record_add(struct lmbench_record *record, const struct lmbench_figure *figure);

/*
 * The number that text begins with, as the script takes it: 0 when it begins with none. No "inf",
 * "nan" or hexadecimal digits.
 */
double lmbench_number(const char *text);

/*
 * The number that text is from end to end, 0 when it is none above 0 that could have been measured:
 * "1,234", "2.5abc", "1e300".
 */
double lmbench_whole_number(const char *text);

#endif
