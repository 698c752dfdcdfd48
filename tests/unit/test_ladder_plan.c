/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_ladder_plan.c - which boots a person's lists come to, and that host and guest speak of the
 * same steps.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/ladder/ladder.h"

static void add_kernel(struct ladder_plan *plan, const char *path, const char *config)
{
	struct kernel_image image = {.path = ""};

	snprintf(image.path, sizeof(image.path), "%s", path);
	if (config) {
		image.config = strdup(config);
		image.config_size = strlen(config);
	}
	assert_int_equal(ladder_plan_add_kernel(plan, &image, NULL), 0);
	assert_null(image.config);
}

static int make(void **state)
{
	struct ladder_plan *plan = malloc(sizeof(*plan));

	assert_non_null(plan);
	ladder_plan_init(plan);
	add_kernel(plan, "/k/new",
		   "CONFIG_SECURITY=y\nCONFIG_SECURITY_APPARMOR=y\n"
		   "CONFIG_LSM=\"landlock,apparmor\"\n");
	*state = plan;
	return 0;
}

static int drop(void **state)
{
	ladder_plan_clear(*state);
	free(*state);
	return 0;
}

static int set(struct ladder_plan *plan, const char *const *texts, const char *append,
	       const char *policy, bool repeats, struct error *error)
{
	struct text_list list = {NULL, 0};
	struct guest_policy parsed = {NULL, NULL, NULL};
	int code;

	for (size_t i = 0; texts && texts[i]; i++)
		assert_int_equal(text_list_add(&list, texts[i]), 0);
	if (policy)
		assert_int_equal(guest_policy_parse(policy, &parsed, error), 0);
	code = ladder_plan_set_rungs(plan, &list, append, &parsed, policy ? 1 : 0, repeats, error);
	guest_policy_clear(&parsed);
	text_list_clear(&list);
	return code;
}

/* "KIND KERNEL LIST|WORDS|SEED|POLICY" of each rung, a line each. */
static void expect(const struct ladder_plan *plan, const char *expected)
{
	static const char kinds[] = {'F', 'S', 'P', 'O'};
	char text[4096] = "";

	for (size_t i = 0; i < plan->rung_count; i++) {
		const struct ladder_rung *rung = &plan->rungs[i];
		size_t length = strlen(text);

		snprintf(text + length, sizeof(text) - length, "%c%zu %s|%s|%llu|%s\n",
			 kinds[rung->kind], rung->kernel, rung->lsm, rung->append,
			 (unsigned long long)rung->seed,
			 rung->policy.module ? rung->policy.module : "");
	}
	assert_string_equal(text, expected);
}

static const char *const two[] = {"capability", "apparmor,capability audit=1", NULL};

static void the_first_is_repeated(void **state)
{
	struct ladder_plan *plan = *state;
	struct error error = {""};

	assert_int_equal(set(plan, two, "", NULL, true, &error), 0);
	expect(plan, "F0 capability||1|\n"
		     "S0 capability||2|\n"
		     "P0 capability||1|\n"
		     "O0 apparmor,capability|audit=1|1|\n");
	assert_int_equal(set(plan, two, "", NULL, false, &error), 0);
	expect(plan, "F0 capability||1|\n"
		     "O0 apparmor,capability|audit=1|1|\n");
}

static void every_kernel_has_all_rungs(void **state)
{
	struct ladder_plan *plan = *state;
	struct error error = {""};

	add_kernel(plan, "/k/old", NULL);
	plan->plan.seed = 7;
	assert_int_equal(set(plan, two, "mitigations=off", NULL, true, &error), 0);
	expect(plan, "F0 capability|mitigations=off|7|\n"
		     "S0 capability|mitigations=off|8|\n"
		     "P0 capability|mitigations=off|7|\n"
		     "O0 apparmor,capability|audit=1 mitigations=off|7|\n"
		     "F1 capability|mitigations=off|7|\n"
		     "S1 capability|mitigations=off|8|\n"
		     "P1 capability|mitigations=off|7|\n"
		     "O1 apparmor,capability|audit=1 mitigations=off|7|\n");
}

