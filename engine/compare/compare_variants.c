/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * compare_variants.c - the variants of one session, compared pair by pair.
 *
 * Samples are sorted by pass and case, so one walk meets each pass of a case as one block. A block
 * becomes a table of values by run and variant, and each variant's pairs with the baseline one
 * figure of its row.
 */
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/compare/compare_pairs.h"
#include "engine/compare/compare_private.h"
#include "engine/result/step_summary.h"
#include "engine/variant/variant.h"

struct walk {
	const struct result *result;
	struct comparison *comparison;
	struct compare_pairs *rows;
	size_t variants;
	double *table; /* value of run r and variant v at r * variants + v; NaN: none */
	size_t table_size;
	double *work; /* twice as long as runs */
	size_t runs;
};

static int grow_table(struct walk *walk, size_t runs)
{
	double *table;
	double *work;

	walk->runs = runs;
	if (runs * walk->variants <= walk->table_size)
		return 0;
	table = realloc(walk->table, runs * walk->variants * sizeof(*table));
	if (!table)
		return -ENOMEM;
	walk->table = table;
	work = realloc(walk->work, 2 * runs * sizeof(*work));
	if (!work)
		return -ENOMEM;
	walk->work = work;
	walk->table_size = runs * walk->variants;
	return 0;
}

/* Put the good samples begin..end-1, of one pass and case, into the table. */
static int fill_table(struct walk *walk, size_t begin, size_t end)
{
	const struct result *result = walk->result;
	double subtract = result->plan.subtract_loop ? result->loop_ns : 0;
	size_t runs = 0;

	for (size_t i = begin; i < end; i++) {
		if (result->samples[i].run >= runs)
			runs = result->samples[i].run + (size_t)1;
	}
	/* A file may say what it likes; no block has more runs than samples worth pairing. */
	if (runs > end - begin)
		runs = end - begin;
	if (grow_table(walk, runs) < 0)
		return -ENOMEM;
	for (size_t i = 0; i < runs * walk->variants; i++)
		walk->table[i] = NAN;
	for (size_t i = begin; i < end; i++) {
		const struct sample *sample = &result->samples[i];

		if (!(sample->flags & SAMPLE_FAILED) && sample->run < runs)
			walk->table[sample->run * walk->variants + sample->step % walk->variants] =
				sample_value(sample) - subtract;
	}
	return 0;
}

static int pair_variant(struct walk *walk, size_t case_index, size_t variant)
{
	double *base = walk->work;
	double *other = walk->work + walk->runs;

	for (size_t run = 0; run < walk->runs; run++) {
		base[run] = walk->table[run * walk->variants];
		other[run] = walk->table[run * walk->variants + variant];
	}
	return compare_pairs_add(&walk->rows[case_index * (walk->variants - 1) + variant - 1], base,
				 other, walk->runs);
}

static int take_block(struct walk *walk, size_t begin, size_t end)
{
	size_t case_index = walk->result->samples[begin].step / walk->variants;
	int status = fill_table(walk, begin, end);

	for (size_t variant = 1; variant < walk->variants && status == 0; variant++)
		status = pair_variant(walk, case_index, variant);
	return status;
}

static int walk_samples(struct walk *walk)
{
	const struct sample *samples = walk->result->samples;
	size_t count = walk->result->sample_count;
	int status = 0;

	for (size_t begin = 0; begin < count && status == 0;) {
		size_t end = begin + 1;

		while (end < count && samples[end].pass == samples[begin].pass &&
		       samples[end].step / walk->variants == samples[begin].step / walk->variants)
			end++;
		status = take_block(walk, begin, end);
		begin = end;
	}
	return status;
}

static enum comparison_role role_of(const struct plan *plan, size_t variant,
				    const struct operation *operation)
{
	const char *text = plan->variants.items[variant];

	if (strcmp(text, VARIANT_SAME) == 0)
		return ROW_AA;
	return compare_is_control(plan->variants.items[0], text, operation) ? ROW_CONTROL
									    : ROW_TEST;
}

/* Not one that merely has cases that failed or were skipped. */
static bool was_stopped(const struct result *result)
{
	bool others = false;

	for (size_t i = 0; i < plan_step_count(&result->plan); i++) {
		if (result->steps[i].state == STEP_STOPPED)
			return true;
		others |= result->steps[i].state == STEP_FAILED ||
			  result->steps[i].state == STEP_SKIPPED;
	}
	return result->partial && !others;
}

/* What a step's state has to say where there is no verdict. */
static void note_trouble(const struct result *result, size_t step, const char *who,
			 struct comparison_row *row)
{
	const struct step *what = &result->steps[step];

	row->failed_runs += what->failed_runs;
	if (row->reason[0] || what->state == STEP_DONE || what->state == STEP_EARLY)
		return;
	snprintf(row->reason, sizeof(row->reason), "%s %s%s%s", who, step_state_name(what->state),
		 what->reason ? ": " : "", what->reason ? what->reason : "");
}

int compare_begin_row(const struct result *result, const struct comparison *comparison,
		      size_t case_index, size_t variant, const struct metric *metric,
		      struct comparison_row *row)
{
	const struct plan_case *entry = &result->plan.cases[case_index];
	char cell[2 * PATH_MAX];
	const char *place = "";
	int status;

