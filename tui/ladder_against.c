/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ladder_against.c - whether a kernel needs more instructions than an earlier one did.
 */
#include "tui/ladder_against.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "exports/number.h"
#include "fixtures/text_show.h"
#include "tui/command.h"
#include "tui/exit_code.h"
#include "tui/ladder_files.h"

/* Returns -1 or an exit status. */
static int read_limit(struct ladder_against *against)
{
	const char *text = against->fail_above;
	size_t length = text ? strlen(text) : 0;
	char digits[64];

	against->limit = NAN;
	if (!text)
		return -1;
	against->is_percent = length > 0 && text[length - 1] == '%';
	snprintf(digits, sizeof(digits), "%.*s", (int)(length - against->is_percent), text);
	if (length < sizeof(digits) && number_parse_double(digits, &against->limit) == 0 &&
	    against->limit >= 0)
		return -1;
	return command_usage("--fail-above takes a number of instructions, or a percentage with "
			     "its sign: 20, 2%");
}

int ladder_against_prepare(struct ladder_against *against)
{
	char shown[TEXT_SHOW_SIZE];
	enum rung_kind kind;
	struct error error;
	int status = read_limit(against);

	if (status >= 0)
		return status;
	if (!against->file)
		return against->fail_above ? command_usage("--fail-above goes with --against") : -1;
	if (input_read(against->file, NULL, &against->base, &error) < 0) {
		command_complain("%s", error.text);
		return EXIT_INPUT;
	}
	against->is_read = true;
	if (against->base.result && against->base.result->unit == RESULT_INSTRUCTIONS &&
	    rung_kind_of(&against->base.result->environment, &kind) == 0)
		return -1;
	command_complain("%s is no rung of a ladder: \"lsmbench ladder -o DIR\" writes one in "
			 "DIR/01-NAME.csv",
			 text_show(against->file, strlen(against->file), shown));
	return EXIT_INPUT;
}

const struct result *ladder_against_base(const struct ladder_against *against)
{
	return against->base.result;
}

/* The column of the first kernel that was asked for as the base was; else its first rung's. */
static size_t find_column(const struct ladder_table *table, const struct ladder_source *sources,
			  const struct result *base, const char *variant)
{
	size_t first = SIZE_MAX;

	for (size_t i = 0; i < table->column_count; i++) {
		const struct ladder_source *source = &sources[table->columns[i].source];

		if (source->kernel != 0 || !source->result || rung_kind_is_repeat(source->kind) ||
		    strcmp(table->columns[i].variant, variant) != 0)
			continue;
		if (rung_asked_alike(&source->result->environment, &base->environment))
			return i;
		if (first == SIZE_MAX)
			first = i;
	}
	return first;
}

/* A fact in which the two rungs differ, in a sentence on standard error. */
static void complain_of(const struct ladder_against *against, const struct result *now,
			const char *key, const char *why)
{
	const struct result *base = against->base.result;
	char file[TEXT_SHOW_SIZE];
	char before[TEXT_SHOW_SIZE];
	char after[TEXT_SHOW_SIZE];
	const char *was = environment_value(&base->environment, key, "");
	const char *is = environment_value(&now->environment, key, "");

	command_complain("%s: %s is not what it was for %s: '%s', now '%s'", why, key,
			 text_show(against->file, strlen(against->file), file),
			 text_show(was, strlen(was), before), text_show(is, strlen(is), after));
}

/*
 * What leaves nothing to compare: another emulator or processor, which no other kernel mends, and
 * other modules, as where a kernel has none of a name. Returns -1, or an exit status.
 */
static int check_comparable(const struct ladder_against *against, const struct result *now)
{
	static const enum rung_fact machine[] = {RUNG_FACT_QEMU, RUNG_FACT_CPU};
	const struct result *base = against->base.result;

	for (size_t i = 0; i < sizeof(machine) / sizeof(machine[0]); i++) {
		if (rung_same(&base->environment, &now->environment, machine[i]))
			continue;
		complain_of(against, now, rung_fact_key(machine[i]), "not comparable");
		return EXIT_ENVIRONMENT;
	}
	if (strcmp(environment_value(&base->environment, "lsm.active", ""),
		   environment_value(&now->environment, "lsm.active", "")) == 0)
		return -1;
	complain_of(against, now, "lsm.active", "not comparable");
	return rung_same(&base->environment, &now->environment, RUNG_FACT_LSM_ASKED) ? EXIT_UNTESTED
										     : EXIT_USAGE;
}

/* What makes figures differ that is no matter of the kernel, but may be meant. */
static void warn(const struct ladder_against *against, const struct result *base,
		 const struct result *now)
{
	static const enum rung_fact facts[] = {RUNG_FACT_COMMAND_LINE, RUNG_FACT_POLICY};
	char file[TEXT_SHOW_SIZE];
	char version[TEXT_SHOW_SIZE];

	for (size_t i = 0; i < sizeof(facts) / sizeof(facts[0]); i++) {
		if (!rung_same(&base->environment, &now->environment, facts[i]))
			complain_of(against, now, rung_fact_key(facts[i]), "warning");
	}
	if (strcmp(base->version, now->version) != 0)
		command_complain("warning: %s was measured by lsmbench %s, this by %s",
				 text_show(against->file, strlen(against->file), file),
				 text_show(base->version, strlen(base->version), version),
				 now->version);
}

/* What became of all cases. */
struct judgement {
	size_t cases;
	size_t worse; /* beyond the limit and what cannot be told apart */
	double most;
	char most_name[256];
};

