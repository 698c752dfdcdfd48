/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * plan.h - what a session will measure: the selection, the counts, and the cases they come to.
 *
 * One table of keys (plan_keys) is behind the command line's options, the plan file, the header
 * of a result, the console's form and the command line that repeats a measurement.
 */
#ifndef LSMBENCH_ENGINE_PLAN_H
#define LSMBENCH_ENGINE_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "engine/operation/operation.h"
#include "engine/text/text_list.h"
#include "fixtures/error.h"

#define PLAN_VARIANTS_MAXIMUM 16u
#define PLAN_CASES_MAXIMUM 65536u
/* Room for what plan_step_label writes. */
#define PLAN_LABEL_SIZE 1024u
/* A buffer of this size holds the value of any key. */
#define PLAN_VALUE_SIZE 65536u

/* An operation applied to a parameter value in one scratch file system. */
struct plan_case {
	const struct operation *operation;
	char *parameter;  /* canonical value, "" for none; owned by the plan */
	uint32_t scratch; /* index into scratches */
	bool added; /* as a variant's control or to be taken off another: nobody asked for it */
};

struct plan {
	/* Selection, as given. */
	char *suite;                 /* of suites, or "" */
	struct text_list operations; /* names, aliases or globs; empty: none but the suite's */
	struct text_list paths;      /* path shapes; empty (and no depths, no own paths): all */
	struct text_list depths;     /* "4", "1..32" */
	struct text_list own_paths;  /* absolute files */
	struct text_list
		directories; /* sizes; empty: the operation's defaults, as of all numbers */
	struct text_list descriptors;
	struct text_list processes;
	struct text_list cpus; /* filled in by plan_expand, for the defaults are the machine's */
	struct text_list of;   /* cases by name, for what runs others */
	struct text_list working_sets;
	struct text_list file_sizes;
	struct text_list sizes;
	struct text_list strides;
	struct text_list pages;
	struct text_list clients;
	struct text_list writers;
	struct text_list cases_given; /* whole cases by name: "stat FFF" */
	struct text_list scratches;   /* directories for scratch roots; empty: the default one */
	struct text_list variants;    /* the first is the baseline; empty: "none" */

	/*
	 * Counts and limits. 0 where the default applies, which plan_expand fills in: whoever
	 * lets a person edit a plan keeps the one that is not expanded.
	 */
	uint32_t runs;
	uint32_t passes;
	uint32_t repeats; /* runs a pass of an operation that times itself */
	uint64_t batch_ns;
	double precision;          /* relative half-width of the median's 95% interval; 0: off */
	uint64_t time_limit_ns;    /* for one case, over all its passes and variants; 0: none */
	uint64_t session_limit_ns; /* for the whole session; 0: none */
	bool quick;                /* two minutes at most */
	int cpu;                   /* the workers' CPU, -1: chosen */
	uint64_t seed;             /* 0: plan_expand takes one from the clock */
	char *default_file;        /* what the shape "default" stands for; "" for the usual one */
	uint32_t landlock_rules;   /* more rules a layer, for files that nobody opens */
	uint32_t landlock_depth;   /* directories between the allowed root and the case's own */
	bool no_controls;          /* add nothing: no control, nothing to take off another */
	bool no_aa;                /* leave the A/A variant out when variants are compared */
	bool subtract_loop; /* figures are shown less the empty loop's cost (step_summary.h) */
	uint32_t watchdog_seconds; /* how long a worker may be silent */
	/* Of operations that time themselves: see struct workload. */
	uint64_t interval_ns;
	uint32_t tree_files;
	uint64_t tree_bytes;
	uint64_t tree_seed;
	uint64_t steps;
	uint32_t warmups; /* runs of the command before a session's first, under each variant */
	bool cold;
	bool sync;
	bool no_shell;
	bool ignore_failure;
	char *tree;
	char *command;
	char *prepare;
	char *cleanup;
	char *label;
	char *note;

	/* Filled by plan_expand. */
	bool expanded;
	struct plan_case *cases;
	size_t case_count;
};

