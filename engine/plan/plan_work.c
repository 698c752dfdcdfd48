/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * plan_work.c - what work a run of a case is, as far as the plan's settings shape it.
 */
#include <inttypes.h>
#include <stdio.h>

#include "engine/plan/plan_reader.h"
#include "engine/plan/plan_value.h"

/* A case's work, as it is told. */
struct shape {
	const struct operation *operation;
	const char *parameter;
	const struct workload *workload;
};

static bool reads(const struct shape *shape, const char *key)
{
	return plan_reader_reads(shape->operation, key);
}

static bool has_tree(const struct shape *shape)
{
	return reads(shape, "tree");
}

static bool has_writers(const struct shape *shape)
{
	return reads(shape, "sync") &&
	       parameter_number(shape->operation->parameter, shape->parameter) > 0;
}

static int add_flag(struct text_list *work, const char *key, bool value)
{
	return text_list_add_format(work, "%s %s", key, value ? "yes" : "no");
}

static int add_count(struct text_list *work, const char *key, uint64_t value)
{
	return text_list_add_format(work, "%s %" PRIu64, key, value);
}

static int add_time(struct text_list *work, const char *key, uint64_t ns)
{
	char text[48];

	plan_value_show_time(ns, text, sizeof(text));
	return text_list_add_format(work, "%s %s", key, text);
}

/* What comes first ends the run; what does not bound it is not set. */
static int add_steps(const struct shape *shape, struct text_list *work)
{
	const uint64_t within_ns = shape->workload->steps_within_ns;
	const uint64_t steps = shape->workload->steps;
	int status = within_ns > 0 ? add_time(work, "interval", within_ns)
				   : text_list_add(work, "interval ");

	if (status < 0)
		return status;
	return steps > 0 ? add_count(work, "steps", steps) : text_list_add(work, "steps ");
}

/* How long a run goes on. */
static int add_length(const struct shape *shape, struct text_list *work)
{
	if (reads(shape, "steps"))
		return add_steps(shape, work);
	return reads(shape, "interval") ? add_time(work, "interval", shape->workload->interval_ns)
					: 0;
}

static int add_tree(const struct shape *shape, struct text_list *work)
{
	int status = add_count(work, "tree-files", shape->workload->tree_files);

	if (status == 0)
		status = add_count(work, "tree-size", shape->workload->tree_bytes);
	if (status == 0)
		status = add_count(work, "tree-seed", shape->workload->tree_seed);
	return status < 0 ? status : add_flag(work, "cold", shape->workload->cold);
}

/* What a command finds, and what it leaves, is what these make of it. */
static int add_commands(const struct shape *shape, struct text_list *work)
{
	int status;

	if (!reads(shape, "command"))
		return 0;
	status = text_list_add_format(work, "prepare %s", shape->workload->prepare);
	if (status == 0)
		status = text_list_add_format(work, "cleanup %s", shape->workload->cleanup);
	/* The shell is timed, too. */
	return status < 0 ? status : add_flag(work, "no-shell", shape->workload->no_shell);
}

static int add_shape(const struct shape *shape, struct text_list *work)
{
	int status = add_length(shape, work);

	if (status == 0 && has_tree(shape))
		status = add_tree(shape, work);
	if (status == 0 && has_writers(shape))
		status = add_flag(work, "sync", shape->workload->sync);
	/* Which steps they are; as many others take as long. */
	if (status == 0 && reads(shape, "steps"))
		status = add_count(work, "seed", shape->workload->seed);
	return status < 0 ? status : add_commands(shape, work);
}

int plan_case_work(const struct plan *plan, size_t case_index, struct text_list *work)
{
	const struct plan_case *plan_case = &plan->cases[case_index];
	struct workload workload;
	const struct shape shape = {.operation = plan_case->operation,
				    .parameter = plan_case->parameter,
				    .workload = &workload};

	/* A text that is too long was refused when the session was opened; here none is told. */
	if (!plan_case->operation->record || plan_workload(plan, &workload, NULL) < 0)
		return 0;
	return add_shape(&shape, work);
}
