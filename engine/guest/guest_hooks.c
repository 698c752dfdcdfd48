/* SPDX-License-Identifier: GPL-2.0-or-later */
/* guest_hooks.c - a case after the other, each counted in a child of its own. */
#include "engine/guest/guest_hooks.h"

#include <errno.h>
#include <stdio.h>

#include "engine/counting/count_refusal.h"
#include "engine/counting/count_task.h"
#include "engine/guest/guest_child.h"
#include "engine/hooks/hook_users.h"
#include "engine/worker/setup_request.h"

/* Guest time that counting a case may take. */
#define COUNT_SECONDS 20u

static void report_counts(const struct hook_table *table, uint32_t step,
			  struct guest_report *report)
{
	for (size_t i = 0; i < table->count_count; i++)
		guest_report_send(report,
				  &(struct guest_message){.kind = GUEST_HOOK,
							  .step = step,
							  .hook = table->counts[i].hook,
							  .count = table->counts[i].count,
							  .varies = table->counts[i].varies});
}

static void report_uncounted(struct guest_report *report, const char *what, const char *why)
{
	char text[1024];

	snprintf(text, sizeof(text), "%.200s: %.800s", what, why);
	guest_report_send(report, &(struct guest_message){.kind = GUEST_UNWATCHED, .text = text});
}

static int count_in_child(struct count_task *task, struct hook_table *table, struct error *error)
{
	int code;

	count_task_begin(task);
	code = guest_child_run(count_task_perform, task, COUNT_SECONDS, error);
	return !task->ended && code < 0 ? code : count_task_take(task, table, error);
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
			   struct count_task *task, struct hook_table *table, struct error *error)
{
	int code = check_case(&ground->plan->cases[case_index], error);

	if (code < 0)
		return code;
	task->directory = guest_case_build(ground, case_index, error);
	if (task->directory < 0)
		return task->directory;
	/* Of no variant: a hook is called whoever listens. */
	setup_request_fill(&task->request, ground->plan, case_index, &ground->scratch,
			   VARIANT_NONE);
	code = count_in_child(task, table, error);
	guest_case_remove(ground, case_index, task->directory);
	return code;
}

static void report_case(const struct guest_ground *ground, size_t case_index,
			struct count_task *task, struct guest_report *report)
{
	struct hook_table table = {0};
	struct error error = {""};
	char name[320];

	plan_case_name(ground->plan, case_index, name, sizeof(name));
	if (build_and_count(ground, case_index, task, &table, &error) < 0)
		report_uncounted(report, name, error.text);
	else
		report_counts(&table, (uint32_t)plan_step(ground->plan, case_index, 0), report);
	hook_table_clear(&table);
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
	struct count_task *task;
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
	task = count_task_make(counter, true);
	if (!task)
		return error_set(error, -ENOMEM, "out of memory");
	for (size_t i = 0; i < ground->plan->case_count; i++)
		report_case(ground, i, task, report);
	return 0;
}