/*
 * What cannot be told apart in a row: the resolution, which is never finer than what boots of one
 * kernel were seen to differ by, and what does not repeat.
 */
static double allowance(const struct ladder_table *table, size_t row, size_t column,
			const struct ladder_cell *base)
{
	const struct ladder_cell *cell = ladder_table_cell(table, row, column);
	double resolution =
		fmax(LADDER_FINEST_RESOLUTION, ladder_table_resolution(table, row, column));

	return resolution + (cell->repeats ? 0 : cell->spread) + (base->repeats ? 0 : base->spread);
}

static void judge_row(const struct ladder_against *against, const struct ladder_table *table,
		      size_t row, size_t column, const struct ladder_cell *base,
		      struct judgement *judgement, FILE *file)
{
	const struct ladder_cell *cell = ladder_table_cell(table, row, column);
	double more = cell->median - base->median;
	double limit = against->is_percent ? base->median * against->limit / 100 : against->limit;
	double blur = allowance(table, row, column, base);
	bool is_worse = more > limit + blur;
	char name[256];

	if (!cell->known || !base->known)
		return;
	plan_case_name(table->plan, row, name, sizeof(name));
	if (judgement->cases++ == 0 || more > judgement->most) {
		judgement->most = more;
		snprintf(judgement->most_name, sizeof(judgement->most_name), "%s", name);
	}
	if (isnan(limit) ? more <= blur : !is_worse)
		return;
	judgement->worse++;
	fprintf(file, "  ");
	text_write_safe(name, file);
	fprintf(file, ": %.0f -> %.0f, %+.0f (+-%.0f)\n", base->median, cell->median, more, blur);
}

/* The table of the base alone has its cells: a row of it, or NULL. */
static const struct ladder_cell *base_cell(const struct ladder_table *base,
					   const struct plan_case *which, const char *variant)
{
	for (size_t row = 0; row < base->row_count; row++) {
		if (base->plan->cases[row].operation != which->operation ||
		    strcmp(base->plan->cases[row].parameter, which->parameter) != 0)
			continue;
		for (size_t column = 0; column < base->column_count; column++) {
			if (strcmp(base->columns[column].variant, variant) == 0)
				return ladder_table_cell(base, row, column);
		}
	}
	return NULL;
}

/* Returns -1, or the exit status of what is not comparable. */
static int judge(const struct ladder_against *against, const struct ladder_table *base,
		 const struct ladder_table *table, const struct ladder_source *sources,
		 struct judgement *judgement, FILE *file)
{
	const struct result *result = against->base.result;

	for (size_t i = 0; i < result->plan.variants.count; i++) {
		const char *variant = result->plan.variants.items[i];
		size_t column = find_column(table, sources, result, variant);
		const struct result *now;
		int status;

		if (column == SIZE_MAX)
			continue;
		now = sources[table->columns[column].source].result;
		status = check_comparable(against, now);
		if (status >= 0)
			return status;
		if (judgement->cases == 0)
			warn(against, result, now);
		for (size_t row = 0; row < table->row_count; row++) {
			const struct ladder_cell *cell =
				base_cell(base, &table->plan->cases[row], variant);

			if (cell)
				judge_row(against, table, row, column, cell, judgement, file);
		}
	}
	return -1;
}

/* Without a repeat nothing was seen of how far the kernel's own boots differ. */
static void say_resolution(const struct ladder_table *table, FILE *file)
{
	for (size_t row = 0; row < table->row_count; row++) {
		if (ladder_table_resolution(table, row, 0) >= 0)
			return;
	}
	fprintf(file,
		"  Nothing was booted twice: the resolution is unknown, and %.0f stands for it, "
		"which boots\n  of one kernel were seen to differ by\n",
		LADDER_FINEST_RESOLUTION);
}

static int conclude(const struct ladder_against *against, const struct judgement *judgement,
		    FILE *file)
{
	if (judgement->cases == 0) {
		char shown[TEXT_SHOW_SIZE];

		command_complain("nothing can be compared with %s: it has none of the cases that "
				 "were measured",
				 text_show(against->file, strlen(against->file), shown));
		return EXIT_UNTESTED;
	}
	fprintf(file, "  %zu of %zu cases need more", judgement->worse, judgement->cases);
	if (against->fail_above)
		fprintf(file, " by more than %s", against->fail_above);
	fprintf(file, "; the most: %+.0f, ", judgement->most);
	text_write_safe(judgement->most_name, file);
	fputc('\n', file);
	return against->fail_above && judgement->worse > 0 ? EXIT_REGRESSION : EXIT_FINE;
}

int ladder_against_report(const struct ladder_against *against, const struct ladder_table *table,
			  const struct ladder_source *sources, FILE *file)
{
	const struct ladder_source source = {.result = against->base.result, .kind = RUNG_FIRST};
	struct judgement judgement = {0};
	struct ladder_table base;
	struct error error;
	int status;

	if (ladder_table_make(&base, &source, 1, &error) < 0) {
		command_complain("%s", error.text);
		return EXIT_ENVIRONMENT;
	}
	fputs("\nAgainst ", file);
	text_write_safe(against->file, file);
	fputs(", beyond what cannot be told apart\n", file);
	if (table->column_count > 0)
		say_resolution(table, file);
	status = judge(against, &base, table, sources, &judgement, file);
	ladder_table_clear(&base);
	return status >= 0 ? status : conclude(against, &judgement, file);
}

void ladder_against_clear(struct ladder_against *against)
{
	if (against->is_read)
		input_clear(&against->base);
	free(against->file);
	free(against->fail_above);
}
