/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * compare_sessions.c - groups of sessions compared across boots, case by case.
 *
 * A boot is one figure per case, however many sessions it has: passes of one boot share what that
 * boot happened to be like, so that they say nothing of how boots differ.
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/compare/compare_boots.h"
#include "engine/compare/compare_private.h"
#include "engine/compare/compare_side.h"
#include "engine/compare/compare_split.h"
#include "engine/compare/compare_spread.h"
#include "engine/statistics/hodges_lehmann.h"
#include "engine/statistics/rank_test.h"
#include "engine/statistics/summary.h"

/* With more cases than this their number says more than their names. */
#define NAMED_CASES 3

/* The name of a case that names its variant, too, where it is not the usual one. */
static int qualify_name(struct comparison_row *row, const char *variant)
{
	char *name;

	if (strcmp(variant, "none") == 0)
		return 0;
	if (asprintf(&name, "%s [%s]", row->name, variant) < 0)
		return -ENOMEM;
	free(row->name);
	row->name = name;
	return 0;
}

static int test_sides(struct comparison_row *row, struct side *base, struct side *other)
{
	struct hodges_lehmann shift;
	struct rank_test test;
	int status = hodges_lehmann_shift(other->medians, other->count, base->medians, base->count,
					  0.95, &shift);

	if (status < 0)
		return status;
	status = mann_whitney_of(other->medians, other->count, base->medians, base->count, &test);
	if (status < 0)
		return status;
	row->low = shift.low;
	row->high = shift.high;
	row->p = test.p;
	return 0;
}

/* Both sides' scatter between boots, taken together; NaN with one boot each. */
static double pooled_sd(const struct side *base, const struct side *other)
{
	double sum = 0;

	if (base->count > 1)
		sum += (double)(base->count - 1) * base->sd * base->sd;
	if (other->count > 1)
		sum += (double)(other->count - 1) * other->sd * other->sd;
	if (base->count + other->count < 3)
		return NAN;
	return sqrt(sum / (double)(base->count + other->count - 2));
}

/* A count is whole, and what repeats it is no other figure: the first boot stands for its side. */
static double center_of(const struct comparison_row *row, struct side *side)
{
	if (row->unit == RESULT_INSTRUCTIONS)
		return exp(side->first);
	for (size_t i = 0; i < side->told_count; i++)
		side->told[i] = comparison_inner(row->metric, side->told[i]);
	return comparison_center(row, side->told, side->told_count);
}

static int fill_row(struct comparison_row *row, struct side *base, struct side *other)
{
	int status;

	if ((base->has_zeros || other->has_zeros) && base->told_count && other->told_count) {
		comparison_take_zeros(row, base->told, base->told_count, other->told,
				      other->told_count);
		return 0;
	}
	row->base_count = base->count;
	row->part_count = other->count;
	row->base_passes = base->passes;
	row->other_passes = other->passes;
	if (base->count == 0 || other->count == 0)
		return 0;
	row->parts = malloc(other->count * sizeof(*row->parts));
	if (!row->parts)
		return -ENOMEM;
	status = test_sides(row, base, other);
	memcpy(row->parts, other->medians, other->count * sizeof(*row->parts));
	row->base_ns = center_of(row, base);
	row->other_ns = center_of(row, other);
	for (size_t i = 0; i < other->count; i++)
		row->parts[i] -= log(row->base_ns);
	row->estimate = log(row->other_ns) - log(row->base_ns);
	row->spread_low = log(other->low / base->high);
	row->spread_high = log(other->high / base->low);
	/* Kept until the number of tests is known: then it becomes the limit. */
	row->limit = pooled_sd(base, other);
	comparison_spread_medians(row, base->medians, base->count);
	comparison_spread_medians(row, other->medians, other->count);
	return status;
}

static int measure_row(const struct member *base_member, const struct member *other_member,
		       const struct case_figures *which, struct comparison_row *row)
{
	struct side base = {0};
	struct side other = {0};
	int status = side_gather(base_member, which, &base);

	if (status == 0)
		status = side_gather(other_member, which, &other);
	if (status == 0)
		status = fill_row(row, &base, &other);
	comparison_spread_side(row, base_member->group, which);
	comparison_spread_side(row, other_member->group, which);
	side_clear(&base);
	side_clear(&other);
	return status;
}

/* Keep the last row, or give its name to the list of those that have no counterpart. */
static int settle_row(struct comparison *comparison)
{
	struct comparison_row *row = &comparison->rows[comparison->row_count - 1];
	struct text_list *list = row->base_count ? &comparison->only_base : &comparison->only_other;
	int status = 0;

	if ((row->base_count && row->part_count) || row->has_zeros)
		return 0;
	/* What a side has not told is no case of its own. */
	if (row->base_count + row->part_count > 0 && !row->metric &&
	    !text_list_has(list, row->name))
		status = text_list_add(list, row->name);
	comparison_row_clear(row);
	comparison->row_count--;
	return status;
}

