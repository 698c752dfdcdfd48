/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * command_ops.c - "lsmbench ops": everything that can be measured, from the tables.
 */
#include <fnmatch.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "engine/operation/operation.h"
#include "engine/operation/suite.h"
#include "engine/plan/plan.h"
#include "engine/variant/variant.h"
#include "tui/command.h"
#include "tui/exit_code.h"
#include "tui/options.h"
#include "tui/text.h"

static const char summary[] =
	"Lists the operations with what one iteration does, then what they can be applied to: "
	"path\n"
	"shapes, sizes and counts, suites and variants. An operation, a group of them or a pattern "
	"in\n"
	"quotes ('*-unlink', '*') is described with all that is known of it: the system calls that "
	"it\n"
	"makes, its unit, what its figure is shown less of, and other names.\n";

/* A line of a description. */
static void print_field(const char *name, const char *text)
{
	printf("    %-15s %s\n", name, text);
}

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

static bool is_bandwidth(const struct operation *operation)
{
	return operation->bytes > 0 || operation->moves_number;
}

static void print_unit(const struct operation *operation)
{
	printf("    %-15s ns", "unit");
	if (operation->moves_number)
		printf(", shown as MB/s: as many bytes as its %s says, 10^6 to a MB",
		       operation->parameter->name);
	else if (operation->bytes > 0)
		printf(", shown as MB/s: %llu bytes, 10^6 to a MB",
		       (unsigned long long)operation->bytes);
	putchar('\n');
	if (operation->less)
		printf("    %-15s less that of %s, which is measured beside it without being "
		       "asked for\n",
		       "figure", operation->less);
}

static void print_names(const struct operation *operation)
{
	if (operation->published_name)
		print_field("published as", operation->published_name);
	for (size_t i = 0; operation->aliases && operation->aliases[i]; i++)
		print_field(i ? "" : "also called", operation->aliases[i]);
	if (operation->only_by_name)
		print_field("picked", "by its own name alone, by no group or pattern");
	else if (operation->record)
		print_field("picked", "by its name or group, by no pattern");
}

static void print_description(const struct operation *operation)
{
	printf("  %s\n", operation->name);
	print_field("one iteration", operation->summary);
	print_calls(operation);
	print_unit(operation);
	if (operation->parameter->type != PARAMETER_NONE)
		print_field("applied to", operation->parameter->name);
	for (size_t i = 0; operation->outside && operation->outside[i]; i++)
		print_field(i ? "" : "uses", operation->outside[i]);
	print_names(operation);
}

/* Columns of a line, and of the names in it. */
#define LINE_WIDTH 80
#define NAME_WIDTH 24

/* Its name, and beside it what it does, and what its figure is if that is no plain time. */
static void print_line(const struct operation *operation)
{
	char text[512];
	const char *rest = text;

	snprintf(text, sizeof(text), "%s%s%s%s", is_bandwidth(operation) ? "MB/s: " : "",
		 operation->summary, operation->less ? "; less " : "",
		 operation->less ? operation->less : "");
	while (*rest) {
		size_t length = text_wrap(rest, LINE_WIDTH - NAME_WIDTH - 3);

		printf("  %-*s %.*s\n", NAME_WIDTH, rest == text ? operation->name : "",
		       (int)length, rest);
		rest += length;
		rest += strspn(rest, " ");
	}
}

/* Whether a word asks for the operation; unlike in a plan, patterns find all. */
static bool is_meant(const char *word, const struct operation *operation)
{
	const struct operation *named = operation_find(word);

	if (named)
		return named == operation;
	return strcmp(word, operation->group) == 0 || fnmatch(word, operation->name, 0) == 0;
}

static bool is_asked_for(const struct text_list *words, const struct operation *operation)
{
	for (size_t i = 0; i < words->count; i++)
		if (is_meant(words->items[i], operation))
			return true;
	return false;
}

/* Print the operations that words ask for, all when there is none, below their groups. */
static void print_operations(const struct text_list *words,
			     void (*print)(const struct operation *operation))
{
	const char *group = "";

	puts("OPERATIONS (--ops)");
	for (size_t i = 0; i < operation_count; i++) {
		if (words->count > 0 && !is_asked_for(words, operations[i]))
			continue;
		if (strcmp(operations[i]->group, group) != 0)
			printf("\n %s\n", operations[i]->group);
		group = operations[i]->group;
		print(operations[i]);
	}
}

/* Words that ask for nothing are refused as a plan refuses them. 0 or -EINVAL. */
static int check_words(const struct text_list *words, struct error *error)
{
	struct plan plan;
	int status = 0;

	plan_init(&plan);
	for (size_t i = 0; i < words->count && status == 0; i++) {
		size_t j;

		for (j = 0; j < operation_count && !is_meant(words->items[i], operations[j]); j++)
			;
		if (j == operation_count)
			status = plan_set(&plan, "ops", words->items[i], error);
	}
	plan_clear(&plan);
	return status;
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
	for (size_t i = 0; i < parameter->default_count && !parameter->up_to_cpus; i++)
		printf("%s%s", i ? ", " : "",
		       parameter_show(parameter, parameter->defaults[i], text));
	if (parameter->up_to_cpus)
		printf("1, 2, 4 ... all of the machine");
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

static void print_everything(void)
{
	static const struct text_list all;

	print_operations(&all, print_line);
	puts("\n\"lsmbench ops NAME\" or GROUP says all about them: system calls, units, other "
	     "names.");
	print_shapes();
	print_numbers();
	print_suites();
	print_variants();
}

int command_ops(int argc, char **argv)
{
	struct options options = {.command = "lsmbench ops",
				  .arguments = "[OPTION...] [NAME|GROUP|PATTERN...]",
				  .summary = summary};
	int status = options_begin(&options, argc, argv);
	struct error error;

	if (status < 0 && options.rest.count == 0) {
		status = EXIT_FINE;
		print_everything();
	} else if (status < 0 && check_words(&options.rest, &error) < 0) {
		status = command_usage(error.text);
	} else if (status < 0) {
		status = EXIT_FINE;
		print_operations(&options.rest, print_description);
	}
	options_clear(&options);
	return status;
}
