/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ladder_boots.c - which guest is started when, and what becomes of those that fail. */
#include "engine/ladder/ladder_private.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>

bool ladder_rung_is_over(const struct rung_run *run)
{
	return run->state == RUNG_DONE || run->state == RUNG_FAILED || run->state == RUNG_STOPPED;
}

static void set_trouble(struct rung_run *run, const char *text)
{
	free(run->trouble);
	run->trouble = strdup(text);
}

/* The last attempt is over: keep what it came to, end its boot. */
static void put_down(struct rung_run *run)
{
	if (!run->boot)
		return;
	boot_stop(run->boot);
	run->elapsed = boot_elapsed_seconds(run->boot);
	boot_free(run->boot);
	run->boot = NULL;
}

static void keep_log(struct rung_run *run)
{
	char name[LADDER_NAME_SIZE];
	struct error error;

	run->log[0] = '\0';
	if (ladder_keep_log(run, run->trouble ? run->trouble : "", &error) < 0)
		ladder_tell(run->ladder, LADDER_NOTICE, rung_index(run),
			    "%s: its log is not kept: %s", ladder_name_of(run, name), error.text);
}

/* An attempt has failed for the reason that trouble says. */
static void fail(struct rung_run *run, const char *trouble, bool again)
{
	char name[LADDER_NAME_SIZE];

	set_trouble(run, trouble);
	/* What was given may belong to the boot, which ends here. */
	trouble = run->trouble ? run->trouble : "";
	put_down(run);
	keep_log(run);
	if (again && run->attempt < LADDER_ATTEMPTS) {
		ladder_tell(run->ladder, LADDER_NOTICE, rung_index(run),
			    "%s: %.*s; it is booted once more%s%s", ladder_name_of(run, name),
			    ladder_line_length(trouble), trouble,
			    run->log[0] ? ", its log is " : "", run->log);
		ladder_set_state(run, RUNG_QUEUED);
		return;
	}
	ladder_finish_result(run, "the guest failed");
	ladder_set_state(run, RUNG_FAILED);
}

static int start_boot(struct rung_run *run, const char *command_line, struct error *error)
{
	struct ladder *ladder = run->ladder;
	const struct ladder_rung *rung = rung_of(run);
	char initramfs[PATH_MAX];
	char log[PATH_MAX];
	struct boot_request request = {
		.qemu = &ladder->qemu,
		.guest = {.kernel = ladder->plan.kernels[rung->kernel].path,
			  .initramfs = initramfs,
			  .command_line = command_line,
			  .log = log,
			  .seed = rung->seed},
		.limit_seconds = ladder->plan.limit_seconds,
		.listener = ladder_receive,
		.argument = run,
	};
	int code = ladder_initramfs_path(run, initramfs);

	if (code == 0)
		code = ladder_log_path(run, log);
	if (code < 0)
		return error_set(error, code, "the scratch root's path is too long");
	return boot_start(&run->boot, &request, error);
}

static int watch(struct rung_run *run, struct error *error)
{
	struct epoll_event event = {.events = EPOLLIN, .data.u64 = rung_index(run) + 1};

	if (epoll_ctl(run->ladder->poll_fd, EPOLL_CTL_ADD, boot_fd(run->boot), &event) < 0)
		return error_set(error, -errno, "cannot wait for the guest: %s",
				 error_words(errno));
	return 0;
}

static void start(struct rung_run *run)
{
	char *command_line = ladder_rung_command_line(rung_of(run));
	struct error error;
	int code;

	run->attempt++;
	ladder_drop_result(run);
	code = ladder_begin_result(run);
	if (code < 0 || !command_line)
		code = error_set(&error, -ENOMEM, "out of memory");
	if (code == 0)
		code = start_boot(run, command_line, &error);
	if (code == 0)
		code = watch(run, &error);
	free(command_line);
	if (code < 0)
		fail(run, error.text, true);
	else
		ladder_set_state(run, RUNG_BOOTING);
}

void ladder_start_guests(struct ladder *ladder)
{
	size_t running = 0;

	for (size_t i = 0; i < ladder->plan.rung_count; i++)
		running += ladder->runs[i].boot != NULL;
	for (size_t i = 0; i < ladder->plan.rung_count && running < ladder->jobs; i++) {
		struct rung_run *run = &ladder->runs[i];

		if (ladder->stopped || run->state != RUNG_QUEUED)
			continue;
		start(run);
		running += run->boot != NULL;
	}
	/* None could even be started: those that wait for their second attempt are next. */
	for (size_t i = 0; i < ladder->plan.rung_count && running == 0; i++) {
		if (!ladder->stopped && ladder->runs[i].state == RUNG_QUEUED) {
			start(&ladder->runs[i]);
			running += ladder->runs[i].boot != NULL;
		}
	}
}

static void finish(struct rung_run *run)
{
	put_down(run);
	free(run->trouble);
	run->trouble = NULL;
	ladder_finish_result(run, NULL);
	if (run->counts_hooks)
		ladder_tell(run->ladder, LADDER_HOOKS, rung_index(run), "%s", "");
	ladder_set_state(run, RUNG_DONE);
}

static const char *why_not_taken(int code)
{
	return code == -EPROTO ? "it does not fit the plan that it was given"
	       : code == -ENODATA
		       ? "it counted 0 instructions, and no call takes none (is -icount at work?)"
		       : error_words(code);
}

/* What was taken from a guest that then tells nonsense is no more to be trusted. */
static void refuse(struct rung_run *run)
{
	char text[256];

	snprintf(text, sizeof(text), "what the guest tells cannot be taken: %s",
		 why_not_taken(run->receive_code));
	run->result.sample_count = 0;
	run->result.reading_count = 0;
	fail(run, text, true);
}

void ladder_serve(struct rung_run *run)
{
	enum boot_state state;

	if (!run->boot)
		return;
	state = boot_work(run->boot);
	if (run->receive_code < 0) {
		refuse(run);
	} else if (state == BOOT_DONE && run->ladder->plan.measure &&
		   run->result.sample_count == 0) {
		fail(run, "the guest has ended without a figure of any case", false);
	} else if (state == BOOT_DONE) {
		finish(run);
	} else if (state != BOOT_STARTING && state != BOOT_RUNNING) {
		/* What a guest says of itself it would say again. */
		fail(run, boot_trouble(run->boot), state != BOOT_TROUBLE);
	}
}

void ladder_stop_rung(struct rung_run *run)
{
	if (ladder_rung_is_over(run))
		return;
	put_down(run);
	ladder_finish_result(run, "the ladder was stopped");
	ladder_set_state(run, RUNG_STOPPED);
}
