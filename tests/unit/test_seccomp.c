/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_seccomp.c - that the filters are there, allow everything, and what is said where they are
 * not to be had.
 */
#include "tests/unit/confined_child.h"

#include "engine/variant/seccomp.h"

struct wish {
	enum seccomp_kind kind;
	uint32_t count;
};

static void filters_are_there(void *argument)
{
	const struct wish *wish = argument;
	long before = status_number(getpid(), "Seccomp_filters");
	struct error error = {.text = ""};

	CHILD_CHECK(seccomp_confine(wish->kind, wish->count, &error) == 0);
	CHILD_CHECK(status_number(getpid(), "Seccomp") == 2);
	CHILD_CHECK(status_number(getpid(), "NoNewPrivs") == 1);
	if (before >= 0)
		CHILD_CHECK(status_number(getpid(), "Seccomp_filters") ==
			    before + (long)wish->count);
	CHILD_CHECK(syscall(SYS_getppid) == getppid());
	CHILD_CHECK(syscall(-1) < 0 && errno == ENOSYS);
}

static void need_seccomp(void)
{
	struct error error;

	if (seccomp_check(&error) < 0) {
		print_message("%s\n", error.text);
		skip();
	}
}

static void test_filters_are_there_and_allow(void **state)
{
	struct wish wishes[] = {{SECCOMP_READS_ARGUMENT, 1},
				{SECCOMP_READS_ARGUMENT, 7},
				{SECCOMP_CONSTANT_ALLOWS, 16},
				{SECCOMP_READS_ARGUMENT, SECCOMP_FILTERS_MAXIMUM}};

	(void)state;
	need_seccomp();
	for (size_t i = 0; i < sizeof(wishes) / sizeof(wishes[0]); i++)
		in_child(filters_are_there, &wishes[i]);
}

/* The kernel caches the answer of a filter that looks at nothing but the call's number. */
static void test_only_one_kind_reads_an_argument(void **state)
{
	struct sock_filter filter[SECCOMP_FILTER_SIZE];

	(void)state;
	assert_int_equal(seccomp_filter(SECCOMP_CONSTANT_ALLOWS, filter), 1);
	assert_int_equal(filter[0].code, BPF_RET | BPF_K);
	assert_int_equal(filter[0].k, SECCOMP_RET_ALLOW);
	assert_int_equal(seccomp_filter(SECCOMP_READS_ARGUMENT, filter), 2);
	assert_int_equal(filter[0].code, BPF_LD | BPF_W | BPF_ABS);
	assert_true(filter[0].k >= offsetof(struct seccomp_data, args));
	assert_int_equal(filter[1].k, SECCOMP_RET_ALLOW);
}

/* SPEC_ALLOW: the filters must not switch a mitigation on, whose price would be measured, too. */
static void no_mitigation_comes_along(void *argument)
{
	int store = prctl(PR_GET_SPECULATION_CTRL, PR_SPEC_STORE_BYPASS, 0, 0, 0);
	int branch = prctl(PR_GET_SPECULATION_CTRL, PR_SPEC_INDIRECT_BRANCH, 0, 0, 0);

	(void)argument;
	CHILD_CHECK(seccomp_confine(SECCOMP_READS_ARGUMENT, 1, NULL) == 0);
	CHILD_CHECK(prctl(PR_GET_SPECULATION_CTRL, PR_SPEC_STORE_BYPASS, 0, 0, 0) == store);
	CHILD_CHECK(prctl(PR_GET_SPECULATION_CTRL, PR_SPEC_INDIRECT_BRANCH, 0, 0, 0) == branch);
}

static void test_no_mitigation_comes_along(void **state)
{
	(void)state;
	need_seccomp();
	in_child(no_mitigation_comes_along, NULL);
}

static void seccomp_is_missing(void *argument)
{
	struct error error;

	(void)argument;
	child_forbid(SYS_seccomp, EINVAL);
	CHILD_CHECK(seccomp_check(&error) == -EINVAL);
	CHILD_CHECK(strstr(error.text, "CONFIG_SECCOMP_FILTER=y"));
	CHILD_CHECK(seccomp_confine(SECCOMP_READS_ARGUMENT, 3, &error) == -EINVAL);
	CHILD_CHECK(strstr(error.text, "filter 1 of 3"));
}

static void test_what_is_missing_is_named_with_a_remedy(void **state)
{
	(void)state;
	need_seccomp();
	in_child(seccomp_is_missing, NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_filters_are_there_and_allow),
		cmocka_unit_test(test_only_one_kind_reads_an_argument),
		cmocka_unit_test(test_no_mitigation_comes_along),
		cmocka_unit_test(test_what_is_missing_is_named_with_a_remedy),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