	plan_case_parameter(&result->plan, case_index, cell, sizeof(cell));
	if (strlen(cell) > strlen(entry->parameter))
		place = result->plan.scratches.items[entry->scratch];
	status = comparison_row_begin(row, result->unit, entry->operation, metric, entry->parameter,
				      place, comparison->labels.items[variant - 1]);
	row->role = role_of(&result->plan, variant, row->operation);
	note_trouble(result, plan_step(&result->plan, case_index, 0), "the baseline", row);
	note_trouble(result, plan_step(&result->plan, case_index, variant), "it", row);
	return status;
}

/* Add the variant's label: the short name, unless another has the same. */
static int add_label(struct comparison *comparison, const char *variant)
{
	char label[VARIANT_SIZE];

	variant_label(variant, label, sizeof(label));
	return text_list_add(&comparison->labels,
			     text_list_has(&comparison->labels, label) ? variant : label);
}

static int begin_rows(const struct result *result, struct comparison *comparison)
{
	const struct plan *plan = &result->plan;
	size_t width = plan->variants.count;
	size_t count = plan->case_count * (width - 1);
	int status = 0;

	comparison->base = strdup(plan->variants.items[0]);
	comparison->rows = calloc(count ? count : 1, sizeof(*comparison->rows));
	if (!comparison->base || !comparison->rows)
		return -ENOMEM;
	for (size_t i = 1; i < width && status == 0; i++)
		status = add_label(comparison, plan->variants.items[i]);
	if (status < 0)
		return status;
	comparison->row_count = count;
	for (size_t i = 0; i < count && status == 0; i++)
		status = compare_begin_row(result, comparison, i / (width - 1), i % (width - 1) + 1,
					   NULL, &comparison->rows[i]);
	return status;
}

static int walk_and_finish(struct walk *walk)
{
	int status = walk_samples(walk);

	for (size_t i = 0; i < walk->comparison->row_count && status == 0; i++)
		status = compare_pairs_finish(&walk->rows[i], &walk->comparison->rows[i]);
	for (size_t i = 0; i < walk->comparison->row_count; i++)
		compare_pairs_clear(&walk->rows[i]);
	free(walk->rows);
	free(walk->table);
	free(walk->work);
	return status;
}

/* Before the tests are counted: what is not wanted belongs to no family. */
static void drop_unwanted(struct comparison *comparison, const struct text_list *cases)
{
	size_t kept = 0;

	for (size_t i = 0; i < comparison->row_count; i++) {
		struct comparison_row row = comparison->rows[i];

		if (comparison_is_wanted(&row, cases))
			comparison->rows[kept++] = row;
		else
			comparison_row_clear(&row);
	}
	comparison->row_count = kept;
}

/* What a denied call costs is partly what audit writes of it. */
static int note_audit(const struct result *result, struct comparison *comparison)
{
	int status = 0;

	for (size_t i = 0; i < result->plan.case_count && status == 0; i++) {
		char name[2 * PATH_MAX];
		char words[160];

		if (!case_audit_words(result, i, words, sizeof(words))[0])
			continue;
		plan_case_name(&result->plan, i, name, sizeof(name));
		for (size_t j = 0; j < comparison->row_count && status == 0; j++) {
			if (strcmp(comparison->rows[j].name, name) == 0)
				status = comparison_note(comparison, "%s: %s", name, words);
		}
	}
	return status;
}

static int compare(const struct result *result, const struct text_list *cases,
		   struct comparison *comparison)
{
	struct walk walk = {
		.result = result,
		.comparison = comparison,
		.variants = result->plan.variants.count,
	};
	int status = begin_rows(result, comparison);

	if (status < 0)
		return status;
	walk.rows = calloc(comparison->row_count ? comparison->row_count : 1, sizeof(*walk.rows));
	if (!walk.rows)
		return -ENOMEM;
	status = walk_and_finish(&walk);
	if (status == 0)
		status = compare_metrics_add(result, comparison);
	drop_unwanted(comparison, cases);
	if (status == 0)
		status = note_audit(result, comparison);
	if (status == 0 && comparison->unit == RESULT_INSTRUCTIONS)
		return comparison_judge_counts(comparison);
	if (status == 0)
		status = comparison_adjust(comparison);
	if (status == 0)
		status = comparison_judge_variants(comparison);
	return status;
}

int compare_variants_of(const struct result *result, const struct text_list *cases,
			struct comparison *comparison, struct error *error)
{
	int status;

	*comparison = (struct comparison){
		.kind = COMPARISON_VARIANTS,
		.unit = result->unit,
		.partial = result->partial,
		.aa_estimate = NAN,
		.aa_limit = NAN,
	};
	if (!result->steps || result->plan.variants.count < 2)
		return error_set(error, -EINVAL,
				 "one variant only, nothing to compare it with: measure with "
				 "--variants none,same or name a second result");
	comparison->stopped = was_stopped(result);
	status = compare(result, cases, comparison);
	if (status < 0)
		error_set(error, status, "no memory to compare the variants");
	else if (comparison->row_count == 0 && cases && cases->count > 0)
		status = error_set(error, -EINVAL, "no case of the session matches --cases");
	if (status < 0)
		comparison_clear(comparison);
	return status;
}

int compare_variants(const struct result *result, struct comparison *comparison,
		     struct error *error)
{
	return compare_variants_of(result, NULL, comparison, error);
}
