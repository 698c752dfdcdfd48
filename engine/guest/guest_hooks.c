/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * guest_hooks.c - a case after the other in a child of its own, which counts, and tells through
 * shared memory.
 */
#include "engine/guest/guest_hooks.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include "engine/counting/count_prepared.h"
#include "engine/counting/count_refusal.h"
#include "engine/guest/guest_child.h"
#include "engine/hooks/hook_users.h"
#include "engine/worker/setup_request.h"

/* Guest time that counting a case may take. */
#define COUNT_SECONDS 20u

struct hook_tally {
	double count;
	bool varies;
};

/* In memory that the child shares. */
struct counting {
	struct worker_request request;
	struct hook_counter *counter;
	int directory;

	int code;
	char text[sizeof(((struct error *)NULL)->text)];
	bool ended;
	struct hook_tally tallies[]; /* in the order of hook_counter_hooks */
};

static struct counting *make_counting(struct hook_counter *counter)
{
	const size_t size = sizeof(struct counting) +
			    hook_counter_hooks(counter)->count * sizeof(struct hook_tally);
	struct counting *counting =
		mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (counting == MAP_FAILED)
		return NULL;
	counting->counter = counter;
	return counting;
}

/* From the child's table to the memory that it shares. */
static void keep_tallies(struct counting *counting, const struct hook_table *table)
{
	const struct text_list *hooks = hook_counter_hooks(counting->counter);

	for (size_t i = 0; i < table->count_count; i++)
		for (size_t j = 0; j < hooks->count; j++)
			if (strcmp(table->counts[i].hook, hooks->items[j]) == 0)
				counting->tallies[j] = (struct hook_tally){table->counts[i].count,
									   table->counts[i].varies};
}

/* In the child. */
static void count_case(void *argument)
{
	static struct prepared prepared;
	struct counting *counting = argument;
	struct hook_table table = {0};
	struct error error = {""};
	int code = prepared_make(&prepared, &counting->request, counting->directory, &error);

	if (code == 0)
		code = count_prepared(&prepared, counting->request.parameter, counting->counter,
				      true, &table, &error);
	keep_tallies(counting, &table);
	counting->code = code;
	snprintf(counting->text, sizeof(counting->text), "%s", error.text);
	counting->ended = true;
	prepared_release(&prepared);
}

static void report_counts(const struct counting *counting, uint32_t step,
			  struct guest_report *report)
{
	const struct text_list *hooks = hook_counter_hooks(counting->counter);
	struct guest_message message = {.kind = GUEST_HOOK, .step = step};
	bool any = false;

	for (size_t i = 0; i < hooks->count; i++) {
		message.hook = hooks->items[i];
		message.count = counting->tallies[i].count;
		message.varies = counting->tallies[i].varies;
		if (message.count <= 0 && !message.varies)
			continue;
		any = true;
		guest_report_send(report, &message);
	}
	if (any)
		return;
	message = (struct guest_message){.kind = GUEST_HOOK, .step = step, .hook = ""};
	guest_report_send(report, &message);
}

static void report_uncounted(struct guest_report *report, const char *what, const char *why)
{
	char text[1024];

	snprintf(text, sizeof(text), "%.200s: %.800s", what, why);
	guest_report_send(report, &(struct guest_message){.kind = GUEST_UNWATCHED, .text = text});
}

static int count_in_child(struct counting *counting, struct error *error)
{
	int code;

	memset(counting->tallies, 0,
	       hook_counter_hooks(counting->counter)->count * sizeof(counting->tallies[0]));
	counting->ended = false;
	code = guest_child_run(count_case, counting, COUNT_SECONDS, error);
	if (!counting->ended)
		return code < 0 ? code : -ECHILD;
	return counting->code < 0 ? error_set(error, counting->code, "%s", counting->text) : 0;
}

/* Why a case's hooks cannot be counted here: an errno with a line, or 0. */
static int check_case(const struct plan_case *plan_case, struct error *error)
{
	char reason[COUNT_REFUSAL_SIZE];
	char missing[GUEST_CASE_REASON_SIZE];

	count_refusal(plan_case->operation, reason);
	guest_case_missing(plan_case->operation, missing);
	if (!reason[0] && !missing[0])
		return 0;
	return error_set(error, -EOPNOTSUPP, "%s", reason[0] ? reason : missing);
}

static int build_and_count(const struct guest_ground *ground, size_t case_index,
			   struct counting *counting, struct error *error)
{
	int code = check_case(&ground->plan->cases[case_index], error);

	if (code < 0)
		return code;
	counting->directory = guest_case_build(ground, case_index, error);
	if (counting->directory < 0)
		return counting->directory;
	code = count_in_child(counting, error);
	guest_case_remove(ground, case_index, counting->directory);
	return code;
}

static void report_case(const struct guest_ground *ground, size_t case_index,
			struct counting *counting, struct guest_report *report)
{
	struct error error = {""};
	char name[320];

	plan_case_name(ground->plan, case_index, name, sizeof(name));
	/* Of no variant: a hook is called whoever listens. */
	setup_request_fill(&counting->request, ground->plan, case_index, &ground->scratch,
			   VARIANT_NONE);
	if (build_and_count(ground, case_index, counting, &error) < 0)
		report_uncounted(report, name, error.text);
	else
		report_counts(counting, (uint32_t)plan_step(ground->plan, case_index, 0), report);
}

static void report_users(struct guest_report *report)
{
	struct hook_table table = {0};
	struct error error = {""};

	if (hook_users_read(&table, &error) < 0)
		report_uncounted(report, "which module has which hook", error.text);
	for (size_t i = 0; i < table.user_count; i++)
		guest_report_send(report, &(struct guest_message){.kind = GUEST_USER,
								  .key = table.users[i].module,
								  .hook = table.users[i].hook});
	hook_table_clear(&table);
}

int guest_hooks_count(const struct guest_ground *ground, struct guest_report *report,
		      struct error *error)
{
	struct hook_counter *counter = NULL;
	struct counting *counting;
	const struct text_list *refused;
	struct error why = {""};

	report_users(report);
	if (hook_counter_open(&counter, &why) < 0) {
		report_uncounted(report, "all hooks", why.text);
		return 0;
	}
	refused = hook_counter_refused(counter);
	for (size_t i = 0; i < refused->count; i++)
		guest_report_send(report, &(struct guest_message){.kind = GUEST_UNWATCHED,
								  .text = refused->items[i]});
	counting = make_counting(counter);
	if (!counting)
		return error_set(error, -ENOMEM, "out of memory");
	for (size_t i = 0; i < ground->plan->case_count; i++)
		report_case(ground, i, counting, report);
	return 0;
}
