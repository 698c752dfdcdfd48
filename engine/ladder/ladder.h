/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ladder.h - the front end's door to a ladder: one or more kernels booted with one command line
 * after the other under QEMU's instruction counter, several at once, the same operations run in
 * each. As with session.h: open it, wait on its descriptor, take events until it has ended.
 */
#ifndef LSMBENCH_ENGINE_LADDER_H
#define LSMBENCH_ENGINE_LADDER_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/hooks/hook_table.h"
#include "engine/ladder/kernel_image.h"
#include "engine/ladder/ladder_rung.h"
#include "engine/plan/plan.h"
#include "engine/result/result.h"
#include "fixtures/error.h"

#define LADDER_SETTLE_SECONDS 5u  /* of guest time: costs next to no real time */
#define LADDER_LIMIT_SECONDS 120u /* of real time without a line of a guest */
/* Of boots and of the order of variants, where the plan names none: every figure is then that of
 * the last time. The A/A boot has the next one. */
#define LADDER_SEED 1u

struct ladder_plan {
	struct kernel_image *kernels;
	size_t kernel_count;
	struct ladder_rung *rungs; /* in the order in which they are shown */
	size_t rung_count;
	struct plan plan;  /* operations, paths, variants, runs, passes: not expanded */
	unsigned int jobs; /* guests at once; 0: as many as CPUs */
	unsigned int settle_seconds;
	unsigned int limit_seconds;
	bool measure;                 /* false: hooks only */
	bool hooks;                   /* count them in the first rung of each kernel */
	char log_directory[PATH_MAX]; /* where logs of failed guests are kept; "": in none */
};

void ladder_plan_init(struct ladder_plan *plan);
void ladder_plan_clear(struct ladder_plan *plan);
int ladder_plan_copy(struct ladder_plan *copy, const struct ladder_plan *plan);
/*
 * Take over kernel (moved). 0, -ENOMEM, or -EEXIST: the same image, by its digest, is there
 * already, whatever it is called; kernel stays the caller's.
 */
int ladder_plan_add_kernel(struct ladder_plan *plan, struct kernel_image *kernel,
			   struct error *error);
/*
 * Give every kernel the rungs of texts (as of ladder_rung_parse; none: ladder_rung_defaults of each
 * kernel), with append on each; with repeats, the first of each kernel once more as A/A and as
 * placebo; behind each rung whose list names a policy's module, the same with the policy. IMA is
 * there whatever a list says: where none names it, its policy goes with the first rung's list. The
 * rungs before are dropped. On errors, such as a policy whose module no rung starts (-EINVAL), plan
 * is unchanged.
 */
int ladder_plan_set_rungs(struct ladder_plan *plan, const struct text_list *texts,
			  const char *append, const struct guest_policy *policies,
			  size_t policy_count, bool repeats, struct error *error);
/*
 * Choose what a ladder measures when nothing is selected; then expand. Scratch directories and the
 * workers' CPU are dropped: a guest has its own. No A/A variant and no controls are added: the A/A
 * and placebo rungs take their place.
 */
int ladder_plan_expand(struct ladder_plan *plan, struct error *error);

enum rung_state {
	RUNG_QUEUED,
	RUNG_BOOTING,
	RUNG_SETTLING,
	RUNG_MEASURING,
	RUNG_COUNTING, /* hooks */
	RUNG_DONE,
	RUNG_FAILED,  /* twice; trouble says why */
	RUNG_STOPPED, /* by the person */
};

/* "queued", "booting", ... */
const char *rung_state_name(enum rung_state state);

struct rung_status {
	enum rung_state state;
	unsigned int attempt;     /* 1 or 2; 0 while queued */
	double elapsed_seconds;   /* of this attempt */
	double remaining_seconds; /* negative while unknown */
	size_t steps_done;
	bool booted;                    /* the guest has reported its environment */
	char reported[512];             /* the active modules that the guest reports; "" before */
	const struct result *result;    /* unit RESULT_INSTRUCTIONS; partial while it measures */
	const struct hook_table *hooks; /* NULL where none were asked for */
	const char *trouble;            /* what went wrong, with the guest's last lines; or "" */
	const char *log;                /* path of the log that was kept; or "" */
};

enum ladder_event_kind {
	LADDER_RUNG,    /* the state of a rung changed */
	LADDER_SAMPLES, /* a step of a rung has its samples */
	LADDER_HOOKS,
	LADDER_NOTICE, /* text: something to tell: a retry, a case that cannot be measured */
	LADDER_ENDED,
};

struct ladder_event {
	enum ladder_event_kind kind;
	size_t rung;
	char text[768];
};

struct ladder; /* opaque */

/*
 * Start. plan is copied and must be expanded. Finds QEMU and the guest's program, makes the
 * initramfs in a scratch root, starts the first guests. Errors leave nothing behind.
 */
int ladder_open(struct ladder **ladder, const struct ladder_plan *plan, struct error *error);
/* Readable when ladder_next has something to do. */
int ladder_fd(const struct ladder *ladder);
/* Work on what has arrived, without blocking: 1 and *event, or 0, or negative errno. */
int ladder_next(struct ladder *ladder, struct ladder_event *event);
/* End every guest; LADDER_ENDED follows. */
void ladder_stop(struct ladder *ladder);

const struct ladder_plan *ladder_plan_of(const struct ladder *ladder);
void ladder_status(const struct ladder *ladder, size_t rung, struct rung_status *status);
/* Estimated seconds until the end; negative while unknown. */
double ladder_remaining_seconds(const struct ladder *ladder);

/* End the guests, remove what was made, free. NULL is fine. */
void ladder_close(struct ladder *ladder);

/* Where the guest's program is: $LSMBENCH_GUEST, else beside this executable, else installed. */
int ladder_guest_program(char *buffer, size_t size, struct error *error);

#endif
