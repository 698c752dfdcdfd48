/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_operation.c - every operation, run for real in its fixture, with its system calls counted.
 */
#include "engine/operation/suite.h"
#include "tests/unit/operation_count.h"

/* Values of each parameter that matter: every shape, deep and deepest, small and larger sizes. */
static const char *const path_values[] = {"depth:3", "depth:1024", "/etc/passwd"};
static const char *const directory_values[] = {"DIR0", "DIR10", "DIR100", "DIR2000"};

/* How many periods are counted: of a process beside the worker a single call may be missing. */
static const uint64_t multiples[] = {2, 10, 50};

static void check_case(struct scratch *scratch, const struct operation *operation,
		       const char *value)
{
	const uint64_t number = parameter_number(operation->parameter, value);
	struct fixture_spec spec;
	struct counts counts;
	struct error error;
	int directory;

	assert_int_equal(operation_fixture(operation, value, &spec, &error), 0);
	if (fixture_build(scratch->fd, "case", &spec, NULL, NULL, &error) < 0)
		fail_msg("%s %s: %s", operation->name, value, error.text);
	directory = openat(scratch->fd, "case", O_RDONLY | O_DIRECTORY);
	assert_true(directory >= 0);
	for (size_t i = 0; i < sizeof(multiples) / sizeof(multiples[0]); i++) {
		uint64_t n = multiples[i] * operation_period(operation, number);

		/* Long rounds are many calls, and each is stopped at twice. */
		if (operation->period_is_number && multiples[i] > 10)
			break;
		if (count_case(operation, value, directory, n, &counts))
			check_counts(operation, value, n, counts);
	}
	close(directory);
	assert_int_equal(fixture_remove(scratch->fd, "case", NULL, NULL, &error), 0);
}

static void check_directories(struct scratch *scratch, const struct operation *operation)
{
	for (size_t i = 0; i < sizeof(directory_values) / sizeof(directory_values[0]); i++)
		check_case(scratch, operation, directory_values[i]);
}

/* Each default value, with the first and the last of the second ones. */
static void check_numbers(struct scratch *scratch, const struct operation *operation)
{
	const struct parameter *first = operation->parameter;
	const struct parameter *second = first->second;
	size_t seconds = second ? second->default_count : 1;

	for (size_t i = 0; i < first->default_count * seconds; i++) {
		char text[2][PARAMETER_NUMBER_SIZE];
		char value[2 * PARAMETER_NUMBER_SIZE];

		if (i % seconds != 0 && i % seconds != seconds - 1)
			continue;
		snprintf(value, sizeof(value), "%s%s%s",
			 parameter_show(first, first->defaults[i / seconds], text[0]),
			 second ? "/" : "",
			 second ? parameter_show(second, second->defaults[i % seconds], text[1])
				: "");
		check_case(scratch, operation, value);
	}
}

static void check_operation(struct scratch *scratch, const struct operation *operation)
{
	switch (operation->parameter->type) {
	case PARAMETER_COMMAND:
	case PARAMETER_NONE:
		check_case(scratch, operation, "");
		break;
	case PARAMETER_PATH:
		for (size_t i = 0; i < path_shape_count; i++)
			check_case(scratch, operation, path_shapes[i].name);
		for (size_t i = 0; i < sizeof(path_values) / sizeof(path_values[0]); i++)
			check_case(scratch, operation, path_values[i]);
		break;
	case PARAMETER_NUMBER:
		if (operation->parameter == &parameter_directory)
			check_directories(scratch, operation);
		else
			check_numbers(scratch, operation);
		break;
	}
}

static void test_system_calls_are_those_of_the_table(void **state)
{
	for (size_t i = 0; i < operation_count; i++)
		if (operations[i]->run && (!operations[i]->only_by_name || landlock_abi() > 0))
			check_operation(*state, operations[i]);
}

static void test_suites_name_what_there_is(void **state)
{
	(void)state;
	for (size_t i = 0; i < suite_count; i++) {
		for (size_t j = 0; j < suites[i].case_count; j++) {
			const struct suite_case *which = &suites[i].cases[j];
			const struct operation *operation = operation_find(which->operation);
			char *value = NULL;

			assert_non_null(operation);
			if (!which->parameter)
				continue;
			assert_int_equal(parameter_parse(operation->parameter, which->parameter,
							 &value, NULL),
					 0);
			assert_string_equal(value, which->parameter);
			free(value);
		}
	}
	assert_ptr_equal(suite_find("vfs"), suite_find(SUITE_PUBLISHED));
	assert_null(suite_find(""));
}

static void test_table_is_complete(void **state)
{
	(void)state;
	for (size_t i = 0; i < operation_count; i++) {
		const struct operation *operation = operations[i];

		assert_ptr_equal(operation_find(operation->name), operation);
		assert_non_null(operation->group);
		assert_non_null(operation->summary);
		/* Their functions are in a worker of their own: test_operation_rpc.c has them. */
		if (!operation->program) {
			assert_true(!operation->run != !operation->record);
			assert_non_null(operation->verify);
		}
		assert_true(operation->period == 1 || operation->period == 2);
		for (size_t j = 0; j < i; j++)
			assert_string_not_equal(operation->name, operations[j]->name);
	}
	assert_null(operation_find("no-such-operation"));
	assert_ptr_equal(operation_find("rename-creat"), operation_find("rename-create"));
	assert_ptr_equal(operation_find("LMBench mkstemp benchmark..."), operation_find("mkstemp"));
	assert_int_equal(suites[0].case_count, 47);
	for (size_t i = 0; i < suites[0].case_count; i++) {
		const struct operation *operation = operation_find(suites[0].cases[i].operation);
		char *value = NULL;

		assert_non_null(operation);
		assert_non_null(operation->published_name);
		assert_int_equal(parameter_parse(operation->parameter, suites[0].cases[i].parameter,
						 &value, NULL),
				 0);
		assert_string_equal(value, suites[0].cases[i].parameter);
		free(value);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_table_is_complete),
		cmocka_unit_test(test_suites_name_what_there_is),
		cmocka_unit_test(test_system_calls_are_those_of_the_table),
	};

	return cmocka_run_group_tests(tests, make_scratch, remove_scratch);
}
