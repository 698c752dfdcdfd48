/* SPDX-License-Identifier: GPL-2.0-or-later */
/* test_guest_task.c - what a guest is to do: there and back, and what is no task. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/guest/guest_task.h"

static char *write_task(const struct guest_task *task)
{
	char *text = NULL;
	size_t length = 0;
	FILE *file = open_memstream(&text, &length);

	assert_non_null(file);
	guest_task_write(task, file);
	assert_int_equal(fclose(file), 0);
	return text;
}

static void assert_comes_back(const struct guest_task *task)
{
	char *text = write_task(task);
	struct error error = {""};
	struct guest_task read;

	assert_int_equal(guest_task_read(&read, text, &error), 0);
	assert_int_equal(read.settle_seconds, task->settle_seconds);
	assert_int_equal(read.steps, task->steps);
	assert_true(read.measure == task->measure && read.hooks == task->hooks);
	assert_null(read.policy.file);
	if (task->policy.module)
		assert_string_equal(read.policy.module, task->policy.module);
	else
		assert_null(read.policy.module);
	if (task->policy.domain)
		assert_string_equal(read.policy.domain, task->policy.domain);
	else
		assert_null(read.policy.domain);
	guest_policy_clear(&read.policy);
	free(text);
}

static void test_round_trip(void **state)
{
	char apparmor[] = "apparmor";
	char ima[] = "ima";
	char file[] = "/etc/profile of mine";
	char domain[] = "lsmbench worker";
	struct guest_task task = {.settle_seconds = 15, .measure = true, .steps = UINT32_MAX};

	(void)state;
	assert_comes_back(&(struct guest_task){.hooks = true});
	assert_comes_back(&task);
	task.policy = (struct guest_policy){.module = apparmor, .file = file, .domain = domain};
	assert_comes_back(&task);
	task.policy = (struct guest_policy){.module = ima, .file = file};
	assert_comes_back(&task);
}

static void test_lines(void **state)
{
	char selinux[] = "selinux";
	char context[] = "u:r:worker:s0";
	const struct guest_task task = {.settle_seconds = 3,
					.hooks = true,
					.policy = {.module = selinux, .domain = context}};
	char *text = write_task(&task);

	(void)state;
	assert_string_equal(text, "settle: 3\nmeasure: no\nhooks: yes\n"
				  "policy: selinux u:r:worker:s0\n");
	free(text);
}

static void test_refused(void **state)
{
	static const char *const bad[] = {
		"settle: 3601",          "settle: -1",   "settle:3",
		"measure: maybe",        "hooks: ",      "policy: ",
		"steps: 4294967296",     "policy: a \n", "policy: a\npolicy: b",
		"settle: 1\nsleep: 2\n",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		struct error error = {""};
		struct guest_task task;

		if (guest_task_read(&task, bad[i], &error) != -EINVAL)
			fail_msg("'%s' was read", bad[i]);
		assert_true(error.text[0] != '\0' && !strchr(error.text, '\n'));
		guest_policy_clear(&task.policy);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_round_trip),
		cmocka_unit_test(test_lines),
		cmocka_unit_test(test_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
