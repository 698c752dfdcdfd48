/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * command_ops.c - "lsmbench ops": everything that can be measured, from the tables.
 */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "engine/operation.h"
#include "engine/suite.h"
#include "engine/variant.h"
#include "tui/command.h"
#include "tui/exit_code.h"
#include "tui/options.h"

static const char summary[] =
	"Lists the operations with exactly what one iteration does and the system calls it makes,\n"
	"then what they can be applied to: path shapes, sizes and counts, suites and variants.\n";

/* "2: openat, close", "0.5 ..." where a call is made every second time. */
static void print_calls(const struct operation *operation)
{
	char calls[OPERATION_CALLS_SIZE];

	operation_calls_show(operation, calls);
	printf("    %-15s %g%s%s", "system calls", operation_call_count(operation, ""),
	       calls[0] ? ": " : "", calls);
	if (operation->calls_note)
		printf("; %s", operation->calls_note);
	putchar('\n');
}

static void print_operation(const struct operation *operation)
{
	printf("  %s\n    %-15s %s\n", operation->name, "one iteration", operation->summary);
	print_calls(operation);
	if (operation->parameter->type != PARAMETER_NONE)
		printf("    %-15s %s\n", "applied to", operation->parameter->name);
	if (operation->published_name)
		printf("    %-15s %s\n", "published as", operation->published_name);
	for (size_t i = 0; operation->aliases && operation->aliases[i]; i++)
		printf("    %-15s %s\n", i ? "" : "also called", operation->aliases[i]);
}

static void print_operations(void)
{
	const char *group = "";

	puts("OPERATIONS (--ops)");
	for (size_t i = 0; i < operation_count; i++) {
		if (strcmp(operations[i]->group, group) != 0)
			printf("\n %s\n", operations[i]->group);
		group = operations[i]->group;
		print_operation(operations[i]);
	}
}

static void print_shapes(void)
{
	printf("\nPATH SHAPES (--paths)\n  %-34s %10s\n", "", "components");
	for (size_t i = 0; i < path_shape_count; i++) {
		const char *name = path_shapes[i].name;

		printf("  %-34s %10u  %s\n", name, parameter_components(name, NULL),
		       path_shapes[i].help);
	}
	printf("  %-34s %10s  plain paths: --depths 1..32, at most %u\n", "depth:N", "N",
	       PATH_DEPTH_MAXIMUM);
	printf("  %-34s %10s  a file of your own: --path FILE\n", "/...", "");
	printf("  default is %s; --default-path FILE names another\n", path_default_file());
}

static bool is_taken(const struct parameter *which)
{
	const struct parameter *parameter;

	for (size_t i = 0; i < operation_count; i++)
		for (parameter = operations[i]->parameter; parameter; parameter = parameter->second)
			if (strcmp(parameter->option, which->option) == 0)
				return true;
	return false;
}

static void print_number(const struct parameter *parameter)
{
	char text[PARAMETER_NUMBER_SIZE];

	printf("  --%-15s %s: %s\n  %-17s ", parameter->option, parameter->name, parameter->help,
	       "");
	for (size_t i = 0; i < parameter->default_count; i++)
		printf("%s%s", i ? ", " : "",
		       parameter_show(parameter, parameter->defaults[i], text));
	printf(" unless given; %s", parameter_show(parameter, parameter->minimum, text));
	printf(" to %s %s\n", parameter_show(parameter, parameter->maximum, text), parameter->unit);
}

static void print_numbers(void)
{
	puts("\nNUMBERS");
	for (size_t i = 0; i < parameter_number_count; i++)
		if (is_taken(parameter_numbers[i]))
			print_number(parameter_numbers[i]);
}

static void print_suites(void)
{
	puts("\nSUITES (--suite)");
	for (size_t i = 0; i < suite_count; i++)
		printf("  %-15s %s%s%s\n", suites[i].name, suites[i].summary,
		       suites[i].other_name ? "; also called " : "",
		       suites[i].other_name ? suites[i].other_name : "");
}

static void print_variants(void)
{
	puts("\nVARIANTS (--variants)");
	for (size_t i = 0; i < variant_count; i++)
		if (!variants[i].for_tests)
			printf("  %-17s %s\n", variants[i].written, variants[i].summary);
	puts("Joined with +: landlock:1+seccomp:2; exec stands last, its command runs to the end.\n"
	     "Commas separate variants; quote one that does not: exec:a=sh -c 'exec \"$@\"' sh.");
}

int command_ops(int argc, char **argv)
{
	struct options options = {
		.command = "lsmbench ops", .arguments = "[OPTION...]", .summary = summary};
	int status = options_begin(&options, argc, argv);

	if (status < 0 && options.rest.count > 0) {
		status = command_usage("ops takes no arguments; it lists everything");
	} else if (status < 0) {
		status = EXIT_FINE;
		print_operations();
		print_shapes();
		print_numbers();
		print_suites();
		print_variants();
	}
	options_clear(&options);
	return status;
}
