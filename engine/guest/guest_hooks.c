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

#include "engine/guest/guest_child.h"
#include "engine/hooks/hook_case.h"
#include "engine/hooks/hook_users.h"
#include "engine/worker/batch.h"
#include "engine/worker/prepared.h"
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

static int count_before(void *argument, uint64_t n)
{
	struct prepared *prepared = argument;

	return batch_before(prepared->operation, &prepared->context, n);
}

static int count_run(void *argument, uint64_t n)
{
	struct prepared *prepared = argument;

	return prepared->operation->run(&prepared->context, n);
}

static int count_after(void *argument, uint64_t n)
{
	struct prepared *prepared = argument;

	return batch_after(prepared->operation, &prepared->context, n, 0);
}

/* Whole periods, enough to tell what is called once a batch; few of what makes no calls at all. */
static uint64_t count_iterations(const struct prepared *prepared)
{
	const struct operation *operation = prepared->operation;
	const uint64_t period = operation_period(operation, prepared->context.number);
	uint64_t wanted = operation_makes_calls(operation) ? HOOK_CASE_ITERATIONS : 1;

	if (operation->most && wanted > operation->most)
		wanted = operation->most;
	return (wanted + period - 1) / period * period;
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

	if (code == 0) {
		const struct hook_case hook_case = {
			.operation = counting->request.operation,
			.parameter = counting->request.parameter,
			.batches = 1,
			.iterations = count_iterations(&prepared),
			.before = count_before,
			.run = count_run,
			.after = count_after,
			.argument = &prepared,
		};

		code = hook_case_count(counting->counter, &hook_case, &table, &error);
	}
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

static void report_case(const struct guest_ground *ground, size_t case_index,
			struct counting *counting, struct guest_report *report)
{
	struct error error = {""};
	char name[320];
	int code;

	plan_case_name(ground->plan, case_index, name, sizeof(name));
	/* Of no variant: a hook is called whoever listens. */
	setup_request_fill(&counting->request, ground->plan, case_index, &ground->scratch,
			   VARIANT_NONE);
	counting->directory = guest_case_build(ground, case_index, &error);
	code = counting->directory < 0 ? counting->directory : count_in_child(counting, &error);
	if (code < 0)
		report_uncounted(report, name, error.text);
	else
		report_counts(counting, (uint32_t)plan_step(ground->plan, case_index, 0), report);
	if (counting->directory >= 0)
		guest_case_remove(ground, case_index, counting->directory);
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
