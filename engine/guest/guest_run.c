/* SPDX-License-Identifier: GPL-2.0-or-later */
/* guest_run.c - what a guest does, in its order. */
#include "engine/guest/guest_run.h"

#include <errno.h>
#include <stdlib.h>
#include <time.h>

#include "engine/guest/guest_case.h"
#include "engine/guest/guest_hooks.h"
#include "engine/guest/guest_measure.h"
#include "engine/guest/guest_place.h"
#include "engine/guest/guest_report.h"
#include "engine/guest/guest_task.h"

struct guest {
	struct guest_report report;
	struct guest_task task;
	struct plan plan;
	struct guest_ground ground;
};

static int read_task(struct guest *guest, struct error *error)
{
	char *text = NULL;
	size_t length;
	int code = guest_place_read("/" GUEST_TASK_FILE, &text, &length, error);

	if (code == 0)
		code = guest_task_read(&guest->task, text, error);
	free(text);
	return code;
}

static int read_plan(struct guest *guest, struct error *error)
{
	static const char name[] = "/" GUEST_PLAN_FILE;
	char *text = NULL;
	size_t length;
	int code = guest_place_read(name, &text, &length, error);

	plan_init(&guest->plan);
	if (code == 0)
		code = plan_read(&guest->plan, text, length, name, error);
	if (code == 0)
		code = plan_expand(&guest->plan, error);
	free(text);
	if (code == 0 && guest->task.steps > 0 &&
	    guest->task.steps != plan_step_count(&guest->plan))
		return error_set(error, -EINVAL,
				 "the plan comes to %zu steps in the guest and to %u outside: is "
				 "lsmbench-guest of another version?",
				 plan_step_count(&guest->plan), guest->task.steps);
	return code;
}

/* Before the environment is told, which then has it in it. */
static int load_policy(struct guest *guest, struct error *error)
{
	char *bytes = NULL;
	size_t size;
	int code = 0;

	if (guest->task.policy.module)
		code = guest_place_read("/" GUEST_POLICY_FILE, &bytes, &size, error);
	if (code == 0 && bytes)
		code = guest_policy_load(&guest->task.policy, bytes, size, error);
	free(bytes);
	return code;
}

static int report_environment(struct guest *guest, struct error *error)
{
	struct environment environment = {0};
	struct text_list places = {0};
	const struct environment_request request = {.scratches = &places, .cpu = 0};
	int code = text_list_add(&places, GUEST_SCRATCH_DIRECTORY);

	if (code == 0)
		code = environment_collect(&environment, &request, error);
	if (code == 0)
		guest_report_environment(&guest->report, &environment);
	environment_clear(&environment);
	text_list_clear(&places);
	return code;
}

/* What the kernel does after its start is done by then. Nothing runs, and the clock jumps. */
static void settle(struct guest *guest)
{
	struct timespec time = {.tv_sec = guest->task.settle_seconds};

	guest_report_state(&guest->report, "settling");
	while (nanosleep(&time, &time) < 0 && errno == EINTR)
		;
}

static int prepare(struct guest *guest, struct error *error)
{
	int code = read_task(guest, error);

	if (code == 0)
		code = read_plan(guest, error);
	if (code == 0)
		code = load_policy(guest, error);
	if (code == 0)
		code = report_environment(guest, error);
	if (code < 0)
		return code;
	guest_place_make_files(&guest->plan);
	return guest_ground_make(&guest->ground, &guest->plan, error);
}

static int work(struct guest *guest, struct error *error)
{
	int code = prepare(guest, error);

	if (code < 0)
		return code;
	settle(guest);
	if (guest->task.measure) {
		guest_report_state(&guest->report, "measuring");
		code = guest_measure(&guest->ground, &guest->task, &guest->report, error);
	}
	if (code == 0 && guest->task.hooks) {
		guest_report_state(&guest->report, "counting hooks");
		code = guest_hooks_count(&guest->ground, &guest->report, error);
	}
	return code;
}

void guest_run(void)
{
	static struct guest guest;
	struct error error = {""};
	int code;

	guest_place_make();
	/* Without a line there is nobody to tell. */
	if (guest_report_open(&guest.report) < 0)
		return;
	guest_report_send(&guest.report,
			  &(struct guest_message){.kind = GUEST_HELLO, .number = GUEST_PROTOCOL});
	code = work(&guest, &error);
	if (code < 0)
		guest_report_trouble(&guest.report, code, error.text);
	guest_report_end(&guest.report);
	guest_report_drain(&guest.report);
}
