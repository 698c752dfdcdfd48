/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_rung_facts.c - the items of a rung: each is known to all that reads environments, and which
 * rungs are one is decided in one place.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/environment/environment_difference.h"
#include "engine/environment/rung_facts.h"

static void set(struct environment *environment, enum rung_fact fact, const char *value)
{
	assert_int_equal(environment_set(environment, rung_fact_key(fact), value, "made"), 0);
}

static void make_rung(struct environment *environment, const char *kind)
{
	*environment = (struct environment){0};
	set(environment, RUNG_FACT_KIND, kind);
	set(environment, RUNG_FACT_KERNEL, "/boot/one");
	set(environment, RUNG_FACT_KERNEL_DIGEST, "0123");
	set(environment, RUNG_FACT_LSM_ASKED, "capability");
	set(environment, RUNG_FACT_COMMAND_LINE, "quiet lsm=capability");
	set(environment, RUNG_FACT_POLICY, "none");
}

static void kinds_have_names(void **state)
{
	static const enum rung_kind kinds[] = {RUNG_FIRST, RUNG_SAME, RUNG_PLACEBO, RUNG_OTHER};
	enum rung_kind found;

	(void)state;
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		assert_int_equal(rung_kind_find(rung_kind_name(kinds[i]), &found), 0);
		assert_int_equal(found, kinds[i]);
		assert_int_equal(rung_kind_is_repeat(kinds[i]), i == 1 || i == 2);
	}
	assert_int_equal(rung_kind_find("", &found), -EINVAL);
	assert_int_equal(rung_kind_find("First", &found), -EINVAL);
}

static void facts_have_keys(void **state)
{
	(void)state;
	for (enum rung_fact fact = 0; fact < RUNG_FACT_COUNT; fact++) {
		assert_non_null(rung_fact_key(fact));
		assert_int_equal(rung_fact_find(rung_fact_key(fact)), fact);
		/* Who excuses one by --despite has to find it. */
		assert_true(environment_field_exists(rung_fact_key(fact)));
	}
	assert_int_equal(rung_fact_find("ladder.nothing"), RUNG_FACT_COUNT);
	assert_false(environment_field_exists("ladder.nothing"));
	assert_true(environment_field_exists("ladder.*"));
	assert_true(environment_is_private("ladder.kernel"));
	assert_true(environment_is_private("ladder.policy"));
	assert_false(environment_is_private("ladder.kernel_digest"));
	assert_true(environment_is_volatile("ladder.session"));
	assert_false(environment_is_volatile("ladder.seed"));
}

static void what_is_not_said_is_empty(void **state)
{
	struct environment environment = {0};
	enum rung_kind kind;

	(void)state;
	assert_string_equal(rung_fact(&environment, RUNG_FACT_NAME), "");
	assert_int_equal(rung_kind_of(&environment, &kind), -EINVAL);
	assert_null(rung_policy(&environment));
	assert_true(rung_same(&environment, &environment, RUNG_FACT_NAME));
	set(&environment, RUNG_FACT_POLICY, "none");
	assert_null(rung_policy(&environment));
	set(&environment, RUNG_FACT_POLICY, "ima=measure");
	assert_string_equal(rung_policy(&environment), "ima=measure");
	environment_clear(&environment);
}

/* One fact of a repeat changed: what is it then? */
static void change(const char *kind, enum rung_fact fact, const char *value, bool alike,
		   bool stands, bool repeat)
{
	struct environment first;
	struct environment other;

	make_rung(&first, "first");
	make_rung(&other, kind);
	set(&other, fact, value);
	assert_int_equal(rung_asked_alike(&other, &first), alike);
	assert_int_equal(rung_stands_for(&other, &first), stands);
	assert_int_equal(rung_is_repeat_of(&other, &first), repeat);
	environment_clear(&first);
	environment_clear(&other);
}

static void rungs_are_one_or_not(void **state)
{
	(void)state;
	change("same", RUNG_FACT_KERNEL, "/tmp/copy", true, true, true);
	change("same", RUNG_FACT_SEED, "2", true, true, true);
	change("same", RUNG_FACT_KERNEL_DIGEST, "4567", true, false, false);
	change("same", RUNG_FACT_LSM_ASKED, "landlock,capability", false, false, false);
	change("same", RUNG_FACT_POLICY, "ima=measure", false, false, false);
	change("same", RUNG_FACT_COMMAND_LINE, "quiet audit=1", false, false, false);
	change("placebo", RUNG_FACT_COMMAND_LINE, "quiet lsmbench.placebo=1", false, true, true);
	change("placebo", RUNG_FACT_POLICY, "ima=measure", false, false, false);
	change("other", RUNG_FACT_SEED, "2", true, true, false);
	change("first", RUNG_FACT_SEED, "2", true, true, false);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(kinds_have_names),
		cmocka_unit_test(facts_have_keys),
		cmocka_unit_test(what_is_not_said_is_empty),
		cmocka_unit_test(rungs_are_one_or_not),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
