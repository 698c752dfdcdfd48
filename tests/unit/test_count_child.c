/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_count_child.c - a case is built, prepared and run in a child while a counter is read, which
 * reads a directory that is laid out as tracefs; whatever becomes of the child is told, and nothing
 * stays. That the kernel counts so is shown by tests/ladder.
 */
#include <sched.h>
#include <signal.h>

#include "engine/counting/count_child.h"
#include "engine/counting/count_task.h"
#include "tests/unit/tracefs_play.h"

struct ground {
	struct tracefs tracefs;
	struct hook_counter *counter;
	struct scratch scratch;
	struct plan plan;
	struct hook_table table;
};

static void ground_make(struct ground *ground, const struct playground *play, const char *cases)
{
	struct error error = {""};

	*ground = (struct ground){.counter = NULL};
	tracefs_make(play, &ground->tracefs);
	tracefs_open_counter(&ground->tracefs, &ground->counter);
	plan_init(&ground->plan);
	if (scratch_create(&ground->scratch, play->path, &error) < 0 ||
	    plan_set(&ground->plan, "ops", cases, &error) < 0 ||
	    plan_set(&ground->plan, "paths", "FFF", &error) < 0 ||
	    plan_expand(&ground->plan, &error) < 0)
		fail_msg("%s", error.text);
}

/* Nothing may stand in the scratch root but its marker. */
static void ground_clear(struct ground *ground)
{
	struct error error = {""};

	assert_int_equal(playground_entries(ground->scratch.path), 1);
	assert_int_equal(scratch_remove(&ground->scratch, &error), 0);
	hook_table_clear(&ground->table);
	plan_clear(&ground->plan);
	hook_counter_close(ground->counter);
}

static int run(struct ground *ground, size_t index, bool (*interrupted)(void), int *code,
	       struct error *error)
{
	const struct count_child child = {.plan = &ground->plan,
					  .index = index,
					  .counter = ground->counter,
					  .scratch = &ground->scratch,
					  .cpu = sched_getcpu(),
					  .interrupted = interrupted,
					  .interrupt_fd = -1};

	*code = 1;
	return count_child_run(&child, &ground->table, code, error);
}

static void a_case_is_counted(void **state)
{
	struct error error = {""};
	struct ground ground;
	int code;

	ground_make(&ground, *state, "stat,readdir");
	for (size_t i = 0; i < ground.plan.case_count; i++) {
		assert_int_equal(run(&ground, i, NULL, &code, &error), 0);
		if (code != 0)
			fail_msg("%s", error.text);
		assert_int_equal(ground.table.count_count, i + 1);
	}
	assert_string_equal(ground.table.counts[0].operation, "stat");
	assert_string_equal(ground.table.counts[0].parameter, "FFF");
	assert_string_equal(ground.table.counts[0].hook, "");
	ground_clear(&ground);
}

static void what_cannot_be_counted_is_told(void **state)
{
	struct error error = {""};
	struct ground ground;
	int code;

	ground_make(&ground, *state, "fsx,walk,stat");
	assert_int_equal(run(&ground, 0, NULL, &code, &error), 0);
	assert_int_equal(code, -EOPNOTSUPP);
	assert_non_null(strstr(error.text, "it times itself"));
	/* What is found in the child: there is no such path. */
	free(ground.plan.cases[ground.plan.case_count - 1].parameter);
	ground.plan.cases[ground.plan.case_count - 1].parameter = strdup("/nonesuch/file");
	assert_int_equal(run(&ground, ground.plan.case_count - 1, NULL, &code, &error), 0);
	assert_int_equal(code, -ENOENT);
	assert_non_null(strstr(error.text, "/nonesuch/file"));
	assert_int_equal(ground.table.count_count, 0);
	ground_clear(&ground);
}

static bool at_once(void)
{
	return true;
}

/* The only child that this process has. */
static void kill_child(void)
{
	char path[64];
	char text[64] = "";
	FILE *file;

	snprintf(path, sizeof(path), "/proc/self/task/%d/children", (int)getpid());
	file = fopen(path, "re");
	assert_non_null(file);
	if (fgets(text, sizeof(text), file))
		kill((pid_t)strtol(text, NULL, 10), SIGKILL);
	fclose(file);
}

static bool deadly(void)
{
	kill_child();
	return false;
}

static void a_child_that_dies_is_told_of(void **state)
{
	struct error error = {""};
	struct ground ground;
	int code;

	ground_make(&ground, *state, "stat");
	assert_int_equal(run(&ground, 0, deadly, &code, &error), 0);
	assert_int_equal(code, -ECHILD);
	assert_string_equal(error.text, "its process was killed by signal 9 (Killed)");
	assert_int_equal(run(&ground, 0, at_once, &code, &error), -EINTR);
	assert_int_equal(ground.table.count_count, 0);
	assert_int_equal(waitpid(-1, NULL, 0), -1);
	/* The next case is none the worse for it. */
	assert_int_equal(run(&ground, 0, NULL, &code, &error), 0);
	assert_int_equal(code, 0);
	ground_clear(&ground);
}

static void tell(struct count_task *task)
{
	task->tallies[1] = (struct count_tally){.count = 4};
	task->tallies[2] = (struct count_tally){.varies = true};
	count_task_end(task, 0, "");
	_exit(0);
}

static void counts_cross_from_a_child(void **state)
{
	struct count_task *task;
	struct error error = {""};
	struct ground ground;
	pid_t child;

	ground_make(&ground, *state, "stat");
	task = count_task_make(ground.counter, true);
	assert_non_null(task);
	strcpy(task->request.operation, "stat");
	strcpy(task->request.parameter, "FFF");
	count_task_begin(task);
	assert_int_equal(count_task_take(task, &ground.table, &error), -ECHILD);
	child = fork();
	if (child == 0)
		tell(task);
	assert_int_equal(waitpid(child, NULL, 0), child);
	assert_int_equal(count_task_take(task, &ground.table, &error), 0);
	assert_int_equal(ground.table.count_count, 2);
	assert_true(hook_table_count(&ground.table, "stat", "FFF", tracefs_hooks[1]) == 4);
	assert_string_equal(ground.table.counts[1].hook, tracefs_hooks[2]);
	assert_true(ground.table.counts[1].varies);
	count_task_begin(task);
	count_task_end(task, -ENOSPC, "no room");
	assert_int_equal(count_task_take(task, &ground.table, &error), -ENOSPC);
	assert_string_equal(error.text, "no room");
	count_task_free(task);
	ground_clear(&ground);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		PLAY(a_case_is_counted),
		PLAY(what_cannot_be_counted_is_told),
		PLAY(a_child_that_dies_is_told_of),
		PLAY(counts_cross_from_a_child),
	};

	return cmocka_run_group_tests_name("count child", tests, NULL, NULL);
}
