/* SPDX-License-Identifier: GPL-2.0-or-later */
/* guest_task.c - the lines of a guest's task, written and read. */
#include "engine/guest/guest_task.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "engine/text/number_read.h"
#include "fixtures/text_show.h"

/* Longer than anybody waits. */
#define SETTLE_MAXIMUM 3600u

void guest_task_write(const struct guest_task *task, FILE *file)
{
	fprintf(file, "settle: %u\n", task->settle_seconds);
	fprintf(file, "measure: %s\n", task->measure ? "yes" : "no");
	fprintf(file, "hooks: %s\n", task->hooks ? "yes" : "no");
	if (task->steps > 0)
		fprintf(file, "steps: %u\n", task->steps);
	if (task->policy.module && task->policy.domain)
		fprintf(file, "policy: %s %s\n", task->policy.module, task->policy.domain);
	else if (task->policy.module)
		fprintf(file, "policy: %s\n", task->policy.module);
}

static int read_settle(struct guest_task *task, const char *value)
{
	uint64_t seconds;

	if (number_parse(value, SETTLE_MAXIMUM, &seconds) < 0)
		return -EINVAL;
	task->settle_seconds = (unsigned int)seconds;
	return 0;
}

static int read_flag(const char *value, bool *flag)
{
	*flag = strcmp(value, "yes") == 0;
	return *flag || strcmp(value, "no") == 0 ? 0 : -EINVAL;
}

static int read_measure(struct guest_task *task, const char *value)
{
	return read_flag(value, &task->measure);
}

static int read_hooks(struct guest_task *task, const char *value)
{
	return read_flag(value, &task->hooks);
}

static int read_steps(struct guest_task *task, const char *value)
{
	uint64_t steps;

	if (number_parse(value, UINT32_MAX, &steps) < 0)
		return -EINVAL;
	task->steps = (uint32_t)steps;
	return 0;
}

/* The domain runs to the end of the line: a profile's name may have blanks. */
static int read_policy(struct guest_task *task, const char *value)
{
	struct guest_policy *policy = &task->policy;
	const size_t length = strcspn(value, " ");
	const char *domain = value[length] ? value + length + 1 : NULL;

	if (policy->module || length == 0 || (domain && !domain[0]))
		return -EINVAL;
	policy->module = strndup(value, length);
	policy->domain = domain ? strdup(domain) : NULL;
	return policy->module && (!domain || policy->domain) ? 0 : -ENOMEM;
}

static const struct {
	const char *name;
	int (*read)(struct guest_task *task, const char *value);
} task_keys[] = {
	{"settle: ", read_settle}, {"measure: ", read_measure}, {"hooks: ", read_hooks},
	{"steps: ", read_steps},   {"policy: ", read_policy},
};

static int read_line(struct guest_task *task, const char *line)
{
	for (size_t i = 0; i < sizeof(task_keys) / sizeof(task_keys[0]); i++) {
		const size_t length = strlen(task_keys[i].name);

		if (strncmp(line, task_keys[i].name, length) == 0)
			return task_keys[i].read(task, line + length);
	}
	return -EINVAL;
}

static int read_lines(struct guest_task *task, char *text, struct error *error)
{
	char *line;
	char *rest = text;

	while ((line = strsep(&rest, "\n"))) {
		char shown[TEXT_SHOW_SIZE];
		int code = line[0] ? read_line(task, line) : 0;

		if (code == -ENOMEM)
			return error_set(error, code, "out of memory");
		if (code < 0)
			return error_set(error, code, "the guest's task: '%s' is no line of it",
					 text_show(line, strlen(line), shown));
	}
	return 0;
}

int guest_task_read(struct guest_task *task, const char *text, struct error *error)
{
	char *copy = strdup(text);
	int code;

	memset(task, 0, sizeof(*task));
	if (!copy)
		return error_set(error, -ENOMEM, "out of memory");
	code = read_lines(task, copy, error);
	free(copy);
	return code;
}
