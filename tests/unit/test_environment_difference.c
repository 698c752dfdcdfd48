/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_environment_difference.c - what may differ between two results that are compared, and what
 * must not go unseen.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "engine/environment/environment_difference.h"
#include "tests/unit/environment_check.h"

static void set(struct environment *environment, const char *key, const char *value)
{
	assert_int_equal(environment_set(environment, key, value, "test"), 0);
}

static void make(struct environment *environment)
{
	*environment = (struct environment){0};
	set(environment, "kernel.release", "6.12.1");
	set(environment, "kernel.version", "#1 SMP");
	set(environment, "kernel.command_line", "BOOT_IMAGE=/vmlinuz-1 root=/dev/vda quiet");
	set(environment, "kernel.config_sha256", "aaaa");
	set(environment, "lsm.active", "capability");
	set(environment, "load.average", "0.1");
	set(environment, "cpu.governor", NULL);
	set(environment, "config.hz", "250");
}

static const struct difference_item *find(const struct environment_difference *difference,
					  const char *key)
{
	for (size_t i = 0; i < difference->count; i++) {
		if (strcmp(difference->items[i].key, key) == 0)
			return &difference->items[i];
	}
	return NULL;
}

static void differ(const struct environment *a, const struct environment *b,
		   const struct text_list *despite, struct environment_difference *difference)
{
	assert_int_equal(environment_difference_of(&a, 1, &b, 1, despite, difference), 0);
}

static void test_same_but_for_the_load(void **state)
{
	struct environment_difference difference;
	struct environment a;
	struct environment b;

	(void)state;
	make(&a);
	make(&b);
	set(&b, "load.average", "7.5");
	differ(&a, &b, NULL, &difference);
	assert_int_equal(difference.count, 0);
	assert_false(difference.base_unknown || difference.other_unknown);
	environment_difference_clear(&difference);
	environment_clear(&a);
	environment_clear(&b);
}

/* Rungs of a ladder differ in which rung they are, and are made to be compared. */
static void test_rungs_of_a_ladder(void **state)
{
	struct environment_difference difference;
	struct environment a;
	struct environment b;

	(void)state;
	make(&a);
	make(&b);
	set(&a, "ladder.kind", "first");
	set(&b, "ladder.kind", "other");
	set(&a, "ladder.command_line", "quiet lsm=capability");
	set(&b, "ladder.command_line", "quiet lsm=apparmor,capability");
	set(&a, "ladder.cpu", "max");
	set(&b, "ladder.cpu", "qemu64");
	differ(&a, &b, NULL, &difference);
	assert_int_equal(find(&difference, "ladder.kind")->kind, DIFFERENCE_RUNG);
	assert_int_equal(find(&difference, "ladder.command_line")->kind, DIFFERENCE_LSM);
	assert_int_equal(find(&difference, "ladder.cpu")->kind, DIFFERENCE_OTHER);
	environment_difference_clear(&difference);
	environment_clear(&a);
	environment_clear(&b);
}

static void test_lsm_apart_from_others(void **state)
{
	struct environment_difference difference;
	struct environment a;
	struct environment b;

	(void)state;
	make(&a);
	make(&b);
	set(&b, "lsm.active", "capability,selinux");
	set(&b, "kernel.command_line",
	    "BOOT_IMAGE=/vmlinuz-2 root=/dev/vda quiet lsm=selinux selinux=1");
	set(&b, "config.security_selinux", "y");
	set(&b, "kernel.config_sha256", "bbbb");
	set(&b, "kernel.version", "#2 SMP");
	set(&b, "cpu.governor", "powersave");
	differ(&a, &b, NULL, &difference);
	assert_int_equal(find(&difference, "lsm.active")->kind, DIFFERENCE_LSM);
	assert_int_equal(find(&difference, "kernel.command_line")->kind, DIFFERENCE_LSM);
	assert_int_equal(find(&difference, "config.security_selinux")->kind, DIFFERENCE_LSM);
	assert_null(find(&difference, "config.security_selinux")->base);
	assert_int_equal(find(&difference, "kernel.config_sha256")->kind, DIFFERENCE_FOLLOWS);
	assert_int_equal(find(&difference, "kernel.version")->kind, DIFFERENCE_FOLLOWS);
	assert_int_equal(find(&difference, "cpu.governor")->kind, DIFFERENCE_UNKNOWN);
	assert_int_equal(environment_difference_count(&difference, DIFFERENCE_OTHER), 0);
	assert_int_equal(difference.items[0].kind, DIFFERENCE_LSM);
	environment_difference_clear(&difference);

	set(&b, "kernel.command_line", "root=/dev/vda quiet selinux=1 mitigations=off");
	set(&b, "config.hz", "1000");
	differ(&a, &b, NULL, &difference);
	assert_int_equal(find(&difference, "kernel.command_line")->kind, DIFFERENCE_OTHER);
	assert_int_equal(environment_difference_count(&difference, DIFFERENCE_OTHER), 2);
	assert_string_equal(environment_difference_first(&difference, DIFFERENCE_OTHER)->key,
			    "kernel.command_line");
	environment_difference_clear(&difference);
	environment_clear(&a);
	environment_clear(&b);
}

