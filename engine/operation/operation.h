/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * operation.h - the table of everything that can be timed.
 *
 * Forms, help, validation, export columns and the published names all derive from this table.
 * Adding an operation means adding one entry (and its functions) to it, and nothing elsewhere.
 */
#ifndef LSMBENCH_ENGINE_OPERATION_H
#define LSMBENCH_ENGINE_OPERATION_H

#include <limits.h>
#include <sched.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>
#include <sys/types.h>

#include "engine/operation/parameter.h"
#include "engine/operation/recording.h"
#include "engine/operation/workload.h"
#include "fixtures/error.h"
#include "fixtures/fixture.h"

/*
 * What a worker hands to an operation's functions. The worker stands in the case's directory;
 * every path but "default" and own paths is relative to it.
 */
struct context {
	/* The path or file that the operation works on; of what runs another case, its name. */
	char path[PATH_MAX];
	char other[64];     /* a second name, for operations that need one */
	int directory_fd;   /* the case's directory */
	uint64_t number;    /* the parameter's number: files in the directory, bytes, processes */
	uint64_t second;    /* its second one */
	bool missing;       /* every call must fail with ENOENT */
	unsigned int phase; /* where an alternating operation stands; 0 between batches */
	int fd;             /* what setup has opened: a file or a listening socket */
	void *memory;       /* what setup has mapped or allocated, or NULL */
	void *state;        /* what else setup has made, of the operation's own type, or NULL */
	pid_t self;         /* the worker's process id, where it is needed */
	cpu_set_t cpus;     /* where processes may be spread to: the worker's own is one of them */
	struct sockaddr_storage address; /* of the listening socket */
	socklen_t address_size;
	const struct workload *workload; /* of operations that time themselves; else NULL */
	const char *variant;             /* how the worker is confined; NULL: not */
	volatile uint64_t result; /* what a loop computes ends here, so that it is not removed */
};

/*
 * System calls of one iteration, by the kernel's name on this architecture: the worker's and those
 * of the processes that setup has started.
 */
struct operation_call {
	const char *name; /* NULL ends a list */
	double count;     /* 0.5 for a call that every second iteration makes */
};

#define OPERATION_CALLS_MAXIMUM 6

struct operation {
	const char *name;
	const char *group;   /* "path", "directory", "control" */
	const char *summary; /* exactly what one iteration does */
	const struct parameter *parameter;
	enum fixture_kind fixture;
	const char *worked_on; /* FIXTURE_DIRECTORY: the file beside the others, or NULL */
	struct operation_call calls[OPERATION_CALLS_MAXIMUM];
	/* When the path is missing, or where there is a number and it is 0, if that differs. */
	struct operation_call calls_missing[OPERATION_CALLS_MAXIMUM];
	struct operation_call batch_calls[2]; /* of a batch, beside those of its iterations */
	const char *calls_note;               /* what the lists cannot say, or NULL */
	uint64_t calls_until; /* the largest parameter with no more calls than listed; 0: all */
	bool opens_path_only; /* with O_PATH, of which no hook of opening a file hears */
	bool only_by_name;    /* no glob selects it: most variants cannot run it */
	/* The names that it makes or moves are fixed: two in one directory are in each other's way.
	 */
	bool names_clash;
	/* It starts what the plan names: that takes a person's word, a keeper, and a confinement
	 * under which the person's own directory can be worked in. */
	bool starts_commands;
	/* An iteration takes so long that people are shown seconds (time_unit.h), never ns. Files
	 * for programs keep ns. */
	bool in_seconds;
	unsigned int period;   /* iterations after which the objects are as they were: 1 or 2 */
	bool period_is_number; /* so many times the parameter's number: see operation_period */
	uint64_t most;         /* the most iterations of a batch; 0: no bound */

	/*
	 * What moves bytes is a bandwidth: samples stay ns per iteration, people are shown MB/s,
	 * of 10^6 bytes. Both fields 0: a latency.
	 */
	uint64_t bytes;    /* that an iteration moves */
	bool moves_number; /* it moves as many as the parameter's number says */
	/*
	 * An operation whose figure LMbench takes off this one's, with the same parameter where it
	 * has one; a plan with this one measures that, too. NULL: none.
	 */
	const char *less;
	/*
	 * Files and directories outside of the scratch root that iterations read, write or execute,
	 * NULL-terminated; a confinement of ours lets them through. NULL: none.
	 */
	const char *const *outside;
	/*
	 * The worker program beside the usual one that has the functions; anywhere else they are
	 * NULL. NULL: every worker has them.
	 */
	const char *program;