/* How a key's value is written and checked. */
enum plan_key_type {
	PLAN_KEY_TEXT,
	PLAN_KEY_WORDS, /* comma-separated list; may be given again, which adds */
	PLAN_KEY_EACH,  /* one item a time, not split */
	PLAN_KEY_COUNT,
	PLAN_KEY_SIZE, /* bytes: 4096, 16K, 256M, 1G; K, M and G of 1024 */
	PLAN_KEY_TIME, /* 100us, 1ms, 2s, 3min; a bare number is in default_unit */
	PLAN_KEY_PERCENT,
	PLAN_KEY_FLAG,
};

struct plan_key {
	const char *name; /* "ops": --ops on the command line, "ops: " in files */
	enum plan_key_type type;
	const char *argument; /* for help: "LIST"; NULL for a flag */
	const char *help;     /* one line, without a full stop */
	uint64_t minimum;     /* PLAN_KEY_COUNT, PLAN_KEY_SIZE and PLAN_KEY_TIME (ns) */
	uint64_t maximum;
	const char *default_unit; /* PLAN_KEY_TIME */
	uint64_t unset;           /* PLAN_KEY_COUNT: what the field holds while nothing is set */
	bool selects;             /* a text or list that says what is measured, not how */
	size_t offset;            /* of the key's field in struct plan, and its size */
	size_t size;
	/* A list of numbers that operations are applied to: the parameter they belong to, or NULL.
	 */
	const struct parameter *number;
	/*
	 * Check one item of a list, or a text, and give its canonical spelling (malloc'ed) in
	 * *canonical. NULL: any text will do. -EINVAL or -ENOMEM with a message.
	 */
	int (*check)(const char *item, char **canonical, struct error *error);
};

extern const struct plan_key plan_keys[];
extern const size_t plan_key_count;
const struct plan_key *plan_key_find(const char *name);

/* True when no key is set that selects: plan_expand takes the published suite then. */
bool plan_selects_nothing(const struct plan *plan);
/* Unset all keys that select. 0 or -ENOMEM. */
int plan_deselect(struct plan *plan);

/*
 * Whether a word of "ops" names the operation: by its name, its group or, unless it times itself,
 * a glob.
 */
bool plan_word_names(const char *word, const struct operation *operation);

/* An empty plan with defaults; needs plan_clear. */
void plan_init(struct plan *plan);
void plan_clear(struct plan *plan);
/* Make copy (uninitialised before) equal to plan. 0 or -ENOMEM. */
int plan_copy(struct plan *copy, const struct plan *plan);
/* Same selection, counts and cases. */
bool plan_equal(const struct plan *a, const struct plan *b);

/*
 * Set one key from text, as the command line, a plan file and a result's header do. -EINVAL with
 * a message that names the key, the value and what is allowed; plan is then unchanged. A value
 * is checked here as far as it stands alone: an unknown operation or shape, a number out of range.
 * Lists grow by what text holds and keep each item once. A flag takes "yes" and "no". An empty
 * text takes the key back to its default. What plan_expand had derived is dropped.
 */
int plan_set(struct plan *plan, const char *key, const char *text, struct error *error);

/*
 * The key's value as text for plan_set, in buffer; "" when it is not set. For PLAN_KEY_EACH index
 * selects the item (-ENOENT past the last); for the others index must be 0. -ERANGE when it does
 * not fit, which PLAN_VALUE_SIZE rules out; -EINVAL for an unknown key.
 */
int plan_get(const struct plan *plan, const char *key, size_t index, char *buffer, size_t size);

/*
 * Call each with every key that is set and its value, in the order of plan_keys; a PLAN_KEY_EACH
 * key comes once for each item. Ends early with what each returns when that is not 0. -ENOMEM.
 */
int plan_each(const struct plan *plan,
	      int (*each)(const struct plan_key *key, const char *value, void *argument),
	      void *argument);