/* The hash alone differs: something did that is not recorded, so nobody knows what. */
static void test_another_configuration_is_not_explained(void **state)
{
	struct environment_difference difference;
	struct environment a;
	struct environment b;

	(void)state;
	make(&a);
	make(&b);
	set(&b, "kernel.config_sha256", "bbbb");
	set(&b, "lsm.active", "capability,selinux");
	differ(&a, &b, NULL, &difference);
	assert_int_equal(find(&difference, "kernel.config_sha256")->kind, DIFFERENCE_OTHER);
	environment_difference_clear(&difference);
	environment_clear(&a);
	environment_clear(&b);
}

static void test_excused(void **state)
{
	struct environment_difference difference;
	struct text_list despite = {0};
	struct environment a;
	struct environment b;

	(void)state;
	make(&a);
	make(&b);
	set(&b, "kernel.release", "6.13");
	set(&b, "config.hz", "1000");
	assert_int_equal(text_list_add(&despite, "kernel.release"), 0);
	differ(&a, &b, &despite, &difference);
	assert_true(find(&difference, "kernel.release")->excused);
	assert_false(find(&difference, "config.hz")->excused);
	assert_int_equal(environment_difference_count(&difference, DIFFERENCE_OTHER), 1);
	environment_difference_clear(&difference);
	assert_int_equal(text_list_add(&despite, "config.*"), 0);
	differ(&a, &b, &despite, &difference);
	assert_int_equal(environment_difference_count(&difference, DIFFERENCE_OTHER), 0);
	assert_int_equal(difference.count, 2);
	environment_difference_clear(&difference);
	text_list_clear(&despite);
	environment_clear(&a);
	environment_clear(&b);
}

/* The odd one hides in the middle of a group. */
static void test_groups(void **state)
{
	struct environment_difference difference;
	const struct environment *base[2];
	const struct environment *other[2];
	struct environment made[4];

	(void)state;
	for (size_t i = 0; i < 4; i++)
		make(&made[i]);
	set(&made[1], "config.hz", "100");
	base[0] = &made[0];
	base[1] = &made[1];
	other[0] = &made[2];
	other[1] = &made[3];
	assert_int_equal(environment_difference_of(base, 2, other, 2, NULL, &difference), 0);
	assert_int_equal(difference.count, 1);
	assert_string_equal(difference.items[0].base, "250");
	assert_string_equal(difference.items[0].other, "100");
	environment_difference_clear(&difference);
	for (size_t i = 0; i < 4; i++)
		environment_clear(&made[i]);
}

static void test_unknown_environment(void **state)
{
	struct environment_difference difference;
	struct environment nothing = {0};
	struct environment a;

	(void)state;
	make(&a);
	differ(&a, &nothing, NULL, &difference);
	assert_int_equal(difference.count, 0);
	assert_false(difference.base_unknown);
	assert_true(difference.other_unknown);
	environment_difference_clear(&difference);
	environment_clear(&a);
}

static void assert_all_exist(const struct environment *environment)
{
	assert_true(environment->item_count > 20);
	for (size_t i = 0; i < environment->item_count; i++) {
		if (!environment_field_exists(environment->items[i].key))
			fail_msg("%s is no field", environment->items[i].key);
	}
}

/* Whatever this machine and the copied ones say has a name that --despite may give. */
static void test_fields_that_exist(void **state)
{
	static const char *const trees[] = {"laptop", "selinux", "old"};
	char *paths[] = {"/tmp", "/home/jo/bench"};
	struct text_list scratches = {paths, 2};
	const struct environment_request request = {&scratches, 0};
	struct environment environment;
	struct error error;

	(void)state;
	for (size_t i = 0; i < sizeof(trees) / sizeof(trees[0]); i++) {
		collect_tree(&environment, trees[i], &request);
		assert_all_exist(&environment);
		environment_clear(&environment);
	}
	assert_int_equal(environment_collect(&environment, &request, &error), 0);
	assert_int_equal(environment_finish(&environment, &request, &error), 0);
	assert_all_exist(&environment);
	environment_clear(&environment);
	assert_true(environment_field_exists("scratch.17.type"));
	assert_true(environment_field_exists("config.*"));
	assert_true(environment_field_exists("config.hz*"));
	assert_true(environment_field_exists("con*"));
	assert_true(environment_field_exists("scratch.*"));
	assert_true(environment_field_exists("scratch.2.*"));
	assert_true(environment_field_exists("*"));
}

static void test_fields_that_cannot_exist(void **state)
{
	static const char *const names[] = {
		"",
		"nonsense",
		"kernel",
		"kernel.releas",
		"kernel.releases",
		"config.",
		"config.ext4_fs",
		"config.nonsens*",
		"kernel.x*",
		"scratch.type",
		"scratch.x.type",
		"mitigation.",
		"cpu.model.0",
		"kernel.release ",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		if (environment_field_exists(names[i]))
			fail_msg("\"%s\" is taken for a field", names[i]);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_same_but_for_the_load),
		cmocka_unit_test(test_rungs_of_a_ladder),
		cmocka_unit_test(test_lsm_apart_from_others),
		cmocka_unit_test(test_another_configuration_is_not_explained),
		cmocka_unit_test(test_excused),
		cmocka_unit_test(test_groups),
		cmocka_unit_test(test_unknown_environment),
		cmocka_unit_test(test_fields_that_exist),
		cmocka_unit_test(test_fields_that_cannot_exist),
	};

	return cmocka_run_group_tests_name("environment_difference", tests, NULL, NULL);
}