	/* How the published suite spells it; NULL where it does not have it. */
	const char *published_title; /* "LMBench mkstemp benchmark..." */
	const char *published_name;  /* "open/close" of "Simple open/close" */
	/* "FILE" where a size is printed "FILE10,", "openat /test/" before a path shape */
	const char *published_prefix;
	const char *const *aliases; /* other names that old results use; NULL-terminated, or NULL */

	/*
	 * Prepare context. 0 or negative errno with a message; -EOPNOTSUPP, as from verify, when
	 * the case cannot be measured here, such as for want of memory: it is then skipped, under
	 * all variants, and has not failed. NULL: nothing to do.
	 */
	int (*setup)(struct context *context, struct error *error);
	/*
	 * Perform exactly n iterations: no clock, no output, no allocation of ours. 0, or the
	 * positive errno of the first iteration that did not end as it should (EPROTO when a call
	 * succeeded that had to fail); the iterations after it are not performed.
	 */
	int (*run)(struct context *context, uint64_t n);
	/*
	 * The second kind of operation has this instead of run: it performs one run that lasts as
	 * long as it takes, times itself, and tells what else it found. 0 or the positive errno;
	 * what failed, for people, is in error. No case of this kind is calibrated or warmed.
	 */
	int (*record)(struct context *context, struct recording *recording, struct error *error);
	/* About how long a run lasts that has no interval, for each of the parameter's number; 0:
	 * it has one. */
	uint64_t run_ns;
	/* How long a run lasts where the plan names no interval; 0: WORKLOAD_INTERVAL_NS. */
	uint64_t usual_interval_ns;
	/* What a run takes before its interval, in percent of it. */
	unsigned int before_interval;
	/* The interval must be whole seconds, so many at least; 0: it may be any. */
	unsigned int whole_seconds;
	/* A run is as many steps as the plan says, or as its interval lets: what comes first. */
	bool has_steps;
	/* What it adds to a recording, in the order in which people are shown it; ends with
	 * METRIC_NONE. */
	const enum metric_id *metrics;
	/*
	 * Around each batch, untimed: make ready what n iterations will use up, and clear away what
	 * they have made. 0 or the positive errno. NULL: nothing to do.
	 */
	int (*before)(struct context *context, uint64_t n);
	int (*after)(struct context *context, uint64_t n);
	/*
	 * After run has failed half way: put the objects back as far as possible, for the batches
	 * to come. NULL: an iteration that fails leaves nothing to put back.
	 */
	void (*restore)(struct context *context);
	/* Prove, before anything is timed, that run does what summary says. */
	int (*verify)(struct context *context, struct error *error);
	/* Release what setup took. NULL: nothing to do. */
	void (*teardown)(struct context *context);
};

/* All operations, in the order in which they are shown. */
extern const struct operation *const operations[];
extern const size_t operation_count;

/* The operation called name, by its own name or one of its aliases; NULL when there is none. */
const struct operation *operation_find(const char *name);

/* The list that holds for a parameter value: calls or calls_missing. */
const struct operation_call *operation_calls(const struct operation *operation,
					     const char *parameter);

/* System calls per iteration for a parameter value; without those that calls_note speaks of. */
double operation_call_count(const struct operation *operation, const char *parameter);

/* True when a parameter value takes more calls than that: their number depends on its size. */
bool operation_calls_grow(const struct operation *operation, const char *parameter);

/* The number of iterations that a batch is a multiple of, when the parameter's number is this. */
uint64_t operation_period(const struct operation *operation, uint64_t number);

/* Whether an iteration makes any system call. */
bool operation_makes_calls(const struct operation *operation);

/* The security hooks (enum call_hook) that an iteration passes, as far as its calls tell. */
unsigned int operation_hooks(const struct operation *operation);

/* Files that stand beside the one worked on: of a directory size, else 0. */
uint64_t operation_files(const struct operation *operation, const char *parameter);

/* Bytes that one iteration moves; 0: the operation is a latency. */
uint64_t operation_bytes(const struct operation *operation, const char *parameter);

/* MB/s, of 10^6 bytes, at ns per iteration, and ns per iteration at MB/s: 1000 * bytes / value. */
double operation_rate(uint64_t bytes, double value);

/* Room for the names of an operation's calls. */
#define OPERATION_CALLS_SIZE 160

/*
 * The calls by name: "openat, close"; "0.5 x mkdir, ..." where one is made every second time. ""
 * when there is none. Returns buffer.
 */
const char *operation_calls_show(const struct operation *operation,
				 char buffer[OPERATION_CALLS_SIZE]);

/* Files outside of the scratch root that a case uses, as operation.outside. */
const char *const *operation_outside(const struct operation *operation, const char *value);

/* The fixture that a case needs. value is a canonical parameter value. */
int operation_fixture(const struct operation *operation, const char *value,
		      struct fixture_spec *spec, struct error *error);

#endif
