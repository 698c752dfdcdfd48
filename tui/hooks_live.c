/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * hooks_live.c - counts the hooks that cases call in the running kernel.
 */
#include "tui/hooks_live.h"

#include <errno.h>
#include <sys/utsname.h>

#include "engine/counting/count_child.h"
#include "engine/hooks/hook_users.h"
#include "engine/worker/cpu.h"
#include "fixtures/scratch_guarded.h"
#include "tui/command.h"
#include "tui/signals.h"
#include "tui/state.h"

struct live {
	const struct plan *plan;
	struct hook_counter *counter;
	struct scratch_guarded root;
	int cpu;
	struct hook_table *table;
	size_t failed;
};

static bool interrupted(void)
{
	return signals_first() != 0;
}

/* A case that cannot be counted is told of, and the next one is. */
static int count_case(struct live *live, size_t index, struct error *error)
{
	const struct count_child child = {.plan = live->plan,
					  .index = index,
					  .counter = live->counter,
					  .scratch = &live->root.scratch,
					  .cpu = live->cpu,
					  .interrupted = interrupted,
					  .interrupt_fd = signals_fd()};
	char name[2 * PATH_MAX];
	int code;
	int status = count_child_run(&child, live->table, &code, error);

	if (status < 0 || code == 0)
		return status;
	plan_case_name(live->plan, index, name, sizeof(name));
	command_complain("%s: %s%s", name, code == -EOPNOTSUPP ? "skipped: " : "", error->text);
	if (code != -EOPNOTSUPP)
		live->failed++;
	return 0;
}

static int make_scratch(struct live *live, struct error *error)
{
	struct text_list parents = {0};
	int status = plan_scratches(live->plan, &parents);

	if (status < 0)
		status = error_set(error, status, "out of memory");
	else
		status = scratch_guarded_create(&live->root, parents.items[0], error);
	text_list_clear(&parents);
	if (status == 0)
		(void)state_remember_scratches(live->plan, NULL);
	return status;
}

static int count_all(struct live *live, struct error *error)
{
	struct error why = {""};
	int status = make_scratch(live, error);

	if (status < 0)
		return status;
	for (size_t i = 0; i < live->plan->case_count && status == 0; i++)
		status = interrupted() ? error_set(error, -EINTR, "interrupted")
				       : count_case(live, i, error);
	if (scratch_guarded_remove(&live->root, &why) < 0)
		command_complain("%s", why.text);
	return status;
}

/* What is said of the kernel beside counts. */
static int describe(struct live *live, struct error *error)
{
	struct utsname name;
	int status = uname(&name) < 0 ? -errno : 0;

	if (status == 0)
		status = hook_table_set_release(live->table, name.release);
	if (status == 0)
		status = hook_counter_take_refused(live->counter, live->table);
	if (status < 0)
		return error_set(error, status, "%s", error_words(status));
	return hook_users_read(live->table, error);
}

int hooks_live_count(const struct plan *plan, struct hook_table *table, size_t *failed,
		     struct error *error)
{
	struct live live = {.plan = plan, .table = table};
	int status = cpu_choose(plan->cpu, &live.cpu, error);

	*failed = 0;
	if (status == 0)
		status = hook_counter_open(&live.counter, error);
	if (status < 0)
		return status;
	status = describe(&live, error);
	if (status == 0)
		status = count_all(&live, error);
	hook_counter_close(live.counter);
	*failed = live.failed;
	return status;
}
