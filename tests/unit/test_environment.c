/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_environment.c - the container: groups stay together, copies are apart, texts are equal or
 * not.
 */
#include <errno.h>

#include "tests/unit/environment_check.h"

static void fill(struct environment *environment)
{
	assert_int_equal(environment_set(environment, "lsm.active", "selinux", "a file"), 0);
	assert_int_equal(environment_set(environment, "zebra.stripes", "many", "a look"), 0);
	assert_int_equal(environment_set(environment, "kernel.release", "6.1", "uname(2)"), 0);
	assert_int_equal(environment_set(environment, "cpu.governor", NULL, "no file"), 0);
	assert_int_equal(environment_set(environment, "lsm.built", "", "a config"), 0);
	assert_int_equal(environment_warn(environment, WARNING_NOTE, "note"), 0);
	assert_int_equal(environment_warn(environment, WARNING_ALARM, "alarm"), 0);
}

static void groups_stay_together_in_their_order(void **state)
{
	static const char *const keys[] = {"kernel.release", "lsm.active",    "lsm.built",
					   "cpu.governor",   "zebra.stripes", "zebra.age",
					   "yak.hair"};
	struct environment environment = {0};

	(void)state;
	fill(&environment);
	assert_int_equal(environment_set(&environment, "yak.hair", "long", "a look"), 0);
	assert_int_equal(environment_set(&environment, "zebra.age", "3", "a look"), 0);
	assert_int_equal(environment.item_count, 7);
	for (size_t i = 0; i < 7; i++)
		assert_string_equal(environment.items[i].key, keys[i]);
	environment_clear(&environment);
	assert_int_equal(environment.item_count, 0);
	assert_null(environment.items);
}

static void an_item_is_known_or_has_a_reason(void **state)
{
	struct environment environment = {0};

	(void)state;
	fill(&environment);
	assert_value(&environment, "lsm.built", "");
	assert_source(&environment, "lsm.active", "a file");
	assert_unknown(&environment, "cpu.governor", "no file");
	assert_null(environment_find(&environment, "lsm"));
	assert_string_equal(environment_value(&environment, "lsm.active", "x"), "selinux");
	assert_string_equal(environment_value(&environment, "cpu.governor", "x"), "x");
	assert_string_equal(environment_value(&environment, "absent.item", "x"), "x");
	environment_clear(&environment);
}

static void setting_again_replaces_in_place(void **state)
{
	struct environment environment = {0};

	(void)state;
	fill(&environment);
	assert_int_equal(environment_set(&environment, "lsm.active", NULL, "gone"), 0);
	assert_int_equal(environment_set(&environment, "cpu.governor", "ondemand", "file"), 0);
	assert_int_equal(environment.item_count, 5);
	assert_unknown(&environment, "lsm.active", "gone");
	assert_value(&environment, "cpu.governor", "ondemand");
	assert_string_equal(environment.items[1].key, "lsm.active");
	environment_clear(&environment);
}

/* The item's own texts may be given back to it. */
static void an_item_may_be_set_from_itself(void **state)
{
	struct environment environment = {0};
	const struct environment_item *item;

	(void)state;
	fill(&environment);
	item = environment_find(&environment, "lsm.active");
	assert_int_equal(environment_set(&environment, item->key, item->value, item->source), 0);
	assert_value(&environment, "lsm.active", "selinux");
	environment_clear(&environment);
}

static void odd_keys_are_refused(void **state)
{
	static const char *const keys[] = {"",    "Kernel.release", "a b", "a=b", "a\n", "a/b",
					   "\xc3"};
	struct environment environment = {0};

	(void)state;
	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		assert_int_equal(environment_set(&environment, keys[i], "1", "x"), -EINVAL);
	assert_int_equal(environment.item_count, 0);
}

static void a_warning_is_given_once(void **state)
{
	struct environment environment = {0};

	(void)state;
	fill(&environment);
	assert_int_equal(environment_warn(&environment, WARNING_ALARM, "alarm"), 0);
	assert_warning_count(&environment, 2);
	assert_int_equal(environment.warnings[0].level, WARNING_NOTE);
	assert_string_equal(environment.warnings[1].text, "alarm");
	environment_clear(&environment);
}

static void a_copy_is_equal_and_apart(void **state)
{
	struct environment environment = {0}, copy, empty = {0};

	(void)state;
	fill(&environment);
	assert_int_equal(environment_copy(&copy, &environment), 0);
	assert_true(environment_equal(&copy, &environment));
	assert_ptr_not_equal(copy.items[0].key, environment.items[0].key);
	environment_clear(&environment);
	assert_value(&copy, "kernel.release", "6.1");
	assert_false(environment_equal(&copy, &empty));
	environment_clear(&copy);
	assert_int_equal(environment_copy(&copy, &empty), 0);
	assert_true(environment_equal(&copy, &empty));
}

static void every_text_counts_for_equality(void **state)
{
	struct environment a = {0}, b = {0};

	(void)state;
	fill(&a);
	fill(&b);
	assert_true(environment_equal(&a, &b));
	environment_set(&b, "lsm.active", "selinux", "another file");
	assert_false(environment_equal(&a, &b));
	environment_set(&b, "lsm.active", "apparmor", "a file");
	assert_false(environment_equal(&a, &b));
	environment_set(&b, "lsm.active", NULL, "a file");
	assert_false(environment_equal(&a, &b));
	environment_set(&b, "lsm.active", "selinux", "a file");
	assert_true(environment_equal(&a, &b));
	b.warnings[0].level = WARNING_ALARM;
	assert_false(environment_equal(&a, &b));
	b.warnings[0].level = WARNING_NOTE;
	environment_warn(&b, WARNING_NOTE, "one more");
	assert_false(environment_equal(&a, &b));
	environment_clear(&a);
	environment_clear(&b);
}

static void groups_have_titles(void **state)
{
	(void)state;
	assert_string_equal(environment_group_title("lsm"), "Security modules");
	assert_string_equal(environment_group_title("zebra"), "zebra");
}

static void what_changes_by_the_minute_is_volatile(void **state)
{
	(void)state;
	assert_true(environment_is_volatile("load.average"));
	assert_true(environment_is_volatile("during.steal"));
	assert_true(environment_is_volatile("scratch.3.free_space"));
	assert_true(environment_is_volatile("cpu.mhz"));
	assert_false(environment_is_volatile("cpu.mhz_maximum"));
	assert_false(environment_is_volatile("scratch.3.type"));
	assert_false(environment_is_volatile("lsm.active"));
	assert_false(environment_is_volatile("loader.name"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(groups_stay_together_in_their_order),
		cmocka_unit_test(an_item_is_known_or_has_a_reason),
		cmocka_unit_test(setting_again_replaces_in_place),
		cmocka_unit_test(an_item_may_be_set_from_itself),
		cmocka_unit_test(odd_keys_are_refused),
		cmocka_unit_test(a_warning_is_given_once),
		cmocka_unit_test(a_copy_is_equal_and_apart),
		cmocka_unit_test(every_text_counts_for_equality),
		cmocka_unit_test(groups_have_titles),
		cmocka_unit_test(what_changes_by_the_minute_is_volatile),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