/* Whatever it is called: a copy or a link would be another kernel with the same figures. */
static void an_image_is_booted_once(void **state)
{
	struct ladder_plan *plan = *state;
	struct kernel_image image = {.path = "/boot/one", .digest = "0123"};
	struct kernel_image copy = {.path = "/tmp/copy", .digest = "0123"};
	struct kernel_image other = {.path = "/boot/other", .digest = "4567"};
	struct error error = {""};

	assert_int_equal(ladder_plan_add_kernel(plan, &image, &error), 0);
	assert_int_equal(ladder_plan_add_kernel(plan, &copy, &error), -EEXIST);
	assert_string_equal(error.text,
			    "/tmp/copy is chosen already: it is the image of /boot/one");
	assert_int_equal(ladder_plan_add_kernel(plan, &other, &error), 0);
	assert_int_equal(plan->kernel_count, 3);
}

static void without_lists_the_kernel_decides(void **state)
{
	struct ladder_plan *plan = *state;
	struct error error = {""};

	assert_int_equal(set(plan, NULL, "", NULL, false, &error), 0);
	expect(plan, "F0 capability||1|\n"
		     "O0 apparmor,capability||1|\n"
		     "O0 |"
		     "|1|\n");
}

/* The kernel's own list names it too; a list of another module does not. */
static void a_policy_follows_its_module(void **state)
{
	static const char *const texts[] = {"capability", "apparmor,capability", "default", NULL};
	struct ladder_plan *plan = *state;
	struct error error = {""};

	assert_int_equal(set(plan, texts, "", "apparmor=f:p", true, &error), 0);
	expect(plan, "F0 capability||1|\n"
		     "S0 capability||2|\n"
		     "P0 capability||1|\n"
		     "O0 apparmor,capability||1|\n"
		     "O0 apparmor,capability||1|apparmor\n"
		     "O0 ||1|\n"
		     "O0 ||1|apparmor\n");
}

static void a_policy_without_its_module_is_refused(void **state)
{
	struct ladder_plan *plan = *state;
	struct error error = {""};

	assert_int_equal(set(plan, two, "", NULL, false, &error), 0);
	assert_int_equal(set(plan, two, "", "selinux=f:c", true, &error), -EINVAL);
	assert_non_null(strstr(error.text, "--lsm selinux,capability"));
	assert_int_equal(plan->rung_count, 2);
}

static void ima_is_there_without_being_named(void **state)
{
	struct ladder_plan *plan = *state;
	struct error error = {""};

	assert_int_equal(set(plan, two, "", "ima=f", false, &error), 0);
	expect(plan, "F0 capability||1|\n"
		     "O0 apparmor,capability|audit=1|1|\n"
		     "O0 capability||1|ima\n");
}

static void a_wrong_list_changes_nothing(void **state)
{
	static const char *const wrong[] = {"capability", "aparmor", NULL};
	struct ladder_plan *plan = *state;
	struct error error = {""};

	assert_int_equal(set(plan, two, "", NULL, false, &error), 0);
	assert_int_equal(set(plan, wrong, "", NULL, true, &error), -EINVAL);
	assert_non_null(strstr(error.text, "aparmor"));
	assert_int_equal(set(plan, two, "rdinit=/bin/sh", NULL, true, &error), -EINVAL);
	assert_int_equal(plan->rung_count, 2);
}

static void a_copy_stands_alone(void **state)
{
	struct ladder_plan *plan = *state;
	struct ladder_plan copy;
	struct error error = {""};

	assert_int_equal(set(plan, two, "", "apparmor=f:p", true, &error), 0);
	assert_int_equal(ladder_plan_copy(&copy, plan), 0);
	ladder_plan_clear(plan);
	assert_int_equal(plan->rung_count, 0);
	assert_int_equal(copy.rung_count, 5);
	assert_string_equal(copy.rungs[4].policy.file, "f");
	assert_string_equal(copy.kernels[0].path, "/k/new");
	assert_non_null(strstr(copy.kernels[0].config, "CONFIG_LSM"));
	ladder_plan_clear(&copy);
}

