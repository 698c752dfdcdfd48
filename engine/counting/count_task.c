/* SPDX-License-Identifier: GPL-2.0-or-later */
/* count_task.c - counts on their way from a child to its parent. */
#include "engine/counting/count_task.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include "engine/counting/count_prepared.h"

static size_t hooks_of(const struct count_task *task)
{
	return hook_counter_hooks(task->counter)->count;
}

static size_t task_size(const struct hook_counter *counter)
{
	return sizeof(struct count_task) +
	       hook_counter_hooks(counter)->count * sizeof(struct count_tally);
}

struct count_task *count_task_make(struct hook_counter *counter, bool quiet)
{
	struct count_task *task = mmap(NULL, task_size(counter), PROT_READ | PROT_WRITE,
				       MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (task == MAP_FAILED)
		return NULL;
	task->counter = counter;
	task->quiet = quiet;
	return task;
}

void count_task_free(struct count_task *task)
{
	if (task)
		munmap(task, task_size(task->counter));
}

void count_task_begin(struct count_task *task)
{
	task->ended = false;
	task->code = 0;
	memset(task->tallies, 0, hooks_of(task) * sizeof(task->tallies[0]));
}

void count_task_end(struct count_task *task, int code, const char *text)
{
	task->code = code;
	snprintf(task->text, sizeof(task->text), "%s", text);
	task->ended = true;
}

static void keep_tallies(struct count_task *task, const struct hook_table *table)
{
	const struct text_list *hooks = hook_counter_hooks(task->counter);

	for (size_t i = 0; i < table->count_count; i++)
		for (size_t j = 0; j < hooks->count; j++)
			if (strcmp(table->counts[i].hook, hooks->items[j]) == 0)
				task->tallies[j] = (struct count_tally){table->counts[i].count,
									table->counts[i].varies};
}

void count_task_perform(void *argument)
{
	struct prepared prepared = {.operation = NULL};
	struct count_task *task = argument;
	struct hook_table table = {0};
	struct error error = {""};
	int code = prepared_make(&prepared, &task->request, task->directory, &error);

	if (code == 0)
		code = count_prepared(&prepared, task->request.parameter, task->counter,
				      task->quiet, &table, &error);
	keep_tallies(task, &table);
	hook_table_clear(&table);
	/* One that hangs while it releases what it had has counted all the same. */
	count_task_end(task, code, error.text);
	prepared_release(&prepared);
}

static int add(const struct count_task *task, const char *hook, struct count_tally tally,
	       struct hook_table *table)
{
	/* Copied there. */
	const struct hook_count count = {.operation = (char *)task->request.operation,
					 .parameter = (char *)task->request.parameter,
					 .hook = (char *)hook,
					 .count = tally.count,
					 .varies = tally.varies};

	return hook_table_add(table, &count);
}

static int add_all(const struct count_task *task, struct hook_table *table)
{
	const struct text_list *hooks = hook_counter_hooks(task->counter);
	bool any = false;
	int status = 0;

	for (size_t i = 0; i < hooks->count && status == 0; i++) {
		if (task->tallies[i].count <= 0 && !task->tallies[i].varies)
			continue;
		any = true;
		status = add(task, hooks->items[i], task->tallies[i], table);
	}
	return any ? status : add(task, "", (struct count_tally){0}, table);
}

int count_task_take(const struct count_task *task, struct hook_table *table, struct error *error)
{
	if (!task->ended)
		return error_set(error, -ECHILD, "its process ended without an answer");
	if (task->code < 0)
		return error_set(error, task->code, "%s", task->text);
	return add_all(task, table) < 0 ? error_set(error, -ENOMEM, "out of memory") : 0;
}