/* What all groups of a comparison are. */
struct request {
	const struct comparison_group *groups;
	struct boots *boots; /* of each group */
	size_t count;
	const struct comparison_options *options;
};

static struct member member_at(const struct request *request, size_t index)
{
	return (struct member){&request->groups[index], &request->boots[index]};
}

static int add_case(const struct request *request, const struct case_figures *which,
		    struct comparison *comparison)
{
	const struct member base = member_at(request, 0);
	int status = 0;

	for (size_t i = 1; i < request->count && status == 0; i++) {
		const struct member other = member_at(request, i);
		struct comparison_row *rows = realloc(
			comparison->rows, (comparison->row_count + 1) * sizeof(*comparison->rows));
		struct comparison_row *row;

		if (!rows)
			return -ENOMEM;
		comparison->rows = rows;
		row = &rows[comparison->row_count++];
		status = comparison_row_begin(row, comparison->unit, which->operation,
					      which->metric, which->parameter, which->place,
					      comparison->labels.items[i - 1]);
		if (status == 0)
			status = qualify_name(row, which->variant);
		if (comparison_is_repeat(base.group, other.group))
			row->role = ROW_AA;
		if (status == 0 && comparison_is_wanted(row, request->options->cases))
			status = measure_row(&base, &other, which, row);
		if (status == 0)
			status = comparison_check_work(base.group, other.group, which,
						       request->options->despite, comparison);
		if (status == 0)
			status = settle_row(comparison);
	}
	return status;
}

static const struct figures *session_at(const struct request *request, size_t index)
{
	for (size_t i = 0; i < request->count; i++) {
		if (index < request->groups[i].count)
			return request->groups[i].sessions[index];
		index -= request->groups[i].count;
	}
	return NULL;
}

static bool is_seen(const struct request *request, size_t session, const struct case_figures *which)
{
	for (size_t i = 0; i < session; i++) {
		if (figures_find_same(session_at(request, i), which))
			return true;
	}
	return false;
}

static int add_cases(const struct request *request, struct comparison *comparison)
{
	const struct figures *session;
	int status = 0;

	for (size_t i = 0; (session = session_at(request, i)) && status == 0; i++) {
		comparison->partial |= session->partial;
		comparison->stopped |= session->stopped;
		comparison->summaries_only |= session->summaries_only;
		for (size_t j = 0; j < session->case_count && status == 0; j++) {
			if (!is_seen(request, i, &session->cases[j]))
				status = add_case(request, &session->cases[j], comparison);
		}
	}
	return status;
}

static bool is_compared(const struct comparison *comparison, const struct case_figures *which)
{
	for (size_t i = 0; i < comparison->row_count; i++) {
		if (comparison->rows[i].operation == which->operation)
			return true;
	}
	return false;
}

/* Each session's audit records of the row's case, which a verdict on denied calls must be read
 * with.
 */
static int note_audit(const struct request *request, struct comparison *comparison)
{
	const struct figures *session;
	int status = 0;

	for (size_t i = 0; (session = session_at(request, i)) && status == 0; i++) {
		for (size_t j = 0; j < session->case_count && status == 0; j++) {
			const struct case_figures *which = &session->cases[j];

			if (which->audit && is_compared(comparison, which))
				status = comparison_note(comparison, "%s in %s: %s",
							 which->operation->name, session->source,
							 which->audit);
		}
	}
	return status;
}

static int compare_environments(const struct request *request, struct comparison *comparison)
{
	const struct environment **all;
	size_t base = request->groups[0].count;
	size_t count = 0;
	int status;

	while (session_at(request, count))
		count++;
	all = calloc(count + 1, sizeof(void *));
	if (!all)
		return -ENOMEM;
	for (size_t i = 0; i < count; i++)
		all[i] = &session_at(request, i)->environment;
	status = environment_difference_of(all, base, all + base, count - base,
					   request->options->despite, &comparison->difference);
	free(all);
	return status;
}

static int judge_all(const struct request *request, struct comparison *comparison)
{
	bool is_count = comparison->unit == RESULT_INSTRUCTIONS;
	int status = is_count ? 0 : comparison_adjust(comparison);

	comparison->base_sessions = request->boots[0].count;
	comparison->other_sessions = request->boots[1].count;
	for (size_t i = 2; i < request->count; i++) {
		if (request->boots[i].count < comparison->other_sessions)
			comparison->other_sessions = request->boots[i].count;
	}
	if (is_count) {
		status = comparison_judge_counts(comparison);
		comparison_refuse_unlike(request->groups, request->count, comparison);
		return status;
	}
	for (size_t i = 0; i < comparison->row_count && status == 0; i++) {
		comparison_judge_session(comparison, request->options, &comparison->rows[i]);
		if (comparison->rows[i].part_count > comparison->parts)
			comparison->parts = comparison->rows[i].part_count;
	}
	if (status == 0)
		status = comparison_remark(comparison);
	if (status == 0 && comparison->summaries_only)
		status = comparison_spread_note(request->groups, request->count, comparison);
	return status;
}