/* Write plan as the guest gets it, and expand it as the guest does. */
static void expect_same_in_guest(const struct plan *plan)
{
	char *text = NULL;
	size_t length = 0;
	FILE *file = open_memstream(&text, &length);
	struct plan guest;
	struct error error = {""};

	assert_non_null(file);
	plan_write(plan, file);
	fclose(file);
	plan_init(&guest);
	if (plan_read(&guest, text, length, "plan", &error) < 0 || plan_expand(&guest, &error) < 0)
		fail_msg("%s", error.text);
	assert_true(plan_equal(plan, &guest));
	assert_int_equal(plan_step_count(plan), plan_step_count(&guest));
	plan_clear(&guest);
	free(text);
}

static void host_and_guest_speak_of_the_same_steps(void **state)
{
	static const char *const selections[][4] = {
		{NULL},
		{"suite", "published", NULL},
		{"ops", "stat,directory,*-latency", "variants", "landlock:1,seccomp:2"},
		{"cases", "chmod DIR100", "note", "of two  words"},
		{"ops", "stat,access", "paths", "XXX/YYY/ZZZ/LLL,default"},
		{"depths", "1..32", "variants", "same,bpf:inode_permission*2"},
		{"suite", "lmbench", "quick", "yes"},
	};
	struct error error = {""};

	(void)state;
	for (size_t i = 0; i < sizeof(selections) / sizeof(selections[0]); i++) {
		struct ladder_plan plan;

		ladder_plan_init(&plan);
		for (size_t key = 0; key < 4 && selections[i][key]; key += 2) {
			if (plan_set(&plan.plan, selections[i][key], selections[i][key + 1],
				     &error) < 0)
				fail_msg("%s", error.text);
		}
		if (ladder_plan_expand(&plan, &error) < 0)
			fail_msg("%s", error.text);
		expect_same_in_guest(&plan.plan);
		ladder_plan_clear(&plan);
	}
}

static void the_usual_plan_is_small(void **state)
{
	struct ladder_plan *plan = *state;
	struct error error = {""};

	assert_int_equal(plan_set(&plan->plan, "cpu", "3", &error), 0);
	assert_int_equal(plan_set(&plan->plan, "scratch", "/dev/shm", &error), 0);
	assert_int_equal(ladder_plan_expand(plan, &error), 0);
	/* Four calls at three depths, four in directories of two sizes, and symlink-unlink. */
	assert_int_equal(plan->plan.case_count, 21);
	assert_int_equal(plan_step_count(&plan->plan), 21);
	assert_true(plan_find_case(&plan->plan, "open-close", "XXX/YYY/ZZZ/FFF") >= 0);
	assert_true(plan_find_case(&plan->plan, "readdir", "DIR100") >= 0);
	assert_int_equal(plan->plan.runs, 11);
	assert_int_equal(plan->plan.passes, 2);
	assert_int_equal(plan->plan.seed, 1);
	assert_int_equal(plan->plan.cpu, -1);
	assert_int_equal(plan->plan.scratches.count, 0);
}

/* Neither an A/A variant nor a control: rungs take their place. */
static void nothing_is_added_to_what_was_asked_for(void **state)
{
	struct ladder_plan *plan = *state;
	struct error error = {""};

	assert_int_equal(plan_set(&plan->plan, "ops", "stat", &error), 0);
	assert_int_equal(plan_set(&plan->plan, "paths", "FFF", &error), 0);
	assert_int_equal(plan_set(&plan->plan, "variants", "none,landlock:1", &error), 0);
	assert_int_equal(plan_set(&plan->plan, "runs", "5", &error), 0);
	assert_int_equal(ladder_plan_expand(plan, &error), 0);
	assert_int_equal(plan_step_count(&plan->plan), 2);
	assert_int_equal(plan->plan.runs, 5);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, make, drop)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(the_first_is_repeated),
		TEST(every_kernel_has_all_rungs),
		TEST(an_image_is_booted_once),
		TEST(without_lists_the_kernel_decides),
		TEST(a_policy_follows_its_module),
		TEST(a_policy_without_its_module_is_refused),
		TEST(ima_is_there_without_being_named),
		TEST(a_wrong_list_changes_nothing),
		TEST(a_copy_stands_alone),
		cmocka_unit_test(host_and_guest_speak_of_the_same_steps),
		TEST(the_usual_plan_is_small),
		TEST(nothing_is_added_to_what_was_asked_for),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
