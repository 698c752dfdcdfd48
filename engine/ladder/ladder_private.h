/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ladder_private.h - what the files of a running ladder share: ladder.c (the door, and the events),
 * ladder_files.c (the scratch root and what guests start from), ladder_boots.c (whose turn it is,
 * and what happens to those that fail), ladder_receive.c (from messages to a result),
 * ladder_facts.c (what a result says of its rung), ladder_log.c (logs that are kept),
 * ladder_estimate.c.
 */
#ifndef LSMBENCH_ENGINE_LADDER_PRIVATE_H
#define LSMBENCH_ENGINE_LADDER_PRIVATE_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

#include "engine/ladder/boot.h"
#include "engine/ladder/ladder.h"
#include "fixtures/scratch_guarded.h"

/* A guest that panics, hangs or is damaged on its way gets a second chance. */
#define LADDER_ATTEMPTS 2u
/* A rung's name in messages. */
#define LADDER_NAME_SIZE 256u

/* A rung on its way. */
struct rung_run {
	struct ladder *ladder;
	enum rung_state state;
	unsigned int attempt; /* begun so far */
	struct boot *boot;    /* while it runs */
	size_t initramfs;     /* number of the archive that it starts from */
	bool counts_hooks;
	bool begun; /* result holds something */
	struct result result;
	struct hook_table hooks;
	size_t steps_done;
	bool listed; /* the guest has told which modules are active: reported */
	bool booted; /* it has told all of its environment */
	char reported[512];
	int receive_code;   /* what it told cannot be taken: negative errno */
	double elapsed;     /* of the last attempt, once that has ended */
	char *trouble;      /* NULL: none */
	char log[PATH_MAX]; /* that was kept last; "" */
};

struct ladder {
	struct ladder_plan plan;
	struct qemu qemu;
	char session[17]; /* what the rungs of one ladder have in common, and no other's */
	struct scratch_guarded root;
	struct rung_run *runs; /* as many as the plan has rungs */
	size_t jobs;
	int poll_fd;
	int bell_fd; /* readable while there is an event to take */
	bool ringing;
	bool stopped;
	bool told_end;
	struct ladder_event *events;
	size_t event_first;
	size_t event_count;
	size_t event_capacity;
};

static inline size_t rung_index(const struct rung_run *run)
{
	return (size_t)(run - run->ladder->runs);
}

static inline const struct ladder_rung *rung_of(const struct rung_run *run)
{
	return &run->ladder->plan.rungs[rung_index(run)];
}

/* ladder.c */

/* Queue an event; without memory it is lost, but never the end. */
void ladder_tell(struct ladder *ladder, enum ladder_event_kind kind, size_t rung,
		 const char *format, ...) __attribute__((format(printf, 4, 5)));
/* Change a rung's state and tell. */
void ladder_set_state(struct rung_run *run, enum rung_state state);
/* What a rung is called by now, in buffer, which is returned. */
const char *ladder_name_of(const struct rung_run *run, char buffer[LADDER_NAME_SIZE]);
/* How many bytes of a text its first line has. */
int ladder_line_length(const char *text);

/* ladder_files.c */

/* Make the scratch root and an archive for each kind of guest. */
int ladder_make_files(struct ladder *ladder, struct error *error);
/* The path of the archive that a rung starts from, and of its log. 0 or -ENAMETOOLONG. */
int ladder_initramfs_path(const struct rung_run *run, char path[PATH_MAX]);
int ladder_log_path(const struct rung_run *run, char path[PATH_MAX]);

/* ladder_boots.c */

/* Start guests as long as there are rungs waiting and CPUs for them. */
void ladder_start_guests(struct ladder *ladder);
/* Take what a rung's guest has to say, and look after it when it has ended. */
void ladder_serve(struct rung_run *run);
/* The person has had enough of it: end it where it is. */
void ladder_stop_rung(struct rung_run *run);
bool ladder_rung_is_over(const struct rung_run *run);

/* ladder_receive.c */

/* An empty result for a new attempt. 0 or -ENOMEM. */
int ladder_begin_result(struct rung_run *run);
/* A boot_listener; argument is a struct rung_run. */
void ladder_receive(void *argument, const struct guest_message *message);
/* Nothing more will come; the guest has done what it was asked for, or not, for that reason. */
void ladder_finish_result(struct rung_run *run, const char *reason);
void ladder_drop_result(struct rung_run *run);

/* ladder_facts.c */

/* Write down in the result which rung it is. 0 or -ENOMEM. */
int ladder_record_facts(struct rung_run *run);
/* The same of its name, which depends on what the guest reports. */
int ladder_record_name(struct rung_run *run);

/* ladder_log.c */

/* Keep the log of an attempt that has failed for the reason trouble: run->log names it then. */
int ladder_keep_log(struct rung_run *run, const char *trouble, struct error *error);

#endif