static int compare_in_boots(const struct request *request, struct comparison *comparison)
{
	int status = 0;

	comparison->base = strdup(request->groups[0].name);
	if (!comparison->base)
		return -ENOMEM;
	for (size_t i = 1; i < request->count && status == 0; i++)
		status = text_list_add(&comparison->labels, request->groups[i].name);
	if (status == 0)
		status = boots_note(request->groups, request->boots, request->count, comparison);
	if (status == 0)
		status = compare_environments(request, comparison);
	if (status == 0)
		status = add_cases(request, comparison);
	if (status == 0)
		status = note_audit(request, comparison);
	return status < 0 ? status : judge_all(request, comparison);
}

static int compare(struct request *request, struct comparison *comparison)
{
	int status = 0;

	request->boots = calloc(request->count, sizeof(*request->boots));
	if (!request->boots)
		return -ENOMEM;
	for (size_t i = 0; i < request->count && status == 0; i++)
		status = boots_of(&request->groups[i], &request->boots[i]);
	if (status == 0)
		status = compare_in_boots(request, comparison);
	for (size_t i = 0; i < request->count; i++)
		boots_clear(&request->boots[i]);
	free(request->boots);
	return status;
}

/* Times and counts have no common measure. */
static int check_units(const struct comparison_group *groups, size_t count, struct error *error)
{
	const struct figures *first = groups[0].sessions[0];

	for (size_t i = 0; i < count; i++) {
		for (size_t j = 0; j < groups[i].count; j++) {
			const struct figures *other = groups[i].sessions[j];

			if (other->unit != first->unit)
				return error_set(error, -EINVAL,
						 "not comparable, their units differ: %s counts "
						 "%s, %s %s",
						 first->source, result_unit_name(first->unit),
						 other->source, result_unit_name(other->unit));
		}
	}
	return 0;
}

/* "dbench 1c, dbench 4c, walk 0w and 3 more"; "nothing of it" of an empty list. */
static void list_names(const struct text_list *names, char *buffer, size_t size)
{
	size_t used = 0;

	snprintf(buffer, size, "nothing of it");
	for (size_t i = 0; i < names->count && i < NAMED_CASES && used < size; i++)
		used += (size_t)snprintf(buffer + used, size - used, "%s%.60s", i > 0 ? ", " : "",
					 names->items[i]);
	if (names->count > NAMED_CASES && used < size)
		snprintf(buffer + used, size - used, " and %zu more", names->count - NAMED_CASES);
}

/* Cases meet by their names: both sides' are what helps. */
static int nothing_in_common(const struct comparison *comparison,
			     const struct comparison_options *options, struct error *error)
{
	char base[256];
	char other[256];

	if (comparison->only_base.count + comparison->only_other.count == 0)
		return error_set(error, -EINVAL, "no case was measured on both sides%s",
				 options->cases && options->cases->count
					 ? "; --cases leaves none either"
					 : "");
	list_names(&comparison->only_base, base, sizeof(base));
	list_names(&comparison->only_other, other, sizeof(other));
	return error_set(
		error, -EINVAL,
		"no case was measured on both sides: the base has %s, what is compared %s; "
		"--as 'NAME=OTHER' compares two that are the same",
		base, other);
}

static int check_groups(const struct comparison_group *groups, size_t count, struct error *error)
{
	if (count < 2)
		return error_set(error, -EINVAL, "there is nothing to compare it with");
	for (size_t i = 0; i < count; i++) {
		if (groups[i].count == 0)
			return error_set(error, -EINVAL, "%.64s: the group has no session",
					 groups[i].name);
	}
	return check_units(groups, count, error);
}

int compare_sessions(const struct comparison_group *groups, size_t count,
		     const struct comparison_options *options, struct comparison *comparison,
		     struct error *error)
{
	struct request request = {.count = count, .options = options};
	struct compare_split split;
	int status = check_groups(groups, count, error);

	*comparison = (struct comparison){
		.kind = COMPARISON_SESSIONS,
		.aa_estimate = NAN,
		.aa_limit = NAN,
	};
	if (status < 0)
		return status;
	comparison->unit = groups[0].sessions[0]->unit;
	status = compare_split_groups(groups, count, &split);
	request.groups = split.groups;
	if (status == 0)
		status = compare(&request, comparison);
	compare_split_clear(&split);
	if (status < 0)
		error_set(error, status, "no memory to compare %zu groups", count);
	else if (comparison->row_count == 0)
		status = nothing_in_common(comparison, options, error);
	if (status < 0)
		comparison_clear(comparison);
	return status;
}
