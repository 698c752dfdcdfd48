/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fuzz_plan.c - any bytes as a plan file: refused with one clean line, or read; and then it comes
 * out of what is written of it, also expanded, and has a command line.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/plan/plan.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Ends the program where the fuzzer sees it. */
static void must(int is_so)
{
	if (!is_so)
		abort();
}

static void must_be_clean(const struct error *error)
{
	must(error->text[0] != '\0');
	for (const char *at = error->text; *at; at++)
		must((unsigned char)*at >= 0x20 && *at != 0x7f);
}

/* What plan_write writes of plan reads back as plan. */
static void must_come_back(const struct plan *plan)
{
	struct error error;
	struct plan again;
	char *text = NULL;
	size_t length = 0;
	FILE *file = open_memstream(&text, &length);

	must(file != NULL);
	plan_write(plan, file);
	must(fclose(file) == 0);
	plan_init(&again);
	must(plan_read(&again, text, length, "again", &error) == 0);
	if (plan->expanded)
		must(plan_expand(&again, &error) == 0);
	must(plan_equal(plan, &again));
	plan_clear(&again);
	free(text);
}

static void use(struct plan *plan)
{
	struct error error = {""};
	char *command;

	must_come_back(plan);
	if (plan_expand(plan, &error) < 0) {
		must_be_clean(&error);
		return;
	}
	must_come_back(plan);
	command = plan_command(plan);
	must(command != NULL && !strchr(command, '\n'));
	free(command);
	for (size_t i = 0; i < plan->case_count; i++) {
		char cell[8192];

		plan_case_parameter(plan, i, cell, sizeof(cell));
		if (i < 1000)
			must(plan_find_case(plan, plan->cases[i].operation->name, cell) == (long)i);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct error error = {""};
	struct plan plan;

	plan_init(&plan);
	if (plan_read(&plan, (const char *)data, size, "fuzz\x1b.plan", &error) == 0)
		use(&plan);
	else
		must_be_clean(&error);
	plan_clear(&plan);
	return 0;
}