/*
 * Fill in the defaults (300 runs, 2 passes, 1 ms batches; for two variants or more 100 runs, 15
 * passes, 100 us), choose a seed, add the A/A variant where due, and derive the cases. Behind them
 * comes, for a variant that no case is spared by, one that is (variant_control), unless
 * no_controls; and behind an operation whose figure is shown less another's, that one. A selection
 * that names nothing means the suite "published"; one that names only paths or numbers means every
 * operation that takes them. Each case occurs once, in the order suite, operations, cases_given;
 * the file systems of one case follow each other. The suite "lmbench" is measured in 8 passes of 5
 * runs where the plan does not say otherwise: its samples are spread. Quick means a session
 * limit of two minutes, a precision of 1% and 100 runs, or as many as fit into the two minutes (at
 * least 20). -EINVAL when the selection comes to nothing (a shape given only to operations that
 * take none) or to too much; plan is then unchanged. Expanding again changes nothing.
 */
int plan_expand(struct plan *plan, struct error *error);

/*
 * Take out of an expanded plan what expanding it puts in again, so that a person can go on editing
 * it. The seed stays: nobody can tell whether it was given or chosen.
 */
void plan_unexpand(struct plan *plan);

/*
 * The directories in which the plan's scratch roots are made: its own, else the default one. 0 or
 * -ENOMEM; parents needs text_list_clear either way.
 */
int plan_scratches(const struct plan *plan, struct text_list *parents);

/* Runs that a pass of a case has. */
uint32_t plan_case_runs(const struct plan *plan, size_t case_index);

/*
 * What the plan says to operations that time themselves, with the defaults filled in. -EINVAL for
 * a text that is too long.
 */
int plan_workload(const struct plan *plan, struct workload *workload, struct error *error);

/* How long a run of a case lasts that has an interval: as the plan says, or as is usual for it. */
uint64_t plan_interval_ns(const struct plan *plan, size_t case_index);

/* The fixture that a case needs: operation_fixture(), and what the plan says of it. */
int plan_fixture(const struct plan *plan, size_t case_index, struct fixture_spec *spec,
		 struct error *error);

/* Number of steps: cases times variants. */
size_t plan_step_count(const struct plan *plan);
/* The step of a case and a variant. A step's case is step / variants, its variant step % variants.
 */
size_t plan_step(const struct plan *plan, size_t case_index, size_t variant_index);
const struct plan_case *plan_step_case(const struct plan *plan, size_t step);
const char *plan_step_variant(const struct plan *plan, size_t step);
/* The same for people, in buffer, which is returned: of a variant by exec only its name. */
const char *plan_step_label(const struct plan *plan, size_t step, char buffer[PLAN_LABEL_SIZE]);

/*
 * True when a step is a control: its operation is one that neither its variant nor the baseline can
 * affect. A difference there speaks against the session, not about the variant.
 */
bool plan_step_is_control(const struct plan *plan, size_t step);

/*
 * The parameter as shown and as it stands in a result's parameter cell: the value, and with
 * several scratch file systems " on DIRECTORY" behind it, where that makes a difference (not for
 * absolute paths and what makes no system call). Truncated to size.
 */
void plan_case_parameter(const struct plan *plan, size_t case_index, char *buffer, size_t size);
/* "stat XXX/FFF", "chmod DIR100 on /dev/shm", "loop". */
void plan_case_name(const struct plan *plan, size_t case_index, char *buffer, size_t size);
/* The index of the case whose operation name and parameter cell these are; -ENOENT. */
long plan_find_case(const struct plan *plan, const char *operation, const char *parameter);

/* The command line that repeats it, quoted for a shell: "lsmbench run --ops stat ...". malloc'ed.
 */
char *plan_command(const struct plan *plan);

/*
 * Read "key: value" lines (blank lines and lines starting with # are skipped) from text of length
 * bytes, as a plan file has them. source names it in messages. A result file is read by
 * its own reader. Bounded: lines of at most 64 KiB, NUL refused, control characters escaped in
 * messages.
 */
int plan_read(struct plan *plan, const char *text, size_t length, const char *source,
	      struct error *error);

/* Write the set keys as such lines. */
void plan_write(const struct plan *plan, FILE *file);

#endif
